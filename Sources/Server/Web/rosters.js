// The teams of all seats, as they grow.
import { badge, make, tracker } from "./dom.js";
import { pickLabel } from "./format.js";

export class RostersTab {
  /** @param {import("./room.js").Room} room @param {{card: (player: number) => void}} actions */
  constructor(room, actions) {
    this.room = room;
    this.actions = actions;
    this.slot = room.mySlot ?? 0;
    this.chosen = false;
    this.select = make("select", { class: "input", "aria-label": "Team", onchange: () => { this.slot = Number(this.select.value); this.chosen = true; this.shown = ""; this.draw(); } });
    this.body = make("div");
    this.counts = make("div", { class: "counts" });
    this.element = make("div", { class: "tab", tabindex: -1 }, make("div", { class: "tools" }, this.select, this.counts), this.body);
    this.shown = "";
    this.named = "";
  }

  draw() {
    const { room } = this;
    if (!this.chosen && room.mySlot !== null) this.slot = room.mySlot;
    const names = Array.from({ length: room.teams }, (_, slot) => `${room.isDrawn ? `${slot + 1}. ` : ""}${room.nameOf(slot)}${room.isDrawn && slot === room.mySlot ? " (you)" : ""}`);
    if (names.join() !== this.named) {
      this.named = names.join();
      this.select.replaceChildren(...names.map((name, slot) => make("option", { value: slot }, name)));
    }
    this.select.value = String(this.slot);
    const roster = room.isDrawn ? room.roster(this.slot) : [];
    const key = `${this.slot} ${room.isDrawn} ${roster.map(one => one.player.player).join()}`;
    if (key === this.shown) return;
    this.shown = key;
    this.counts.replaceChildren(tracker(roster.map(one => one.player.position), room.rounds));
    const rest = [...roster], rows = room.starters.map(({ slot, positions }) => {
      const index = rest.findIndex(one => positions.includes(one.player.position));
      return this.row(slot, index < 0 ? null : rest.splice(index, 1)[0]);
    });
    const others = Array.from({ length: Math.max(rest.length, room.rounds - rows.length, 0) }, (_, index) => this.row(rows.length ? "BN" : `${index + 1}`, rest[index] ?? null));
    const part = (title, list) => [make("h2", { class: "part" }, title), make("ul", { class: "roster" }, list)];
    this.body.replaceChildren(...rows.length ? part("Starters", rows) : [], ...part(rows.length ? "Bench" : "Picks", others));
  }

  /** Moves the focus to the first player: in the selection, number keys would choose a team. */
  focus() { /** @type {HTMLElement} */ (this.body.querySelector(".rowbutton") ?? this.element).focus(); }

  row(label, one) {
    if (!one) return make("li", { class: "vacant" }, make("span", { class: "spot" }, label), make("span", { class: "muted" }, "–"));
    return make("li", {}, make("button", { class: "rowbutton", type: "button", "aria-haspopup": "dialog", onclick: () => this.actions.card(one.player.player) },
      make("span", { class: "spot" }, label), badge(one.player.position),
      make("span", { class: "grow clip" }, make("b", { dir: "auto" }, one.player.name), make("span", { class: "muted small" }, ` ${one.player.team}${one.player.byeWeek ? ` (${one.player.byeWeek})` : ""}`)),
      make("span", { class: "muted number small" }, pickLabel(one.pick, this.room.teams))));
  }
}
