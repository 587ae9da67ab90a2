// The live stream: server-sent events over fetch, resumed after the last delivered position.
import { send } from "./api.js";
import { ServerClock } from "./server-clock.js";

/** @typedef {"connecting" | "live" | "reconnecting" | "offline" | "refused"} StreamState */

/** A connection counts as dead after this time without data: the server sends something every 15 s. */
const timeout = 40_000;
/** If the wall clock deviates from the monotonic clock by more than this, in milliseconds, it was set or the device slept. */
const leap = 1_500;

export class LiveStream {
  /**
   * @param {string} path such as `/v1/stream?rooms=12&me`
   * @param {{
   *   after?: number, onEvent: (name: string, data: any, position: number | null) => void,
   *   onState: (state: StreamState, error?: {status: number, detail: string}) => void, onLost?: () => void, clock?: ServerClock,
   * }} options `after`: the position that is known already; `onLost`: the ledger has no such position, so that all is read
   *   again; `clock`: set by what the stream tells
   */
  constructor(path, options) {
    this.path = path;
    this.options = options;
    /** The last delivered position, or null. @type {number | null} */
    this.last = options.after ?? null;
    this.clock = options.clock ?? new ServerClock();
    this.failures = 0;
    this.closed = this.isChanging = false;
    /** The path to return to if the present one is refused. @type {string | null} */
    this.former = null;
    /** The last difference between the wall clock and the monotonic clock. */
    this.offset = Date.now() - performance.now();
    this.watch = setInterval(() => this.watchClock(), 1_000);
    /** @type {AbortController | null} */
    this.connection = null;
    this.wake = () => {};
    /** @type {((value: any) => void)[]} */
    this.waiting = [];
    this.onOnline = () => { this.failures = 0; this.wake(); };
    this.onOffline = () => { this.connection?.abort(); this.options.onState("offline"); };
    this.onShown = () => { if (document.visibilityState === "visible") this.wake(); };
    addEventListener("online", this.onOnline);
    addEventListener("offline", this.onOffline);
    document.addEventListener("visibilitychange", this.onShown);
    this.run();
  }

  /** Waits until the stream is live again, or for ten seconds. */
  whenLive() {
    return new Promise(done => {
      this.waiting.push(done);
      setTimeout(done, 10_000);
    });
  }

  close() {
    this.closed = true;
    clearInterval(this.watch);
    this.connection?.abort();
    this.wake();
    removeEventListener("online", this.onOnline);
    removeEventListener("offline", this.onOffline);
    document.removeEventListener("visibilitychange", this.onShown);
  }

  /**
   * Follows another path in the place of this one, without a gap.
   *
   * @param {string} path @param {number | null} after the position that is known of all that it has; null for its state, then its events
   */
  change(path, after) {
    this.former = this.path;
    this.path = path;
    this.last = after;
    this.isChanging = true;
    this.connection?.abort();
    this.wake();
  }

  /** While the device slept, the monotonic clock may have stopped and the connection may have died. */
  watchClock() {
    const offset = Date.now() - performance.now();
    if (Math.abs(offset - this.offset) < leap) return;
    this.offset = offset;
    this.failures = 0;
    this.connection?.abort();
    this.wake();
  }

  async run() {
    this.options.onState(navigator.onLine ? "connecting" : "offline");
    while (!this.closed) {
      const refused = await this.connect();
      if (this.closed || refused) return;
      if (this.isChanging) continue;
      this.options.onState(navigator.onLine ? "reconnecting" : "offline");
      const wait = Math.min(250 * 2 ** this.failures++, 8_000) * (0.5 + Math.random());
      await new Promise(done => {
        const timer = setTimeout(done, wait);
        this.wake = () => { clearTimeout(timer); done(undefined); };
      });
    }
  }

  /** @returns {Promise<boolean>} whether a reconnection is useless */
  async connect() {
    this.isChanging = false;
    const connection = this.connection = new AbortController();
    let watchdog = setTimeout(() => connection.abort(), timeout);
    try {
      const headers = { Accept: "text/event-stream", .../** @type {any} */ (this.last === null ? {} : { "Last-Event-ID": String(this.last) }) };
      const response = await send(this.path, { headers, signal: connection.signal, cache: "no-store" });
      if (!response.ok || !response.body) return await this.refused(response);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      const parser = new EventParser((name, data, id) => this.take(name, data, id));
      while (true) {
        const { value, done } = await reader.read();
        if (done) return false;
        clearTimeout(watchdog);
        watchdog = setTimeout(() => connection.abort(), timeout);
        parser.push(value);
      }
    } catch {
      return false;
    } finally {
      clearTimeout(watchdog);
      connection.abort();
    }
  }

  async refused(response) {
    if (response.status === 400 && this.last !== null) {
      this.last = null;
      this.options.onLost?.();
      return false;
    }
    if (response.status >= 500 || response.status === 429) return false;
    if (this.former && response.status !== 401) {
      [this.path, this.former] = [this.former, null];
      return false;
    }
    const problem = await response.json().catch(() => ({}));
    // The end of a stream: a device that goes offline afterwards has nothing to wait for.
    this.close();
    this.options.onState("refused", { status: response.status, detail: problem.detail ?? "" });
    return true;
  }

  take(name, data, id) {
    if (id !== null) this.last = id;
    const json = data ? JSON.parse(data) : null;
    if (json?.serverTime) this.clock.hear(json.serverTime, name === "hello");
    else if (json?.recordedAt) this.clock.hear(json.recordedAt);
    if (name === "live") {
      this.failures = 0;
      this.former = null;
      this.waiting.splice(0).forEach(done => done(null));
      this.options.onState("live");
    }
    this.options.onEvent(name, json, id);
  }
}

/** Parses server-sent events from text in arbitrary pieces. */
export class EventParser {
  /** @param {(name: string, data: string, id: number | null) => void} onEvent */
  constructor(onEvent) {
    this.onEvent = onEvent;
    this.rest = "";
    this.clear();
  }

  clear() { this.name = "message"; this.data = []; this.id = null; }

  push(text) {
    this.rest += text;
    const lines = this.rest.split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) this.line(line.endsWith("\r") ? line.slice(0, -1) : line);
  }

  line(line) {
    if (!line) {
      if (this.data.length) this.onEvent(this.name, this.data.join("\n"), this.id);
      return this.clear();
    }
    if (line.startsWith(":")) return;
    const colon = line.indexOf(":"), field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.name = value;
    else if (field === "data") this.data.push(value);
    else if (field === "id" && /^\d+$/.test(value)) this.id = Number(value);
  }
}
