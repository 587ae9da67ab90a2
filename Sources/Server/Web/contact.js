// How a member is told what happens: quiet hours, devices, and what was sent.
import { get, request } from "./api.js";
import { fill, make } from "./dom.js";
import { moment, plural } from "./format.js";
import { doing, toast } from "./shell.js";

const path = "/v1/users/me/contact";

/** The time zone of this device, by its IANA name. */
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/**
 * @param {number} user
 * @param {{devices: any[], email: string?, quietHours: {from: string, until: string, timeZone: string}?}} contact
 */
export function contactCard(user, contact) {
  const card = make("section", { class: "card" });
  draw(card, user, contact);
  return card;
}

function draw(card, user, { devices, email, quietHours }) {
  const time = (label, value) => {
    const input = make("input", { class: "input", type: "time", value, required: true });
    return { input, field: make("label", { class: "field" }, make("span", {}, label), input) };
  };
  const from = time("From", quietHours?.from ?? "22:00"), until = time("Until", quietHours?.until ?? "08:00");
  const zone = quietHours?.timeZone ?? here();
  const save = make("button", { class: "button", type: "submit" }, quietHours ? "Save quiet hours" : "Set quiet hours");
  const change = (button, act, words) => doing(button, async () => {
    draw(card, user, await act());
    toast(words, "success");
  });
  const form = make("form", {}, make("div", { class: "row" }, from.field, until.field), make("p", { class: "muted small" }, `By the clock of ${zone}. A turn that lasts until their end is told then.`),
    make("div", { class: "row" }, save, quietHours && make("button", { class: "button", type: "button", onclick: event =>
      change(event.currentTarget, () => request("DELETE", path + "/quiet-hours"), "You have no quiet hours.") }, "Remove")));
  form.addEventListener("submit", event => {
    event.preventDefault();
    change(save, () => request("PUT", path + "/quiet-hours", { body: { from: from.input.value, until: until.input.value, timeZone: zone } }), "Your quiet hours are saved.");
  });
  const phones = devices.filter(one => one.purpose === "notices").length;
  const list = make("div"), ask = make("button", { class: "button", type: "button", onclick: event => doing(event.currentTarget, () => told(list, user)) }, "Show what was sent to me");
  fill(card, make("h2", {}, "Quiet hours and devices"), form,
    make("p", { class: "muted" }, phones ? `${plural(phones, "device")} of yours ${phones === 1 ? "gets" : "get"} alerts.` : "No device of yours gets alerts. The app registers it.",
      email ? ` E-mails go to ${email}.` : ""),
    make("div", { class: "row" }, ask, phones ? make("button", { class: "button", type: "button", onclick: event =>
      change(event.currentTarget, () => request("DELETE", path + "/devices"), "Your devices get no alerts any more.") }, "Remove my devices") : null), list);
}

/** @type {Record<string, string>} */
const kinds = {
  roomFilled: "Your room is full", draftStarting: "The draft starts", picksAway: "Two picks away", onTheClock: "You are on the clock", tenSeconds: "Ten seconds left", slowDraftEmail: "E-mail about your slow draft",
};
/** @type {Record<string, string>} */
const channels = { push: "to your devices", email: "by e-mail", file: "to the file of the development server" };

/** The last alerts, the latest first, with their outcome. The ledger has them as evidence. */
async function told(list, user) {
  const all = (await get(`/v1/users/${user}/notices?limit=10000`)).reverse(), own = all.slice(0, 100);
  fill(list, own.length ? make("ul", { class: "rows notices" }, own.map(one => make("li", {}, make("div", { class: "grow" },
    make("div", {}, `${kinds[one.kind] ?? one.kind} · `, make("a", { href: "/draft/" + one.room, dir: "auto" }, one.contest ?? `room ${one.room}`)),
    make("div", { class: "muted small" }, `${moment(one.at)}, ${channels[one.channel] ?? one.channel}: ${one.text.slice(one.text.indexOf(",") + 2)}`)),
    make("a", { class: "number small", href: "/records/" + one.position, "aria-label": `Record ${one.position}` }, one.position))))
    : make("p", { class: "muted" }, "Nothing was sent to you."),
    all.length > own.length ? make("p", { class: "muted small" }, `The last ${own.length} of ${all.length}.`) : null);
}
