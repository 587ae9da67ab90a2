// A tab whose module is loaded when the tab is drawn first: the room is on the screen sooner.
import { make } from "./dom.js";

export class LazyTab {
  /** @param {() => Promise<any>} load returns the tab */
  constructor(load) {
    this.load = load;
    this.element = make("div", { class: "lazy", tabindex: -1 });
    /** @type {any} */
    this.tab = null;
    /** @type {Promise<void> | null} */
    this.loading = null;
  }

  draw() {
    if (this.tab) return this.tab.draw();
    this.loading ??= this.load().then(tab => {
      this.tab = tab;
      this.element.replaceChildren(tab.element);
      tab.draw();
    }).catch(() => {
      // The next event or tap loads it again.
      this.loading = null;
      this.element.replaceChildren(make("p", { class: "none" }, "This needs a connection the first time."));
    });
  }

  focus() { this.element.focus(); }
}
