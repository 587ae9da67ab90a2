// A team's best lineup by week: starters, bench and points.
import { get } from "./api.js";
import { badge, fill, make, setText } from "./dom.js";
import { plural, points } from "./format.js";
import { announce, doing } from "./shell.js";

/**
 * @typedef {{playerID: string, playerName: string, position: string, slot: string, pointsHundredths: number, hasPoints: boolean}} Lined
 * @typedef {{entry: number, week: number | null, pointsHundredths: number | null, isFinal: boolean, players: Lined[], weeks: {week: number, pointsHundredths: number, isFinal: boolean}[]}} Lineup
 */

/**
 * @param {{entry: number, tournament: number | null, picks: {playerName: string, position: string, team: string | null}[]}} team
 * @returns {Promise<any>} the section; null as long as no week has points
 */
export async function lineupSection(team) {
  const result = /** @type {Lineup} */ (await get(`/v1/entries/${team.entry}/lineup`));
  if (result.week === null) return null;
  const clubs = new Map(team.picks.map(pick => [`${pick.playerName} ${pick.position}`, pick.team]));
  const total = result.weeks.reduce((sum, one) => sum + one.pointsHundredths, 0), best = Math.max(...result.weeks.map(one => one.pointsHundredths));
  const heading = make("h3", {}), list = make("div", { class: "weeklineup" });
  const buttons = result.weeks.map(one => make("button", {
    type: "button", class: one.pointsHundredths === best ? "best" : "", "aria-pressed": "false", dataset: { week: one.week }, title: one.isFinal ? null : "Not final yet",
    onclick: event => doing(event.currentTarget, () => choose(one.week)),
  }, make("span", {}, `Week ${one.week}${one.isFinal ? "" : "*"}`), make("b", { class: "number" }, points(one.pointsHundredths))));
  const row = one => make("li", {}, slot(one), make("span", { class: "clip" }, make("b", { dir: "auto" }, one.playerName), make("span", { class: "muted small" }, ` ${clubs.get(`${one.playerName} ${one.position}`) ?? ""}`)),
    one.slot === "BN" || one.slot === "FLEX" ? badge(one.position) : make("span"), make("span", { class: "number" }, one.hasPoints ? points(one.pointsHundredths) : make("span", { class: "muted", title: "No points are recorded" }, "–")));
  const draw = /** @param {Lineup} week */ week => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.week === String(week.week)));
    setText(heading, `Week ${week.week}: ${points(week.pointsHundredths)}${week.isFinal ? "" : ", not final yet"}`);
    const starters = week.players.filter(one => one.slot !== "BN"), bench = week.players.filter(one => one.slot === "BN");
    fill(list, make("ul", { class: "starters", "aria-label": "Starters" }, starters.map(row)),
      bench.length ? make("div", {}, make("h4", {}, "Bench"), make("ul", { class: "bench", "aria-label": "Bench" }, bench.map(row))) : null);
  };
  let chosen = 0;
  const choose = async week => {
    const turn = ++chosen, lineup = await get(`/v1/entries/${team.entry}/lineup?week=${week}`);
    if (turn !== chosen) return;
    draw(lineup);
    announce(heading.textContent ?? "");
  };
  draw(result);
  return make("section", { class: "card", id: "lineup", "aria-labelledby": "lineup-title" },
    make("div", { class: "row spread" }, make("h2", { id: "lineup-title" }, "Lineup"), make("span", { class: "number" }, make("b", {}, points(total)), make("span", { class: "muted small" }, ` in ${plural(result.weeks.length, "week")}`))),
    make("div", { class: "weekstrip", role: "group", "aria-label": "Week" }, buttons),
    result.weeks.every(one => one.isFinal) ? null : make("p", { class: "muted small" }, "* Not final: points may still change."),
    heading, list,
    team.tournament === null ? null : make("p", {}, make("a", { href: `/tournament/${team.tournament}#standings` }, "Standings of the contest")));
}

const slot = one => one.slot === "BN" ? make("span", { class: "slot muted small" }, "BN") : one.slot === "FLEX" ? make("span", { class: "slot badge BN" }, "FLEX") : badge(one.slot);
