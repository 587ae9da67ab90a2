// The players: a list that is searched, filtered and sorted, and the two taps of a pick.
import { badge, icon, make, setText } from "./dom.js";
import { decimal, pickLabel, slotOf } from "./format.js";
import { PlayerDetail } from "./player-detail.js";
import { PlayerFacts } from "./player-facts.js";
import { PlayerFilters } from "./player-filters.js";
import { announce } from "./shell.js";
import { WindowedList } from "./window-list.js";

export class PlayersTab {
  /**
   * @param {import("./room.js").Room} room
   * @param {{sender: import("./pick-sender.js").PickSender, draft: (player: number) => Promise<boolean> | null, queue: (player: number, add: boolean) => void}} actions
   */
  constructor(room, actions) {
    this.room = room;
    this.actions = actions;
    /** The open player: the first of two taps. @type {number | null} */
    this.open = null;
    /** The player whose row is the list's one tab stop. @type {number | null} */
    this.active = null;
    /** @type {Map<number, any>} */
    this.rows = new Map();
    this.facts = new PlayerFacts(room, { changed: () => this.draw() });
    this.filters = new PlayerFilters(room, this.facts, isReordered => {
      if (isReordered) this.window.toTop();
      this.draw();
    });
    this.search = this.filters.search;
    this.list = make("ul", { class: "players", "aria-label": "Players: arrow keys move, Enter opens and then drafts, q queues, s stars" });
    this.list.addEventListener("keydown", event => this.key(event));
    this.list.addEventListener("focusin", event => this.activate(playerOf(event.target)));
    this.window = new WindowedList(this.list, player => this.row(player));
    this.none = make("p", { class: "none", role: "status", hidden: true });
    this.element = make("div", { class: "tab" }, this.filters.element, this.none, this.list);
    this.queued = new Set();
    /** What every detail of a player needs of this list. */
    this.extras = { facts: this.facts, isStarred: player => this.filters.stars.has(player), star: player => this.star(player) };
  }

  draw() {
    const { room } = this, { wanted } = this.filters;
    this.filters.draw();
    this.queued = new Set(room.shownQueue);
    if (this.open !== null && room.taken.has(this.open) && !this.filters.withDrafted) this.open = null;
    this.list.hidden = !wanted.length;
    if (this.active === null || !wanted.includes(this.active)) this.activate(wanted[0] ?? null);
    this.window.show(wanted, this.open);
    this.none.hidden = wanted.length > 0;
    if (!wanted.length) setText(this.none, this.goneWords());
  }

  /** Explains an empty search result: the players that match are drafted. */
  goneWords() {
    const { room } = this;
    const gone = this.filters.words ? this.filters.ordered.filter(player => room.taken.has(player) && this.filters.matches(player)).slice(0, 3) : [];
    if (!gone.length) return "No player matches.";
    return gone.map(player => {
      const pick = room.picks.findIndex(one => one.player === player) + 1, slot = slotOf(pick, room.teams, room.order), label = pickLabel(pick, room.teams);
      const { name } = room.players[player];
      return room.isDrawn && slot === room.mySlot ? `You drafted ${name} with ${label}.` : `${name} went to ${room.nameOf(slot)} with ${label}.`;
    }).join(" ");
  }

  /** @param {number} index of a row in the list; the search field if there is no such row */
  focusRow(index) {
    if (!this.window.focus(index)) this.search.focus();
  }

  /** Moves the focus into the list. */
  focus() { this.focusRow(this.window.places.get(this.active ?? -1) ?? 0); }

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
    const index = this.window.places.get(player) ?? 0, { last } = this.window;
    const to = { ArrowDown: Math.min(index + 1, last), ArrowUp: Math.max(index - 1, 0), Home: 0, End: last }[event.key];
    if (to !== undefined) this.focusRow(to);
    else if (event.key === "ArrowRight") row.queue.focus();
    else if (event.key === "ArrowLeft") row.open.focus();
    else if (event.key === "q" && row.queue.isConnected && !row.queue.hidden) row.queue.click();
    else if (event.key === "s") this.star(player);
    // A key that is held down is one tap, not two.
    else if (event.key === "Enter" && target === row.open && this.open === player && row.detail?.isReady) { if (!event.repeat) this.confirm(player); }
    else return;
    event.preventDefault();
  }

  /** Closes the open player. @returns {boolean} whether there was one */
  close() {
    if (this.filters.close()) return true;
    if (this.open === null) return false;
    const row = this.rows.get(this.open), hasFocus = row.element.contains(document.activeElement);
    this.open = null;
    this.draw();
    if (hasFocus) row.open.focus();
    return true;
  }

  /** Draws a player's row. @param {number} player @returns {HTMLElement} */
  row(player) {
    let row = this.rows.get(player);
    if (!row) this.rows.set(player, row = this.makeRow(player));
    const isQueued = this.queued.has(player);
    if (row.isQueued !== isQueued) {
      row.isQueued = isQueued;
      row.queue.replaceChildren(icon(isQueued ? "check" : "plus"));
      row.queue.classList.toggle("queued", isQueued);
      row.queue.setAttribute("aria-pressed", String(isQueued));
    }
    const isOpen = this.open === player;
    if (isOpen !== (row.detail !== null)) {
      row.detail?.element.remove();
      row.detail = isOpen ? new PlayerDetail(this.room, player, { sender: this.actions.sender, confirm: () => this.confirm(player), ...this.extras }) : null;
      if (row.detail) row.element.append(row.detail.element);
      row.open.setAttribute("aria-expanded", String(isOpen));
      row.element.classList.toggle("open", isOpen);
    }
    row.detail?.draw();
    this.drawFacts(row, player);
    return row.element;
  }

  /** Draws what differs from pick to pick: the hints, the star, and whether the player is gone. */
  drawFacts(row, player) {
    const { value, hints } = this.facts.hints(player), isStarred = this.filters.stars.has(player), isGone = this.room.taken.has(player);
    const key = JSON.stringify([value?.text, hints, isStarred, isGone, this.room.isOver]);
    if (row.key === key) return;
    row.key = key;
    row.value.replaceChildren(...isGone || !value ? [] : [make("span", { class: "hint " + value.kind, title: value.title, dir: "ltr" }, value.text)]);
    row.hints.replaceChildren(...isGone ? [make("span", { class: "hint" }, "drafted")] : hints.map(hint => make("span", { class: "hint " + hint.kind, title: hint.title }, hint.text)));
    row.star.hidden = !isStarred;
    row.queue.hidden = isGone || this.room.isOver;
    row.element.classList.toggle("gone", isGone);
  }

  /** Stars a player, or removes the star. @param {number} player */
  star(player) {
    this.filters.star(player);
    announce(`${this.room.players[player].name} ${this.filters.stars.has(player) ? "starred" : "is not starred any more"}.`);
  }

  makeRow(player) {
    const one = this.room.players[player];
    const value = make("span"), hints = make("span", { class: "hints" }), star = make("span", { class: "star", role: "img", "aria-label": "Starred", hidden: true }, "★");
    const open = make("button", { class: "open", type: "button", tabindex: player === this.active ? 0 : -1, "aria-expanded": "false", "aria-keyshortcuts": "Enter q s", onclick: () => this.look(player) },
      make("span", { class: "adp number" }, decimal(one.adp), value),
      make("span", { class: "name" }, make("span", { class: "clip" }, star, make("b", { dir: "auto" }, one.name)),
        make("span", { class: "about" }, badge(one.position), `${one.team || "–"}${one.byeWeek ? ` (${one.byeWeek})` : ""}`, hints)));
    const queue = make("button", { class: "queuebutton", type: "button", tabindex: -1, "aria-pressed": "false", "aria-label": `Queue ${one.name}`, onclick: () => this.actions.queue(player, !this.queued.has(player)) }, icon("plus"));
    const numbers = make("span", { class: "numbers number", "aria-hidden": "true" }, make("span", {}, one.projectedPoints === null ? "–" : Math.round(one.projectedPoints)), make("span", { class: "muted" }, one.rank ?? "–"));
    const element = make("li", { class: "player", dataset: { player } }, make("div", { class: "line" }, open, this.room.isMember && !this.room.isOver ? queue : null, numbers));
    return { element, open, queue, value, hints, star, key: "", detail: /** @type {PlayerDetail | null} */ (null), isQueued: false };
  }

  look(player) {
    this.open = this.open === player ? null : player;
    this.draw();
  }

  /** The second tap. It is only for the pick that the screen showed. */
  async confirm(player) {
    const hadFocus = this.list.contains(document.activeElement), sent = this.actions.draft(player);
    if (!sent) return;
    this.draw();
    if (!await sent) return this.draw();
    // The next turn can come at once, and is for another player.
    this.filters.clearWords();
    this.draw();
    if (hadFocus && (document.activeElement === document.body || this.list.contains(document.activeElement))) this.focusRow(0);
  }
}

/** The player whose row something is in. @param {any} element @returns {number | null} */
const playerOf = element => {
  const row = element.closest?.(".player");
  return row ? Number(row.dataset.player) : null;
};
