// The way from a draft room to the user's next draft that waits for a pick.
import { make, setText } from "./dom.js";
import { DraftList } from "./drafts.js";
import { clockTime } from "./format.js";
import { timeLeft } from "./server-clock.js";
import { toast } from "./shell.js";

/**
 * Follows the user's other running drafts, if there are any, on the stream of this one.
 *
 * @param {{room: import("./room.js").Room, ways: HTMLElement, server: import("./server-clock.js").ServerClock, stream?: import("./stream.js").LiveStream}} page
 *   `ways` shows the link; `stream` is the room's
 * @param {number} user
 * @returns {Promise<((name: string, data: any) => void) | null>} takes what the stream delivers; null if there are no others
 */
export async function followOthers({ room, ways, server, stream }, user) {
  // Later events are delivered, and may be in the list already.
  const list = new DraftList(user), last = stream?.last ?? null;
  await list.load();
  list.rows.delete(room.id);
  if (!list.rows.size || !stream) return null;
  const time = make("span", { class: "number" }), link = make("a", { class: "waits" }, time);
  ways.append(link);
  /** The rooms that were reported to the user. */
  let reported = new Set();
  const draw = () => {
    const waiting = [...list.rows.values()].filter(row => row.isTurn && row.status === "active").sort((left, right) => Date.parse(left.deadline ?? 0) - Date.parse(right.deadline ?? 0));
    for (const row of waiting) if (!reported.has(row.room)) toast(`You are on the clock in ${row.contest ?? `room ${row.room}`}, too.`, "warning", 8_000, "others");
    reported = new Set(waiting.map(row => row.room));
    const first = waiting[0];
    link.hidden = !first;
    if (!first) return;
    const left = first.deadline ? clockTime(timeLeft(first, server.now())) : "";
    link.href = "/draft/" + first.room;
    link.title = `Your pick in ${first.contest ?? `room ${first.room}`}`;
    link.setAttribute("aria-label", `Your pick in ${first.contest ?? `room ${first.room}`}${waiting.length > 1 ? `, and in ${waiting.length - 1} more` : ""}`);
    setText(time, left || "Pick");
  };
  setInterval(draw, 500);
  draw();
  stream.change(`/v1/stream?rooms=${[room.id, ...list.rooms].join(",")}`, last);
  return (name, data) => { list.take(name, data, server); draw(); };
}
