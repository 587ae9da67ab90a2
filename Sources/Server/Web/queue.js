// The user's queue: autopicks take its players in this order.
import { badge, emptyState, icon, make, sheet } from "./dom.js";
import { plural } from "./format.js";
import { announce } from "./shell.js";

export class QueueTab {
  /**
   * @param {import("./room.js").Room} room
   * @param {{move: (player: number, index: number) => void, top: (player: number) => void, remove: (player: number) => void,
   *   clear: () => void, autodraft: (on: boolean) => void}} actions
   */
  constructor(room, actions) {
    this.room = room;
    this.actions = actions;
    this.list = make("ol", { class: "queue" });
    this.auto = make("input", { type: "checkbox", role: "switch", onchange: () => actions.autodraft(this.auto.checked) });
    this.clear = make("button", { class: "button small", type: "button", onclick: () => this.askToClear() }, "Clear");
    this.empty = emptyState("plus", "Your queue is empty", "Add players with +. When your time runs out, the first available player is drafted for you.");
    this.element = make("div", { class: "tab" },
      make("div", { class: "tools row spread" },
        make("label", { class: "switch" }, this.auto, make("span", {}, "Autodraft from the queue")), this.clear),
      this.empty, this.list);
    this.shown = "";
    this.dragged = /** @type {number | null} */ (null);
  }

  draw() {
    const { room } = this, queue = room.shownQueue, me = room.me;
    this.auto.checked = !!me?.autodraft;
    this.auto.disabled = !me || room.isOver || room.status === "waiting";
    this.clear.hidden = !queue.length;
    this.empty.hidden = queue.length > 0;
    const key = queue.join(" ");
    if (key === this.shown || this.dragged !== null) return;
    this.shown = key;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement), action = focused?.dataset.act, player = focused?.closest("li")?.dataset.player;
    this.list.replaceChildren(...queue.map((player, index) => this.item(player, index, queue)));
    if (action && player) this.list.querySelector(`li[data-player="${player}"] [data-act="${action}"]`)?.focus();
  }

  /** Clearing a queue needs confirmation. */
  askToClear() {
    const count = this.room.shownQueue.length, drop = close => { this.actions.clear(); close(); };
    if (count < 2) return this.actions.clear();
    sheet("Clear your queue?", close => [make("p", {}, `This removes ${plural(count, "player")}.`),
      make("button", { class: "button danger large", type: "button", onclick: () => drop(close) }, "Clear the queue"),
      make("button", { class: "button large", type: "button", onclick: close }, "Keep it")]);
  }

  item(player, index, queue) {
    const one = this.room.players[player], last = queue.length - 1;
    const act = (name, label, work, disabled = false) =>
      make("button", { class: "iconbutton", type: "button", dataset: { act: name }, "aria-label": `${label}: ${one.name}`, title: label, disabled, onclick: work }, icon(name === "remove" ? "close" : name));
    const move = to => { this.actions.move(player, to); announce(`${one.name} is number ${to + 1} of ${queue.length} in your queue.`); };
    const handle = make("button", { class: "iconbutton handle", type: "button", dataset: { act: "drag" }, "aria-label": `Move ${one.name} with the arrow keys; place ${index + 1} of ${queue.length}` }, icon("drag"));
    handle.addEventListener("keydown", event => {
      const to = event.key === "ArrowUp" ? index - 1 : event.key === "ArrowDown" ? index + 1 : event.key === "Home" ? 0 : event.key === "End" ? last : null;
      if (to === null) return;
      event.preventDefault();
      if (to >= 0 && to <= last && to !== index) move(to);
    });
    const row = make("li", { dataset: { player } }, handle, make("span", { class: "place number" }, index + 1), badge(one.position),
      make("span", { class: "grow clip" }, make("b", { dir: "auto" }, one.name), make("span", { class: "muted small" }, ` ${one.team}${one.byeWeek ? ` (${one.byeWeek})` : ""}`)),
      act("top", "To the top", () => { this.actions.top(player); announce(`${one.name} is first in your queue.`); }, index === 0),
      act("remove", "Remove", () => this.actions.remove(player)));
    handle.addEventListener("pointerdown", event => this.drag(event, row, player, index));
    return row;
  }

  /** Follows a finger or mouse until it is released. */
  drag(event, row, player, from) {
    if (event.button) return;
    event.preventDefault();
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
      if (to !== from) this.actions.move(player, to); else this.draw();
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
