// The proof of a draft: in words first, then the files, then the fingerprints.
import { make, sheet } from "./dom.js";
import { grouped, moment } from "./format.js";

/** @param {import("./room.js").Room} room @param {{root: string, size: number, origin: string} | null} ledger */
export function proofSheet(room, ledger) {
  const base = "/v1/rooms/" + room.id, picks = room.picks.length;
  sheet("Proof of this draft", () => [
    make("p", { class: "strong" }, "Nobody can change this draft afterwards, not even we."),
    make("p", { class: "muted" }, `Every pick, every change of a queue and every refusal was recorded on arrival${room.startedAt ? `, from ${moment(room.startedAt)} on` : ""}. A fingerprint of all records is published every few seconds. If one record were changed, the published fingerprint would not fit any more, and everybody could see it.`),
    room.commitment ? make("p", { class: "muted" }, "The draft order was drawn at random. The secret of the draw was sealed before the first member joined, so that no one could choose a position.") : null,
    make("h3", {}, "Check it yourself"),
    room.me && picks ? make("p", {}, make("a", { class: "button", href: "/teams/" + room.me.entry }, "Your picks and their evidence")) : null,
    make("div", { class: "row" },
      make("a", { class: "button small", href: base + "/replay.html" }, "Replay"),
      make("a", { class: "button small", href: base + "/board", download: `room-${room.id}-board.json` }, "Board"),
      make("a", { class: "button small", href: base + "/events", download: `room-${room.id}-events.jsonl` }, "Records"),
      make("a", { class: "button small", href: base + "/timeline", download: `room-${room.id}-timeline.json` }, "Timeline")),
    make("details", {}, make("summary", {}, "For experts"),
      make("dl", { class: "facts small proof" },
        make("dt", {}, "Ledger"), make("dd", {}, ledger ? `${ledger.origin}, ${grouped(ledger.size)} records` : "–"),
        make("dt", {}, "Root"), make("dd", {}, make("code", {}, ledger?.root ?? "–")),
        make("dt", {}, "Checkpoint"), make("dd", {}, make("a", { href: "/log/checkpoint" }, "signed and publicly verifiable")),
        make("dt", {}, "Keys"), make("dd", {}, make("a", { href: "/v1/proofs/keys" }, "that verify checkpoints")),
        make("dt", {}, "Draw"), make("dd", {}, room.commitment ? ["commitment of the seed: ", make("code", {}, room.commitment)] : "–"))),
  ]);
}
