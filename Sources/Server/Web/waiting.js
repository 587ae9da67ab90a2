// A room that fills: who is here, how it starts, and the ways to fill it.
import { request } from "./api.js";
import { make, setText } from "./dom.js";
import { isDevelopment } from "./session.js";
import { doing, toast } from "./shell.js";

/** Seats that bots take draft at the pace of people: the room looks as it will with members. @param {number} room */
export const fillWithBots = room => request("POST", "/dev/bots", { body: { room, seed: crypto.getRandomValues(new Uint32Array(1))[0] } });

/** Shares an address, or copies it where a browser cannot share. @param {string} title @param {string} url */
export async function shareAddress(title, url) {
  try {
    if (navigator.share) return await navigator.share({ title, url });
    await navigator.clipboard.writeText(url);
    toast("The link is copied.", "success");
  } catch (error) {
    // A sheet that the user closes is not an error.
    if (!(error instanceof DOMException && error.name === "AbortError")) toast(`Copy this address: ${url}`, "", 20_000);
  }
}

export class WaitingPanel {
  /** @param {import("./room.js").Room} room @param {HTMLElement} element that has the panel's place already */
  constructor(room, element) {
    this.room = room;
    this.count = make("b", { role: "status" });
    this.names = make("ul", { class: "here", "aria-label": "Members who are here", tabindex: 0 });
    const bots = isDevelopment && room.isMember ? make("button", { class: "button primary small", type: "button", onclick: () => doing(bots, () => fillWithBots(room.id)) }, "Fill with bots") : null;
    const invite = make("button", { class: "button small", type: "button", onclick: () => shareAddress(room.contest, `${location.origin}/invite/${room.tournament}`) }, "Invite");
    element.replaceChildren(
      make("p", {}, this.count, make("span", { class: "muted" }, ` The draft starts by itself when ${room.teams} are in.`)), this.names,
      make("div", { class: "row tight" }, bots, room.tournament ? invite : null, room.tournament ? make("a", { class: "button small", href: "/tournament/" + room.tournament }, "Rules") : null));
    this.shown = "";
  }

  draw() {
    const { room } = this, here = room.members.filter(member => member !== null), names = here.map(member => member.seat === room.mySeat ? "You" : member.name);
    setText(this.count, `${here.length} of ${room.teams} are in.`);
    if (names.join("\n") === this.shown) return;
    this.shown = names.join("\n");
    this.names.replaceChildren(...names.map(name => make("li", { dir: "auto" }, name)));
  }
}
