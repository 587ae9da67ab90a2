// A room at any point in time: its board, its events so far, and its audit.
import { get, send, Problem } from "./api.js";
import { Board } from "./board.js";
import { byId, fill, make, stateMark } from "./dom.js";
import { grouped, moment, money, pickLabel, plural, slotOf } from "./format.js";
import { isOne } from "./staff-acting.js";
import { roomControl } from "./staff-control.js";
import { live } from "./staff-live.js";
import { nameOf, person } from "./staff-names.js";
import { findings } from "./desk-watch.js";
import { address, download, facts, field, filters, go, head, later, section, table } from "./staff-views.js";

/** @param {URLSearchParams} query */
export async function roomView(query) {
  const id = Number(query.get("room")), at = query.get("at") ?? "";
  // A draft's own page follows its clock; this one follows what staff can change.
  const [latest, isOfficer] = await Promise.all([get(`/v1/rooms/${id}`), isOne("officer"), live("/v1/approvals")]);
  const sequence = /^seq:(\d+)$/.exec(at), shown = at ? await get(address(`/v1/rooms/${id}`, { at })) : latest;
  const told = new Map(await Promise.all(latest.members.map(async one => /** @type {[number, string]} */ (
    [one.seat, await nameOf(one.user) ?? one.entryExternalID ?? `entry ${one.entry}`]))));
  const names = new Map(shown.members.map(one => [one.draftPosition === null ? null : one.draftPosition - 1, told.get(one.seat) ?? `entry ${one.entry}`]));
  return [
    head(`Room ${id}`, [["Desk", "/desk"]],
      make("a", { class: "button small", href: `/draft/${id}` }, "Draft page"),
      download("Replay", `/v1/rooms/${id}/replay.html`, `room-${id}.html`, "text/html"),
      download("Board as CSV", address(`/v1/rooms/${id}/board`, { at }), `room-${id}.csv`, "text/csv"),
      make("button", { class: "button small", type: "button", onclick: () => print() }, "Print")),
    facts([
      ["Contest", shown.tournament ? make("a", { href: address("/operations", { contest: shown.tournament }) }, shown.contest) : shown.contest], ["State", stateMark(shown.status)], ["Size", `${shown.teams} teams, ${shown.rounds} rounds, ${shown.preset}`],
      ["Entry fee", shown.entryFeeCents === null ? null : money(shown.entryFeeCents)], ["Started", shown.startedAt ? moment(shown.startedAt) : null],
      ["Shown", at ? `at ${at}, version ${grouped(shown.version)} of ${grouped(latest.version)}` : `as it is, version ${grouped(latest.version)}`],
    ]),
    at ? null : await roomControl(latest),
    section("Point in time", make("div", { class: "card noprint" },
      filters("/desk", [slider(sequence ? Number(sequence[1]) : shown.version, latest.version),
        make("div", { class: "fields" },
          field("Point in time", { name: "at", value: at, placeholder: "pick:42, seq:120, pos:991 or a time", hint: "Empty for the current state." }))],
        { room: id }, [[-1, "Previous event"], [1, "Next event"]].map(([step, words]) => {
          const next = shown.version + Number(step);
          return next < 1 || next > latest.version ? null
            : make("a", { class: "button", href: address("/desk", { room: id, at: `seq:${next}` }) }, words);
        }).concat(at ? make("a", { class: "button", href: address("/desk", { room: id }) }, "Now") : null)))),
    section("Board", later(boardOf(id, at, shown, names, isOfficer))),
    isOfficer ? section("Settle a pick", make("div", { class: "card noprint" }, filters("/desk", [make("div", { class: "fields" },
      field("Pick", { name: "pick", type: "number", min: 1, max: latest.teams * latest.rounds, required: true, hint: "The overall number, such as 24." }),
      field("Claimant", { name: "seat", options: [["", "The owner of the pick"], ...latest.members.map(one =>
        [one.seat, `${one.draftPosition ?? "–"}: ${told.get(one.seat)}`])] }))], { room: id }))) : null,
    isOfficer ? section("Audit", auditButton("audit", `Audit room ${id}`, () => get(`/v1/rooms/${id}/audit`).then(findings), "Checking every rule against every event …")) : null,
    isOfficer ? section("Signatures", auditButton("signatures", `Verify the signatures of room ${id}`, () => get(`/v1/rooms/${id}/signatures`).then(signatures), "Verifying every signature …")) : null,
    section("Timeline", later(timeline(id, at))),
    section("Members", table("Members", [
      { title: "Draft position", number: true, cell: one => one.draftPosition ?? "–" },
      { title: "Entry", number: true, cell: one => one.entry },
      { title: "User", cell: one => person(one.user, one.entryExternalID ?? "not known") },
      { title: "Picks", number: true, cell: one => one.picks }, { title: "Missed", number: true, cell: one => one.missedPicks ?? "–" },
      { title: "Autodraft", cell: one => one.autodraft === null ? "–" : one.autodraft ? "on" : "off" },
    ], shown.members)),
  ];
}

/** By how far the room had come. @param {number} value @param {number} most */
function slider(value, most) {
  const words = () => `${grouped(Number(input.value))} of ${grouped(most)} events of the room`;
  const output = make("output", { class: "muted small" });
  const input = make("input", { type: "range", class: "range", min: 1, max: most, value, "aria-label": "Point in time, by the room's events" });
  input.max = String(most);
  input.value = String(value);
  output.textContent = words();
  input.addEventListener("input", () => {
    output.textContent = words();
    const at = input.closest("form")?.elements.namedItem("at");
    if (at) at.value = `seq:${input.value}`;
  });
  input.addEventListener("change", () => input.closest("form")?.requestSubmit());
  return make("div", { class: "field" }, input, output);
}

async function boardOf(id, at, room, names, isOfficer) {
  const board = await get(address(`/v1/rooms/${id}/board`, { at })), teams = board.teams;
  const element = make("table", { "aria-label": `Board of room ${id}` });
  const drawn = new Board(element, { teams, rounds: board.rounds, label: pick => pickLabel(pick, teams), slotOf: pick => slotOf(pick, teams, room.order) });
  const turn = room.status === "active" ? board.currentPickNumber : null;
  drawn.drawHeads(Array.from({ length: teams }, (_, slot) => ({ name: names.get(slot) ?? `position ${slot + 1}` })), turn ? slotOf(turn, teams, room.order) : null);
  const last = Math.max(0, ...board.picks.map(pick => pick.pickNumber));
  for (const pick of board.picks) {
    const player = pick.playerName ? { name: pick.playerName, position: pick.position, team: pick.team ?? "" } : null;
    drawn.draw(pick.pickNumber, { player, source: pick.source, corrected: pick.corrected }, { isLatest: pick.pickNumber === last && !!turn });
  }
  if (turn) drawn.draw(turn, null, { isTurn: true });
  // Keys reach the same page by the form under the board.
  if (isOfficer) element.addEventListener("click", event => {
    const pick = /** @type {Element} */ (event.target).closest?.("td[data-pick].filled")?.getAttribute("data-pick");
    if (pick) go(address("/desk", { room: id, pick }));
  });
  element.classList.toggle("leads", isOfficer);
  return [make("p", { class: "muted small" }, `${plural(board.picks.length, "pick")}${isOfficer ? ". Choose a pick to see what happened." : ""}`),
    make("div", { class: "boardbox", tabindex: "0", role: "group", "aria-label": "Board, scrolls" }, element)];
}

/** The lines of `timeline` (position, version, time, text), with a heading for each day. */
async function timeline(id, at) {
  const response = await send(address(`/v1/rooms/${id}/timeline`, { at }), { headers: { Accept: "text/plain" } });
  const text = await response.text();
  if (!response.ok) throw new Problem(response.status, JSON.parse(text));
  let day = "";
  const rows = [];
  for (const line of text.split("\n")) {
    const date = /^── (\S+) ──/.exec(line.trim()), found = /^\s*(\d+)\s+(\d+)\s+(\S+)\s\s(.*)$/.exec(line);
    if (date) day = date[1];
    else if (found) rows.push({ position: Number(found[1]), version: Number(found[2]), time: found[3], words: found[4], day });
  }
  const most = 200, place = make("div", {});
  const draw = all => fill(place,
    all || rows.length <= most ? null : make("p", { class: "row" },
      make("span", { class: "muted" }, `The last ${most} of ${grouped(rows.length)} lines.`),
      make("button", { class: "button small noprint", type: "button", onclick: () => draw(true) }, "Show all")),
    table("What happened in the room", [
      { title: "Time (UTC)", cell: one => make("span", { class: "number" }, `${one.day} ${one.time}`) },
      { title: "What happened", grow: true, cell: one => one.words },
      { title: "Version", number: true, cell: one => make("a", { href: address("/desk", { room: id, at: `seq:${one.version}` }) }, one.version) },
      { title: "Position", number: true, cell: one => one.position },
    ], all ? rows : rows.slice(-most)));
  draw(false);
  return place;
}

/** Runs an audit at a button and shows the result in its place. @param {string} name @param {string} label @param {() => Promise<any>} run @param {string} waiting */
function auditButton(name, label, run, waiting) {
  const place = make("div", { id: name });
  const button = make("button", { class: "button noprint", type: "button" }, label);
  button.addEventListener("click", () => {
    button.hidden = true;
    fill(byId(name) ?? place, later(run(), waiting));
  });
  return [button, place];
}

/** @param {any} report as `audit --signatures` prints it */
function signatures(report) {
  const { genuine, refused, unverifiable: unknown } = report.checked, total = genuine + refused + unknown;
  return [
    make("p", { class: "banner " + (report.ok ? total ? "success" : "" : "error") },
      !report.ok ? `${plural(report.findingCount, "finding")} among ${plural(total, "signature")}.` : total ? `${plural(total, "signature")}, all as expected.` : "No command of this room was signed by its sender."),
    total ? facts([["Genuine", grouped(genuine)], ["Invalid and refused", refused ? grouped(refused) : null], ["Not verifiable", unknown ? `${grouped(unknown)}: the command or the key is not recorded` : null]]) : null,
    report.findings.length ? table("Findings", [
      { title: "Rule", cell: one => make("b", {}, one.rule) }, { title: "Position", number: true, cell: one => one.position ?? "–" },
      { title: "What is wrong", grow: true, cell: one => [one.message, make("span", { class: "muted small block" }, `expected ${one.expected}, found ${one.actual}`)] },
    ], report.findings) : null,
  ];
}
