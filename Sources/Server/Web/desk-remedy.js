// Remedies of an upheld case: a correction of the pick and a refund.
import { get } from "./api.js";
import { make } from "./dom.js";
import { person } from "./session.js";
import { isOne, settle, tell } from "./staff-acting.js";
import { dollars } from "./desk-measure.js";
import { nameOf } from "./staff-names.js";
import { field, form, redraw, section, tick } from "./staff-views.js";

/**
 * @param {number} id @param {any} record of the case @param {boolean} begun whether staff roles are enabled
 * @param {(kind: string) => Promise<any>} proposed what takes the place of a form whose request is pending; null if none is
 */
export async function remedies(id, record, begun, proposed) {
  const [refunding, correcting, mayCorrect, mayRefund, board, room] = await Promise.all([proposed("adjustBalance"), proposed("correctPick"),
    begun ? isOne("operator", "officer") : isOne("officer"), begun ? isOne("cashier") : isOne("officer"),
    get(`/v1/rooms/${record.room}/board`).catch(() => null), get(`/v1/rooms/${record.room}`).catch(() => null)]);
  const names = (board?.picks ?? []).map(pick => pick.playerName).filter(Boolean);
  return section("Remedies", make("div", { class: "columns noprint" },
    make("div", { class: "card" }, make("h3", {}, "Refund"), refunding ? refunding : record.claimant
      ? mayRefund ? refund(id, record, begun, room?.entryFeeCents ?? 0, await nameOf(record.claimant))
        : make("p", { class: "muted" }, "A cashier proposes a refund, and an officer approves it.")
      : make("p", { class: "muted" }, "The claimant has no balance here.")),
    make("div", { class: "card" }, make("h3", {}, "Correction of the pick"), correcting ? correcting : mayCorrect ? correct(id, record, begun, names)
      : make("p", { class: "muted" }, "An operator or an officer proposes a correction, and another officer approves it."))));
}

/** Until staff roles are enabled, user numbers name the approvers; afterwards signatures do. */
const approver = (name, label) => field(label, { name, type: "number", min: 1, required: true, hint: "A user number: not the claimant, and no member of the room." });

/** @param {number} id @param {any} record @param {boolean} begun @param {number} fee of the entry, in cents @param {string | null} payee */
function refund(id, record, begun, fee, payee) {
  const paid = record.payments.reduce((sum, one) => sum + one.amountCents, 0);
  return form(begun ? "Propose the refund" : "Refund", [
    make("div", { class: "fields" },
      field("Dollars", { name: "dollars", type: "number", min: 0.01, step: 0.01, required: true, 
        hint: `To ${payee}, of an entry fee of ${dollars(fee)}; ${dollars(paid)} was already refunded for this case.` }),
      field("Reason", { name: "reason", value: `Case ${id} was upheld.`, required: true })),
    tick("Allow refunds above the entry fee", "beyond"),
    begun ? null : make("div", { class: "fields" }, approver("first", "Approved by"), approver("second", "Second approver")),
  ], async values => {
    const who = await person(), amount = Math.round(Number(values.dollars) * 100);
    if (!values.beyond && paid + amount > fee)
      throw new Error(`${dollars(amount)} is more than the rest of the fee: ${dollars(paid)} of ${dollars(fee)} was already refunded for this case.`);
    const measure = await settle({
      kind: "adjustBalance", user: record.claimant, amount, firstApprover: Number(values.first ?? who?.user),
      secondApprover: Number(values.second ?? who?.user), dispute: id, reason: values.reason,
    }, { reason: values.reason, dispute: id });
    tell(measure, `a refund of ${dollars(amount)} to ${payee}`);
    await redraw();
  });
}

function correct(id, record, begun, names) {
  const list = "players-" + id;
  return form(begun ? "Propose the correction" : "Correct", [
    make("div", { class: "fields" },
      field("Mode", { name: "mode", options: [["substitute", "Substitute: keep later picks"], ["lastOnly", "Last pick only: if no pick follows"],
        ["cascade", "Cascade: undo this pick and all later ones"]] }),
      field("Replacement player", { name: "player", placeholder: "Name or index in the pool; empty for a cascade", list }),
      field("Reason", { name: "reason", value: `Case ${id} was upheld.`, required: true })),
    make("datalist", { id: list }, names.map(name => make("option", { value: name }))),
    begun ? null : make("div", { class: "fields" }, approver("by", "Requested by"), approver("approver", "Approved by")),
  ], async values => {
    const who = await person(), isCascade = values.mode === "cascade";
    const player = isCascade ? null : await index(record.room, values.player.trim());
    const measure = await settle({
      kind: "correctPick", room: record.room, pick: record.pickNumber, mode: values.mode, ...(player === null ? {} : { player }), dispute: id,
      requestedBy: Number(values.by ?? who?.user), approvedBy: Number(values.approver ?? who?.user), reason: values.reason,
    }, { reason: values.reason, dispute: id });
    tell(measure, `a correction of pick ${record.pickNumber} of room ${record.room}`);
    await redraw();
  });
}

/** The index of a player of the room's pool, by name or by the index itself. @param {number} room @param {string} name */
async function index(room, name) {
  const { pool } = await get(`/v1/rooms/${room}`), { players } = await get(`/v1/pools/${pool}/players`);
  const found = players.filter(one => String(one.player) === name || one.name.toLowerCase() === name.toLowerCase());
  if (found.length === 1) return found[0].player;
  throw new Error(found.length ? `${found.length} players are named ${name}. Enter the index in the pool.` : `The room's pool has no player ${name}.`);
}
