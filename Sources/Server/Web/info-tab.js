// The room's rules and members, and the button to leave it.
import { commandOnce } from "./api.js";
import { make, setText, sheet } from "./dom.js";
import { duration, money, orderWords } from "./format.js";
import { person } from "./session.js";
import { doing, sayNext } from "./shell.js";

/** Asks for confirmation, leaves the room, and reports the result on the next page. @param {import("./room.js").Room} room */
function leaveSheet({ id, contest, fee }) {
  sheet("Leave this room?", close => {
    const leave = make("button", { class: "button danger large", type: "button", onclick: () => doing(leave, async () => {
      await commandOnce("leave", async () => ({ kind: "leaveRoom", user: (await person())?.user, room: id }));
      sayNext(`You left ${contest}.${fee ? ` Your ${money(fee)} is back on your balance.` : ""}`);
      location.assign("/");
    }) }, "Leave the room");
    return [make("p", {}, `Your seat becomes free.${fee ? ` Your entry fee of ${money(fee)} goes back to your balance at once.` : ""}`),
      leave, make("button", { class: "button large", type: "button", onclick: close }, "Stay")];
  });
}

export class InfoTab {
  /** @param {import("./room.js").Room} room @param {import("./room-alerts.js").RoomAlerts} alerts @param {{bots: (() => Promise<void>) | null}} actions */
  constructor(room, alerts, actions) {
    this.room = room;
    this.members = make("ul", { class: "rows members" });
    this.leave = make("button", { class: "button danger", type: "button", onclick: () => leaveSheet(room) }, "Leave the room");
    this.bots = actions.bots ? make("button", { class: "button primary", type: "button", onclick: () => actions.bots?.() }, "Fill the seats with bots") : null;
    this.seats = make("h2", { class: "part" });
    const facts = [
      ["Contest", room.tournament ? make("a", { href: "/tournament/" + room.tournament, dir: "auto" }, room.contest) : room.contest],
      ["Entry fee", money(room.fee)], ["Board", `${room.teams} teams, ${room.rounds} rounds, ${orderWords(room.order)}`],
      ["Time for a pick", room.pickClock ? `${duration(room.pickClock)}${room.graceTime ? `, and ${duration(room.graceTime)} of grace` : ""}` : "no clock"],
      ["Autopick", room.limits ? `queue, rankings, ADP; at most ${Object.entries(room.limits).map(([name, count]) => `${count} ${name}`).join(", ")}` : "–"],
      ["Room", String(room.id)],
    ];
    this.element = make("div", { class: "tab info" },
      make("dl", { class: "facts" }, facts.map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
      make("div", { class: "row" }, this.bots, this.leave), room.isMember && !room.isOver ? alerts.element : null, this.seats, this.members,
      make("p", { class: "muted small" }, "Keys: / searches, 1 to 5 open the tabs, ↑ and ↓ move through the players, Enter opens a player and then drafts, q queues, s stars, Esc closes."),
      make("p", { class: "muted small" }, "Every pick, queue change and refusal is recorded on arrival and can be proved later. ", make("a", { href: "/support" }, "Support")));
  }

  draw() {
    const { room } = this, count = room.members.filter(Boolean).length;
    setText(this.seats, `${count} of ${room.teams} seats`);
    this.leave.hidden = !room.isMember || room.status !== "waiting";
    if (this.bots) this.bots.hidden = room.status !== "waiting" || !room.isMember;
    const rows = Array.from({ length: room.teams }, (_, slot) => {
      const member = room.memberAt(slot);
      const words = !member ? [] : [member.seat === room.mySeat ? "you" : "", member.autodraft ? "autodraft" : "", member.missedPicks ? `${member.missedPicks} missed` : "", !room.isOver && !member.connected && !member.autodraft && member.seat !== room.mySeat ? "away" : ""];
      return make("li", {}, make("span", { class: "place number" }, slot + 1), make("span", { class: "grow clip", dir: "auto" }, room.nameOf(slot)), make("span", { class: "muted small" }, words.filter(Boolean).join(", ")));
    });
    this.members.replaceChildren(...rows);
  }
}
