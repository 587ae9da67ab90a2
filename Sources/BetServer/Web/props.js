// The players of today's games with their averages and the model's projection.
import { get } from "./api.js";
import { emptyState, fill, make } from "./dom.js";
import { decimal } from "./format.js";
import { run, show } from "./shell.js";

/** @type {{players: any[], games: any[]}} */
let found;
let sortedBy = "projectedPoints", game = "", text = "";
const body = make("tbody"), count = make("p", { class: "muted small", role: "status" });

/** @type {[string, string, (player: any) => string][]} */
const columns = [
  ["projectedPoints", "Projected", player => decimal(player.projectedPoints)], ["pointsAvg", "Points", player => decimal(player.pointsAvg)],
  ["reboundsAvg", "Rebounds", player => decimal(player.reboundsAvg)], ["assistsAvg", "Assists", player => decimal(player.assistsAvg)],
  ["defenseRank", "Opponent's defense", player => player.defenseRank === null ? "–" : `#${player.defenseRank}`],
  ["pointsLine", "Line", player => player.pointsLine === null ? "–" : String(player.pointsLine)],
];

function drawRows() {
  const shown = found.players.filter(player => (!game || player.gameId === game) && (player.playerName + player.teamAbbreviation).toLowerCase().includes(text))
    .sort((one, other) => (other[sortedBy] ?? -1) - (one[sortedBy] ?? -1) || one.playerId - other.playerId);
  fill(body, shown.map(player => make("tr", {},
    make("th", { scope: "row" }, make("b", {}, player.playerName), make("div", { class: "muted tiny" }, `${player.teamAbbreviation} · ${player.position}${player.isStarter ? "" : " · bench"} · ${player.gamesPlayed} games`)),
    columns.map(([, , write]) => make("td", { class: "number" }, write(player))))));
  count.textContent = `${shown.length} players`;
}

async function read(startersOnly) {
  found = await get(`/v1/player-props/tonight?startersOnly=${startersOnly}`);
}

run(async () => {
  await read(true);
  if (!found.games.length)
    return void show(make("h1", {}, "Props tonight"), emptyState("people", "No games today", "The players of today's games appear here."));
  const games = make("select", { class: "input", "aria-label": "Game", onchange: event => { game = event.target.value; drawRows(); } },
    make("option", { value: "" }, "All games"),
    found.games.map(one => make("option", { value: one.gameId }, `${one.awayTeam.abbreviation} at ${one.homeTeam.abbreviation}`)));
  const search = make("input", { class: "input", type: "search", placeholder: "Search players", "aria-label": "Search players", oninput: event => { text = event.target.value.toLowerCase(); drawRows(); } });
  const bench = make("label", { class: "switch" }, "Show the bench", make("input", { type: "checkbox", onchange: async event => { await read(!event.target.checked); drawRows(); } }));
  const heads = columns.map(([name, label]) => make("th", { scope: "col", class: "number" },
    make("button", { class: "button small", type: "button", "aria-pressed": String(name === sortedBy), onclick: event => {
      sortedBy = name;
      for (const other of document.querySelectorAll("thead button")) other.setAttribute("aria-pressed", String(other === event.currentTarget));
      drawRows();
    } }, label)));
  show(make("h1", {}, "Props tonight"),
    make("p", { class: "muted small text" }, "The projection is calibrated on past box scores. No feed reports lines of props, so that there is no edge to state."),
    make("div", { class: "grid" }, games, search, bench), count,
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Players" }, make("table", { class: "table props" }, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Player"), heads)), body)));
  drawRows();
});
