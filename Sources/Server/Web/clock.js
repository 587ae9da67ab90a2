// The status bar: time left, whose turn it is, and announcements for users who look elsewhere.
import { byId, make, setText, stateWords } from "./dom.js";
import { clockTime, duration, nightEnd, pickLabel, timeOfDay } from "./format.js";
import { timeLeft } from "./server-clock.js";
import { announce } from "./shell.js";

const pauses = { overnight: "Paused overnight", outage: "Paused after an outage", manual: "Paused by the operator" };

/** The reason why a room is paused. @param {import("./room.js").Room} room @param {number} now */
const pauseWords = (room, now) => {
  const end = room.pause?.kind === "overnight" ? nightEnd(room.overnight, now) : null;
  return end === null ? pauses[room.pause?.kind] ?? "Paused" : `Paused overnight until ${timeOfDay(end)}`;
};

/** The distance of the user's next pick. @param {import("./room.js").Room} room */
export function awayWords(room) {
  if (room.isOver || !room.isDrawn) return "";
  if (room.status !== "active" && room.status !== "paused") return room.mySlot === null ? "" : `Draft position ${room.mySlot + 1}`;
  const away = room.picksAway;
  return away === null ? "" : away === 0 ? "Your turn" : `${away} away`;
}

export class StatusBar {
  /** @param {import("./room.js").Room} room @param {import("./server-clock.js").ServerClock} server @param {() => void} turn called when the user's turn begins */
  constructor(room, server, turn) {
    this.room = room;
    this.turn = turn;
    this.server = server;
    this.time = make("span", { class: "time", role: "timer", "aria-live": "off" });
    this.word = make("span", { class: "word" });
    this.where = make("span", { class: "where number" });
    this.clock = make("div", { class: "clock idle" }, this.time, this.word);
    this.element = make("div", { class: "status" }, this.clock);
    this.spoken = "";
    this.turnOf = "";
    this.timer = setInterval(() => this.tick(), 200);
    this.title = document.title;
  }

  /** The clock's state (for its colour), time and label. @returns {{state: string, text: string, word: string}} */
  reading() {
    const { room } = this, now = this.server.now();
    if (room.isOver) return { state: "over", text: `${room.picks.length}`, word: `picks · ${stateWords[room.status]}` };
    if (room.status === "waiting") {
      const seats = room.members.filter(Boolean).length;
      return { state: "waiting", text: `${seats}/${room.teams}`, word: "Waiting for players" };
    }
    if (room.status === "countdown") {
      const left = room.countdown ? timeLeft(room.countdown, now) : null;
      return { state: "countdown", text: left === null ? "…" : clockTime(left), word: left === null ? "Draft starts soon" : "Draft starts in" };
    }
    if (room.status === "paused") {
      // After a manual pause, the clock restarts.
      const left = room.pause?.kind === "manual" ? room.pickClock : (room.pause?.remainingMicroseconds ?? 0) / 1000;
      return { state: "paused", text: clockTime(left), word: (room.isMyTurn ? "Your pick · " : "") + pauseWords(room, now) };
    }
    if (!room.clock) return { state: "idle", text: "…", word: room.isMyTurn ? "Your pick" : "Drafting" };
    const left = timeLeft(room.clock, now), grace = Date.parse(room.clock.graceEndsAt) - now;
    const word = room.isMyTurn ? "Your pick" : "On the clock: " + room.nameOf(room.clock.slot);
    if (left <= 0) return { state: "grace", text: grace > 0 ? "0" : "…", word: grace > 0 ? "Last moment" : "Autopick" };
    return { state: left <= 5_000 ? "critical" : left <= 10_000 ? "warning" : "running", text: clockTime(left), word };
  }

  tick() {
    const { state, text, word } = this.reading(), mine = this.room.isMyTurn;
    const shape = `clock ${state}${mine ? " mine" : ""}`;
    if (this.clock.className !== shape) this.clock.className = shape;
    setText(this.time, text);
    setText(this.word, word);
    this.say(state, text);
  }

  /** Announces the last ten seconds and every change of turn, each once. */
  say(state, text) {
    const { room } = this;
    const turn = `${room.status} ${room.picks.length} ${room.isMyTurn}`;
    if (turn !== this.turnOf) {
      const before = this.turnOf;
      this.turnOf = turn;
      this.entitle();
      if (before) this.alarm();
    }
    if (!room.isMyTurn || !["warning", "critical"].includes(state)) return;
    if (text !== this.spoken && ["10", "5", "4", "3", "2", "1"].includes(text)) announce(`${text} second${text === "1" ? "" : "s"} left`, true);
    this.spoken = text;
  }

  /** The start of the window's title. */
  headline() {
    const { room } = this, away = room.picksAway;
    if (room.isMyTurn) return room.pause ? "● Your pick, paused overnight" : "● You are on the clock";
    if (room.status !== "active") return stateWords[room.status];
    if (away === null) return "Drafting";
    return away <= 2 ? `${away} ${away === 1 ? "pick" : "picks"} away` : `Pick ${pickLabel(room.currentPick, room.teams)}`;
  }

  entitle() {
    const { room } = this;
    document.title = `${this.headline()} · ${room.contest}`;
    document.documentElement.dataset.turn = room.isMyTurn ? "mine" : "";
    byId("main").dataset.status = room.status;
  }

  alarm() {
    const { room } = this, away = room.picksAway;
    if (!room.takesPicks || away === null || away > 2) return;
    const time = room.pickClock && !room.pause ? `, ${duration(room.pickClock)}` : "";
    announce(away === 0 ? `You are on the clock${time}.` : `${away} ${away === 1 ? "pick" : "picks"} away from your turn.`, away === 0);
    if (away === 0) this.turn();
    // Browsers let a page vibrate only after the user has touched it.
    if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(away === 0 ? [180, 80, 180] : 80);
  }
}
