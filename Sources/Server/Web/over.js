// The panel of a finished draft: links to its replay, and its proof.
import { icon, make, sheet, stateMark } from "./dom.js";
import { grouped, moment } from "./format.js";

/** @type {Record<string, string>} */
const ends = {
  complete: "All picks are made.", cancelled: "The room was cancelled; entry fees were returned.", voided: "The operator voided the draft.",
};

/** @param {import("./room.js").Room} room @param {{root: string, size: number, origin: string} | null} ledger */
export function overPanel(room, ledger) {
  return make("section", { class: "over", "aria-labelledby": "over-title" },
    make("div", { class: "row spread" }, make("h2", { id: "over-title", dir: "auto" }, room.contest), stateMark(room.status)),
    make("p", { class: "muted small clip" }, ends[room.status], room.startedAt ? ` Started ${moment(room.startedAt)}.` : ""),
    make("div", { class: "buttons" },
      room.picks.length ? make("a", { class: "button primary", href: `/v1/rooms/${room.id}/replay.html` }, "Replay") : null,
      room.me ? make("a", { class: "button", href: "/teams/" + room.me.entry }, "Your team") : null,
      make("button", { class: "button", type: "button", onclick: () => proofSheet(room, ledger) }, icon("proof"), "Proof")));
}

function proofSheet(room, ledger) {
  const base = "/v1/rooms/" + room.id;
  sheet("Proof of this draft", () => [
    make("p", { class: "muted" }, "Every event of the draft is a leaf of the ledger's Merkle tree. With the root, you can verify each event; changing an event changes the root."),
    make("dl", { class: "facts small proof" },
      make("dt", {}, "Ledger"), make("dd", {}, ledger ? `${ledger.origin}, ${grouped(ledger.size)} events` : "–"),
      make("dt", {}, "Root"), make("dd", {}, make("code", {}, ledger?.root ?? "–")),
      make("dt", {}, "Checkpoint"), make("dd", {}, make("a", { href: "/log/checkpoint" }, "signed and publicly verifiable")),
      make("dt", {}, "Draw"), make("dd", {}, room.commitment ? ["seed committed before the first member joined: ", make("code", {}, room.commitment)] : "–"),
      make("dt", {}, "Data"), make("dd", { class: "row" }, make("a", { href: base + "/board" }, "Board"), make("a", { href: base + "/events" }, "Events"), make("a", { href: base + "/timeline" }, "Timeline"))),
    room.isMember && room.picks.length ? make("a", { class: "button", href: `${base}/evidence?pick=${room.mySlot + 1}`, download: "" }, "Evidence of your first pick") : null,
  ]);
}
