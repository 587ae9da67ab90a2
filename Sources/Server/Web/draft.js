// The draft room.
import { Problem, get } from "./api.js";
import { BoardTab } from "./board-tab.js";
import { StatusBar, awayWords } from "./clock.js";
import { Connection } from "./connection.js";
import { beforeFrame, icon, make, pause, setText } from "./dom.js";
import { listenForKeys, listenForTabs } from "./draft-keys.js";
import { announceEvent } from "./event-words.js";
import { LazyTab } from "./lazy-tab.js";
import { PickNotice } from "./pick-notice.js";
import { PickSender } from "./pick-sender.js";
import { PicksBar } from "./picks-bar.js";
import { PlayersTab } from "./players.js";
import { QueueEdits, QueueTab } from "./queue.js";
import { Room } from "./room.js";
import { RostersTab } from "./rosters.js";
import { ServerClock } from "./server-clock.js";
import { isDevelopment, person, signInAddress } from "./session.js";
import { doing, run, show, toast } from "./shell.js";
import { LiveStream } from "./stream.js";

const id = Number(location.pathname.split("/")[2]);
/** @type {[string, string, string][]} */
const tabs = [["players", "Players", "person"], ["queue", "Queue", "plus"], ["rosters", "Rosters", "list"], ["board", "Board", "grid"], ["info", "Info", "info"]];

class DraftPage {
  /** @param {Room} room @param {string} serverTime */
  constructor(room, serverTime) {
    this.room = room;
    this.server = new ServerClock();
    this.server.hear(serverTime);
    this.ledger = null;
    /** @type {import("./player-card.js").PlayerCard | null} */
    this.card = null;
    this.scheduled = this.isBehind = this.isReading = this.isStale = false;
    /** Whether the draft was over when the page was opened. If it ends meanwhile, the columns stay: nothing moves by itself. */
    this.wasOver = room.isOver;
    /** @type {Set<string>} */
    this.later = new Set();
    /** @type {import("./room-alerts.js").RoomAlerts | null} */
    this.alerts = null;
    /** Takes what the stream delivers of the user's other drafts. @type {((name: string, data: any) => void) | null} */
    this.takeOthers = null;
    this.status = new StatusBar(room, this.server, () => this.alerts?.turn());
    this.sender = new PickSender(room, {
      changed: () => this.schedule(), refused: (problem, player, pick) => this.notice.refuse(problem, player, pick),
      isLive: () => document.documentElement.dataset.connection === "live",
    });
    this.notice = new PickNotice(room, this.sender);
    this.edits = new QueueEdits(room, { changed: () => this.schedule(), whenLive: () => this.stream?.whenLive() });
    this.actions = { sender: this.sender, draft: player => this.draft(player), queue: (player, add) => this.edits.queue(player, add), card: player => this.showCard(player), extras: () => this.tabs.players.extras };
    this.bar = new PicksBar(room, this.actions);
    this.tabs = {
      players: new PlayersTab(room, this.actions), queue: new QueueTab(room, this.edits, this.actions), rosters: new RostersTab(room, this.actions), board: new BoardTab(room, this.actions),
      info: new LazyTab(async () => {
        const [{ InfoTab }, alerts] = await Promise.all([import("./info-tab.js"), this.loadAlerts()]);
        return new InfoTab(room, alerts, { bots: isDevelopment ? () => this.bots() : null });
      }),
    };
    this.connection = new Connection();
    this.over = make("div", { class: "overbox", hidden: true });
    this.buttons = tabs.map(([name, label, picture]) => make("button", { type: "button", role: "tab", id: "tab-" + name, "aria-controls": "panel-" + name, onclick: () => this.open(name, true), dataset: { tab: name } }, icon(picture), make("span", {}, label)));
    this.counter = make("b", { class: "counter", hidden: true });
    this.buttons[1].append(this.counter);
    this.footer = make("div", { class: "footer", role: "tablist", "aria-label": "Draft" }, this.buttons);
    listenForTabs(this.footer, this.buttons, name => this.open(name, true));
    this.panels = tabs.map(([name]) => make("section", { class: "panel " + name, id: "panel-" + name, role: "tabpanel", "aria-labelledby": "tab-" + name }, this.tabs[name].element));
    this.ways = make("nav", { class: "ways", "aria-label": "Other pages" }, make("a", { class: "iconbutton", href: "/", "aria-label": "To the lobby" }, icon("back")));
    this.box = make("div", { class: "panels" }, this.panels);
    this.heading = make("h1", { class: "unseen" }, `Draft: ${room.contest}`);
    show(this.heading,
      make("div", { class: "draftroom" },
        make("header", { class: "statusbar" }, this.ways, this.status.element, make("div", { class: "away number" }, this.mine = make("span"))),
        make("div", { class: "notices" }, this.connection.element, this.notice.element), this.over, this.bar.element, this.footer, this.box));
    listenForKeys({
      open: name => this.reach(name), search: () => { this.open("players", true); this.tabs.players.search.focus(); },
      close: () => this.tabs.players.close() || this.tabs.queue.close(),
    });
    // From 1000 px on, a panel next to the board; from 1280 px on, three columns.
    this.wide = matchMedia("(min-width: 1000px)");
    this.columns = matchMedia("(min-width: 1280px)");
    for (const query of [this.wide, this.columns]) query.addEventListener("change", () => this.open(this.tab));
    // Spectators have no queue.
    this.buttons[1].hidden = !room.isMember;
    const wanted = this.buttons.find(button => !button.hidden && button.dataset.tab === location.hash.slice(1));
    this.tab = room.isOver ? "board" : wanted?.dataset.tab ?? "players";
    this.panels.forEach(panel => { panel.hidden = true; });
    this.status.tick();
    this.bar.draw();
  }

  /** Draws for the first time, in several tasks, so that none is long. */
  async begin() {
    await pause();
    this.open(this.tab);
    await pause();
    this.draw();
  }

  // Tabs

  /** @param {string} name @param {boolean} [byHand] */
  open(name, byHand = false) {
    this.tab = name;
    this.buttons.forEach(button => {
      const isOpen = button.dataset.tab === name;
      button.setAttribute("aria-selected", String(isOpen));
      button.tabIndex = isOpen ? 0 : -1;
    });
    const shown = this.shown(name);
    this.panels.forEach((panel, index) => { panel.hidden = !shown.includes(tabs[index][0]); });
    this.box.classList.toggle("three", this.columns.matches && !this.wasOver);
    if (byHand) {
      // In a task of its own: a browser lays the page out before it changes the address.
      setTimeout(() => history.replaceState(null, "", "#" + name));
      if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(8);
    }
    this.drawPanels();
  }

  /** The panels that are visible while a tab is open: board and info share the right side. @param {string} name @returns {string[]} */
  shown(name) {
    const { room } = this, right = name === "info" ? "info" : "board";
    if (this.columns.matches && !this.wasOver) return ["players", room.isMember ? "queue" : "", "rosters", right];
    if (!this.wide.matches) return [name];
    return name === "info" ? [name] : name === "board" ? [room.isOver ? "rosters" : "players", name] : [name, right];
  }

  /** Opens a tab by its key, and moves the focus into its panel. @param {string} name */
  reach(name) {
    if (this.buttons[tabs.findIndex(([other]) => other === name)].hidden) return;
    this.open(name, true);
    this.tabs[name].focus();
  }

  // Drawing

  /** The visible tabs: a wide window shows several panels. All but the open one are drawn in tasks of their own, so that no task is long. */
  drawPanels() {
    tabs.forEach(([name], index) => {
      if (this.panels[index].hidden || this.later.has(name)) return;
      if (name === this.tab) return this.drawPanel(name);
      this.later.add(name);
      setTimeout(() => { this.later.delete(name); if (!this.panels[index].hidden) this.drawPanel(name); });
    });
  }

  /** @param {string} name */
  drawPanel(name) {
    this.tabs[name].draw();
    if (name === "board") this.tabs.board.follow();
  }

  /** Draws at most once per frame. */
  schedule() {
    if (!this.scheduled) beforeFrame(() => { this.scheduled = false; this.draw(); });
    this.scheduled = true;
  }

  /** Draws in two tasks: on a slow phone, the picks and the open tab together would keep a tap waiting. */
  draw() {
    const { room } = this;
    this.status.tick();
    for (const part of [this.alerts, this.bar, this.notice]) part?.draw();
    setText(this.mine, awayWords(room));
    if (room.isOver && this.over.hidden) {
      this.over.hidden = false;
      this.bar.element.hidden = true;
      this.drawOver();
      setTimeout(() => this.open("board"));
    }
    this.bar.settle();
    if (!this.isBehind) setTimeout(() => { this.isBehind = false; this.drawTabs(); });
    this.isBehind = true;
  }

  drawTabs() {
    const { room } = this, count = room.shownQueue.length;
    this.drawPanels();
    this.card?.draw();
    this.counter.hidden = !count;
    setText(this.counter, count);
    Object.assign(document.documentElement.dataset, { version: room.version, picks: room.picks.length });
  }

  drawOver() { import("./over.js").then(({ overPanel }) => this.over.replaceChildren(overPanel(this.room, this.ledger))).catch(() => {}); }

  loadAlerts() { return import("./room-alerts.js").then(({ RoomAlerts }) => this.alerts ??= new RoomAlerts(this.room)); }

  // Live

  follow() {
    const after = this.room.position > 0 ? this.room.position - 1 : undefined;
    this.stream = new LiveStream(`/v1/stream?rooms=${id}`, {
      after, clock: this.server, onLost: () => this.reload(true), onState: (state, error) => this.connected(state, error),
      onEvent: (name, data) => { this.take(name, data); this.takeOthers?.(name, data); },
    });
  }

  take(name, data) {
    if (name === "hello") {
      this.ledger = data;
      if (!this.over.hidden) this.drawOver();
    }
    // Failed reads are repeated when the connection is back.
    if ((name === "live" || name === "progress") && this.isStale && !this.isReading) this.reload();
    if (name !== "events" && name !== "you" || !data.stream) return;
    const before = this.room.picks.length, result = this.room.take(data);
    if (result === "unknown") this.reload();
    if (data.type === "RoomFilled") this.reveal();
    if (result === "ignored") return;
    if (data.stream.startsWith("room/")) announceEvent(this.room, data, before);
    if (this.room.picks.length > before) this.sender.wake();
    this.schedule();
  }

  /** Reveals this device's entropy, if the contest draws with it. */
  async reveal() {
    if (!this.room.signedCommands || !this.room.isMember || this.room.isDrawn || this.room.status !== "countdown") return;
    const { reveal } = await import("./device-key.js");
    await reveal(id, this.room.me?.user).catch(error => toast(error.message, "error"));
  }

  connected(state, error) {
    this.connection.show(state, error);
    if (state !== "live") return;
    this.sender.wake();
    this.schedule();
  }

  /** Reads the room again: after a correction, a join, or a gap. @param {boolean} [isLess] whether the answer may have fewer events than are known */
  async reload(isLess = false) {
    this.isStale = true;
    if (this.isReading) return;
    this.isReading = true;
    try {
      let answer;
      // If the stream delivered newer events meanwhile, the room is read again: else a taken seat would stay empty here.
      for (let attempt = 0; attempt < 20 && (this.isStale || (!isLess && answer.room.version < this.room.version)); attempt++) {
        this.isStale = false;
        answer = await get(`/v1/rooms/${id}/draft`);
      }
      if (!isLess && answer.room.version < this.room.version) return;
      const before = this.room.picks.length, known = this.room.picks.map(pick => pick.corrected);
      this.room.load(answer, isLess);
      if (this.room.picks.some((pick, index) => pick.corrected && !known[index]) || this.room.picks.length < before)
        toast("The operator corrected a pick. The board shows it.", "warning", 12_000);
      this.schedule();
    } catch (error) {
      this.isStale = true;
      toast(error.message, "error");
    } finally {
      this.isReading = false;
    }
  }

  // Acting

  /** Sends a pick for the turn that the page shows. @param {number} player @returns {Promise<boolean> | null} whether it counts; null if it is not sent */
  draft(player) {
    const { room, sender } = this;
    // At the turn the next pick can be open before the rows are drawn again.
    if (room.taken.has(player) || !room.isMyTurn || (sender.held !== null && !sender.isWaiting)) return null;
    return this.notice.send(player, room.currentPick);
  }

  /** Opens a player's card. @param {number} player */
  async showCard(player) {
    const loaded = await import("./player-card.js").catch(() => null);
    if (!loaded) return toast("Player cards need a connection the first time.", "warning", 3_500, "card");
    this.card ??= new loaded.PlayerCard(this.room, player, { ...this.actions, closed: () => { this.card = null; } });
  }

  bots() { return doing(this.tabs.info.tab.bots, () => import("./waiting.js").then(({ fillWithBots }) => fillWithBots(id))); }
}

run(async () => {
  if (!Number.isSafeInteger(id) || id < 1) throw new Problem(404, { title: "Room not found", detail: "This address has no room number." });
  /** @type {[import("./session.js").Person | null, any]} */
  const [who, answer] = await Promise.all([person(), get(`/v1/rooms/${id}/draft`).catch(error => error)]);
  if (answer instanceof Error) {
    if (/** @type {any} */ (answer).status === 401 && !who) return location.replace(signInAddress());
    throw (await import("./room-problem.js")).explained(answer, id);
  }
  const pool = await get(`/v1/pools/${answer.room.pool}/players`);
  const page = new DraftPage(new Room(answer, pool.players), answer.serverTime);
  await page.begin();
  if (!page.room.isOver && answer.signedCommands && answer.you && who) {
    const { signAs } = await import("./device-key.js");
    await signAs(who.user).catch(error => toast(`Your picks cannot be signed: ${error.message}`, "error", 30_000));
    page.reveal();
  }
  page.follow();
  if (!who || !page.room.isMember) return;
  // Alerts and other drafts can wait until this one is on the screen.
  setTimeout(() => {
    page.loadAlerts().then(alerts => alerts.draw()).catch(() => {});
    import("./switcher.js").then(({ followOthers }) => followOthers(page, who.user)).then(take => { page.takeOthers = take; }).catch(() => {});
  }, 1_500);
});
