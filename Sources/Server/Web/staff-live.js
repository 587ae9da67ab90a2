// Keeps a staff page current: reads again what its view shows when the server announces a change, as long as the page is visible.
import { Problem, send } from "./api.js";
import { byId, make } from "./dom.js";
import { announce } from "./shell.js";

/** The minimum time between two reads of an address, in milliseconds. */
const interval = 1_000;

/** The minimum time for answers that are large, or that the server computes. */
export const rarely = 30_000;

/** The time between two reads of everything while the server cannot announce changes, and of what changes without a notice. */
const slow = 30_000;

/**
 * The topics of a notice on which an answer depends: of `own` topics only the object whose number is in the address.
 * @type {{path: RegExp, own?: string[], any?: string[], isUnannounced?: boolean}[]}
 */
const sources = [
  { path: /^\/v1\/approvals/, any: ["approvals"] },
  { path: /^\/v1\/cases\/(\d+)/, own: ["cases"] },
  { path: /^\/v1\/cases/, any: ["cases"] },
  // The number of waiting events moves with each delivery.
  { path: /^\/v1\/webhooks/, any: ["deliveries"], isUnannounced: true },
  { path: /^\/v1\/settlements/, any: ["contests", "rooms", "scores", "approvals"] },
  { path: /^\/v1\/tournaments\/(\d+)\/settlement/, own: ["contests"], any: ["rooms", "scores", "approvals"] },
  { path: /^\/v1\/tournaments\/(\d+)/, own: ["contests"], any: ["rooms"] },
  { path: /^\/v1\/tournaments/, any: ["contests", "rooms"] },
  { path: /^\/v1\/rooms\/(\d+)/, own: ["rooms", "clocks"] },
  { path: /^\/v1\/rooms/, any: ["rooms", "clocks"] },
];

/** @param {string} path */
const sourceOf = path => sources.find(one => one.path.test(path));

/** Whether a notice is about an address. @param {string} path @param {Record<string, number[]>} notice */
export function isAbout(path, notice) {
  const source = sourceOf(path);
  if (!source) return true;
  const number = Number(source.path.exec(path)?.[1]);
  return (source.any ?? []).some(topic => notice[topic])
    // An empty list is for the whole topic.
    || (source.own ?? []).some(topic => notice[topic] && (!notice[topic].length || notice[topic].includes(number)));
}

/** @typedef {{text: string | null, least: number, readAt: number, isStale: boolean}} Answer `text`: null until it was read */

/** The answers that the view shows, by their addresses. @type {Map<string, Answer>} */
const shown = new Map();

let timer = 0, isReading = false, isDirty = false, isFollowing = false, redraw = async () => {};
/** @type {import("./stream.js").LiveStream | null} */
let stream = null;
/** The position up to which the changes are known; null before the first connection. @type {number | null} */
let last = null;
/** The number of streams so far: a closed one has nothing more to say. */
let turn = 0;
let isLive = false, isRefused = false;
/** @type {import("./connection.js").Connection | null} */
let connection = null;

/** The number of events of the latest answer. */
let seen = 0;

/**
 * A parameter for answers that the server keeps for some seconds: they then have at least the announced changes, and what the
 * other answers of the view have. Before the first connection, no later change would correct one that is older than they are.
 */
export const announced = () => `&minPosition=${Math.max(seen, last === null ? 0 : last + 1)}`;

/** Forgets what the last view has shown. */
export function forget() {
  shown.clear();
  isDirty = false;
  byId("changed")?.remove();
}

/**
 * Reads an address, and watches it until the next view is drawn.
 *
 * @param {string} path @param {number} [least] the minimum time between two reads, in milliseconds, such as `rarely`
 * @returns {Promise<any>} the decoded JSON
 * @throws {Problem} as `get` does
 */
export async function live(path, least = interval) {
  // Changes before the first connection are not announced.
  const answer = { text: /** @type {string | null} */ (null), least, readAt: performance.now(), isStale: last === null };
  shown.set(path, answer);
  try {
    answer.text = await read(path);
  } catch (error) {
    if (shown.get(path) === answer) shown.delete(path);
    throw error;
  }
  if (isFollowing) connect();
  plan();
  return JSON.parse(answer.text);
}

/** @param {string} path @returns {Promise<string>} */
async function read(path) {
  let response, text;
  try {
    response = await send(path, { headers: { Accept: "application/json" } });
    text = await response.text();
  } catch {
    throw new Problem(0, { code: "unreachable", title: "No connection", detail: "The server cannot be reached. Check your connection." });
  }
  seen = Math.max(seen, Number(response.headers.get("Ledger-Position")) || 0);
  if (response.ok) return text;
  let body = {};
  // An error page of a proxy is not JSON.
  try { body = JSON.parse(text); } catch {}
  throw new Problem(response.status, body);
}

/** Starts to watch. A hidden page asks for nothing. @param {() => Promise<void>} draw draws the view again */
export function follow(draw) {
  redraw = draw;
  isFollowing = true;
  byId("main").addEventListener("input", () => { isDirty = true; });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) { connect(); plan(); return; }
    clearTimeout(timer);
    // Browsers allow few connections: a page in the background keeps none.
    stream?.close();
    stream = null;
    turn += 1;
    isLive = false;
  });
  connect();
  plan();
}

/** Connects to the notices, if the view shows anything that they are about. */
async function connect() {
  if (stream || isRefused || document.hidden || !shown.size) return;
  const [{ LiveStream }, { Connection }] = await Promise.all([import("./stream.js"), import("./connection.js")]);
  if (stream || isRefused || document.hidden) return;
  const bar = connection ??= Connection.atTop(), mine = ++turn;
  stream = new LiveStream("/v1/stream/staff", {
    after: last ?? undefined,
    onEvent: (name, data, position) => {
      if (turn !== mine) return;
      if (name === "changed") for (const [path, answer] of shown) if (isAbout(path, data)) answer.isStale = true;
      if (position !== null) last = position;
      plan();
    },
    onLost: () => {
      last = null;
      for (const answer of shown.values()) answer.isStale = true;
    },
    onState: (state, error) => {
      if (turn !== mine) return;
      isLive = state === "live";
      isRefused = state === "refused";
      bar.show(state, error);
      plan();
    },
  });
}

/** The time at which an answer is read again. @param {string} path @param {Answer} answer */
function dueAt(path, { text, least, readAt, isStale }) {
  if (text === null) return Infinity;
  if (isStale && isLive) return readAt + least;
  return isLive && !sourceOf(path)?.isUnannounced ? Infinity : readAt + Math.max(slow, least);
}

/** Sets the timer for the next read. */
function plan() {
  clearTimeout(timer);
  if (document.hidden || isReading || isRefused || !isFollowing) return;
  const next = Math.min(...[...shown].map(([path, answer]) => dueAt(path, answer)));
  if (next < Infinity) timer = setTimeout(look, Math.max(0, next - performance.now()));
}

async function look() {
  isReading = true;
  try {
    if (await hasChanged() && !document.hidden) await change();
  } finally {
    isReading = false;
    plan();
  }
}

/** Reads again what is due. @returns {Promise<boolean>} whether the view shows anything that is different now */
async function hasChanged() {
  let isDifferent = false;
  for (const [path, answer] of [...shown]) {
    const now = performance.now();
    if (dueAt(path, answer) > now) continue;
    answer.readAt = now;
    answer.isStale = false;
    try {
      const text = await read(path);
      if (shown.get(path) === answer && text !== answer.text) isDifferent = true;
    } catch (error) {
      const { status } = /** @type {any} */ (error);
      // The session has ended, or the object: the next action says so. Otherwise, it is tried again after some seconds.
      if (status >= 400 && status < 500 && status !== 429) continue;
      answer.isStale = true;
      answer.readAt = now + 5_000;
    }
  }
  return isDifferent;
}

/** Shows the change at once, or offers it if that would discard what the user has entered. */
async function change() {
  // A button whose action is on its way is not replaced: a second tap would take the next step.
  if (isDirty || document.querySelector("dialog[open], #main [aria-disabled=true]")) return offer();
  const active = document.activeElement, isInside = byId("main").contains(active);
  const label = active?.textContent, link = active?.getAttribute("href"), name = active?.getAttribute("name");
  const top = scrollY;
  await redraw();
  scrollTo(0, top);
  announce("The page was updated.");
  if (!isInside || !active || active === byId("main")) return;
  const same = [...byId("main").querySelectorAll(active.tagName)].find(one =>
    one.textContent === label && one.getAttribute("href") === link && one.getAttribute("name") === name);
  /** @type {any} */ (same)?.focus({ preventScroll: true });
}

function offer() {
  if (byId("changed")) return;
  const button = make("button", { class: "button small", type: "button", onclick: () => redraw() }, "Show the changes");
  byId("main").prepend(make("div", { id: "changed", class: "banner row spread noprint", role: "status" },
    make("span", {}, "Something on this page has changed. What you entered is kept until you show the changes."), button));
}
