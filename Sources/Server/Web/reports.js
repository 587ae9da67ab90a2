// Reports: filters are in the address, and each report can be saved as a file. Members see their own figures only.
import { get, Problem } from "./api.js";
import { make } from "./dom.js";
import { grouped, plural } from "./format.js";
import { member } from "./session.js";
import { run, shell } from "./shell.js";
import { reportCharts } from "./reports-chart.js";
import { capital, reportTable, tableOf } from "./reports-table.js";
import { address, asking, download, field, filters, head, later, route } from "./staff-views.js";

const path = "/reports";

/**
 * A parameter of a report, as `/v1/reports` describes it.
 *
 * @typedef {{name: string, label: string, help: string, type: string, options?: string[], standard?: string, minimum?: number, maximum?: number}} Parameter
 * @typedef {{name: string, title: string, about: string, needsUser: boolean, own?: {name: string, value: string}[],
 *   parameters: Parameter[], tables: import("./reports-table.js").Table[]}} Report
 * @typedef {{filters: Parameter[], reports: Report[]}} Catalogue
 * @typedef {import("./session.js").Person} Person
 */

/** Filters that are always visible. */
const first = ["contest", "user"];

/** Whether someone sees the figures of all users. @param {Person} who */
const seesField = who => who.roles.includes("analyst");

/** Whether someone may look for users by name. @param {Person} who */
const findsUsers = who => who.roles.includes("officer");

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

/** The field of the user; members have no such field. @param {Person} who @param {Report} report @param {string} value */
function userField(who, report, value) {
  if (!seesField(who)) return null;
  const isNamed = findsUsers(who);
  return field("User", {
    name: "user", value, type: isNamed ? "text" : "number", min: isNamed ? undefined : 1,
    placeholder: report.needsUser ? isNamed ? "A name or a number" : "A user's number" : "All users",
  });
}

/** Returns the number of a user who is named. @param {string} words @returns {Promise<string>} */
async function userOf(words) {
  if (!words || /^\d+$/.test(words)) return words;
  const { users } = await get(`/v1/search?q=${encodeURIComponent(words)}`);
  if (users.length === 1) return String(users[0].user);
  if (!users.length) throw new Problem(404, { title: "No such user", detail: `No user has '${words}' in the name.` });
  const some = users.slice(0, 5).map(one => `${one.name ?? one.externalID} (${one.user})`).join(", ");
  throw new Problem(400, { title: "Several users", detail: `'${words}' could be ${some}. Enter the number.` });
}

/** @param {Person} who @returns {import("./staff-views.js").View} */
const reportView = who => async query => {
  const key = query.get("report") ?? "";
  const [catalogue, contests] = await Promise.all([/** @type {Promise<Catalogue>} */ (get("/v1/reports")), get("/v1/tournaments")]);
  const report = catalogue.reports.find(report => report.name === key);
  if (!report) return home(who)(query);
  const { title, about, parameters, tables } = report;
  // Addresses of earlier versions count slots from 0; the form shows the draft position from 1.
  const shared = catalogue.filters;
  const asked = Object.fromEntries([...shared, ...parameters].map(({ name }) => [name, query.get(name) ?? ""]));
  const named = asked.user;
  asked.user = seesField(who) ? await userOf(named) : String(who.user);
  // Members begin with the values for which a report is about their own entries alone.
  if (!seesField(who)) for (const { name, value } of report.own ?? []) asked[name] ||= value;
  const source = address(`/v1/reports/${key}`, asked), isAsked = !report.needsUser || asked.user;
  const found = isAsked ? get(source) : null, more = shared.filter(filter => !first.includes(filter.name));
  const kept = Object.fromEntries(shared.map(({ name }) => [name, asked[name]]));
  return [
    tabs(catalogue, key, who), head(title, [["Reports", path]],
      download("CSV", source, `${key}.csv`, "text/csv"), download("JSON", source, `${key}.json`, "application/json"),
      download("SQLite", source, `${key}.sqlite`, "application/vnd.sqlite3"),
      make("a", { class: "button small", href: address("/v1/reports.html", kept), target: "_blank" }, "All as one page"),
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    make("p", { class: "muted" }, about),
    asking(filters(path, [
      make("div", { class: "fields" },
        field("Contest", { name: "contest", value: asked.contest, options: [["", "All contests"],
          ...contests.map(one => /** @type {[string, string]} */ ([String(one.tournament), one.title || `Contest ${one.tournament}`]))] }),
        userField(who, report, named),
        parameters.map(parameter => parameterField(parameter, asked[parameter.name]))),
      make("details", { open: more.some(filter => asked[filter.name]) },
        make("summary", {}, "More filters"),
        make("div", { class: "fields" }, more.map(parameter => parameterField(parameter, asked[parameter.name])))),
    ], { report: key }, make("a", { class: "button", href: address(path, { report: key }) }, "Clear")), { label: "Which entries", isNeeded: !isAsked }),
    !found ? make("p", { class: "muted", role: "status", id: "scope" }, "Enter the user whose entries you want to see.") : later(found.then(answer => {
      const described = tableOf(tables, answer), charts = reportCharts(answer, described).filter(chart => chart);
      return [
        make("p", { class: "muted", role: "status", id: "scope" },
          `${answer.entries === 1 ? "1 entry" : grouped(answer.entries) + " entries"} of ${plural(answer.drafts, "draft")}, as of ${asked.at || now()}.`),
        charts.length ? make("div", { class: "columns charts" }, charts) : null,
        reportTable(title, answer, described),
      ];
    }), "Counting the entries …"),
  ];
};

/** The time of an answer, which is of the moment at which it was asked for. */
const now = () => new Date().toLocaleString("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });

/** @param {Catalogue} catalogue @param {string} current @param {Person} who */
const tabs = (catalogue, current, who) => make("nav", { class: "places noprint", "aria-label": "Reports" }, offered(catalogue, who).map(({ name, title }) =>
  make("a", { href: address(path, { report: name }), "aria-current": name === current ? "page" : null }, title)));

/** Reports about other users' entries are left out for members: they are open only for contests that are over. @param {Catalogue} catalogue @param {Person} who */
const offered = ({ reports }, who) => seesField(who) ? reports : reports.filter(({ own }) => own);

/** @param {Person} who @returns {import("./staff-views.js").View} */
const home = who => async () => {
  const catalogue = /** @type {Catalogue} */ (await get("/v1/reports")), isField = seesField(who);
  return [
    head(isField ? "Reports" : "My teams in figures", []),
    make("p", { class: "muted" }, "Every number is computed from the ledger, with its filter and its point in time."),
    make("p", {}, make("a", { class: "button", href: address("/v1/reports.html", { user: isField ? "" : who.user }), target: "_blank" }, "All as one page")),
    make("ul", { class: "grid" }, offered(catalogue, who).map(({ name, title, about }) => make("li", { class: "card" },
      make("h2", {}, make("a", { href: address(path, { report: name }) }, title)), make("p", { class: "muted" }, about)))),
  ];
};

run(async () => {
  await shell();
  const who = await member();
  // An address with an unknown report shows the list of all reports.
  await route(path, query => query.get("report") ? reportView(who) : home(who));
});
