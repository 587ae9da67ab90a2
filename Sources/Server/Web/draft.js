// The draft room.
import { Problem, command, commandOnce, get, inTurn, request } from "./api.js";
import { BoardTab } from "./board-tab.js";
import { StatusBar } from "./clock.js";
import { Connection } from "./connection.js";
import { icon, make, setText } from "./dom.js";
import { decimal, slotOf } from "./format.js";
import { InfoTab } from "./info-tab.js";
import { overPanel } from "./over.js";
import { PicksBar } from "./picks-bar.js";
import { PlayersTab } from "./players.js";
import { QueueTab, moved } from "./queue.js";
import { Room } from "./room.js";
import { RostersTab } from "./rosters.js";
import { isDevelopment, person } from "./session.js";
import { announce, doing, run, show, toast } from "./shell.js";
import { LiveStream } from "./stream.js";

const id = Number(location.pathname.split("/")[2]);
/** @type {[string, string, string][]} */
const tabs = [["players", "Players", "person"], ["queue", "Queue", "plus"], ["rosters", "Rosters", "list"], ["board", "Board", "grid"], ["info", "Info", "info"]];

class DraftPage {
  constructor(room, ledgerTime) {
    /** @type {Room} */
    this.room = room;
    this.skew = ledgerTime - Date.now();
    this.ledger = null;
    this.next = inTurn();
    this.scheduled = this.isReading = this.isStale = false;
    this.status = new StatusBar(room, () => this.skew);
    this.bar = new PicksBar(room);
    this.tabs = {
      players: new PlayersTab(room, { pick: (player, pick) => this.pick(player, pick), queue: (player, add) => this.queue(player, add) }),
      queue: new QueueTab(room, {
        move: (player, index) => {
          const place = this.placeInQueue(index, player);
          this.edit({ kind: "moveInQueue", player, index: place }, queue => moved(queue, player, place));
        },
        top: player => this.edit({ kind: "moveToTopOfQueue", player }, queue => moved(queue, player, 0)),
        remove: player => this.queue(player, false), clear: () => this.edit({ kind: "clearQueue" }, () => []), autodraft: on => this.autodraft(on),
      }),
      rosters: new RostersTab(room), board: new BoardTab(room),
      info: new InfoTab(room, { leave: () => this.leave(), bots: isDevelopment ? () => this.bots() : null }),
    };
    this.connection = new Connection();
    this.refusal = make("div", { class: "refusal banner error", role: "alert", hidden: true });
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
        make("div", { class: "notices" }, this.connection.element, this.refusal), this.over, this.bar.element, make("div", { class: "panels" }, this.panels), this.footer));
    this.wide = matchMedia("(min-width: 1000px)");
    this.wide.addEventListener("change", () => this.open(this.tab));
    this.tab = "players";
    // Who only looks on has no queue.
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
    this.tabs[name].draw();
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

  /** Once a frame, whatever came in it. */
  schedule() {
    if (this.scheduled) return;
    this.scheduled = true;
    // Where nobody looks there are no frames.
    const draw = () => { this.scheduled = false; this.draw(); };
    if (document.visibilityState === "visible") requestAnimationFrame(draw); else setTimeout(draw);
  }

  draw() {
    const { room } = this;
    this.status.tick();
    this.bar.draw();
    tabs.forEach(([name], index) => { if (!this.panels[index].hidden) this.tabs[name].draw(); });
    if (!this.panels[3].hidden && !room.isOver) this.tabs.board.follow();
    const count = room.shownQueue.length, away = room.picksAway;
    this.counter.hidden = !count;
    setText(this.counter, count);
    setText(this.mine, room.isOver || !room.isDrawn ? "" : room.status !== "active" && room.status !== "paused" ? (room.mySlot === null ? "" : `Slot ${room.mySlot + 1}`)
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
      after, onLost: () => this.reload(true), onState: (state, error) => this.connected(state, error),
      onEvent: (name, data) => this.take(name, data),
    });
  }

  take(name, data) {
    if (name === "hello") {
      this.skew = this.stream?.skew ?? this.skew;
      this.ledger = data;
      if (!this.over.hidden) this.drawOver();
    }
    // What could not be read before is read once the server is heard again.
    if ((name === "live" || name === "progress") && this.isStale && !this.isReading) this.reload();
    if (name !== "events" && name !== "you" || !data.stream) return;
    const before = this.room.picks.length, result = this.room.take(data);
    if (result === "unknown") this.reload();
    if (data.type === "RoomFilled") this.reveal();
    if (result === "ignored") return;
    this.tell(data, before);
    this.schedule();
  }

  /** Shows what this device brought to the draw, where the contest draws with that. */
  async reveal() {
    if (!this.room.signedCommands || !this.room.isMember || this.room.isDrawn || this.room.status !== "countdown") return;
    const { reveal } = await import("./device-key.js");
    await reveal(id, this.room.me?.user).catch(error => toast(error.message, "error"));
  }

  /** Says what happened to who does not see it. */
  tell({ type, body, stream }, before) {
    const { room } = this;
    if (!stream.startsWith("room/")) return;
    if (room.picks.length > before) {
      const slot = slotOf(room.picks.length, room.teams), player = body.player === null ? null : room.players[body.player];
      const mine = slot === room.mySlot, how = type === "PickAutomated" && body.source === "queue" ? " from your queue" : type === "PickAutomated" ? " by autopick" : "";
      announce(player ? `${mine ? "You" : room.nameOf(slot)} drafted ${player.name}, ${player.position}.` : `Pick ${room.picks.length} was skipped.`);
      if (mine && player) toast(`You drafted ${player.name}${how}`, "success", 3500, "pick");
      this.refusal.hidden = true;
    }
    if (type === "RoomPaused") announce("The draft is paused.", true);
    if (type === "RoomResumed") announce("The draft goes on.", true);
    if (type === "DraftCompleted") announce("The draft is over.", true);
    if (type === "AutodraftSet" && body.seat === room.mySeat && body.on && body.cause !== "userWish")
      toast("You have missed picks: autodraft is on. Switch it off under Queue.", "warning", 12_000);
  }

  connected(state, error) {
    this.connection.show(state, error);
    if (state === "live") this.schedule();
  }

  /** Reads the room anew: after a correction, a join, or a gap. @param {boolean} [isLess] whether it may tell of less than is known */
  async reload(isLess = false) {
    this.isStale = true;
    if (this.isReading) return;
    this.isReading = true;
    try {
      let answer;
      // What the stream told meanwhile is newer than the answer: then once more, or a seat that was taken stays empty here.
      for (let attempt = 0; attempt < 20 && (this.isStale || (!isLess && answer.room.version < this.room.version)); attempt++) {
        this.isStale = false;
        answer = await get(`/v1/rooms/${id}/draft`);
      }
      if (!isLess && answer.room.version < this.room.version) return;
      const before = this.room.picks.length, known = this.room.picks.map(pick => pick.corrected);
      this.room.load(answer, isLess);
      if (this.room.picks.some((pick, index) => pick.corrected && !known[index]) || this.room.picks.length < before)
        toast("A pick was corrected by the house. The board shows it.", "warning", 12_000);
      this.schedule();
    } catch (error) {
      this.isStale = true;
      toast(error.message, "error");
    } finally {
      this.isReading = false;
    }
  }

  // Acting

  async pick(player, pick) {
    this.refusal.hidden = true;
    const { room } = this, one = room.players[player], adp = one.adp === null ? undefined : Math.round(one.adp * 100);
    try {
      await commandOnce(`pick ${pick} ${player}`, () => ({ kind: "makePick", room: id, pick, player, adp, claimedAt: new Date().toISOString() }));
    } catch (error) {
      // The stream may have told of it though no answer came.
      if (!error.isPassing || room.picks[pick - 1]?.player !== player) this.refuse(error, one, error.isPassing && room.picks.length < pick);
    }
  }

  /** What the ledger says, and by how much a pick came too late; or that it has not said anything, which is no refusal. */
  refuse(error, player, isOpen) {
    const margin = error.members?.margin, late = typeof margin === "number" && margin > 0 ? ` It came ${decimal(margin / 1e6, 3)} s too late.` : "";
    const text = isOpen ? `It is not known yet whether your pick of ${player.name} counts: ${error.message} Once it does, the board shows it. You can safely draft ${player.name} again: it counts once.`
      : `Your pick of ${player.name} does not count: ${error.message}${late}`;
    this.refusal.hidden = false;
    this.refusal.replaceChildren(make("span", { class: "grow" }, text, error.members?.position ? make("span", { class: "muted small" }, ` On record at ${error.members.position}.`) : null),
      make("button", { class: "iconbutton", type: "button", "aria-label": "Dismiss", onclick: () => { this.refusal.hidden = true; } }, icon("close")));
  }

  /** A place among those who are left, as a place among all that are queued. */
  placeInQueue(index, player) {
    const shown = this.room.shownQueue.filter(other => other !== player), all = this.room.pending.reduce((queue, edit) => edit.apply(queue), this.room.queue).filter(other => other !== player);
    return index >= shown.length ? all.length : all.indexOf(shown[index]);
  }

  queue(player, add) {
    const kind = add ? "addToQueue" : "removeFromQueue";
    this.edit({ kind, player }, queue => add ? [...queue.filter(other => other !== player), player] : queue.filter(other => other !== player));
    announce(`${this.room.players[player].name} ${add ? "queued" : "removed from the queue"}.`);
  }

  /** Shows an edit at once, and takes it back where the ledger refuses it. */
  async edit(fields, apply) {
    const key = crypto.randomUUID().replaceAll("-", "");
    this.room.pending.push({ id: key, apply });
    this.schedule();
    try {
      await this.next(() => command({ ...fields, room: id, seat: this.room.mySeat }, { id: key }));
    } catch (error) {
      this.room.pending = this.room.pending.filter(edit => edit.id !== key);
      toast(error.message, "error");
      this.schedule();
    }
  }

  async autodraft(on) {
    await this.next(() => command({ kind: "setAutodraft", room: id, seat: this.room.mySeat, on })).catch(error => toast(error.message, "error"));
    this.schedule();
  }

  leave() {
    return doing(this.tabs.info.leave, async () => {
      await commandOnce("leave", async () => ({ kind: "leaveRoom", user: (await person())?.user, room: id }));
      location.assign("/");
    });
  }

  bots() { return doing(this.tabs.info.bots, () => request("POST", "/dev/bots", { body: { room: id } })); }
}

run(async () => {
  if (!Number.isSafeInteger(id) || id < 1) throw new Problem(404, { title: "No such room", detail: "The address names no room." });
  /** @type {[import("./session.js").Person | null, any]} */
  const [who, answer] = await Promise.all([person(), get(`/v1/rooms/${id}/draft`).catch(error => error)]);
  if (answer instanceof Error) {
    if (/** @type {any} */ (answer).status === 401 && !who) return location.replace("/login?to=" + encodeURIComponent(location.pathname));
    throw answer;
  }
  const pool = await get(`/v1/pools/${answer.room.pool}/players`);
  const page = new DraftPage(new Room(answer, pool.players), Date.parse(answer.serverTime));
  if (!page.room.isOver && answer.signedCommands && answer.you && who) {
    const { signAs } = await import("./device-key.js");
    await signAs(who.user).catch(error => toast(`Nothing can be signed here: ${error.message}`, "error", 30_000));
    page.reveal();
  }
  page.follow();
});
