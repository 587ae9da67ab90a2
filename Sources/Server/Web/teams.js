// The user's teams.
import { get } from "./api.js";
import { emptyState, make, stateMark, tracker } from "./dom.js";
import { moment, money, plural } from "./format.js";
import { member } from "./session.js";
import { run, shell, show } from "./shell.js";

/** @type {[string, (left: any, right: any) => number][]} */
const sorts = [
  ["Newest", (left, right) => right.entry - left.entry], ["Oldest", (left, right) => left.entry - right.entry],
  ["Contest", (left, right) => (left.contest ?? "").localeCompare(right.contest ?? "") || right.entry - left.entry],
  ["Draft position", (left, right) => (left.draftPosition ?? 99) - (right.draftPosition ?? 99) || right.entry - left.entry],
];

function card(team) {
  const positions = team.picks.map(pick => pick.position);
  const tops = team.picks.slice(0, 3).map(pick => pick.playerName).join(", ");
  const over = ["complete", "cancelled", "voided"].includes(team.status);
  return make("li", { class: "card teamcard" },
    make("div", { class: "row spread" }, make("h2", { class: "clip" }, make("a", { href: (over ? "/teams/" : "/draft/") + (over ? team.entry : team.room), dir: "auto" }, team.contest ?? `Room ${team.room}`)), stateMark(team.status)),
    make("p", { class: "muted small" }, `Room ${team.room}${team.draftPosition === null ? "" : ` · draft position ${team.draftPosition}`} · ${money(team.entryFeeCents)} · ${moment(team.startedAt)}`),
    tracker(positions, team.rounds), make("p", { class: "tops", dir: "auto" }, tops || "No picks yet."));
}

run(async () => {
  const who = await member();
  const [, teams] = await Promise.all([shell(), get(`/v1/users/${who.user}/teams`)]);
  if (!teams.length)
    return void show(make("h1", {}, "Teams"), emptyState("people", "No teams yet", "Each entry that you draft appears here as a team.", make("a", { class: "button primary", href: "/" }, "To the lobby")));
  const list = make("ul", { class: "grid" });
  const select = make("select", { class: "input", "aria-label": "Sort teams", onchange: () => draw() }, sorts.map(([label], index) => make("option", { value: index }, label)));
  const draw = () => list.replaceChildren(...[...teams].sort(sorts[Number(select.value)][1]).slice(0, 300).map(card));
  select.style.width = "auto";
  draw();
  show(make("div", { class: "row spread" }, make("h1", {}, "Teams"), make("div", { class: "row" }, make("span", { class: "muted" }, plural(teams.length, "team")), select)), list);
});
