// Player pools and the points of weeks: files are read by the server, shown, and recorded by commands that this page signs.
import { Problem, get, send } from "./api.js";
import { fill, make } from "./dom.js";
import { grouped, plural, points } from "./format.js";
import { act, isOne, tell } from "./staff-acting.js";
import { FieldErrors, address, facts, field, form, go, head, later, section, table, tick } from "./staff-views.js";

const path = "/operations";

/**
 * Asks what a file would lead to. Nothing is recorded.
 *
 * @param {File} file @param {Record<string, any>} how the parameters of the import
 * @returns {Promise<any>} the counts, the rows that are not valid, and the commands
 */
async function plan(file, how) {
  // The ledger has the file's name as the source of what it says.
  const name = file.name.replaceAll(/[/\p{C}]/gu, "-").replace(/^\.+/, "").slice(-60) || "file.csv";
  const response = await send(address("/v1/imports/plan", { ...how, name }), { method: "POST", headers: { "Content-Type": "text/csv", Accept: "application/json" }, body: file });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Problem(response.status, answer);
  return answer;
}

/** The rows of files that are not valid, and what else the user should know. @param {any[]} plans */
function remarks(plans) {
  const refused = plans.flatMap(one => one.refused), notes = plans.flatMap(one => one.notes);
  return [
    refused.length ? [make("p", { class: "banner error" }, `${plural(refused.length, "part")} of the file cannot be imported.`), table("What cannot be imported", [
      { title: "File", cell: one => one.file }, { title: "Line", number: true, cell: one => one.line ?? "–" }, { title: "Column", cell: one => one.column ?? "–" },
      { title: "Found", grow: true, cell: one => one.found }, { title: "Expected", cell: one => one.expected },
    ], refused.slice(0, 100))] : null,
    notes.length ? make("ul", {}, notes.map(note => make("li", { class: "muted small" }, note))) : null,
  ];
}

/** Counts the contents of the form: an answer about an earlier file is not shown under a later one. */
let turn = 0;

/** A preview below its form, which is emptied as soon as the form changes. @param {HTMLFormElement} made */
function previewOf(made) {
  const place = make("div", { class: "part", id: "preview" });
  made.addEventListener("input", () => { turn += 1; place.replaceChildren(); });
  return place;
}

const show = (place, ...content) => {
  fill(place, ...content);
  place.scrollIntoView({ block: "nearest" });
};

/** Shows a preview, unless its form has changed since. @param {any} place @param {Promise<any[]>} content */
async function preview(place, content) {
  const mine = ++turn, parts = await content;
  if (mine === turn) show(place, ...parts);
}

// MARK: Pools

const positions = ["QB", "RB", "WR", "TE"];

/** How many players of each position. @param {any[]} players with the names of their positions */
const counts = players => make("ul", { class: "counts" }, [...positions, "other"].map(name => [name, players.filter(one => name === "other" ? !positions.includes(one.position) : one.position === name).length])
  .filter(([, count]) => count).map(([name, count]) => make("li", {}, make("b", {}, grouped(/** @type {any} */ (count))), " ", name)));

/** @param {any[]} players @param {string} caption */
const playerTable = (players, caption) => table(caption, [
  { title: "Rank", number: true, cell: one => one.rank }, { title: "Player", grow: true, cell: one => make("bdi", {}, one.name) }, { title: "Position", cell: one => one.position },
  { title: "Team", cell: one => one.team || "–" }, { title: "Bye", number: true, cell: one => one.byeWeek ?? "–" },
  { title: "ADP", number: true, cell: one => one.adp === null ? "–" : one.adp.toFixed(1) }, { title: "Projection", number: true, cell: one => one.projectedPoints === null ? "–" : one.projectedPoints.toFixed(1) },
], players);

/** A player of the command as the pool will have it. */
const short = { quarterback: "QB", runningBack: "RB", wideReceiver: "WR", tightEnd: "TE" };
const listed = (one, index) => ({ rank: index + 1, name: one.name, position: short[one.position] ?? one.position, team: one.team, byeWeek: one.byeWeek ?? null,
  adp: one.adp === null || one.adp === undefined ? null : one.adp / 100, projectedPoints: one.projectedPoints === null || one.projectedPoints === undefined ? null : one.projectedPoints / 100 });

export async function poolsView() {
  const [pools, mayImport] = await Promise.all([get("/v1/pools"), isOne("operator", "importer")]);
  const made = mayImport ? form("Preview", [
    make("p", { class: "muted" }, "A CSV file with the columns name, position, adp, team and others, as sites export their rankings. You see the pool before it is recorded."),
    make("div", { class: "fields" },
      field("Rankings", { name: "file", type: "file", accept: ".csv,text/csv", required: true }),
      field("Title", { name: "title", placeholder: "The name of the file" })),
  ], values => preview(place, poolPreview(values)), { primary: false }) : null;
  const place = made ? previewOf(made) : null;
  return [
    head("Player pools", [["Operations", path]]),
    table("Pools", [
      { title: "Pool", cell: one => make("a", { href: address(path, { pool: one.pool }) }, `Pool ${one.pool}`) }, { title: "Title", grow: true, cell: one => one.title ?? `Pool ${one.pool}` },
      { title: "Players", number: true, cell: one => grouped(one.players) }, { title: "External ID", cell: one => one.externalID ?? "" },
    ], pools, "There is no player pool yet."),
    made ? section("Import rankings", make("div", { class: "card noprint" }, made), place) : make("p", { class: "muted" }, "Operators import rankings."),
  ];
}

/** What a file of rankings would lead to, and the button that records it. @param {any} values */
async function poolPreview(values) {
  const found = await plan(values.file, { as: "rankings" }), command = found.commands[0];
  if (!command) return [...remarks([found]), found.skipped ? make("p", { class: "banner" }, "The ledger has a pool with exactly these rankings.") : null];
  if (values.title?.trim()) command.title = values.title.trim();
  const players = command.players.map(listed), missing = players.filter(one => one.adp === null).length;
  return [
    ...remarks([found]), make("h3", {}, `${command.title}: ${plural(players.length, "player")}`), counts(players),
    missing ? make("p", { class: "muted small" }, `${plural(missing, "player")} without ADP: the end of the list.`) : null,
    playerTable(players.slice(0, 25), "The first players"), players.length > 25 ? make("p", { class: "muted small" }, `And ${grouped(players.length - 25)} more.`) : null,
    form("Publish the pool", [make("p", { class: "muted" }, "A pool does not change once it is published.")], async () => {
      const outcome = await act(command), pool = outcome.events[0].stream.split("/")[1];
      tell(null, `pool ${pool}, ${command.title}, is published`);
      await go(address(path, { pool }));
    }),
  ];
}

/** The players of one pool. @param {URLSearchParams} query */
export async function poolView(query) {
  const pool = await get(`/v1/pools/${Number(query.get("pool"))}/players`), words = (query.get("q") ?? "").toLowerCase(), position = query.get("position") ?? "", most = 300;
  const players = pool.players.map((one, index) => ({ ...one, rank: one.rank ?? index + 1 }))
    .filter(one => (!words || one.name.toLowerCase().includes(words) || one.team?.toLowerCase() === words) && (!position || one.position === position));
  const search = form("Show", [make("div", { class: "fields" },
    field("Name or team", { name: "q", type: "search", value: query.get("q") ?? "" }),
    field("Position", { name: "position", value: position, options: [["", "All"], ...positions.map(one => /** @type {[string, string]} */ ([one, one]))] }))],
    async values => { await go(address(path, { pool: pool.pool, ...values })); }, { primary: false });
  return [
    head(pool.title || `Pool ${pool.pool}`, [["Operations", path], ["Pools", address(path, { view: "pools" })]],
      make("a", { class: "button small", href: address(path, { view: "open" }) }, "Open a contest")),
    counts(pool.players), make("div", { class: "card noprint" }, search),
    make("p", { class: "muted", role: "status" }, players.length > most ? `The first ${most} of ${grouped(players.length)} players` : plural(players.length, "player")),
    playerTable(players.slice(0, most), "Players of the pool"),
  ];
}

// MARK: Scores

/** @param {URLSearchParams} query */
export async function scoresView(query) {
  const season = Number(query.get("season") || new Date().getFullYear()), mayImport = await isOne("operator", "importer");
  const made = mayImport ? form("Preview", [
    make("p", { class: "muted" }, "CSV files with the columns season, week, player, position, team and points. A week that is on record already is left out."),
    make("div", { class: "fields" },
      field("Files", { name: "file", type: "file", accept: ".csv,text/csv", multiple: true, required: true }),
      field("Season", { name: "season", type: "number", min: 1920, max: 9999, value: season, required: true, hint: "The year in which it begins." }),
      field("Scoring", { name: "scoring", value: "half-ppr", required: true, hint: "The name that contests state." }),
      field("Reason for corrections", { name: "reason", placeholder: "Only if points on record change" })),
    tick("The weeks of these files are final", "final", false),
  ], (values, form) => preview(place, scoresPreview(values, [...form.elements.namedItem("file").files])), { primary: false }) : null;
  const place = made ? previewOf(made) : null;
  return [
    head("Scores", [["Operations", path]]),
    section(`Season ${season}`, later(recorded(season))),
    made ? section("Import weeks", make("div", { class: "card noprint" }, made), place) : make("p", { class: "muted" }, "Operators import scores."),
  ];
}

/** The weeks on record. @param {number} season */
async function recorded(season) {
  const found = await get(`/v1/seasons/${season}/scores?limit=1`).catch(error => { if (error.status === 404) return null; throw error; });
  if (!found?.count) return make("p", { class: "muted" }, "No points of this season are on record.");
  return facts([["Points on record", grouped(found.count)],
    ["Final weeks", found.finalWeeks.length ? found.finalWeeks.map(one => one.week).sort((left, right) => left - right).join(", ") : "none yet"]]);
}

/** What files of weeks would lead to, and the button that records them. @param {any} values @param {File[]} files */
async function scoresPreview(values, files) {
  const plans = [];
  if (!files.length) throw new FieldErrors([["file", "Choose a file."]]);
  for (const file of files) plans.push(await plan(file, { as: "scores", season: values.season, scoring: values.scoring, reason: values.reason, final: values.final }));
  const commands = plans.flatMap(one => one.commands), skipped = plans.reduce((sum, one) => sum + one.skipped, 0), refusals = plans.some(one => one.refused.length);
  const weeks = [...new Set(commands.map(one => one.week))].sort((left, right) => left - right).map(week => {
    const own = commands.filter(one => one.week === week), scores = own.flatMap(one => one.scores ?? []);
    return { week, players: scores.length, points: scores.reduce((sum, one) => sum + one.points, 0), isFinal: own.some(one => one.kind === "closeWeek"), corrections: own.filter(one => one.reason).flatMap(one => one.scores ?? []).length };
  });
  if (!commands.length) return [...remarks(plans), make("p", { class: "banner" }, refusals ? "Nothing of these files can be recorded." : `Nothing is new: ${plural(skipped, "week")} on record already.`)];
  return [
    ...remarks(plans), make("h3", {}, plural(weeks.length, "week") + " to record"),
    table("Weeks to record", [
      { title: "Week", number: true, cell: one => one.week }, { title: "Players", number: true, cell: one => grouped(one.players) },
      { title: "Points", number: true, raw: one => one.points, cell: one => points(one.points) }, { title: "Corrections", number: true, cell: one => grouped(one.corrections) },
      { title: "Then", grow: true, cell: one => one.isFinal ? "final" : "not final" },
    ], weeks),
    skipped ? make("p", { class: "muted small" }, `${plural(skipped, "week")} on record already.`) : null,
    form(`Record ${plural(weeks.length, "week")}`, [make("p", { class: "muted" }, "Points that are recorded stay on record; a later file can correct them with a reason."), make("progress", { max: commands.length, value: 0, hidden: true, "aria-label": "Recorded commands" })],
      async (_, form) => {
        const bar = form.querySelector("progress");
        bar.hidden = false;
        for (const [index, command] of commands.entries()) {
          try { await act(command); } catch (error) {
            throw new Error(`Week ${command.week} was not recorded: ${/** @type {any} */ (error).message} ${index ? "Earlier weeks were. " : ""}Preview the files again to continue.`);
          }
          bar.value = index + 1;
        }
        tell(null, `${plural(weeks.length, "week")} of season ${values.season} ${weeks.length === 1 ? "is" : "are"} recorded`);
        await go(address(path, { view: "scores", season: values.season }));
      }),
  ];
}
