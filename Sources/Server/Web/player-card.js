// A player's card: what is known about one player, over whatever part of the room was tapped.
import { pickMarks } from "./board.js";
import { badge, icon, make, setText, sheet } from "./dom.js";
import { pickLabel, slotOf } from "./format.js";
import { PlayerDetail } from "./player-detail.js";

/** Returns how a player was drafted; null if available. @param {import("./room.js").Room} room @param {number} player */
export function draftedWords(room, player) {
  const index = room.picks.findIndex(one => one.player === player);
  if (index < 0) return null;
  const pick = index + 1, made = room.picks[index], slot = slotOf(pick, room.teams, room.order);
  const how = made.corrected ? ", corrected by the operator" : made.source === "queue" ? ", autopicked from the queue" : made.source === "manual" ? "" : pickMarks[made.source] ? `, autopicked ${pickMarks[made.source][1]}` : "";
  return `${room.isDrawn && slot === room.mySlot ? "You" : room.nameOf(slot)} drafted this player with ${pickLabel(pick, room.teams)}${how}.`;
}

export class PlayerCard {
  /**
   * Opens the card.
   *
   * @param {import("./room.js").Room} room @param {number} player
   * @param {{sender: import("./pick-sender.js").PickSender, draft: (player: number) => Promise<boolean> | null, queue: (player: number, add: boolean) => void, extras: () => any, closed: () => void}} actions
   */
  constructor(room, player, actions) {
    this.room = room;
    this.player = player;
    const one = room.players[player];
    this.detail = new PlayerDetail(room, player, { sender: actions.sender, confirm: async () => {
      const sent = actions.draft(player);
      this.draw();
      if (await sent) this.dialog.close();
      else this.draw();
    }, ...actions.extras() });
    this.words = make("p", { role: "status" });
    this.queue = make("button", { class: "button large", type: "button", onclick: () => { actions.queue(player, !room.shownQueue.includes(player)); this.draw(); } });
    this.dialog = sheet(one.name, () => [make("p", { class: "row" }, badge(one.position), make("span", {}, one.team || "No team"), one.byeWeek ? make("span", { class: "muted" }, `Bye in week ${one.byeWeek}`) : null),
      this.words, this.detail.element, this.queue]);
    this.dialog.classList.add("playercard");
    this.dialog.querySelector("h2").dir = "auto";
    this.dialog.addEventListener("close", actions.closed);
    this.draw();
  }

  draw() {
    const { room } = this, drafted = draftedWords(room, this.player), isQueued = room.shownQueue.includes(this.player);
    setText(this.words, drafted ?? "");
    this.words.hidden = !drafted;
    this.detail.draw();
    this.queue.hidden = !room.isMember || room.isOver || drafted !== null;
    if (this.queue.dataset.state === String(isQueued)) return;
    this.queue.dataset.state = String(isQueued);
    this.queue.replaceChildren(icon(isQueued ? "close" : "plus"), isQueued ? "Remove from your queue" : "Add to your queue");
  }
}
