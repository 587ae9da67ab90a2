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
  const list = make("div"), ask = make("button", { class: "button", type: "button", onclick: event => doing(event.currentTarget, () => told(list, user)) }, "Show what I was told");
  fill(card, make("h2", {}, "Quiet hours and devices"), form,
    make("p", { class: "muted" }, phones ? `${plural(phones, "device")} of yours ${phones === 1 ? "gets" : "get"} alerts.` : "No device of yours gets alerts. The app registers it.",
      email ? ` E-mails go to ${email}.` : ""),
    make("div", { class: "row" }, ask, phones ? make("button", { class: "button", type: "button", onclick: event =>
      change(event.currentTarget, () => request("DELETE", path + "/devices"), "Your devices get no alerts any more.") }, "Remove my devices") : null), list);
}

/** The alerts of the last thirty days, the latest first. The ledger has them as evidence. */
async function told(list, user) {
  const since = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const { events } = await get(`/v1/users/${user}/activity?since=${encodeURIComponent(since)}`);
  const own = events.filter(one => one.kind === "notice").reverse().slice(0, 50);
  fill(list, own.length ? make("ul", { class: "plain" }, own.map(one => make("li", {}, make("span", { class: "muted tiny" }, moment(one.recordedAt)), " ",
    one.room ? make("a", { href: `/draft/${one.room}` }, `room ${one.room}`) : null, ": ", one.text ?? one.type)))
    : make("p", { class: "muted" }, "Nothing was sent to you in the last thirty days."));
}
