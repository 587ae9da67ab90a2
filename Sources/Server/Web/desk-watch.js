// Views over the whole ledger: the audit, integrity indicators, and staff actions.
import { get, request, send, Problem } from "./api.js";
import { fill, make } from "./dom.js";
import { grouped, moment } from "./format.js";
import { isOne } from "./staff-acting.js";
import { announce, doing } from "./shell.js";
import { wordsLink } from "./desk-words.js";
import { people, person } from "./staff-names.js";
import { address, asking, download, facts, field, filters, head, later, section, stamp, table } from "./staff-views.js";

/** @param {any} report as `audit` prints it */
export function findings(report) {
  const subject = report.room ? `Room ${report.room}` : `The ledger of ${grouped(report.size)} events`;
  return [
    make("p", { class: "banner " + (report.ok ? "success" : "error") },
      report.ok ? `${subject} follows every rule.` : `${subject}: ${grouped(report.findingCount)} findings.`),
    table("Findings", [
      { title: "Rule", cell: one => make("b", {}, one.rule) }, { title: "Position", number: true, cell: one => one.position ?? "–" },
      { title: "Subject", cell: one => one.stream ?? "the ledger" }, { title: "What is wrong", grow: true, cell: one => [one.message,
        make("span", { class: "muted small block" }, `expected ${one.expected}, found ${one.actual}`)] },
    ], report.findings, "No finding."),
    report.warnings.length ? [make("h3", {}, "Warnings (no rule broken)"), table("Warnings", [
      { title: "Position", number: true, cell: one => one.position }, { title: "Subject", cell: one => one.stream },
      { title: "What", grow: true, cell: one => one.message }], report.warnings)] : null,
    make("details", {}, make("summary", {}, "Checks"),
      facts(Object.entries(report.checked).map(([name, count]) => [spaced(name), grouped(/** @type {any} */ (count))]))),
  ];
}

/** A member's name as words: missingTicks is missing ticks. @param {string} name */
export const spaced = name => name.replaceAll(/([A-Z])/g, part => " " + part.toLowerCase());

const lastOne = last => [
  make("p", { class: "muted small" }, `Started ${moment(last.startedAt)}, finished ${moment(last.finishedAt)}.`),
  findings(last.report)];

export async function auditCard() {
  if (!await isOne("officer")) return make("p", { class: "muted" }, "The result is for officers.");
  const state = await get("/v1/audit");
  if (state.running) return make("p", {}, "An audit is running. ", make("a", { href: "/desk?view=audit" }, "Watch it"));
  return state.last ? lastOne(state.last)
    : make("p", { class: "muted" }, "No audit since the server started. ", make("a", { href: "/desk?view=audit" }, "Start one"));
}

export async function auditView() {
  const place = make("div", { class: "part" }), button = make("button", { class: "button primary", type: "button" }, "Audit everything");
  const draw = state => {
    button.disabled = !!state.running;
    const share = state.running?.total ? state.running.done / state.running.total : 0;
    fill(place, state.failure ? make("p", { class: "banner error" }, state.failure) : null, state.running ? [
      make("p", {}, `Started ${moment(state.running.startedAt)}: ${Math.floor(share * 100)} % done.`),
      make("progress", { max: 1, value: share, "aria-label": "Progress of the audit" }),
    ] : state.last ? lastOne(state.last) : make("p", { class: "muted" }, "No audit since the server started."));
  };
  const follow = async () => {
    let state = await get("/v1/audit");
    draw(state);
    while (state.running && place.isConnected) {
      await new Promise(done => setTimeout(done, 500));
      state = await get("/v1/audit");
      draw(state);
      if (!state.running) announce(state.last ? "The audit is done." : "The audit failed.", true);
    }
  };
  button.addEventListener("click", () => doing(button, async () => { await request("POST", "/v1/audit"); await follow(); }));
  setTimeout(() => follow().catch(error => fill(place, make("p", { class: "banner error" }, error.message))), 0);
  return [
    head("Full audit", [["Desk", "/desk"]], button,
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    make("p", { class: "muted" }, "Checks every event against every rule: links, turns, clocks, autopicks, draws, decisions and money. "
      + "It continues when you leave this page."), section("Result", place),
  ];
}

const titles = {
  together: "In the same rooms", rosters: "The same players", feeding: "Picks that feed one seat", reactions: "Machine-like timing",
  reseated: "Seated together again after a cancellation", chargebacks: "Chargebacks", withheld: "Withheld reveals",
};

/** @param {URLSearchParams} query */
export async function unusualView(query) {
  const kind = query.get("kind") ?? "", top = query.get("top") ?? "", source = address("/v1/integrity-indicators", { kind, limit: top });
  const list = get(source);
  const two = value => value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return [
    head("Integrity indicators", [["Desk", "/desk"]], download("CSV", source, "unusual.csv", "text/csv"),
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    make("p", { class: "banner" }, "These are statistical indicators, not proof. Review the rooms before you decide."),
    asking(filters("/desk", [make("div", { class: "fields" },
      field("Indicator", { name: "kind", value: kind, options: [["", "Everything"], ...Object.entries(titles)] }),
      field("Rows of each", { name: "top", type: "number", min: 1, max: 1000, value: top || "", placeholder: 10 }))], { view: "unusual" })),
    later(list.then(found => Object.entries(titles).filter(([key]) => !kind || key === kind).map(([key, title]) => {
      const mine = found.filter(one => one.kind === key);
      return section(title, mine.length ? make("p", { class: "muted small" }, mine[0].unit) : null, table(title, [
        { title: "Rank", number: true, cell: one => one.rank },
        { title: "Users", cell: one => people(one.users) },
        { title: "Found", number: true, raw: one => one.value, cell: one => make("b", {}, two(one.value)) },
        { title: "Common", number: true, raw: one => one.base, cell: one => two(one.base) },
        { title: "Of", number: true, cell: one => grouped(one.chances) },
        { title: "Rooms", cell: one => one.rooms.map((room, index) => [index ? ", " : "", make("a", { href: address("/desk", { room }) }, room)]) },
      ], mine, "No indicators."));
    })), "Reading rosters, clocks and payments …"),
  ];
}

/** @param {URLSearchParams} query */
export async function actsView(query) {
  const names = ["actor", "user", "room", "since", "until", "from"];
  const asked = Object.fromEntries(names.map(name => [name, query.get(name) ?? ""]));
  const source = address("/v1/staff/actions", { ...asked, limit: 200 });
  const [response, mayReadWords] = await Promise.all([send(source), isOne("officer")]), text = await response.text();
  if (!response.ok) throw new Problem(response.status, JSON.parse(text));
  const rows = text.split("\n").filter(Boolean).map(line => JSON.parse(line));
  const next = /[?&]from=(\d+)/.exec(response.headers.get("Link") ?? "")?.[1];
  return [
    head("Staff actions", [["Desk", "/desk"]], download("CSV", address("/v1/staff/actions", { ...asked, limit: 10_000 }), "acts.csv", "text/csv"),
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    asking(filters("/desk", [make("div", { class: "fields" },
      field("By", { name: "actor", value: asked.actor, placeholder: "admin, 7 or admin/7" }),
      field("To user", { name: "user", type: "number", min: 1, value: asked.user }), field("In room", { name: "room", type: "number", min: 1, value: asked.room }),
      field("From", { name: "since", type: "date", value: asked.since }), field("Before", { name: "until", type: "date", value: asked.until }))], { view: "acts" })),
    table("Staff actions", [
      { title: "When (UTC)", cell: one => stamp(one.recordedAt) },
      { title: "Action", grow: true, cell: one => [one.text, one.reason && !one.text.includes(one.reason) ? make("span", { class: "muted small block" }, one.reason) : null] },
      { title: "By", cell: one => one.actor }, { title: "Kind", cell: one => make("b", {}, one.action) },
      { title: "To", cell: one => person(one.user, "") },
      { title: "Case", cell: one => one.case ? make("a", { href: address("/desk", { case: one.case }) }, one.case) : "" },
      { title: "Position", number: true, cell: one => mayReadWords ? wordsLink(one.position) : one.position },
    ], rows, "No staff action matches."),
    next ? make("a", { class: "button", href: address("/desk", { view: "acts", ...asked, from: next }) }, "Next 200") : null,
  ];
}
