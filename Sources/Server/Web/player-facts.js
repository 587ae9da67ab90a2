// The meaning of a player for the user's team: value against ADP, byes, stacks, exposure, the opponent of week 17.
import { get } from "./api.js";
import { make, setText } from "./dom.js";
import { decimal, plural } from "./format.js";
import { store, stored } from "./stored.js";

/** The facts that a row can show, with their names in the list of choices. @type {[string, string][]} */
export const choices = [
  ["adp", "ADP against this pick"], ["bye", "Bye clash"], ["stack", "Stack with my team"], ["exposure", "My exposure"], ["week17", "Week 17 opponent"],
  ["tier", "My rank and tier"],
];

/** The playoff week whose opponents drafters combine. */
const finalWeek = 17;

/** @typedef {{kind: string, text: string, title: string}} Hint */

export class PlayerFacts {
  /** @param {import("./room.js").Room} room @param {{changed: () => void}} page `changed`: draws the rows again */
  constructor(room, page) {
    this.room = room;
    this.page = page;
    /** @type {Set<string>} */
    this.chosen = new Set(stored("facts", ["adp", "bye", "stack"]));
    /** The user's other teams with each player. @type {{teams: number, counts: Map<string, number>} | null} */
    this.exposure = null;
    /** The opponent of each NFL team in week 17. @type {Map<string, string> | null} */
    this.opponents = null;
    /** The reasons why chosen facts are not shown, by fact. @type {Map<string, string>} */
    this.missing = new Map();
    this.note = make("p", { class: "muted small", role: "status" });
    this.made = -1;
    /** @type {any} */
    this.ownRank = null;
    this.load();
  }

  /** @param {string} key @param {boolean} isChosen */
  choose(key, isChosen) {
    if (isChosen) this.chosen.add(key); else this.chosen.delete(key);
    store("facts", [...this.chosen]);
    this.report(key, "");
    this.load();
    this.page.changed();
  }

  /** States why a chosen fact is not shown. @param {string} key @param {string} reason empty if it is shown */
  report(key, reason) {
    this.missing.set(key, reason);
    setText(this.note, choices.map(([key]) => this.chosen.has(key) ? this.missing.get(key) ?? "" : "").filter(Boolean).join(" "));
  }

  /** Reads what the chosen facts are made of, once. */
  load() {
    if (this.chosen.has("exposure")) this.loadExposure();
    if (this.chosen.has("week17")) this.loadSchedule();
    if (this.chosen.has("tier") && !this.ownRank && this.room.isMember) import("./own-ranks.js").then(loaded => loaded.showTiers(this)).catch(() => {});
  }

  async loadExposure() {
    const user = this.room.me?.user;
    if (this.exposure || user === undefined) return;
    this.exposure = { teams: 0, counts: new Map() };
    const teams = await get(`/v1/users/${user}/teams`).catch(() => null);
    if (!teams) {
      this.exposure = null;
      return this.report("exposure", "Your other teams cannot be read now.");
    }
    for (const team of teams) {
      if (!team.picks.length || team.room === this.room.id || ["cancelled", "voided"].includes(team.status)) continue;
      this.exposure.teams++;
      for (const pick of team.picks) this.exposure.counts.set(named(pick.playerName, pick.position), (this.exposure.counts.get(named(pick.playerName, pick.position)) ?? 0) + 1);
    }
    this.page.changed();
  }

  async loadSchedule() {
    if (this.opponents) return;
    this.opponents = new Map();
    try {
      const seasons = (await get("/v1/reference-data")).filter(one => one.kind === "schedule").map(one => one.season);
      const games = seasons.length ? (await get(`/v1/seasons/${Math.max(...seasons)}/reference-data?kind=schedule&limit=1000`)).notes : [];
      for (const { week, home, away } of games) {
        if (week !== finalWeek) continue;
        this.opponents.set(home, away);
        this.opponents.set(away, home);
      }
      this.report("week17", this.opponents.size ? "" : "The operator has not recorded a schedule, so the opponents of week 17 are not known.");
    } catch {
      this.opponents = null;
      this.report("week17", "The schedule cannot be read now.");
    }
    this.page.changed();
  }

  /** Reads the user's own team again if a pick was made since. */
  refresh() {
    const { room } = this;
    if (this.made === room.picks.length && this.slot === room.mySlot) return;
    this.made = room.picks.length;
    this.slot = room.mySlot;
    /** @type {import("./room.js").Player[]} */
    this.own = room.mySlot === null || !room.isDrawn ? [] : room.roster(room.mySlot).map(one => one.player);
  }

  /** @param {number} player @returns {Record<string, Hint | null>} */
  all(player) {
    this.refresh();
    const { room } = this, one = room.players[player], others = this.own.filter(other => other.player !== player);
    const gap = one.adp === null || room.isOver ? null : room.currentPick - one.adp;
    const clash = others.filter(other => one.byeWeek !== null && other.byeWeek === one.byeWeek), mates = others.filter(other => one.team && other.team === one.team);
    const rival = one.team ? this.opponents?.get(one.team) : undefined, against = rival ? others.filter(other => other.team === rival) : [];
    const count = this.exposure?.counts.get(named(one.name, one.position)) ?? 0, teams = this.exposure?.teams ?? 0;
    const names = list => list.map(other => `${other.name} (${other.position})`).join(", ");
    return {
      adp: gap === null ? null : { kind: gap >= 0 ? "late" : "early", text: signed(gap), title: gap >= 0 ? `${decimal(gap)} picks later than the ADP of ${decimal(one.adp)}.` : `${decimal(-gap)} picks before the ADP of ${decimal(one.adp)}.` },
      bye: clash.length ? { kind: clash.length > 2 ? "bad" : "warn", text: `bye ×${clash.length}`, title: `Bye in week ${one.byeWeek}, like ${names(clash)}.` } : null,
      stack: mates.length ? { kind: "good", text: `stack ${mates.map(other => other.position).join("+")}`, title: `Same NFL team as ${names(mates)}.` } : null,
      exposure: teams ? { kind: "", text: `${Math.round(100 * count / teams)}% mine`, title: `In ${count} of your ${plural(teams, "other team")}.` } : null,
      week17: rival ? { kind: against.length ? "good" : "", text: `W17 ${rival}`, title: `Week 17 against ${rival}${against.length ? `, like ${names(against)} of your team` : ""}.` } : null,
      ...this.ownRank?.(player),
    };
  }

  /** The chosen hints of a row, without the value against ADP, which has a place of its own. @param {number} player @returns {{value: Hint | null, hints: Hint[]}} */
  hints(player) {
    const all = this.all(player), hints = choices.filter(([key]) => key !== "adp" && this.chosen.has(key)).map(([key]) => all[key]);
    return { value: this.chosen.has("adp") ? all.adp : null, hints: /** @type {Hint[]} */ (hints.filter(Boolean)) };
  }

  /** All that is known about a player, as sentences. @param {number} player @returns {string[]} */
  sentences(player) { return Object.values(this.all(player)).filter(hint => hint !== null).map(hint => /** @type {Hint} */ (hint).title); }
}

const named = (name, position) => `${name}\u0000${position}`;

/** "+3.2", "−0.4". @param {number} value */
const signed = value => (value < 0 ? "−" : "+") + decimal(Math.abs(value));
