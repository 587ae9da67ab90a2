// The options over the player list: team, sort order, stars, drafted players, and the facts on each row.
import { make } from "./dom.js";
import { choices } from "./player-facts.js";
import { sorts } from "./player-filters.js";

/** @param {import("./player-filters.js").PlayerFilters} filters @param {import("./player-facts.js").PlayerFacts} facts @returns {HTMLElement[]} */
export function playerOptions(filters, facts) {
  const teams = [...new Set(filters.room.players.map(one => one.team).filter(Boolean))].sort();
  const field = (label, control) => make("label", { class: "field" }, make("span", {}, label), control);
  const box = (label, isOn, change) => make("label", { class: "switch" }, make("span", {}, label), make("input", { type: "checkbox", checked: isOn, onchange: event => change(event.currentTarget.checked) }));
  const why = make("p", { class: "muted small", role: "status" });
  filters.sorter = make("select", { class: "input", onchange: () => order(filters, why) },
    [...sorts, ...filters.room.isMember ? [["mine", "My rank"]] : []].map(([key, label]) => make("option", { value: key }, label)));
  filters.sorter.value = filters.sort;
  const team = make("select", { class: "input", onchange: () => { filters.team = team.value; filters.changed(false); } }, make("option", { value: "" }, "All teams"), teams.map(one => make("option", { value: one }, one)));
  return [
    make("div", { class: "pair" }, field("Team", team), field("Sort by", filters.sorter)), why,
    box("Only starred", false, isOn => { filters.onlyStarred = isOn; filters.changed(false); }), box("Show drafted players", false, isOn => { filters.withDrafted = isOn; filters.changed(false); }),
    make("fieldset", {}, make("legend", {}, "On each row"), choices.map(([key, label]) => box(label, facts.chosen.has(key), isOn => facts.choose(key, isOn)))),
    facts.note,
  ];
}

/** Sorts as chosen; the user's own rankings are read first. @param {import("./player-filters.js").PlayerFilters} filters @param {Element} why */
async function order(filters, why) {
  const key = filters.sorter.value;
  why.replaceChildren();
  if (key !== "mine") return filters.order(key);
  const loaded = await import("./own-ranks.js").catch(() => null);
  if (loaded) await loaded.sortByOwnRank(filters, why); else why.append("Your rankings need a connection the first time.");
}
