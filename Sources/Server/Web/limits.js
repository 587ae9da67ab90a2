// The limits that a member sets on deposits and entries, and the exclusion from play.
import { command, get } from "./api.js";
import { fill, make, sheet } from "./dom.js";
import { moment, money } from "./format.js";
import { doing, toast } from "./shell.js";

/** The limits: the member of the command, that of the answer, the label, and whether it is an amount in dollars. @type {[string, string, string, boolean][]} */
const kinds = [
  ["depositsPerDay", "depositsPerDayCents", "Deposits a day", true], ["depositsPerWeek", "depositsPerWeekCents", "Deposits a week", true],
  ["feesPerDay", "feesPerDayCents", "Entry fees a day", true], ["feesPerWeek", "feesPerWeekCents", "Entry fees a week", true],
  ["entriesPerDay", "entriesPerDay", "Entries a day", false], ["entriesPerWeek", "entriesPerWeek", "Entries a week", false],
];

/** The lengths of an exclusion, in days. @type {[number, string][]} */
const lengths = [[1, "1 day"], [7, "1 week"], [30, "30 days"], [182, "6 months"], [365, "1 year"], [1_826, "5 years"]];

const day = 86_400_000;

/** @param {number} user @param {any} state as `/v1/users/U/limits` has it */
export function limitsCard(user, state) {
  const card = make("section", { class: "card", "aria-labelledby": "limits" });
  draw(card, user, state);
  return card;
}

const again = async (card, user) => draw(card, user, await get(`/v1/users/${user}/limits`));

function draw(card, user, { limits, later, laterFrom, excludedUntil }) {
  const inputs = kinds.map(([key, member, label, isMoney]) => {
    const value = limits[member];
    return { key, isMoney, input: make("input", { class: "input", type: "number", min: 0, step: isMoney ? "0.01" : "1", inputmode: isMoney ? "decimal" : "numeric", placeholder: "No limit", "aria-label": isMoney ? `${label}, in dollars` : label,
      value: value === null ? "" : isMoney ? value / 100 : value }), label: isMoney ? `${label} ($)` : label };
  });
  const save = make("button", { class: "button", type: "submit" }, "Save limits");
  const form = make("form", { class: "stack" }, make("div", { class: "limits" }, inputs.map(({ input, label }) => make("label", { class: "field" }, make("span", {}, label), input))), save);
  form.addEventListener("submit", event => {
    event.preventDefault();
    doing(save, async () => {
      const wanted = Object.fromEntries(inputs.filter(({ input }) => input.value !== "").map(({ key, isMoney, input }) => [key, isMoney ? Math.round(Number(input.value) * 100) : Number(input.value)]));
      await command({ kind: "setLimits", user, ...wanted });
      await again(card, user);
      toast("Your limits are saved. Tighter limits apply now, looser ones in 24 hours.", "success", 8_000);
    });
  });
  const waiting = later ? kinds.map(([, member, label, isMoney]) => later[member] === limits[member] ? "" : `${label}: ${later[member] === null ? "no limit" : isMoney ? money(later[member]) : later[member]}`).filter(Boolean) : [];
  fill(card, make("h2", { id: "limits" }, "Limits and breaks"),
    make("p", { class: "muted small" }, "A tighter limit applies at once. A looser one applies after 24 hours. Days and weeks are those of UTC."), form,
    waiting.length ? make("p", { class: "banner" }, `From ${moment(laterFrom)} on: ${waiting.join(", ")}.`) : null,
    excludedUntil ? make("p", { class: "banner warning" }, `You take a break until ${moment(excludedUntil)}: no deposits and no entries. It cannot be shortened. You can withdraw and finish your drafts.`) : null,
    make("button", { class: "button danger", type: "button", onclick: () => ask(card, user, excludedUntil) }, excludedUntil ? "Make the break longer …" : "Take a break …"));
}

/** An exclusion cannot be taken back, so that it needs a confirmation of its own. */
function ask(card, user, excludedUntil) {
  sheet("Take a break", close => {
    const choose = make("select", { class: "input" }, lengths.map(([days, label]) => make("option", { value: days }, label)));
    const sure = make("input", { type: "checkbox", required: true }), button = make("button", { class: "button danger large", type: "submit" }, "Exclude me");
    const end = make("p", { class: "strong", role: "status" }), until = () => new Date(Date.now() + Number(choose.value) * day);
    const show = () => { end.textContent = `Until ${moment(until().toISOString())}.`; };
    choose.addEventListener("change", show);
    show();
    const form = make("form", { class: "stack" }, make("label", { class: "field" }, make("span", {}, "For how long?"), choose), end,
      make("label", { class: "switch" }, make("span", {}, "I understand that this cannot be shortened."), sure), button);
    form.addEventListener("submit", event => {
      event.preventDefault();
      doing(button, async () => {
        // Microseconds since 1970, written as the ledger reads times.
        await command({ kind: "excludeUser", user, until: until().toISOString() });
        await again(card, user);
        close();
        toast("You are excluded from deposits and entries.", "success", 8_000);
      });
    });
    return [make("p", {}, "During the break you can make no deposits and join no contests. Your drafts continue, and you can withdraw your balance."),
      excludedUntil ? make("p", { class: "muted" }, `Your break until ${moment(excludedUntil)} can only become longer.`) : null, form,
      make("button", { class: "button large", type: "button", onclick: close }, "Not now")];
  });
}
