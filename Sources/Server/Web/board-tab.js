// The board of the room: all picks at once, with a zoom.
import { Board, pickMarks } from "./board.js";
import { icon, make } from "./dom.js";
import { pickLabel, slotOf } from "./format.js";

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
    this.box = make("div", { class: "boardbox", tabindex: 0, role: "region", "aria-label": "Draft board, scrolls", style: { "--teams": String(room.teams) } }, table);
    this.box.addEventListener("click", event => {
      const cell = /** @type {HTMLElement} */ (event.target).closest("td[data-player]");
      if (cell instanceof HTMLElement) actions.card(Number(cell.dataset.player));
    });
    const step = (by, name, label) => make("button", { class: "iconbutton", type: "button", "aria-label": label, onclick: () => this.scale(this.zoom + by) }, icon(name));
    this.element = make("div", { class: "tab boardtab" }, this.box,
      make("div", { class: "boardlegend" }, make("span", { class: "zooms" }, step(-1, "zoomout", "Smaller"), step(1, "zoomin", "Larger")),
        ...Object.values(pickMarks).filter(([letter]) => letter !== "?").map(([letter, words]) => make("span", {}, make("b", {}, letter), " " + words))));
    this.followed = 0;
    // While the browser lays out what was opened, nothing has to be measured.
    new ResizeObserver(([{ contentRect }]) => { this.isShown = contentRect.height > 0; this.follow(); }).observe(this.box);
    this.isShown = false;
  }

  scale(zoom) {
    this.zoom = Math.max(0, Math.min(zooms.length - 1, zoom));
    this.box.style.setProperty("--zoom", String(zooms[this.zoom]));
  }

  focus() { this.box.focus(); }

  draw() {
    const { room } = this, last = room.picks.length;
    this.board ??= this.make();
    this.board.drawHeads(Array.from({ length: room.teams }, (_, slot) => ({
      name: room.isDrawn || room.memberAt(slot) ? room.nameOf(slot) : "–", isOwn: room.isDrawn && slot === room.mySlot,
      title: room.isDrawn ? `Draft position ${slot + 1}: ${room.nameOf(slot)}` : room.nameOf(slot),
    })), room.status === "active" || room.status === "paused" ? room.slotOnClock : null);
    for (let pick = 1; pick <= room.pickCount; pick++) {
      const made = room.picks[pick - 1];
      this.board.draw(pick, made ? { player: made.player === null ? null : room.players[made.player], source: made.source, corrected: made.corrected } : null, {
        isTurn: pick === room.currentPick && room.slotOnClock !== null, isLatest: pick === last && !room.isOver,
        isOwn: room.isDrawn && room.mySlot !== null && slotOf(pick, room.teams, room.order) === room.mySlot,
      });
    }
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
