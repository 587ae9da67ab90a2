// The details of an open player in a list: figures, the button of the second tap, and the reason if it is disabled.
import { make, setText } from "./dom.js";
import { decimal } from "./format.js";

export class PlayerDetail {
  /**
   * @param {import("./room.js").Room} room @param {number} player
   * @param {{sender: import("./pick-sender.js").PickSender, confirm: (player: number) => void, facts: import("./player-facts.js").PlayerFacts,
   *   isStarred: (player: number) => boolean, star: (player: number) => void}} actions
   */
  constructor(room, player, { sender, confirm, facts, isStarred, star }) {
    this.room = room;
    this.player = player;
    this.sender = sender;
    this.facts = facts;
    this.isStarred = isStarred;
    this.about = make("ul", { class: "sentences small" });
    this.star = make("button", { class: "button starbutton", type: "button", "aria-label": `Star ${room.players[player].name}`, title: "Star", onclick: () => { star(player); this.draw(); } });
    const one = room.players[player];
    this.action = make("button", { class: "button primary large", type: "button", onclick: () => confirm(player) });
    this.note = make("p", { class: "muted small" });
    this.element = make("div", { class: "detail" },
      make("dl", { class: "figures" }, ...[["Bye", one.byeWeek ?? "–"], ["ADP", decimal(one.adp)], ["Projected", decimal(one.projectedPoints)], ["Rank", one.rank ?? "–"]]
        .map(([label, value]) => make("div", {}, make("dt", {}, label), make("dd", { class: "number" }, value)))), this.about, make("div", { class: "acts" }, this.action, this.star), this.note);
    this.draw();
  }

  /** Whether the button drafts the player now. */
  get isReady() { return !this.action.disabled && !this.action.hidden; }

  draw() {
    const sentences = this.facts.sentences(this.player), starred = this.isStarred(this.player);
    if (this.about.dataset.key !== sentences.join()) {
      this.about.dataset.key = sentences.join();
      this.about.replaceChildren(...sentences.map(one => make("li", { dir: "auto" }, one)));
    }
    this.about.hidden = !sentences.length;
    this.star.setAttribute("aria-pressed", String(starred));
    setText(this.star, starred ? "★" : "☆");
    const { room, player } = this, { held, isWaiting } = this.sender, isGone = room.taken.has(player);
    this.action.hidden = !room.isMember || isGone || room.isOver;
    this.action.disabled = !room.isMyTurn || (held !== null && !isWaiting);
    setText(this.action, held?.player !== player ? `Draft ${room.players[player].name}` : !isWaiting ? "Drafting …"
      : held.state === "offline" ? "Waiting for the network: sent when you are online" : "Sending again …");
    setText(this.note, room.isMyTurn || !room.isMember || isGone ? "" : room.status === "paused" ? "The draft is paused." : room.isOver ? "The draft is over."
      : room.status === "active" ? "You can draft when you are on the clock. Queued players are drafted automatically." : "The draft has not started.");
    this.note.hidden = !this.note.textContent;
  }
}
