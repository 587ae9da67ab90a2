// A team's rounds: its pod in each round, and its lineup compared with another team of the pod.
import { get } from "./api.js";
import { badge, fill, make } from "./dom.js";
import { grouped, ordinal, plural, points } from "./format.js";
import { announce, doing, toast } from "./shell.js";
import { bracket, roundState } from "./bracket.js";
import { standings, weekWords } from "./standings.js";

/** The number of teams of a pod that can be compared. */
const mostRivals = 200;

/**
 * @param {{entry: number, room: number, tournament: number | null, status: string}} team whose draft is over
 * @returns {Promise<any>} the section; null for a contest without rounds
 */
export async function playoffsSection(team) {
  if (team.tournament === null) return null;
  const result = await bracket(team.tournament, { entry: team.entry, limit: 1 });
  if (!result.terms.length) return null;
  const way = new Way(team, result);
  await way.choose(way.current);
  return way.element;
}

class Way {
  /** @param {any} team @param {import("./bracket.js").Bracket} result */
  constructor(team, result) {
    Object.assign(this, { team, result });
    const reached = result.rounds.length ? result.rounds.at(-1) : null;
    this.current = reached?.round ?? 1;
    this.turn = 0;
    this.steps = make("ol", { class: "roundsteps" });
    this.pod = make("div", { class: "podview" });
    this.matchup = make("div", { class: "matchup", "aria-live": "off" });
    this.element = make("section", { class: "card", id: "playoffs", "aria-labelledby": "playoffs-title" },
      make("h2", { id: "playoffs-title" }, "Rounds"), this.steps, this.pod, this.matchup);
  }

  /** The team's recorded pod in a round, and its entry in it. @param {number} round */
  recorded(round) {
    const pod = this.result.rounds.find(one => one.round === round)?.pods[0] ?? null;
    return { pod, own: pod?.entries.find(one => one.entry === this.team.entry) ?? null };
  }

  /** Whether a round is there for the team: the first is its draft. @param {number} round */
  has(round) { return round === 1 || this.recorded(round).pod !== null; }

  drawSteps() {
    const { result } = this;
    let isOut = false;
    fill(this.steps, result.terms.map(terms => {
      const { pod, own } = this.recorded(terms.round), wasOut = isOut;
      isOut ||= own?.advances === false;
      const place = own?.place ? `${ordinal(own.place)} of ${grouped(pod?.size ?? 0)}` : pod ? `Pod ${grouped(pod.pod)} of ${grouped(result.rounds.find(one => one.round === terms.round)?.podCount ?? 0)}`
        : terms.round === 1 ? `Room ${this.team.room}` : wasOut ? "Not reached" : terms.podCount ? "Not reached" : "";
      const end = own?.advances ? make("span", { class: "state through" }, "Advances") : own?.place ? own.advances === null ? make("span", { class: "state complete" }, "Final place") : make("span", { class: "state out" }, "Out") : pod || !wasOut ? roundState(terms) : null;
      return make("li", {}, make("button", {
        type: "button", class: "roundstep", disabled: !this.has(terms.round), "aria-pressed": String(terms.round === this.current), dataset: { round: terms.round },
        onclick: event => doing(event.currentTarget, () => this.choose(terms.round)),
      }, make("b", {}, `Round ${terms.round}`), make("span", { class: "muted tiny" }, weekWords(terms)), end, make("span", { class: "small" }, place, own?.place ? ` · ${points(own.pointsHundredths)}` : "")));
    }));
  }

  /** Shows the pod of a round with its matchup. @param {number} round */
  async choose(round) {
    const turn = ++this.turn;
    // The user's choice of opponent and week is kept.
    if (round === this.current && this.matchup.hasChildNodes()) return;
    const { team, result } = this, { pod } = this.recorded(round);
    const question = round === 1 ? { room: team.room } : { firstPod: pod?.pod, limit: Math.min(mostRivals, pod?.size ?? 1) };
    const [now, lineup] = await Promise.all([standings(team.tournament, { round, ...question }), get(`/v1/entries/${team.entry}/lineup`)]);
    const entries = round === 1 ? now.entries : now.entries.filter(one => one.pod === pod?.pod);
    const names = new Map(now.names.map(one => [one.user, one.name]));
    const nameOf = one => one.entry === team.entry ? "You" : names.get(one.user) ?? (one.externalID ? `entry ${one.externalID}` : one.user ? `user ${one.user}` : `entry ${one.entry}`);
    const terms = result.terms[round - 1], own = entries.find(one => one.entry === team.entry);
    const rivals = entries.filter(one => one.entry !== team.entry), matchup = now.throughWeek ? await this.compare(terms, rivals, own, nameOf, lineup) : [];
    // If the user made another choice meanwhile, that is shown instead.
    if (turn !== this.turn) return;
    const wasChosen = this.steps.contains(document.activeElement);
    this.current = round;
    this.drawSteps();
    if (wasChosen) this.steps.querySelector("[aria-pressed=true]")?.focus({ preventScroll: true });
    fill(this.matchup, matchup);
    if (!now.throughWeek) return void fill(this.pod, make("p", { class: "muted" }, "Points and matchups appear here after the first game of the round is scored."));
    const isRestated = entries.some(one => one.recordedPointsHundredths !== null && one.recordedPointsHundredths !== one.pointsHundredths);
    fill(this.pod, make("div", { class: "row spread" }, make("h3", {}, round === 1 ? `Room ${team.room}` : `Pod ${grouped(pod?.pod ?? 0)}`),
      make("span", { class: "muted small" }, `${now.throughWeek === terms.lastWeek ? "All weeks" : `Through week ${now.throughWeek}`}${now.isFinal ? ", final" : ", not final"}`)),
      make("div", { class: "standings" }, make("table", { class: "table" }, make("caption", { class: "unseen" }, "My pod"),
        make("thead", {}, make("tr", {}, make("th", { class: "number" }, "Place"), make("th", {}, "Team"), make("th", { class: "number best" }, "Best week"), make("th", { class: "number" }, "Points"), make("th", { class: "goes" }, make("span", { class: "unseen" }, "Advances")))),
        make("tbody", {}, entries.map(one => make("tr", { class: [one === own && "mine", one.advances && "through"].filter(Boolean).join(" ") || null, dataset: { entry: one.entry } },
          make("td", { class: "place number" }, one.place ? ordinal(one.place) : "–"),
          make("th", { scope: "row" }, one === own ? make("b", {}, "You") : make("a", { href: `/draft/${one.room}`, dir: "auto" }, nameOf(one))),
          make("td", { class: "number best" }, points(one.bestWeekHundredths)),
          make("td", { class: "number" }, make("b", {}, points(one.pointsHundredths)),
            one.recordedPointsHundredths !== null && one.recordedPointsHundredths !== one.pointsHundredths ? make("span", { class: "muted tiny block" }, `on record ${points(one.recordedPointsHundredths)}`) : null),
          make("td", { class: "goes" }, one.advances ? make("span", {}, make("span", { "aria-hidden": "true" }, "✓"), make("span", { class: "unseen" }, terms.isClosed ? "advances" : "would advance now")) : "")))))),
      pod && pod.size > entries.length ? make("p", { class: "muted small" }, `The first ${plural(entries.length, "team")} of ${grouped(pod.size)}.`) : null,
      isRestated ? make("p", { class: "muted small" }, "Points were corrected after the round was closed: the recorded points decide.") : null);
  }

  /** The user's lineup against another one of the pod by week. */
  async compare(terms, rivals, own, nameOf, lineup) {
    if (!own || !rivals.length) return [];
    const weeks = lineup.weeks.map(one => one.week).filter(week => week >= terms.firstWeek && week <= terms.lastWeek);
    if (!weeks.length) return [];
    // The first is compared with the second, all others with the entry above.
    let shown, rival = own.place === 1 ? rivals[0] : rivals.find(one => one.place === 1) ?? rivals[0], week = weeks.at(-1);
    const sheet = make("div", {}), title = make("p", { class: "versus" });
    let drawn = 0;
    const draw = async () => {
      const turn = drawn += 1;
      const [left, right] = await Promise.all([this.team.entry, rival.entry].map(entry => get(`/v1/entries/${entry}/lineup?week=${week}`)));
      // If the user made another choice meanwhile, that is shown instead.
      if (turn !== drawn) return;
      fill(title, make("span", { class: "side" }, make("b", {}, "You"), make("b", { class: "number" }, points(left.pointsHundredths))),
        make("span", { class: "muted small" }, `week ${week}${left.isFinal ? "" : ", not final"}`),
        make("span", { class: "side" }, make("b", { class: "clip", dir: "auto" }, nameOf(rival)), make("b", { class: "number" }, points(right.pointsHundredths))));
      shown = [rival, week];
      title.dataset.lead = left.pointsHundredths === right.pointsHundredths ? "" : left.pointsHundredths > right.pointsHundredths ? "left" : "right";
      fill(sheet, sides(left, right));
    };
    const pick = change => async event => {
      change(event.currentTarget.value);
      const turn = drawn + 1;
      try {
        await draw();
        if (turn === drawn) announce(title.textContent ?? "");
      } catch (error) {
        if (turn !== drawn) return;
        [rival, week] = shown;
        this.matchup.querySelectorAll("select").forEach((box, index) => { box.value = String(index ? week : rival.entry); });
        toast(error.message, "error");
      }
    };
    await draw();
    const select = (label, options, chosen, change) => make("label", { class: "field" }, make("span", {}, label),
      make("select", { class: "input", onchange: pick(change) }, options.map(([key, words]) => make("option", { value: key, selected: String(key) === String(chosen) }, words))));
    return [make("h3", {}, "Matchup"), make("div", { class: "row tools" },
      select("Against", rivals.map(one => [one.entry, `${one.place ? `${ordinal(one.place)} · ` : ""}${nameOf(one)}`]), rival.entry, value => { rival = rivals.find(one => String(one.entry) === value) ?? rival; }),
      weeks.length > 1 ? select("Week", weeks.map(one => [one, `Week ${one}`]), week, value => { week = Number(value); }) : null), title, sheet];
  }
}

/** Two lineups side by side, slot by slot, followed by the benches. */
function sides(left, right) {
  const part = (one, isBench) => one.players.filter(player => (player.slot === "BN") === isBench);
  const cell = (player, side) => make("span", { class: side }, player ? [
    make("span", { class: "clip" }, make("span", { dir: "auto" }, player.playerName)), make("b", { class: "number" }, player.hasPoints ? points(player.pointsHundredths) : "–")] : "");
  const rows = isBench => {
    const [ours, theirs] = [part(left, isBench), part(right, isBench)];
    return Array.from({ length: Math.max(ours.length, theirs.length) }, (_, index) => {
      const slot = (ours[index] ?? theirs[index]).slot;
      return make("li", {}, cell(ours[index], "ours"), slot === "FLEX" || slot === "BN" ? make("span", { class: "slot badge BN" }, slot) : badge(slot), cell(theirs[index], "theirs"));
    });
  };
  return [make("ul", { class: "duel", "aria-label": "Starters" }, rows(false)), make("details", {}, make("summary", {}, "Benches"), make("ul", { class: "duel bench", "aria-label": "Benches" }, rows(true)))];
}
