// The verdict on a pick or on a week's points, its reasons, and the events around it.
import { get } from "./api.js";
import { make } from "./dom.js";
import { moment, points } from "./format.js";
import { isOne, settle, tell } from "./staff-acting.js";
import { person } from "./staff-names.js";
import { address, download, facts, field, form, go, head, section, table } from "./staff-views.js";

/** The meaning of each verdict, for readers who do not know the rules. @type {Record<string, string>} */
const plain = {
  upheld: "The claim is right: by the recorded times and the rules, the decision was wrong.",
  rejected: "The claim is not right: by the recorded times and the rules, the decision was correct.",
  undecidable: "The records do not support a verdict either way.",
};

const bearings = { upheld: "speaks for the claim", rejected: "speaks against it", undecidable: "keeps it open" };

/** @param {string | null} verdict */
export const verdictMark = verdict => make("span", { class: "verdict " + (verdict ?? "open") }, verdict ?? "open");

/** Seconds to the last digit: disputes are about single milliseconds. @param {number | null} microseconds */
export function margin(microseconds) {
  if (microseconds === null || microseconds === undefined) return "";
  return (microseconds < 0 ? "−" : "+") + (Math.abs(microseconds) / 1e6).toFixed(6);
}

/** @param {string | null} iso in UTC, to the millisecond */
const timeOfDay = iso => iso ? iso.slice(11, 23) : "–";

/** The verdict of the rules and its reasons. @param {any} report as `dispute` prints it */
const ruling = report => [
  make("div", { class: "card ruling" },
    report.verdict ? make("p", { class: "row" }, make("span", { class: "muted" }, "By the rules"), verdictMark(report.verdict)) : null,
    make("p", { class: "large" }, report.headline ?? (report.verdict ? plain[report.verdict] : `The rules give no verdict. ${report.unjudged}`))),
  report.reasons.length ? section("Why",
    make("ol", { class: "reasons" }, report.reasons.map(reason => make("li", { class: reason.bearing ?? "known" },
      make("b", {}, reason.bearing ? bearings[reason.bearing] : "information"), " ", reason.text,
      make("span", { class: "muted tiny" }, " ", reason.positions.map(position => `[${position}]`).join(" ")))))) : null,
];

/** @param {any} report as `dispute` prints it, about a pick or about a score */
export function disputeReport(report) {
  if (report.steps) return scoreReport(report);
  const day = report.timeline[0]?.occurredAt ?? report.timeline[0]?.recordedAt ?? "";
  return [
    ...ruling(report),
    report.timeline.length ? section("What happened", make("p", { class: "muted small" },
      `Times are in UTC, from ${day.slice(0, 10)}. Margins are in seconds, to the deadline and to the end of grace. The claimant's own actions are marked.`),
      table("What happened around the pick", [
        { title: "Time", cell: moment => make("span", { class: "number" }, timeOfDay(moment.occurredAt ?? moment.recordedAt)) },
        { title: "What happened", grow: true, cell: moment => moment.isClaimants
          ? make("b", { class: "claimants" }, make("span", { class: "unseen" }, "The claimant: "), moment.text) : moment.text },
        { title: "Deadline", number: true, raw: moment => moment.marginToDeadlineMicroseconds, cell: moment => margin(moment.marginToDeadlineMicroseconds) },
        { title: "Grace", number: true, raw: moment => moment.marginToGraceMicroseconds, cell: moment => margin(moment.marginToGraceMicroseconds) },
        { title: "Position", number: true, cell: moment => moment.position },
      ], report.timeline)) : null,
  ];
}

/** The change of one correction. @param {any} change */
const changeWords = change =>
  `${change.playerName} ${change.beforeHundredths === null ? "nothing" : points(change.beforeHundredths)} to ${points(change.afterHundredths)}`
  + (change.reason ? `: ${change.reason}` : "");

function scoreReport(report) {
  return [
    ...ruling(report),
    section("Recorded points", table("Recorded points of the week", [
      { title: "Recorded (UTC)", cell: step => moment(step.recordedAt) },
      { title: "Change", grow: true, cell: step => step.isCorrection ? step.changes.map(changeWords).join(", ") : "As the week ended" },
      { title: "Week", number: true, raw: step => step.weekPointsHundredths, cell: step => points(step.weekPointsHundredths) },
      { title: "Round", number: true, raw: step => step.roundPointsHundredths, cell: step => points(step.roundPointsHundredths) },
      { title: "Place", number: true, raw: step => step.place, cell: step => `${step.place} of ${report.podSize}` },
      { title: "Counts", cell: step => step.counts ? "yes" : "no" },
    ], report.steps)),
    section("The pod", make("p", { class: "muted small" }, `By what counts. ${report.advancing} of ${report.podSize} advance.`),
      table("The pod", [
        { title: "Place", number: true, cell: one => one.place },
        { title: "Entry", grow: true, cell: one => one.entry === report.entry ? make("b", {}, `entry ${one.entry}`) : `entry ${one.entry}` },
        { title: "Week", number: true, raw: one => one.weekPointsHundredths, cell: one => points(one.weekPointsHundredths) },
        { title: "Round", number: true, raw: one => one.roundPointsHundredths, cell: one => points(one.roundPointsHundredths) },
        { title: "Recorded", cell: one => one.recordedPlace === null ? "not closed" : `${points(one.recordedPointsHundredths)}, place ${one.recordedPlace}` },
      ], report.podEntries)),
  ];
}

/** The evidence about an entry's points of a week. @param {number} entry @param {number} week */
export const scoreEvidence = (entry, week) =>
  download("Evidence", address(`/v1/entries/${entry}/evidence`, { week }), `entry-${entry}-week-${week}.tar`, "application/x-tar");

/** @param {URLSearchParams} query */
export async function scoreView(query) {
  const entry = Number(query.get("entry")), week = Number(query.get("week"));
  const base = address(`/v1/entries/${entry}/dispute`, { week });
  const report = await get(base);
  return [
    head(`Week ${week} of entry ${entry}`, [["Desk", "/desk"]], scoreEvidence(entry, week),
      download("CSV", base, `entry-${entry}-week-${week}.csv`, "text/csv"),
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    facts([
      ["Season", report.season], ["Round", `${report.round} of contest ${report.contest}`],
      ["Claimant", person(report.claimant, "not known by number")],
    ]),
    disputeReport(report),
  ];
}

/** @param {URLSearchParams} query */
export async function disputeView(query) {
  const room = Number(query.get("room")), pick = Number(query.get("pick")), seat = query.get("seat");
  const base = address(`/v1/rooms/${room}/dispute`, { pick, seat });
  const [report, shown, isOfficer] = await Promise.all([get(base), get(`/v1/rooms/${room}`), isOne("officer")]);
  const evidence = address(`/v1/rooms/${room}/evidence`, { pick, seat });
  const placed = shown.members.find(one => one.seat === report.seat);
  return [
    head(`Pick ${report.label} of room ${room}`, [["Desk", "/desk"], [`Room ${room}`, address("/desk", { room, at: `pick:${pick}` })]],
      download("Evidence", evidence, `room-${room}-pick-${pick}.tar`, "application/x-tar"),
      download("CSV", base, `room-${room}-pick-${pick}.csv`, "text/csv"),
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    facts([
      ["Contest", shown.contest], ["Pick", `${report.label}, number ${report.pickNumber}`], ["Draft position", placed?.draftPosition ?? "–"],
      ["Claimant", person(report.claimant, "not known by number")],
    ]),
    disputeReport(report),
    isOfficer ? section("Open a case", make("div", { class: "card noprint" }, openCase(report, shown))) : null,
  ];
}

function openCase(report, room) {
  // A retry after a lost answer opens the same case.
  let dispute = 0;
  return form("Open the case", [
    make("p", { class: "muted" }, "A case records the claim. A verdict, a correction or a refund can follow, each approved by a second person."),
    field("Claim, in the claimant's words", { name: "claim", rows: 3, required: true }),
  ], async values => {
    dispute ||= Math.max(0, ...(await get("/v1/cases")).map(one => one.case)) + 1;
    await settle({
      kind: "openDispute", dispute, room: report.room, pick: report.pickNumber, seat: report.seat, roomVersion: room.version,
      ...(report.claimant ? { claimant: report.claimant } : {}), claim: values.claim,
    }, { reason: values.claim, onBehalfOf: report.claimant }).catch(error => { if (error.isRefusal) dispute = 0; throw error; });
    tell(null, `case ${dispute} is open`);
    await go(address("/desk", { case: dispute }));
  });
}
