// The server's time, derived from the device's monotonic clock. This module needs no page.

/** If a hello's time is earlier than expected by more than this, in milliseconds, the server's clock was set back. */
const setBack = 10_000;

export class ServerClock {
  /** @param {() => number} [steady] milliseconds of a clock that only goes forward */
  constructor(steady = () => performance.now()) {
    this.steady = steady;
    /** The server's time less the steady clock's; null before any was heard. @type {number | null} */
    this.ahead = null;
  }

  /**
   * Takes a time that the server has stated. The server's clock shows that or more when it arrives: of all times that are
   * heard, the one that puts the clock furthest ahead is the nearest.
   *
   * @param {string} time @param {boolean} [isHello] whether a connection begins with it
   */
  hear(time, isHello = false) {
    const ahead = Date.parse(time) - this.steady();
    if (!Number.isFinite(ahead)) return;
    if (this.ahead === null || ahead > this.ahead || (isHello && this.ahead - ahead > setBack)) this.ahead = ahead;
  }

  /** Milliseconds since 1970 at the server. */
  now() { return this.ahead === null ? Date.now() : this.steady() + this.ahead; }
}

/** Returns how long a clock runs, in milliseconds, from the time at which the server stated it. @param {string} end @param {string | undefined} statedAt */
export const lengthOf = (end, statedAt) => statedAt === undefined ? Infinity : Date.parse(end) - Date.parse(statedAt);

/**
 * Returns the time left on a clock, in milliseconds: never more than it had when it was started or extended.
 *
 * @param {{deadline: string, length?: number}} clock @param {number} now the server's time
 */
export const timeLeft = ({ deadline, length = Infinity }, now) => Math.min(Date.parse(deadline) - now, length);
