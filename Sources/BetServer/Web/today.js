// Today's games with scores, lines and their movement.
import { get } from "./api.js";
import { sparkline } from "./charts.js";
import { emptyState, fill, make, setText, stateMark } from "./dom.js";
import { timeOfDay } from "./format.js";
import { follow } from "./live.js";
import { announce, connectionMark, run, show } from "./shell.js";
import { gameState, lineText, noEdge, oddsText, spreadText, verdictWords } from "./words.js";

/** @type {Map<string, {update: (game: any) => void, game: any, moves: {time: number, line: number}[], timer: number, drawMoves: () => void}>} */
const cards = new Map();

/** Sets a text and marks the change. @param {Element} element @param {string} text */
function change(element, text) {
  if (element.textContent === text) return;
  const isFirst = element.textContent === "";
  setText(element, text);
  if (isFirst) return;
  element.classList.remove("flash");
  requestAnimationFrame(() => element.classList.add("flash"));
}

/** One line of the score. @param {any} team */
function side(team) {
  const points = make("span", { class: "points" });
  const row = make("div", { class: "score" },
    make("span", { class: "team" }, make("b", {}, team.abbreviation), make("span", { class: "muted small clip" }, team.nickname)), points);
  return { row, points };
}

/** @param {any} game */
function card(game) {
  const state = make("span"), away = side(game.awayTeam), home = side(game.homeTeam), pill = make("span", { class: "pill" });
  const cells = Object.fromEntries(["Total", "Spread", "Moneyline"].map(name => [name, make("dd")]));
  const path = make("span", { class: "small muted number" }), picture = make("span");
  const element = make("li", {}, make("a", { class: "card game", href: "/games/" + game.gameId },
    make("div", { class: "head" }, state, pill), make("div", {}, away.row, home.row),
    make("dl", { class: "lines" }, labelled(cells)),
    make("div", { class: "moved" }, path, picture)));
  const known = {
    game, moves: [], element, timer: 0,
    update(next) {
      known.game = next;
      const [words, mark] = gameState(next), isOpen = next.status === "Scheduled" && next.statusDetail !== "cancelled";
      fill(state, stateMark(mark, isOpen && next.gameDateTime ? timeOfDay(Date.parse(next.gameDateTime)) : words));
      change(away.points, next.awayScore === null ? "" : String(next.awayScore));
      change(home.points, next.homeScore === null ? "" : String(next.homeScore));
      away.row.classList.toggle("behind", next.status === "Final" && next.awayScore < next.homeScore);
      home.row.classList.toggle("behind", next.status === "Final" && next.homeScore < next.awayScore);
      const line = next.bettingLine, home3 = next.homeTeam.abbreviation;
      change(cells.Total, line ? lineText(line.total) : "–");
      change(cells.Spread, line ? `${home3} ${spreadText(line.spread)}` : "–");
      change(cells.Moneyline, line ? `${oddsText(line.homeMoneylineOdds)}` : "–");
      const verdict = next.prediction?.verdict;
      pill.hidden = !verdict;
      pill.className = "pill " + (verdict?.includes("OVER") ? "over" : verdict?.includes("UNDER") ? "under" : "");
      setText(pill, verdictWords[verdict] ?? "");
    },
    drawMoves() {
      const { moves } = known, [first, last] = [moves[0], moves[moves.length - 1]];
      if (!first) return setText(path, "No total was offered");
      const by = last.line - first.line;
      setText(path, by === 0 ? `Total unchanged at ${first.line}` : `Total ${first.line} → ${last.line} ${by > 0 ? "▲" : "▼"} ${Math.abs(by)}`);
      fill(picture, sparkline(moves, `Total from ${first.line} to ${last.line}`));
    },
  };
  cards.set(game.gameId, known);
  known.update(game);
  return known;
}

/** @param {Record<string, any>} cells */
const labelled = cells => Object.entries(cells).map(([name, cell]) => make("div", {}, make("dt", {}, name), cell));

/** The median of the books' lines after each move. @param {{book: string, from: string, line: number}[]} offers */
function medians(offers) {
  const lines = new Map();
  return offers.map(offer => {
    lines.set(offer.book, offer.line);
    const sorted = [...lines.values()].sort((one, other) => one - other), middle = sorted.length >> 1;
    const line = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return { time: Date.parse(offer.from), line };
  });
}

/** Reads the movement of a game's total. @param {string} id */
async function readMoves(id) {
  const known = cards.get(id);
  if (!known) return;
  const total = (await get(`/v1/games/${id}/odds?market=total&limit=1000`)).markets.find(market => market.market === "total");
  known.moves = medians(total.offers);
  known.drawMoves();
}

async function readGames() {
  for (const game of (await get("/v1/games/today")).games) cards.get(game.gameId)?.update(game);
}

/** @param {any} message */
function takeScore(message) {
  const known = cards.get(message.gameId);
  if (!known) return;
  const { game } = known;
  if (message.type === "status_change") {
    if (game.status === message.status) return;
    announce(`${game.awayTeam.abbreviation} at ${game.homeTeam.abbreviation}: ${message.status}`);
    // The rest of the game's state, such as its closing line.
    readGames().catch(() => {});
    return known.update({ ...game, status: message.status });
  }
  known.update({ ...game, status: game.status === "Scheduled" ? "Live" : game.status, homeScore: message.homeScore, awayScore: message.awayScore, quarter: message.quarter, clock: message.clock });
}

/** @param {any} message */
function takeOdds(message) {
  const known = cards.get(message.gameId);
  if (!known || known.game.status !== "Scheduled") return;
  // At most one request in five seconds for each game.
  known.timer ||= window.setTimeout(() => { known.timer = 0; readMoves(message.gameId).catch(() => {}); }, 5_000);
  const line = known.game.bettingLine;
  if (line) known.update({ ...known.game, bettingLine: { ...line, total: message.total, spread: message.spread } });
}

run(async () => {
  const { games } = await get("/v1/games/today");
  if (!games.length)
    return void show(make("h1", {}, "Games today"), emptyState("list", "No games today", "Games of today's US date appear here with their lines."));
  const connection = connectionMark();
  show(make("div", { class: "row spread" }, make("h1", {}, "Games today"), connection.element),
    make("ul", { class: "cards" }, games.map(game => card(game).element)), make("p", { class: "muted small text" }, "The movement is that of the books' median. " + noEdge));
  const ids = games.map(game => game.gameId);
  follow("scores", ids, { message: takeScore, poll: readGames, state: connection.set });
  follow("odds", ids, { message: takeOdds, poll: () => Promise.all(ids.map(readMoves)) });
  // Verdicts and moneylines are in no message.
  setInterval(() => { if (!document.hidden) readGames().catch(() => {}); }, 30_000);
  await Promise.all(ids.map(id => readMoves(id).catch(() => {})));
});
