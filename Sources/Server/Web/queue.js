// The user's queue: the user drafts from it with two taps, and autopicks take its players in this order.
import { command, inTurn, onceReached } from "./api.js";
import { badge, emptyState, icon, make, setText, sheet } from "./dom.js";
import { decimal, plural } from "./format.js";
import { PlayerDetail } from "./player-detail.js";
import { announce, toast } from "./shell.js";
import { store, stored } from "./stored.js";

export class QueueTab {
  /**
   * @param {import("./room.js").Room} room @param {QueueEdits} edits
   * @param {{sender: import("./pick-sender.js").PickSender, draft: (player: number) => Promise<boolean> | null, card: (player: number) => void, extras: () => any}} actions
   */
  constructor(room, edits, actions) {
    this.room = room;
    this.edits = edits;
    this.actions = actions;
    /** The open player: the first of two taps. @type {number | null} */
    this.open = null;
    /** @type {PlayerDetail | null} */
    this.detail = null;
    this.list = make("ol", { class: "queue" });
    this.list.addEventListener("keydown", event => this.key(event));
    this.auto = make("input", { type: "checkbox", role: "switch", onchange: () => edits.autodraft(this.auto.checked) });
    this.clear = make("button", { class: "button small", type: "button", onclick: () => this.askToClear() }, "Clear");
    this.empty = emptyState("plus", "Your queue is empty", "Add players with +. When your time runs out, the first available player is drafted for you. On the clock, you can draft from here.");
    /** @type {import("./advisor.js").Advisor | null} */
    this.advisor = null;
    this.help = make("details", { class: "advisor", open: stored("advisor", false), ontoggle: () => this.advise() }, make("summary", {}, icon("bolt"), "At your next pick"));
    this.element = make("div", { class: "tab" },
      make("div", { class: "tools row spread" },
        make("label", { class: "switch" }, this.auto, make("span", {}, "Autodraft from the queue")), this.clear),
      this.empty, this.list, this.help);
    this.shown = "";
    this.dragged = /** @type {number | null} */ (null);
  }

  draw() {
    const { room } = this, queue = room.shownQueue, me = room.me;
    this.auto.checked = !!me?.autodraft;
    this.auto.disabled = !me || room.isOver || room.status === "waiting";
    this.clear.hidden = !queue.length;
    this.help.hidden = room.isOver;
    if (room.isOver) {
      setText(this.empty.querySelector("h2"), "The draft is over");
      setText(this.empty.querySelector("p"), "Your queue is not needed any more.");
    }
    if (this.help.open) this.advisor?.draw();
    this.empty.hidden = queue.length > 0;
    if (this.open !== null && !queue.includes(this.open)) this.open = null;
    const key = `${queue.join(" ")}, ${this.open}`;
    this.detail?.draw();
    if (key === this.shown || this.dragged !== null) return;
    this.shown = key;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement), row = focused?.closest("li"), index = row ? [...this.list.children].indexOf(row) : -1;
    this.detail = this.open === null ? null : new PlayerDetail(room, this.open, { sender: this.actions.sender, confirm: player => this.confirm(player), ...this.actions.extras() });
    this.list.replaceChildren(...queue.map((player, place) => this.item(player, place, queue)));
    if (index < 0 || !row) return;
    // The focus stays at its player, and at its place if the player has left.
    const player = Number(row.dataset.player), place = Math.min(index, queue.length - 1), action = focused?.dataset.act ?? "open";
    this.list.querySelector(queue.includes(player) ? `li[data-player="${player}"] [data-act="${action}"]` : `li:nth-child(${place + 1}) [data-act="open"]`)?.focus();
  }

  /** Loads the advisor when it is opened first. */
  async advise() {
    store("advisor", this.help.open);
    if (!this.help.open) return;
    const loaded = await import("./advisor.js").catch(() => null);
    if (loaded) this.advisor ??= new loaded.Advisor(this.room, this.help, this.actions);
    this.advisor?.draw();
  }

  /** @param {number} player */
  look(player) {
    this.open = this.open === player ? null : player;
    this.draw();
  }

  /** The second tap. @param {number} player */
  async confirm(player) {
    const sent = this.actions.draft(player);
    this.detail?.draw();
    await sent;
    this.draw();
  }

  /** Moves through the queue, opens and drafts by keys. @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target), row = target.closest("li");
    if (target.dataset.act !== "open" || !row || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = /** @type {any[]} */ ([...this.list.children]), index = rows.indexOf(row), last = rows.length - 1;
    const to = { ArrowDown: Math.min(index + 1, last), ArrowUp: Math.max(index - 1, 0), Home: 0, End: last }[event.key];
    if (to !== undefined) rows[to].querySelector("[data-act=open]").focus();
    else if (event.key === "q") this.edits.queue(Number(row.dataset.player), false);
    // A key that is held down is one tap, not two.
    else if (event.key === "Enter" && Number(row.dataset.player) === this.open && this.detail?.isReady) { if (!event.repeat) this.confirm(this.open); }
    else return;
    event.preventDefault();
  }

  /** Moves the focus into the queue. */
  focus() { (this.list.querySelector("[data-act=open]") ?? this.auto).focus(); }

  /** Closes the open player. @returns {boolean} whether there was one */
  close() {
    if (this.open === null) return false;
    this.look(this.open);
    return true;
  }

  /** Clearing a queue needs confirmation. */
  askToClear() {
    const count = this.room.shownQueue.length, drop = close => { this.edits.clear(); close(); };
    if (count < 2) return this.edits.clear();
    sheet("Clear your queue?", close => [make("p", {}, `This removes ${plural(count, "player")}.`),
      make("button", { class: "button danger large", type: "button", onclick: () => drop(close) }, "Clear the queue"),
      make("button", { class: "button large", type: "button", onclick: close }, "Keep it")]);
  }

  item(player, index, queue) {
    const one = this.room.players[player], last = queue.length - 1;
    const act = (name, label, work, disabled = false) =>
      make("button", { class: "iconbutton", type: "button", dataset: { act: name }, "aria-label": `${label}: ${one.name}`, title: label, disabled, onclick: work }, icon(name === "remove" ? "close" : name));
    const move = to => { this.edits.move(player, to); announce(`${one.name} is number ${to + 1} of ${queue.length} in your queue.`); };
    const handle = make("button", { class: "iconbutton handle", type: "button", dataset: { act: "drag" }, "aria-label": `Move ${one.name} with the arrow keys; place ${index + 1} of ${queue.length}` }, icon("drag"));
    handle.addEventListener("keydown", event => {
      const to = event.key === "ArrowUp" ? index - 1 : event.key === "ArrowDown" ? index + 1 : event.key === "Home" ? 0 : event.key === "End" ? last : null;
      if (to === null) return;
      event.preventDefault();
      if (to >= 0 && to <= last && to !== index) move(to);
    });
    const open = make("button", { class: "rowbutton", type: "button", dataset: { act: "open" }, "aria-expanded": String(this.open === player), onclick: () => this.look(player) },
      make("span", { class: "place number" }, index + 1),
      make("span", { class: "name" }, make("b", { class: "clip", dir: "auto" }, one.name),
        make("span", { class: "about" }, badge(one.position), `${one.team || "–"}${one.byeWeek ? ` (${one.byeWeek})` : ""}`, make("span", { class: "number" }, `ADP ${decimal(one.adp)}`))));
    const row = make("li", { dataset: { player } }, handle, open,
      act("top", "To the top", () => { this.edits.top(player); announce(`${one.name} is first in your queue.`); }, index === 0),
      act("remove", "Remove", () => this.edits.queue(player, false)), this.open === player ? this.detail?.element : null);
    handle.addEventListener("pointerdown", event => this.drag(event, row, player, index));
    return row;
  }

  /** Follows a finger or mouse until it is released. */
  drag(event, row, player, from) {
    if (event.button) return;
    event.preventDefault();
    // Rows are equally high while one is dragged.
    if (this.detail) this.detail.element.hidden = true;
    const handle = event.currentTarget, height = row.offsetHeight, start = event.clientY, rows = [...this.list.children];
    let to = from;
    this.dragged = player;
    handle.setPointerCapture(event.pointerId);
    row.classList.add("dragged");
    const follow = moved => {
      const distance = moved.clientY - start;
      to = Math.max(0, Math.min(rows.length - 1, from + Math.round(distance / height)));
      row.style.transform = `translateY(${distance}px)`;
      rows.forEach((other, index) => {
        if (other === row) return;
        const shift = index > from && index <= to ? -height : index < from && index >= to ? height : 0;
        other.style.transform = shift ? `translateY(${shift}px)` : "";
      });
    };
    const drop = () => {
      handle.removeEventListener("pointermove", follow);
      for (const other of rows) other.style.transform = "";
      row.classList.remove("dragged");
      this.dragged = null;
      this.shown = "";
      this.open = null;
      if (to !== from) this.edits.move(player, to); else this.draw();
    };
    handle.addEventListener("pointermove", follow);
    handle.addEventListener("lostpointercapture", drop, { once: true });
  }
}

/** A queue with a player at another place. @param {number[]} queue @param {number} player @param {number} index */
export function moved(queue, player, index) {
  const rest = queue.filter(other => other !== player);
  return [...rest.slice(0, index), player, ...rest.slice(index)];
}

/** Edits of the queue: shown at once, sent in order, and reverted if the ledger refuses them. */
export class QueueEdits {
  /**
   * @param {import("./room.js").Room} room
   * @param {{changed: () => void, whenLive: () => Promise<any> | undefined}} page `changed`: draws the page
   */
  constructor(room, page) {
    this.room = room;
    this.page = page;
    this.next = inTurn();
  }

  /** Converts an index among the available players to an index in the whole queue. */
  place(index, player) {
    const shown = this.room.shownQueue.filter(other => other !== player), all = this.room.pending.reduce((queue, edit) => edit.apply(queue), this.room.queue).filter(other => other !== player);
    return index >= shown.length ? all.length : all.indexOf(shown[index]);
  }

  /** Adds a player to the end of the queue, or removes it. @param {number} player @param {boolean} add */
  queue(player, add) {
    const kind = add ? "addToQueue" : "removeFromQueue";
    this.edit({ kind, player }, queue => add ? [...queue.filter(other => other !== player), player] : queue.filter(other => other !== player));
    announce(`${this.room.players[player].name} ${add ? "queued" : "removed from the queue"}.`);
  }

  /** @param {number} player @param {number} index among the available players */
  move(player, index) {
    const place = this.place(index, player);
    this.edit({ kind: "moveInQueue", player, index: place }, queue => moved(queue, player, place));
  }

  /** @param {number} player */
  top(player) { this.edit({ kind: "moveToTopOfQueue", player }, queue => moved(queue, player, 0)); }

  clear() { this.edit({ kind: "clearQueue" }, () => []); }

  async edit(fields, apply) {
    const key = crypto.randomUUID().replaceAll("-", ""), { room } = this;
    room.pending.push({ id: key, apply });
    this.page.changed();
    try {
      await this.next(() => onceReached(() => command({ ...fields, room: room.id, seat: room.mySeat }, { id: key, tries: 3 }), () => this.page.whenLive()));
    } catch (error) {
      room.pending = room.pending.filter(edit => edit.id !== key);
      this.fail(error);
      this.page.changed();
    }
  }

  /** @param {boolean} on */
  async autodraft(on) {
    await this.next(() => command({ kind: "setAutodraft", room: this.room.id, seat: this.room.mySeat, on })).catch(error => this.fail(error));
    this.page.changed();
  }

  /** The connection's banner reports an ended session and links to the sign-in. */
  fail(error) { if (error.status !== 401) toast(error.message, "error"); }
}
