// Alerts of this device while the page is open: screen kept on, sound, notifications.
import { make } from "./dom.js";
import { announce, toast } from "./shell.js";
import { store, stored } from "./stored.js";

/** A pick clock up to this length, in milliseconds, is short enough to keep the screen on for. */
const fast = 600_000;

export class RoomAlerts {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    /** @type {Record<string, boolean>} */
    this.chosen = { awake: true, sound: false, notify: false, ...stored("alerts", {}) };
    /** @type {any} */
    this.lock = null;
    /** @type {AudioContext | null} */
    this.audio = null;
    const box = (key, label, isAble) => make("label", { class: "switch" }, make("span", {}, label),
      make("input", { type: "checkbox", role: "switch", checked: this.chosen[key] && isAble, disabled: !isAble, dataset: { alert: key }, onchange: event => this.choose(key, event.currentTarget) }));
    this.element = make("section", { class: "alerts", "aria-labelledby": "alerts" }, make("h2", { class: "part", id: "alerts" }, "Alerts on this device"),
      box("awake", "Keep the screen on during a fast draft", "wakeLock" in navigator), box("sound", "Sound when you are on the clock", "AudioContext" in window),
      box("notify", "Notification when you are on the clock in another tab", "Notification" in window),
      make("p", { class: "muted small" }, "They work only while this page is open. The app and e-mail also reach you when it is closed: choose them in your ", make("a", { href: "/profile" }, "profile"), "."));
    document.addEventListener("visibilitychange", () => this.draw());
    // Browsers allow sound after the first tap or key of a page only.
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => { if (this.chosen.sound) this.unlock(); });
  }

  /** @param {string} key @param {HTMLInputElement} box */
  async choose(key, box) {
    if (key === "notify" && box.checked && await Notification.requestPermission() !== "granted") {
      box.checked = false;
      toast("This browser blocks notifications of this site. Allow them in its settings.", "warning");
    }
    this.chosen[key] = box.checked;
    store("alerts", this.chosen);
    // A sound is allowed after a tap only: this one is heard as a sample.
    if (key === "sound" && box.checked) this.play();
    this.draw();
  }

  /** Keeps the screen on, or lets it go out. */
  async draw() {
    const { room } = this, isTimed = room.pickClock > 0 && room.pickClock <= fast;
    const isWanted = this.chosen.awake && room.isMember && isTimed && ["countdown", "active"].includes(room.status) && document.visibilityState === "visible";
    if (isWanted === (this.lock !== null)) return;
    if (!isWanted) {
      this.lock.release?.();
      this.lock = null;
      return;
    }
    const asked = this.lock = {};
    try {
      const lock = await /** @type {any} */ (navigator).wakeLock.request("screen");
      // Not wanted any more.
      if (this.lock !== asked) return lock.release();
      // The browser releases it when the page is hidden.
      lock.addEventListener("release", () => { if (this.lock === lock) this.lock = null; });
      this.lock = lock;
    } catch {
      // Without power, a browser refuses. It is asked again when the page is shown again.
    }
  }

  /** Reports that the user is on the clock. */
  turn() {
    if (this.chosen.sound) this.play();
    if (!this.chosen.notify || document.visibilityState === "visible" || Notification.permission !== "granted") return;
    try {
      const note = new Notification("You are on the clock", { body: this.room.contest, tag: "room " + this.room.id });
      note.onclick = () => { focus(); note.close(); };
    } catch {
      // Phones grant the permission, and show notifications of installed apps only.
      announce("You are on the clock.", true);
      toast("This browser shows notifications of installed apps only. Choose them in the app.", "warning");
    }
  }

  /** Begins the sound, or continues it after the phone was locked. @returns {AudioContext} */
  unlock() {
    this.audio ??= new AudioContext();
    if (this.audio.state !== "running") this.audio.resume().catch(() => {});
    return this.audio;
  }

  /** Two short tones. */
  play() {
    const audio = this.unlock();
    for (const [start, pitch] of [[0, 660], [0.18, 880]]) {
      const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + start;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.2, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.16);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.16);
    }
  }
}
