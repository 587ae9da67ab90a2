// Each player's share of the user's teams and of the field.
import { get } from "./api.js";
import { badge, emptyState, icon, make } from "./dom.js";
import { plural } from "./format.js";
import { member } from "./session.js";
import { run, shell, show } from "./shell.js";

const positions = ["QB", "RB", "WR", "TE"];

run(async () => {
  const who = await member();
  const [, teams] = await Promise.all([shell(), get(`/v1/users/${who.user}/teams`)]);
  const drafted = teams.filter(team => team.picks.length && !["cancelled", "voided"].includes(team.status));
  if (!drafted.length)
    return void show(make("h1", {}, "Exposure"), emptyState("chart", "No exposure yet", "Once you have drafted, this shows how many of your teams each player is in.", make("a", { class: "button primary", href: "/" }, "To the lobby")));
  const field = await fieldShares(drafted);
  const owned = new Map();
  for (const team of drafted)
    for (const pick of team.picks) {
      const key = `${pick.playerName}\u0000${pick.position}`, one = owned.get(key) ?? { ...pick, teams: 0 };
      one.teams++;
      owned.set(key, one);
    }
  const players = [...owned.entries()].map(([key, one]) => ({ ...one, share: one.teams / drafted.length, field: field.get(key) ?? null }));
  const search = make("input", { class: "input", type: "search", placeholder: "Search...", "aria-label": "Search players", oninput: () => draw() });
  const chosen = new Set(), list = make("ul", { class: "exposurerows" });
  const filters = positions.map(position => make("button", { class: "filter " + position, type: "button", "aria-pressed": "false", onclick: event => {
    if (chosen.has(position)) chosen.delete(position); else chosen.add(position);
    event.currentTarget.setAttribute("aria-pressed", String(chosen.has(position)));
    draw();
  } }, position));
  let sort = "share";
  const heads = [["name", "Player"], ["bar", ""], ["share", "EXP%"], ["field", "Field"]].map(([key, label]) => label
    ? make("button", { type: "button", "aria-pressed": String(key === sort), title: key === "field" ? "Of all teams in these contests" : null, onclick: event => {
      sort = key;
      for (const other of heads) other.setAttribute?.("aria-pressed", String(other === event.currentTarget));
      draw();
    } }, label) : make("span"));
  const draw = () => {
    const words = search.value.toLowerCase().trim();
    const shown = players.filter(one => (!chosen.size || chosen.has(one.position)) && (!words || `${one.playerName} ${one.team ?? ""}`.toLowerCase().includes(words)));
    shown.sort((left, right) => (sort === "name" ? 0 : (right[sort] ?? -1) - (left[sort] ?? -1)) || left.playerName.localeCompare(right.playerName));
    list.replaceChildren(...shown.slice(0, 500).map(row));
  };
  draw();
  show(make("div", { class: "row spread" }, make("h1", {}, "Exposure"), make("span", { class: "muted" }, plural(drafted.length, "team"))),
    make("div", { class: "exposuretools" }, search, make("div", { class: "filters", role: "group", "aria-label": "Positions" }, filters)),
    make("div", {}, make("div", { class: "exposurehead", role: "group", "aria-label": "Sort by" }, heads), list),
    make("p", { class: "row" }, make("a", { class: "button", href: "/reports" }, "More about my teams"), make("a", { class: "button", href: "/page" }, "My drafts elsewhere")),
    make("p", { class: "muted small" }, icon("info"), " EXP% is the share of your drafted teams with the player. Field is the same for all teams of finished contests."));
});

function row(one) {
  const percent = Math.round(one.share * 100);
  const bar = make("div", { class: "meter" }, make("i", { style: { width: percent + "%", background: `var(--position-${one.position.toLowerCase()}, var(--text-primary))` } }));
  return make("li", {},
    make("span", { class: "name" }, make("b", { class: "clip", dir: "auto" }, one.playerName), make("span", { class: "about" }, badge(one.position), `${one.team ?? ""}${one.byeWeek ? ` (${one.byeWeek})` : ""}`)),
    bar, make("span", { class: "share number", title: plural(one.teams, "team") }, percent + "%"), make("span", { class: "field number" }, one.field === null ? "–" : Math.round(one.field * 100) + "%"));
}

/** The field of finished contests is public. */
async function fieldShares(teams) {
  const shares = new Map();
  const mine = new Set(teams.map(team => team.tournament));
  const finished = (await get("/v1/tournaments")).filter(one => one.status === "finalized" && mine.has(one.tournament));
  if (finished.length !== 1) return shares;
  const report = await get(`/v1/reports/ownership?contest=${finished[0].tournament}`);
  for (const one of report.players) shares.set(`${one.playerName}\u0000${one.position}`, one.ownership);
  return shares;
}
