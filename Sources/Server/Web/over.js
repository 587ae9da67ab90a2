// What stands beside the board of a draft that is over: how to see it again, and what proves it.
import { get } from "./api.js";
import { icon, make, stateMark } from "./dom.js";
import { grouped, moment } from "./format.js";

const ends = {
  complete: "All picks are made.", cancelled: "The room was cancelled. Entry fees were returned.", voided: "The draft was voided by the house.",
};

/** @param {import("./room.js").Room} room @param {{root: string, size: number, origin: string} | null} ledger */
export function overPanel(room, ledger) {
  const base = "/v1/rooms/" + room.id;
  const panel = make("section", { class: "card over", "aria-labelledby": "over-title" },
    make("div", { class: "row spread" }, make("h2", { id: "over-title" }, room.contest), stateMark(room.status)),
    make("p", {}, ends[room.status], room.startedAt ? ` Started ${moment(room.startedAt)}.` : ""),
    make("div", { class: "row" },
      room.picks.length ? make("a", { class: "button primary", href: base + "/replay.html" }, "Watch the replay") : null,
      room.me ? make("a", { class: "button", href: "/teams/" + room.me.entry }, "Your team") : null,
      make("a", { class: "button", href: "/" }, "To the lobby")),
    make("details", {}, make("summary", {}, icon("proof"), "Proof of this draft"),
      make("dl", { class: "facts small proof" },
      make("dt", {}, "Ledger"), make("dd", {}, ledger ? `${ledger.origin}, ${grouped(ledger.size)} events` : "–"),
      make("dt", {}, "Root"), make("dd", {}, make("code", {}, ledger?.root ?? "–")),
      make("dt", {}, "Checkpoint"), make("dd", {}, make("a", { href: "/log/checkpoint" }, "signed, for anybody to verify")),
      make("dt", {}, "Draw"), make("dd", {}, room.commitment ? make("span", {}, "committed to before anybody joined: ", make("code", {}, room.commitment)) : "–"),
      make("dt", {}, "Data"), make("dd", { class: "row" }, make("a", { href: base + "/board" }, "Board"), make("a", { href: base + "/events" }, "Events"), make("a", { href: base + "/timeline" }, "Timeline"),
        room.isMember && room.picks.length ? make("a", { href: `${base}/evidence?pick=${(room.mySlot ?? 0) + 1}` }, "Evidence of your first pick") : null))));
  return panel;
}

/** Where rules, fee and money of a room stand. @param {import("./room.js").Room} room */
export async function contestOf(room) {
  return room.tournament ? get("/v1/tournaments/" + room.tournament).catch(() => null) : null;
}
