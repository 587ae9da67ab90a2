// The form that opens a contest: pool, rules, fee and prizes.
import { get } from "./api.js";
import { make } from "./dom.js";
import { isOne, settle, tell } from "./staff-acting.js";
import { field, form, go, head, tick } from "./staff-views.js";

/** The rules of each speed, the same as on the command line. Times are in microseconds. */
const speeds = {
  fast: { preset: "fast", pickClock: 30_000_000, grace: 5_000_000, countdown: 60_000_000, tickInterval: 1_000_000, missedPicksBeforeAutodraft: 2 },
  slow: { preset: "slow", pickClock: 43_200_000_000, grace: 0, countdown: 60_000_000, tickInterval: 60_000_000, missedPicksBeforeAutodraft: 2 },
};

/**
 * Parses lines such as 1,100000 and 2-10,5000: a place or a range of places, and the prize of each in cents.
 *
 * @param {string} text
 */
export function prizeTiers(text) {
  const tiers = [];
  let next = 1;
  text.split("\n").map(line => line.trim()).filter(line => line && !line.startsWith("#")).forEach((line, index) => {
    const found = /^(\d+)(?:-(\d+))?\s*,\s*(\d+)$/.exec(line);
    if (!found) throw new Error(`Line ${index + 1} of the prizes is not valid: "${line}". Enter places and cents for each, such as 2-10,5000.`);
    const firstPlace = Number(found[1]), lastPlace = Number(found[2] ?? found[1]);
    if (firstPlace !== next || lastPlace < firstPlace) throw new Error(`Line ${index + 1} of the prizes starts at place ${firstPlace}; expected place ${next}.`);
    next = lastPlace + 1;
    tiers.push({ firstPlace, lastPlace, amount: Number(found[3]) });
  });
  return tiers;
}

/**
 * Parses lines such as 1-14,12,2: the weeks of a round, the entries of a pod, and how many of them advance. Without any,
 * the regular season is one round.
 *
 * @param {string} text @param {number} teams of a room
 */
export function seasonRounds(text, teams) {
  const lines = text.split("\n").map(line => line.trim()).filter(line => line && !line.startsWith("#"));
  if (!lines.length) return [{ firstWeek: 1, lastWeek: 17, podSize: teams, advancing: 0 }];
  return lines.map((line, index) => {
    const found = /^(\d+)(?:-(\d+))?\s*,\s*(\d+)\s*,\s*(\d+)$/.exec(line);
    if (!found) throw new Error(`Line ${index + 1} of the season's rounds is not valid: "${line}". Enter weeks, entries of a pod and how many advance, such as 1-14,12,2.`);
    return { firstWeek: Number(found[1]), lastWeek: Number(found[2] ?? found[1]), podSize: Number(found[3]), advancing: Number(found[4]) };
  });
}

/** The commands that give a contest its season. @param {number} tournament @param {any} values of the form */
const seasonCommands = (tournament, values) => values.season ? [
  { kind: "setContestRounds", tournament, season: Number(values.season), rounds: seasonRounds(values.stages ?? "", Number(values.teams)), ties: ["bestWeek", "earlierEntry"] },
  { kind: "setScoring", tournament, startersQB: Number(values.QB), startersRB: Number(values.RB), startersWR: Number(values.WR), startersTE: Number(values.TE),
    startersFLEX: Number(values.FLEX), flexPositions: 14, scoring: values.scoring },
] : [];

/** The default starters of each week. */
const starters = { QB: 1, RB: 2, WR: 3, TE: 1, FLEX: 2 };

const seasonFields = () => make("fieldset", { class: "form" }, make("legend", {}, "Season"),
  make("p", { class: "muted small" }, "The points of these weeks decide the contest. A contest without a season has no standings."),
  make("div", { class: "fields" },
    field("Season", { name: "season", type: "number", min: 1990, max: 2100, value: new Date().getFullYear(), hint: "A year; empty for a contest without standings." }),
    field("Scoring", { name: "scoring", value: "half-ppr", required: true, hint: "The name under which points are imported." }),
    Object.entries(starters).map(([slot, count]) => field(`Starting ${slot}`, { name: slot, type: "number", min: 0, max: 9, value: count, required: true }))),
  field("Rounds of the season, one per line", { name: "stages", rows: 3, placeholder: "1-14,12,2\n15,16,1\n16-17,4,0", hint: "Weeks, entries of a pod, and how many advance; 0 in the last round. Empty: weeks 1 to 17 are one round." }));

export async function openContest() {
  const [pools, mayOpen] = await Promise.all([get("/v1/pools"), isOne("operator")]);
  const title = head("Open a contest", [["Operations", "/operations"]]);
  if (!mayOpen) return [title, make("p", { class: "banner" }, "Only operators can open contests.")];
  if (!pools.length) return [title, make("p", { class: "banner" }, "There is no player pool. Import one with `draftledger import FILE --input-format rankings`.")];
  // A retry after a lost answer opens the same contest.
  let tournament = 0, steps = 0;
  return [title, make("div", { class: "card" }, form("Open the contest", [
    make("div", { class: "fields" },
      field("Title", { name: "title", required: true, hint: "Members see this title." }),
      field("Pool", { name: "pool", value: String(pools.at(-1).pool), options: pools.map(one => [String(one.pool), `${one.pool}: ${one.title ?? "without a title"}, ${one.players} players`]) }),
      field("Entry fee in dollars", { name: "fee", type: "number", min: 0, step: 0.01, value: 5, required: true, hint: "0 for a free contest." }),
      field("Rake, in percent", { name: "rake", type: "number", min: 0, max: 100, step: 0.01, value: 0, required: true }),
      field("Maximum entries", { name: "max", type: "number", min: 1, placeholder: "No limit" }),
      field("Maximum entries per user", { name: "perUser", type: "number", min: 1, placeholder: "No limit" }),
      field("Speed", { name: "speed", options: [["fast", "Fast: 30 seconds a pick"], ["slow", "Slow: 12 hours a pick"]] }),
      field("Overnight pause", { name: "overnight", placeholder: "00:00-08:00+02:00", pattern: "\\d\\d:\\d\\d-\\d\\d:\\d\\d[+\\-]\\d\\d:\\d\\d", hint: "Start, end and UTC offset; empty for clocks that run day and night." }),
      field("Spectators", { name: "spectators", options: [["", "Members and officers"], ["live", "Everybody"]] }),
      field("Draft order", { name: "order", options: [["snake", "Snake"], ["thirdRoundReversal", "Third-round reversal"]], hint: "Third-round reversal swaps the directions from round 3 onwards." }),
      field("Teams in a room", { name: "teams", type: "number", min: 2, max: 32, value: 12, required: true }),
      field("Rounds", { name: "rounds", type: "number", min: 1, max: 30, value: 18, required: true })),
    tick("Show it first in the lobby while entries are open", "featured"),
    seasonFields(),
    field("Prizes, one place or range per line", { name: "prizes", rows: 4, placeholder: "1,100000\n2-10,5000", hint: "The place or range, a comma, and the prize of each place in cents." }),
  ], async values => {
    tournament ||= Math.max(0, ...(await get("/v1/tournaments")).map(one => one.tournament)) + 1;
    const prizes = prizeTiers(values.prizes ?? ""), season = seasonCommands(tournament, values);
    if (!steps) await settle({
      kind: "createTournament", tournament, pool: Number(values.pool), entryFee: Math.round(Number(values.fee) * 100),
      ...(values.max ? { maxEntries: Number(values.max) } : {}), ...(values.perUser ? { maxEntriesPerUser: Number(values.perUser) } : {}),
      rakeBasisPoints: Math.round(Number(values.rake) * 100), ...(await rules(values.speed)), teams: Number(values.teams), rounds: Number(values.rounds),
      ...(values.overnight ? { overnight: values.overnight } : {}), ...(values.spectators ? { spectators: values.spectators } : {}),
      ...(values.order === "snake" ? {} : { order: values.order }),
      ...(values.featured ? { featured: true } : {}), prizes, title: values.title, externalID: "",
    }, { reason: values.title }).catch(error => { if (error.isRefusal) tournament = 0; throw error; });
    // After a refusal, the form keeps its values.
    for (steps ||= 1; steps <= season.length; steps++) await settle(season[steps - 1], { reason: values.title });
    tell(null, `contest ${tournament}, ${values.title}, is open`);
    await go("/operations");
  }))];
}

/** @param {string} speed */
const rules = async speed => ({ limitQB: 3, limitRB: 7, limitWR: 9, limitTE: 3, autopickPolicy: 1, ...speeds[speed] });
