// Approval requests (dual control): the proposal, the facts that the approver needs, and the decision.
import { get } from "./api.js";
import { evidence, subject } from "./desk-case.js";
import { verdictMark } from "./desk-dispute.js";
import { make } from "./dom.js";
import { moment, plural } from "./format.js";
import { person as signedIn } from "./session.js";
import { roleNames } from "./staff-people.js";
import { act, forgetStaff, isOne } from "./staff-acting.js";
import { live } from "./staff-live.js";
import { people, person } from "./staff-names.js";
import { announce, toast } from "./shell.js";
import { address, asking, facts, field, filters, form, head, redraw, section, table, winners } from "./staff-views.js";

/** The names of commands, for readers who do not write them. @type {Record<string, string>} */
export const kinds = {
  adjustBalance: "Refund", correctPick: "Correction of a pick", resolveDispute: "Verdict", voidRoom: "Voiding of a room",
  cancelRoom: "Cancellation of a room", cancelTournament: "Cancellation of a contest", awardPrizes: "Prizes", pauseRoom: "Pause for an outage",
  appointStaff: "Appointment", rotateCheckpointKey: "Change of the checkpoint key", setLimits: "Limits", excludeUser: "Exclusion",
  closeAccount: "Closing of an account", approvePayout: "Payout", assignScores: "Assignment of points", eraseText: "Erasure of text", closeLedger: "Closing of the ledger",
};

const words = { pending: "Pending", approved: "Approved", declined: "Declined", lapsed: "Expired" };

export const stageMark = stage => make("span", { class: "stage " + stage }, words[stage] ?? stage);

/** @param {any[]} measures @returns {any[]} the last request first */
export const byNewest = measures => [...measures].sort((left, right) => right.approval - left.approval);

/** The case of an approval request, or null. @param {any} measure */
const caseOf = measure => measure.case ?? measure.command?.dispute ?? (Number(/^(?:case|dispute)\/(\d+)$/.exec(measure.stream ?? "")?.[1]) || null);

const caseLink = id => id ? make("a", { href: address("/desk", { case: id }) }, `Case ${id}`) : null;

/** A link to what a command changes: a room, a contest, a user or a case. @param {string | null} stream such as room/7 */
function subjectLink(stream) {
  const [kind, number] = (stream ?? "").split("/"), id = Number(number);
  if (!id) return stream ?? "";
  if (kind === "room" || kind === "clock") return make("a", { href: address("/desk", { room: id }) }, `Room ${id}`);
  if (kind === "tournament") return make("a", { href: address("/operations", { contest: id }) }, `Contest ${id}`);
  if (kind === "wallet" || kind === "user") return person(id);
  return kind === "case" || kind === "dispute" ? caseLink(id) : stream;
}

/** @param {any[]} measures @param {string} nothing */
export const measureList = (measures, nothing) => table("Approval requests", [
  { title: "Request", cell: one => make("a", { href: address("/desk", { measure: one.approval }) }, `Request ${one.approval}`) },
  { title: "What", cell: one => kinds[one.kind] ?? one.kind },
  { title: "About", cell: one => subjectLink(one.stream) },
  { title: "Case", cell: one => caseLink(caseOf(one)) ?? "" },
  { title: "Proposed by", cell: one => person(one.proposer) },
  { title: "State", cell: one => stageMark(one.stage) },
  { title: "Reason", grow: true, cell: one => one.reason },
], measures, nothing);

/** The requests, the last first. @param {URLSearchParams} query */
export async function measuresView(query) {
  const list = await live("/v1/approvals"), stage = query.get("stage") ?? "", kind = query.get("kind") ?? "";
  const present = [...new Set(list.map(one => one.kind))].sort();
  const chosen = byNewest(list).filter(one => (!stage || one.stage === stage) && (!kind || one.kind === kind));
  return [
    head("Approvals", [["Desk", "/desk"]]),
    make("p", { class: "muted" }, "Actions that require two-person approval, the last first."),
    asking(filters("/desk", [make("div", { class: "fields" },
      field("State", { name: "stage", value: stage, options: [["", "All"], ...Object.entries(words)] }),
      field("What", { name: "kind", value: kind, options: [["", "Everything"], ...present.map(one => /** @type {[string, string]} */ ([one, kinds[one] ?? one]))] }))], { view: "measures" })),
    make("p", { class: "muted", role: "status" }, plural(chosen.length, "request")),
    measureList(chosen, list.length ? "No request matches." : "No action was proposed."),
  ];
}

const labels = {
  user: "For user", dispute: "Case", room: "Room", pick: "Pick", mode: "Mode", player: "Player index", verdict: "Verdict", person: "Person",
  key: "Key", keyForm: "Key format", reason: "Reason", tournament: "Contest", pause: "Pause", season: "Season",
};
/** The requester and approver in the command are placeholders: the people who sign are recorded. */
const unsaid = new Set(["kind", "firstApprover", "secondApprover", "approvedBy", "requestedBy", "resolvedBy", "reasonDigest"]);

/** @param {any} command @param {[string, any][]} more the meaning of its numbers @param {boolean} arePrizesListed in a table of their own */
function commandFacts(command, more, arePrizesListed) {
  return facts([...more, .../** @type {[string, any][]} */ (Object.entries(command).filter(([name]) => !unsaid.has(name) && !(name === "standings" && arePrizesListed)).map(([name, value]) => {
    if (name === "amount") return ["Amount", dollars(value)];
    if (name === "roles") return ["Roles", roleNames(value)];
    if ((name === "user" || name === "person") && Number.isInteger(value)) return [labels[name], person(value)];
    if (name === "room" || name === "tournament" || name === "dispute") return [labels[name], subjectLink(`${name}/${value}`)];
    return [labels[name] ?? name, typeof value === "object" && value !== null ? JSON.stringify(value) : value];
  }))]);
}

const figure = (name, cents) => make("b", { "data-figure": name, "data-value": cents }, dollars(cents));

/**
 * The people, the player and the money that a command names by numbers.
 *
 * @param {any} command @param {any} report of its case, if there is one
 * @returns {Promise<[string, any][]>}
 */
async function meaning(command, report) {
  const number = command.room ?? report?.case.room, room = number ? await get(`/v1/rooms/${number}`).catch(() => null) : null;
  if (command.kind === "adjustBalance") {
    const entry = report?.case.entry, paid = (report?.case.payments ?? []).reduce((sum, one) => sum + one.amountCents, 0);
    return [
      ["Paid to", person(command.user)], ["Entry fee of the room", room || entry ? dollars(entry?.feeCents ?? room.entryFeeCents ?? 0) : null],
      ["Already paid for the case", report ? dollars(paid) : null],
      ["Went back by the rules", entry ? dollars(entry.returnedCents) : null], ["Left of the fee", entry ? figure("left", entry.leftCents) : null],
      ["After this", entry ? dollars(entry.leftCents - command.amount) : null],
    ];
  }
  if ((command.kind === "voidRoom" || command.kind === "cancelRoom") && room) {
    const members = room.members.filter(one => one.user).map(one => one.user), fee = room.entryFeeCents ?? 0;
    return [["Entries", room.members.length], ["Entry fee", dollars(fee)], ["Goes back", figure("refund", room.members.length * fee)], ["To", members.length ? people(members) : null]];
  }
  if (command.kind === "cancelTournament") {
    const contest = await get(`/v1/tournaments/${command.tournament}`).catch(() => null), fee = contest?.entryFeeCents ?? 0;
    return contest ? [["Contest", contest.title], ["Entries", contest.entries], ["Entry fee", dollars(fee)], ["Goes back", figure("refund", contest.entries * fee)]] : [];
  }
  const isPlayer = room && Number.isInteger(command.player), pool = isPlayer ? await get(`/v1/pools/${room.pool}/players`).catch(() => null) : null;
  return [["Replacement player", pool?.players[command.player]?.name]];
}

/** The claim and the rules' verdict, which the approver has to know. @param {number} id @param {any} report @param {any} measure @param {boolean} isOfficer */
function caseSection(id, report, measure, isOfficer) {
  const proposed = measure.kind === "resolveDispute" ? measure.command.verdict : null, { claim, claimant, openedAt } = report.case;
  return section(`Case ${id}`,
    make("blockquote", { class: "claim" }, make("p", {}, `“${claim}”`), make("footer", { class: "muted small" }, claimant ? [person(claimant), ", "] : "", moment(openedAt))),
    proposed && report.verdict && proposed !== report.verdict ? make("p", { class: "banner warning" }, `The proposed verdict is ${proposed}; the rules give another verdict: ${report.verdict}.`) : null,
    facts([["About", subject(report.case, report)], ["By the rules", report.verdict ? verdictMark(report.verdict) : report.unjudged], ["In words", report.headline], ["Verdict on record", report.case.resolution?.verdict], ["Full case", caseLink(id)]]),
    isOfficer ? make("div", { class: "row noprint" }, evidence(id, report.case, report)) : null);
}

/** @param {number} cents */
export const dollars = cents => (cents < 0 ? "−$" : "$") + (Math.abs(cents) / 100).toLocaleString("en-US",
  { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @param {URLSearchParams} query */
export async function measureView(query) {
  const id = Number(query.get("measure")), [measure, who, isOfficer] = await Promise.all([
    get(`/v1/approvals/${id}`), signedIn(), isOne("officer"), live("/v1/approvals")]);
  const about = caseOf(measure), report = about ? await get(`/v1/cases/${about}`).catch(() => null) : null;
  const more = await meaning(measure.command, report);
  return [
    head(`Approval request ${id}: ${kinds[measure.kind] ?? measure.kind}`, [["Desk", "/desk"], ["Approvals", "/desk?view=measures"]],
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    make("p", {}, stageMark(measure.stage)),
    facts([
      ["Reason", measure.reason], ["Proposed by", person(measure.proposer)], ["Proposed", moment(measure.proposedAt)],
      ["Follows from", caseLink(about)],
      ["Can be approved until", measure.stage === "pending" ? moment(measure.lapsesAt) : null],
      [words[measure.stage] + " by", measure.endedBy ? person(measure.endedBy) : null], [words[measure.stage], measure.endedAt ? moment(measure.endedAt) : null],
      ["Declined because", measure.declined],
    ]),
    about && report ? caseSection(about, report, measure, isOfficer) : null,
    section("Proposal", make("div", { class: "card" }, commandFacts(measure.command, more, Boolean(measure.prizes)))),
    make("p", { class: "muted tiny" }, "SHA-256 of the proposed effects: ", make("code", {}, measure.effects)),
    winners(measure.prizes),
    measure.stage === "pending" ? decision(measure, who, isOfficer) : null,
  ];
}

function decision(measure, who, isOfficer) {
  const title = "Your decision";
  if (measure.proposer === who?.user)
    return section(title, make("p", { class: "banner" }, "You proposed this. Another person has to decide."));
  if (!isOfficer) return section(title, make("p", { class: "banner" }, "An officer has to decide."));
  const ended = async (word) => {
    forgetStaff();
    toast(`Request ${measure.approval} is ${word}.`, "success");
    announce(`Request ${measure.approval} is ${word}.`);
    await redraw();
  };
  return section(title, make("div", { class: "columns noprint" },
    make("div", { class: "card" }, form("Approve", [
      make("p", { class: "muted" }, "Approving applies it immediately under your name, provided the effect is still as proposed."),
    ], async () => {
      await act({ kind: "approveMeasure", measure: measure.approval });
      await ended("approved");
    })),
    make("div", { class: "card" }, form("Decline", [field("Reason", { name: "reason", required: true })], async values => {
      await act({ kind: "declineMeasure", measure: measure.approval, reason: values.reason });
      await ended("declined");
    }, { danger: true }))));
}
