// The players who are left: search, positions, sorts, and the two taps of a pick.
import { badge, icon, make, setText } from "./dom.js";
import { decimal } from "./format.js";

const positions = ["QB", "RB", "WR", "TE"];
/** @type {[string, string, (player: import("./room.js").Player) => number][]} */
const sorts = [
  ["adp", "ADP", player => player.adp ?? Infinity], ["rank", "Rank", player => player.rank ?? Infinity],
  ["proj", "Proj", player => -(player.projectedPoints ?? -Infinity)],
];

export class PlayersTab {
  /**
   * @param {import("./room.js").Room} room
   * @param {{pick: (player: number, pick: number) => Promise<void>, queue: (player: number, add: boolean) => void}} actions
   */
  constructor(room, actions) {
    this.room = room;
    this.actions = actions;
    this.filter = new Set();
    this.sort = "adp";
    this.words = "";
    /** The player who is looked at: the first of two taps. @type {number | null} */
    this.open = null;
    this.busy = false;
    /** @type {Map<number, any>} */
    this.rows = new Map();
    this.search = make("input", { class: "input", type: "search", placeholder: "Search...", "aria-label": "Search players", autocomplete: "off", spellcheck: "false" });
    this.search.addEventListener("input", () => { this.words = plain(this.search.value); this.draw(); });
    this.filters = positions.map(position => make("button", {
      class: "filter " + position, type: "button", "aria-pressed": "false", onclick: () => this.toggle(position),
    }));
    this.heads = sorts.map(([key, label]) => make("button", { class: "sort " + key, type: "button", onclick: () => { this.sort = key; this.draw(); this.list.scrollTop = 0; } }, label));
    this.list = make("ul", { class: "players" });
    this.none = make("p", { class: "none", hidden: true }, "No player fits.");
    this.element = make("div", { class: "tab" },
      make("div", { class: "tools" },
        make("div", { class: "filters", role: "group", "aria-label": "Positions" }, this.filters), make("div", { class: "searchbox" }, icon("search"), this.search)),
      make("div", { class: "columns", role: "group", "aria-label": "Sort by" }, this.heads),
      this.list, this.none);
    this.ordered = room.players.map((_, index) => index);
  }

  toggle(position) {
    if (this.filter.has(position)) this.filter.delete(position); else this.filter.add(position);
    this.draw();
  }

  draw() {
    const { room } = this, own = room.mySlot === null ? [] : room.roster(room.mySlot).map(one => one.player.position);
    positions.forEach((position, index) => {
      const count = own.filter(other => other === position).length, button = this.filters[index];
      setText(button, `${position} ${count}`);
      button.setAttribute("aria-label", `${position}, ${count} on your team`);
      button.setAttribute("aria-pressed", String(this.filter.has(position)));
      button.classList.toggle("owned", count > 0);
    });
    sorts.forEach(([key], index) => this.heads[index].setAttribute("aria-pressed", String(key === this.sort)));
    const value = (sorts.find(([key]) => key === this.sort) ?? sorts[0])[2];
    const rank = player => [value(room.players[player]), room.players[player].rank ?? Infinity, player];
    this.ordered.sort((left, right) => compare(rank(left), rank(right)));
    const queued = new Set(room.shownQueue);
    const wanted = this.ordered.filter(player => !room.taken.has(player) && this.fits(room.players[player]));
    if (this.open !== null && room.taken.has(this.open)) this.open = null;
    this.place(wanted.slice(0, 400).map(player => this.row(player, queued.has(player))));
    this.none.hidden = wanted.length > 0;
  }

  /** Rows that stay, stay: only what has come, gone or moved is touched. @param {HTMLElement[]} rows */
  place(rows) {
    let next = this.list.firstChild;
    for (const row of rows) {
      if (row === next) next = next.nextSibling;
      else this.list.insertBefore(row, next);
    }
    while (next) { const gone = next; next = next.nextSibling; gone.remove(); }
  }

  fits(player) {
    if (this.filter.size && !this.filter.has(player.position)) return false;
    return !this.words || this.words.split(" ").every(word => plain(`${player.name} ${player.team} ${player.position}`).includes(word));
  }

  row(player, isQueued) {
    let row = this.rows.get(player);
    if (!row) this.rows.set(player, row = this.makeRow(player));
    if (row.isQueued !== isQueued) {
      row.isQueued = isQueued;
      row.queue.replaceChildren(icon(isQueued ? "check" : "plus"));
      row.queue.classList.toggle("queued", isQueued);
      row.queue.setAttribute("aria-pressed", String(isQueued));
    }
    const isOpen = this.open === player;
    if (isOpen !== !row.detail.hidden) {
      row.detail.hidden = !isOpen;
      row.open.setAttribute("aria-expanded", String(isOpen));
      row.element.classList.toggle("open", isOpen);
    }
    if (isOpen) this.drawAction(row, player);
    return row.element;
  }

  makeRow(player) {
    const one = this.room.players[player];
    const open = make("button", { class: "open", type: "button", "aria-expanded": "false", onclick: () => this.look(player) },
      make("span", { class: "adp number" }, decimal(one.adp)),
      make("span", { class: "name" }, make("b", { class: "clip", dir: "auto" }, one.name),
        make("span", { class: "about" }, badge(one.position), `${one.team || "–"}${one.byeWeek ? ` (${one.byeWeek})` : ""}`)));
    const queue = make("button", { class: "queuebutton", type: "button", "aria-pressed": "false", "aria-label": `Queue ${one.name}`, onclick: () => this.actions.queue(player, !row.isQueued) }, icon("plus"));
    const action = make("button", { class: "button primary large", type: "button", onclick: () => this.confirm(player) });
    const note = make("p", { class: "muted small" });
    const detail = make("div", { class: "detail", hidden: true },
      make("dl", { class: "figures" }, ...[["Bye", one.byeWeek ?? "–"], ["ADP", decimal(one.adp)], ["Projected", decimal(one.projectedPoints)], ["Rank", one.rank ?? "–"]]
        .map(([label, value]) => make("div", {}, make("dt", {}, label), make("dd", { class: "number" }, value)))), action, note);
    const numbers = make("span", { class: "numbers number", "aria-hidden": "true" }, make("span", {}, one.projectedPoints === null ? "–" : Math.round(one.projectedPoints)), make("span", { class: "muted" }, one.rank ?? "–"));
    const element = make("li", { class: "player" }, make("div", { class: "line" }, open, this.room.isMember && !this.room.isOver ? queue : null, numbers), detail);
    const row = { element, open, queue, detail, action, note, isQueued: false };
    return row;
  }

  look(player) {
    this.open = this.open === player ? null : player;
    this.draw();
  }

  drawAction(row, player) {
    const { room } = this, one = room.players[player];
    row.action.hidden = !room.isMember;
    row.action.disabled = !room.isMyTurn || this.busy;
    setText(row.action, this.busy ? "Drafting …" : `Draft ${one.name}`);
    setText(row.note, room.isMyTurn ? "" : !room.isMember ? "" : room.status === "paused" ? "The draft is paused." : room.isOver ? "The draft is over."
      : room.status === "active" ? "You can draft when you are on the clock. Queue the player to have him served to you." : "The draft has not started.");
  }

  /** The second tap. It is for the pick that stood on the screen, and for no other. */
  async confirm(player) {
    if (this.busy || !this.room.isMyTurn) return;
    this.busy = true;
    this.draw();
    try { await this.actions.pick(player, this.room.currentPick); } finally { this.busy = false; this.draw(); }
  }
}

/** As one types it: without accents and capitals. @param {string} text */
const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

function compare(left, right) {
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return left[index] < right[index] ? -1 : 1;
  return 0;
}
