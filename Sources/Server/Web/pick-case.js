// A pick of the user's own team afterwards: what is on record about it, an objection with its state, and the evidence.
import { Problem, commandOnce, get } from "./api.js";
import { append, make, sheet } from "./dom.js";
import { moment, pickLabel } from "./format.js";
import { announce, doing, toast } from "./shell.js";
import { verdictWords } from "./verdicts.js";

/** The highest number of characters of a claim. */
const longest = 1_000;

/** @typedef {{entry: number, room: number, teams: number, status: string}} Team */
/** @typedef {{pickNumber: number, playerName: string}} Pick */

/** Opens the sheet about a pick. @param {Team} team @param {Pick} pick @param {number} user */
export function pickSheet(team, pick, user) {
  const content = make("div", { class: "pickcase", "aria-live": "polite" }, make("p", { class: "loading" }, "Loading …"));
  sheet(`${pickLabel(pick.pickNumber, team.teams)} ${pick.playerName}`, () => [content]);
  const fill = async () => {
    try {
      content.replaceChildren(...await record(team, pick, user, fill));
    } catch (error) {
      content.replaceChildren(make("p", {}, /** @type {Error} */ (error).message));
    }
  };
  return fill();
}

/** The content of the sheet. @param {Team} team @param {Pick} pick @param {number} user @param {() => Promise<void>} again */
async function record(team, pick, user, again) {
  const [activity, room] = await Promise.all([get(`/v1/users/${user}/activity?room=${team.room}&pick=${pick.pickNumber}`), get(`/v1/rooms/${team.room}`)]);
  const about = activity.events.filter(one => one.room === team.room && one.pickNumber === pick.pickNumber);
  const opened = about.findLast(one => one.type === "DisputeOpened"), seat = room.members.find(one => one.user === user)?.seat;
  const happened = about.filter(one => !one.stream.startsWith("case/"));
  const resolved = opened ? activity.events.find(one => one.stream === opened.stream && one.type === "DisputeResolved") : null;
  const seatQuery = `pick=${pick.pickNumber}&seat=${seat}`, isOver = ["complete", "cancelled", "voided"].includes(team.status);
  const facts = make("section", {}, make("h3", {}, "What happened"), happened.length
    ? make("ul", { class: "happened" }, happened.map(one => make("li", {}, make("a", { class: "small number", href: "/records/" + one.position }, moment(one.occurredAt ?? one.recordedAt)), make("span", { dir: "auto" }, one.text))))
    : make("p", { class: "muted" }, "You sent no command for this pick. It was made for you: from your queue, by your rankings, or by ADP."));
  if (!opened) return [facts, objection(team, pick, { user, seat, version: room.version }, again)];
  const mine = make("section", {}, make("h3", {}, "Your objection"), make("p", { dir: "auto" }, opened.body.claim ?? "The text is erased."),
    make("p", { class: "muted small" }, make("a", { href: "/cases#case-" + opened.stream.split("/")[1] }, `Case ${opened.stream.split("/")[1]}`), `, ${moment(opened.recordedAt)}`),
    make("p", { class: "banner" }, resolved ? `Decided: ${verdictWords(resolved.body.verdict)}${resolved.body.reason ? ` ${resolved.body.reason}` : ""}` : "Open: an officer has not decided yet."));
  if (!isOver) return [facts, mine, make("p", { class: "muted small" }, "When the draft is over, you can read here what the rules say, and download the evidence.")];
  const report = await get(`/v1/rooms/${team.room}/dispute?${seatQuery}`);
  return [facts, mine, make("section", {}, make("h3", {}, "By the rules"), make("p", {}, report.headline ?? (report.verdict ? verdictWords(report.verdict) : report.unjudged)),
    make("ul", { class: "happened" }, report.reasons.map(reason => make("li", {}, reason.text)))),
    make("a", { class: "button", href: `/v1/rooms/${team.room}/evidence?${seatQuery}`, download: `room-${team.room}-pick-${pick.pickNumber}.tar` }, "Evidence"),
    make("p", { class: "muted small" }, "The evidence is a file that can be checked without this server.")];
}

/** The form of an objection. */
function objection(team, pick, { user, seat, version }, again) {
  const claim = make("textarea", { class: "input", rows: 4, maxlength: longest, required: true, dir: "auto" });
  const button = make("button", { class: "button primary large", type: "submit" }, "Object");
  const form = append(make("form", { class: "objection" }), [make("h3", {}, "Object to this pick"),
    make("p", { class: "muted small" }, "An officer reads your claim, compares it with the records, and decides. When the draft is over, you see here what the rules say, and can download the evidence."),
    make("label", { class: "field" }, make("span", {}, "What is wrong?"), claim), button]);
  form.addEventListener("submit", event => {
    event.preventDefault();
    if (claim.value.trim()) doing(button, async () => {
      await open({ kind: "openDispute", room: team.room, pick: pick.pickNumber, seat, roomVersion: version, claimant: user, claim: claim.value.trim() });
      await again();
      announce("Your objection is recorded.");
      toast("Your objection is recorded.", "success");
    });
  });
  return form;
}

/** Opens a case under a number that no other case has. After a lost answer, the same case is sent again. @param {Record<string, any>} fields */
async function open(fields) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await commandOnce(`dispute ${fields.room} ${fields.pick}`, () => ({ ...fields, dispute: 100_000_000 + crypto.getRandomValues(new Uint32Array(1))[0] }));
    } catch (error) {
      if (!(error instanceof Problem && error.code === "alreadyExists") || attempt > 3) throw error;
    }
  }
}
