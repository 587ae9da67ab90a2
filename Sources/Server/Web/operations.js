// The operations pages: player pools, contests, staff, and the health of the server.
import { get, send } from "./api.js";
import { isOpen } from "./contests.js";
import { fill, make, stateMark } from "./dom.js";
import { grouped, money, plural } from "./format.js";
import { member } from "./session.js";
import { run, shell, showProblem } from "./shell.js";
import { hasBegun, isOne, settle, tell } from "./staff-acting.js";
import { openContest } from "./open-contest.js";
import { staffView } from "./staff-people.js";
import { address, facts, form, go, head, later, redraw, route, section, table, winners } from "./staff-views.js";

const path = "/operations";

const places = current => make("nav", { class: "places noprint", "aria-label": "Operations" },
  [["", "Contests"], ["open", "Open a contest"], ["staff", "Staff"], ["health", "Health"]].map(([key, label]) =>
    make("a", { href: address(path, { view: key }), "aria-current": key === current ? "page" : null }, label)));

async function home() {
  const [contests, pools, rooms, mayTake] = await Promise.all([
    get("/v1/tournaments"), get("/v1/pools"), get("/v1/rooms"), rights()]);
  const count = (contest, ...states) => rooms.filter(room => room.tournament === contest && states.includes(room.status)).length;
  return [
    places(""), head("Operations", [], make("a", { class: "button primary", href: "/operations?view=open" }, "Open a contest")),
    section("Contests", table("Contests", [
      { title: "Contest", number: true, cell: one => one.tournament }, { title: "Title", grow: true, cell: one => make("a", { href: `/tournament/${one.tournament}` }, one.title) },
      { title: "State", cell: one => stateMark(one.status) },
      { title: "Fee", number: true, raw: one => one.entryFeeCents, cell: one => one.entryFeeCents === null ? "not known" : one.entryFeeCents ? money(one.entryFeeCents) : "free" },
      { title: "Entries", number: true, raw: one => one.entries, cell: one => one.maxEntries ? `${grouped(one.entries)} of ${grouped(one.maxEntries)}` : grouped(one.entries) },
      { title: "Filling", number: true, cell: one => grouped(one.roomsWaiting) }, { title: "Drafting", number: true, cell: one => grouped(one.roomsDrafting) },
      { title: "Complete", number: true, cell: one => grouped(one.roomsComplete) },
      { title: "Paused", number: true, cell: one => grouped(count(one.tournament, "paused")) },
      { title: "To do", cell: one => !isOpen(one) ? nextTodo(one, mayTake) : mayTake("closeEntries") ? todo("Close entries", { close: one.tournament }) : "" },
    ], contests, "No contests.")),
    section("Pools", table("Pools", [
      { title: "Pool", number: true, cell: one => one.pool }, { title: "Title", grow: true, cell: one => one.title ?? `Pool ${one.pool}` },
      { title: "Players", number: true, cell: one => grouped(one.players) }, { title: "External ID", cell: one => one.externalID ?? "" },
    ], pools, "There is no player pool. Import one with `draftledger import FILE --input-format rankings`.")),
  ];
}

const todo = (label, query) => make("a", { class: "button small noprint", href: address(path, query) }, label);

/** The button of each settlement command. @type {Record<string, (command: any) => string>} */
const steps = {
  closeEntries: () => "Close entries", closeRound: command => `Close round ${command.round}`, drawPods: command => `Draw pods of round ${command.round}`,
  awardPrizes: () => "Propose prizes", finalizeTournament: () => "Close the books",
};

/** The settlement commands that the user may send: if prizes need approval, a cashier proposes them. @returns {Promise<(kind: string) => boolean>} */
async function rights() {
  const [isOperator, isCashier, isForTwo] = await Promise.all([isOne("operator"), isOne("cashier"), hasBegun()]);
  return kind => kind === "awardPrizes" && isForTwo ? isCashier : isOperator;
}

/** The role that takes a step. @param {string} kind */
const others = kind => kind === "awardPrizes" ? "A cashier proposes the prizes." : "An operator takes the next step.";

const stepLabel = command => (steps[command.kind] ?? (() => "Next step"))(command);

const settlement = id => get(`/v1/tournaments/${id}/settlement`);

/** The next step of a contest whose entries are closed; nothing for one without rounds. @param {any} one @param {(kind: string) => boolean} mayTake */
function nextTodo(one, mayTake) {
  if (["cancelled", "finalized"].includes(one.status)) return "";
  const place = make("span", { class: "muted small todo", dataset: { contest: one.tournament } });
  settlement(one.tournament).then(({ isDecidedByRounds, command, words, measure }) => isDecidedByRounds && fill(place, measure
    ? make("a", { href: address("/desk", { measure }) }, `Request ${measure} is pending`) : !command ? words : mayTake(command.kind) ? todo(stepLabel(command), { next: one.tournament }) : others(command.kind)), () => {});
  return place;
}

/** The preview and the button of one settlement step. @param {URLSearchParams} query */
async function stepping(query) {
  const id = Number(query.get("next")), [contest, { command, words, note, prizes }, mayTake] = await Promise.all([get(`/v1/tournaments/${id}`), settlement(id), rights()]);
  if (!command) return [places(null), head(contest.title, [["Operations", path]]), make("p", { class: "banner" }, `Contest ${id} ${words}.`)];
  const label = stepLabel(command);
  if (!mayTake(command.kind)) return [places(null), head(`${label}: ${contest.title}`, [["Operations", path]]), make("p", { class: "banner" }, others(command.kind))];
  return [
    places(null), head(`${label}: ${contest.title}`, [["Operations", path]]),
    facts([["Contest", make("a", { href: `/tournament/${id}` }, contest.title)], ["Rooms", command.rooms ? grouped(command.rooms.length) : null]]),
    winners(prizes),
    note ? make("p", { class: "banner warning" }, note) : null,
    make("div", { class: "card" }, form(label, [make("p", { class: "muted" }, command.kind === "awardPrizes" ? "Another person has to approve the prizes before they are paid."
      : "This follows from the recorded points and cannot be undone.")], async () => {
      tell(await settle(command, { reason: "By the results of the contest's rounds." }), `${command.kind === "awardPrizes" ? "the prizes" : label} of ${contest.title}`);
      await go(path);
    })),
  ];
}

/** @param {URLSearchParams} query */
async function closing(query) {
  const id = Number(query.get("close")), contest = (await get("/v1/tournaments")).find(one => one.tournament === id);
  if (!contest) return [places(null), head(`There is no contest ${id}`, [["Operations", path]])];
  return [
    places(null), head(`Close entries of ${contest.title}`, [["Operations", path]]),
    facts([["Contest", id], ["Entries", grouped(contest.entries)], ["Filling rooms", grouped(contest.roomsWaiting)], ["Drafting rooms", grouped(contest.roomsDrafting)]]),
    make("div", { class: "card" }, form("Close entries", [
      make("p", { class: "banner warning" }, contest.roomsWaiting ? `${plural(contest.roomsWaiting, "room")} that ${contest.roomsWaiting === 1 ? "is" : "are"} not full will be cancelled and their fees refunded.`
        : "New entries are refused afterwards. This cannot be undone."),
    ], async () => {
      await settle({ kind: "closeEntries", tournament: id }, { reason: "" });
      tell(null, `${contest.title} takes no more entries`);
      await go(path);
    }, { danger: true })),
  ];
}

async function staffing(query) { return [places("staff"), ...await staffView(path, query)]; }

async function health() {
  const ready = send("/readyz").then(async response => ({ isReady: response.ok, ...await response.json() }));
  return [
    places("health"), head("Health", [["Operations", path]], make("button", { class: "button small", type: "button", onclick: () => redraw() }, "Refresh")),
    later(ready.then(state => make("p", { class: "banner " + (state.isReady ? "success" : "error") },
      state.isReady ? `The server is ready. The ledger has ${grouped(state.size)} events.` : `The server is not ready: ${state.detail}`))),
    section("Metrics", later(send("/metrics").then(async response => {
      if (!response.ok) return make("p", { class: "muted" }, "Metrics are for operators and auditors.");
      return metrics(await response.text());
    }))),
  ];
}

/** Prometheus' text format, one family a row. @param {string} text */
function metrics(text) {
  /** @type {Map<string, {help: string, type: string, samples: [string, number][]}>} */
  const families = new Map();
  const family = name => families.get(name) ?? families.set(name, { help: "", type: "", samples: [] }).get(name);
  for (const line of text.split("\n")) {
    const [, word, name, rest] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (word) { const one = family(name); if (one) one[word === "HELP" ? "help" : "type"] = rest; continue; }
    const [, key, labels, value] = /^([a-zA-Z_:][\w:]*)(\{.*\})? (\S+)$/.exec(line) ?? [];
    if (!key || key.endsWith("_bucket")) continue;
    family(families.has(key) ? key : key.replace(/_(sum|count)$/, ""))?.samples.push([((key.match(/_(sum|count)$/)?.[1] ?? "") + " " + (labels ?? "")).trim(), Number(value)]);
  }
  const rows = [...families].filter(([, one]) => one.samples.length).map(([name, one]) => ({ name, ...one }));
  return table("Metrics of the server", [
    { title: "Metric", cell: one => [make("code", {}, one.name), one.help ? make("span", { class: "muted small block" }, one.help) : null] },
    { title: "Values", grow: true, cell: one => make("ul", {}, one.samples.slice(0, 12).map(([label, value]) => make("li", { class: "small" },
      label ? make("span", { class: "muted" }, label.replaceAll(/[{}"]/g, "").replaceAll(",", ", "), " ") : null,
      make("span", { class: "number" }, value.toLocaleString("en-US", { maximumFractionDigits: 6 })))),
      one.samples.length > 12 ? make("li", { class: "small muted" }, `and ${one.samples.length - 12} more`) : null) },
  ], rows, "No metrics yet.");
}

run(async () => {
  await shell();
  const who = await member();
  if (!["operator", "officer", "cashier", "auditor"].some(role => who.roles.includes(role)))
    return showProblem({ title: "Operators only", detail: "Requires the role operator, officer, cashier or auditor." });
  await route(path, query => {
    if (query.has("close")) return closing;
    if (query.has("next")) return stepping;
    return { open: async () => [places("open"), ...await openContest()], staff: staffing, health }[query.get("view") ?? ""] ?? home;
  });
});
