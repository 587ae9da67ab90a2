// Approval requests (dual control): the proposal, the facts that the approver needs, and the decision.
import { get } from "./api.js";
import { evidence, subject } from "./desk-case.js";
import { verdictMark } from "./desk-dispute.js";
import { make } from "./dom.js";
import { moment } from "./format.js";
import { person } from "./session.js";
import { roleNames } from "./staff-people.js";
import { act, forgetStaff, isOne } from "./staff-acting.js";
import { announce, toast } from "./shell.js";
import { address, facts, field, form, head, redraw, section, table, winners } from "./staff-views.js";

/** The names of commands, for readers who do not write them. @type {Record<string, string>} */
export const kinds = {
  adjustBalance: "Refund", correctPick: "Correction of a pick", resolveDispute: "Verdict", voidRoom: "Voiding of a room",
  cancelRoom: "Cancellation of a room", cancelTournament: "Cancellation of a contest", awardPrizes: "Prizes",
  appointStaff: "Appointment", rotateCheckpointKey: "Change of the checkpoint key", setLimits: "Limits", excludeUser: "Exclusion",
  closeAccount: "Closing of an account",
};

const words = { pending: "Pending", approved: "Approved", declined: "Declined", lapsed: "Expired" };

export const stageMark = stage => make("span", { class: "stage " + stage }, words[stage] ?? stage);

/** The case of an approval request, or null. @param {any} measure */
const caseOf = measure => measure.case ?? measure.command?.dispute ?? (Number(/^(?:case|dispute)\/(\d+)$/.exec(measure.stream ?? "")?.[1]) || null);

const caseLink = id => id ? make("a", { href: address("/desk", { case: id }) }, `Case ${id}`) : null;

/** A person's name and number. Profiles are for officers. @param {number | null} user @param {boolean} isOfficer */
async function nameOf(user, isOfficer) {
  if (!user) return null;
  const found = isOfficer && await get(`/v1/users/${user}/profile`).catch(() => null);
  return found?.profile?.displayName ? `${found.profile.displayName} (user ${user})` : `user ${user}`;
}

/** @param {any[]} measures @param {string} nothing */
export const measureList = (measures, nothing) => table("Approval requests", [
  { title: "Request", cell: one => make("a", { href: address("/desk", { measure: one.approval }) }, `Request ${one.approval}`) },
  { title: "What", cell: one => kinds[one.kind] ?? one.kind },
  { title: "Case", cell: one => caseLink(caseOf(one)) ?? "" },
  { title: "Proposed by", cell: one => one.proposer ?? "–" },
  { title: "State", cell: one => stageMark(one.stage) },
  { title: "Reason", grow: true, cell: one => one.reason },
], measures, nothing);

const labels = {
  user: "For user", dispute: "Case", room: "Room", pick: "Pick", mode: "Mode", player: "Player index", verdict: "Verdict", person: "Person",
  key: "Key", keyForm: "Key format", reason: "Reason",
};
/** The requester and approver in the command are placeholders: the people who sign are recorded. */
const unsaid = new Set(["kind", "firstApprover", "secondApprover", "approvedBy", "requestedBy", "resolvedBy", "reasonDigest"]);

/** @param {any} command @param {[string, any][]} more the meaning of its numbers @param {boolean} arePrizesListed in a table of their own */
function commandFacts(command, more, arePrizesListed) {
  return facts([...more, .../** @type {[string, any][]} */ (Object.entries(command).filter(([name]) => !unsaid.has(name) && !(name === "standings" && arePrizesListed)).map(([name, value]) => {
    if (name === "amount") return ["Amount", dollars(value)];
    if (name === "roles") return ["Roles", roleNames(value)];
    return [labels[name] ?? name, typeof value === "object" && value !== null ? JSON.stringify(value) : value];
  }))]);
}

/** The people, the player and the money that a command names by numbers. @param {any} command @param {any} report of its case, if there is one @param {boolean} isOfficer */
async function meaning(command, report, isOfficer) {
  const room = command.room ?? report?.case.room, isRefund = command.kind === "adjustBalance";
  const [payee, known] = await Promise.all([nameOf(command.user ?? null, isOfficer), room ? get(`/v1/rooms/${room}`).catch(() => null) : null]);
  const isPlayer = known && Number.isInteger(command.player), pool = isPlayer ? await get(`/v1/pools/${known.pool}/players`).catch(() => null) : null;
  const paid = (report?.case.payments ?? []).reduce((sum, one) => sum + one.amountCents, 0);
  return /** @type {[string, any][]} */ ([
    [isRefund ? "Paid to" : "About", payee],
    ["Entry fee of the room", isRefund && known ? dollars(known.entryFeeCents ?? 0) : null],
    ["Already paid for the case", isRefund && report ? dollars(paid) : null],
    ["Replacement player", pool?.players[command.player]?.name],
  ]);
}

/** The claim and the rules' verdict, which the approver has to know. @param {number} id @param {any} report @param {any} measure @param {boolean} isOfficer */
function caseSection(id, report, measure, isOfficer) {
  const proposed = measure.kind === "resolveDispute" ? measure.command.verdict : null, { claim, claimant, openedAt } = report.case;
  return section(`Case ${id}`,
    make("blockquote", { class: "claim" }, make("p", {}, `“${claim}”`), make("footer", { class: "muted small" }, claimant ? `user ${claimant}, ` : "", moment(openedAt))),
    proposed && report.verdict && proposed !== report.verdict ? make("p", { class: "banner warning" }, `The proposed verdict is ${proposed}; the rules give another verdict: ${report.verdict}.`) : null,
    facts([["About", subject(report.case, report)], ["By the rules", report.verdict ? verdictMark(report.verdict) : report.unjudged], ["Verdict on record", report.case.resolution?.verdict], ["Full case", caseLink(id)]]),
    isOfficer ? make("div", { class: "row noprint" }, evidence(id, report.case, report)) : null);
}

/** @param {number} cents */
export const dollars = cents => (cents < 0 ? "−$" : "$") + (Math.abs(cents) / 100).toLocaleString("en-US",
  { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @param {URLSearchParams} query */
export async function measureView(query) {
  const id = Number(query.get("measure")), [measure, who, isOfficer] = await Promise.all([
    get(`/v1/approvals/${id}`), person(), isOne("officer")]);
  const about = caseOf(measure), report = about ? await get(`/v1/cases/${about}`).catch(() => null) : null;
  const [proposer, ended, more] = await Promise.all([nameOf(measure.proposer, isOfficer), nameOf(measure.endedBy, isOfficer), meaning(measure.command, report, isOfficer)]);
  return [
    head(`Approval request ${id}: ${kinds[measure.kind] ?? measure.kind}`, [["Desk", "/desk"], ["Approvals", "/desk?view=measures"]],
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    make("p", {}, stageMark(measure.stage)),
    facts([
      ["Reason", measure.reason], ["Proposed by", proposer], ["Proposed", moment(measure.proposedAt)],
      ["Follows from", caseLink(about)],
      ["Can be approved until", measure.stage === "pending" ? moment(measure.lapsesAt) : null],
      [words[measure.stage] + " by", ended], [words[measure.stage], measure.endedAt ? moment(measure.endedAt) : null],
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
