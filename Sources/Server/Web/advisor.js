// The players that are likely left at the user's next pick, with their meaning for the user's team.
import { get } from "./api.js";
import { badge, make, setText } from "./dom.js";
import { decimal, pickLabel, plural, slotOf } from "./format.js";

/** The number of players that are read, and the number that are listed. */
const read = 80, listed = 8;

/** Milliseconds from a failed reading to the next one. */
const pause = 30_000;

export class Advisor {
  /** @param {import("./room.js").Room} room @param {HTMLElement} element that it fills @param {{card: (player: number) => void}} actions */
  constructor(room, element, actions) {
    this.room = room;
    this.actions = actions;
    this.words = make("p", { class: "muted small", role: "status" }, "Loading …");
    this.list = make("ol", { class: "advice" });
    element.append(this.words, this.list);
    this.indexes = new Map(room.players.map(one => [`${one.name}\u0000${one.position}`, one.player]));
    /** The rows of the server's report, by ADP. @type {{player: number, row: any}[] | null} */
    this.rows = null;
    /** The number of players on the user's team, and of all picks, when the report was read. */
    this.own = this.made = -1;
    /** Whether the report has as many players as were asked for, so that there can be more. */
    this.isCut = false;
    /** When a failed reading can be repeated. @see performance.now */
    this.retryAt = 0;
    this.isReading = false;
    this.shown = "";
  }

  /** The user's next pick after the one on the clock. @returns {number | null} */
  get nextPick() {
    const { room } = this;
    for (let pick = room.currentPick + 1; room.mySlot !== null && pick <= room.pickCount; pick++)
      if (slotOf(pick, room.teams, room.order) === room.mySlot) return pick;
    return null;
  }

  /** Reads the report if the user's team has changed, on which it depends, or if few players of a cut report are left. */
  async load() {
    const { room } = this, own = room.mySlot === null ? 0 : room.roster(room.mySlot).length, made = room.picks.length;
    if (this.isReading || room.isOver || room.mySeat === null || performance.now() < this.retryAt) return;
    const isShort = this.isCut && made > this.made && this.left().length < listed * 3;
    if (this.rows && this.own === own && !isShort) return;
    this.isReading = true;
    try {
      const limit = read + room.teams * 2, report = await get(`/v1/rooms/${room.id}/seats/${room.mySeat}/next?limit=${limit}`);
      this.rows = report.players.map(row => ({ player: this.indexes.get(`${row.name}\u0000${row.position}`), row })).filter(one => one.player !== undefined);
      this.isCut = report.players.length >= limit;
      [this.own, this.made] = [own, made];
    } catch (error) {
      this.retryAt = performance.now() + pause;
      if (!this.rows) setText(this.words, `The advisor is not available: ${error.message}`);
      return;
    } finally {
      this.isReading = false;
    }
    this.draw();
  }

  left() { return (this.rows ?? []).filter(one => !this.room.taken.has(one.player)); }

  draw() {
    const { room } = this;
    if (room.isOver || !room.isDrawn) return setText(this.words, room.isOver ? "The draft is over." : "The advisor starts when the draft order is drawn.");
    const next = this.nextPick;
    if (next === null) {
      this.list.replaceChildren();
      return setText(this.words, "You have no later pick.");
    }
    this.load();
    if (!this.rows) return;
    // On the clock, one of the players goes to the user's own team before the others pick.
    const others = next - room.currentPick - (room.isMyTurn ? 1 : 0), here = this.left().slice(others, others + listed);
    setText(this.words, `If all draft by ADP, ${plural(others, "player")} ${others === 1 ? "goes" : "go"} before your pick ${pickLabel(next, room.teams)}. Likely there:`);
    const key = here.map(one => one.player).join() + this.own;
    if (key === this.shown) return;
    this.shown = key;
    this.list.replaceChildren(...here.map(({ player, row }) => make("li", {}, make("button", { class: "rowbutton", type: "button", "aria-haspopup": "dialog", onclick: () => this.actions.card(player) },
      badge(row.position), make("span", { class: "name grow" }, make("b", { class: "clip", dir: "auto" }, row.name), make("span", { class: "about", dir: "auto" }, adviceWords(row).join(" · ") || `${row.team || "–"}`)),
      make("span", { class: "number small muted" }, row.adpHundredths === null ? "–" : decimal(row.adpHundredths / 100))))));
  }
}

/** What a player would mean for the team, in a few words. @param {any} row of the report */
export function adviceWords(row) {
  return [
    row.stack.length ? `${row.stackHasQuarterback ? "QB stack" : "stack"} with ${row.stack.join(", ")}` : "",
    row.sameBye ? `same bye as ${row.sameBye}` : "",
    row.mate && row.together > 1 ? `with ${row.mate} in ${plural(row.together, "team")}` : "",
    row.exposure ? `in ${Math.round(100 * row.exposure)}% of your teams` : "",
  ].filter(Boolean);
}
