// The reasons why a draft cannot be shown, as a visitor understands them.
import { Problem } from "./api.js";

/** @param {any} problem @param {number} id of the room @returns {Problem} */
export function explained(problem, id) {
  if (problem.status === 404) return new Problem(404, { title: `No draft ${id}`, detail: "There is no draft with this number. Check the address." });
  if (problem.status === 403) return new Problem(403, { title: "This draft is private", detail: `Only its members can watch draft ${id}. When it is over, everybody can see its board and replay.` });
  return problem;
}
