// The user's bets with statistics, and the explanation of each outcome.
import { getOwn } from "./api.js";
import { profitCurve } from "./charts.js";
import { emptyState, fill, make, sheet } from "./dom.js";
import { moment } from "./format.js";
import { run, show } from "./shell.js";
import { lineText, oddsText, signed, spreadText } from "./words.js";

const perPage = 50, list = make("ul", { class: "rows" }), curve = make("div", { class: "chart" });
let filter = "", offset = 0;

/** @param {string} label @param {any} value @param {string} [tone] */
const figure = (label, value, tone = "") => make("div", {}, make("dt", {}, label), make("dd", { class: tone }, value));

const tone = units => units > 0 ? "positive" : units < 0 ? "negative" : "";

/** @param {any} stats */
function figures(stats) {
  const streak = stats.streakType ? `${stats.currentStreak} ${stats.streakType === "W" ? "won" : "lost"}` : "none";
  return make("dl", { class: "figures" },
    figure("Profit in units", signed(stats.totalProfitLoss, 2), tone(stats.totalProfitLoss)), figure("Return", signed(stats.roi, 1) + " %", tone(stats.roi)),
    figure("Won", `${stats.winPercentage.toFixed(1)} %`), figure("Bets", stats.totalBets),
    figure("Won, lost, pushed", `${stats.wins}–${stats.losses}–${stats.pushes}`), figure("Pending", stats.pending),
    figure("Void", stats.voids ?? 0), figure("Streak", streak));
}

/** The bet in words: "Over 224.5". @param {any} bet */
function terms(bet) {
  if (bet.betType === "moneyline") return `${bet.selection} to win`;
  return bet.betType === "spread" ? `${bet.selection} ${spreadText(bet.lineValue)}` : `${bet.selection} ${lineText(bet.lineValue)}`;
}

/** @param {any} bet */
async function explain(bet) {
  const box = make("div", {}, make("p", { class: "loading" }, "Loading …"));
  sheet(`Bet ${bet.betId}`, () => [
    make("p", {}, `${bet.awayTeamAbbr} at ${bet.homeTeamAbbr}: ${terms(bet)} at ${oddsText(bet.oddsDecimal)} for ${bet.stakeUnits} units.`), bet.notes ? make("p", { class: "muted" }, bet.notes) : null, box]);
  try {
    const why = await getOwn(`/v1/bets/${bet.betId}/why`);
    fill(box, make("ol", { class: "why" }, (why.lines ?? []).map(line => make("li", {},
      make("span", { class: "mono muted" }, line.position ?? ""), make("span", {}, line.text)))),
    make("p", { class: "muted small" }, "The numbers are positions in the ledger. Each is a record that cannot be changed."));
  } catch (error) { fill(box, make("p", {}, error.message)); }
}

/** @param {any} bet */
function row(bet) {
  const result = bet.resultDetail ?? bet.result;
  return make("li", {}, make("button", { class: "bet", type: "button", onclick: () => explain(bet) },
    make("b", {}, terms(bet), " ", make("span", { class: "muted number" }, oddsText(bet.oddsDecimal))),
    make("span", { class: "pill " + result }, result),
    make("span", { class: "muted small" }, `${bet.awayTeamAbbr} at ${bet.homeTeamAbbr} · ${bet.isClaimed ? bet.book + ", claimed" : bet.book ?? ""} · ${moment(bet.betDate)}`),
    make("b", { class: "number " + tone(bet.profitLoss ?? 0) }, bet.profitLoss === null ? `${bet.stakeUnits} u` : signed(bet.profitLoss))));
}

const address = () => `/v1/bets?limit=${perPage}&offset=${offset}` + (filter ? `&result=${filter}` : "");

async function readPage() {
  const { bets, pagination } = await getOwn(address());
  if (offset === 0) fill(list);
  list.append(...bets.map(row));
  more.hidden = offset + bets.length >= pagination.total;
}

const more = make("button", { class: "button", type: "button", onclick: () => { offset += perPage; readPage(); } }, "Show more");

/** The running profit of the last 200 bets. */
async function readCurve() {
  const { bets } = await getOwn("/v1/bets?limit=200"), settled = bets.filter(bet => bet.profitLoss !== null && !bet.isClaimed).reverse();
  if (settled.length > 1) fill(curve, profitCurve(settled.map(bet => bet.profitLoss)));
}

run(async () => {
  const stats = await getOwn("/v1/bets/stats"), claimed = stats.claimed;
  const choices = [["", "All"], ["pending", "Pending"], ["win", "Won"], ["loss", "Lost"], ["push", "Pushed"]].map(([value, label]) =>
    make("button", { class: "button small", type: "button", "aria-pressed": String(value === filter), onclick: event => {
      [filter, offset] = [value, 0];
      for (const other of event.currentTarget.parentElement.children) other.setAttribute("aria-pressed", String(other === event.currentTarget));
      readPage();
    } }, label));
  if (!stats.totalBets && !claimed?.totalBets)
    return void show(make("h1", {}, "My bets"), emptyState("wallet", "No bets yet", "Open a game and tap an offer to record a bet."), make("p", { class: "muted small text" }, "Bets are settled by the recorded result, and never by you."));
  // First everything, so that nothing moves.
  await Promise.all([readPage(), readCurve()]);
  show(make("h1", {}, "My bets"), figures(stats), curve,
    claimed?.totalBets ? make("details", {}, make("summary", {}, `${claimed.totalBets} claimed bets, at books outside of the feeds`), figures(claimed)) : null,
    make("div", { class: "choice segments", role: "group", "aria-label": "Result" }, choices), list, more,
    make("p", { class: "muted small text" }, "Bets are settled by the recorded result. Pushes count with a profit of 0 and void bets do not count. A unit is not money."));
});
