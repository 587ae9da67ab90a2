// A scrolling list with elements only for the rows near its window.

/** The number of rows above and below the window that have elements: keys and short swipes reach them at once. */
const above = 8, below = 24;

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
    /** The elements in the list with their offsets. @type {Map<HTMLElement, number>} */
    this.offsets = new Map();
    this.isScheduled = false;
    list.addEventListener("scroll", () => this.schedule(), { passive: true });
    new ResizeObserver(() => this.measure()).observe(list);
  }

  get last() { return this.items.length - 1; }

  /** Reads the height of a row, which depends on the width of the page. */
  measure() {
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
    const focused = this.focused(), index = focused === null ? -1 : this.places.get(focused) ?? -1;
    this.items = items;
    this.places = new Map(items.map((item, place) => [item, place]));
    if (tall !== this.tall) this.extra = 0;
    this.tall = tall;
    this.place();
    if (index >= 0 && focused !== null && !this.places.has(focused)) this.focus(Math.min(index, this.last));
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

  /** Draws the rows near the window. */
  place() {
    const top = this.list.scrollTop, height = this.list.clientHeight || assumedHeight;
    const first = Math.max(0, Math.floor((top - this.extra) / this.pitch) - above), end = Math.min(this.items.length, Math.ceil((top + height) / this.pitch) + below);
    const indexes = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
    // A row that is scrolled away keeps its element while it has the focus.
    const focused = this.focused(), kept = focused === null ? -1 : this.places.get(focused) ?? -1;
    if (kept >= end) indexes.push(kept); else if (kept >= 0 && kept < first) indexes.unshift(kept);
    const rows = indexes.map(index => this.element(this.items[index])), wanted = new Set(rows);
    for (const row of this.offsets.keys()) if (!wanted.has(row)) { row.remove(); this.offsets.delete(row); }
    let next = this.list.firstChild;
    const size = String(this.items.length);
    rows.forEach((row, number) => {
      if (row === next) next = next.nextSibling;
      else this.list.insertBefore(row, next);
      const place = String(indexes[number] + 1);
      if (row.ariaPosInSet !== place) row.ariaPosInSet = place;
      if (row.ariaSetSize !== size) row.ariaSetSize = size;
    });
    const open = this.tall === null ? -1 : indexes.indexOf(this.places.get(this.tall) ?? -1);
    if (open >= 0) this.extra = Math.max(0, rows[open].offsetHeight - this.pitch);
    rows.forEach((row, number) => {
      const offset = this.offset(indexes[number]);
      if (this.offsets.get(row) === offset) return;
      this.offsets.set(row, offset);
      row.style.top = offset + "px";
    });
    this.list.style.setProperty("--all", this.offset(this.items.length) + "px");
  }

  /** Scrolls until a row is in the window. @param {number} index */
  reveal(index) {
    const top = this.offset(index), bottom = top + this.pitch + (this.items[index] === this.tall ? this.extra : 0), { scrollTop, clientHeight } = this.list;
    if (top < scrollTop) this.list.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) this.list.scrollTop = Math.min(top, bottom - clientHeight);
    else return;
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
