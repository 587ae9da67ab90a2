// One team by position and by round, its byes and stacks, and the user's exposure to its players.
import { Problem, get } from "./api.js";
import { badge, icon, make, stateMark, tracker } from "./dom.js";
import { lineupSection } from "./lineup.js";
import { playoffsSection } from "./playoffs.js";
import { decimal, moment, money, pickLabel, plural } from "./format.js";
import { pickSheet } from "./pick-case.js";
import { member } from "./session.js";
import { run, shell, show } from "./shell.js";

const order = ["QB", "RB", "WR", "TE"];

run(async () => {
  const entry = Number(location.pathname.split("/")[2]), who = await member();
  const [, teams] = await Promise.all([shell(), get(`/v1/users/${who.user}/teams`)]);
  const team = teams.find(one => one.entry === entry);
  if (!team) throw new Problem(404, { title: "Team not found", detail: "You have no team with this number." });
  const [playoffs, lineup] = team.status === "complete" ? await Promise.all([playoffsSection(team), lineupSection(team)]) : [];
  const drafted = teams.filter(one => one.picks.length && !["cancelled", "voided"].includes(one.status));
  const key = pick => `${pick.playerName} ${pick.position} ${pick.team}`;
  const share = pick => Math.round(100 * drafted.filter(one => one.picks.some(other => key(other) === key(pick))).length / drafted.length);
  const row = pick => make("li", {}, make("span", { class: "muted number small" }, pick.pickNumber ? pickLabel(pick.pickNumber, team.teams) : `R${pick.round}`), badge(pick.position),
    make("span", { class: "clip" }, make("b", { dir: "auto" }, pick.playerName), make("span", { class: "muted small" }, ` ${pick.team ?? ""}${pick.byeWeek ? ` (${pick.byeWeek})` : ""}`)),
    make("span", { class: "adp muted small number", title: "Average draft position" }, `ADP ${decimal(pick.adp)}`),
    make("span", { class: "exposed number small", title: "Share of your teams with this player" }, drafted.length ? `${share(pick)} %` : ""),
    pick.pickNumber ? make("button", { class: "iconbutton", type: "button", title: "What happened?", "aria-haspopup": "dialog", "aria-label": `What happened at ${pickLabel(pick.pickNumber, team.teams)}, ${pick.playerName}?`, onclick: () => pickSheet(team, pick, who.user) }, icon("info")) : null);
  const list = make("ul", { class: "lineup" });
  let byRound = false;
  const toggle = (label, rounds) => make("button", { class: "button small", type: "button", "aria-pressed": String(rounds === byRound), onclick: event => {
    byRound = rounds;
    for (const other of event.currentTarget.parentElement.children) other.setAttribute("aria-pressed", String(other === event.currentTarget));
    draw();
  } }, label);
  const place = pick => { const index = order.indexOf(pick.position); return index < 0 ? order.length : index; };
  const draw = () => list.replaceChildren(...[...team.picks].sort((left, right) => (byRound ? 0 : place(left) - place(right)) || left.round - right.round).map(row));
  draw();
  show(
    make("div", { class: "row spread" }, make("h1", { dir: "auto" }, team.contest ?? `Room ${team.room}`), stateMark(team.status)),
    make("p", { class: "muted" }, `Entry ${team.entry} · ${money(team.entryFeeCents)}${team.draftPosition === null ? "" : ` · draft position ${team.draftPosition} of ${team.teams}`} · ${moment(team.startedAt)} · `, make("a", { href: "/draft/" + team.room }, "the draft")),
    make("section", { class: "card" }, tracker(team.picks.map(pick => pick.position), team.rounds),
      make("div", { class: "legend" }, order.map(position => make("span", { class: "row" }, badge(position), team.picks.filter(pick => pick.position === position).length)))),
    playoffs, lineup, make("div", { class: "grid" }, byes(team), stacks(team)),
    make("section", { "aria-labelledby": "players" }, make("div", { class: "row spread" }, make("h2", { id: "players" }, plural(team.picks.length, "player")),
      make("div", { class: "row segments", role: "group", "aria-label": "Order" }, toggle("By position", false), toggle("By round", true))), list,
      make("p", { class: "muted small" }, icon("info"), " opens what happened at a pick. There you can object, and download the evidence.")));
});

function byes(team) {
  const weeks = new Map();
  for (const pick of team.picks) if (pick.byeWeek) weeks.set(pick.byeWeek, (weeks.get(pick.byeWeek) ?? 0) + 1);
  const rows = [...weeks].sort(([left], [right]) => left - right);
  return make("section", { class: "card" }, make("h2", {}, "Byes"), rows.length
    ? make("ul", { class: "weeks" }, rows.map(([week, count]) => make("li", { class: count >= 4 ? "many" : "" }, make("b", {}, count), `week ${week}`)))
    : make("p", { class: "muted" }, "The player pool has no bye weeks."));
}

/** Players of one NFL team; stacks with a quarterback come first. */
function stacks(team) {
  const groups = new Map();
  for (const pick of team.picks) if (pick.team) groups.set(pick.team, [...(groups.get(pick.team) ?? []), pick]);
  const several = [...groups].filter(([, picks]) => picks.length > 1).sort(([, left], [, right]) => Number(hasPasser(right)) - Number(hasPasser(left)) || right.length - left.length);
  return make("section", { class: "card" }, make("h2", {}, "Stacks"), several.length
    ? make("ul", { class: "rows" }, several.map(([name, picks]) => make("li", {}, make("b", {}, name), make("span", { class: "grow small", dir: "auto" }, picks.map(pick => `${pick.playerName} (${pick.position})`).join(", ")))))
    : make("p", { class: "muted" }, "No two players of the same NFL team."));
}

const hasPasser = picks => picks.some(pick => pick.position === "QB");
