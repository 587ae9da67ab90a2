// The operations pages: contests with their next steps, player pools, scores, prizes, staff, and the health of the server.
import { get } from "./api.js";
import { isOpen } from "./contests.js";
import { make, stateMark } from "./dom.js";
import { grouped, money } from "./format.js";
import { member } from "./session.js";
import { run, shell, showProblem } from "./shell.js";
import { openContest } from "./open-contest.js";
import { deadLettersView, healthView } from "./operations-health.js";
import { poolView, poolsView, scoresView } from "./operations-import.js";
import { closing, dueView, nextStep, prizesOf, rights, stepping, todo, unplacedScores } from "./operations-settle.js";
import { isOne } from "./staff-acting.js";
import { contestControl, onClock, roomControl, roomLink } from "./staff-control.js";
import { live, rarely } from "./staff-live.js";
import { staffView } from "./staff-people.js";
import { address, facts, head, route, section, stamp, table } from "./staff-views.js";

const path = "/operations";

const places = current => make("nav", { class: "places noprint", "aria-label": "Operations" },
  [["", "Contests"], ["open", "Open a contest"], ["pools", "Pools"], ["scores", "Scores"], ["due", "Prizes"], ["staff", "Staff"], ["health", "Health"]].map(([key, label]) =>
    make("a", { href: address(path, { view: key }), "aria-current": key === current ? "page" : null }, label)));

async function home() {
  const [contests, due, rooms, mayTake] = await Promise.all([live("/v1/tournaments"), live("/v1/settlements", rarely), live("/v1/rooms", rarely), rights(), live("/v1/approvals")]);
  const count = (contest, ...states) => rooms.filter(room => room.tournament === contest && states.includes(room.status)).length;
  return [
    places(""), head("Operations", [], make("a", { class: "button primary", href: "/operations?view=open" }, "Open a contest")),
    section("Contests", table("Contests", [
      { title: "Contest", number: true, cell: one => make("a", { href: address(path, { contest: one.tournament }) }, one.tournament) },
      { title: "Title", grow: true, cell: one => make("a", { href: `/tournament/${one.tournament}` }, one.title) },
      { title: "State", cell: one => stateMark(one.status) }, { title: "To do", cell: one => toDo(one, due, mayTake) },
      { title: "Fee", number: true, raw: one => one.entryFeeCents, cell: one => one.entryFeeCents === null ? "not known" : one.entryFeeCents ? money(one.entryFeeCents) : "free" },
      { title: "Entries", number: true, raw: one => one.entries, cell: one => one.maxEntries ? `${grouped(one.entries)} of ${grouped(one.maxEntries)}` : grouped(one.entries) },
      { title: "Filling", number: true, cell: one => grouped(one.roomsWaiting) }, { title: "Drafting", number: true, cell: one => grouped(one.roomsDrafting) },
      { title: "Complete", number: true, cell: one => grouped(one.roomsComplete) },
      { title: "Paused", number: true, cell: one => grouped(count(one.tournament, "paused")) },
    ], contests, "No contests. Import rankings under Pools, then open a contest.")),
  ];
}

/** The next step of a contest, as a button if the user may take it. */
const toDo = (one, due, mayTake) => isOpen(one) ? mayTake("closeEntries") ? todo("Close entries", { close: one.tournament }) : ""
  : nextStep(due.find(found => found.tournament === one.tournament), mayTake);

/** One contest: its terms, its rooms, its next step and its prizes. @param {URLSearchParams} query */
async function contestView(query) {
  const id = Number(query.get("contest"));
  const [contest, due, rooms, mayTake] = await Promise.all([live(`/v1/tournaments/${id}`), live("/v1/settlements", rarely), live("/v1/rooms", rarely), rights(), live("/v1/approvals")]);
  const own = rooms.filter(one => one.tournament === id), settlement = due.find(one => one.tournament === id);
  return [
    places(null), head(contest.title, [["Operations", path]], make("a", { class: "button small", href: `/tournament/${id}` }, "Contest page")),
    facts([
      ["Contest", id], ["State", stateMark(contest.status)], ["Next", toDo(contest, due, mayTake)],
      ["Pool", make("a", { href: address(path, { pool: contest.pool }) }, `Pool ${contest.pool}`)],
      ["Entry fee", contest.entryFeeCents ? money(contest.entryFeeCents) : "free"], ["Entries", `${grouped(contest.entries)}${contest.maxEntries ? ` of ${grouped(contest.maxEntries)}` : ""}`],
      ["Fees so far", contest.entryFeeCents ? money(contest.entries * contest.entryFeeCents) : null],
      ["Prizes", contest.prizes.length ? money(contest.prizes.reduce((sum, tier) => sum + (tier.lastPlace - tier.firstPlace + 1) * tier.amountCents, 0)) : null],
    ]),
    await unplacedScores(contest),
    settlement?.awards.length ? section("Prizes", prizesOf(settlement)) : null,
    section("Rooms", table("Rooms", [
      { title: "Room", cell: one => roomLink(one.room) }, { title: "State", cell: one => stateMark(one.status) },
      { title: "Entries", number: true, cell: one => `${one.entries} of ${one.teams}` },
      { title: "Picks", number: true, cell: one => `${grouped(one.picks)} of ${grouped(one.teams * one.rounds)}` },
      { title: "Started", grow: true, cell: one => one.startedAt?.slice(0, 16).replace("T", " ") ?? "–" },
    ], own, "No rooms.")),
    await contestControl(contest, own),
  ];
}

/** One room. Operators control every draft, but are not shown the picks of one without spectators. @param {URLSearchParams} query */
async function roomView(query) {
  const id = Number(query.get("room"));
  const missing = error => { if (error.status === 404) return null; throw error; };
  const [state, mayRead] = await Promise.all([live(`/v1/rooms/${id}/control`).catch(missing), isOne("officer")]);
  if (!state) return [places(null), head(`There is no room ${id}`, [["Operations", path]])];
  const isOpen = mayRead || state.isPublic, room = isOpen ? { ...await get(`/v1/rooms/${id}`), ...state } : state;
  return [
    places(null), head(`Room ${id}`, [["Operations", path], ...state.tournament ? [/** @type {[string, string]} */ ([state.contest, address(path, { contest: state.tournament })])] : []],
      isOpen ? [make("a", { class: "button small", href: address("/desk", { room: id }) }, "Board and timeline"), make("a", { class: "button small", href: `/draft/${id}` }, "Draft page")] : null),
    facts([["State", stateMark(state.status)], ["Entries", `${state.entries} of ${state.teams}`], ["Picks", `${grouped(state.picks)} of ${grouped(state.teams * state.rounds)}`],
      ["Pause", state.pause?.kind], ["On the clock", await onClock(room)], ["Ends (UTC)", state.clock ? stamp(state.clock.deadline) : null],
      ["Entry fee", money(state.entryFeeCents ?? 0)]]),
    isOpen ? null : make("p", { class: "banner" }, "The picks of this draft are for its members and officers until it is over. Its clock can be controlled here."),
    await roomControl(room) ?? make("p", { class: "muted" }, "Nothing can be done with this room now."),
  ];
}

run(async () => {
  await shell();
  const who = await member();
  if (!["operator", "officer", "cashier", "auditor"].some(role => who.roles.includes(role)))
    return showProblem({ title: "Operators only", detail: "Requires the role operator, officer, cashier or auditor." });
  const within = (key, view) => async query => [places(key), ...await view(query)];
  await route(path, query => {
    if (query.has("close")) return within(null, closing);
    if (query.has("next")) return within(null, stepping);
    if (query.has("contest")) return contestView;
    if (query.has("room")) return roomView;
    if (query.has("pool")) return within("pools", poolView);
    if (query.has("endpoint")) return within("health", deadLettersView);
    const key = query.get("view") ?? "";
    const view = { open: openContest, pools: poolsView, scores: scoresView, due: dueView, staff: query => staffView(path, query), health: healthView }[key];
    return view ? within(key, view) : home;
  });
});
