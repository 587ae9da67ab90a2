// The sheet that records a bet on an offer.
import { request } from "./api.js";
import { append, fill, make, sheet } from "./dom.js";
import { signInAddress, toast } from "./shell.js";
import { tokens } from "./tokens.js";
import { signed } from "./words.js";

/** A key that names this bet, so that a retry records it once. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {{title: string, terms: any, after: () => any}} bet */
export function betSheet({ title, terms, after }) {
  sheet(title, close => {
    if (!tokens()) return [make("p", {}, "Sign in to record a bet."), make("a", { class: "button primary large", href: signInAddress() }, "Sign in")];
    const key = newKey(), gain = make("p", { class: "muted" }), place = make("div", { role: "alert" });
    const stake = make("input", { class: "input", id: "stake", type: "number", inputmode: "decimal", min: "0.001", max: "1000", step: "0.001", value: "1", required: true });
    const notes = make("input", { class: "input", id: "notes", maxlength: "500" });
    const rating = make("select", { class: "input", id: "rating" }, make("option", { value: "" }, "No rating"), [1, 2, 3, 4, 5].map(value => make("option", { value }, value)));
    const button = make("button", { class: "button primary large", type: "submit" }, "Record the bet");
    const say = () => { gain.textContent = `A win returns ${signed(Number(stake.value) * (terms.oddsDecimal - 1))} units. A loss costs ${Number(stake.value) || 0} units.`; };
    stake.addEventListener("input", say);
    say();
    const send = async event => {
      event.preventDefault();
      button.disabled = true;
      try {
        const body = { ...terms, stakeUnits: Number(stake.value), notes: notes.value, confidenceRating: rating.value ? Number(rating.value) : null };
        const { bet } = await request("POST", "/v1/bets", { body, signed: true, headers: { "Idempotency-Key": key } });
        close();
        toast(`Bet recorded at position ${bet.position}. Its result follows from the recorded score.`, "success");
        after();
      } catch (error) {
        fill(place, make("div", { class: "banner error" }, error.message));
        if (["offerGone", "gameStarted"].includes(error.details?.code)) after();
        button.disabled = false;
      }
    };
    const field = (id, label, input) => make("div", { class: "field" }, make("label", { for: id }, label), input);
    return append(make("form", { class: "narrow", onsubmit: send }), [
      make("p", { class: "muted small" }, `At ${terms.book}. The offer must be on offer now, or have ended less than 60 seconds ago. A unit is not money.`),
      field("stake", "Stake in units", stake), gain, field("rating", "Your rating", rating), field("notes", "Notes (erasable)", notes), place, button,
    ]);
  });
}
