// Staff: the list, appointments and dismissals.
import { make } from "./dom.js";
import { moment } from "./format.js";
import { forgetStaff, isOne, settle, staff, tell } from "./staff-acting.js";
import { nameOf, person } from "./staff-names.js";
import { field, form, head, redraw, table, tick } from "./staff-views.js";

/** Roles by their bits, in the order of their numbers. */
const roles = ["operator", "officer", "cashier", "scheduler", "importer", "backend", "auditor", "analyst"];
/** The names of the roles that a number has the bits of. @param {number} bits */
export const roleNames = bits => roles.filter((_, index) => bits >> index & 1).join(", ");

const about = {
  operator: "runs pools, contests and rooms", officer: "resolves cases and approves requests", cashier: "looks after money", scheduler: "the clock service",
  importer: "brings history", backend: "forwards members' commands", auditor: "reads everything", analyst: "reads reports",
};

/** @param {string} path of the page @param {URLSearchParams} _query */
export async function staffView(path, _query) {
  return [head("Staff", [[path === "/desk" ? "Desk" : "Operations", path]]), ...await staffParts()];
}

export async function staffParts() {
  forgetStaff();
  const [people, mayAppoint, mayDismiss] = await Promise.all([staff(), isOne("operator"), isOne("operator", "officer")]);
  const names = await Promise.all(people.map(one => nameOf(one.person)));
  if (!people.length)
    return [make("p", { class: "banner" }, "Staff roles are not enabled. Enable them permanently with `draftledger staff enable`.")];
  return [
    table("Staff members", [
      { title: "Person", cell: one => person(one.person) },
      { title: "Roles", grow: true, cell: one => one.roles.split(" ").join(", ") },
      { title: "Founder", cell: one => one.founder ? "yes" : "" },
      { title: "From", cell: one => one.recovered ? make("b", {}, `recovered ${one.effectiveAt ? moment(one.effectiveAt) : "once"}`) : "" },
      { title: "Key", cell: one => make("code", {}, one.key) },
    ], people),
    make("div", { class: "columns noprint" },
      mayAppoint ? make("div", { class: "card" }, make("h2", {}, "Appoint"), appoint()) : null,
      mayDismiss ? make("div", { class: "card" }, make("h2", {}, "Dismiss"), dismiss(people, names)) : null),
  ];
}

function appoint() {
  return form("Propose the appointment", [
    make("p", { class: "muted" }, "Add a person, or change the roles or the key of a staff member. Another officer has to approve it."),
    field("Person's user number", { name: "person", type: "number", min: 1, required: true }),
    make("fieldset", { class: "ticks" }, make("legend", { class: "small muted" }, "Roles"),
      roles.map(role => tick(`${role}: ${about[role]}`, "role-" + role))),
    field("Public key", { name: "key", required: true, hint: "The 66 digits that `draftledger staff key` prints." }),
    field("Reason, in a sentence", { name: "reason", required: true }),
  ], async values => {
    const bits = roles.reduce((sum, role, index) => sum + (values["role-" + role] ? 1 << index : 0), 0);
    const forms = { "01": "ed25519", "02": "p256Even", "03": "p256Odd" }, key = values.key.trim().toLowerCase();
    if (!bits) throw new Error("Choose at least one role.");
    if (!/^0[123][0-9a-f]{64}$/.test(key)) throw new Error("The public key is not valid. Enter the 66 digits that `staff key` prints.");
    const measure = await settle({
      kind: "appointStaff", person: Number(values.person), roles: bits, keyForm: forms[key.slice(0, 2)], key: key.slice(2),
    }, { reason: values.reason });
    tell(measure, `the appointment of ${values.person}`);
    await redraw();
  }, { primary: false });
}

function dismiss(people, names) {
  return form("Dismiss", [
    make("p", { class: "muted" }, "The person can no longer act as staff. A dismissal needs no approval."),
    field("Person", { name: "person", options: people.map((one, index) => [String(one.person), `${names[index]}: ${one.roles}`]) }),
    field("Reason, in a sentence", { name: "reason", required: true }),
  ], async values => {
    await settle({ kind: "dismissStaff", person: Number(values.person), reason: values.reason }, { reason: values.reason });
    tell(null, `${values.person} is no longer staff`);
    await redraw();
  }, { danger: true });
}

