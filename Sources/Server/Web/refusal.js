// The text about a pick that does not count. This module needs no page.

/** Microseconds as seconds in a sentence. @param {number} microseconds */
const seconds = microseconds => (microseconds / 1e6).toFixed(microseconds >= 100_000 ? 1 : 3);

/**
 * @typedef {{code?: string, detail?: string, pick?: number | null, margin?: number | null, graceEndsAt?: string | null, position?: number | null}} Problem
 *   `margin`: the end of grace minus the arrival, in microseconds; negative for a late pick
 * @typedef {{
 *   pick: number, label: string, player: string, graceEndsAt: string | null,
 *   made: {player: string | null, source: string, isMine: boolean} | null, holder: {name: string, label: string} | null,
 * }} Sent `made`: the player on the board for the pick; `holder`: the team that has the player; `graceEndsAt`: as far as the page knows
 */

/**
 * Returns the margin of a pick to its own clock, in microseconds; negative for a late pick. Null if the problem states none,
 * or the margin to another pick's clock, as servers of earlier versions did.
 *
 * @param {Problem} problem @param {Sent} sent
 */
export function ownMargin(problem, sent) {
  if (typeof problem.margin !== "number" || problem.pick !== sent.pick) return null;
  if (!sent.graceEndsAt || !problem.graceEndsAt) return problem.margin < 0 ? problem.margin : null;
  return Date.parse(sent.graceEndsAt) === Date.parse(problem.graceEndsAt) ? problem.margin : null;
}

/** The pick that the rules made instead. @param {NonNullable<Sent["made"]>} made */
function insteadWords({ player, source }) {
  if (player === null) return "no player could be drafted for you";
  if (source === "queue") return `${player} was drafted for you from your queue`;
  return source === "corrected" ? `${player} is on your team` : `${player} was autopicked for you`;
}

/**
 * Returns the text about a pick that was refused, or that could not be sent before its number passed.
 *
 * @param {Problem | null} problem null for one that was not sent @param {Sent} sent
 * @returns {{text: string, note: string}}
 */
export function refusalWords(problem, sent) {
  const { label, player, made, holder } = sent, margin = problem ? ownMargin(problem, sent) : null;
  const late = margin !== null && margin < 0 ? -margin : null;
  const note = [late === null ? "" : `${(late / 1e6).toFixed(3)} s after the end of grace.`, problem?.position ? `On record at ${problem.position}.` : ""].filter(Boolean).join(" ");
  const isSame = made !== null && made.player === player, not = `Your pick of ${player} does not count.`;
  const over = late === null ? "" : `Your time for ${label} ended ${seconds(late)} s before your pick arrived`;
  if (made?.isMine && made.source === "manual")
    return { text: `You had drafted ${made.player} with ${label} already (another tab).${isSame ? "" : " " + not}`, note };
  if (made?.isMine) {
    const instead = insteadWords(made), end = isSame ? `: the player is on your team, though your own pick does not count.` : `. ${not}`;
    if (problem === null) return { text: `Your pick for ${label} could not be sent in time; ${instead}${isSame ? "." : `. ${not}`}`, note };
    if (over) return { text: `${over}; ${instead}${end}`, note };
    return { text: `Pick ${label} was made before yours arrived; ${instead}${end}${margin === null ? "" : " Your time had not ended."}`, note };
  }
  if (problem === null) return { text: `Your pick of ${player} for ${label} could not be sent in time.`, note };
  if (over) return { text: `${over}. ${not}`, note };
  if (problem.code === "playerAlreadyDrafted" && holder) return { text: `${player} went to ${holder.name} with ${holder.label}. Draft another player.`, note };
  return { text: `Your pick of ${player} does not count: ${problem.detail || "the ledger refused it."}`, note };
}
