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

/** The bar's padding, the width of a card, and that with the gap after it, in pixels. */
const padding = 12, cardWidth = 140, pitch = 148;
/** The number of cards on each side of the window that have content. */
const margin = 6;

export class PicksBar {
  /** @param {import("./room.js").Room} room @param {{card: (player: number) => void}} actions */
  constructor(room, actions) {
    this.room = room;
    this.list = make("ol", { class: "picks", tabindex: 0, "aria-label": "Picks" });
    this.element = make("div", { class: "pickbox" }, this.list);
    /** The panel of a room that fills. @type {any} */
    this.place = this.waiting = null;
    this.cards = Array.from({ length: room.pickCount }, (_, index) => make("li", { class: "pick", dataset: { pick: index + 1 } }));
    this.list.append(...this.cards);
    /** @type {string[]} */
    this.shown = [];
    this.at = 0;
    /** The card at the left edge of the window, and the width of the window. */
    this.first = 1;
    this.space = innerWidth;
    this.list.addEventListener("click", event => {
      const card = /** @type {HTMLElement} */ (event.target).closest(".pick"), player = card instanceof HTMLElement ? room.picks[Number(card.dataset.pick) - 1]?.player ?? null : null;
      if (player !== null) actions.card(player);
    });
    this.list.addEventListener("scroll", () => this.look(), { passive: true });
    this.isFromRight = false;
    new ResizeObserver(([{ contentRect }]) => {
      this.space = this.list.clientWidth || innerWidth;
      const isFromRight = getComputedStyle(this.list).direction === "rtl", hasTurned = isFromRight !== this.isFromRight;
      this.isFromRight = isFromRight;
      if (contentRect.width) this.fill();
      if (hasTurned) this.follow(true);
    }).observe(this.list);
  }

  draw() {
    const isWaiting = this.room.status === "waiting";
    this.list.hidden = isWaiting;
    if (isWaiting && !this.place) this.wait();
    if (this.place) this.place.hidden = !isWaiting;
    this.waiting?.draw();
    this.fill();
  }

  /** Scrolls to the pick on the clock, if it is another one. To scroll, a browser lays the page out: this comes last. */
  settle() {
    const before = this.at;
    this.at = this.room.currentPick;
    if (before !== this.at) this.follow(before === 0);
  }

  /** Shows who is here, in the place of the picks. */
  wait() {
    this.place = make("section", { class: "lobbybox", "aria-label": "Waiting for members" });
    this.element.append(this.place);
    import("./waiting.js").then(loaded => { this.waiting = new loaded.WaitingPanel(this.room, this.place); this.waiting.draw(); }).catch(() => {});
  }

  /** Follows a scroll: cards far from the window are empty. */
  look() {
    const first = 1 + Math.max(0, Math.floor(Math.abs(this.list.scrollLeft) / pitch));
    if (first === this.first) return;
    this.first = first;
    this.fill();
  }

  /** Draws the cards in and near the window, and those near the pick on the clock. */
  fill() {
    const { room } = this, current = room.currentPick;
    const isNear = (pick, first, last) => pick >= first - margin && pick <= last + margin;
    for (let pick = 1; pick <= room.pickCount; pick++) {
      if (isNear(pick, this.first, this.first + Math.ceil(this.space / pitch)) || isNear(pick, current, current)) this.card(pick, pick === current && room.slotOnClock !== null);
      else this.empty(pick);
    }
  }

  empty(pick) {
    if (this.shown[pick] === "") return;
    this.shown[pick] = "";
    const card = this.cards[pick - 1];
    card.setAttribute("aria-hidden", "true");
    card.replaceChildren();
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
    if (this.list.matches(":focus-within")) return;
    // Computed, not measured: to measure, a browser would have to lay the page out for each pick.
    const index = Math.min(this.room.currentPick, this.cards.length) - 1, left = padding + index * pitch - (this.space - cardWidth) / 2;
    const calm = atOnce || matchMedia("(prefers-reduced-motion: reduce)").matches || Math.abs(left / pitch - this.first) > 10;
    // From right to left, positions are negative.
    this.list.scrollTo({ left: this.isFromRight ? -left : left, behavior: calm ? "instant" : "smooth" });
  }
}
