// The analysis of a game's total: the distribution with the offer, the verdict and its measured record.
import { distribution } from "./charts.js";
import { make } from "./dom.js";
import { moment } from "./format.js";
import { confidenceWords, lineText, noEdge, percent, signed, verdictWords } from "./words.js";

/** @param {any} verdict */
const pill = verdict =>
  make("span", { class: "pill " + (verdict.includes("OVER") ? "over" : verdict.includes("UNDER") ? "under" : "") }, verdictWords[verdict]);

/** @param {string} label @param {any} value */
const fact = (label, value) => [make("dt", {}, label), make("dd", { class: "number" }, value)];

/** How the other books stand to the offer. @param {any} factors */
function consensusText(factors) {
  if (factors.consensusTotal === null) return "No other book offers a total, so that the verdict is hold.";
  const count = factors.otherBooks === 1 ? "one other book" : `${factors.otherBooks} other books`;
  return `The center is the consensus of ${count}: ${factors.consensusTotal}. The model alone expects ${factors.modelTotal}; it has no weight, since it knew nothing beyond the closing line in the backtest.`;
}

/**
 * @param {any} found the answer of `totals-analysis` @param {any} counts of `distribution`; or null
 * @param {any} game
 */
export function analysisCard(found, counts, game) {
  const { analysis, factors } = found, actual = game.homeScore === null ? null : game.homeScore + game.awayScore;
  return [
    make("div", { class: "row spread" }, make("h2", {}, "Analysis of the total"), pill(analysis.verdict)),
    make("div", { class: "sides" },
      make("div", {}, make("div", { class: "muted small" }, `Over ${lineText(found.currentTotal)}`), make("div", { class: "figure over" }, percent(analysis.overProbability))),
      make("div", {}, make("div", { class: "muted small" }, `Under ${lineText(found.currentTotal)}`), make("div", { class: "figure under" }, percent(analysis.underProbability)))),
    counts ? make("div", { class: "chart" }, distribution(counts, found.currentTotal, actual)) : null,
    counts ? make("p", { class: "muted small" }, `10,000 simulated totals: pink is under the offer, green over it.${actual === null ? "" : " The yellow mark is the score now."}`) : null,
    make("div", { class: "banner warning" }, make("div", {}, make("b", {}, "No edge was shown. "), noEdge,
      (counts?.record?.sentences ?? []).map(sentence => make("p", { class: "small" }, sentence)))),
    make("p", { class: "small" }, consensusText(factors)),
    make("dl", { class: "facts" },
      fact("Expected value", `${signed(analysis.expectedValue, 4)} a unit${analysis.side ? " on the " + analysis.side : ""}`),
      fact("Kelly stake", analysis.kellyStake === 0 ? "none" : `${percent(analysis.kellyStake, 2)} of the bankroll`),
      fact("Confidence", confidenceWords[analysis.confidence]),
      fact("Simulated total", `${analysis.simulatedMean} ± ${analysis.simulatedStdDev}`),
      fact("Pace", `${game.awayTeam.abbreviation} ${factors.awayPace} · ${game.homeTeam.abbreviation} ${factors.homePace}`),
      fact("Offense", `${factors.awayOffRtg} · ${factors.homeOffRtg}`), fact("Defense", `${factors.awayDefRtg} · ${factors.homeDefRtg}`),
      fact("Recent trend", `${factors.recentTrend} (predicts nothing)`),
      fact("Made", moment(found.madeAt)), fact("Record", `position ${found.position}, model ${found.model}`)),
    make("details", {}, make("summary", {}, "Recompute it"),
      make("p", { class: "small" }, "The seed follows from the ledger's name, the game, the model and the position, so that no one can choose it. Run statdiscute audit to recompute every analysis."),
      make("p", { class: "mono" }, found.seed)),
  ];
}
