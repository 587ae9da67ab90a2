// The analyst's reports: filters are in the address, and each report can be saved as a file.
import { get } from "./api.js";
import { make } from "./dom.js";
import { grouped, plural } from "./format.js";
import { member } from "./session.js";
import { run, shell } from "./shell.js";
import { reportTable } from "./reports-table.js";
import { address, download, field, filters, head, later, route, section } from "./staff-views.js";

const path = "/reports";

/**
 * A parameter of a report, as `/v1/reports` describes it.
 *
 * @typedef {{name: string, label: string, help: string, type: string, options?: string[], standard?: string, minimum?: number, maximum?: number}} Parameter
 * @typedef {{name: string, title: string, about: string, needsUser: boolean, parameters: Parameter[]}} Report
 * @typedef {{filters: Parameter[], reports: Report[]}} Catalogue
 */

/** Filters that are always visible. */
const first = ["contest", "user"];

const capital = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns the field of a parameter.
 *
 * @param {Parameter} parameter @param {string} value
 */
function parameterField({ name, label, type, options = [], standard, minimum, maximum, help }, value) {
  const hint = help.replace(/\.$/, "");
  if (type === "flag") return field(label, { name, value, hint, options: [["", "Exclude"], ["true", "Include"]] });
  if (type === "choice") {
    const others = options.filter(word => word !== standard).map(word => /** @type {[string, string]} */ ([word, word === word.toUpperCase() ? word : capital(word)]));
    return field(label, { name, value: value === standard ? "" : value, hint, options: [["", standard ? capital(standard) : "All"], ...others] });
  }
  if (type === "number") return field(label, { name, value, hint, type: "number", min: minimum, max: maximum, placeholder: standard ?? "" });
  return field(label, { name, value, hint, type: type === "time" ? "date" : "text" });
}

/** @param {URLSearchParams} query */
async function reportView(query) {
  const key = query.get("report") ?? "";
  const [catalogue, contests] = await Promise.all([/** @type {Promise<Catalogue>} */ (get("/v1/reports")), get("/v1/tournaments")]);
  const report = catalogue.reports.find(report => report.name === key);
  if (!report) return home();
  const { title, about, parameters } = report;
  // Addresses of earlier versions count slots from 0; the form shows the draft position from 1.
  const shared = catalogue.filters;
  const asked = Object.fromEntries([...catalogue.filters, ...parameters].map(({ name }) => [name, query.get(name) ?? ""]));
  const source = address(`/v1/reports/${key}`, asked), isAsked = !report.needsUser || asked.user;
  const found = isAsked ? get(source) : null, more = shared.filter(filter => !first.includes(filter.name));
  return [
    tabs(catalogue, key), head(title, [["Reports", path]],
      download("CSV", source, `${key}.csv`, "text/csv"), download("JSON", source, `${key}.json`, "application/json"),
      download("SQLite", source, `${key}.sqlite`, "application/vnd.sqlite3"),
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    make("p", { class: "muted" }, about),
    section("Which entries", make("div", { class: "card noprint" }, filters(path, [
      make("div", { class: "fields" },
        field("Contest", { name: "contest", value: asked.contest, options: [["", "All contests"],
          ...contests.map(one => /** @type {[string, string]} */ ([String(one.tournament), one.title || `Contest ${one.tournament}`]))] }),
        field("User", { name: "user", type: "number", min: 1, value: asked.user, placeholder: report.needsUser ? "A user's number" : "All users" }),
        parameters.map(parameter => parameterField(parameter, asked[parameter.name]))),
      make("details", { open: more.some(filter => asked[filter.name]) },
        make("summary", {}, "More filters"),
        make("div", { class: "fields" }, more.map(parameter => parameterField(parameter, asked[parameter.name])))),
    ], { report: key }, make("a", { class: "button", href: address(path, { report: key }) }, "Clear")))),
    !found ? make("p", { class: "muted", role: "status", id: "scope" }, "Enter the user whose entries you want to see.") : later(found.then(report => [
      make("p", { class: "muted", role: "status", id: "scope" },
        `${report.filter}: ${report.entries === 1 ? "1 entry" : grouped(report.entries) + " entries"} of ${plural(report.drafts, "draft")}, as of position ${grouped(report.position)}.`),
      reportTable(title, report),
    ]), "Counting the entries …"),
  ];
}

/** @param {Catalogue} catalogue @param {string} current */
const tabs = (catalogue, current) => make("nav", { class: "places noprint", "aria-label": "Reports" }, catalogue.reports.map(({ name, title }) =>
  make("a", { href: address(path, { report: name }), "aria-current": name === current ? "page" : null }, title)));

async function home() {
  const { reports } = /** @type {Catalogue} */ (await get("/v1/reports"));
  return [
    head("Reports", []),
    make("p", { class: "muted" }, "Every number is computed from the ledger, with its filter and its point in time."),
    make("ul", { class: "grid" }, reports.map(({ name, title, about }) => make("li", { class: "card" },
      make("h2", {}, make("a", { href: address(path, { report: name }) }, title)), make("p", { class: "muted" }, about)))),
  ];
}

run(async () => {
  await shell();
  await member();
  // An address with an unknown report shows the list of all reports.
  await route(path, query => query.get("report") ? reportView : home);
});

