// Withdrawals of a member: the account, a request, and those on their way.
import { commandOnce, get, random, request } from "./api.js";
import { fill, make } from "./dom.js";
import { balance, moment } from "./format.js";
import { isDevelopment } from "./session.js";
import { doing, showBalance, toast } from "./shell.js";

const path = "/v1/users/me";

/** @param {number} user @param {{holder: string?, account: string?, bank: string?}} account */
export function withdrawalCard(user, account) {
  const card = make("section", { class: "card" });
  draw(card, user, account, []);
  open(user).then(list => list.length && draw(card, user, account, list), () => {});
  return card;
}

/** The card where no payment provider pays withdrawals: play money goes nowhere, and elsewhere the support helps. @param {number} user */
export function plainWithdrawalCard(user) {
  const card = make("section", { class: "card" }), waiting = make("ul", { class: "plain" });
  const list = async () => waiting.replaceChildren(...(await open(user)).map(one => make("li", {}, make("span", { class: "number" }, balance(one.amountCents)), make("span", { class: "muted" }, ` requested ${moment(one.requestedAt)}, waits for approval`))));
  const amount = make("input", { class: "input", type: "number", min: "0.01", step: "0.01", inputmode: "decimal", required: true }), button = make("button", { class: "button", type: "submit" }, "Withdraw");
  const form = make("form", { class: "stack" }, make("label", { class: "field" }, make("span", {}, "Amount in dollars"), amount), button);
  form.addEventListener("submit", event => {
    event.preventDefault();
    doing(button, async () => {
      const cents = Math.round(Number(amount.value) * 100);
      await commandOnce(`withdraw ${cents}`, async () => ({ kind: "holdWithdrawal", user, amount: cents, provider: "play" }));
      amount.value = "";
      toast("Your withdrawal is requested. The amount is held.", "success");
      showBalance((await get(`/v1/users/${user}/statement`)).availableCents);
      await list();
    });
  });
  list().catch(() => {});
  fill(card, make("h2", {}, "Withdraw"), waiting, isDevelopment ? [make("p", { class: "muted small" }, "This is play money. A cashier approves the withdrawal, and nothing is paid."), form]
    : make("p", { class: "muted" }, "This server pays no withdrawals by itself. ", make("a", { href: "/support" }, "Ask the support"), "."));
  return card;
}

const open = user => get(`/v1/users/${user}/withdrawals`);

function draw(card, user, account, list) {
  const field = (label, attributes) => {
    const input = make("input", { class: "input", ...attributes });
    return { input, field: make("label", { class: "field" }, make("span", {}, label), input) };
  };
  const holder = field("Account holder", { value: account.holder ?? "", maxlength: 70, required: true, autocomplete: "name", dir: "auto" });
  const number = field("Account number or IBAN", { value: account.account ?? "", maxlength: 42, required: true, autocomplete: "off", spellcheck: "false" });
  const bank = field("BIC or routing number, if your bank asks for it", { value: account.bank ?? "", maxlength: 14, autocomplete: "off", spellcheck: "false" });
  const save = make("button", { class: "button", type: "submit" }, "Save account");
  const form = make("form", {}, holder.field, number.field, bank.field, save);
  form.addEventListener("submit", event => {
    event.preventDefault();
    doing(save, async () => {
      const saved = await request("PUT", path + "/payout-account", { body: { holder: holder.input.value, account: number.input.value, bank: bank.input.value } });
      toast("Your account is saved.", "success");
      draw(card, user, saved, list);
    });
  });
  fill(card, make("h2", {}, "Withdraw"),
    list.length ? make("ul", { class: "plain" }, list.map(one => make("li", {}, make("span", { class: "number" }, balance(one.amountCents)), " ",
      make("span", { class: "muted" }, `requested ${moment(one.requestedAt)}, ${one.payout === null ? "waits for approval" : "approved, on its way"}`)))) : null,
    account.account ? asking(card, user, account) : make("p", { class: "muted" }, "Set the account to which withdrawals are paid."),
    make("details", {}, make("summary", {}, account.account ? `Paid to the account that ends in ${account.account.slice(-4)}` : "Account"), form));
}

/** The form of a request. Its key stays until an answer has arrived: a second tap is the same withdrawal. */
function asking(card, user, account) {
  const amount = make("input", { class: "input", type: "number", min: "0.01", step: "0.01", inputmode: "decimal", required: true });
  const button = make("button", { class: "button primary", type: "submit" }, "Withdraw");
  const form = make("form", {}, make("label", { class: "field" }, make("span", {}, "Amount in dollars"), amount), button,
    make("p", { class: "muted small" }, "The amount is held at once. A person approves it, and the bank takes some days."));
  let key = random(16);
  form.addEventListener("submit", event => {
    event.preventDefault();
    doing(button, async () => {
      await request("POST", path + "/withdrawals", { body: { amountCents: Math.round(Number(amount.value) * 100) }, headers: { "Idempotency-Key": key }, tries: 3 });
      key = random(16);
      toast("Your withdrawal is requested.", "success");
      const [list, statement] = await Promise.all([open(user), get(`/v1/users/${user}/statement`)]);
      showBalance(statement.availableCents);
      draw(card, user, account, list);
    });
  });
  return form;
}
