// The health of the server: first what needs action, then the figures in words, at last the raw metrics.
import { Problem, get, request, send } from "./api.js";
import { make, sheet } from "./dom.js";
import { grouped, moment, plural } from "./format.js";
import { doing, toast } from "./shell.js";
import { isOne } from "./staff-acting.js";
import { live } from "./staff-live.js";
import { address, head, later, redraw, section, table } from "./staff-views.js";

const path = "/operations";

/** @typedef {{name: string, help: string, samples: [string, number][]}} Family */

export async function healthView() {
  const readiness = send("/readyz").then(async response => ({ isReady: response.ok, ...await response.json() }));
  const metrics = send("/metrics").then(async response => response.ok ? families(await response.text()) : null);
  const [webhooks, approvals] = await Promise.all([live("/v1/webhooks"), live("/v1/approvals")]);
  return [
    head("Health", [["Operations", path]], make("button", { class: "button small", type: "button", onclick: () => redraw() }, "Refresh")),
    section("Needs action", later(Promise.all([readiness, metrics]).then(([state, found]) => actions(state, found, webhooks.webhooks, approvals)), "Looking …")),
    section("Deliveries", endpoints(webhooks.webhooks)),
    section("Figures", later(Promise.all([readiness, metrics]).then(([state, found]) => figures(state, found)))),
    make("details", {}, make("summary", {}, "All metrics"), later(metrics.then(found => found ? raw(found) : make("p", { class: "muted" }, "Metrics are for operators and auditors.")))),
  ];
}

/** The sum of a metric's samples, of those whose labels have a text; null if it is not reported. @param {Map<string, Family> | null} found @param {string} name @param {string} [label] */
function value(found, name, label = "") {
  const samples = found?.get(name)?.samples ?? found?.get(name + "_total")?.samples;
  return samples ? samples.filter(([labels]) => labels.includes(label)).reduce((sum, [, amount]) => sum + amount, 0) : null;
}

/** What somebody should do something about, the worst first. */
function actions(state, found, webhooks, approvals) {
  /** @type {[string, string, any][]} a kind, what is wrong, and what to do */
  const list = [];
  const add = (kind, words, todo) => list.push([kind, words, todo]);
  if (!state.isReady) add("error", `The server takes no commands: ${state.detail}`, "See the log of the server.");
  for (const part of state.parts ?? []) if (!part.ok && state.isReady) add("error", `${partNames[part.name] ?? part.name}: ${part.reason}`, "See the log of the server.");
  for (const one of webhooks) {
    const link = words => make("a", { href: address(path, { endpoint: one.endpoint }) }, words);
    if (one.deadLetters) add("error", `${one.endpoint}: ${plural(one.deadLetters, "event")} not delivered after the last attempt.`, link("Send again or drop"));
    if (!one.enabled) add("error", `${one.endpoint} takes no more messages: ${one.disabledBecause ?? "it has answered 410"}.`, link("Send to it again"));
    else if (one.failingSince) add("warning", `${one.endpoint} fails since ${moment(one.failingSince)}: ${one.lastError ?? "no answer"}`, link("Look at it"));
    else if (one.lag > 1_000) add("warning", `${one.endpoint} is ${grouped(one.lag)} events behind.`, link("Look at it"));
  }
  const failed = value(found, "draftledger_notices", 'outcome="failed"');
  if (failed) add("warning", `${plural(failed, "notice")} to members could not be delivered since the start.`, "See the log for the reasons.");
  for (const [name, most, words] of /** @type {[string, number, (count: number) => string][]} */ ([
    ["draftledger_notice_lag_events", 1_000, count => `Members were not told of ${grouped(count)} events yet.`],
    ["draftledger_projection_lag_events", 1_000, count => `Lists are ${grouped(count)} events behind the ledger.`],
    ["draftledger_audit_findings", 0, count => `The last audit has ${plural(count, "finding")}.`],
    ["draftledger_certificate_failures", 0, count => `${plural(count, "new certificate")} could not be used.`],
    ["draftledger_dropped_log_lines", 0, count => `${plural(count, "line")} of the log ${count === 1 ? "was" : "were"} dropped.`],
  ])) {
    const count = value(found, name);
    if (count !== null && count > most) add("warning", words(count), name === "draftledger_audit_findings" ? make("a", { href: "/desk?view=audit" }, "Read the findings") : "See the figures below.");
  }
  const pending = approvals.filter(one => one.stage === "pending").length;
  if (pending) add("", `${plural(pending, "approval request")} ${pending === 1 ? "waits" : "wait"} for a second person.`, make("a", { href: "/desk?view=measures&stage=pending" }, "Approvals"));
  if (!list.length) return make("p", { class: "banner success" }, `Nothing. The server is ready, and the ledger has ${grouped(state.size)} events.`);
  return make("ul", { class: "actions" }, list.map(([kind, words, todo]) => make("li", { class: "banner " + kind }, make("span", { class: "grow" }, words), make("span", {}, todo))));
}

const partNames = { writer: "Recording", disk: "Disk", checkpoint: "Checkpoints", clocks: "Clocks of drafts", time: "Clock of the machine", cluster: "Cluster" };

/** @param {any[]} list */
const endpoints = list => table("Endpoints of webhooks", [
  { title: "Endpoint", cell: one => make("a", { href: address(path, { endpoint: one.endpoint }) }, one.endpoint) },
  { title: "State", cell: one => !one.enabled ? "off" : one.failingSince ? `failing since ${moment(one.failingSince)}` : "in order" },
  { title: "Behind", number: true, cell: one => grouped(one.lag) }, { title: "Waiting", number: true, cell: one => grouped(one.waiting) },
  { title: "Not delivered", number: true, cell: one => grouped(one.deadLetters) }, { title: "Last delivery", grow: true, cell: one => one.lastDeliveryAt ? moment(one.lastDeliveryAt) : "none" },
], list, "No webhooks are configured.");

/** The figures that people ask for. */
function figures(state, found) {
  const seconds = amount => amount === null ? null : plural(Math.round(amount), "second");
  const bytes = amount => amount === null ? null : amount > 1e9 ? `${(amount / 1e9).toFixed(1)} GB` : `${(amount / 1e6).toFixed(0)} MB`;
  const rows = [
    ["Events in the ledger", state.size, grouped], ["Commands since the start", value(found, "draftledger_commands"), grouped],
    ["Commands that were refused", value(found, "draftledger_commands", 'outcome="refused"'), grouped], ["Open event streams", value(found, "draftledger_streams"), grouped],
    ["Open connections", value(found, "draftledger_connections"), grouped], ["Paused rooms", value(found, "draftledger_paused_rooms"), grouped],
    ["Notices without an outcome", value(found, "draftledger_open_notices"), grouped], ["Age of the last checkpoint", value(found, "draftledger_checkpoint_age_seconds"), seconds],
    ["Events after the last checkpoint", value(found, "draftledger_unpublished_events"), grouped], ["Free on the disk", value(found, "draftledger_disk_free_bytes"), bytes],
    ["Memory of the process", value(found, "process_resident_memory_bytes"), bytes],
  ].filter(([, amount]) => amount !== null && amount !== undefined);
  return table("Figures", [{ title: "Figure", grow: true, cell: one => one[0] }, { title: "Now", number: true, cell: one => one[2](one[1]) }], rows);
}

/** Prometheus' text format, by the names of its metrics. @param {string} text @returns {Map<string, Family>} */
function families(text) {
  /** @type {Map<string, Family>} */
  const found = new Map();
  const family = name => found.get(name) ?? found.set(name, { name, help: "", samples: [] }).get(name);
  for (const line of text.split("\n")) {
    const [, word, name, rest] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (word) { const one = family(name); if (one && word === "HELP") one.help = rest; continue; }
    const [, key, labels, amount] = /^([a-zA-Z_:][\w:]*)(\{.*\})? (\S+)$/.exec(line) ?? [];
    if (!key || key.endsWith("_bucket")) continue;
    family(found.has(key) ? key : key.replace(/_(sum|count)$/, ""))?.samples.push([((key.match(/_(sum|count)$/)?.[1] ?? "") + " " + (labels ?? "")).trim(), Number(amount)]);
  }
  return found;
}

/** @param {Map<string, Family>} found */
const raw = found => table("Metrics of the server", [
  { title: "Metric", cell: one => [make("code", {}, one.name), one.help ? make("span", { class: "muted small block" }, one.help) : null] },
  { title: "Values", grow: true, cell: one => make("ul", {}, one.samples.slice(0, 12).map(([label, amount]) => make("li", { class: "small" },
    label ? make("span", { class: "muted" }, label.replaceAll(/[{}"]/g, "").replaceAll(",", ", "), " ") : null,
    make("span", { class: "number" }, amount.toLocaleString("en-US", { maximumFractionDigits: 6 })))),
    one.samples.length > 12 ? make("li", { class: "small muted" }, `and ${one.samples.length - 12} more`) : null) },
], [...found.values()].filter(one => one.samples.length), "No metrics yet.");

/** The names of streams in words. @type {Record<string, string>} */
const streamNames = { room: "Room", tournament: "Contest", pool: "Pool", user: "Account of user", wallet: "Money of user", dispute: "Case", measure: "Approval request", season: "Season" };

/** The stream of an event in words. @param {string | null} stream such as `room/12` */
function subject(stream) {
  const [kind, number] = (stream ?? "").split("/");
  return streamNames[kind] && number ? `${streamNames[kind]} ${number}` : stream ?? "unknown";
}

/** The events that an endpoint has not received: an operator sends them again or drops them. @param {URLSearchParams} query */
export async function deadLettersView(query) {
  const endpoint = query.get("endpoint") ?? "", base = `/v1/webhooks/${encodeURIComponent(endpoint)}`;
  const [{ webhooks }, { deadLetters }, mayAct] = await Promise.all([live("/v1/webhooks"), live(base + "/dead-letters"), isOne("operator")]);
  const one = webhooks.find(found => found.endpoint === endpoint);
  if (!one) throw new Problem(404, { title: "No such endpoint", detail: `There is no endpoint ${endpoint}.` });
  const button = (label, words, work) => make("button", { class: "button small noprint", type: "button", onclick: event => doing(event.currentTarget, async () => {
    await work();
    toast(words, "success");
    await redraw();
  }) }, label);
  const again = letter => request("POST", `${base}/dead-letters/${letter.position}`);
  const all = async () => { for (const letter of deadLetters) await again(letter); };
  return [
    head(`Deliveries to ${endpoint}`, [["Operations", path], ["Health", address(path, { view: "health" })]],
      mayAct && !one.enabled ? button("Send to it again", `${endpoint} is enabled.`, () => request("POST", base + "/enable")) : null),
    endpoints([one]), one.lastError ? make("p", { class: "banner warning" }, `The last error: ${one.lastError}`) : null,
    section("Not delivered",
      deadLetters.length ? make("p", { class: "banner error row spread" }, make("span", { class: "grow" }, advice(deadLetters.length, mayAct)),
        mayAct && deadLetters.length > 1 ? button("Send all again", `${plural(deadLetters.length, "event")} are sent again.`, all) : null) : null,
      table("Events that were not delivered", [
        // A phone shows two columns, and the others by scrolling: so the buttons are in the second.
        { title: "About", cell: letter => subject(letter.stream) },
        { title: "To do", cell: letter => mayAct ? make("span", { class: "row" },
          button("Send again", `Event ${letter.position} is sent again.`, () => again(letter)), dropping(letter, endpoint, base)) : "An operator decides." },
        { title: "Reason", grow: true, cell: letter => letter.error }, { title: "Attempts", number: true, cell: letter => letter.attempts },
        { title: "Last attempt", cell: letter => moment(letter.failedAt) }, { title: "Position", number: true, cell: letter => letter.position },
      ], deadLetters, "Everything was delivered.")),
  ];
}

/** The advice about events that were given up. @param {number} count @param {boolean} mayAct */
const advice = (count, mayAct) => `${plural(count, "event")} ${count === 1 ? "was" : "were"} not delivered, and the attempts have ended. `
  + (mayAct ? "Send an event again when the endpoint works. Drop an event that the endpoint does not need." : "An operator can send them again or drop them.");

/** The button that drops an event, after a question. @param {any} letter @param {string} endpoint @param {string} base */
const dropping = (letter, endpoint, base) => make("button", { class: "button small noprint danger", type: "button",
  onclick: () => sheet(`Drop event ${letter.position}?`, close => [
    make("p", {}, `${endpoint} never receives this event about ${subject(letter.stream)}. The event stays in the ledger.`),
    make("div", { class: "row" },
      make("button", { class: "button danger", type: "button", onclick: event => doing(event.currentTarget, async () => {
        await request("DELETE", `${base}/dead-letters/${letter.position}`);
        close();
        toast(`Event ${letter.position} is dropped.`, "success");
        await redraw();
      }) }, "Drop the event"),
      make("button", { class: "button", type: "button", onclick: close }, "Keep it")),
  ]) }, "Drop …");
