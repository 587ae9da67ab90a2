// Signing in: by name on a server for development, by the app elsewhere.
import { request } from "./api.js";
import { fill, make } from "./dom.js";
import { isDevelopment, run, show } from "./shell.js";
import { keepTokens } from "./tokens.js";

/** The page that asked for it; only one of this site. */
function target() {
  const to = new URLSearchParams(location.search).get("to") ?? "/";
  const address = new URL(to, location.origin);
  return address.origin === location.origin ? address.pathname + address.search + address.hash : "/";
}

run(async () => {
  if (!isDevelopment)
    return void show(make("div", { class: "narrow" }, make("h1", {}, "Sign in"), make("p", {}, "Sign in with Apple in the app. This page shows games, lines and analyses without an account.")));
  const name = make("input", { class: "input", id: "name", autocomplete: "username", required: true, maxlength: "32" }), place = make("div", { role: "alert" });
  const button = make("button", { class: "button primary large", type: "submit" }, "Sign in");
  const send = async event => {
    event.preventDefault();
    button.disabled = true;
    try {
      const { identityToken } = await request("POST", "/dev/tokens", { body: { name: name.value } });
      const found = await request("POST", "/v1/auth/apple", { body: { identityToken, authorizationCode: "development" } });
      keepTokens({ ...found, name: name.value });
      location.assign(target());
    } catch (error) {
      fill(place, make("div", { class: "banner error" }, error.message));
      button.disabled = false;
    }
  };
  show(make("form", { class: "narrow", onsubmit: send }, make("h1", {}, "Sign in"),
    make("p", { class: "muted" }, "This server is for development: a name is enough."),
    make("div", { class: "field" }, make("label", { for: "name" }, "Name"), name), place, button));
  name.focus();
});
