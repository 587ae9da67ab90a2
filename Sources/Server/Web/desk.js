// The officer's desk: search, and settle disputes.
import { get } from "./api.js";
import { make } from "./dom.js";
import { member } from "./session.js";
import { isOne } from "./staff-acting.js";
import { run, shell, showProblem } from "./shell.js";
import { grouped, plural } from "./format.js";
import { caseList, caseView } from "./desk-case.js";
import { disputeView, scoreView } from "./desk-dispute.js";
import { byNewest, measureList, measureView, measuresView } from "./desk-measure.js";
import { roomView } from "./desk-room.js";
import { userView } from "./desk-user.js";
import { actsView, auditCard, auditView, unusualView } from "./desk-watch.js";
import { wordsView } from "./desk-words.js";
import { live } from "./staff-live.js";
import { person } from "./staff-names.js";
import { staffView } from "./staff-people.js";
import { address, asking, field, filters, head, later, route, section } from "./staff-views.js";

const path = "/desk";

/** @type {Record<string, [string, import("./staff-views.js").View]>} */
const views = {
  cases: ["Cases", casesView], measures: ["Approvals", measuresView], unusual: ["Integrity indicators", unusualView],
  audit: ["Audit", auditView], acts: ["Staff actions", actsView], words: ["Free text", wordsView], staff: ["Staff", query => staffView(path, query)],
};

const search = (words = "") => filters(path,
  [field("Find a room, a user, an entry, a case or a contest", { name: "q", type: "search", value: words, required: true,
    placeholder: "Number, name, title or external ID" })], {}, null, "Find");

const places = current => make("nav", { class: "places noprint", "aria-label": "Desk" },
  [["", "Desk"], ...Object.entries(views).map(([key, [label]]) => [key, label])].map(([key, label]) =>
    make("a", { href: address(path, { view: key }), "aria-current": key === current ? "page" : null }, label)));

/** @param {URLSearchParams} query */
async function home(query) {
  const isOfficer = await isOne("officer"), isCashier = await isOne("cashier");
  const cases = isOfficer ? live("/v1/cases?status=open") : isCashier ? live("/v1/cases?status=upheld") : Promise.resolve([]), measures = live("/v1/approvals");
  return [
    places(""), head("The desk", []), isOfficer ? make("div", { class: "card" }, search()) : null,
    make("div", { class: "columns" },
      section(isOfficer ? "Open cases" : "Upheld cases", later(cases.then(found =>
        caseList(found, isOfficer ? "No open cases." : "No upheld cases.")))),
      section("Pending approval", later(measures.then(found =>
        measureList(byNewest(found.filter(one => one.stage === "pending")), "No request is pending."))))),
    section("Last full audit", later(auditCard())),
  ];
}

/** @param {URLSearchParams} query */
async function found(query) {
  const words = query.get("q") ?? "", answer = await get("/v1/search?q=" + encodeURIComponent(words));
  const kinds = [
    ["Rooms", answer.rooms, "room", one => `Room ${one.room}`, one => `${one.contest ?? "no contest"}, ${one.status}, ${plural(one.picks, "pick")}`],
    ["Users", answer.users, "user", one => one.name ?? `User ${one.user}`, one => `user ${one.user}${one.externalID ? ", " + one.externalID : ""}`],
    ["Entries", answer.entries, "room", one => `Entry ${one.entry}`, one => [`room ${one.room}`, one.user ? [", ", person(one.user)] : null]],
    ["Cases", answer.cases.map(one => ({ case: one })), "case", one => `Case ${one.case}`, () => ""],
    ["Contests", answer.contests, "contest", one => one.title, one => `contest ${one.tournament}, ${one.status}, ${plural(one.entries, "entry").replace("entrys", "entries")}`],
  ];
  const count = kinds.reduce((sum, [, list]) => sum + list.length, 0);
  return [
    places(null), head(`Found for “${words}”`, [["Desk", path]]), make("div", { class: "card" }, search(words)),
    count ? null : make("p", { class: "muted" }, "Nothing has this number, name, title or external ID."),
    kinds.filter(([, list]) => list.length).map(([title, list, key, name, about]) => section(title,
      make("ul", { class: "rows" }, list.map(one => make("li", {},
        make("span", { class: "grow" },
          make("a", { href: key === "contest" ? address("/operations", { contest: one.tournament }) : address(path, { [key]: one[key] }) }, name(one)),
          make("span", { class: "muted small block" }, about(one)))))))),
  ];
}

/** @param {URLSearchParams} query */
async function casesView(query) {
  const status = query.get("status") ?? "", user = query.get("user") ?? "", rules = query.get("againstRules") ?? "";
  const older = Number(query.get("days") ?? 0);
  const openedBefore = older > 0 ? new Date(Date.now() - older * 86_400_000).toISOString() : "";
  // The verdicts of the rules are computed for each answer.
  const cases = (rules ? get : live)(address("/v1/cases", { status, user, againstRules: rules, openedBefore }));
  return [
    places("cases"), head("Cases", [["Desk", path]]),
    asking(filters(path, [make("div", { class: "fields" },
      field("State", { name: "status", value: status, options: [["", "All"], ["open", "Open"], ["resolved", "Resolved"],
        ["upheld", "Upheld"], ["rejected", "Rejected"], ["undecidable", "Undecidable"]] }),
      field("Claimant", { name: "user", value: user, type: "number", min: 1, placeholder: "User's number" }),
      field("Minimum age in days", { name: "days", value: older || "", type: "number", min: 0 }),
      field("Against the rules", { name: "againstRules", value: rules, options: [["", "All cases"],
        ["true", "Only resolved against the rules"]] }))], { view: "cases" })),
    later(cases.then(list => [
      make("p", { class: "muted", role: "status" }, list.length === 1 ? "1 case" : `${grouped(list.length)} cases`), caseList(list)])),
  ];
}

run(async () => {
  await shell();
  const who = await member();
  if (!["officer", "operator", "cashier", "auditor"].some(role => who.roles.includes(role)))
    return showProblem({ title: "The desk is for staff", detail: "Requires the role officer, operator, cashier or auditor." });
  await route(path, query => {
    if (query.has("q")) return found;
    if (query.has("case")) return caseView;
    if (query.has("measure")) return measureView;
    if (query.has("user") && !query.has("view")) return userView;
    if (query.has("room") && query.has("pick")) return disputeView;
    if (query.has("entry") && query.has("week")) return scoreView;
    if (query.has("room") && !query.has("view")) return roomView;
    const key = query.get("view") ?? "";
    const view = views[key]?.[1];
    if (!view) return home;
    return async query => {
      const content = await view(query);
      return key === "cases" ? content : [places(key), ...content];
    };
  });
});

