// The user's drafts that are not over, updated live.
import { get } from "./api.js";
import { emptyState, make, setText, stateMark } from "./dom.js";
import { clockTime, pickLabel, slotOf } from "./format.js";
import { lengthOf, timeLeft } from "./server-clock.js";

/** The state of a room after an event. @type {Record<string, string>} */
const states = {
  RoomFilled: "countdown", DraftStarted: "active", RoomPaused: "paused", RoomResumed: "active", DraftCompleted: "complete",
  RoomCancelled: "cancelled", RoomVoided: "voided",
};

export class DraftList {
  /** @param {number} user @param {{heading?: string, always?: boolean}} [options] `always`: shows a text if there are none */
  constructor(user, { heading = "Your drafts", always = false } = {}) {
    this.user = user;
    this.always = always;
    this.rows = new Map();
    this.list = make("ul", { class: "rows drafts" });
    this.element = make("section", { "aria-labelledby": "drafts" }, make("h2", { id: "drafts" }, heading), this.list);
    /** The time of the server. @type {import("./server-clock.js").ServerClock | null} */
    this.server = null;
    setInterval(() => this.tick(), 500);
  }

  get rooms() { return [...this.rows.keys()].slice(0, 60); }

  async load() {
    const teams = await get(`/v1/users/${this.user}/teams`);
    for (const team of teams) {
      if (["complete", "cancelled", "voided"].includes(team.status) || this.rows.has(team.room)) continue;
      this.rows.set(team.room, this.row(team));
    }
    this.sort();
  }

  /** Reads the known drafts again: the seat of one that has just been drawn is in no event, and only a snapshot has it. */
  async update() {
    for (const team of await get(`/v1/users/${this.user}/teams`).catch(() => [])) {
      const row = this.rows.get(team.room);
      if (!row) continue;
      Object.assign(row, team);
      this.draw(row);
    }
    this.sort();
  }

  row(team) {
    const state = make("div"), place = make("div", { class: "muted small" }), clock = make("div", { class: "number clock" });
    const link = make("a", { class: "strong", dir: "auto", href: "/draft/" + team.room }, team.contest ?? `Room ${team.room}`);
    const element = make("li", {}, make("div", { class: "grow" }, link, place), make("div", { class: "ends" }, state, clock));
    const row = { ...team, element, place, clock, state };
    this.draw(row);
    return row;
  }

  draw(row) {
    const turn = row.status === "active" && row.isTurn;
    row.state.replaceChildren(turn ? stateMark("turn", "You are on the clock") : stateMark(row.status));
    row.element.classList.toggle("turn", turn);
    setText(row.place, row.status === "waiting" ? `Room ${row.room} · ${row.seatsTaken ?? 1} of ${row.teams} seats`
      : row.status === "countdown" ? `Room ${row.room} · about to start`
      : `Room ${row.room} · pick ${pickLabel(Math.min(row.currentPickNumber, row.teams * row.rounds), row.teams)}${turn ? "" : this.away(row)}`);
  }

  /** The number of picks before the user's turn. */
  away(row) {
    if (row.slot === null || row.slot === undefined) return "";
    for (let pick = row.currentPickNumber; pick <= row.teams * row.rounds; pick++)
      if (slotOf(pick, row.teams, row.order) === row.slot) return pick > row.currentPickNumber ? `, you pick in ${pick - row.currentPickNumber}` : "";
    return ", all your picks are made";
  }

  tick() {
    for (const row of this.rows.values()) {
      const left = row.deadline && row.status === "active" ? timeLeft(row, this.server?.now() ?? Date.now()) : null;
      setText(row.clock, left === null ? "" : clockTime(left));
    }
  }

  sort() {
    const rows = [...this.rows.values()].sort((left, right) =>
      Number(!!right.isTurn) - Number(!!left.isTurn) || Number(right.status === "active") - Number(left.status === "active") || right.room - left.room);
    this.list.replaceChildren(...rows.map(row => row.element));
    if (!rows.length && this.always)
      this.list.append(make("li", {}, emptyState("bolt", "No live drafts", "Join a contest in the lobby, and your draft appears here.", make("a", { class: "button primary", href: "/" }, "To the lobby"))));
    this.element.hidden = !rows.length && !this.always;
  }

  /** @param {string} speed "fast", "slow" or "all" */
  filter(speed) {
    for (const row of this.rows.values()) row.element.hidden = speed !== "all" && (row.preset === "slow" ? "slow" : "fast") !== speed;
  }

  /** @param {string} name @param {any} data @param {import("./server-clock.js").ServerClock} server */
  take(name, data, server) {
    this.server = server;
    if (name === "snapshot") this.fold(this.rows.get(data.room), data);
    if (name !== "events") return;
    const row = this.rows.get(Number(data.stream.split("/")[1]));
    if (!row) return;
    const { body, type } = data;
    if (states[type]) row.status = states[type];
    if (type === "SeatTaken") row.seatsTaken = (row.seatsTaken ?? 0) + 1;
    if (type === "SeatLeft") row.seatsTaken--;
    if (type === "DraftOrderDrawn") {
      if (row.entrySeat === undefined) this.update(); else row.slot = body.seats.indexOf(row.entrySeat);
    }
    if (type === "ClockStarted") Object.assign(row, { currentPickNumber: body.pick, deadline: body.deadline, length: lengthOf(body.deadline, data.recordedAt), isTurn: body.slot === row.slot });
    if (type === "ClockExtended") Object.assign(row, { deadline: body.deadline, length: lengthOf(body.deadline, data.recordedAt) });
    if (["complete", "cancelled", "voided"].includes(row.status)) this.rows.delete(row.room);
    this.draw(row);
    if (type === "ClockStarted" || states[type]) this.sort();
  }

  fold(row, room) {
    if (!row) return;
    const mine = room.members.find(member => member.user === this.user);
    Object.assign(row, {
      status: room.status, currentPickNumber: room.currentPickNumber, deadline: room.clock?.deadline ?? null, length: undefined, seatsTaken: room.members.length,
      slot: mine?.draftPosition ? mine.draftPosition - 1 : null, entrySeat: mine?.seat, isTurn: mine !== undefined && room.seatOnClock === mine.seat,
    });
    this.draw(row);
    this.sort();
  }
}
