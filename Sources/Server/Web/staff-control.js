// Control of a draft and of a contest: pause, resume, extend, cancel and void, each after a question that says what it costs.
import { get } from "./api.js";
import { isOpen } from "./contests.js";
import { make, sheet } from "./dom.js";
import { clockTime, duration, grouped, money, pickLabel, plural } from "./format.js";
import { person as signedIn } from "./session.js";
import { doing } from "./shell.js";
import { act, hasBegun, isOne, settle, tell } from "./staff-acting.js";
import { nameOf } from "./staff-names.js";
import { address, facts, field, form, redraw, section, stamp } from "./staff-views.js";

/** @typedef {{begun: boolean, isOfficer: boolean, cases: any[], user: number}} Desk what the forms have to know */

/** @param {(one: any) => boolean} isAbout whether a case may justify the action @returns {Promise<Desk>} */
async function desk(isAbout) {
  const [begun, isOfficer, who] = await Promise.all([hasBegun(), isOne("officer"), signedIn()]);
  const cases = begun && isOfficer ? await get("/v1/cases").catch(() => []) : [];
  return { begun, isOfficer, cases: cases.filter(isAbout), user: who?.user ?? 0 };
}

/** The field for the case that justifies an action. @param {Desk} desk @param {(one: any) => boolean} fits @param {{isRequired?: boolean, hint: string}} how */
function caseField({ isOfficer, cases }, fits, { isRequired = true, hint }) {
  const fitting = cases.filter(fits);
  if (!isOfficer) return field("Case", { name: "case", type: "number", min: 1, required: isRequired, hint });
  return field("Case", { name: "case", required: isRequired, hint, value: fitting.length === 1 && isRequired ? String(fitting[0].case) : "", options: [
    ["", fitting.length ? "Choose a case" : "No case fits"], ...fitting.map(one => /** @type {[string, string]} */ (
      [String(one.case), `Case ${one.case}, ${one.verdict ?? "open"}: ${one.claim.slice(0, 60)}`]))] });
}

const reasonField = (value = "") => field("Reason, in a sentence", { name: "reason", required: true, value });

/** A button that asks first. @param {string} label @param {string} title @param {() => any[] | Promise<any[]>} content @param {{danger?: boolean}} [how] */
const asking = (label, title, content, { danger = false } = {}) => make("button", { class: "button" + (danger ? " danger" : ""), type: "button",
  onclick: event => doing(event.currentTarget, async () => {
    const parts = await content();
    const dialog = sheet(title, close => [...parts, make("button", { class: "button", type: "button", onclick: close }, "Do nothing")]);
    dialog.classList.add("staffsheet");
  }) }, label);

/** Closes the sheet and shows the room or the contest as it is now. @param {number | null} measure @param {string} what */
async function done(measure, what) {
  document.querySelector("dialog[open]")?.remove();
  tell(measure, what);
  await redraw();
}

/** A room with its clock as it is now: the page may be a second behind. @param {any} room @returns {Promise<any>} */
const current = async room => ({ ...room, ...await get(`/v1/rooms/${room.room}/control`) });

/** The people whose fees go back, and how much together. @param {any} room */
function refunds(room) {
  const count = room.members?.length ?? room.entries ?? 0, fee = room.entryFeeCents ?? 0;
  return facts([["Entries", grouped(count)], ["Entry fee", money(fee)], ["Goes back to the members", make("b", { "data-figure": "refund", "data-value": count * fee }, money(count * fee))]]);
}

/** The actions that a room admits in its state. @param {any} room as `/v1/rooms/{room}/control` has it, with its members if the user may see them */
export async function roomControl(room) {
  if (!await isOne("operator")) return null;
  const about = await desk(one => one.room === room.room), buttons = [];
  const is = (...states) => states.includes(room.status);
  if (is("active")) buttons.push(pause(room, about));
  if (is("paused")) buttons.push(resume(room, about));
  if (is("active") && room.clock) buttons.push(extend(room, about));
  if (is("waiting", "countdown")) buttons.push(cancel(room, about));
  if (is("active", "paused", "complete")) buttons.push(voiding(room, about));
  return buttons.length ? section("Control", make("div", { class: "row wrap noprint" }, buttons)) : null;
}

function pause(room, about) {
  return asking("Pause …", `Pause room ${room.room}?`, async () => [
    make("p", {}, "The clock stops at once and no picks are taken until you resume."),
    facts([
      ["On the clock", await onClock(await current(room))],
      ["After a manual pause", `the full clock of ${duration(room.pickClockMicroseconds / 1000)}`], ["After an outage", "the time that was left"],
    ]),
    form("Pause the draft", [
      field("Cause", { name: "pause", options: [["manual", "A case about this room"], ...about.begun ? [/** @type {[string, string]} */ (["outage", "An outage: another person approves"])] : []],
        hint: about.begun ? "" : "Staff roles are not enabled, so no case is needed." }),
      about.begun ? caseField(about, one => one.verdict !== "rejected", { isRequired: false, hint: "For a manual pause: a case about this room that was not rejected." }) : null,
      reasonField(),
    ], async values => {
      const command = { kind: "pauseRoom", room: room.room, pause: values.pause, reason: values.reason };
      if (values.pause === "outage") return done(await settle(command, { reason: values.reason, needsApproval: true }), `the pause of room ${room.room}`);
      await act(command, { dispute: Number(values.case) || null });
      await done(null, `room ${room.room} is paused`);
    }, { danger: true }),
  ]);
}

/** The pick on the clock, and whose it is: by name if the user may see the members. @param {any} room @returns {Promise<string | null>} */
export async function onClock({ clock, teams, members }) {
  if (!clock) return null;
  const name = await nameOf(members?.find(one => one.draftPosition === clock.draftPosition)?.user);
  return `Pick ${pickLabel(clock.pickNumber, teams)}, ${name ?? `draft position ${clock.draftPosition}`}`;
}

function resume(room, about) {
  const remaining = (room.pause?.remainingMicroseconds ?? 0) / 1000, isManual = room.pause?.kind === "manual";
  return asking("Resume …", `Resume room ${room.room}?`, () => [
    make("p", {}, "The clock of the current pick starts at once."),
    facts([["Pause", room.pause?.kind], ["Time for the pick", !room.pause ? null : isManual ? duration(room.pickClockMicroseconds / 1000) : clockTime(remaining)]]),
    form("Resume the draft", [], async () => {
      await act({ kind: "resumeRoom", room: room.room });
      await done(null, `room ${room.room} has resumed`);
    }),
  ]);
}

function extend(room, about) {
  return asking("Extend the clock …", `More time in room ${room.room}?`, async () => {
    const now = await current(room);
    if (!now.clock) throw new Error("No clock runs in this room now.");
    const { pickNumber, deadline, draftPosition } = now.clock, label = pickLabel(pickNumber, now.teams);
    const seat = now.members?.find(one => one.draftPosition === draftPosition)?.seat;
    return [
      make("p", {}, "Only this pick gets more time. All other members of the room wait for it."),
      facts([["On the clock", await onClock(now)], ["Ends now (UTC)", stamp(deadline)], ["Members who wait", grouped(now.teams - 1)]]),
      form("Extend the clock", [
        field("Seconds", { name: "seconds", type: "number", min: 1, max: 604_800, value: 60, required: true, hint: "1 second to 7 days." }),
        about.begun ? caseField(about, one => one.verdict === "upheld" && one.seat === seat, { hint: "An upheld case of the member on the clock." }) : null,
        reasonField(),
      ], async values => {
        await act({ kind: "extendClock", room: room.room, pick: pickNumber, by: Math.round(Number(values.seconds) * 1e6), reason: values.reason },
          { dispute: Number(values.case) || null });
        await done(null, `pick ${label} has ${plural(Number(values.seconds), "second")} more`);
      }),
    ];
  });
}

function cancel(room, about) {
  const needsApproval = about.begun && room.status === "countdown";
  return asking("Cancel the room …", `Cancel room ${room.room}?`, () => [
    make("p", {}, "The room is closed before its draft. Its members lose their seats and can join another room. This cannot be undone."),
    refunds(room),
    form(needsApproval ? "Propose the cancellation" : "Cancel the room", [
      needsApproval ? caseField(about, one => one.verdict === "upheld", { hint: "The room is full: another person approves, and an upheld case about it is needed." }) : null,
      reasonField(),
    ], async values => {
      const command = { kind: "cancelRoom", room: room.room, reason: values.reason };
      await done(await settle(command, { reason: values.reason, dispute: Number(values.case) || null, needsApproval }), `the cancellation of room ${room.room}`);
    }, { danger: true }),
  ], { danger: true });
}

function voiding(room, about) {
  const isOutage = room.pause?.kind === "outage";
  return asking("Void the draft …", `Void the draft of room ${room.room}?`, () => [
    make("p", {}, "The draft does not count: its entries leave the contest and can win nothing. Picks stay on record. This cannot be undone."),
    refunds(room),
    form(about.begun ? "Propose to void the draft" : "Void the draft", [
      about.begun ? caseField(about, one => one.verdict === "upheld", { isRequired: !isOutage, hint: isOutage ? "Not needed while the room is paused for an outage." : "An upheld case about this room. Another person approves." })
        : field("Approved by", { name: "approver", type: "number", min: 1, required: true, hint: "A user number: another person than you, and no member of the room." }),
      reasonField(),
    ], async values => {
      const command = { kind: "voidRoom", room: room.room, approvedBy: Number(values.approver ?? about.user), reason: values.reason };
      await done(await settle(command, { reason: values.reason, dispute: Number(values.case) || null }), `the voiding of room ${room.room}`);
    }, { danger: true }),
  ], { danger: true });
}

/** The button that cancels a contest, or why it cannot be cancelled. @param {any} contest @param {any[]} rooms of the contest, as `/v1/rooms` has them */
export async function contestControl(contest, rooms) {
  if (!await isOne("operator") || !(isOpen(contest) || ["full", "drafting", "complete"].includes(contest.status))) return null;
  const begun = rooms.filter(one => ["active", "paused", "complete"].includes(one.status)), full = rooms.filter(one => one.status === "countdown");
  if (begun.length) return section("Control", make("p", { class: "muted" },
    `${plural(begun.length, "room")} of this contest ${begun.length === 1 ? "has" : "have"} started. Void ${begun.length === 1 ? "it" : "them"} before you cancel the contest.`));
  const waiting = rooms.filter(one => ["waiting", "countdown"].includes(one.status)), count = waiting.reduce((sum, one) => sum + one.entries, 0);
  const about = await desk(() => true), needsApproval = about.begun && full.length > 0, fee = contest.entryFeeCents ?? 0;
  return section("Control", make("div", { class: "row wrap noprint" }, asking("Cancel the contest …", `Cancel ${contest.title}?`, () => [
    make("p", {}, "The contest takes no more entries, and every room that has not started is cancelled. This cannot be undone."),
    facts([["Rooms that are cancelled", grouped(waiting.length)], ["Entries", grouped(count)], ["Entry fee", money(fee)],
      ["Goes back to the members", make("b", { "data-figure": "refund", "data-value": count * fee }, money(count * fee))],
      ["Prizes that are not paid", money(contest.prizes?.reduce((sum, tier) => sum + (tier.lastPlace - tier.firstPlace + 1) * tier.amountCents, 0) ?? null)]]),
    form(needsApproval ? "Propose the cancellation" : "Cancel the contest", [
      needsApproval ? caseField(about, one => one.verdict === "upheld", { hint: "A room is full: another person approves, and an upheld case is needed." }) : null,
      reasonField(),
    ], async values => {
      const command = { kind: "cancelTournament", tournament: contest.tournament, reason: values.reason };
      await done(await settle(command, { reason: values.reason, dispute: Number(values.case) || null, needsApproval }), `the cancellation of ${contest.title}`);
    }, { danger: true }),
  ], { danger: true })));
}

/** A link to a room's page for staff. @param {number} room */
export const roomLink = room => make("a", { href: address("/operations", { room }) }, `Room ${room}`);
