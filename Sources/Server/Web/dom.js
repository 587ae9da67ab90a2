// Creates elements from values. Text is always inserted as text: no string becomes markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with its attributes and children.
 *
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `class`, `dataset`, `on` + event, properties such as `value`, or attributes;
 *   null, undefined and false leave one out.
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "style") for (const [key, part] of Object.entries(value)) element.style.setProperty(key, part);
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

/** @param {Element} element @param {any[]} children */
export function append(element, children) {
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** Puts other children in the place of all that are there. @param {Element} element @param {...any} children */
export function fill(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

/** Sets a text only if it differs, which avoids layout work. */
export function setText(element, text) {
  if (element.textContent !== String(text)) element.textContent = String(text);
}

/** Runs work when the browser has nothing else to do. @param {() => void} work */
export const whenIdle = work => window.requestIdleCallback ? requestIdleCallback(work, { timeout: 500 }) : setTimeout(work, 30);

/** Runs work before the next frame. A hidden page has no frames. @param {() => void} work */
export const beforeFrame = work => document.visibilityState === "visible" ? requestAnimationFrame(work) : setTimeout(work);

/** Ends the task, so that the browser can draw between two parts of long work. */
export const pause = () => new Promise(done => setTimeout(done));

/** @param {string} id @returns {any} */
export const byId = id => document.getElementById(id);

/** One of the project's icons, hidden from screen readers. @param {string} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", new URL("icons.svg", import.meta.url).pathname + "#" + name);
  svg.append(use);
  return svg;
}

/** @param {string} position */
export const badge = position =>
  make("span", { class: "badge " + (["QB", "RB", "WR", "TE"].includes(position) ? position : "BN") }, position || "–");

/** A word with its colour and shape. @param {string} state @param {string} [word] */
export const stateMark = (state, word) => make("span", { class: "state " + state }, word ?? stateWords[state] ?? state);

/** The names of the states of rooms and contests. @type {Record<string, string>} */
export const stateWords = {
  waiting: "Filling", countdown: "Starting", active: "Drafting", paused: "Paused", complete: "Complete",
  cancelled: "Cancelled", voided: "Voided", open: "Open", filling: "Open", drafting: "Drafting", entriesClosed: "Closed",
  finalized: "Final",
};

/** Segments in the colours of positions, as wide as there are players. @param {string[]} positions @param {number} most */
export function tracker(positions, most) {
  const counts = ["QB", "RB", "WR", "TE"].map(name => [name, positions.filter(position => position === name).length]);
  const words = counts.filter(([, count]) => count).map(([name, count]) => `${count} ${name}`).join(", ") || "no players";
  const bar = make("div", { class: "tracker", role: "img", "aria-label": words });
  for (const [name, count] of counts)
    if (count) bar.append(make("i", { class: name, style: { width: `${100 * Number(count) / most}%` } }));
  return bar;
}

/** The placeholder of an empty list. @param {string} picture @param {string} title @param {string} text */
export const emptyState = (picture, title, text, ...more) =>
  make("div", { class: "empty" }, icon(picture), make("h2", {}, title), make("p", {}, text), ...more);

/**
 * A dialog from below on a phone, in the middle elsewhere. It closes by Escape, by its button and by a tap outside it.
 *
 * @param {string} title @param {(close: () => void) => any[]} content
 */
export function sheet(title, content) {
  const heading = make("h2", { id: "sheet-title", class: "clip" }, title);
  const dialog = make("dialog", { class: "sheet", "aria-labelledby": "sheet-title" });
  const close = () => dialog.close();
  append(dialog, [
    make("div", { class: "row spread" }, heading,
      make("button", { class: "iconbutton", type: "button", "aria-label": "Close", onclick: close }, icon("close"))),
    content(close),
  ]);
  dialog.addEventListener("click", event => { if (event.target === dialog) close(); });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
