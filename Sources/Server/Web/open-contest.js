// The form that opens a contest: template, pool, rules, season, fee and prizes. All amounts are in dollars.
import { get } from "./api.js";
import { fill, make } from "./dom.js";
import { grouped, money } from "./format.js";
import { act, isOne, tell } from "./staff-acting.js";
import { FieldErrors, address, field, form, go, head, tick } from "./staff-views.js";

const lines = text => text.split("\n").map(line => line.trim()).map((line, index) => ({ line, number: index + 1 })).filter(({ line }) => line && !line.startsWith("#"));

/**
 * Parses lines such as 1,1000 and 2-10,49.50: a place or a range of places, and the prize of each in dollars.
 *
 * @param {string} text
 */
export function prizeTiers(text) {
  const tiers = [];
  let next = 1;
  for (const { line, number } of lines(text)) {
    const found = /^(\d+)(?:\s*-\s*(\d+))?\s*,\s*\$?\s*(\d+)(?:\.(\d{1,2}))?$/.exec(line);
    if (!found) throw new Error(`Line ${number} of the prizes is not valid: "${line}". Enter places and dollars for each, such as 2-10,49.50.`);
    const firstPlace = Number(found[1]), lastPlace = Number(found[2] ?? found[1]);
    if (firstPlace !== next || lastPlace < firstPlace) throw new Error(`Line ${number} of the prizes starts at place ${firstPlace}; expected place ${next}.`);
    next = lastPlace + 1;
    tiers.push({ firstPlace, lastPlace, amount: Number(found[3]) * 100 + Number((found[4] ?? "").padEnd(2, "0")) });
  }
  return tiers;
}

/** @param {{firstPlace: number, lastPlace: number, amount: number}[]} tiers @returns {number} the sum in cents */
export const prizeTotal = tiers => tiers.reduce((sum, tier) => sum + (tier.lastPlace - tier.firstPlace + 1) * tier.amount, 0);

/**
 * Parses lines such as 1-14,12,2: the weeks of a round, the entries of a pod, and how many of them advance.
 *
 * @param {string} text @returns {any[]} empty without lines
 */
export function seasonRounds(text) {
  const rounds = lines(text).map(({ line, number }) => {
    const found = /^(\d+)(?:\s*-\s*(\d+))?\s*,\s*(\d+)\s*,\s*(\d+)$/.exec(line);
    if (!found) throw new Error(`Line ${number} of the season's rounds is not valid: "${line}". Enter weeks, entries of a pod and how many advance, such as 1-14,12,2.`);
    return { firstWeek: Number(found[1]), lastWeek: Number(found[2] ?? found[1]), podSize: Number(found[3]), advancing: Number(found[4]), number };
  });
  rounds.forEach((round, index) => {
    if (round.lastWeek < round.firstWeek || (index && round.firstWeek !== rounds[index - 1].lastWeek + 1))
      throw new Error(`Line ${round.number} of the season's rounds has weeks ${round.firstWeek} to ${round.lastWeek}; ${index ? `expected week ${rounds[index - 1].lastWeek + 1} first` : "the first is after the last"}.`);
    if (index === rounds.length - 1 ? round.advancing !== 0 : round.advancing < 1 || round.advancing >= round.podSize)
      throw new Error(`Line ${round.number} of the season's rounds: ${round.advancing} of ${round.podSize} advance; expected ${index === rounds.length - 1 ? "0 in the last round" : `1 to ${round.podSize - 1}`}.`);
  });
  return rounds.map(({ number, ...round }) => round);
}

/** The rounds of a template as lines of the form. @param {any[]} rounds */
const roundLines = rounds => rounds.map(one => `${one.firstWeek === one.lastWeek ? one.firstWeek : `${one.firstWeek}-${one.lastWeek}`},${one.podSize},${one.advancing}`).join("\n");

/** The starters of the form and their members in the command. */
const starters = { QB: "startersQB", RB: "startersRB", WR: "startersWR", TE: "startersTE", FLEX: "startersFLEX" };

/** The commands that give a contest its season. @param {number} tournament @param {any} values of the form @param {any[]} rounds @param {number} flexPositions */
const seasonCommands = (tournament, values, rounds, flexPositions) => values.season ? [
  { kind: "setContestRounds", tournament, season: Number(values.season), rounds, ties: ["bestWeek", "earlierEntry"] },
  { kind: "setScoring", tournament, ...Object.fromEntries(Object.entries(starters).map(([slot, name]) => [name, Number(values[slot])])), flexPositions, scoring: values.scoring },
] : [];

/** @param {any} template */
const seasonFields = template => make("fieldset", { class: "form" }, make("legend", {}, "Season"),
  make("p", { class: "muted small" }, "The points of these weeks decide the contest. A contest without a season has no standings."),
  make("div", { class: "fields" },
    field("Season", { name: "season", type: "number", min: 1990, max: 2100, value: template.season ?? new Date().getFullYear(), hint: "A year; empty for a contest without standings." }),
    field("Scoring", { name: "scoring", value: template.scoring, required: true, hint: "The name under which points are imported." }),
    Object.entries(starters).map(([slot, name]) => field(`Starting ${slot}`, { name: slot, type: "number", min: 0, max: 9, value: template.lineup[name], required: true }))),
  field("Rounds of the season, one per line", { name: "stages", rows: 4, value: "", placeholder: "1-14,12,2\n15,16,1\n16-17,4,0", hint: "Weeks, entries of a pod, and how many advance; 0 in the last round. Empty: weeks 1 to 17 are one round." }));

/** The sums of prizes and fees in words. @param {any} values of the form */
function sums(values) {
  let tiers;
  try { tiers = prizeTiers(values.prizes ?? ""); } catch (error) { return [make("span", { class: "invalid" }, /** @type {any} */ (error).message)]; }
  const total = prizeTotal(tiers), fee = Math.round(Number(values.fee) * 100), rake = Number(values.rake) / 100, entries = Number(values.max), winners = tiers.at(-1)?.lastPlace ?? 0;
  const words = [tiers.length ? `Prizes: ${money(total)} for ${grouped(winners)} ${winners === 1 ? "place" : "places"}. ` : "No prizes. "];
  const net = fee * (1 - rake);
  if (!fee) return [...words, total ? `The contest is free: the operator pays all ${money(total)}.` : "The contest is free."];
  if (!entries) return [...words, total && net > 0 ? `Without a limit of entries, ${grouped(Math.ceil(total / net))} entries cover the prizes.` : `Each entry pays ${money(fee)}.`];
  const fees = Math.round(entries * net), rest = fees - total;
  return [...words, `Fees of ${grouped(entries)} entries: ${money(entries * fee)}${rake ? `, ${money(fees)} without the rake` : ""}. `,
    make("b", { class: rest < 0 ? "invalid" : null }, rest < 0 ? `Even a full contest lacks ${money(-rest)}, which the operator adds.` : rest > 0 ? `${money(rest)} of the fees are not paid as prizes.` : "A full contest pays for its prizes.")];
}

export async function openContest() {
  const [pools, templates, mayOpen] = await Promise.all([get("/v1/pools"), get("/v1/contest-templates"), isOne("operator")]);
  const title = head("Open a contest", [["Operations", "/operations"]]);
  if (!mayOpen) return [title, make("p", { class: "banner" }, "Only operators can open contests.")];
  if (!pools.length) return [title, make("p", { class: "banner" }, "There is no player pool. ", make("a", { href: address("/operations", { view: "pools" }) }, "Import rankings"), " first.")];
  // After a lost answer the steps that were taken are not taken again.
  let tournament = 0, steps = 0, recorded = "", flexPositions = templates[0].lineup.flexPositions;
  const total = make("p", { class: "small", id: "sums", role: "status" });
  const made = form("Open the contest", [
    field("Template", { name: "template", options: templates.map(one => [one.name, one.structure ? `${one.title} ${one.season ?? ""}: ${one.structure}` : one.title]),
      hint: "Fills in the season's rounds, the line-up and the scoring." }),
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
    seasonFields(templates[0]),
    field("Prizes, one place or range per line", { name: "prizes", rows: 4, placeholder: "1,1000\n2-10,50", hint: "The place or range, a comma, and the prize of each place in dollars." }),
    total,
  ], async values => {
    const { prizes, rounds } = checked(values);
    const creation = {
      kind: "createTournament", pool: Number(values.pool), entryFee: Math.round(Number(values.fee) * 100),
      ...(values.max ? { maxEntries: Number(values.max) } : {}), ...(values.perUser ? { maxEntriesPerUser: Number(values.perUser) } : {}),
      rakeBasisPoints: Math.round(Number(values.rake) * 100), preset: values.speed, teams: Number(values.teams), rounds: Number(values.rounds),
      ...(values.overnight ? { overnight: values.overnight } : {}), ...(values.spectators ? { spectators: values.spectators } : {}),
      ...(values.order === "snake" ? {} : { order: values.order }),
      ...(values.featured ? { featured: true } : {}), prizes, title: values.title,
    };
    // The terms of the commands that are recorded: they cannot be changed by pressing again.
    const terms = () => JSON.stringify([creation, seasonCommands(0, values, rounds, flexPositions).slice(0, steps)]);
    if (tournament && terms() !== recorded)
      throw new Error(`Contest ${tournament} is open with the terms that you entered first. Enter them again to finish it, or cancel it and open another contest.`);
    if (!tournament) {
      const outcome = await act(creation);
      tournament = Number(outcome.events[0].stream.split("/")[1]);
      recorded = terms();
    }
    const season = seasonCommands(tournament, values, rounds, flexPositions);
    // After a refusal, the form keeps its values.
    while (steps < season.length) {
      await act(season[steps]);
      steps += 1;
      recorded = terms();
    }
    tell(null, `contest ${tournament}, ${values.title}, is open`);
    await go("/operations");
  });
  const read = () => Object.fromEntries(new FormData(made));
  const add = () => fill(total, ...sums(read()));
  made.addEventListener("input", add);
  made.elements.namedItem("template").addEventListener("change", event => {
    const one = templates.find(template => template.name === event.target.value);
    const set = (name, value) => { made.elements.namedItem(name).value = String(value ?? ""); };
    if (one.season) set("season", one.season);
    set("scoring", one.scoring);
    for (const [slot, name] of Object.entries(starters)) set(slot, one.lineup[name]);
    set("stages", one.structure ? roundLines(one.rounds) : "");
    if (one.structure) set("teams", one.rounds[0].podSize);
    if (!made.elements.namedItem("title").value && one.structure) set("title", one.title);
    flexPositions = one.lineup.flexPositions;
    add();
  });
  add();
  return [title, make("div", { class: "card" }, made)];
}

/** The prizes and the rounds of the form. @param {any} values @throws {FieldErrors} that names each field that is not valid */
function checked(values) {
  /** @type {[string, string][]} */
  const faults = [];
  const attempt = (name, work) => { try { return work(); } catch (error) { faults.push([name, /** @type {any} */ (error).message]); return []; } };
  const prizes = attempt("prizes", () => prizeTiers(values.prizes ?? ""));
  let rounds = attempt("stages", () => seasonRounds(values.stages ?? ""));
  if (!rounds.length) rounds = [{ firstWeek: 1, lastWeek: 17, podSize: Number(values.teams), advancing: 0 }];
  else if (values.season && !faults.length && rounds[0].podSize !== Number(values.teams)) faults.push(["stages", `Round 1 has pods of ${rounds[0].podSize}; expected ${values.teams}, as a room has teams.`]);
  const most = Number(values.max);
  if (most && prizes.length && prizes.at(-1).lastPlace > most) faults.push(["prizes", `Place ${prizes.at(-1).lastPlace} wins a prize, and the contest takes ${most} entries.`]);
  if (!values.title.trim()) faults.push(["title", "Enter a title."]);
  if (faults.length) throw new FieldErrors(faults);
  return { prizes, rounds };
}
