// The panel of a finished draft: links to its replay, and its proof.
import { get } from "./api.js";
import { icon, make, sheet, stateMark } from "./dom.js";
import { grouped, moment } from "./format.js";
import { toast } from "./shell.js";

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
      again, make("button", { class: "button", type: "button", onclick: () => share(room) }, "Share")));
}

/** Whether a contest takes entries; asked once. @type {Map<number, Promise<boolean>>} */
const open = new Map();
const mayEnter = contest => {
  if (!open.has(contest)) open.set(contest, get("/v1/tournaments/" + contest).then(({ status }) => status === "open" || status === "filling", () => false));
  return /** @type {Promise<boolean>} */ (open.get(contest));
};

/** Shares the address of the draft, or copies it where a browser cannot share. @param {import("./room.js").Room} room */
async function share(room) {
  const url = `${location.origin}/draft/${room.id}`;
  try {
    if (navigator.share) return await navigator.share({ title: `Draft: ${room.contest}`, url });
    await navigator.clipboard.writeText(url);
    toast("The address of this draft is copied.", "success");
  } catch (error) {
    // A sheet that the user closes is not an error.
    if (!(error instanceof DOMException && error.name === "AbortError")) toast(`Copy this address: ${url}`, "", 20_000);
  }
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
