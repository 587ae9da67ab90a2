// The shell of every page: the signed-in user, navigation and messages.
import { append, byId, fill, icon, make } from "./dom.js";
import { balance } from "./format.js";
import { get } from "./api.js";
import { person, signInAddress, signOut } from "./session.js";

/** The pages of staff, by role. @type {[string[], string, string][]} */
const staffPlaces = [
  [["officer", "cashier", "auditor"], "/desk", "Desk"], [["analyst"], "/reports", "Reports"], [["operator"], "/operations", "Operations"],
];

/**
 * Draws the page's head for the signed-in user.
 *
 * @returns {Promise<import("./session.js").Person | null>}
 */
export async function shell() {
  const who = await person().catch(() => null), corner = byId("who");
  sayLeft();
  if (!corner) return who;
  if (!who) {
    if (location.pathname !== "/login") fill(corner, make("a", { class: "button small", href: signInAddress() }, "Sign in"));
    return null;
  }
  const links = () => staffPlaces.filter(([roles]) => roles.some(role => who.roles.includes(role))).map(([, path, label]) =>
    make("a", { class: "staff", href: path, "aria-current": location.pathname === path ? "page" : null }, label));
  document.querySelector("#top nav")?.append(...links());
  // A phone's tabs are for members; a draft page has no space for them.
  if (links().length && document.documentElement.dataset.page !== "draft")
    byId("top").append(make("nav", { class: "staffbar", "aria-label": "Staff pages" }, links()));
  fill(corner,
    make("a", { class: "button small balance", id: "balance", href: "/deposit", hidden: true }),
    make("span", { class: "name", dir: "auto", title: who.name }, who.name),
    make("button", { class: "iconbutton", type: "button", "aria-label": "Sign out", onclick: signOut }, icon("leave")));
  // Not awaited: no page depends on it.
  get(`/v1/users/${who.user}/balance`).then(found =>
    showBalance(found.accounts.find(one => one.account === `user/${who.user}/available`)?.balanceCents ?? 0)).catch(() => {});
  return who;
}

/** @param {number | undefined} cents */
export function showBalance(cents) {
  const place = byId("balance");
  if (!place || cents === undefined) return;
  place.hidden = false;
  place.textContent = balance(cents);
  place.setAttribute("aria-label", `Balance ${balance(cents)}: deposit`);
}

/** Announces a text to screen readers. @param {string} text @param {boolean} [urgently] */
export function announce(text, urgently = false) {
  const region = byId(urgently ? "alert" : "live");
  if (region) region.textContent = text;
}

/**
 * Shows a short message; if a sheet is open, inside the sheet.
 *
 * @param {string} text @param {"" | "success" | "warning" | "error"} [kind] @param {number} [milliseconds]
 * @param {string} [about] a newer one about the same takes its place
 */
export function toast(text, kind = "", milliseconds = 6_000, about = text) {
  const box = document.querySelector("dialog[open]") ?? byId("toasts");
  const close = make("button", { class: "iconbutton", type: "button", "aria-label": "Dismiss" }, icon("close"));
  const banner = make("div", { class: "banner " + kind, role: kind === "error" ? "alert" : "status", dataset: { about } }, make("span", {}, text), close);
  const leave = () => banner.remove();
  close.addEventListener("click", leave);
  for (const before of [...box.children]) if (before instanceof HTMLElement && before.dataset.about === about) before.remove();
  box.append(banner);
  banner.scrollIntoView?.({ block: "nearest" });
  setTimeout(leave, milliseconds);
}

const nextWords = "next words";

/** Keeps a sentence for the page that is opened next. @param {string} text */
export function sayNext(text) {
  // Without storage, the next page does not show the message.
  try { sessionStorage.setItem(nextWords, text); } catch {}
}

/** Shows the message that the previous page left. */
function sayLeft() {
  try {
    const text = sessionStorage.getItem(nextWords);
    if (text) toast(text, "success", 8_000);
    sessionStorage.removeItem(nextWords);
  } catch {}
}

/** Replaces the loading text by the page's content. @param {...any} children */
export function show(...children) {
  const main = byId("main");
  main.removeAttribute("aria-busy");
  return fill(main, ...children);
}

/** Shows why a page cannot be shown, with a way on. @param {any} error */
export function showProblem(error) {
  // A retry does not help if the page is missing or not allowed.
  const mayPass = error instanceof Error && ![403, 404].includes(/** @type {any} */ (error).status);
  show(append(make("div", { class: "empty" }), [
    icon("warning"), make("h1", {}, error?.title ?? "Something went wrong"), make("p", {}, error?.detail || String(error?.message ?? "")),
    make("div", { class: "row" },
      make("a", { class: "button", href: "/" }, "To the lobby"),
      !mayPass ? null : make("button", { class: "button primary", type: "button", onclick: () => location.reload() }, "Try again")),
  ]));
}

/** Runs a page and shows its errors. @param {() => Promise<void>} page */
export async function run(page) {
  try {
    await page();
  } catch (error) {
    showProblem(error);
    if (!(error && /** @type {any} */ (error).status !== undefined)) console.error(error);
  }
  document.documentElement.dataset.ready = "true";
}

/** Runs an action of a button, one at a time, and shows its error. */
export async function doing(button, work) {
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  try {
    await work();
  } catch (error) {
    toast(/** @type {any} */ (error).message, "error");
  } finally {
    button.removeAttribute("aria-disabled");
  }
}
