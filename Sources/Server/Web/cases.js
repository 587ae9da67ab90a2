// The user's objections: each with its claim, the verdict in words, and what followed from it.
import { get } from "./api.js";
import { emptyState, make, stateMark } from "./dom.js";
import { money, moment } from "./format.js";
import { verdictWords } from "./verdicts.js";
import { member } from "./session.js";
import { run, shell, show } from "./shell.js";

/** @param {any} found a case in the list @param {Map<number, any>} entries the user's rooms, by number @param {boolean} isOpen */
function card(found, rooms, isOpen) {
  const room = rooms.get(found.room), more = make("div", { class: "more", "aria-live": "polite" });
  const subject = found.week === null ? `Pick ${found.label ?? found.pickNumber}` : `Week ${found.week}`;
  const details = make("details", { open: isOpen, ontoggle: () => { if (details.open && !more.hasChildNodes()) load(more, found); } },
    make("summary", {}, "What followed"), more);
  return make("li", { class: "card", id: "case-" + found.case },
    make("div", { class: "row spread" }, make("h2", { class: "clip" }, make("span", { dir: "auto" }, `${subject} · ${room?.contest ?? `Room ${found.room}`}`)),
      found.verdict === null ? stateMark("waiting", "Open") : stateMark("complete", "Decided")),
    make("p", { class: "muted small" }, `Case ${found.case}, ${moment(found.openedAt)} · `, make("a", { href: "/draft/" + found.room }, `room ${found.room}`)),
    make("blockquote", { dir: "auto" }, found.claim || "The text is erased."),
    make("p", { class: "strong" }, found.verdict === null ? "An officer has not decided yet." : verdictWords(found.verdict), found.reason ? make("span", { dir: "auto" }, ` ${found.reason}`) : null,
      found.resolvedAt ? make("span", { class: "muted small" }, ` ${moment(found.resolvedAt)}`) : null),
    details);
}

/** Loads the consequences of a case, which can be read once the draft is over. */
async function load(more, found) {
  more.append(make("p", { class: "muted" }, "Loading …"));
  try {
    more.replaceChildren(...followed(await get("/v1/cases/" + found.case), found));
  } catch (error) {
    const problem = /** @type {import("./api.js").Problem} */ (error);
    more.replaceChildren(make("p", { class: "muted" }, problem.status === 403 ? "When the draft is over, you can read here what the rules say, and what followed." : problem.message));
  }
}

function followed(page, found) {
  const { corrections = [], payments = [], documents = [], entry } = page.case ?? {};
  const lines = [
    ...documents.map(one => `${moment(one.attachedAt)}: the document “${one.title}” was attached.`),
    ...corrections.map(one => `${moment(one.correctedAt)}: pick ${one.pickNumber} was corrected.`),
    ...payments.map(one => `${moment(one.paidAt)}: ${money(one.amountCents)} was ${one.amountCents < 0 ? "taken from" : "paid to"} your balance.`),
  ];
  return [
    make("h3", {}, "By the rules"), make("p", {}, page.headline ?? (page.verdict ? verdictWords(page.verdict) : page.unjudged ?? "The rules give no verdict.")),
    make("ul", { class: "plain" }, (page.reasons ?? []).map(reason => make("li", { class: "muted" }, reason.text))),
    make("h3", {}, "What followed"), lines.length ? make("ul", { class: "plain" }, lines.map(line => make("li", {}, line))) : make("p", { class: "muted" }, found.verdict === null ? "Nothing yet." : "No correction and no payment followed."),
    entry && entry.returnedCents ? make("p", { class: "muted" }, `${money(entry.returnedCents)} of the entry fee of ${money(entry.feeCents)} came back to you.`) : null,
    found.week === null ? make("a", { class: "button small", href: `/v1/rooms/${found.room}/evidence?pick=${found.pickNumber}&seat=${found.seat}`, download: `case-${found.case}.tar` }, "Evidence") : null,
  ].filter(Boolean);
}

run(async () => {
  const who = await member(), [, cases, rooms] = await Promise.all([shell(), get(`/v1/cases?user=${who.user}`), get(`/v1/users/${who.user}/entries`)]);
  const byRoom = new Map(rooms.map(room => [room.room, room])), wanted = location.hash.slice(1);
  if (!cases.length)
    return void show(make("h1", {}, "Your objections"), emptyState("proof", "No objections", "On the page of a team you can open each of your picks, see what is on record about it, and object.", make("a", { class: "button primary", href: "/teams" }, "Your teams")));
  show(make("h1", {}, "Your objections"), make("p", { class: "muted" }, "An officer compares each claim with the records and decides. Claim, decision and payments are on record."),
    make("ul", { class: "grid" }, [...cases].reverse().map(found => card(found, byRoom, wanted === "case-" + found.case))));
});
