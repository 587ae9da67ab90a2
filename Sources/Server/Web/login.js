// Sign-in: by name on a development server, else at the configured issuers.
import { get } from "./api.js";
import { make } from "./dom.js";
import { isDevelopment, person, signInAs } from "./session.js";
import { doing, run, shell, show, showProblem, toast } from "./shell.js";

const query = new URLSearchParams(location.search);

/** The address of this server to open afterwards. */
function destination() {
  const wanted = query.get("to") ?? "/";
  const address = new URL(wanted, location.origin);
  return address.origin === location.origin && wanted.startsWith("/") ? address.pathname + address.search + address.hash : "/";
}

/** Reasons for which a sign-in came back without a session. @type {Record<string, string>} */
const failures = {
  denied: "You are not signed in. Try again.",
  expired: "The sign-in took too long, or it started in another browser. Try again.",
  refused: "This server does not accept that account. Try another account, or contact support.",
  unavailable: "The sign-in service is not reachable. Try again in a minute.",
};

/** @param {{name: string, title: string, path: string}[]} providers */
function atProviders(providers) {
  const address = "?to=" + encodeURIComponent(destination());
  return make("div", { class: "card" },
    ...providers.map(provider => make("p", {},
      make("a", { class: "button primary large", href: provider.path + address }, "Sign in with " + provider.title))));
}

/** The roles that a development server offers. */
const roles = ["officer", "analyst", "operator", "auditor", "cashier"];

function byName() {
  const name = make("input", { class: "input", name: "name", required: true, maxlength: 60, autocomplete: "username", autocapitalize: "none", dir: "auto" });
  const boxes = roles.map(role => make("input", { type: "checkbox", value: role }));
  const button = make("button", { class: "button primary large", type: "submit" }, "Sign in");
  const form = make("form", { class: "card" },
    make("label", { class: "field" }, make("span", {}, "Name"), name),
    make("details", {}, make("summary", {}, "Staff roles"),
      ...roles.map((role, index) => make("label", { class: "switch" }, role, boxes[index]))),
    button,
    make("p", { class: "muted small" }, "This development server signs you in by name and gives you $1,000 of play money."));
  form.addEventListener("submit", event => {
    event.preventDefault();
    doing(button, async () => {
      const who = await signInAs(name.value.trim(), boxes.filter(box => box.checked).map(box => box.value));
      if (who) location.replace(destination()); else toast("Sign-in with this name failed.", "error");
    });
  });
  return form;
}

run(async () => {
  await shell();
  const problem = failures[query.get("problem") ?? ""];
  // Users who come back from an issuer are signed in already.
  if (!problem && query.has("to") && await person()) return location.replace(destination());
  const { providers } = await get("/v1/sign-in");
  if (!isDevelopment && providers.length === 0) {
    return showProblem({ title: "Sign in with the app", detail: "This server offers no sign-in for browsers." });
  }
  const main = show(make("div", { class: "narrow" }, make("h1", {}, "Sign in"),
    problem ? make("p", { class: "banner warning", role: "alert" }, problem) : "",
    providers.length > 0 ? atProviders(providers) : "",
    isDevelopment ? byName() : ""));
  main.querySelector("input, a.primary")?.focus();
});
