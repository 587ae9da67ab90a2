// The bar of picks, which scrolls to the pick on the clock.
import { badge, fill, make, tracker } from "./dom.js";
import { pickLabel, slotOf } from "./format.js";

/**
 * Returns the text on the card of the pick on the clock.
 *
 * @param {string} status of the room @param {boolean} takesPicks @param {{isMine: boolean, isAuto: boolean}} pick
 */
export function turnWords(status, takesPicks, { isMine, isAuto }) {
  if (status === "countdown") return isMine ? "You pick first" : "Picks first";
  if (!takesPicks) return "Paused";
  return isAuto ? "Autodrafting" : isMine ? "You pick" : "On the clock";
}

export class PicksBar {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    this.list = make("ol", { class: "picks", tabindex: 0, "aria-label": "Picks" });
    this.element = this.list;
    this.cards = Array.from({ length: room.pickCount }, (_, index) => make("li", { class: "pick", dataset: { pick: index + 1 } }));
    this.list.append(...this.cards);
    /** @type {string[]} */
    this.shown = [];
    this.at = 0;
  }

  draw() {
    const { room } = this, current = room.currentPick;
    for (let pick = 1; pick <= room.pickCount; pick++) this.card(pick, pick === current && room.slotOnClock !== null);
    if (this.at !== current) this.follow(this.at === 0);
    this.at = current;
  }

  card(pick, isTurn) {
    const { room } = this, made = room.picks[pick - 1], slot = slotOf(pick, room.teams, room.order), mine = room.isDrawn && slot === room.mySlot;
    const name = room.isDrawn ? room.nameOf(slot) : "", auto = isTurn && room.memberAt(slot)?.autodraft;
    const key = JSON.stringify([made, isTurn, mine, name, auto, isTurn && room.status]);
    if (this.shown[pick] === key) return;
    this.shown[pick] = key;
    // Future picks are hidden from screen readers: they would be a hundred empty items before the players.
    this.cards[pick - 1].toggleAttribute("aria-hidden", false);
    if (!made && !isTurn) this.cards[pick - 1].setAttribute("aria-hidden", "true");
    const card = this.cards[pick - 1], player = made && made.player !== null ? room.players[made.player] : null;
    card.className = ["pick", mine ? "mine" : "", isTurn ? "turn" : "", made ? "made" : ""].filter(Boolean).join(" ");
    const head = make("span", { class: "who clip", dir: "auto" }, name || " ");
    const label = make("span", { class: "label" }, pickLabel(pick, room.teams));
    if (player) {
      const roster = room.roster(slot).filter(one => one.pick <= pick).map(one => one.player.position);
      fill(card, head, make("span", { class: "ends" }, label, badge(player.position)), make("b", { class: "clip", dir: "auto", title: player.name }, player.name),
        make("span", { class: "muted tiny" }, player.team || "–"), tracker(roster, room.rounds));
    } else if (made) {
      fill(card, head, make("span", { class: "ends" }, label), make("b", {}, "Skipped"));
    } else {
      fill(card, head, make("span", { class: "ends" }, label),
        isTurn ? make("b", { class: "now" }, turnWords(room.status, room.takesPicks, { isMine: mine, isAuto: !!auto })) : null);
    }
  }

  /** @param {boolean} [atOnce] */
  follow(atOnce = false) {
    const card = this.cards[Math.min(this.room.currentPick, this.cards.length) - 1];
    if (!card || this.list.matches(":focus-within")) return;
    const left = card.offsetLeft - (this.list.clientWidth - card.offsetWidth) / 2;
    const calm = atOnce || matchMedia("(prefers-reduced-motion: reduce)").matches || Math.abs(left - this.list.scrollLeft) > 1500;
    this.list.scrollTo({ left, behavior: calm ? "instant" : "smooth" });
  }
}
