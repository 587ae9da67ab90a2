// Deposits. A development server gives play money; elsewhere the operator's payment provider takes over.
import { get, random, request } from "./api.js";
import { make, setText } from "./dom.js";
import { balance, money } from "./format.js";
import { isDevelopment, member } from "./session.js";
import { doing, run, shell, show, showBalance, toast } from "./shell.js";

run(async () => {
  const who = await member();
  const [, statement] = await Promise.all([shell(), get(`/v1/users/${who.user}/statement`)]);
  showBalance(statement.availableCents);
  if (!isDevelopment)
    return void show(make("h1", {}, "Deposit"), make("section", { class: "card" }, make("p", {}, "Deposits are made through the operator's payment provider. A deposit appears in your statement when the provider reports it."), make("a", { class: "button", href: "/support" }, "Support")));
  const shown = make("p", { class: "figure number" }, balance(statement.availableCents));
  let reference = random(8);
  const give = cents => make("button", { class: "button", type: "button", onclick: event => doing(event.currentTarget, async () => {
    // Once per reference: if an answer was lost, "already exists" means success.
    const body = { amountCents: cents, reference: `page ${reference}` };
    const account = await request("POST", "/dev/deposits", { body, tries: 3 }).catch(error => {
      if (error.code === "alreadyExists") return get(`/v1/users/${who.user}/statement`);
      throw error;
    });
    reference = random(8);
    setText(shown, balance(account.availableCents));
    showBalance(account.availableCents);
    toast(`${money(cents)} of play money was added to your account.`, "success");
  }) }, money(cents));
  show(make("h1", {}, "Deposit"), make("section", { class: "card" }, make("h2", {}, "Balance"), shown),
    make("section", { class: "card" }, make("h2", {}, "Play money"), make("p", { class: "muted" }, "This is a development server. Deposits cost nothing, and nothing can be withdrawn."), make("div", { class: "row" }, [2_500, 10_000, 50_000, 100_000].map(give))));
});
