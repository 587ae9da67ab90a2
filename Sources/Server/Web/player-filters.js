// The tools over the player list: search, positions, more filters, sort orders, and the facts that each row shows.
import { icon, make, setText, whenIdle } from "./dom.js";
import { lazily } from "./format.js";
import { store, stored } from "./stored.js";

const positions = ["QB", "RB", "WR", "TE", "FLEX"], flex = ["RB", "WR", "TE"];

/** @typedef {import("./room.js").Player} Player */
const byName = lazily(() => new Intl.Collator(undefined, { sensitivity: "base" }));
const number = value => value ?? Infinity;
/** The sort orders; the first three have a head in the list. @type {[string, string, (left: Player, right: Player) => number][]} */
export const sorts = [
  ["adp", "ADP", (left, right) => compare(number(left.adp), number(right.adp))], ["rank", "Rank", (left, right) => compare(number(left.rank), number(right.rank))],
  ["proj", "Proj", (left, right) => compare(number(right.projectedPoints === null ? -Infinity : right.projectedPoints), number(left.projectedPoints === null ? -Infinity : left.projectedPoints))],
  ["name", "Name", (left, right) => byName().compare(left.name, right.name)], ["bye", "Bye week", (left, right) => compare(number(left.byeWeek), number(right.byeWeek))],
];

/** The number of last picks that a positional run is looked for in, and the number of one position that makes a run. */
const recent = 8, many = 5;

export class PlayerFilters {
  /** @param {import("./room.js").Room} room @param {import("./player-facts.js").PlayerFacts} facts @param {(isReordered: boolean) => void} changed `isReordered`: whether the order of all rows differs */
  constructor(room, facts, changed) {
    this.room = room;
    this.changed = changed;
    this.positions = new Set();
    this.words = this.team = "";
    this.onlyStarred = this.withDrafted = false;
    /** The selection of the sort order, once the options were opened. @type {any} */
    this.sorter = null;
    /** @type {Set<number>} */
    this.stars = new Set(stored("stars " + room.pool, []));
    /** Returns what a search compares, by player. Before the first search, there is time to make it. */
    this.texts = lazily(() => room.players.map(one => plain(`${one.name} ${one.team} ${one.position}`)));
    whenIdle(this.texts);
    this.search = make("input", { class: "input", type: "search", placeholder: "Search...", "aria-label": "Search players", "aria-keyshortcuts": "/", autocomplete: "off", spellcheck: "false" });
    this.search.addEventListener("input", () => { this.words = plain(this.search.value); changed(false); });
    this.buttons = positions.map(position => make("button", { class: "filter " + position, type: "button", "aria-pressed": "false", onclick: () => this.toggle(position) }));
    this.more = make("button", { class: "iconbutton more", type: "button", "aria-expanded": "false", onclick: () => this.expand(this.options.hidden) }, icon("sliders"));
    this.facts = facts;
    this.options = make("div", { class: "options", hidden: true });
    this.run = make("span", { class: "run clip", role: "status" });
    const heads = sorts.slice(0, 3).map(([key, label]) => make("button", { class: "sort " + key, type: "button", onclick: () => this.order(key) }, label));
    /** @type {[string, any][]} */
    this.heads = heads.map((head, index) => [sorts[index][0], head]);
    this.element = make("div", {},
      make("div", { class: "tools" }, make("div", { class: "filters", role: "group", "aria-label": "Positions" }, this.buttons),
        make("div", { class: "finder" }, make("div", { class: "searchbox" }, icon("search"), this.search), this.more), this.options),
      make("div", { class: "columns", role: "group", "aria-label": "Sort by" }, heads[0], this.run, heads.slice(1)));
    this.order("adp", false);
  }

  /** @param {boolean} isOpen */
  async expand(isOpen) {
    this.options.hidden = !isOpen;
    this.more.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen || this.options.hasChildNodes()) return;
    const loaded = await import("./player-options.js").catch(() => null);
    if (!loaded) this.expand(false);
    else if (!this.options.hasChildNodes()) this.options.append(...loaded.playerOptions(this, this.facts));
  }

  /** Closes the options. @returns {boolean} whether they were open */
  close() {
    if (this.options.hidden) return false;
    if (this.options.contains(document.activeElement)) this.more.focus();
    this.expand(false);
    return true;
  }

  toggle(position) {
    if (this.positions.has(position)) this.positions.delete(position); else this.positions.add(position);
    this.changed(false);
  }

  /** Sorts all players, once for each sort order. @param {string} key @param {boolean} [tells] whether the list is drawn */
  order(key, tells = true) {
    const { players } = this.room, order = (sorts.find(([other]) => other === key) ?? sorts[0])[2];
    this.sort = key;
    if (this.sorter) this.sorter.value = key;
    this.ordered = players.map((_, index) => index).sort((left, right) => order(players[left], players[right]) || compare(number(players[left].rank), number(players[right].rank)) || left - right);
    if (tells) this.changed(true);
  }

  /** Stars a player, or removes the star. @param {number} player */
  star(player) {
    if (!this.stars.delete(player)) this.stars.add(player);
    store("stars " + this.room.pool, [...this.stars]);
    this.changed(false);
  }

  clearWords() { this.search.value = this.words = ""; }

  /** The players to list, in order. @returns {number[]} */
  get wanted() { return this.ordered.filter(player => (this.withDrafted || !this.room.taken.has(player)) && this.fits(player)); }

  /** @param {number} player */
  fits(player) {
    const { position, team } = this.room.players[player], { positions } = this;
    return (!positions.size || positions.has(position) || (positions.has("FLEX") && flex.includes(position))) && (!this.team || this.team === team)
      && (!this.onlyStarred || this.stars.has(player)) && this.matches(player);
  }

  /** @param {number} player */
  matches(player) {
    const texts = this.words ? this.texts() : [];
    return !this.words || this.words.split(" ").every(word => texts[player].includes(word));
  }

  draw() {
    const { room } = this, own = room.mySlot === null ? [] : room.roster(room.mySlot).map(one => one.player.position);
    positions.forEach((position, index) => {
      const button = this.buttons[index], count = own.filter(other => other === position).length;
      setText(button, position === "FLEX" ? "FLEX" : `${position} ${count}`);
      button.setAttribute("aria-label", position === "FLEX" ? "FLEX: RB, WR and TE" : `${position}, ${count} on your team`);
      button.setAttribute("aria-pressed", String(this.positions.has(position)));
      button.classList.toggle("owned", count > 0);
    });
    for (const [key, head] of this.heads) head.setAttribute("aria-pressed", String(key === this.sort));
    const active = [this.team, this.onlyStarred, this.withDrafted].filter(Boolean).length;
    this.more.classList.toggle("active", active > 0);
    this.more.setAttribute("aria-label", `Filters, sorting and columns${active ? `, ${active} active` : ""}`);
    setText(this.run, runWords(room));
  }
}

/** Reports a positional run among the last picks. @param {import("./room.js").Room} room */
export function runWords(room) {
  const last = room.isOver ? [] : room.picks.slice(-recent).map(pick => pick.player === null ? "" : room.players[pick.player].position);
  const run = last.length === recent ? flex.concat("QB").find(position => last.filter(other => other === position).length >= many) : undefined;
  return run ? `Run: ${last.filter(other => other === run).length} of the last ${recent} picks were ${run}` : "";
}

/** As one types it: without accents and capitals. @param {string} text */
const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Numbers, infinite ones too, whose difference is not a number. */
const compare = (left, right) => left === right ? 0 : left < right ? -1 : 1;
