// The panel of a finished draft: links to its replay, and its proof.
import { get } from "./api.js";
import { icon, make, stateMark } from "./dom.js";
import { moment } from "./format.js";
import { proofSheet } from "./proof-sheet.js";
import { shareAddress } from "./waiting.js";

/** @type {Record<string, string>} */
const ends = {
  complete: "All picks are made.", cancelled: "The room was cancelled; entry fees were returned.", voided: "The operator voided the draft.",
};

/** @param {import("./room.js").Room} room @param {{root: string, size: number, origin: string} | null} ledger */
export function overPanel(room, ledger) {
  const again = make("a", { class: "button", href: "/tournament/" + room.tournament, hidden: true }, "Draft again");
  if (room.tournament && room.isMember) mayEnter(room.tournament).then(isThere => { again.hidden = !isThere; });
  return make("section", { class: "over", "aria-labelledby": "over-title" },
    make("div", { class: "row spread" }, make("h2", { id: "over-title", dir: "auto" }, room.contest), stateMark(room.status)),
    make("p", { class: "muted small clip" }, ends[room.status], room.startedAt ? ` Started ${moment(room.startedAt)}.` : ""),
    make("div", { class: "buttons" },
      room.picks.length ? make("a", { class: "button primary", href: `/v1/rooms/${room.id}/replay.html` }, "Replay") : null,
      room.me ? make("a", { class: "button", href: "/teams/" + room.me.entry }, "Your team") : null,
      make("button", { class: "button", type: "button", onclick: () => proofSheet(room, ledger) }, icon("proof"), "Proof"),
      again, make("button", { class: "button", type: "button", onclick: () => shareAddress(`Draft: ${room.contest}`, `${location.origin}/draft/${room.id}`) }, "Share")));
}

/** Whether a contest takes entries; asked once. @type {Map<number, Promise<boolean>>} */
const open = new Map();
const mayEnter = contest => {
  if (!open.has(contest)) open.set(contest, get("/v1/tournaments/" + contest).then(({ status }) => status === "open" || status === "filling", () => false));
  return /** @type {Promise<boolean>} */ (open.get(contest));
};
