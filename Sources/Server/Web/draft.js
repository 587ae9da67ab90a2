// The draft room.
import { Problem, command, get, inTurn, onceReached, request } from "./api.js";
import { BoardTab } from "./board-tab.js";
import { StatusBar } from "./clock.js";
import { Connection } from "./connection.js";
import { icon, make, setText } from "./dom.js";
import { listenForKeys } from "./draft-keys.js";
import { slotOf } from "./format.js";
import { InfoTab } from "./info-tab.js";
import { overPanel } from "./over.js";
import { PickNotice } from "./pick-notice.js";
import { PickSender } from "./pick-sender.js";
import { PicksBar } from "./picks-bar.js";
import { PlayersTab } from "./players.js";
import { QueueTab, moved } from "./queue.js";
import { Room } from "./room.js";
import { RostersTab } from "./rosters.js";
import { ServerClock } from "./server-clock.js";
import { isDevelopment, person, signInAddress } from "./session.js";
import { announce, doing, run, show, toast } from "./shell.js";
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
    this.next = inTurn();
    this.scheduled = this.isReading = this.isStale = false;
    this.status = new StatusBar(room, this.server);
    this.bar = new PicksBar(room);
    this.sender = new PickSender(room, {
      changed: () => this.schedule(), refused: (problem, player, pick) => this.notice.refuse(problem, player, pick),
      isLive: () => document.documentElement.dataset.connection === "live",
    });
    this.notice = new PickNotice(room, this.sender);
    this.tabs = {
      players: new PlayersTab(room, { sender: this.sender, pick: (player, pick) => this.notice.send(player, pick), queue: (player, add) => this.queue(player, add) }),
      queue: new QueueTab(room, {
        move: (player, index) => {
          const place = this.placeInQueue(index, player);
          this.edit({ kind: "moveInQueue", player, index: place }, queue => moved(queue, player, place));
        },
        top: player => this.edit({ kind: "moveToTopOfQueue", player }, queue => moved(queue, player, 0)),
        remove: player => this.queue(player, false), clear: () => this.edit({ kind: "clearQueue" }, () => []), autodraft: on => this.autodraft(on),
      }),
      rosters: new RostersTab(room), board: new BoardTab(room),
      info: new InfoTab(room, { bots: isDevelopment ? () => this.bots() : null }),
    };
    this.connection = new Connection();
    this.over = make("div", { class: "overbox", hidden: true });
    this.buttons = tabs.map(([name, label, picture]) => make("button", { type: "button", role: "tab", id: "tab-" + name, "aria-controls": "panel-" + name, onclick: () => this.open(name, true), dataset: { tab: name } }, icon(picture), make("span", {}, label)));
    this.counter = make("b", { class: "counter", hidden: true });
    this.buttons[1].append(this.counter);
    this.footer = make("div", { class: "footer", role: "tablist", "aria-label": "Draft" }, this.buttons);
    this.footer.addEventListener("keydown", event => this.key(event));
    this.panels = tabs.map(([name]) => make("section", { class: "panel " + name, id: "panel-" + name, role: "tabpanel", "aria-labelledby": "tab-" + name }, this.tabs[name].element));
    this.heading = make("h1", { class: "unseen" }, `Draft: ${room.contest}`);
    show(this.heading,
      make("div", { class: "draftroom" },
        make("header", { class: "statusbar" }, make("a", { class: "iconbutton", href: "/", "aria-label": "To the lobby" }, icon("back")), this.status.element, make("div", { class: "away number" }, this.mine = make("span"))),
        make("div", { class: "notices" }, this.connection.element, this.notice.element), this.over, this.bar.element, this.footer, make("div", { class: "panels" }, this.panels)));
    listenForKeys({
      open: name => { if (!this.buttons[tabs.findIndex(([other]) => other === name)].hidden) this.open(name, true); },
      search: () => { this.open("players", true); this.tabs.players.search.focus(); }, close: () => this.tabs.players.close(),
    });
    this.wide = matchMedia("(min-width: 1000px)");
    this.wide.addEventListener("change", () => this.open(this.tab));
    this.tab = "players";
    // Spectators have no queue.
    this.buttons[1].hidden = !room.isMember;
    const wanted = this.buttons.find(button => !button.hidden && button.dataset.tab === location.hash.slice(1));
    this.open(room.isOver ? "board" : wanted?.dataset.tab ?? "players");
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
    // In a wide window board and info share the right half, players, queue and rosters the left.
    this.panels.forEach((panel, index) => {
      const panelName = tabs[index][0], besides = this.wide.matches && panelName === "board" && name !== "info";
      panel.hidden = !(panelName === name || besides || (this.wide.matches && name === "board" && panelName === (this.room.isOver ? "rosters" : "players")));
    });
    if (byHand) {
      history.replaceState(null, "", "#" + name);
      if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(8);
    }
    this.drawPanels();
    if ((name === "board" || this.wide.matches) && !this.room.isOver) requestAnimationFrame(() => this.tabs.board.follow());
  }

  key(event) {
    const shown = this.buttons.filter(button => !button.hidden), last = shown.length - 1, index = shown.findIndex(button => button.dataset.tab === this.tab);
    const next = event.key === "ArrowRight" ? (index + 1) % shown.length : event.key === "ArrowLeft" ? (index + last) % shown.length : event.key === "Home" ? 0 : event.key === "End" ? last : null;
    if (next === null) return;
    event.preventDefault();
    this.open(String(shown[next].dataset.tab), true);
    shown[next].focus();
  }

  // Drawing

  /** The visible tabs: a wide window shows two panels. */
  drawPanels() { tabs.forEach(([name], index) => { if (!this.panels[index].hidden) this.tabs[name].draw(); }); }

  /** Draws at most once per frame. */
  schedule() {
    if (this.scheduled) return;
    this.scheduled = true;
    // A hidden page has no frames.
    const draw = () => { this.scheduled = false; this.draw(); };
    if (document.visibilityState === "visible") requestAnimationFrame(draw); else setTimeout(draw);
  }

  draw() {
    const { room } = this;
    this.status.tick();
    this.bar.draw();
    this.notice.draw();
    this.drawPanels();
    if (!this.panels[3].hidden && !room.isOver) this.tabs.board.follow();
    const count = room.shownQueue.length, away = room.picksAway;
    this.counter.hidden = !count;
    setText(this.counter, count);
    setText(this.mine, room.isOver || !room.isDrawn ? "" : room.status !== "active" && room.status !== "paused" ? (room.mySlot === null ? "" : `Draft position ${room.mySlot + 1}`)
      : away === null ? "" : away === 0 ? "Your turn" : `${away} away`);
    document.documentElement.dataset.version = String(room.version);
    document.documentElement.dataset.picks = String(room.picks.length);
    if (room.isOver && this.over.hidden) {
      this.over.hidden = false;
      this.bar.element.hidden = true;
      this.drawOver();
      this.open("board");
    }
  }

  drawOver() { this.over.replaceChildren(overPanel(this.room, this.ledger)); }

  // Live

  follow() {
    const after = this.room.position > 0 ? this.room.position - 1 : undefined;
    this.stream = new LiveStream(`/v1/stream?rooms=${id}`, {
      after, clock: this.server, onLost: () => this.reload(true), onState: (state, error) => this.connected(state, error),
      onEvent: (name, data) => this.take(name, data),
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
    this.tell(data, before);
    this.schedule();
  }

  /** Reveals this device's entropy, if the contest draws with it. */
  async reveal() {
    if (!this.room.signedCommands || !this.room.isMember || this.room.isDrawn || this.room.status !== "countdown") return;
    const { reveal } = await import("./device-key.js");
    await reveal(id, this.room.me?.user).catch(error => toast(error.message, "error"));
  }

  /** Announces events to screen readers. */
  tell({ type, body, stream }, before) {
    const { room } = this;
    if (!stream.startsWith("room/")) return;
    if (room.picks.length > before) {
      const slot = slotOf(room.picks.length, room.teams, room.order), player = body.player === null ? null : room.players[body.player];
      const mine = slot === room.mySlot, how = type === "PickAutomated" && body.source === "queue" ? " from your queue" : type === "PickAutomated" ? " by autopick" : "";
      announce(player ? `${mine ? "You" : room.nameOf(slot)} drafted ${player.name}, ${player.position}.` : `Pick ${room.picks.length} was skipped.`);
      if (mine && player) toast(`You drafted ${player.name}${how}`, "success", 3500, "pick");
      this.sender.wake();
    }
    if (type === "RoomPaused") announce("The draft is paused.", true);
    if (type === "RoomResumed") announce("The draft has resumed.", true);
    if (type === "DraftCompleted") announce("The draft is over.", true);
    if (type === "AutodraftSet" && body.seat === room.mySeat && body.on && body.cause !== "userWish")
      toast("You have missed picks: autodraft is on. Turn it off under Queue.", "warning", 12_000);
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

  /** Converts an index among the available players to an index in the whole queue. */
  placeInQueue(index, player) {
    const shown = this.room.shownQueue.filter(other => other !== player), all = this.room.pending.reduce((queue, edit) => edit.apply(queue), this.room.queue).filter(other => other !== player);
    return index >= shown.length ? all.length : all.indexOf(shown[index]);
  }

  queue(player, add) {
    const kind = add ? "addToQueue" : "removeFromQueue";
    this.edit({ kind, player }, queue => add ? [...queue.filter(other => other !== player), player] : queue.filter(other => other !== player));
    announce(`${this.room.players[player].name} ${add ? "queued" : "removed from the queue"}.`);
  }

  /** Shows an edit at once, and reverts it if the ledger refuses it. */
  async edit(fields, apply) {
    const key = crypto.randomUUID().replaceAll("-", "");
    this.room.pending.push({ id: key, apply });
    this.schedule();
    try {
      await this.next(() => onceReached(() => command({ ...fields, room: id, seat: this.room.mySeat }, { id: key, tries: 3 }), () => this.stream?.whenLive()));
    } catch (error) {
      this.room.pending = this.room.pending.filter(edit => edit.id !== key);
      this.fail(error);
      this.schedule();
    }
  }

  async autodraft(on) {
    await this.next(() => command({ kind: "setAutodraft", room: id, seat: this.room.mySeat, on })).catch(error => this.fail(error));
    this.schedule();
  }

  /** The connection's banner reports an ended session and links to the sign-in. */
  fail(error) { if (error.status !== 401) toast(error.message, "error"); }

  bots() { return doing(this.tabs.info.bots, () => request("POST", "/dev/bots", { body: { room: id } })); }
}

run(async () => {
  if (!Number.isSafeInteger(id) || id < 1) throw new Problem(404, { title: "Room not found", detail: "This address has no room number." });
  /** @type {[import("./session.js").Person | null, any]} */
  const [who, answer] = await Promise.all([person(), get(`/v1/rooms/${id}/draft`).catch(error => error)]);
  if (answer instanceof Error) {
    if (/** @type {any} */ (answer).status === 401 && !who) return location.replace(signInAddress());
    throw answer;
  }
  const pool = await get(`/v1/pools/${answer.room.pool}/players`);
  const page = new DraftPage(new Room(answer, pool.players), answer.serverTime);
  if (!page.room.isOver && answer.signedCommands && answer.you && who) {
    const { signAs } = await import("./device-key.js");
    await signAs(who.user).catch(error => toast(`Your picks cannot be signed: ${error.message}`, "error", 30_000));
    page.reveal();
  }
  page.follow();
});
