// The state of a page's live stream, shown in a banner and announced to screen readers.
import { byId, fill, icon, make } from "./dom.js";
import { signInAddress } from "./session.js";

/** Shorter interruptions, in milliseconds, are not reported. */
const delay = 700;

export class Connection {
  constructor() {
    this.words = make("span", { class: "grow" });
    this.element = make("div", { class: "connection banner warning", role: "status", hidden: true }, icon("offline"), this.words);
    this.timer = 0;
    this.isSignedOut = false;
    addEventListener("signedout", () => this.showSignedOut());
  }

  /** Below the page's head, where it moves no other content. @returns {Connection} */
  static atTop() {
    const connection = new Connection();
    byId("top").append(connection.element);
    return connection;
  }

  /** @param {import("./stream.js").StreamState} state @param {{status: number, detail: string}} [error] */
  show(state, error) {
    clearTimeout(this.timer);
    document.documentElement.dataset.connection = state;
    // Being back online does not sign the user in: the banner stays until the page is reloaded.
    if (this.isSignedOut) return;
    if (state === "connecting" || state === "live") this.element.hidden = true;
    else if (state === "offline") this.say("You are offline. This page shows the last known state.");
    else if (state === "reconnecting") this.timer = setTimeout(() => this.say("Connection lost. Reconnecting …"), this.element.hidden ? delay : 0);
    else if (error?.status === 401) this.showSignedOut();
    else this.say(error?.detail || "You no longer have access.");
  }

  /** Shows that the session has ended, whether the stream or a command learned it first. */
  showSignedOut() {
    clearTimeout(this.timer);
    this.isSignedOut = true;
    // The link leads back to the page's address at the time of the tap.
    const lead = event => { event.currentTarget.href = signInAddress(); };
    this.say("You are signed out. This page shows the last known state. ", make("a", { href: signInAddress(), onclick: lead }, "Sign in again"));
  }

  /** @param {...any} words */
  say(...words) {
    this.element.hidden = false;
    fill(this.words, ...words);
  }
}
