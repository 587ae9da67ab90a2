// Cases: the claim, the verdict of the rules, and the decision of staff.
import { get } from "./api.js";
import { make } from "./dom.js";
import { moment } from "./format.js";
import { person } from "./session.js";
import { hasBegun, isOne, settle, staff, tell } from "./staff-acting.js";
import { live, rarely } from "./staff-live.js";
import { people, person as personLink } from "./staff-names.js";
import { address, download, facts, field, form, head, redraw, section, stamp, table } from "./staff-views.js";
import { disputeReport, scoreEvidence, verdictMark } from "./desk-dispute.js";
import { byNewest, dollars, kinds, measureList, stageMark } from "./desk-measure.js";
import { remedies } from "./desk-remedy.js";

/** @param {any[]} cases @param {string} [nothing] */
export const caseList = (cases, nothing = "No cases.") => table("Cases", [
  { title: "Case", cell: one => make("a", { href: address("/desk", { case: one.case }) }, `Case ${one.case}`) },
  { title: "Opened", cell: one => one.openedAt.slice(0, 10) },
  { title: "About", cell: one => one.week === null
    ? [make("a", { href: address("/desk", { room: one.room }) }, `room ${one.room}`), ", ", make("a", { href: address("/desk", { room: one.room, pick: one.pickNumber }) }, `pick ${one.label ?? one.pickNumber}`)]
    : [make("a", { href: address("/desk", { room: one.room }) }, `room ${one.room}`), `, week ${one.week}`] },
  { title: "Claimant", cell: one => personLink(one.claimant, "not known") },
  { title: "State", cell: one => [verdictMark(one.verdict), one.rulesVerdict ? make("span", { class: "muted small block" }, `rules: ${one.rulesVerdict}`) : null] },
  { title: "Claim", grow: true, cell: one => one.claim },
], cases, nothing);

/** @param {URLSearchParams} query */
export async function caseView(query) {
  const id = Number(query.get("case"));
  const [report, measures, isOfficer, begun] = await Promise.all([
    live(`/v1/cases/${id}`, rarely), live("/v1/approvals").catch(() => []), isOne("officer"), hasBegun()]);
  const record = report.case;
  const about = byNewest(measures.filter(one => one.case === id || one.stream === `case/${id}` || one.stream === `dispute/${id}`));
  const pending = kind => about.find(one => one.kind === kind && one.stage === "pending");
  return [
    head(`Case ${id}`, [["Desk", "/desk"], ["Cases", "/desk?view=cases"]],
      isOfficer ? evidence(id, record, report) : null,
      download("JSON", `/v1/cases/${id}`, `case-${id}.json`, "application/json"),
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    make("blockquote", { class: "claim" }, make("p", {}, `“${record.claim}”`),
      make("footer", { class: "muted small" }, personLink(record.claimant, "Claimant not known by number"), `, ${moment(record.openedAt)}`)),
    facts([
      ["About", subject(record, report)],
      ["State", verdictMark(record.resolution?.verdict ?? null)],
      ["Resolved by", record.resolution ? personLink(record.resolution.resolvedBy) : null], ["Reason", record.resolution?.reason],
      ["Resolved", record.resolution ? moment(record.resolution.resolvedAt) : null],
    ]),
    report.againstRules ? make("p", { class: "banner warning" },
      `The case was resolved as ${record.resolution.verdict}; the rules give another verdict: ${report.verdict}.`) : null,
    disputeReport(report),
    section("Documents", table("Documents", [
      { title: "What", grow: true, cell: one => one.title }, { title: "SHA-256", cell: one => make("code", {}, one.sha256) },
      { title: "Attached (UTC)", cell: one => stamp(one.attachedAt) },
    ], record.documents, "No documents are attached."), isOfficer && !record.resolution ? make("div", { class: "card noprint" }, attach(id, record)) : null),
    followed(record),
    about.length ? section("Approval requests", measureList(about, "")) : null,
    record.resolution || !isOfficer ? null
      : section("Resolve", make("div", { class: "card noprint" }, pending("resolveDispute") ? await proposed(pending("resolveDispute")) : resolve(id, begun, report.verdict))),
    record.resolution?.verdict === "upheld" ? await remedies(id, record, begun, async kind => pending(kind) ? proposed(pending(kind)) : null) : null,
  ];
}

/** What takes the place of a form whose request is pending: what is proposed, and who can decide. @param {any} request as `/v1/approvals` has it */
export async function proposed(request) {
  const [{ command, proposedAt, lapsesAt }, members] = await Promise.all([get(`/v1/approvals/${request.approval}`), staff()]);
  const others = members.filter(one => one.person !== request.proposer && one.roles.split(" ").includes("officer")).map(one => one.person);
  return make("div", { class: "part", dataset: { proposed: request.kind } },
    make("p", { class: "row" }, stageMark("pending"), make("a", { href: address("/desk", { measure: request.approval }) }, `Request ${request.approval}: ${kinds[request.kind] ?? request.kind}`)),
    facts([
      ["Proposed", command.verdict ? verdictMark(command.verdict) : command.amount !== undefined ? dollars(command.amount) : command.mode ?? null], ["Reason", request.reason],
      ["By", personLink(request.proposer)], ["On", moment(proposedAt)], ["Waits for one of", others.length ? people(others) : "another officer"], ["Until", moment(lapsesAt)],
    ]));
}

/** The pick or the score that a claim is about, with a link to its page. */
export function subject(record, report) {
  const { room, seat, week, pickNumber: pick } = record;
  if (week === null) return make("a", { href: address("/desk", { room, pick, seat }) }, `pick ${report.label ?? pick} of room ${room}`);
  const words = `the score of week ${week}${report.entry ? ` of entry ${report.entry}` : ""} in room ${room}`;
  return report.verdict ? make("a", { href: address("/desk", { entry: report.entry, week }) }, words) : words;
}

/** The evidence that a third party can check; null for a score that the rules cannot judge. */
export function evidence(id, record, report) {
  if (record.week !== null) return report.verdict ? scoreEvidence(report.entry, record.week) : null;
  const path = address(`/v1/rooms/${record.room}/evidence`, { pick: record.pickNumber, seat: record.seat });
  return download("Evidence", path, `case-${id}.tar`, "application/x-tar");
}

/** Corrections and payments that followed. */
function followed(record) {
  const all = [
    ...record.corrections.map(one => ({ when: one.correctedAt, what: `Pick ${one.pickNumber} corrected (${one.mode})`,
      who: ["requested by ", personLink(one.requestedBy), ", approved by ", personLink(one.approvedBy)], reason: one.reason })),
    ...record.payments.map(one => ({ when: one.paidAt, what: [`${dollars(one.amountCents)} paid to `, personLink(one.user)],
      who: ["approved by ", personLink(one.firstApprover), " and ", personLink(one.secondApprover)], reason: one.reason })),
  ];
  if (!all.length) return null;
  return section("Corrections and payments", table("Corrections and payments", [
    { title: "When (UTC)", cell: one => stamp(one.when) }, { title: "What", cell: one => one.what }, { title: "Who", cell: one => one.who },
    { title: "Reason", grow: true, cell: one => one.reason },
  ], all));
}

function attach(id, record) {
  return form("Attach", [
    make("p", { class: "muted" }, "The document stays on your device. This page computes its SHA-256, which is recorded permanently with the case."),
    make("div", { class: "fields" }, field("Document", { name: "file", type: "file", required: true }),
      field("Description", { name: "title", placeholder: "Screen recording of the claimant" })),
  ], async values => {
    const content = new Uint8Array(await crypto.subtle.digest("SHA-256", await values.file.arrayBuffer()));
    const digest = [...content].map(byte => byte.toString(16).padStart(2, "0")).join(""), title = values.title || values.file.name;
    await settle({ kind: "attachEvidence", dispute: id, digest, title }, { reason: title, onBehalfOf: record.claimant });
    tell(null, `${title} is attached to case ${id}`);
    await redraw();
  }, { primary: false });
}

function resolve(id, begun, byRules) {
  return form(begun ? "Propose this verdict" : "Record this verdict", [
    make("p", { class: "muted" }, begun ? "You sign the proposal. The verdict takes effect when another officer approves it."
      : "Staff roles are not enabled: the verdict takes effect at once, under your user number."),
    make("div", { class: "fields" },
      field("Verdict", { name: "verdict", value: byRules ?? "undecidable", options: [
        ["upheld", "Upheld: the claimant"], ["rejected", "Rejected: the operator"], ["undecidable", "Undecidable"]] }),
      field("Reason, in a sentence", { name: "reason", required: true, placeholder: "The click arrived 412 ms after the end of grace." })),
  ], async values => {
    const who = await person();
    const measure = await settle(
      { kind: "resolveDispute", dispute: id, verdict: values.verdict, resolvedBy: who?.user, reason: values.reason }, { reason: values.reason });
    tell(measure, `the verdict ${values.verdict} for case ${id}`);
    await redraw();
  });
}
