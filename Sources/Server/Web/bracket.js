// A contest's recorded rounds: the entries of each pod, their results, and which of them advance.
import { get } from "./api.js";
import { fill, make } from "./dom.js";
import { grouped, ordinal, plural, points } from "./format.js";
import { announce, doing } from "./shell.js";
import { isScored, standings, weekWords } from "./standings.js";

/**
 * @typedef {{entry: number, externalID: string | null, room: number, pointsHundredths: number | null, bestWeekHundredths: number | null, place: number | null, advances: boolean | null}} Placed
 * @typedef {{pod: number, size: number, entries: Placed[]}} Pod
 * @typedef {{round: number, firstWeek: number, lastWeek: number, podSize: number, advancing: number, podCount: number | null, entryCount: number | null, isClosed: boolean}} Terms
 * @typedef {{
 *   contest: string, terms: Terms[], rounds: {round: number, isClosed: boolean, podCount: number, pods: Pod[]}[], nextPod: number | null,
 *   members: {entry: number, user: number | null, name: string | null}[],
 * }} Bracket
 */

/** The number of entries on a page of pods, and of the user's own pods. */
const most = { entries: 96, own: 6 };

/** @param {number} contest @param {Record<string, any>} [question] @returns {Promise<Bracket>} */
export const bracket = (contest, question = {}) => {
  const known = Object.entries(question).filter(([, value]) => value !== null && value !== undefined);
  return get(`/v1/tournaments/${contest}/bracket?${new URLSearchParams(known.map(([name, value]) => [name, String(value)]))}`);
};

/** A team's name. @param {{entry: number, externalID: string | null}} one @param {{user: number | null, name: string | null} | undefined} member */
export const teamName = (one, member) => member?.name ?? (one.externalID ? `entry ${one.externalID}` : member?.user ? `user ${member.user}` : `entry ${one.entry}`);

/** A pod's name: pods of the first round are drafts. @param {number} round @param {Pod} pod */
export const podName = (round, pod) => round === 1 ? `Room ${pod.entries[0]?.room ?? pod.pod}` : `Pod ${grouped(pod.pod)}`;

/** A round's state, in a word and its shape. @param {Terms} terms @param {{week: number, isFinal: boolean}[]} [weeks] those with points */
export function roundState(terms, weeks = []) {
  if (terms.isClosed) return make("span", { class: "state complete" }, "Closed");
  if ((terms.podCount || terms.round === 1) && isScored(terms, weeks)) return make("span", { class: "state active" }, "Weeks are final");
  return terms.podCount || terms.round === 1 ? make("span", { class: "state active" }, "Being played") : make("span", { class: "state waiting" }, "To come");
}

/** @param {Terms} terms */
function sizeWords(terms) {
  if (!terms.podCount) return terms.advancing ? `${terms.advancing} of each ${terms.podSize} advance` : `Pods of ${terms.podSize}`;
  return `${plural(terms.podCount, terms.round === 1 ? "draft" : "pod")}, ${plural(terms.entryCount ?? 0, "team")}`;
}

export class BracketSection {
  /** @param {number} contest @param {import("./session.js").Person | null} who @param {{week: number, isFinal: boolean}[]} weeks those with points */
  constructor(contest, who, weeks) {
    Object.assign(this, { contest, who, weeks });
    /** @type {number | null} */
    this.round = null;
    this.from = 1;
    this.loads = 0;
    /** The first pods of the pages before. @type {number[]} */
    this.before = [];
    this.steps = make("ol", { class: "roundsteps" });
    this.pods = make("div", { class: "pods" });
    this.pager = make("div", { class: "row spread" });
    this.element = make("section", { class: "card", id: "bracket", "aria-labelledby": "bracket-title" },
      make("h2", { id: "bracket-title" }, "Bracket"), this.steps, this.pods, this.pager);
  }

  /**
   * Reads a round's pods and shows them, the user's own first.
   *
   * @param {number | null} wanted @param {number} from the first pod of a page @param {number[]} before
   * @returns {Promise<boolean>} false if the user made another choice meanwhile, which is shown instead
   */
  async load(wanted = this.round, from = this.from, before = this.before) {
    const turn = ++this.loads, result = await bracket(this.contest, { round: wanted, firstPod: from, limit: most.entries });
    const round = result.rounds[0], own = this.who && round ? await bracket(this.contest, { round: round.round, user: this.who.user, limit: most.entries }) : null;
    const mine = own?.rounds[0]?.pods.slice(0, most.own) ?? [];
    const live = round && !round.isClosed ? await this.live(round.round, round.pods, mine) : new Map();
    if (turn !== this.loads) return false;
    Object.assign(this, { round: wanted ?? round?.round ?? null, from, before });
    this.draw(result, own, mine, live);
    return true;
  }

  /** The current points of teams in pods that are being played. @param {number} round @param {Pod[]} pods @param {Pod[]} mine */
  async live(round, pods, mine) {
    if (round === 1) return new Map();
    const size = list => list.reduce((sum, pod) => sum + pod.size, 0);
    const parts = [[pods[0], Math.min(1_000, size(pods))], ...mine.map(pod => [pod, Math.min(1_000, pod.size)])].filter(([pod]) => pod);
    const found = await Promise.all(parts.map(([pod, top]) => standings(this.contest, { round, firstPod: pod.pod, limit: top })));
    return new Map(found.flatMap(one => one.entries).map(one => [one.entry, one]));
  }

  /** @param {Bracket} result @param {Bracket | null} ownBracket @param {Pod[]} mine @param {Map<number, any>} live */
  draw(result, ownBracket, mine, live) {
    fill(this.steps, result.terms.map(terms => make("li", {}, make("button", {
      type: "button", class: "roundstep", "aria-pressed": String(terms.round === this.round), disabled: !terms.podCount, dataset: { round: terms.round },
      onclick: event => this.turn(event.currentTarget, terms.round, 1, []),
    }, make("b", {}, `Round ${terms.round}`), make("span", { class: "muted tiny" }, weekWords(terms)), roundState(terms, this.weeks), make("span", { class: "muted tiny" }, sizeWords(terms))))));
    const round = result.rounds[0];
    if (!round) {
      fill(this.pager);
      return void fill(this.pods, make("p", { class: "muted" }, "Pods are drawn when the first round is closed, after its last week. Until then, see the standings for the entries that would advance."));
    }
    const terms = result.terms[round.round - 1], members = new Map([...result.members, ...ownBracket?.members ?? []].map(one => [one.entry, one]));
    const card = pod => this.card(terms, pod, members, live), last = round.pods.at(-1);
    const names = terms.round === 1 ? "Drafts" : "Pods", hasOthers = round.podCount > mine.length, own = names.slice(0, mine.length === 1 ? -1 : undefined).toLowerCase();
    fill(this.pods, mine.length && hasOthers ? [make("h3", {}, `My ${own}`), make("div", { class: "podgrid" }, mine.map(card)), make("h3", {}, `All ${names.toLowerCase()}`)] : null,
      make("div", { class: "podgrid" }, round.pods.map(card)));
    const to = (label, page, from, before) => make("button", { class: "button small", type: "button", disabled: !page, onclick: event => this.turn(event.currentTarget, this.round, from, before) }, label);
    const places = make("span", { class: "muted small", role: "status" }, last ? `${names} ${grouped(round.pods[0].pod)}–${grouped(last.pod)} of ${grouped(round.podCount)}` : "");
    fill(this.pager, last && round.pods.length < round.podCount ? [places, make("div", { class: "row noprint" },
      to("Earlier", this.before.length, this.before.at(-1), this.before.slice(0, -1)), to("Later", result.nextPod, result.nextPod, [...this.before, this.from]))] : null);
  }

  /** Shows another round or another page of it. */
  turn(button, round, from, before) {
    return doing(button, async () => {
      if (!await this.load(round, from, before)) return;
      this.steps.querySelector("[aria-pressed=true]")?.focus({ preventScroll: true });
      announce(`Round ${round}. ${this.pager.querySelector("[role=status]")?.textContent ?? ""}`);
    });
  }

  /** @param {Terms} terms @param {Pod} pod @param {Map<number, any>} members @param {Map<number, any>} live */
  card(terms, pod, members, live) {
    const rows = pod.entries.map(one => ({ ...one, ...(one.place === null ? live.get(one.entry) : null) }));
    if (rows.every(one => one.place !== null)) rows.sort((left, right) => left.place - right.place);
    const isMine = one => this.who !== null && members.get(one.entry)?.user === this.who.user;
    return make("section", { class: "pod", dataset: { pod: pod.pod } }, make("h3", {}, podName(terms.round, pod), make("span", { class: "muted tiny" }, pod.size > rows.length ? ` ${rows.length} of ${grouped(pod.size)}` : "")),
      make("ol", {}, rows.map(one => make("li", { class: [isMine(one) && "mine", one.advances && "through"].filter(Boolean).join(" ") || null, dataset: { entry: one.entry } },
        make("span", { class: "place number" }, one.place ? ordinal(one.place) : "–"),
        make("a", { class: "clip", dir: "auto", href: isMine(one) ? `/teams/${one.entry}` : `/draft/${one.room}` }, isMine(one) ? "You" : teamName(one, members.get(one.entry))),
        make("span", { class: "number" }, points(one.pointsHundredths)),
        make("span", { class: "goes" }, one.advances ? [make("span", { "aria-hidden": "true" }, "✓"), make("span", { class: "unseen" }, terms.isClosed ? "advances" : "would advance now")] : "")))));
  }
}
