// The shell of every page: the signed-in user, messages and failures.
import { append, byId, fill, icon, make } from "./dom.js";
import { request } from "./api.js";
import { forgetTokens, tokens } from "./tokens.js";

/** Whether this is a server for development, which signs users in by name. */
export const isDevelopment = document.documentElement.dataset.dev === "true";

/** The sign-in page, which leads back to this address. */
export const signInAddress = () => "/login?to=" + encodeURIComponent(location.pathname + location.search);

/** Draws the corner of the page for the signed-in user. */
function drawUser() {
  const corner = byId("who"), user = tokens();
  if (!user) {
    if (location.pathname !== "/login") fill(corner, make("a", { class: "button small", href: signInAddress() }, "Sign in"));
    return;
  }
  fill(corner, make("span", { class: "name", dir: "auto" }, user.name ?? `user ${user.userId}`),
    make("button", { class: "iconbutton", type: "button", "aria-label": "Sign out", onclick: signOut }, icon("leave")));
}

async function signOut() {
  // The tokens of this device end even if the server is not reached.
  await request("DELETE", "/v1/auth/logout", { signed: true }).catch(() => {});
  forgetTokens();
  location.assign("/");
}

/** Announces a text to screen readers. @param {string} text */
export function announce(text) { byId("live").textContent = text; }

/** Shows a short message. @param {string} text @param {"" | "success" | "warning" | "error"} [kind] */
export function toast(text, kind = "") {
  const banner = make("div", { class: "banner " + kind, role: kind === "error" ? "alert" : "status" }, make("span", {}, text));
  (document.querySelector("dialog[open]") ?? byId("toasts")).append(banner);
  setTimeout(() => banner.remove(), 6_000);
}

/** Puts the page's content in the place of the loading text. @param {...any} children */
export function show(...children) {
  const main = byId("main");
  main.removeAttribute("aria-busy");
  return fill(main, ...children);
}

/** Shows why a page cannot be shown. @param {any} error */
function showProblem(error) {
  if (error?.status === 401) {
    show(append(make("div", { class: "empty" }), [icon("person"), make("h1", {}, "Sign in to see your bets"),
      make("a", { class: "button primary", href: signInAddress() }, "Sign in")]));
    return;
  }
  show(append(make("div", { class: "empty" }), [
    icon("warning"), make("h1", {}, "This page cannot be shown"), make("p", {}, String(error?.message ?? "")),
    make("div", { class: "ways" }, make("a", { class: "button", href: "/" }, "To the games"),
      make("button", { class: "button primary", type: "button", onclick: () => location.reload() }, "Try again")),
  ]));
}

/** Runs a page and shows its failure. @param {() => Promise<void>} page */
export async function run(page) {
  drawUser();
  try { await page(); } catch (error) { showProblem(error); }
}

const connectionWords = { live: "Live", polling: "Updated every 5 seconds", offline: "Offline" };

/** The mark that says how the page is kept up to date. @returns {{element: Element, set: (state: "live" | "polling" | "offline") => void}} */
export function connectionMark() {
  const element = make("span", { class: "state waiting", id: "connection" }, "Connecting");
  const shapes = { live: "active", polling: "countdown", offline: "cancelled" };
  return { element, set: state => { element.className = "state " + shapes[state]; element.textContent = connectionWords[state]; } };
}
