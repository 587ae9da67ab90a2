// The server's public addresses. What goes wrong is a Problem (RFC 9457), whatever it was.

/** Said wherever a session has ended: the server's own words name a token, which no member knows of. */
const signedOut = "You are signed out. Sign in again.";

/** What a request came to when it came to no answer. */
export class Problem extends Error {
  /**
   * @param {number} status 0 where the server was not reached
   * @param {{code?: string, title?: string, detail?: string, [member: string]: any}} body
   */
  constructor(status, body) {
    super(status === 401 ? signedOut : body.detail || body.title || "Something went wrong.");
    this.status = status;
    this.code = body.code ?? "unknown";
    this.title = body.title ?? "Something went wrong";
    this.detail = body.detail ?? "";
    /** By how much a pick came too late and so on: the members of its own kind. */
    this.members = body;
  }

  /** Whether the same may succeed a little later: the server was not reached, or could not take it now. */
  get isPassing() { return this.status === 0 || this.status === 429 || this.status === 503 || this.status === 502 || this.status === 504; }

  /** Whether the ledger has it on record that it refused this. */
  get isRefusal() { return this.members.recorded === true; }
}

const unreachable = () => new Problem(0, {
  code: "unreachable", title: "No connection", detail: "The server cannot be reached. Check your connection.",
});

let onSignedOut = () => {};
/** @param {() => void} then what is done where the server does not know the caller any more */
export function whenSignedOut(then) { onSignedOut = then; }

/** A request as these pages send them. @param {string} path @param {RequestInit} options */
export const send = (path, options = {}) => fetch(path, { ...options, credentials: "same-origin" });

/**
 * @param {string} method @param {string} path
 * @param {{body?: any, headers?: Record<string, string>, signal?: AbortSignal, tries?: number}} [options]
 *   `tries` more than one only for what may be sent twice
 * @returns {Promise<any>} what the JSON says; null for an answer without a body
 */
export async function request(method, path, { body, headers = {}, signal, tries = 1 } = {}) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(method, path, body, headers, signal);
    } catch (error) {
      if (!(error instanceof Problem) || !error.isPassing || attempt >= tries || signal?.aborted) throw error;
      const wait = Number(error.members.retryAfter) * 1000 || Math.min(250 * 2 ** attempt, 4000);
      await new Promise(done => setTimeout(done, wait * (0.75 + Math.random() / 2)));
    }
  }
}

async function once(method, path, body, headers, signal) {
  const all = new Headers({ Accept: "application/json", ...headers });
  if (body !== undefined) all.set("Content-Type", "application/json");
  let response, text;
  try {
    response = await send(path, { method, signal, headers: all, body: body === undefined ? undefined : JSON.stringify(body) });
    text = await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw unreachable();
  }
  const json = parsed(text);
  // What came only in part is no answer.
  if (response.ok && json === undefined) throw unreachable();
  if (response.ok) return json;
  const problem = new Problem(response.status, { ...json, retryAfter: response.headers.get("Retry-After") });
  if (problem.status === 401) onSignedOut();
  throw problem;
}

function parsed(text) {
  try { return text ? JSON.parse(text) : null; } catch { return undefined; }
}

/** @param {string} path @param {{signal?: AbortSignal}} [options] */
export const get = (path, options = {}) => request("GET", path, { tries: 3, ...options });

/** Hexadecimal digits that nobody guesses. @param {number} bytes */
export function random(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

/** How a command is signed where its contest wants that; set by the page that has a key. */
let seal = /** @type {null | ((command: any, id: string) => Promise<any>)} */ (null);
/** @param {null | ((command: any, id: string) => Promise<any>)} by */
export function sealBy(by) { seal = by; }

/**
 * Sends a command under an id of its own, and again under the same one while it is not known what became of it: the ledger
 * answers the same, and does it once.
 *
 * @param {Record<string, any>} command its kind and fields @param {{tries?: number, id?: string}} [options]
 * @returns {Promise<any>} the outcome: `{outcome, events, …}`
 * @throws {Problem} a refusal, in the ledger's own words
 */
export async function command(command, { tries = 6, id = random(16) } = {}) {
  const sealed = seal ? { ...command, seal: await seal(command, id) } : command;
  return request("POST", "/v1/commands", { body: sealed, headers: { "Idempotency-Key": id }, tries });
}

/** Does things one after the other: what is sent again must not come in behind what was wanted later. @returns {(work: () => Promise<any>) => Promise<any>} */
export function inTurn() {
  let last = Promise.resolve();
  return work => last = last.then(work, work);
}

/**
 * Sends something again, under its own key, until the server is reached: an act of an offline page happens once it is back.
 *
 * @param {() => Promise<any>} send @param {() => Promise<any> | undefined} wait until it may be reached
 */
export async function onceReached(send, wait) {
  while (true) {
    try { return await send(); } catch (error) { if (error.status !== 0) throw error; }
    await wait();
  }
}

/** What was sent, by what it is for, as long as it is not known what became of it. @type {Map<string, {id: string, sent: any}>} */
const unsettled = new Map();

/** From here on the same is another command. @param {string} about */
export const forget = about => unsettled.delete(about);

/**
 * Sends a command that must not happen twice: whoever asks for it again after an answer was lost sends the same once more.
 *
 * @param {string} about what it is for @param {(id: string) => any} make its kind and fields, where none is unsettled
 * @param {{tries?: number}} [options] how often it is sent before it fails
 * @returns {Promise<any>} the outcome, and as `sent` the command
 */
export async function commandOnce(about, make, options = {}) {
  const fresh = random(16), { id, sent } = unsettled.get(about) ?? { id: fresh, sent: await make(fresh) };
  unsettled.set(about, { id, sent });
  try {
    const outcome = await command(sent, { ...options, id });
    unsettled.delete(about);
    return { ...outcome, sent };
  } catch (error) {
    // Under this id the ledger would only say so again.
    if (error instanceof Problem && error.isRefusal) unsettled.delete(about);
    throw error;
  }
}
