// The user's account: name, balance, postings and alerts.
import { command, get, inTurn, request } from "./api.js";
import { contactCard } from "./contact.js";
import { make, setText, sheet } from "./dom.js";
import { balance, moment } from "./format.js";
import { limitsCard } from "./limits.js";
import { member, signOut, signOutEverywhere } from "./session.js";
import { doing, run, shell, show, showBalance, toast } from "./shell.js";
import { plainWithdrawalCard, withdrawalCard } from "./withdrawals.js";

const alerts = {
  roomFilled: "My room is full", draftStarting: "The draft starts", twoPicksAway: "Two picks away", onTheClock: "I am on the clock",
  tenSecondsRemaining: "Ten seconds left", slowDraftEmailUpdates: "E-mail about slow drafts",
};

/** The names of postings. @type {Record<string, string>} */
const postings = {
  DepositRecorded: "Deposit", EntryFeeHeld: "Entry fee held", EntryFeePosted: "Entry fee paid from the held amount", EntryFeeReleased: "Entry fee returned",
  PrizeCredited: "Prize", WithdrawalHeld: "Withdrawal held", WithdrawalApproved: "Withdrawal approved", WithdrawalPosted: "Withdrawal", WithdrawalReleased: "Withdrawal returned",
  ChargebackRecorded: "Chargeback", ChargebackSettled: "Chargeback settled", EntryFeeRefunded: "Refund", BalanceAdjusted: "Adjustment", BalanceCarried: "Balance of last season",
};

run(async () => {
  const who = await member();
  const [, profile, statement, contact, limits, rooms] = await Promise.all([
    shell(), get(`/v1/users/${who.user}/settings`), get(`/v1/users/${who.user}/statement`), get("/v1/users/me/contact"), get(`/v1/users/${who.user}/limits`), get(`/v1/users/${who.user}/entries?limit=10000`)]);
  const account = profile.withdrawalProvider ? await get("/v1/users/me/payout-account") : null;
  showBalance(statement.availableCents);
  const name = make("input", { class: "input", value: profile.name ?? "", maxlength: 40, autocomplete: "nickname", dir: "auto" });
  const save = make("button", { class: "button", type: "submit" }, "Save name");
  const form = make("form", { class: "card" }, make("h2", {}, "Name"), make("label", { class: "field" }, make("span", {}, "Other members see it on the board"), name), save);
  form.addEventListener("submit", event => {
    event.preventDefault();
    doing(save, async () => {
      await request("PUT", `/v1/users/${who.user}/settings`, { body: { name: name.value.trim() } });
      toast("Your name is saved.", "success");
    });
  });
  show(make("h1", {}, "Profile"),
    make("section", { class: "card" }, make("h2", {}, "Balance"), make("p", { class: "figure number" }, balance(statement.availableCents)),
      statement.heldCents ? make("p", { class: "muted" }, `${balance(statement.heldCents)} is held for rooms that are filling.`) : null,
      make("div", { class: "row" }, make("a", { class: "button primary", href: "/deposit" }, "Deposit"))),
    make("section", { class: "card", "aria-labelledby": "own" }, make("h2", { id: "own" }, "Your drafts"), make("div", { class: "row" },
      make("a", { class: "button", href: "/rankings" }, "Rankings"), make("a", { class: "button", href: "/cases" }, "Objections"), make("a", { class: "button", href: "/teams" }, "Teams"))),
    make("div", { class: "grid" }, form, alertCard(who.user, profile.alerts), contactCard(who.user, contact), account ? withdrawalCard(who.user, account) : plainWithdrawalCard(who.user), limitsCard(who.user, limits)),
    statementTable(statement.postings, new Map(rooms.map(room => [room.room, room]))),
    who.roles.length ? null : closing(),
    make("footer", { class: "legal" }, make("a", { href: "/terms" }, "Terms"), make("a", { href: "/privacy" }, "Privacy"), make("a", { href: "/support" }, "Support"),
      make("button", { class: "button small", type: "button", onclick: signOut }, "Sign out"),
      make("button", { class: "button small", type: "button", onclick: signOutEverywhere }, "Sign out everywhere")));
});

/** Closes an account: personal data outside the log is erased, the log stays. */
function closing() {
  const ask = () => sheet("Close your account", close => {
    const button = make("button", { class: "button danger large", type: "button" }, "Close permanently");
    button.addEventListener("click", () => doing(button, async () => {
      await request("DELETE", "/v1/users/me");
      location.assign("/");
    }));
    return [
      make("p", {}, "Your name, address and sign-ins are erased. This cannot be undone. Your drafts stay in the ledger under an anonymous number."),
      make("p", { class: "muted" }, "Your balance must be zero and no draft may be running."), button,
      make("button", { class: "button large", type: "button", onclick: close }, "Keep it"),
    ];
  });
  return make("section", { class: "card" }, make("h2", {}, "Account"), make("p", { class: "muted" }, "You can close your account permanently and erase your profile."),
    make("button", { class: "button", type: "button", onclick: ask }, "Close your account …"));
}

function alertCard(user, chosen) {
  const boxes = Object.keys(alerts).map(key => make("input", { type: "checkbox", role: "switch", checked: chosen[key], dataset: { key }, onchange: event => change(event.currentTarget) }));
  const next = inTurn(), change = box => next(async () => {
    // One bit for each alert, in this order.
    const preferences = boxes.reduce((bits, one, index) => bits | (one.checked ? 1 << index : 0), 0);
    try {
      await command({ kind: "setAlertPreferences", user, preferences });
    } catch (error) {
      box.checked = !box.checked;
      toast(error.message, "error");
    }
  });
  return make("section", { class: "card" }, make("h2", {}, "Draft alerts"),
    make("p", { class: "muted small" }, "The app delivers these on your phones, and e-mail goes to your address below. In a browser, alerts reach you only while a draft room is open: turn them on there, under Info."),
    make("div", {}, boxes.map(box => make("label", { class: "switch" }, alerts[box.dataset.key], box))));
}

/** @param {number} cents */
const change = cents => cents > 0 ? "+" + balance(cents) : cents ? balance(cents) : "–";

/** The subject of a posting: a contest, or an objection. */
const about = (row, rooms) => [
  row.room === null ? null : make("div", {}, make("a", { href: "/draft/" + row.room, dir: "auto" }, rooms.get(row.room)?.contest ?? `Room ${row.room}`)),
  row.case === null ? null : make("div", {}, make("a", { href: "/cases#case-" + row.case }, `Case ${row.case}`)),
];

/** @param {any[]} rows @param {Map<number, any>} rooms the user's, by number */
function statementTable(rows, rooms) {
  const note = make("p", { class: "muted small" }), body = make("tbody");
  let shown = 50;
  const more = make("button", { class: "button small", type: "button", onclick: () => { shown += 200; draw(); } }, "Earlier");
  const draw = () => {
    const newest = [...rows].reverse().slice(0, shown);
    body.replaceChildren(...newest.map(row => make("tr", {}, make("td", {}, postings[row.type] ?? row.type, about(row, rooms), make("div", { class: "muted tiny" }, moment(row.occurredAt ?? row.recordedAt))),
      make("td", { class: "number" }, change(row.availableAfterCents - row.availableBeforeCents)), make("td", { class: "number" }, balance(row.availableAfterCents)),
      make("td", { class: "number muted" }, make("a", { href: "/records/" + row.position, "aria-label": `Record ${row.position}` }, row.position)))));
    more.hidden = shown >= rows.length;
  };
  draw();
  setText(note, rows.length ? "Each line is a record of the ledger. Its number leads to the record in words." : "No postings yet.");
  return make("section", { "aria-labelledby": "statement" }, make("h2", { id: "statement" }, "Statement"),
    make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Postings, scrolls" }, make("table", { class: "table" },
      make("thead", {}, make("tr", {}, make("th", {}, "What"), make("th", { class: "number" }, "Change"), make("th", { class: "number" }, "Available"), make("th", { class: "number" }, "Event"))), body)), note, more);
}
