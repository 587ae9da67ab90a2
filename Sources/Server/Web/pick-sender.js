// Sends a pick to the ledger and repeats it under the same key until its outcome is known.
import { Problem, commandOnce, forget } from "./api.js";

/** The time in milliseconds that a pick waits for missed events after the network is back, and for its own after it was accepted. */
const catchUp = 3_000;
/** The number of failures after which a pick is retried at once, and the pause after later failures in milliseconds. */
const quick = 4, slow = 2_000;

export class PickSender {
  /**
   * @param {import("./room.js").Room} room
   * @param {{changed: () => void, refused: (problem: Problem | null, player: number, pick: number) => void, isLive: () => boolean}} page
   *   `refused`: called for a pick that does not count; null if its number passed without an answer
   */
  constructor(room, page) {
    this.room = room;
    this.page = page;
    /** The pending pick. @type {{player: number, pick: number, state: "sending" | "offline" | "unknown", wasSent: boolean} | null} */
    this.held = null;
    this.wake = () => {};
    addEventListener("online", () => this.wake());
  }

  /** Whether the pick waits for the network or for an answer. */
  get isWaiting() { return this.held !== null && this.held.state !== "sending"; }

  /** Sends a pick, or the one that waits at once. @param {number} player @param {number} pick @returns {Promise<boolean>} whether it counts */
  async send(player, pick) {
    if (this.held?.player === player && this.held.pick === pick) {
      this.wake();
      return false;
    }
    this.takeBack();
    const held = this.held = { player, pick, state: /** @type {"sending" | "offline" | "unknown"} */ ("sending"), wasSent: false };
    const one = this.room.players[player], claimedAt = new Date().toISOString();
    const fields = { kind: "makePick", room: this.room.id, pick, player, adp: one.adp === null ? undefined : Math.round(one.adp * 100), claimedAt };
    this.page.changed();
    const counts = await this.deliver(held, fields);
    if (this.held === held) this.held = null;
    this.page.changed();
    return counts;
  }

  /** Stops retrying the pending pick. @returns {boolean} whether it may have arrived nevertheless */
  takeBack() {
    const held = this.held;
    this.held = null;
    this.wake();
    if (held && !held.wasSent) forget(about(held));
    return held?.wasSent ?? false;
  }

  async deliver(held, fields) {
    for (let failures = 0; this.held === held && this.stands(held); failures++) {
      if (!navigator.onLine) {
        this.show(held, "offline");
        await this.pause(Infinity, () => navigator.onLine);
        await this.pause(catchUp, () => this.page.isLive());
        failures = 0;
        continue;
      }
      held.wasSent = true;
      try {
        await commandOnce(about(held), () => fields, { tries: 1 });
        await this.seen(held);
        return true;
      } catch (error) {
        if (this.held !== held) return false;
        const problem = error instanceof Problem ? error : new Problem(0, { detail: error.message });
        if (!problem.isPassing) {
          this.page.refused(problem, held.player, held.pick);
          return false;
        }
        if (!navigator.onLine) continue;
        // A busy server is retried before the user sees a notice.
        if (problem.status === 0 || failures >= quick) this.show(held, problem.status === 0 ? "offline" : "unknown");
        const wait = Number(problem.members.retryAfter) * 1000 || Math.min(250 * 2 ** failures, slow);
        await this.pause(failures < quick ? wait : Math.max(wait, slow), () => false);
      }
    }
    if (this.held !== held) return false;
    // The stream has delivered the pick.
    if (this.isMade(held)) return true;
    forget(about(held));
    this.page.refused(null, held.player, held.pick);
    return false;
  }

  /** Waits until the board has passed an accepted pick: until then, a second tap would send it again. */
  async seen(held) {
    const end = performance.now() + catchUp;
    while (this.held === held && this.stands(held) && performance.now() < end) await this.pause(end - performance.now(), () => false);
  }

  show(held, state) {
    if (held.state === state) return;
    held.state = state;
    this.page.changed();
  }

  /** Whether the pick's number is still open. */
  stands({ pick }) { return this.room.picks.length < pick && !this.room.isOver; }

  /** Whether the pick is on the board. */
  isMade({ pick, player }) { return this.room.picks[pick - 1]?.player === player && this.room.picks[pick - 1].source === "manual"; }

  /** Waits until something holds, something has happened, or the time is over. @param {number} milliseconds @param {() => boolean} holds */
  pause(milliseconds, holds) {
    const held = this.held, end = performance.now() + milliseconds;
    return new Promise(done => {
      const look = isWoken => {
        if (!isWoken && !holds() && performance.now() < end && this.held === held && held && this.stands(held)) return;
        clearInterval(timer);
        done(undefined);
      };
      const timer = setInterval(() => look(false), 50);
      this.wake = () => look(true);
      look(false);
    });
  }
}

/** The storage name of a pick's key. */
const about = ({ pick, player }) => `pick ${pick} ${player}`;
