// Commands of staff: their actor, their signature, and the approval request for those that need two people.
import { Problem, commandOnce, forget, get, request } from "./api.js";
import { make, sheet } from "./dom.js";
import { isDevelopment, person } from "./session.js";
import { announce, toast } from "./shell.js";
import { checkedMessage, digits, readKey, signer } from "./staff-key.js";
import { field, form } from "./staff-views.js";

/** The commands that need approval, if staff roles are enabled. */
const measures = new Set([
  "awardPrizes", "correctPick", "voidRoom", "setLimits", "excludeUser", "closeAccount", "adjustBalance", "resolveDispute",
  "appointStaff", "rotateCheckpointKey", "approvePayout", "assignScores", "closeLedger",
]);

/** @type {Promise<any[]> | null} */
let asked = null;

/** The recorded staff; empty if staff roles are not enabled. @returns {Promise<any[]>} */
export const staff = () => asked ??= get("/v1/staff").catch(error => { asked = null; throw error; });

export function forgetStaff() { asked = null; }

/** Whether staff roles are enabled. */
export const hasBegun = async () => (await staff()).length > 0;

/** Whether the signed-in user has one of these roles. @param {...string} roles */
export async function isOne(...roles) {
  const who = await person();
  return !!who && roles.some(role => who.roles.includes(role));
}

/** The last command and the last proposal: a retry after a lost answer repeats them. */
let last = "", proposal = { about: "", measure: 0 };

/**
 * Sends a command as staff.
 *
 * @param {Record<string, any>} command its kind and fields
 * @param {{onBehalfOf?: number | null, dispute?: number | null}} [how]
 * @returns {Promise<any>} the outcome
 * @throws {Problem} the refusal, in the ledger's own words
 */
export async function act(command, { onBehalfOf = null, dispute = null } = {}) {
  const who = await person();
  if (!who) throw new Error("Sign in first.");
  const about = "act " + JSON.stringify([command, onBehalfOf, dispute]);
  if (about !== last) forget(last);
  return commandOnce(last = about, id => whole(who, command, id, onBehalfOf, dispute));
}

/** The complete command, with a signature if it needs one. */
async function whole(who, command, id, onBehalfOf, dispute) {
  const actor = `admin/${who.user}` + (onBehalfOf ? ` for user/${onBehalfOf}` : "");
  const body = { ...command, id, actor, ...(dispute ? { case: dispute } : {}) };
  // A development server signs for staff whose keys it created.
  const isSigned = await hasBegun() && (signer() || !isDevelopment);
  if (!isSigned) return body;
  const key = signer() ?? await askForKey(), publicKey = key.publicKey;
  const own = (await staff()).find(member => member.person === who.user);
  if (own && own.key !== publicKey) throw new Error(`This key is not the recorded key of staff member ${who.user}. Choose another key file.`);
  const answer = await request("POST", `/v1/commands/signable?key=${publicKey}`, { body, tries: 6 });
  const message = await checkedMessage(answer, { person: who.user, onBehalfOf, dispute, id, publicKey });
  const { anchor, root, seenVersion } = answer;
  const seal = { key: publicKey, anchor, root, seenVersion, signature: digits(await key.sign(message)) };
  return { ...answer.command, seal };
}

/**
 * Sends a command, or proposes it if it needs approval.
 *
 * @param {Record<string, any>} command
 * @param {{reason: string, dispute?: number | null, onBehalfOf?: number | null, needsApproval?: boolean}} why the case is of a proposal;
 *   `needsApproval`: for commands that need approval only in some states, such as a cancellation of a full room
 * @returns {Promise<number | null>} the approval request; null if the command was applied
 */
export async function settle(command, { reason, dispute = null, onBehalfOf = null, needsApproval = measures.has(command.kind) }) {
  if (!await hasBegun() || !needsApproval) {
    await act(command, { onBehalfOf });
    return null;
  }
  const about = JSON.stringify([command, reason, dispute]);
  for (let attempt = 1; ; attempt++) {
    if (proposal.about !== about) proposal = { about, measure: Math.max(0, ...(await get("/v1/approvals")).map(one => one.approval)) + 1 };
    const { measure } = proposal;
    try {
      await act({ kind: "proposeMeasure", measure, command, reason, ...(dispute ? { dispute } : {}) });
      proposal.about = "";
      return measure;
    } catch (error) {
      if (error instanceof Problem && error.isRefusal) proposal.about = "";
      // Another person may have used this number for a request meanwhile.
      if (!(error instanceof Problem) || error.code !== "alreadyExists" || attempt === 5) throw error;
      if (!(await get("/v1/approvals")).some(one => one.approval === measure)) throw error;
    }
  }
}

/** Shows a message about a proposal or an applied command. @param {number | null} measure @param {string} what */
export function tell(measure, what) {
  const words = measure ? `Request ${measure} proposes ${what}. Another person has to approve it.` : `Done: ${what}.`;
  toast(words, "success");
  announce(words);
}

/** @returns {Promise<import("./staff-key.js").Signer>} */
export function askForKey() {
  return new Promise((resolve, reject) => {
    let found = /** @type {any} */ (null);
    const dialog = sheet("Your key", close => [
      make("p", { class: "muted" }, "Staff commands must be signed. Choose your key file (created by `staff key`). "
        + "Only this page reads it. It is not sent, and is discarded when you leave or reload the page."),
      form("Use this key", [field("Key file", { name: "key", type: "file", required: true })], async values => {
        found = await readKey(await values.key.text());
        toast("Your key is loaded until you leave this page.", "success");
        close();
      }),
    ]);
    dialog.addEventListener("close", () => found ? resolve(found) : reject(new Error("Nothing was signed or sent.")));
  });
}
