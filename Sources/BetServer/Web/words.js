// The words and numbers that several pages share.

/** With as many decimals as a line has: 224.5, 225. @param {number | null | undefined} line */
export const lineText = line => line === null || line === undefined ? "–" : String(line);

/** As the side sees it: +7.5, −7.5, PK. @param {number | null | undefined} line */
export const spreadText = line =>
  line === null || line === undefined ? "–" : line === 0 ? "PK" : (line > 0 ? "+" : "−") + Math.abs(line);

/** Decimal odds with two decimals at least. @param {number | null | undefined} odds */
export const oddsText = odds => odds === null || odds === undefined ? "–" : odds.toFixed(Math.abs(odds * 100 - Math.round(odds * 100)) > 1e-9 ? 3 : 2);

/** With a sign: +0.910. @param {number | null | undefined} units */
export const signed = (units, digits = 3) =>
  units === null || units === undefined ? "–" : (units > 0 ? "+" : units < 0 ? "−" : "") + Math.abs(units).toFixed(digits);

/** 58.3 %. @param {number} share from 0 to 1 */
export const percent = (share, digits = 1) => (100 * share).toFixed(digits) + " %";

export const verdictWords = {
  STRONG_OVER: "Strong over", LEAN_OVER: "Lean over", HOLD: "Hold", LEAN_UNDER: "Lean under", STRONG_UNDER: "Strong under",
};

export const confidenceWords = { low: "low", medium: "medium", high: "high", very_high: "very high" };

export const marketWords = { total: "Total", spread: "Spread", moneyline: "Moneyline" };

/** The state of a game in words and the name of its mark. @param {any} game */
export function gameState(game) {
  if (game.statusDetail === "cancelled") return ["Cancelled", "cancelled"];
  if (game.statusDetail === "stopped") return ["Stopped", "paused"];
  if (game.status === "Final") return [game.quarter > 4 ? "Final after overtime" : "Final", "complete"];
  if (game.status === "Live") return [`${periodText(game.quarter)} ${game.clock ?? ""}`.trim(), "active"];
  return ["Scheduled", "waiting"];
}

/** @param {number | null} quarter */
const periodText = quarter => !quarter ? "Live" : quarter > 5 ? `OT${quarter - 4}` : quarter === 5 ? "OT" : `Q${quarter}`;

export const noEdge = "No edge over the market was shown. A verdict states a calibrated probability and promises no profit.";
