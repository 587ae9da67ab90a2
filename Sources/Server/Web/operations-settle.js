// The settlement of contests: closing entries and rounds, drawing pods, and the prizes that are due.
import { get } from "./api.js";
import { isOpen } from "./contests.js";
import { make, sheet } from "./dom.js";
import { grouped, money, plural } from "./format.js";
import { person as signedIn } from "./session.js";
import { hasBegun, isOne, settle, tell } from "./staff-acting.js";
import { announced, live, rarely } from "./staff-live.js";
import { person } from "./staff-names.js";
import { address, facts, field, form, go, head, redraw, section, table, winners } from "./staff-views.js";

const path = "/operations";

export const todo = (label, query) => make("a", { class: "button small noprint", href: address(path, query) }, label);

/** The button of each settlement command. @type {Record<string, (command: any) => string>} */
const steps = {
  closeEntries: () => "Close entries", closeRound: command => `Close round ${command.round}`, drawPods: command => `Draw pods of round ${command.round}`,
  awardPrizes: () => "Propose prizes", finalizeTournament: () => "Close the books",
};

/** The settlement commands that the user may send: if prizes need approval, a cashier proposes them. @returns {Promise<(kind: string) => boolean>} */
export async function rights() {
  const [isOperator, isCashier, isForTwo] = await Promise.all([isOne("operator"), isOne("cashier"), hasBegun()]);
  return kind => kind === "awardPrizes" && isForTwo ? isCashier : isOperator;
}

/** The role that takes a step. @param {string} kind */
const others = kind => kind === "awardPrizes" ? "A cashier proposes the prizes." : "An operator takes the next step.";

const stepLabel = command => (steps[command.kind] ?? (() => "Next step"))(command);

/** The next step of a contest whose entries are closed. @param {any} one as `/v1/settlements` has it; none without rounds @param {(kind: string) => boolean} mayTake */
export function nextStep(one, mayTake) {
  if (!one || one.isOver) return "";
  return make("span", { class: "muted small todo", dataset: { contest: one.tournament } }, one.approval
    ? make("a", { href: address("/desk", { measure: one.approval }) }, `Request ${one.approval} is pending`)
    : !one.command ? one.message : mayTake(one.command.kind) ? todo(stepLabel(one.command), { next: one.tournament }) : others(one.command.kind));
}

/** The preview and the button of one settlement step. @param {URLSearchParams} query */
export async function stepping(query) {
  const id = Number(query.get("next")), [contest, { command, message, note, prizes, approval }, mayTake] = await Promise.all([
    get(`/v1/tournaments/${id}`), live(`/v1/tournaments/${id}/settlement`, rarely), rights(), live("/v1/approvals")]);
  const trail = /** @type {[string, string][]} */ ([["Operations", path], [contest.title, address(path, { contest: id })]]);
  if (!command) return [head(contest.title, trail), make("p", { class: "banner" }, `Contest ${id} ${message}.`)];
  const label = stepLabel(command), isAward = command.kind === "awardPrizes", title = head(`${label}: ${contest.title}`, trail);
  if (approval) return [title, make("p", { class: "banner" }, "Proposed: ", make("a", { href: address("/desk", { measure: approval }) }, `request ${approval}`), " waits for another person's approval."), winners(prizes)];
  if (!mayTake(command.kind)) return [title, make("p", { class: "banner" }, others(command.kind)), winners(prizes)];
  return [
    title,
    facts([["Contest", make("a", { href: `/tournament/${id}` }, contest.title)], ["Rooms", command.rooms ? grouped(command.rooms.length) : null]]),
    winners(prizes),
    note ? make("p", { class: "banner warning" }, note) : null,
    make("div", { class: "card" }, form(label, [make("p", { class: "muted" }, isAward ? "Another person has to approve the prizes before they are paid."
      : "This follows from the recorded points and cannot be undone.")], async () => {
      tell(await settle(command, { reason: "By the results of the contest's rounds." }), `${isAward ? "the prizes" : label} of ${contest.title}`);
      await go(isAward ? address(path, { view: "due" }) : path);
    })),
  ];
}

/** @param {URLSearchParams} query */
export async function closing(query) {
  const id = Number(query.get("close")), contest = (await live("/v1/tournaments")).find(one => one.tournament === id);
  if (!contest) return [head(`There is no contest ${id}`, [["Operations", path]])];
  if (!isOpen(contest)) return [head(`Close entries of ${contest.title}`, [["Operations", path]]), make("p", { class: "banner" }, "The contest takes no more entries.")];
  return [
    head(`Close entries of ${contest.title}`, [["Operations", path]]),
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

const positions = { QB: "quarterback", RB: "runningBack", WR: "wideReceiver", TE: "tightEnd" };

/**
 * Drafted players without points, next to points that may be theirs: no round closes before two people have said whose they are.
 *
 * @param {any} contest @returns {Promise<any>} null if there are none
 */
export async function unplacedScores(contest) {
  const title = "Points without a player";
  let fits, season;
  try {
    ({ unplacedScores: fits, season } = await get(`/v1/tournaments/${contest.tournament}/standings?limit=1${announced()}`));
  } catch (error) {
    // A contest without rounds or points has no standings. Of another one, it is not known whether a round may close.
    return error.status === 404 ? null : section(title, make("p", { class: "banner error" }, `Not known: ${error.message}`));
  }
  if (!fits.length) return null;
  const mayPropose = await isOne("operator");
  return section(title,
    make("p", { class: "banner warning" }, `${plural(new Set(fits.map(one => one.player)).size, "drafted player")} without points, and points that may be theirs. No round closes before this is decided.`),
    table(title, [
      { title: "Drafted", grow: true, cell: one => `${one.playerName}, ${one.position}${one.team ? " " + one.team : ""}` },
      { title: "Points are recorded for", cell: one => `${one.scoresName}, ${one.scoresPosition} ${one.scoresTeams.join(", ")}` },
      { title: "To do", cell: one => mayPropose ? make("span", { class: "row" }, [true, false].map(belongs => assigning(contest, season, one, belongs))) : "An operator decides." },
    ], fits.slice(0, 100)));
}

/** The button that proposes whose points they are. */
const assigning = (contest, season, one, belongs) => make("button", { class: "button small noprint", type: "button", onclick: () => sheet(belongs ? "The same player?" : "Another player?", close => [
  make("p", {}, belongs ? `The points of ${one.scoresName} then count for ${one.playerName} in every contest of this pool.` : `The points of ${one.scoresName} then never count for ${one.playerName}.`),
  form("Propose", [field("Reason, in a sentence", { name: "reason", required: true, value: belongs ? "The same player under another name." : "" })], async ({ reason }) => {
    const user = (await signedIn())?.user;
    const measure = await settle({
      kind: "assignScores", season, pool: contest.pool, player: one.player, position: positions[one.scoresPosition] ?? "other", belongs,
      requestedBy: user, approvedBy: user, reason, externalID: one.scoresID ?? "", name: one.scoresName,
    }, { reason, needsApproval: true });
    close();
    tell(measure, `the decision that the points of ${one.scoresName} are ${belongs ? "" : "not "}those of ${one.playerName}`);
    await redraw();
  })]) }, belongs ? "The same player …" : "Another player …");

/** The names of the states of a prize, with the shapes of approval requests. */
const states = { due: ["pending", "Due"], proposed: ["declined", "Waits for approval"], paid: ["approved", "Paid"] };

/** The winners of a contest's prizes. @param {any} one as `/v1/settlements` has it */
export const prizesOf = one => table(`Prizes of ${one.title}`, [
  { title: "Place", number: true, cell: award => award.place }, { title: "Entry", number: true, cell: award => award.entry },
  { title: "User", grow: true, cell: award => person(award.user, "not known") },
  { title: "Wins", number: true, raw: award => award.amountCents, cell: award => money(award.amountCents) },
  { title: "State", cell: award => make("span", { class: "stage " + states[award.state][0] }, states[award.state][1]) },
], one.awards);

/** What is due, contest by contest. */
export async function dueView() {
  const [list, mayTake] = await Promise.all([live("/v1/settlements", rarely), rights(), live("/v1/approvals")]);
  const open = list.filter(one => !one.isOver), over = list.filter(one => one.isOver && one.awards.length);
  const total = list.reduce((sum, one) => sum + one.unpaidCents, 0);
  return [
    head("Prizes", [["Operations", path]]),
    make("p", { class: "large" }, "Not paid yet: ", make("b", { class: "number", "data-figure": "unpaid", "data-value": total }, money(total))),
    open.length ? open.map(one => section(one.title, facts([["Next", nextStep(one, mayTake)], ["Not paid", money(one.unpaidCents)]]),
      one.awards.length ? prizesOf(one) : make("p", { class: "muted" }, "The winners are known when the last round is closed.")))
      : make("p", { class: "muted nothing" }, "No contest waits for its settlement."),
    over.length ? section("Finished contests", over.map(one => make("details", {}, make("summary", {}, `${one.title}: ${money(one.awards.reduce((sum, award) => sum + award.amountCents, 0))} paid`), prizesOf(one)))) : null,
  ];
}
