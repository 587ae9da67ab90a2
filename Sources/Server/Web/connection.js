// Whether a page that lives by a stream still hears of what happens, said where one looks and to who does not look.
import { byId, fill, icon, make } from "./dom.js";
import { signInAddress } from "./session.js";

/** Shorter breaks than this are not worth a word, in milliseconds. */
const patience = 700;

export class Connection {
  constructor() {
    this.words = make("span", { class: "grow" });
    this.element = make("div", { class: "connection banner warning", role: "status", hidden: true }, icon("offline"), this.words);
    this.timer = 0;
    this.isSignedOut = false;
    addEventListener("signedout", () => this.showSignedOut());
  }

  /** Under the page's head, where nothing is pushed about. @returns {Connection} */
  static atTop() {
    const connection = new Connection();
    byId("top").append(connection.element);
    return connection;
  }

  /** @param {import("./stream.js").StreamState} state @param {{status: number, detail: string}} [error] */
  show(state, error) {
    clearTimeout(this.timer);
    document.documentElement.dataset.connection = state;
    // Being back online does not sign anybody in: these words stay until the page is loaded again.
    if (this.isSignedOut) return;
    if (state === "connecting" || state === "live") this.element.hidden = true;
    else if (state === "offline") this.say("You are offline. This is what was known last.");
    else if (state === "reconnecting") this.timer = setTimeout(() => this.say("Connection lost. Reconnecting …"), this.element.hidden ? patience : 0);
    else if (error?.status === 401) this.showSignedOut();
    else this.say(error?.detail || "This is not shown to you any more.");
  }

  /** The session has ended, whether the stream or a command was the first to be told. */
  showSignedOut() {
    clearTimeout(this.timer);
    this.isSignedOut = true;
    // The place that it leads back to is the one at the tap, not the one at the sentence.
    const lead = event => { event.currentTarget.href = signInAddress(); };
    this.say("You are signed out. This is what was known last. ", make("a", { href: signInAddress(), onclick: lead }, "Sign in again"));
  }

  /** @param {...any} words */
  say(...words) {
    this.element.hidden = false;
    fill(this.words, ...words);
  }
}
