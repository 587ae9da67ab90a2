// One game: its score, the offers of all books, their movement, and the analysis with its measured record.
import { get } from "./api.js";
import { analysisCard } from "./analysis.js";
import { betSheet } from "./bet-sheet.js";
import { legend, movement } from "./charts.js";
import { fill, make, stateMark } from "./dom.js";
import { moment } from "./format.js";
import { follow } from "./live.js";
import { connectionMark, run, show } from "./shell.js";
import { gameState, lineText, marketWords, oddsText, spreadText } from "./words.js";

const id = location.pathname.split("/")[2] ?? "", sides = { total: ["over", "under"], spread: ["home", "away"], moneyline: ["home", "away"] };
/** @type {any} */
let game, shown = "total", isAnalysed = false;
const head = make("section"), offersBox = make("section", { class: "card" }), analysisBox = make("section", { class: "card" });

function drawHead() {
  const [words, mark] = gameState(game), isOpen = game.status === "Scheduled";
  const row = (team, points) => make("div", { class: "score" },
    make("span", { class: "team" }, make("b", {}, team.abbreviation), make("span", { class: "muted clip" }, team.fullName)),
    make("span", { class: "points" }, points ?? ""));
  fill(head, make("div", { class: "card" },
    make("div", { class: "row spread" }, stateMark(mark, words), make("span", { class: "muted small" }, isOpen ? moment(game.gameDateTime) : game.gameDate)),
    row(game.awayTeam, game.awayScore), row(game.homeTeam, game.homeScore)));
}

/** A line and the odds of a side, as the side sees them. @param {any} offer @param {string} side */
function sideText(offer, side) {
  const odds = oddsText(side === "over" || side === "home" ? offer.firstOdds : offer.secondOdds);
  if (offer.market === "total") return `${side === "over" ? "Over" : "Under"} ${lineText(offer.line)} · ${odds}`;
  const team = side === "home" ? game.homeTeam.abbreviation : game.awayTeam.abbreviation;
  if (offer.market === "moneyline") return `${team} · ${odds}`;
  return `${team} ${spreadText(side === "home" ? offer.line : -offer.line)} · ${odds}`;
}

/** The terms of a bet on a side of an offer, as the API takes them. @param {any} offer @param {string} side */
const terms = (offer, side) => ({
  gameId: id, betType: offer.market === "total" ? "total_" + side : offer.market,
  selection: offer.market === "total" ? side : side === "home" ? game.homeTeam.abbreviation : game.awayTeam.abbreviation,
  lineValue: side === "away" && offer.market === "spread" ? -offer.line : offer.line,
  oddsDecimal: side === "over" || side === "home" ? offer.firstOdds : offer.secondOdds, book: offer.book,
});

/** How good an offer is for a side: first the line, then the odds. @param {any} offer @param {string} side */
function worth(offer, side) {
  const isFirst = side === "over" || side === "home", line = side === "under" || side === "home" ? offer.line : -offer.line;
  return 1000 * line + (isFirst ? offer.firstOdds : offer.secondOdds);
}

/** @param {any} market */
function offersTable(market) {
  if (!market.current.length)
    return make("p", { class: "muted" }, game.status === "Scheduled" ? "No book offers this market now." : "Books offer bets until the tip-off.");
  const cell = (offer, side) => {
    const isBest = market.current.every(other => worth(other, side) <= worth(offer, side));
    return make("td", {}, make("button", {
      class: "button small" + (isBest ? " best" : ""), type: "button",
      onclick: () => betSheet({ title: sideText(offer, side), terms: terms(offer, side), after: readOffers }),
    }, sideText(offer, side).split(" · ").map(part => make("span", {}, part))));
  };
  return make("table", { class: "offers" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Book"), sides[market.market].map(side => make("th", { scope: "col" }, side[0].toUpperCase() + side.slice(1))))),
    make("tbody", {}, market.current.map(offer => make("tr", {},
      make("th", { scope: "row" }, offer.book), sides[market.market].map(side => cell(offer, side))))));
}

async function readOffers() {
  const { markets } = await get(`/v1/games/${id}/odds?limit=1000`), market = markets.find(found => found.market === shown);
  // A page may be open before the first total is offered.
  if (!isAnalysed && offersBox.isConnected && markets.find(found => found.market === "total").current.length) readAnalysis().catch(() => {});
  const offers = market.offers, tipOff = game.gameDateTime ? Date.parse(game.gameDateTime) : null;
  const choose = name => make("button", {
    class: "button small", type: "button", "aria-pressed": String(name === shown), onclick: () => { shown = name; readOffers(); },
  }, marketWords[name]);
  const lines = market.current.map(offer => offer.line), [low, high] = [Math.min(...lines), Math.max(...lines)];
  const now = market.closing ? `closing ${lineText(market.closing.line)}` : !lines.length ? "none now" : low === high ? `now ${low}` : `now ${low} to ${high}`;
  fill(offersBox, make("h2", {}, "Lines"), make("div", { class: "choice segments", role: "group", "aria-label": "Market" }, markets.map(found => choose(found.market))),
    make("div", { class: "scroll" }, offersTable(market)),
    !offers.length || shown === "moneyline" ? null : [
      make("p", { class: "muted small" }, `Opening ${lineText(market.opening?.line)}, ${now}, ${offers.length} offers. Each is a record of the ledger.`),
      make("div", { class: "chart" }, movement(offers, { end: Date.now(), tipOff: game.status === "Scheduled" ? null : tipOff, label: `Movement of the ${shown}` })), legend(offers)]);
}

async function readAnalysis() {
  // A game without offers has no analysis.
  const analysis = await get(`/v1/games/${id}/totals-analysis`).catch(error => { if (error.status === 404) return null; throw error; });
  if (!analysis) return void fill(analysisBox, make("h2", {}, "Analysis"), make("p", { class: "muted" }, "There is no analysis yet: no total was offered."));
  isAnalysed = true;
  const counts = await get(`/v1/games/${id}/distribution`).catch(() => null);
  fill(analysisBox, analysisCard(analysis, counts, game));
}

async function readGame() {
  const found = await get(`/v1/games/${id}`);
  game = { ...found.game, homeTeam: found.homeTeam, awayTeam: found.awayTeam };
  drawHead();
  return found;
}

/** Reads again at most once in two seconds. @param {() => Promise<any>} read */
function calmly(read) {
  let timer = 0;
  return () => { timer ||= window.setTimeout(() => { timer = 0; read().catch(() => {}); }, 2_000); };
}

run(async () => {
  await readGame();
  document.title = `${game.awayTeam.abbreviation} at ${game.homeTeam.abbreviation} · Stat Discute`;
  const connection = connectionMark();
  const title = make("h1", {}, `${game.awayTeam.abbreviation} at ${game.homeTeam.abbreviation}`);
  // At once: what comes later would push down what is being read.
  await Promise.all([readOffers(), readAnalysis()]);
  show(make("div", { class: "row spread" }, title, connection.element), head, offersBox, analysisBox);
  const offersAgain = calmly(readOffers), gameAgain = calmly(async () => { await readGame(); await readOffers(); });
  follow("scores", [id], {
    message: message => {
      if (message.gameId !== id) return;
      if (message.type === "status_change") { if (message.status !== game.status) gameAgain(); return; }
      game = { ...game, homeScore: message.homeScore, awayScore: message.awayScore, quarter: message.quarter, clock: message.clock };
      drawHead();
    }, poll: readGame, state: connection.set,
  });
  follow("odds", [id], { message: offersAgain, poll: readOffers });
});
