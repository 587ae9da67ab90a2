// The analyst's reports: each with its filters in the address, and as a file.
import { get } from "./api.js";
import { make } from "./dom.js";
import { grouped, plural } from "./format.js";
import { member } from "./session.js";
import { run, shell } from "./shell.js";
import { reportTable } from "./reports-table.js";
import { address, download, field, filters, head, later, route, section } from "./staff-views.js";

const path = "/reports";

/** @typedef {{name: string, options?: [string, string][], label: string, type?: string, placeholder?: string, min?: number}} Choice */

const positions = /** @type {[string, string][]} */ ([["", "All positions"], ["QB", "QB"], ["RB", "RB"], ["WR", "WR"], ["TE", "TE"]]);
const position = { name: "position", label: "Position", options: positions };
const top = { name: "top", label: "How many rows", type: "number", min: 1 };

/** @type {Record<string, {title: string, about: string, choices: Choice[]}>} */
const reports = {
  exposure: { title: "Exposure", about: "How much of the entries each player is in, by count and by fee.", choices: [position,
    { name: "by", label: "By", options: [["", "Player"], ["slot", "Player and draft slot"]] }] },
  ownership: { title: "Ownership", about: "How much of the whole field each player is in; with a user, the own share against it.", choices: [position] },
  adp: { title: "ADP", about: "When drafts take each player: the average, its spread, and how often.", choices: [position,
    { name: "by", label: "By", options: [["", "The whole time"], ["week", "Week by week"]] },
    { name: "undrafted", label: "Undrafted", options: [["", "Left out"], ["last", "Counted as last"]] }] },
  pairs: { title: "Pairs", about: "Which players stand in one roster, and how much more often than chance would have it.", choices: [
    { name: "by", label: "Order", options: [["", "By count"], ["lift", "By lift"]] }, { name: "minimum", label: "Together at least", type: "number", min: 1 },
    { name: "with", label: "With player", placeholder: "Name or id" }, position, top] },
  stacks: { title: "Stacks", about: "Players of one NFL team in one roster, with and without their quarterback.", choices: [] },
  clv: { title: "Closing line value", about: "What picks were worth against a reference: positive is later than it.", choices: [
    { name: "reference", label: "Reference", options: [["", "Closing line"], ["at-pick", "ADP at the pick"]] },
    { name: "curve", label: "Curve", options: [["", "Linear"], ["power", "Power"]] }, position, top] },
  construction: { title: "Construction", about: "How rosters are built: QB-RB-WR-TE.", choices: [
    { name: "by", label: "By", options: [["", "Build"], ["round", "Round"]] }] },
  byes: { title: "Byes", about: "How many players of a roster are on bye at once.", choices: [] },
  duplicates: { title: "Duplicates", about: "How many others begin with the same players.", choices: [
    { name: "first", label: "First so many players", type: "number", min: 1 }, top] },
};

const filterNames = ["user", "contest", "since", "until", "slot", "clock", "includeUnfinished", "at"];

/** @param {URLSearchParams} query */
async function reportView(query) {
  const key = query.get("report") ?? "", { title, about, choices } = reports[key];
  const asked = Object.fromEntries([...filterNames, ...choices.map(choice => choice.name)].map(name => [name, query.get(name) ?? ""]));
  const source = address(`/v1/reports/${key}`, asked), contests = await get("/v1/tournaments");
  const found = get(source);
  return [
    tabs(key), head(title, [["Reports", path]],
      download("CSV", source, `${key}.csv`, "text/csv"), download("JSON", source, `${key}.json`, "application/json"),
      download("SQLite", source, `${key}.sqlite`, "application/vnd.sqlite3"),
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    make("p", { class: "muted" }, about),
    section("Which entries", make("div", { class: "card noprint" }, filters(path, [
      make("div", { class: "fields" },
        field("Contest", { name: "contest", value: asked.contest, options: [["", "All contests"],
          ...contests.map(one => /** @type {[string, string]} */ ([String(one.tournament), one.title || `Contest ${one.tournament}`]))] }),
        field("User", { name: "user", type: "number", min: 1, value: asked.user, placeholder: "All users" }),
        choices.map(({ label, ...choice }) => field(label, { ...choice, value: asked[choice.name] }))),
      make("details", { open: ["since", "until", "slot", "clock", "includeUnfinished", "at"].some(name => asked[name]) },
        make("summary", {}, "More filters"), make("div", { class: "fields" },
          field("Drafts from", { name: "since", type: "date", value: asked.since }), field("Drafts before", { name: "until", type: "date", value: asked.until }),
          field("Draft slot", { name: "slot", type: "number", min: 0, max: 19, value: asked.slot, placeholder: "All slots" }),
          field("Clock", { name: "clock", value: asked.clock, options: [["", "All clocks"], ["fast", "Fast"], ["slow", "Slow"], ["untimed", "Untimed"], ["custom", "Custom"]] }),
          field("Unfinished rooms", { name: "includeUnfinished", value: asked.includeUnfinished, options: [["", "Left out"], ["true", "Counted too"]] }),
          field("As of", { name: "at", value: asked.at, placeholder: "pos:991 or a time" }))),
    ], { report: key }, make("a", { class: "button", href: address(path, { report: key }) }, "Clear")))),
    later(found.then(report => [
      make("p", { class: "muted", role: "status", id: "scope" },
        `${report.filter}: ${report.entries === 1 ? "1 entry" : grouped(report.entries) + " entries"} of ${plural(report.drafts, "draft")}, as of position ${grouped(report.position)}.`),
      reportTable(title, report),
    ]), "The entries are counted …"),
  ];
}

const tabs = current => make("nav", { class: "places noprint", "aria-label": "Reports" }, Object.entries(reports).map(([key, { title }]) =>
  make("a", { href: address(path, { report: key }), "aria-current": key === current ? "page" : null }, title)));

async function home() {
  return [
    head("Reports", []),
    make("p", { class: "muted" }, "Every figure is counted anew from the ledger, and says which entries it counts and as of when."),
    make("ul", { class: "grid" }, Object.entries(reports).map(([key, { title, about }]) => make("li", { class: "card" },
      make("h2", {}, make("a", { href: address(path, { report: key }) }, title)), make("p", { class: "muted" }, about)))),
  ];
}

run(async () => {
  await shell();
  await member();
  // An address that names a report under another name leads to all of them.
  await route(path, query => query.get("report") && reports[query.get("report") ?? ""] ? reportView : home);
});

