// Requests to the server's public addresses. Every failure is a Problem (RFC 9457).

/** Shown when a session has ended: the server's own text names a token, which means nothing to members. */
const signedOut = "You are signed out. Sign in again.";

/** The failure of a request. */
export class Problem extends Error {
  /**
   * @param {number} status 0 if the server was not reached
   * @param {{code?: string, title?: string, detail?: string, [member: string]: any}} body
   */
  constructor(status, body) {
    super(status === 401 ? signedOut : body.detail || body.title || "Something went wrong.");
    this.status = status;
    this.code = body.code ?? "unknown";
    this.title = body.title ?? "Something went wrong";
    this.detail = body.detail ?? "";
    /** The members that only this kind of problem has, such as the margin of a late pick. */
    this.members = body;
  }

  /** Whether a retry can succeed: the server was not reached or was unavailable. */
  get isPassing() { return this.status === 0 || this.status === 429 || this.status === 503 || this.status === 502 || this.status === 504; }

  /** Whether the ledger recorded the refusal. */
  get isRefusal() { return this.members.recorded === true; }
}

const unreachable = () => new Problem(0, {
  code: "unreachable", title: "No connection", detail: "The server cannot be reached. Check your connection.",
});

let onSignedOut = () => {};
/** @param {() => void} then called when the server no longer recognizes the caller */
export function whenSignedOut(then) { onSignedOut = then; }

/** A request as these pages send them. @param {string} path @param {RequestInit} options */
export const send = (path, options = {}) => fetch(path, { ...options, credentials: "same-origin" });

/**
 * @param {string} method @param {string} path
 * @param {{body?: any, headers?: Record<string, string>, signal?: AbortSignal, tries?: number}} [options]
 *   `tries` more than one only for requests that may be sent twice
 * @returns {Promise<any>} the decoded JSON; null for an answer without a body
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
  // A truncated answer counts as no answer.
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

/** Unguessable hexadecimal digits. @param {number} bytes */
export function random(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

/** Signs commands of contests that require it; set by the page that has a key. */
let seal = /** @type {null | ((command: any, id: string) => Promise<any>)} */ (null);
/** @param {null | ((command: any, id: string) => Promise<any>)} by */
export function sealBy(by) { seal = by; }

/**
 * Sends a command under a new id, and repeats it under the same id until the outcome is known. The ledger applies it once
 * and answers every repetition alike.
 *
 * @param {Record<string, any>} command its kind and fields @param {{tries?: number, id?: string}} [options]
 * @returns {Promise<any>} the outcome: `{outcome, events, …}`
 * @throws {Problem} the ledger's refusal
 */
export async function command(command, { tries = 6, id = random(16) } = {}) {
  const sealed = seal ? { ...command, seal: await seal(command, id) } : command;
  return request("POST", "/v1/commands", { body: sealed, headers: { "Idempotency-Key": id }, tries });
}

/** Runs tasks in order: a retry must not arrive after a later command. @returns {(work: () => Promise<any>) => Promise<any>} */
export function inTurn() {
  let last = Promise.resolve();
  return work => last = last.then(work, work);
}

/**
 * Repeats a request under its key until the server is reached: an action on an offline page takes effect once it is back online.
 *
 * @param {() => Promise<any>} send @param {() => Promise<any> | undefined} wait until it may be reached
 */
export async function onceReached(send, wait) {
  while (true) {
    try { return await send(); } catch (error) { if (error.status !== 0) throw error; }
    await wait();
  }
}

/** Requests without a known outcome, by their purpose. @type {Map<string, {id: string, sent: any}>} */
const unsettled = new Map();

/** Makes the next request for this purpose a new command. @param {string} about */
export const forget = about => unsettled.delete(about);

/**
 * Sends a command that must take effect only once: a retry after a lost answer sends the same command.
 *
 * @param {string} about its purpose @param {(id: string) => any} make its kind and fields, if none is pending
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
    // The ledger would only repeat its refusal of this id.
    if (error instanceof Problem && error.isRefusal) unsettled.delete(about);
    throw error;
  }
}
