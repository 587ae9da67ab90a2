// A scrolling list with elements only for the rows near its window. The rows in the window are drawn at once, the others while
// the browser has nothing else to do.
import { make, whenIdle } from "./dom.js";

/** The number of rows above and below the window that get elements: keys and short swipes reach them at once. */
const above = 8, below = 24;

/** The number of rows outside the window that are drawn with it: a row can be cut by its edge. */
const edge = 1;

/** The number of rows that are drawn at once while the browser is idle. */
const atOnce = 4;

/** The height in pixels that a list is assumed to have while it is hidden. */
const assumedHeight = 900;

export class WindowedList {
  /**
   * @param {HTMLElement} list that scrolls; its property `--row` is the height of a closed row
   * @param {(item: number) => HTMLElement} element draws an item and returns its element, which has the item in `data-player`
   */
  constructor(list, element) {
    this.list = list;
    this.element = element;
    /** @type {number[]} */
    this.items = [];
    /** The place of each item. @type {Map<number, number>} */
    this.places = new Map();
    /** The open item, whose row is higher than the others. @type {number | null} */
    this.tall = null;
    this.extra = 0;
    this.pitch = 65;
    /** The height of the window, and how far it is scrolled. Both are remembered: to read them, a browser must lay the page out. */
    this.height = assumedHeight;
    this.top = this.all = 0;
    /** The rows in the list with their offsets, by item. @type {Map<number, {row: HTMLElement, offset: number}>} */
    this.shown = new Map();
    /** The items that were drawn since the last change. @type {Set<number>} */
    this.drawn = new Set();
    this.isScheduled = this.isFilling = this.isHidden = false;
    list.addEventListener("scroll", () => { this.top = list.scrollTop; this.schedule(); }, { passive: true });
    new ResizeObserver(([{ contentRect }]) => this.measure(contentRect.height)).observe(list);
    this.growth = new ResizeObserver(() => this.grow());
    /** As high as all rows together. A property of the list would be inherited: all rows would be styled again. */
    this.space = make("li", { class: "space", "aria-hidden": "true" });
    list.append(this.space);
  }

  get last() { return this.items.length - 1; }

  /** Reads the height of a row, which depends on the width of the page. @param {number} height of the window; 0 while it is hidden */
  measure(height) {
    this.isHidden = height === 0;
    if (this.isHidden) return this.trim();
    this.height = height;
    this.pitch = parseFloat(getComputedStyle(this.list).getPropertyValue("--row")) || this.pitch;
    this.place();
  }

  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => { this.isScheduled = false; this.place(); });
  }

  /**
   * Shows other items. If the row with the focus has left, the focus moves to the row at its place.
   *
   * @param {number[]} items @param {number | null} tall the open one
   */
  show(items, tall) {
    const focused = this.focused(), index = focused === null ? -1 : this.places.get(focused) ?? -1, isOther = tall !== this.tall;
    this.items = items;
    this.places = new Map(items.map((item, place) => [item, place]));
    this.tall = tall;
    this.drawn.clear();
    if (isOther) {
      this.extra = 0;
      this.growth.disconnect();
    }
    this.place();
    const open = isOther && tall !== null ? this.shown.get(tall)?.row : undefined;
    if (open) {
      this.growth.observe(open);
      this.grow();
    }
    if (index >= 0 && focused !== null && !this.places.has(focused)) this.focus(Math.min(index, this.last));
  }

  /** Makes space for the open row. */
  grow() {
    const row = this.tall === null ? undefined : this.shown.get(this.tall)?.row, extra = row ? Math.max(0, row.offsetHeight - this.pitch) : this.extra;
    if (extra === this.extra) return;
    this.extra = extra;
    this.place();
  }

  /** The item whose row has the focus. @returns {number | null} */
  focused() {
    const row = this.list.contains(document.activeElement) ? document.activeElement?.closest("[data-player]") : null;
    return row instanceof HTMLElement ? Number(row.dataset.player) : null;
  }

  /** @param {number} index */
  offset(index) {
    const tall = this.tall === null ? -1 : this.places.get(this.tall) ?? -1;
    return index * this.pitch + (tall >= 0 && index > tall ? this.extra : 0);
  }

  /** The rows that the window shows, and those that have elements. */
  range() {
    const count = this.items.length, top = Math.max(0, Math.min(this.top, this.offset(count) - this.height));
    const from = Math.max(0, Math.floor((top - this.extra) / this.pitch) - edge), to = Math.min(count, Math.ceil((top + this.height) / this.pitch) + edge);
    return { from, to, first: Math.max(0, from + edge - above), end: Math.min(count, to - edge + below) };
  }

  /** Draws the rows in the window, and keeps those near it. @param {Set<number>} [others] the places of other rows that are drawn */
  place(others = new Set()) {
    const { from, to, first, end } = this.range(), indexes = [];
    const isDue = index => (index >= from && index < to) || others.has(index);
    let isLacking = false;
    for (let index = first; index < end; index++) {
      const item = this.items[index];
      if (!isDue(index) && !this.drawn.has(item)) {
        isLacking = true;
        if (!this.shown.has(item)) continue;
      }
      indexes.push(index);
    }
    // A row that is scrolled away keeps its element while it has the focus.
    const focused = this.focused(), kept = focused === null ? -1 : this.places.get(focused) ?? -1;
    if (kept >= end) indexes.push(kept); else if (kept >= 0 && kept < first) indexes.unshift(kept);
    this.arrange(indexes, isDue);
    if (isLacking) this.fillLater();
  }

  /** Puts the rows of some places into the list, in their order. @param {number[]} indexes @param {(index: number) => boolean} isDue */
  arrange(indexes, isDue) {
    const wanted = new Set(indexes.map(index => this.items[index]));
    for (const [item, { row }] of this.shown) if (!wanted.has(item)) { row.remove(); this.shown.delete(item); }
    let next = this.list.firstChild;
    const size = String(this.items.length);
    for (const index of indexes) {
      const item = this.items[index], isDrawn = this.drawn.has(item), known = this.shown.get(item);
      const row = isDue(index) && !isDrawn ? this.element(item) : known?.row ?? this.element(item);
      if (isDue(index) || !known) this.drawn.add(item);
      if (row === next) next = next.nextSibling;
      else this.list.insertBefore(row, next);
      const place = String(index + 1), offset = this.offset(index);
      if (row.ariaPosInSet !== place) row.ariaPosInSet = place;
      if (row.ariaSetSize !== size) row.ariaSetSize = size;
      if (known?.offset !== offset) row.style.transform = `translateY(${offset}px)`;
      this.shown.set(item, { row, offset });
    }
    const all = this.offset(this.items.length);
    if (all === this.all) return;
    this.all = all;
    this.space.style.height = all + "px";
  }

  /** Draws the rows near the window, a few at a time, the next ones of a scroll downwards first. */
  fillLater() {
    if (this.isFilling) return;
    this.isFilling = true;
    whenIdle(() => {
      this.isFilling = false;
      if (this.isHidden) return;
      const { from, to, first, end } = this.range(), lacking = [];
      for (let index = to; index < end; index++) lacking.push(index);
      for (let index = from - 1; index >= first; index--) lacking.push(index);
      this.place(new Set(lacking.filter(index => !this.drawn.has(this.items[index])).slice(0, atOnce)));
    });
  }

  /** Removes the rows that the window does not show: a list that was hidden is shown faster without them. */
  trim() {
    const { from, to } = this.range(), focused = this.focused();
    for (const [item, { row }] of this.shown) {
      const place = this.places.get(item) ?? -1;
      if (item === focused || (place >= from && place < to)) continue;
      row.remove();
      this.shown.delete(item);
    }
  }

  /** Scrolls to the first row. */
  toTop() {
    if (this.top) this.list.scrollTop = this.top = 0;
  }

  /** Scrolls until a row is in the window. @param {number} index */
  reveal(index) {
    const top = this.offset(index), bottom = top + this.pitch + (this.items[index] === this.tall ? this.extra : 0);
    if (top < this.top) this.list.scrollTop = top;
    else if (bottom > this.top + this.height) this.list.scrollTop = Math.min(top, bottom - this.height);
    else return;
    this.top = this.list.scrollTop;
    this.place();
  }

  /** Moves the focus to a row's first button. @param {number} index @returns {boolean} whether there is such a row */
  focus(index) {
    if (index < 0 || index > this.last) return false;
    this.reveal(index);
    const button = /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-player="${this.items[index]}"] button`));
    button?.focus({ preventScroll: true });
    return button !== null;
  }
}
