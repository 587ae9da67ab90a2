// Edits of the user's queue: shown at once, sent in order, and reverted if the ledger refuses them.
import { command, inTurn, onceReached } from "./api.js";
import { moved } from "./queue.js";
import { announce, toast } from "./shell.js";

export class QueueEdits {
  /**
   * @param {import("./room.js").Room} room
   * @param {{changed: () => void, whenLive: () => Promise<any> | undefined}} page `changed`: draws the page
   */
  constructor(room, page) {
    this.room = room;
    this.page = page;
    this.next = inTurn();
  }

  /** Converts an index among the available players to an index in the whole queue. */
  place(index, player) {
    const shown = this.room.shownQueue.filter(other => other !== player), all = this.room.pending.reduce((queue, edit) => edit.apply(queue), this.room.queue).filter(other => other !== player);
    return index >= shown.length ? all.length : all.indexOf(shown[index]);
  }

  /** Adds a player to the end of the queue, or removes it. @param {number} player @param {boolean} add */
  queue(player, add) {
    const kind = add ? "addToQueue" : "removeFromQueue";
    this.edit({ kind, player }, queue => add ? [...queue.filter(other => other !== player), player] : queue.filter(other => other !== player));
    announce(`${this.room.players[player].name} ${add ? "queued" : "removed from the queue"}.`);
  }

  /** @param {number} player @param {number} index among the available players */
  move(player, index) {
    const place = this.place(index, player);
    this.edit({ kind: "moveInQueue", player, index: place }, queue => moved(queue, player, place));
  }

  /** @param {number} player */
  top(player) { this.edit({ kind: "moveToTopOfQueue", player }, queue => moved(queue, player, 0)); }

  clear() { this.edit({ kind: "clearQueue" }, () => []); }

  async edit(fields, apply) {
    const key = crypto.randomUUID().replaceAll("-", ""), { room } = this;
    room.pending.push({ id: key, apply });
    this.page.changed();
    try {
      await this.next(() => onceReached(() => command({ ...fields, room: room.id, seat: room.mySeat }, { id: key, tries: 3 }), () => this.page.whenLive()));
    } catch (error) {
      room.pending = room.pending.filter(edit => edit.id !== key);
      this.fail(error);
      this.page.changed();
    }
  }

  /** @param {boolean} on */
  async autodraft(on) {
    await this.next(() => command({ kind: "setAutodraft", room: this.room.id, seat: this.room.mySeat, on })).catch(error => this.fail(error));
    this.page.changed();
  }

  /** The connection's banner reports an ended session and links to the sign-in. */
  fail(error) { if (error.status !== 401) toast(error.message, "error"); }
}
