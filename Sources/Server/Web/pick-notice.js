// The notice about a pick of the user that does not count or is not sent yet.
import { fill, icon, make } from "./dom.js";
import { pickLabel, slotOf } from "./format.js";
import { refusalWords } from "./refusal.js";
import { announce, toast } from "./shell.js";

export class PickNotice {
  /** @param {import("./room.js").Room} room @param {import("./pick-sender.js").PickSender} sender */
  constructor(room, sender) {
    this.room = room;
    this.sender = sender;
    this.element = make("div", { class: "refusal banner error", role: "alert", hidden: true });
    /** The pick that was refused last, until it is dismissed. @type {{problem: import("./api.js").Problem | null, player: number, pick: number} | null} */
    this.refused = null;
    this.shown = "";
  }

  /** Sends a pick. @param {number} player @param {number} pick @returns {Promise<boolean>} whether it counts */
  send(player, pick) {
    this.refused = null;
    return this.sender.send(player, pick);
  }

  /** @param {import("./api.js").Problem | null} problem null if the pick was not sent @param {number} player @param {number} pick */
  refuse(problem, player, pick) {
    // The connection's banner reports this and links to the sign-in.
    if (problem?.status === 401) return;
    this.refused = { problem, player, pick };
    this.draw();
  }

  draw() {
    const { held } = this.sender, isWaiting = this.sender.isWaiting;
    // A later pick of the user is newer than the refused one.
    if (this.refused && this.room.picks.some((made, index) => index >= /** @type {any} */ (this.refused).pick && made.source === "manual" && this.isMine(index + 1))) this.refused = null;
    const words = isWaiting && held ? this.waitingWords(held) : this.refused ? this.refusedWords(this.refused) : null;
    const key = words ? words.text + words.note + isWaiting : "";
    this.element.hidden = !words;
    if (!words || key === this.shown) return void (this.shown = key);
    this.shown = key;
    this.element.className = "refusal banner " + (isWaiting ? "warning" : "error");
    fill(this.element, make("span", { class: "grow" }, words.text, words.note ? make("span", { class: "muted small" }, " " + words.note) : null),
      isWaiting ? make("button", { class: "button small", type: "button", onclick: () => this.takeBack() }, "Withdraw")
        : make("button", { class: "iconbutton", type: "button", "aria-label": "Dismiss", onclick: () => { this.refused = null; this.draw(); } }, icon("close")));
  }

  isMine(pick) { return this.room.isDrawn && slotOf(pick, this.room.teams) === this.room.mySlot; }

  /** @param {{player: number, state: string}} held */
  waitingWords({ player, state }) {
    const { name } = this.room.players[player];
    return state === "offline" ? { text: `Not sent yet: ${name}. It is sent when you are back online.`, note: "" }
      : { text: `The server has not confirmed your pick of ${name} yet. It is being sent again and counts only once.`, note: "" };
  }

  refusedWords({ problem, player, pick }) {
    const { room } = this, made = room.picks[pick - 1], name = index => index === null ? null : room.players[index].name;
    const taken = room.picks.findIndex(one => one.player === player);
    return refusalWords(problem && { ...problem.members, detail: problem.message }, {
      pick, label: pickLabel(pick, room.teams), player: room.players[player].name, graceEndsAt: room.graceEnds.get(pick) ?? null,
      made: made ? { player: name(made.player), source: made.source, isMine: this.isMine(pick) } : null,
      holder: taken < 0 ? null : { name: room.nameOf(slotOf(taken + 1, room.teams)), label: pickLabel(taken + 1, room.teams) },
    });
  }

  takeBack() {
    const name = this.sender.held ? this.room.players[this.sender.held.player].name : "";
    if (this.sender.takeBack()) toast(`${name} is not sent again. If the pick already arrived, it counts and appears on the board.`, "warning");
    else announce(`Your pick of ${name} is withdrawn.`);
    this.draw();
  }
}
