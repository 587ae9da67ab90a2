// What two people of the house agree on: who proposes, who approves, and what it comes to.
import { get } from "./api.js";
import { make } from "./dom.js";
import { moment } from "./format.js";
import { person } from "./session.js";
import { roleNames } from "./staff-people.js";
import { act, forgetStaff, isOne } from "./staff-acting.js";
import { announce, toast } from "./shell.js";
import { address, facts, field, form, head, redraw, section, table } from "./staff-views.js";

/** What commands are called, to who does not write them. @type {Record<string, string>} */
export const kinds = {
  adjustBalance: "Refund", correctPick: "Correction of a pick", resolveDispute: "Verdict", voidRoom: "Void of a room",
  cancelRoom: "Cancellation of a room", cancelTournament: "Cancellation of a contest", awardPrizes: "Prizes",
  appointStaff: "Appointment", rotateCheckpointKey: "Another checkpoint key", setLimits: "Limits", excludeUser: "Exclusion",
  closeAccount: "Closing of an account",
};

const words = { pending: "Waits for approval", approved: "Approved", declined: "Declined", lapsed: "Lapsed" };

export const stageMark = stage => make("span", { class: "stage " + stage }, words[stage] ?? stage);

/** @param {any[]} measures @param {string} nothing */
export const measureList = (measures, nothing) => table("Measures", [
  { title: "Measure", cell: one => make("a", { href: address("/desk", { measure: one.measure }) }, `Measure ${one.measure}`) },
  { title: "What", cell: one => kinds[one.kind] ?? one.kind },
  { title: "Case", cell: one => one.case ? make("a", { href: address("/desk", { case: one.case }) }, `Case ${one.case}`) : "" },
  { title: "Proposed by", cell: one => one.proposer ?? "–" },
  { title: "State", cell: one => stageMark(one.stage) },
  { title: "Reason", grow: true, cell: one => one.reason },
], measures, nothing);

const labels = {
  user: "For user", dispute: "Case", room: "Room", pick: "Pick", mode: "How", player: "Player's index", verdict: "Verdict", person: "Person",
  key: "Key", keyForm: "Form of the key", reason: "Reason",
};
/** Whom the command names as who asks or approves is nobody yet: who signs is. */
const unsaid = new Set(["kind", "firstApprover", "secondApprover", "approvedBy", "requestedBy", "resolvedBy", "reasonDigest"]);

function commandFacts(command) {
  return facts(Object.entries(command).filter(([name]) => !unsaid.has(name)).map(([name, value]) => {
    if (name === "amount") return ["Amount", dollars(value)];
    if (name === "roles") return ["Roles", roleNames(value)];
    return [labels[name] ?? name, typeof value === "object" && value !== null ? JSON.stringify(value) : value];
  }));
}

/** @param {number} cents */
export const dollars = cents => (cents < 0 ? "−$" : "$") + (Math.abs(cents) / 100).toLocaleString("en-US",
  { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @param {URLSearchParams} query */
export async function measureView(query) {
  const id = Number(query.get("measure")), [measure, who, isOfficer] = await Promise.all([
    get(`/v1/measures/${id}`), person(), isOne("officer")]);
  return [
    head(`Measure ${id}: ${kinds[measure.kind] ?? measure.kind}`, [["Desk", "/desk"], ["Measures", "/desk?view=measures"]],
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    make("p", {}, stageMark(measure.stage)),
    facts([
      ["Reason", measure.reason], ["Proposed by", measure.proposer], ["Proposed", moment(measure.proposedAt)],
      ["Follows from", measure.case ? make("a", { href: address("/desk", { case: measure.case }) }, `Case ${measure.case}`) : null],
      ["Can be approved until", measure.stage === "pending" ? moment(measure.lapsesAt) : null],
      [words[measure.stage] + " by", measure.endedBy], [words[measure.stage], measure.endedAt ? moment(measure.endedAt) : null],
      ["Declined because", measure.declined],
    ]),
    section("What is proposed", make("div", { class: "card" }, commandFacts(measure.command))),
    make("p", { class: "muted tiny" }, "What it came to when it was proposed, as SHA-256: ", make("code", {}, measure.effects)),
    measure.stage === "pending" ? decision(measure, who, isOfficer) : null,
  ];
}

function decision(measure, who, isOfficer) {
  const title = "Your decision";
  if (measure.proposer === who?.user)
    return section(title, make("p", { class: "banner" }, "You proposed this. Somebody else decides about it."));
  if (!isOfficer) return section(title, make("p", { class: "banner" }, "An officer decides about it."));
  const ended = async (word) => {
    forgetStaff();
    toast(`Measure ${measure.measure} is ${word}.`, "success");
    announce(`Measure ${measure.measure} is ${word}.`);
    await redraw();
  };
  return section(title, make("div", { class: "columns noprint" },
    make("div", { class: "card" }, form("Approve", [
      make("p", { class: "muted" }, "It happens as you approve it, under your name, if it still comes to what was proposed."),
    ], async () => {
      await act({ kind: "approveMeasure", measure: measure.measure });
      await ended("approved");
    })),
    make("div", { class: "card" }, form("Decline", [field("Why not", { name: "reason", required: true })], async values => {
      await act({ kind: "declineMeasure", measure: measure.measure, reason: values.reason });
      await ended("declined");
    }, { danger: true }))));
}
