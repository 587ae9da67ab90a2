// The available players: search, positions, sort orders, and the two taps of a pick.
import { badge, icon, make, setText } from "./dom.js";
import { decimal, pickLabel, slotOf } from "./format.js";

const positions = ["QB", "RB", "WR", "TE"];
/** @type {[string, string, (player: import("./room.js").Player) => number][]} */
const sorts = [
  ["adp", "ADP", player => player.adp ?? Infinity], ["rank", "Rank", player => player.rank ?? Infinity],
  ["proj", "Proj", player => -(player.projectedPoints ?? -Infinity)],
];

export class PlayersTab {
  /**
   * @param {import("./room.js").Room} room
   * @param {{sender: import("./pick-sender.js").PickSender, pick: (player: number, pick: number) => Promise<boolean>, queue: (player: number, add: boolean) => void}} actions
   */
  constructor(room, actions) {
    this.room = room;
    this.actions = actions;
    this.filter = new Set();
    this.sort = "adp";
    this.words = "";
    /** The open player: the first of two taps. @type {number | null} */
    this.open = null;
    /** The player whose row is the list's one tab stop. @type {number | null} */
    this.active = null;
    /** @type {Map<number, any>} */
    this.rows = new Map();
    this.search = make("input", { class: "input", type: "search", placeholder: "Search...", "aria-label": "Search players", "aria-keyshortcuts": "/", autocomplete: "off", spellcheck: "false" });
    this.search.addEventListener("input", () => { this.words = plain(this.search.value); this.draw(); });
    this.filters = positions.map(position => make("button", {
      class: "filter " + position, type: "button", "aria-pressed": "false", onclick: () => this.toggle(position),
    }));
    this.heads = sorts.map(([key, label]) => make("button", { class: "sort " + key, type: "button", onclick: () => { this.sort = key; this.draw(); this.list.scrollTop = 0; } }, label));
    this.list = make("ul", { class: "players", "aria-label": "Players: arrow keys move, Enter opens and then drafts, q queues" });
    this.list.addEventListener("keydown", event => this.key(event));
    this.list.addEventListener("focusin", event => this.activate(playerOf(event.target)));
    this.none = make("p", { class: "none", role: "status", hidden: true });
    this.element = make("div", { class: "tab" },
      make("div", { class: "tools" },
        make("div", { class: "filters", role: "group", "aria-label": "Positions" }, this.filters), make("div", { class: "searchbox" }, icon("search"), this.search)),
      make("div", { class: "columns", role: "group", "aria-label": "Sort by" }, this.heads),
      this.none, this.list);
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
    const shown = wanted.slice(0, 400);
    this.place(shown.map(player => this.row(player, queued.has(player))));
    if (this.active === null || !shown.includes(this.active)) this.activate(shown[0] ?? null);
    this.none.hidden = wanted.length > 0;
    this.list.hidden = !wanted.length;
    if (!wanted.length) setText(this.none, this.goneWords());
  }

  /** Explains an empty search result: the players that match are drafted. */
  goneWords() {
    const { room } = this;
    const gone = this.words ? this.ordered.filter(player => room.taken.has(player) && this.matches(room.players[player])).slice(0, 3) : [];
    if (!gone.length) return "No player matches.";
    return gone.map(player => {
      const pick = room.picks.findIndex(one => one.player === player) + 1, slot = slotOf(pick, room.teams), label = pickLabel(pick, room.teams);
      const { name } = room.players[player];
      return room.isDrawn && slot === room.mySlot ? `You drafted ${name} with ${label}.` : `${name} went to ${room.nameOf(slot)} with ${label}.`;
    }).join(" ");
  }

  /** Updates only rows that were added, removed or moved, and keeps the focus in the list. @param {HTMLElement[]} rows */
  place(rows) {
    const focused = document.activeElement?.closest(".player") ?? null, index = focused ? [...this.list.children].indexOf(focused) : -1;
    const kept = new Set(rows);
    for (const row of [...this.list.children]) if (!kept.has(row)) row.remove();
    let next = this.list.firstChild;
    for (const row of rows) {
      if (row === next) next = next.nextSibling;
      else this.list.insertBefore(row, next);
    }
    if (index >= 0 && !focused?.isConnected) this.focusRow(Math.min(index, rows.length - 1));
  }

  /** @param {number} index of a row in the list; the search field if there is no such row */
  focusRow(index) {
    (this.list.children[index]?.querySelector(".open") ?? this.search).focus({ preventScroll: index === 0 });
  }

  /** Makes a player's row the one that Tab stops at. @param {number | null} player */
  activate(player) {
    if (player === this.active) return;
    const before = this.active === null ? null : this.rows.get(this.active), row = player === null ? null : this.rows.get(player);
    if (before) before.open.tabIndex = -1;
    if (row) row.open.tabIndex = 0;
    this.active = player;
  }

  /** Moves through the list, opens and drafts by keys. @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target), player = playerOf(target), row = player === null ? null : this.rows.get(player);
    if (!row || player === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = [...this.list.children].indexOf(row.element), last = this.list.children.length - 1;
    const to = { ArrowDown: Math.min(index + 1, last), ArrowUp: Math.max(index - 1, 0), Home: 0, End: last }[event.key];
    if (to !== undefined) this.focusRow(to);
    else if (event.key === "ArrowRight") row.queue.focus();
    else if (event.key === "ArrowLeft") row.open.focus();
    else if (event.key === "q" && row.queue.isConnected) row.queue.click();
    // A key that is held down is one tap, not two.
    else if (event.key === "Enter" && target === row.open && this.open === player && !row.action.disabled && !row.action.hidden) { if (!event.repeat) this.confirm(player); }
    else return;
    event.preventDefault();
  }

  /** Closes the open player. @returns {boolean} whether there was one */
  close() {
    if (this.open === null) return false;
    const row = this.rows.get(this.open), hasFocus = row.element.contains(document.activeElement);
    this.open = null;
    this.draw();
    if (hasFocus) row.open.focus();
    return true;
  }

  fits(player) {
    return (!this.filter.size || this.filter.has(player.position)) && this.matches(player);
  }

  matches(player) {
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
    const open = make("button", { class: "open", type: "button", tabindex: -1, "aria-expanded": "false", "aria-keyshortcuts": "Enter q", onclick: () => this.look(player) },
      make("span", { class: "adp number" }, decimal(one.adp)),
      make("span", { class: "name" }, make("b", { class: "clip", dir: "auto" }, one.name),
        make("span", { class: "about" }, badge(one.position), `${one.team || "–"}${one.byeWeek ? ` (${one.byeWeek})` : ""}`)));
    const queue = make("button", { class: "queuebutton", type: "button", tabindex: -1, "aria-pressed": "false", "aria-label": `Queue ${one.name}`, onclick: () => this.actions.queue(player, !row.isQueued) }, icon("plus"));
    const action = make("button", { class: "button primary large", type: "button", onclick: () => this.confirm(player) });
    const note = make("p", { class: "muted small" });
    const detail = make("div", { class: "detail", hidden: true },
      make("dl", { class: "figures" }, ...[["Bye", one.byeWeek ?? "–"], ["ADP", decimal(one.adp)], ["Projected", decimal(one.projectedPoints)], ["Rank", one.rank ?? "–"]]
        .map(([label, value]) => make("div", {}, make("dt", {}, label), make("dd", { class: "number" }, value)))), action, note);
    const numbers = make("span", { class: "numbers number", "aria-hidden": "true" }, make("span", {}, one.projectedPoints === null ? "–" : Math.round(one.projectedPoints)), make("span", { class: "muted" }, one.rank ?? "–"));
    const element = make("li", { class: "player", dataset: { player } }, make("div", { class: "line" }, open, this.room.isMember && !this.room.isOver ? queue : null, numbers), detail);
    const row = { element, open, queue, detail, action, note, isQueued: false };
    return row;
  }

  look(player) {
    this.open = this.open === player ? null : player;
    this.draw();
  }

  drawAction(row, player) {
    const { room } = this, one = room.players[player], { held, isWaiting } = this.actions.sender;
    row.action.hidden = !room.isMember;
    row.action.disabled = !room.isMyTurn || (held !== null && !isWaiting);
    setText(row.action, held?.player !== player ? `Draft ${one.name}` : !isWaiting ? "Drafting …"
      : held.state === "offline" ? "Waiting for the network: sent when you are online" : "Sending again …");
    setText(row.note, room.isMyTurn ? "" : !room.isMember ? "" : room.status === "paused" ? "The draft is paused." : room.isOver ? "The draft is over."
      : room.status === "active" ? "You can draft when you are on the clock. Queued players are drafted automatically." : "The draft has not started.");
  }

  /** The second tap. It is only for the pick that the screen showed. */
  async confirm(player) {
    const { sender } = this.actions;
    // At the turn the next pick can be open before the rows are drawn again.
    if (this.room.taken.has(player)) return;
    if (!this.room.isMyTurn || (sender.held !== null && !sender.isWaiting)) return;
    const hadFocus = this.list.contains(document.activeElement), sent = this.actions.pick(player, this.room.currentPick);
    this.draw();
    if (!await sent) return this.draw();
    // The next turn can come at once, and is for another player.
    this.search.value = this.words = "";
    this.draw();
    if (hadFocus && (document.activeElement === document.body || this.list.contains(document.activeElement))) this.focusRow(0);
  }
}

/** The player whose row something is in. @param {any} element @returns {number | null} */
const playerOf = element => {
  const row = element.closest?.(".player");
  return row ? Number(row.dataset.player) : null;
};

/** As one types it: without accents and capitals. @param {string} text */
const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

function compare(left, right) {
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return left[index] < right[index] ? -1 : 1;
  return 0;
}
