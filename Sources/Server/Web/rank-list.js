// A list of players in the user's order, moved by drag, by keys and by number, with tiers.
import { badge, icon, make, setText, sheet } from "./dom.js";
import { decimal, plural } from "./format.js";
import { announce, toast } from "./shell.js";
import { WindowedList } from "./window-list.js";

/** The distance in pixels from the edge of the list within which a drag scrolls it. */
const edge = 48;

/** @typedef {{playerIndex: number, playerName: string, position: string, team: string | null, byeWeek: number | null, adp: number | null, tier: number | null, isRanked: boolean}} Row */

export class RankList {
  /** @param {Row[]} rows the ranked players first @param {{changed: () => void}} page */
  constructor(rows, page) {
    this.page = page;
    this.words = "";
    /** @type {Map<number, any>} */
    this.drawn = new Map();
    this.list = make("ul", { class: "ranks", "aria-label": "Players in your order: arrow keys move the player of a handle, T begins a tier, Delete removes the rank" });
    this.list.addEventListener("keydown", event => this.key(event));
    this.window = new WindowedList(this.list, player => this.row(player));
    this.search = make("input", { class: "input", type: "search", placeholder: "Search...", "aria-label": "Search players", autocomplete: "off", spellcheck: "false", oninput: () => { this.words = plain(this.search.value); this.draw(); } });
    this.none = make("p", { class: "muted", role: "status", hidden: true }, "No player matches.");
    this.element = make("div", { class: "ranklist" }, make("div", { class: "row" }, this.search), this.none, this.list);
    /** The player that is dragged. @type {number | null} */
    this.dragged = null;
    this.take(rows, rows.filter(row => row.isRanked).length, false);
  }

  /** Takes other rows in their order. @param {Row[]} rows @param {number} ranked @param {boolean} [draws] */
  take(rows, ranked, draws = true) {
    this.rows = rows;
    /** The number of ranked players, which come first. */
    this.ranked = ranked;
    this.byPlayer = new Map(rows.map(row => [row.playerIndex, row]));
    this.texts = new Map(rows.map(row => [row.playerIndex, plain(`${row.playerName} ${row.team ?? ""} ${row.position}`)]));
    if (draws) this.draw();
  }

  get rankedRows() { return this.rows.slice(0, this.ranked); }

  /** Whether tiers only grow from row to row. Tiers of single positions, as some files have them, do not. */
  get hasPlainTiers() {
    let last = 0;
    return this.rankedRows.every(row => (row.tier ?? 0) >= last && (last = row.tier ?? 0, true));
  }

  clear() {
    for (const row of this.rows) row.tier = null;
    this.take([...this.rows].sort((left, right) => (left.adp ?? Infinity) - (right.adp ?? Infinity)), 0);
  }

  indexOf(player) { return this.rows.findIndex(row => row.playerIndex === player); }

  draw() {
    /** The place of each player. @type {Map<number, number>} */
    this.places = new Map(this.rows.map((row, index) => [row.playerIndex, index]));
    const wanted = this.rows.map(row => row.playerIndex).filter(player => !this.words || this.words.split(" ").every(word => this.texts.get(player)?.includes(word)));
    this.none.hidden = wanted.length > 0;
    this.list.hidden = !wanted.length;
    this.window.show(wanted, null);
  }

  changed() {
    this.draw();
    this.page.changed();
  }

  /**
   * Moves a player to a place. The players above a place are ranked with it: the list is the ranking as far as it was arranged.
   *
   * @param {number} player @param {number} to
   */
  move(player, to) {
    const from = this.indexOf(player), isPlain = this.hasPlainTiers, [row] = this.rows.splice(from, 1);
    this.rows.splice(to, 0, row);
    this.ranked = Math.max(from < this.ranked || to >= this.ranked ? this.ranked : this.ranked + 1, to + 1);
    if (isPlain) {
      const before = this.rows[to - 1]?.tier ?? null, after = to + 1 < this.ranked ? this.rows[to + 1]?.tier ?? null : null;
      row.tier = row.tier !== null && row.tier >= (before ?? 0) && row.tier <= (after ?? Infinity) ? row.tier : before ?? after;
    }
    this.changed();
  }

  /** Ranks a player at a place, as a line of a file. @param {number} player @param {number} place */
  rank(player, place) { this.move(player, Math.min(place, this.ranked)); }

  /** Moves a player and says so. */
  moveBy(player, to) {
    const last = this.rows.length - 1, place = Math.max(0, Math.min(to, last));
    if (place === this.indexOf(player)) return;
    this.move(player, place);
    this.focus(player);
    announce(`${this.byPlayer.get(player)?.playerName} is number ${place + 1}.`);
  }

  /** Removes the rank of a player: the player follows by ADP. */
  unrank(player) {
    const from = this.indexOf(player);
    if (from >= this.ranked) return;
    const [row] = this.rows.splice(from, 1), rest = this.rows.slice(--this.ranked);
    row.tier = null;
    const at = rest.findIndex(other => (other.adp ?? Infinity) > (row.adp ?? Infinity));
    this.rows.splice(at < 0 ? this.rows.length : this.ranked + at, 0, row);
    this.changed();
    announce(`${row.playerName} has no rank any more.`);
  }

  /** Begins a tier with a player, or joins it to the tier above. */
  tier(player) {
    const place = this.indexOf(player), { rows } = this;
    if (place >= this.ranked) return toast("Only ranked players have tiers.", "", 3_500, "tier");
    if (!this.hasPlainTiers) return toast("These tiers come from your file, by position. Upload another file to change them.", "", 6_000, "tier");
    if (place === 0) return;
    if (rows[0].tier === null) for (const row of this.rankedRows) row.tier = 1;
    const begins = rows[place].tier !== rows[place - 1].tier;
    for (let index = place; index < this.ranked; index++) rows[index].tier = Math.max(1, Math.min(99, (rows[index].tier ?? 1) + (begins ? -1 : 1)));
    if (rows[this.ranked - 1].tier === 1) for (const row of this.rankedRows) row.tier = null;
    this.changed();
    this.focus(player);
    announce(begins ? "The tier is joined to the one above." : `Tier ${rows[place].tier} begins with ${rows[place].playerName}.`);
  }

  focus(player) {
    const place = this.window.places.get(player);
    if (place !== undefined) this.window.focus(place);
  }

  /** Moves a player by keys. @param {KeyboardEvent} event */
  key(event) {
    const element = /** @type {HTMLElement} */ (event.target).closest(".rank");
    if (!(element instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const player = Number(element.dataset.player), index = this.indexOf(player), isHandle = /** @type {HTMLElement} */ (event.target).classList.contains("handle");
    const to = isHandle ? { ArrowUp: index - 1, ArrowDown: index + 1, PageUp: index - 10, PageDown: index + 10, Home: 0, End: Math.max(0, this.ranked - 1) }[event.key] : undefined;
    if (to !== undefined) this.moveBy(player, to);
    else if (event.key === "t") this.tier(player);
    else if (event.key === "Delete") this.unrank(player);
    else return;
    event.preventDefault();
  }

  /** @param {number} player @returns {HTMLElement} */
  row(player) {
    let row = this.drawn.get(player);
    if (!row) this.drawn.set(player, row = this.makeRow(player));
    const one = /** @type {Row} */ (this.byPlayer.get(player)), place = this.places?.get(player) ?? 0, isRanked = place < this.ranked;
    const tier = isRanked ? one.tier : null, begins = tier !== null && place > 0 && this.rows[place - 1].tier !== tier;
    const key = `${place} ${this.ranked} ${tier} ${begins} ${this.dragged === player}`;
    if (row.key === key) return row.element;
    row.key = key;
    setText(row.place, isRanked ? place + 1 : "–");
    setText(row.tier, tier === null ? "Tier" : `T${tier}`);
    row.tier.setAttribute("aria-label", tier === null ? `Begin a tier with ${one.playerName}` : begins ? `Tier ${tier} begins with ${one.playerName}: join it to the tier above` : `Tier ${tier}: begin a tier with ${one.playerName}`);
    row.place.setAttribute("aria-label", isRanked ? `Rank ${place + 1}: move ${one.playerName} to another rank` : `Rank ${one.playerName}`);
    row.tier.hidden = !isRanked;
    row.remove.disabled = !isRanked;
    row.element.classList.toggle("unranked", !isRanked);
    row.element.classList.toggle("first", place === this.ranked && this.ranked > 0);
    row.element.classList.toggle("begins", begins);
    row.element.classList.toggle("dragged", this.dragged === player);
    return row.element;
  }

  makeRow(player) {
    const one = /** @type {Row} */ (this.byPlayer.get(player));
    const handle = make("button", { class: "iconbutton handle", type: "button", "aria-label": `Move ${one.playerName} with the arrow keys` }, icon("drag"));
    handle.addEventListener("pointerdown", event => this.drag(event, player));
    const place = make("button", { class: "place number", type: "button", onclick: () => this.ask(player) });
    const tier = make("button", { class: "tier number", type: "button", onclick: () => this.tier(player) });
    const remove = make("button", { class: "iconbutton", type: "button", "aria-label": `Remove the rank of ${one.playerName}`, onclick: () => this.unrank(player) }, icon("close"));
    const element = make("li", { class: "rank", dataset: { player } }, handle, place,
      make("span", { class: "name" }, make("b", { class: "clip", dir: "auto" }, one.playerName),
        make("span", { class: "about" }, badge(one.position), `${one.team ?? "–"}${one.byeWeek ? ` (${one.byeWeek})` : ""}`, make("span", { class: "number" }, `ADP ${decimal(one.adp)}`))),
      tier, remove);
    return { element, place, tier, remove, key: "" };
  }

  /** Asks for the rank of a player: the way without a drag, for long lists. */
  ask(player) {
    const one = /** @type {Row} */ (this.byPlayer.get(player)), index = this.indexOf(player);
    sheet(one.playerName, close => {
      const rank = make("input", { class: "input", type: "number", inputmode: "numeric", min: 1, max: this.rows.length, value: Math.min(index, this.ranked) + 1, required: true });
      const form = make("form", { class: "stack" }, make("label", { class: "field" }, make("span", {}, `Rank, from 1 to ${this.rows.length}`), rank), make("button", { class: "button primary large", type: "submit" }, "Move"));
      form.addEventListener("submit", event => {
        event.preventDefault();
        close();
        this.moveBy(player, Number(rank.value) - 1);
      });
      return [form, make("button", { class: "button large", type: "button", onclick: () => { close(); this.moveBy(player, 0); } }, "To the top")];
    });
  }

  /** Follows a finger or mouse: the list is in its new order all the time, and scrolls at its edges. @param {PointerEvent} event @param {number} player */
  drag(event, player) {
    if (event.button || this.words) {
      if (this.words) toast("Clear the search to drag, or tap the rank to move a player.", "", 3_500, "drag");
      return;
    }
    event.preventDefault();
    const { list } = this, before = this.indexOf(player);
    let y = event.clientY, isOver = false;
    this.dragged = player;
    // The list keeps the pointer: the row itself is moved in the document.
    list.setPointerCapture(event.pointerId);
    const follow = () => {
      const box = list.getBoundingClientRect(), to = Math.floor((y - box.top + list.scrollTop) / this.window.pitch);
      const place = Math.max(0, Math.min(to, this.rows.length - 1)), from = this.indexOf(player);
      if (place === from) return;
      const [row] = this.rows.splice(from, 1);
      this.rows.splice(place, 0, row);
      this.draw();
    };
    const scroll = () => {
      if (isOver) return;
      const box = list.getBoundingClientRect(), up = box.top + edge - y, down = y - box.bottom + edge;
      if (up > 0 || down > 0) {
        list.scrollTop += up > 0 ? -up / 4 : down / 4;
        follow();
      }
      requestAnimationFrame(scroll);
    };
    const move = moved => { y = moved.clientY; follow(); };
    const drop = () => {
      isOver = true;
      list.removeEventListener("pointermove", move);
      this.dragged = null;
      // The order is the same; ranks and tiers follow from where the player came.
      const to = this.indexOf(player), [row] = this.rows.splice(to, 1);
      this.rows.splice(before, 0, row);
      if (to === before) return this.draw();
      this.move(player, to);
      announce(`${row.playerName} is number ${to + 1} of ${plural(this.ranked, "ranked player")}.`);
    };
    list.addEventListener("pointermove", move);
    list.addEventListener("lostpointercapture", drop, { once: true });
    this.draw();
    requestAnimationFrame(scroll);
  }
}

/** As one types it: without accents and capitals. @param {string} text */
const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
