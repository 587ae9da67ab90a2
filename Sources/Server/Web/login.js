// Sign in: by name on a server for development, else with the house's own provider.
import { make } from "./dom.js";
import { isDevelopment, signInAs } from "./session.js";
import { doing, run, shell, show, showProblem, toast } from "./shell.js";

/** Where to go afterwards: an address of this server, and no other. */
function destination() {
  const wanted = new URLSearchParams(location.search).get("to") ?? "/";
  const address = new URL(wanted, location.origin);
  return address.origin === location.origin && wanted.startsWith("/") ? address.pathname + address.search : "/";
}

/** What a server for development lets one be besides. */
const roles = ["officer", "analyst", "operator", "auditor", "cashier"];

function byName() {
  const name = make("input", { class: "input", name: "name", required: true, maxlength: 60, autocomplete: "username", autocapitalize: "none", dir: "auto" });
  const boxes = roles.map(role => make("input", { type: "checkbox", value: role }));
  const button = make("button", { class: "button primary large", type: "submit" }, "Sign in");
  const form = make("form", { class: "card" },
    make("label", { class: "field" }, make("span", {}, "Name"), name),
    make("details", {}, make("summary", {}, "Act for the house"),
      ...roles.map((role, index) => make("label", { class: "switch" }, role, boxes[index]))),
    button,
    make("p", { class: "muted small" }, "A server for development knows everybody by name alone and gives $1,000 of play money."));
  form.addEventListener("submit", event => {
    event.preventDefault();
    doing(button, async () => {
      const who = await signInAs(name.value.trim(), boxes.filter(box => box.checked).map(box => box.value));
      if (who) location.replace(destination()); else toast("That name could not be signed in.", "error");
    });
  });
  return form;
}

run(async () => {
  await shell();
  if (!isDevelopment) {
    return showProblem({ title: "Sign in in the app", detail: "This server has no sign-in for browsers set up." });
  }
  const main = show(make("h1", {}, "Sign in"), byName());
  main.querySelector("input")?.focus();
});
