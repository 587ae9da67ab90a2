// The user's own rankings of a pool: edited in a list or as CSV, and used by autopicks after the queue.
import { Problem, command, get, request } from "./api.js";
import { emptyState, icon, make, setText, sheet } from "./dom.js";
import { moment, plural } from "./format.js";
import { RankList } from "./rank-list.js";
import { csvOf, download, issuesSection, placed, upload } from "./rankings-file.js";
import { member } from "./session.js";
import { doing, run, shell, show, toast } from "./shell.js";

const path = "/v1/users/me/rankings";

class RankingsPage {
  /** @param {any} ranking as the server has it @param {any} about its pool: title and contests @param {number} user */
  constructor(ranking, about, user) {
    this.pool = ranking.pool;
    this.title = about.title;
    this.user = user;
    this.isSaved = ranking.savedAt !== null;
    this.list = new RankList(ranking.players, { changed: () => this.change() });
    this.state = make("p", { class: "muted small", role: "status" });
    this.save = make("button", { class: "button primary", type: "button", onclick: () => doing(this.save, () => this.store()) }, "Save rankings");
    this.file = make("input", { type: "file", accept: ".csv,text/csv", class: "unseen", id: "rankings-file", "aria-label": "Upload rankings as CSV", onchange: () => this.read() });
    this.issues = make("div");
    this.savedAt = ranking.savedAt;
    this.isChanged = false;
    addEventListener("beforeunload", event => { if (this.isChanged) event.preventDefault(); });
    const contests = about.contests.map(one => make("a", { href: "/tournament/" + one.tournament, dir: "auto" }, one.title));
    this.element = make("div", { class: "rankings" },
      make("p", { class: "muted" }, "When you do not pick in time, you get the first player of your queue who is available, then of these rankings, then by ADP. Saved rankings apply to all your drafts with these players, also to those that you join later."),
      contests.length ? make("p", { class: "muted small" }, "Used in: ", contests.map((link, index) => [index ? ", " : "", link])) : null,
      make("div", { class: "row tools" }, this.save,
        make("label", { class: "button", for: "rankings-file" }, icon("plus"), "Upload CSV"), this.file,
        make("button", { class: "button", type: "button", onclick: () => download(this.list, `rankings-${this.pool}.csv`) }, "Download CSV"),
        make("button", { class: "button danger", type: "button", onclick: () => this.askToRemove() }, "Remove …")),
      this.state, this.issues, this.list.element);
    this.draw();
  }

  change() {
    this.isChanged = true;
    this.draw();
  }

  draw() {
    const { ranked } = this.list;
    setText(this.state, this.isChanged ? `${plural(ranked, "player")} ranked. Not saved yet.`
      : this.isSaved ? `${plural(ranked, "player")} ranked. Saved ${moment(this.savedAt)}.` : "You have not ranked these players: autopicks go by ADP. Drag a player, or upload a file.");
    this.save.disabled = !this.isChanged || !ranked;
  }

  /** Stores the list, and reports the drafts that it applies to. */
  async store() {
    const outcome = await upload("PUT", `${path}/${this.pool}`, csvOf(this.list.rankedRows));
    if (!outcome.saved) return this.report(outcome, "The server does not accept these rankings.");
    this.isChanged = false;
    this.isSaved = true;
    this.savedAt = outcome.rankings.savedAt;
    this.issues.replaceChildren();
    this.draw();
    await this.tell(outcome, "Your rankings are saved.");
  }

  /** Tells which drafts have new rankings. A draft whose commands are signed on this device is sent its own. */
  async tell(outcome, words) {
    const players = this.list.rankedRows.map(row => row.playerIndex);
    let applied = outcome.rooms.filter(one => one.outcome === "applied").length;
    const left = [];
    for (const room of outcome.rooms.filter(one => one.outcome === "refused" || one.outcome === "toBeSigned")) {
      if (room.outcome === "toBeSigned" && await this.sign(room, players)) applied++; else left.push(room);
    }
    toast(`${words}${applied ? ` ${plural(applied, "draft")} ${applied === 1 ? "uses" : "use"} them from now on.` : ""}`, "success");
    if (left.length) toast(`${plural(left.length, "draft")} kept the earlier rankings: ${left[0].detail} Save again to apply them.`, "warning", 20_000, "left");
  }

  async sign(room, players) {
    try {
      const { signAs } = await import("./device-key.js");
      await signAs(this.user);
      await command({ kind: "setRankings", room: room.room, seat: room.seat, players });
      return true;
    } catch (error) {
      room.detail = /** @type {Error} */ (error).message;
      return false;
    }
  }

  /** Checks a file, and takes its order into the list. Nothing is stored until the user saves. */
  async read() {
    const file = this.file.files[0];
    if (!file) return;
    try {
      this.report(await upload("PUT", `${path}/${this.pool}?dryRun=true`, file), `The file “${file.name}” has lines that do not name one player.`);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error", 12_000);
    }
    // The same file can be chosen again after a correction.
    this.file.value = "";
  }

  report(outcome, words) {
    const rows = outcome.rankings.players.filter(row => row.isRanked);
    if (rows.length) {
      this.list.take(outcome.rankings.players, rows.length);
      this.change();
      toast(`${plural(rows.length, "player")} in the order of the file. Save to use them.`, "success");
    }
    this.issues.replaceChildren(...outcome.issueCount ? [issuesSection(outcome, words, (issue, player) => {
      this.list.rank(player, placed(issue, outcome.issues));
    })] : []);
    if (outcome.issueCount) this.issues.querySelector("h2").focus();
  }

  askToRemove() {
    sheet("Remove your rankings?", close => {
      const button = make("button", { class: "button danger large", type: "button", onclick: () => doing(button, async () => {
        const outcome = this.isSaved ? await request("DELETE", `${path}/${this.pool}`) : null;
        if (outcome) this.list.take(outcome.rankings.players, 0); else this.list.clear();
        this.isChanged = this.isSaved = false;
        this.issues.replaceChildren();
        this.draw();
        close();
        if (outcome) await this.tell(outcome, "Your rankings are removed.");
      }) }, "Remove them");
      return [make("p", {}, "Your drafts with these players then go by your queue and ADP. You can download the rankings before."), button,
        make("button", { class: "button large", type: "button", onclick: close }, "Keep them")];
    });
  }
}

run(async () => {
  const who = await member();
  const [, pools] = await Promise.all([shell(), get(path)]);
  const wanted = Number(new URLSearchParams(location.search).get("pool")) || pools[0]?.pool;
  if (!wanted)
    return void show(make("h1", {}, "Rankings"), emptyState("list", "No players to rank yet", "When a contest is open, you can rank its players here.", make("a", { class: "button primary", href: "/" }, "To the lobby")));
  const ranking = await get(`${path}/${wanted}`).catch(error => {
    if (error.status !== 404) throw error;
    throw new Problem(404, { title: "Players not found", detail: "This server has no list of players with this number." });
  });
  const about = pools.find(one => one.pool === ranking.pool) ?? { title: ranking.title, contests: [] };
  const page = new RankingsPage(ranking, about, who.user);
  const choose = make("select", { class: "input", "aria-label": "Players of", onchange: () => location.assign("/rankings?pool=" + choose.value) },
    pools.map(one => make("option", { value: one.pool }, `${one.title || `Pool ${one.pool}`}${one.ranked ? ` (${one.ranked} ranked)` : ""}`)));
  choose.value = ranking.pool;
  show(make("div", { class: "row spread" }, make("h1", {}, "Rankings"), pools.length > 1 ? make("div", {}, choose) : make("span", { class: "muted", dir: "auto" }, about.title)), page.element);
  // With the height of a row that the style sheet has here: otherwise all rows move once.
  page.list.window.measure();
  page.list.draw();
});
