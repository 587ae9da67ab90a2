// The state of a draft room, folded from its events as the server does, as far as pages need it.
import { slotOf } from "./format.js";
import { lengthOf } from "./server-clock.js";

/**
 * @typedef {{player: number, name: string, position: string, team: string, byeWeek: number | null, adp: number | null,
 *   projectedPoints: number | null, rank: number | null}} Player
 * @typedef {{player: number | null, source: string, corrected: boolean}} Pick
 * @typedef {{seat: number, slot: number | null, entry: number, user: number, name: string, autodraft: boolean,
 *   missedPicks: number, connected: boolean}} Member
 * @typedef {{id: string, apply: (queue: number[]) => number[]}} PendingEdit
 */

const over = ["complete", "cancelled", "voided"];

export class Room {
  /** @param {any} answer of `/v1/rooms/R/draft` @param {Player[]} players of its pool */
  constructor(answer, players) {
    this.players = players;
    /** Edits of the queue without a recorded event yet. @type {PendingEdit[]} */
    this.pending = [];
    /** The end of grace of each pick that was on the clock while the page was open. @type {Map<number, string>} */
    this.graceEnds = new Map();
    this.load(answer, true);
  }

  /** @param {any} answer @param {boolean} isAnew whether the known state is discarded */
  load(answer, isAnew = false) {
    const room = answer.room;
    this.id = room.room;
    this.pool = room.pool;
    this.position = answer.position;
    this.contest = room.contest ?? `Room ${room.room}`;
    this.tournament = room.tournament;
    this.status = room.status;
    this.teams = room.teams;
    this.rounds = room.rounds;
    this.order = room.order;
    this.limits = room.limits;
    /** The starters of the contest's lineup, one a place; empty while it has no lineup. @type {{slot: string, positions: string[]}[]} */
    this.starters = (answer.lineup ?? []).flatMap(one => Array.from({ length: one.starters }, () => one));
    this.pickClock = (room.pickClockMicroseconds ?? 0) / 1000;
    this.graceTime = (room.graceMicroseconds ?? 0) / 1000;
    this.fee = room.entryFeeCents;
    this.version = room.version;
    this.commitment = room.commitment;
    this.clock = room.clock && { ...room.clock, pick: room.clock.pickNumber, slot: room.clock.draftPosition - 1, length: lengthOf(room.clock.deadline, answer.serverTime) };
    this.pause = room.pause;
    this.overnight = room.overnight;
    this.startedAt = room.startedAt;
    this.countdown = answer.countdownEndsAt ? { deadline: answer.countdownEndsAt, length: lengthOf(answer.countdownEndsAt, answer.serverTime) } : null;
    this.noteGrace();
    this.signedCommands = answer.signedCommands;
    this.mySeat = answer.you?.seat ?? null;
    // The stream may have delivered more of the queue meanwhile: it has a version of its own.
    if (isAnew || answer.position >= this.queueEnd) {
      this.queue = answer.you?.queue ?? [];
      /** Events of the queue below this position are in it. @type {number} */
      this.queueEnd = answer.position;
    }
    /** @type {Pick[]} */
    this.picks = answer.picks;
    this.taken = new Set(this.picks.map(pick => pick.player));
    /** By seat. @type {(Member | null)[]} */
    this.members = Array.from({ length: this.teams }, () => null);
    for (const member of room.members)
      this.members[member.seat] = { ...member, slot: member.draftPosition === null ? null : member.draftPosition - 1, name: answer.names[member.seat] ?? `user ${member.user}` };
    this.drawSlots();
  }

  /** The seat of each slot, once the order is drawn. */
  drawSlots() {
    /** @type {(number | null)[]} */
    this.seatOfSlot = Array.from({ length: this.teams }, () => null);
    for (const member of this.members) if (member && member.slot !== null) this.seatOfSlot[member.slot] = member.seat;
    this.isDrawn = this.members.some(member => member && member.slot !== null);
  }

  get pickCount() { return this.teams * this.rounds; }
  /** The number of the next pick; the total plus one when all are made. */
  get currentPick() { return this.picks.length + 1; }
  get isOver() { return over.includes(this.status); }
  get mySlot() { return this.mySeat === null ? null : this.members[this.mySeat]?.slot ?? null; }
  get isMember() { return this.mySeat !== null; }
  get me() { return this.mySeat === null ? null : this.members[this.mySeat]; }
  get slotOnClock() { return this.isDrawn && !this.isOver && this.currentPick <= this.pickCount ? slotOf(this.currentPick, this.teams, this.order) : null; }
  /** During the overnight pause, only the clock stops. */
  get takesPicks() { return this.status === "active" || (this.status === "paused" && this.pause?.kind === "overnight"); }
  get isMyTurn() { return this.takesPicks && this.slotOnClock !== null && this.slotOnClock === this.mySlot; }

  /** The number of picks before the user's turn: 0 on the clock; null without a pick left. */
  get picksAway() {
    if (this.mySlot === null || this.isOver) return null;
    for (let pick = this.currentPick; pick <= this.pickCount; pick++)
      if (slotOf(pick, this.teams, this.order) === this.mySlot) return pick - this.currentPick;
    return null;
  }

  /** @param {number | null} slot @returns {Member | null} */
  memberAt(slot) {
    const seat = slot === null ? null : this.isDrawn ? this.seatOfSlot[slot] : slot;
    return seat === null || seat === undefined ? null : this.members[seat];
  }

  /** @param {number} slot */
  nameOf(slot) { return this.memberAt(slot)?.name ?? "Empty seat"; }

  /** A slot's picks, by round. @param {number} slot @returns {{pick: number, round: number, player: Player}[]} */
  roster(slot) {
    const roster = [];
    for (let round = 0; round < this.rounds; round++) {
      const first = round * this.teams + 1, isBack = slotOf(first, this.teams, this.order) !== 0;
      const pick = first + (isBack ? this.teams - 1 - slot : slot), made = this.picks[pick - 1];
      const player = made && made.player !== null ? this.players[made.player] : null;
      if (player) roster.push({ pick, round: round + 1, player });
    }
    return roster;
  }

  /** The queue after all pending edits, without drafted players. */
  get shownQueue() {
    return this.pending.reduce((queue, edit) => edit.apply(queue), this.queue).filter(player => !this.taken.has(player));
  }

  /**
   * Applies an event.
   *
   * @param {any} event as a stream has it
   * @returns {"changed" | "ignored" | "unknown"} unknown if the room must be read again
   */
  take(event) {
    this.pending = this.pending.filter(edit => edit.id !== event.commandID);
    if (event.stream === "room/" + this.id) return this.takeRoom(event);
    if (event.stream.startsWith("queue/" + this.id + ".")) return this.takeQueue(event);
    return "ignored";
  }

  takeRoom({ type, body, version, recordedAt }) {
    if (version <= this.version) return "ignored";
    this.version = version;
    switch (type) {
      case "SeatTaken":
      case "PickCorrected": return "unknown";
      case "SeatLeft": this.members[body.seat] = null; return "changed";
      case "RoomFilled": this.status = "countdown"; return "changed";
      case "CountdownStarted": this.countdown = { deadline: body.endsAt, length: lengthOf(body.endsAt, recordedAt) }; return "changed";
      case "DraftOrderDrawn":
        body.seats.forEach((seat, slot) => { const member = this.members[seat]; if (member) member.slot = slot; });
        this.drawSlots();
        return "changed";
      case "DraftStarted": this.status = "active"; this.startedAt = recordedAt; return "changed";
      case "ClockStarted": return this.setClock(body, recordedAt);
      case "ClockExtended":
        return this.clock ? this.setClock({ ...this.clock, deadline: body.deadline, graceEndsAt: body.graceEndsAt, epoch: body.epoch }, recordedAt) : "changed";
      case "PickMade": return this.add(body, "manual", () => 0);
      case "PickAutomated": return this.add(body, body.player === null ? "skipped" : body.source, missed => missed + (body.reason === "clockExpired" ? 1 : 0));
      case "AutodraftSet": return this.change(body.seat, { autodraft: body.on, ...(!body.on && body.cause !== "correction" ? { missedPicks: 0 } : {}) });
      case "ConnectionChanged": return this.change(body.seat, { connected: body.connected });
      case "RoomPaused": this.status = "paused"; this.pause = { kind: body.kind, remainingMicroseconds: body.remaining, reason: body.reason }; return "changed";
      case "RoomResumed": this.status = "active"; this.pause = null; this.clock = null; return "changed";
      case "DraftCompleted": return this.end("complete");
      case "RoomCancelled": return this.end("cancelled");
      case "RoomVoided": return this.end("voided");
      case "EntropyRevealed": case "ClockTicked": case "CommandRejected": return "ignored";
      default: return "unknown";
    }
  }

  add(body, source, missed) {
    if (body.pick !== this.picks.length + 1) return "unknown";
    const member = this.members[body.seat];
    if (member) member.missedPicks = missed(member.missedPicks ?? 0);
    this.picks.push({ player: body.player, source, corrected: false });
    if (body.player !== null) this.taken.add(body.player);
    this.clock = null;
    if (this.pause) this.pause.remainingMicroseconds = this.pickClock * 1000;
    return "changed";
  }

  setClock(clock, statedAt) {
    this.clock = { ...clock, length: lengthOf(clock.deadline, statedAt) };
    this.noteGrace();
    return "changed";
  }

  /** Stores the end of grace of the pick on the clock: refusals are compared with it. */
  noteGrace() {
    if (this.clock) this.graceEnds.set(this.clock.pick, this.clock.graceEndsAt);
  }

  change(seat, values) {
    const member = this.members[seat];
    if (member) Object.assign(member, values);
    return "changed";
  }

  end(status) {
    this.status = status;
    this.clock = this.pause = null;
    return "changed";
  }

  takeQueue({ type, body, position }) {
    // The edit that waited for this event is done.
    if (position < this.queueEnd) return "changed";
    this.queueEnd = position + 1;
    const without = player => this.queue.filter(other => other !== player);
    const at = (queue, index, player) => [...queue.slice(0, index), player, ...queue.slice(index)];
    switch (type) {
      case "QueueSet": this.queue = body.players; return "changed";
      case "QueueAdded": this.queue = at(this.queue, body.index ?? this.queue.length, body.player); return "changed";
      case "QueueRemoved": this.queue = without(body.player); return "changed";
      case "QueueMoved": this.queue = at(without(body.player), body.index, body.player); return "changed";
      case "QueueMovedToTop": this.queue = [body.player, ...without(body.player)]; return "changed";
      case "QueueCleared": this.queue = []; return "changed";
      default: return "ignored";
    }
  }
}
