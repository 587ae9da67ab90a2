// The board of the room: all picks at once, with a zoom.
import { Board, pickMarks } from "./board.js";
import { icon, make, whenIdle } from "./dom.js";
import { pickLabel, slotOf } from "./format.js";

/** The number of picks that are drawn at once while the browser is idle. */
const atOnce = 24;

const zooms = [0.6, 0.8, 1, 1.3, 1.7];

export class BoardTab {
  /** @param {import("./room.js").Room} room @param {{card: (player: number) => void}} actions */
  constructor(room, actions) {
    this.room = room;
    this.zoom = 2;
    /** @type {Board | null} */
    this.board = null;
    const table = make("table", { "aria-label": "Draft board" });
    this.make = () => new Board(table, { teams: room.teams, rounds: room.rounds, label: pick => pickLabel(pick, room.teams), slotOf: pick => slotOf(pick, room.teams, room.order) });
    this.box = make("div", { class: "boardbox", tabindex: 0, role: "region", "aria-label": "Draft board, scrolls" }, table);
    this.table = table;
    /** The width that the board can take. */
    this.width = 0;
    this.box.addEventListener("click", event => {
      const cell = /** @type {HTMLElement} */ (event.target).closest("td[data-player]");
      if (cell instanceof HTMLElement) actions.card(Number(cell.dataset.player));
    });
    const step = (by, name, label) => make("button", { class: "iconbutton", type: "button", "aria-label": label, onclick: () => this.scale(this.zoom + by) }, icon(name));
    this.element = make("div", { class: "tab boardtab" }, this.box,
      make("div", { class: "boardlegend" }, make("span", { class: "zooms" }, step(-1, "zoomout", "Smaller"), step(1, "zoomin", "Larger")),
        ...Object.values(pickMarks).filter(([letter]) => letter !== "?").map(([letter, words]) => make("span", {}, make("b", {}, letter), " " + words))));
    this.followed = 0;
    this.isFilling = false;
    /** The picks that were never drawn: a slow phone would need long for all at once. */
    this.undrawn = new Set(Array.from({ length: room.pickCount }, (_, index) => index + 1));
    // While the browser lays out what was opened, nothing has to be measured.
    new ResizeObserver(([{ contentRect }]) => {
      this.isShown = contentRect.height > 0;
      if (this.isShown) this.fit(contentRect.width);
      this.follow();
    }).observe(this.box);
    this.isShown = false;
  }

  /** Few teams share the width that there is, many scroll. @param {number} width */
  fit(width) {
    const { teams } = this.room, zoom = zooms[this.zoom], cell = Math.max(72 * zoom, Math.min((width - 40) / teams - 4, 132 * zoom));
    this.width = width;
    this.table.style.gridTemplateColumns = `32px repeat(${teams}, ${cell}px)`;
  }

  scale(zoom) {
    this.zoom = Math.max(0, Math.min(zooms.length - 1, zoom));
    this.box.style.setProperty("--zoom", String(zooms[this.zoom]));
    this.fit(this.width);
  }

  focus() { this.box.focus(); }

  draw() {
    const { room } = this, last = room.picks.length;
    // Places that are wider later would move what is in them.
    if (!this.width) this.fit(this.box.clientWidth);
    this.board ??= this.make();
    this.board.drawHeads(Array.from({ length: room.teams }, (_, slot) => ({
      name: room.isDrawn || room.memberAt(slot) ? room.nameOf(slot) : "–", isOwn: room.isDrawn && slot === room.mySlot,
      title: room.isDrawn ? `Draft position ${slot + 1}: ${room.nameOf(slot)}` : room.nameOf(slot),
    })), room.status === "active" || room.status === "paused" ? room.slotOnClock : null);
    for (let pick = 1; pick <= room.pickCount; pick++)
      if (!this.undrawn.has(pick) || this.isNear(pick)) this.drawPick(pick, last);
    this.fillLater();
  }

  /** Draws the picks that were not drawn before, some at a time. */
  fillLater() {
    if (this.undrawn.size) this.box.setAttribute("aria-busy", "true"); else this.box.removeAttribute("aria-busy");
    if (!this.undrawn.size || this.isFilling) return;
    this.isFilling = true;
    whenIdle(() => {
      this.isFilling = false;
      [...this.undrawn].slice(0, atOnce).forEach(pick => this.drawPick(pick, this.room.picks.length));
      this.fillLater();
    });
  }

  /** Whether a pick is seen when the board opens: at the pick on the clock, or at its start. @param {number} pick */
  isNear(pick) {
    const { teams, order, pickCount, currentPick, isOver } = this.room, current = isOver ? 1 : Math.min(currentPick, pickCount);
    const rounds = Math.floor((pick - 1) / teams) - Math.floor((current - 1) / teams), slots = slotOf(pick, teams, order) - slotOf(current, teams, order);
    return Math.abs(rounds) < 7 && Math.abs(slots) < 4;
  }

  /** @param {number} pick @param {number} last the number of the latest one */
  drawPick(pick, last) {
    const { room } = this, made = room.picks[pick - 1];
    this.undrawn.delete(pick);
    this.board?.draw(pick, made ? { player: made.player === null ? null : room.players[made.player], source: made.source, corrected: made.corrected } : null, {
      isTurn: pick === room.currentPick && room.slotOnClock !== null, isLatest: pick === last && !room.isOver,
      isOwn: room.isDrawn && room.mySlot !== null && slotOf(pick, room.teams, room.order) === room.mySlot,
    });
  }

  /** Scrolls to the pick on the clock, unless the user is scrolling the board. */
  follow() {
    const { room } = this;
    if (!this.board || !this.isShown || room.isOver || this.followed === room.currentPick || this.box.matches(":hover, :focus-within")) return;
    this.followed = room.currentPick;
    const cell = this.board.cells[Math.min(room.currentPick, room.pickCount) - 1], box = this.box;
    const top = cell.offsetTop - box.clientHeight / 2, left = cell.offsetLeft - box.clientWidth / 2;
    box.scrollTo({ top, left, behavior: "instant" });
  }
}
