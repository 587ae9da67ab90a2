// Keeps a staff page current: asks again for what its view shows, as long as the page is visible.
import { Problem, send } from "./api.js";
import { byId, make } from "./dom.js";
import { announce } from "./shell.js";

/** The time between two looks, in milliseconds. */
const interval = 5_000;

/** The answers that the view shows, by their addresses, and at which looks they are asked for. @type {Map<string, {text: string, every: number}>} */
const shown = new Map();

/** For answers that are large, or that the server computes: they are asked for at every sixth look. */
export const rarely = 6;

let timer = 0, looks = 0, isDirty = false, redraw = async () => {};

/** Forgets what the last view has shown. */
export function forget() {
  shown.clear();
  isDirty = false;
  byId("changed")?.remove();
}

/**
 * Reads an address, and watches it until the next view is drawn.
 *
 * @param {string} path @param {number} [every] at each look, or `rarely` @returns {Promise<any>} the decoded JSON
 * @throws {Problem} as `get` does
 */
export async function live(path, every = 1) {
  const text = await read(path);
  shown.set(path, { text, every });
  return JSON.parse(text);
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
  if (response.ok) return text;
  let body = {};
  // An error page of a proxy is not JSON.
  try { body = JSON.parse(text); } catch {}
  throw new Problem(response.status, body);
}

/** Starts to watch. A hidden page asks for nothing. @param {() => Promise<void>} draw draws the view again */
export function follow(draw) {
  redraw = draw;
  byId("main").addEventListener("input", () => { isDirty = true; });
  document.addEventListener("visibilitychange", () => document.hidden ? clearTimeout(timer) : look());
  timer = setTimeout(look, interval);
}

async function look() {
  clearTimeout(timer);
  if (document.hidden) return;
  let hasChanged = false;
  looks += 1;
  for (const [path, { text: before, every }] of [...shown]) {
    if (looks % every) continue;
    try {
      const text = await read(path);
      if (shown.has(path) && text !== before) hasChanged = true;
    } catch (error) {
      // The session has ended: the next action says so.
      if (/** @type {any} */ (error).status === 401) return;
    }
  }
  if (hasChanged && !document.hidden) await change();
  clearTimeout(timer);
  timer = setTimeout(look, interval);
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
