// The announcement of a room's events, for screen readers and in short messages.
import { slotOf } from "./format.js";
import { announce, toast } from "./shell.js";

/**
 * Announces an event of the room after it was applied.
 *
 * @param {import("./room.js").Room} room @param {any} event @param {number} before the number of picks before the event
 */
export function announceEvent(room, { type, body }, before) {
  if (room.picks.length > before) {
    const slot = slotOf(room.picks.length, room.teams, room.order), player = body.player === null ? null : room.players[body.player];
    const mine = slot === room.mySlot, how = type === "PickAutomated" && body.source === "queue" ? " from your queue" : type === "PickAutomated" ? " by autopick" : "";
    announce(player ? `${mine ? "You" : room.nameOf(slot)} drafted ${player.name}, ${player.position}.` : `Pick ${room.picks.length} was skipped.`);
    if (mine && player) toast(`You drafted ${player.name}${how}`, "success", 3500, "pick");
  }
  if (type === "RoomPaused") announce("The draft is paused.", true);
  if (type === "RoomResumed") announce("The draft has resumed.", true);
  if (type === "DraftCompleted") announce("The draft is over.", true);
  if (type === "AutodraftSet" && body.seat === room.mySeat && body.on && body.cause !== "userWish")
    toast("You have missed picks: autodraft is on. Turn it off under Queue.", "warning", 12_000);
}
