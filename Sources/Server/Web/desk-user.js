// The activity of one user in chronological order.
import { get } from "./api.js";
import { make } from "./dom.js";
import { grouped } from "./format.js";
import { caseList } from "./desk-case.js";
import { margin } from "./desk-dispute.js";
import { dollars } from "./desk-measure.js";
import { address, asking, download, facts, field, filters, head, later, section, stamp, table } from "./staff-views.js";
import { spaced } from "./desk-watch.js";
import { profileSection, wordsLink } from "./desk-words.js";
import { isOne } from "./staff-acting.js";

const kinds = ["account", "money", "entry", "room", "pick", "clock", "autodraft", "queue", "refusal", "connection", "notice", "case"];

/** @param {URLSearchParams} query */
export async function userView(query) {
  const user = Number(query.get("user")), since = query.get("since") ?? "", until = query.get("until") ?? "", kind = query.get("kind") ?? "";
  const source = address(`/v1/users/${user}/activity`, { since, until });
  const [{ profile }, statement, isOfficer] = await Promise.all([
    get(`/v1/users/${user}/profile`), get(`/v1/users/${user}/statement`), isOne("officer")]);
  const activity = get(source), name = profile?.displayName ?? `User ${user}`;
  return [
    head(name, [["Desk", "/desk"]], download("CSV", source, `user-${user}.csv`, "text/csv"),
      download("JSON", source, `user-${user}.json`, "application/json"),
      download("Statement", `/v1/users/${user}/statement`, `user-${user}-statement.csv`, "text/csv"),
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    facts([
      ["Number", user], ["External ID", profile?.externalID], ["Name", profile ? null : "no profile, or erased"],
      ["Available", make("span", { "data-figure": "available", "data-value": statement.availableCents }, dollars(statement.availableCents))],
      ["Held", make("span", { "data-figure": "held", "data-value": statement.heldCents }, dollars(statement.heldCents))],
    ]),
    section("Cases", later(get(`/v1/cases?user=${user}`).then(found => caseList(found, "No case of this user is recorded.")))),
    section("Activity", asking(filters("/desk", [make("div", { class: "fields" },
      field("From", { name: "since", type: "date", value: since }), field("Before", { name: "until", type: "date", value: until }),
      field("What", { name: "kind", value: kind, options: [["", "Everything"], ...kinds.map(one => /** @type {[string, string]} */ ([one, one]))] }))], { user })),
    later(activity.then(found => chronology(found, kind, isOfficer)), "Collecting every event of the user …")),
    isOfficer ? profileSection(user, profile !== null) : null,
  ];
}

function chronology(found, kind, mayReadWords) {
  const rows = found.events.filter(one => !kind || one.kind === kind);
  return [
    make("ul", { class: "counts" }, Object.entries(found.counts).filter(([name, count]) => name !== "picksUnknown" || count)
      .map(([name, count]) => make("li", { "data-figure": name, "data-value": count }, make("b", {}, grouped(/** @type {any} */ (count))), " ", spaced(name)))),
    table("Activity", [
      { title: "When (UTC)", cell: one => stamp(one.occurredAt ?? one.recordedAt) },
      { title: "What happened", grow: true, cell: one => [one.text, one.code ? make("span", { class: "muted small block" },
        one.marginMicroseconds === null ? one.code : `${one.code}, ${margin(one.marginMicroseconds)} s`) : null] },
      { title: "What", cell: one => one.kind },
      { title: "Room", cell: one => one.room ? make("a", { href: one.pickNumber ? address("/desk", { room: one.room, pick: one.pickNumber })
        : address("/desk", { room: one.room }) }, one.pickNumber ? `${one.room}, pick ${one.pickNumber}` : one.room) : "" },
      { title: "By", cell: one => one.byOther ? make("b", {}, one.actor ?? "the rules") : one.actor ?? "the rules" },
      { title: "Position", number: true, cell: one => mayReadWords ? wordsLink(one.position) : one.position },
    ], rows, "No events are recorded."),
  ];
}
