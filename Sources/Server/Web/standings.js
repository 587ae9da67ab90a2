// The standings of a contest in a round up to a week: the user's entries, one draft, the best of all.
import { get } from "./api.js";
import { fill, make, setText } from "./dom.js";
import { grouped, ordinal, points } from "./format.js";
import { announce, toast } from "./shell.js";

/**
 * @typedef {{entry: number, externalID: string | null, room: number, user: number | null, pointsHundredths: number, place: number | null, advances: boolean | null, bestWeekHundredths: number | null, pod: number | null, recordedPointsHundredths: number | null, recordedPlace: number | null}} Entry
 * @typedef {{round: number, firstWeek: number, lastWeek: number, podSize: number, advancing: number}} Round
 * @typedef {{
 *   round: number | null, throughWeek: number | null, isFinal: boolean, entries: Entry[], entriesInRound: number, rounds: Round[],
 *   weeks: {week: number, isFinal: boolean}[], ties: string[], lineup: {slot: string, starters: number}[] | null,
 *   names: {user: number, name: string}[],
 * }} Standings
 */

/** The number of listed entries, and of rooms to choose from. */
const most = { leaders: 10, field: 100, rooms: 300 };

/** @param {number} contest @param {Record<string, any>} [question] @returns {Promise<Standings>} */
export const standings = (contest, question = {}) => {
  const known = Object.entries(question).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return get(`/v1/tournaments/${contest}/standings?${new URLSearchParams(known.map(([name, value]) => [name, String(value)]))}`);
};

/** A text about the players that count in a week. @param {Standings} result */
export function lineupWords(result) {
  if (!result.lineup) return "Best ball: your best players of each week count automatically.";
  const parts = result.lineup.map(one => `${one.starters} ${one.slot}`);
  return `Best ball: of each week your best ${parts.slice(0, -1).join(", ")}${parts.length > 1 ? " and " : ""}${parts.at(-1)} count automatically.`;
}

/** @param {{firstWeek: number, lastWeek: number}} round */
export const weekWords = round => round.firstWeek === round.lastWeek ? `Week ${round.firstWeek}` : `Weeks ${round.firstWeek}–${round.lastWeek}`;

/** @param {Round} round */
function roundWords(round) {
  const among = round.round === 1 ? `each draft's ${round.podSize}` : `each ${round.podSize}`;
  const who = round.advancing === 1 ? `The best of ${among} advances.` : `The best ${round.advancing} of ${among} advance.`;
  return `${weekWords(round)}. ${round.advancing ? who : "The last round: its places win the prizes."}`;
}

/**
 * Returns the current round: the first that is not closed, or the last one.
 *
 * @param {{round: number, isClosed: boolean}[]} terms of all rounds; empty if unknown
 */
export const roundUnderWay = terms => terms.find(one => !one.isClosed)?.round ?? terms.at(-1)?.round ?? null;

/** Whether every week of a round has its final points. @param {{firstWeek: number, lastWeek: number}} round @param {{week: number, isFinal: boolean}[]} weeks */
export const isScored = (round, weeks) => {
  for (let week = round.firstWeek; week <= round.lastWeek; week++) if (!weeks.some(one => one.week === week && one.isFinal)) return false;
  return true;
};

const tieWords = { bestWeek: "the best single week", earlierEntry: "the earlier entry" };

export class StandingsSection {
  /**
   * @param {number} contest @param {Standings} result the first answer: the best of all
   * @param {import("./session.js").Person | null} who @param {number[]} rooms with finished drafts, in order
   * @param {{round: number, isClosed: boolean}[]} terms of its rounds
   */
  constructor(contest, result, who, rooms, terms) {
    Object.assign(this, { contest, who, rooms, terms });
    this.underWay = roundUnderWay(terms) ?? result.round ?? 1;
    this.round = this.underWay;
    this.week = /** @type {number | null} */ (null);
    this.room = rooms[0] ?? null;
    this.turn = 0;
    this.state = make("span", { class: "muted small" });
    this.about = make("p", { class: "muted small" });
    this.tables = make("div", { class: "standings" });
    this.tools = make("div", { class: "row tools" });
    this.element = make("section", { class: "card", id: "standings", "aria-labelledby": "standings-title" },
      make("div", { class: "row spread" }, make("h2", { id: "standings-title" }, "Standings"), this.state), this.tools, this.about, this.tables);
  }

  /** Reads and shows the standings. */
  async load() {
    const turn = ++this.turn, question = { round: this.round, week: this.week };
    const isFirst = this.round === 1;
    const [all, own] = await Promise.all([
      standings(this.contest, { ...question, by: "points", limit: isFirst ? most.leaders : most.field }),
      this.who ? standings(this.contest, { ...question, user: this.who.user, limit: 150 }) : null]);
    // The user's own draft is shown first.
    const number = own?.entries.length && !this.isChosen ? own.entries[0].room : this.room;
    const room = isFirst && number !== null ? await standings(this.contest, { ...question, room: number }) : null;
    if (turn !== this.turn) return;
    this.room = number;
    this.draw(all, own, room);
  }

  /** @param {Standings} all @param {Standings | null} own @param {Standings | null} room */
  draw(all, own, room) {
    const round = all.rounds[this.round - 1];
    this.drawTools(all, round);
    const waits = this.round === this.underWay && this.terms[this.round - 1]?.isClosed === false && all.rounds.length > 1 && isScored(round, all.weeks);
    setText(this.state, waits ? "All weeks are final: waiting for the operator to close the round" : !all.throughWeek ? "No points yet" : `${all.throughWeek === round.lastWeek ? "All weeks" : `Through week ${all.throughWeek}`}${all.isFinal ? ", final" : ", not final"}`);
    fill(this.about, this.round > this.underWay ? `As if round ${this.underWay} ended now: round ${this.round} has not begun. ` : "", roundWords(round), all.ties.length ? ` Ties: ${all.ties.map(step => tieWords[step] ?? step).join(", then ")} decides.` : "");
    if (!all.throughWeek) return void fill(this.tables, make("p", { class: "muted" }, "Points appear here after the first game of the round is scored."));
    const isOne = room !== null && room.entriesInRound === room.entries.length;
    fill(this.tables,
      own?.entries.length && !isOne ? this.table("My entries", own, { showsRoom: true }) : null,
      room ? this.table(isOne ? "" : this.roomChooser(own), room, {}) : null,
      isOne ? null : this.table(room ? "Top entries" : "All entries", all, { showsRoom: true, isField: room !== null, saysHowMany: room === null }));
  }

  drawTools(all, round) {
    const weeks = all.weeks.filter(one => one.week >= round.firstWeek && one.week <= round.lastWeek);
    const choose = (label, value, options, then) => make("label", { class: "field" }, make("span", {}, label),
      make("select", { class: "input", onchange: event => this.change(() => then(event.currentTarget.value), label) },
        options.map(([key, words]) => make("option", { value: key, selected: String(key) === String(value ?? "") }, words))));
    const focused = this.tools.contains(document.activeElement) ? [...this.tools.querySelectorAll("select")].indexOf(/** @type {any} */ (document.activeElement)) : -1;
    fill(this.tools,
      all.rounds.length > 1 ? choose("Round", this.round, all.rounds.map(one => [one.round, `${one.round} of ${all.rounds.length}${one.round > this.underWay ? `, if round ${this.underWay} ended now` : ""}`]), value => { this.round = Number(value); this.week = null; }) : null,
      weeks.length > 1 ? choose("Through week", this.week, [["", "latest"], ...weeks.map(one => [one.week, one.isFinal ? String(one.week) : `${one.week}, not final`])], value => { this.week = Number(value) || null; }) : null);
    this.tools.hidden = !this.tools.children.length;
    if (focused >= 0) this.tools.querySelectorAll("select")[focused]?.focus();
  }

  /** The title of a draft's table, or its selector if there are several. @param {Standings | null} own */
  roomChooser(own) {
    const mine = [...new Set((own?.entries ?? []).map(one => one.room))], others = this.rooms.filter(room => !mine.includes(room)).slice(0, most.rooms);
    if (mine.length + others.length < 2) return `Room ${this.room}`;
    const options = rooms => rooms.map(room => make("option", { value: room, selected: room === this.room }, `Room ${room}`));
    const select = make("select", { class: "input", "aria-label": "Draft", onchange: event => this.change(() => { this.isChosen = true; this.room = Number(event.currentTarget.value); }, "Room") },
      mine.length ? make("optgroup", { label: "Mine" }, options(mine)) : null, mine.length ? make("optgroup", { label: "Others" }, options(others)) : options(others));
    return select;
  }

  /** @param {() => void} choose @param {string} label */
  async change(choose, label) {
    const before = [this.round, this.week, this.room];
    choose();
    const turn = this.turn + 1;
    try {
      await this.load();
      if (label === "Room") this.tables.querySelector("select")?.focus();
      announce(`Standings: ${this.state.textContent}`);
    } catch (error) {
      // If the user made another choice meanwhile, that is shown instead.
      if (turn !== this.turn) return;
      [this.round, this.week, this.room] = before;
      toast(/** @type {any} */ (error).message, "error");
      await this.load().catch(() => {});
    }
  }

  /** @param {any} title a text or a selector @param {Standings} result @param {{showsRoom?: boolean, isField?: boolean, saysHowMany?: boolean}} look */
  table(title, result, { showsRoom = false, isField = false, saysHowMany = false }) {
    const names = new Map(result.names.map(one => [one.user, one.name]));
    const heading = title instanceof Node ? make("div", { class: "row chooser" }, title) : title ? make("h3", {}, title) : null;
    const rows = result.entries.map((one, index) => {
      const isMine = this.who !== null && one.user === this.who.user;
      const name = names.get(one.user) ?? (one.externalID ? `entry ${one.externalID}` : one.user ? `user ${one.user}` : `entry ${one.entry}`);
      return make("tr", { class: [isMine && "mine", one.advances && "through"].filter(Boolean).join(" ") || null, dataset: { entry: one.entry } },
        make("td", { class: "place number" }, isField ? index + 1 : one.place ? ordinal(one.place) : "–"),
        make("th", { scope: "row" }, make("a", { href: isMine ? `/teams/${one.entry}` : `/draft/${one.room}`, dir: "auto" }, name), isMine ? make("span", { class: "tag" }, "you") : null,
          showsRoom ? make("span", { class: "muted small" }, ` room ${one.room}`) : null),
        make("td", { class: "number best" }, points(one.bestWeekHundredths)), make("td", { class: "number" }, make("b", {}, points(one.pointsHundredths))),
        make("td", { class: "goes" }, one.advances ? make("span", { title: result.isFinal ? "Advances" : "Would advance now" }, "✓", make("span", { class: "unseen" }, result.isFinal ? "advances" : "would advance now")) : ""));
    });
    return make("div", {}, heading, make("table", { class: "table" },
      make("caption", { class: "unseen" }, title instanceof Node ? `Room ${this.room}` : title || "Standings"),
      make("thead", {}, make("tr", {}, make("th", { class: "number" }, "Place"), make("th", {}, "Team"), make("th", { class: "number best" }, "Best week"), make("th", { class: "number" }, "Points"), make("th", { class: "goes" }, make("span", { class: "unseen" }, "Advances")))),
      make("tbody", {}, rows)),
      saysHowMany && result.entries.length < result.entriesInRound ? make("p", { class: "muted small" }, `The first ${result.entries.length} of ${grouped(result.entriesInRound)} entries.`) : null);
  }
}
