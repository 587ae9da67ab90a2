// The players of today's games: the lines on their points, the model's projection and their averages.
import { get } from "./api.js";
import { emptyState, fill, make } from "./dom.js";
import { decimal } from "./format.js";
import { run, show } from "./shell.js";
import { lineText, oddsText, signed, verdictWords } from "./words.js";

const refreshInterval = 15_000;

/** @type {{players: any[], games: any[], measuredRecord: string}} */
let found;
let sortedBy = "projectedPoints", game = "", text = "", startersOnly = true;
/** The line of each player as it was drawn last. @type {Map<string, number | null>} */
const drawn = new Map();
const body = make("tbody"), count = make("p", { class: "muted small", role: "status" });

/** The line with its book, odds and movement. @param {any} player */
function line(player) {
  if (player.pointsLine === null) return "–";
  const { pointsLine, pointsOpeningLine: opening } = player, by = pointsLine - opening;
  const key = `${player.gameId} ${player.playerId}`, hasMoved = drawn.has(key) && drawn.get(key) !== pointsLine;
  drawn.set(key, pointsLine);
  return [
    make("b", { class: hasMoved ? "flash" : "" }, lineText(pointsLine)), by ? ` ${by > 0 ? "▲" : "▼"} from ${lineText(opening)}` : "",
    make("div", { class: "muted tiny" }, `${player.pointsBook} · over ${oddsText(player.pointsOverOdds)} · under ${oddsText(player.pointsUnderOdds)}`),
    player.pointsBooks > 1 ? make("div", { class: "muted tiny" }, `median ${player.pointsMedianLine} of ${player.pointsBooks} books`) : "",
  ];
}

/** The projection less the line, and the verdict. @param {any} player */
function edge(player) {
  if (player.pointsLine === null) return "–";
  const verdict = player.edgeVerdict, kind = verdict.includes("OVER") ? "over" : verdict.includes("UNDER") ? "under" : "";
  return [make("div", {}, signed(player.edgePoints, 1)), kind ? make("span", { class: "pill " + kind }, verdictWords[verdict]) : ""];
}

/** @type {[string, string, (player: any) => any, (player: any) => number | null][]} */
const columns = [
  ["pointsLine", "Line", line, player => player.pointsLine],
  ["edgePoints", "Edge", edge, player => player.pointsLine === null ? null : Math.abs(player.edgePoints)],
  ...[["projectedPoints", "Projected"], ["pointsAvg", "Points"], ["reboundsAvg", "Rebounds"], ["assistsAvg", "Assists"]].map(([name, label]) =>
    [name, label, player => decimal(player[name]), player => player[name]]),
  ["defenseRank", "Opponent's defense", player => player.defenseRank === null ? "–" : `#${player.defenseRank}`, player => player.defenseRank],
];

function drawRows() {
  const value = columns.find(([name]) => name === sortedBy)[3];
  const shown = found.players.filter(player => (!game || player.gameId === game) && (player.playerName + player.teamAbbreviation).toLowerCase().includes(text))
    .sort((one, other) => (value(other) ?? -1) - (value(one) ?? -1) || one.playerId - other.playerId);
  fill(body, shown.map(player => make("tr", {},
    make("th", { scope: "row" }, make("b", {}, player.playerName), make("div", { class: "muted tiny" }, `${player.teamAbbreviation} · ${player.position}${player.isStarter ? "" : " · bench"} · ${player.gamesPlayed} games`)),
    columns.map(([, , write]) => make("td", { class: "number" }, write(player))))));
  const words = `${shown.length} players, ${shown.filter(player => player.pointsLine !== null).length} with a line`;
  // The status is read out when it changes.
  if (count.textContent !== words) count.textContent = words;
}

async function read() {
  found = await get(`/v1/player-props/tonight?startersOnly=${startersOnly}`);
}

run(async () => {
  await read();
  if (!found.games.length)
    return void show(make("h1", {}, "Props tonight"), emptyState("people", "No games today", "The players of today's games appear here."));
  const games = make("select", { class: "input", "aria-label": "Game", onchange: event => { game = event.target.value; drawRows(); } },
    make("option", { value: "" }, "All games"),
    found.games.map(one => make("option", { value: one.gameId }, `${one.awayTeam.abbreviation} at ${one.homeTeam.abbreviation}`)));
  const search = make("input", { class: "input", type: "search", placeholder: "Search players", "aria-label": "Search players", oninput: event => { text = event.target.value.toLowerCase(); drawRows(); } });
  const bench = make("label", { class: "switch" }, "Show the bench", make("input", { type: "checkbox", onchange: async event => { startersOnly = !event.target.checked; await read(); drawRows(); } }));
  const heads = columns.map(([name, label]) => make("th", { scope: "col", class: "number" },
    make("button", { class: "button small", type: "button", "aria-pressed": String(name === sortedBy), onclick: event => {
      sortedBy = name;
      for (const other of document.querySelectorAll("thead button")) other.setAttribute("aria-pressed", String(other === event.currentTarget));
      drawRows();
    } }, label)));
  show(make("h1", {}, "Props tonight"),
    make("p", { class: "muted small text" }, "A line is the newest report of a book. The edge is the projection less the line. A verdict leans from a probability of 60 % and is never strong. Bets are on games: no bet can be made on these lines."),
    make("p", { class: "muted small text" }, found.measuredRecord),
    make("div", { class: "grid" }, games, search, bench), count,
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Players" }, make("table", { class: "table props" }, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Player"), heads)), body)));
  drawRows();
  // Lines move until the tip-off.
  setInterval(() => { if (!document.hidden) read().then(drawRows).catch(() => {}); }, refreshInterval);
});
