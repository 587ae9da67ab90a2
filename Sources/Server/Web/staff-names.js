// The names of users by their numbers: looked up together, and kept while the page is open.
import { get } from "./api.js";
import { fill, make } from "./dom.js";
import { isOne } from "./staff-acting.js";
import { address } from "./staff-views.js";

/** The number of users that one request may name. */
const most = 200;

/** @type {Map<number, Promise<string | null>>} */
const known = new Map();
/** The lookups of this moment, which become one request. @type {Map<number, (name: string | null) => void> | null} */
let waiting = null;

/** @param {number} user @returns {Promise<string | null>} the display name; null without a profile, or if it cannot be read */
function lookUp(user) {
  let found = known.get(user);
  if (found) return found;
  found = new Promise(resolve => {
    if (!waiting) queueMicrotask(ask);
    waiting ??= new Map();
    waiting.set(user, resolve);
  });
  known.set(user, found);
  return found;
}

async function ask() {
  const asked = waiting ?? new Map(), users = [...asked.keys()];
  waiting = null;
  for (let from = 0; from < users.length; from += most) {
    const part = users.slice(from, from + most), names = await get("/v1/names?users=" + part.join(",")).catch(() => null);
    const found = new Map((names ?? []).map(one => [one.user, one.name]));
    for (const user of part) {
      if (!names) known.delete(user);
      asked.get(user)?.(found.get(user) ?? null);
    }
  }
}

/** A person in words: name and number. @param {number | null | undefined} user @returns {Promise<string | null>} */
export async function nameOf(user) {
  if (!user) return null;
  const name = await lookUp(user);
  return name && name !== `user ${user}` ? `${name} (user ${user})` : `user ${user}`;
}

/**
 * A person's name and number, filled in once they are known; for officers a link to the person's activity.
 *
 * @param {number | null | undefined} user @param {any} [nothing] the content without a number
 */
export function person(user, nothing = "–") {
  if (!user) return nothing;
  const place = make("span", { "aria-busy": "true", "data-user": user }, `user ${user}`);
  Promise.all([nameOf(user), isOne("officer").catch(() => false)]).then(([words, isOfficer]) => {
    place.removeAttribute("aria-busy");
    fill(place, isOfficer ? make("a", { href: address("/desk", { user }), dir: "auto" }, words) : make("bdi", {}, words));
  });
  return place;
}

/** Several people, separated by commas. @param {number[]} users */
export const people = users => users.map((user, index) => [index ? ", " : "", person(user)]);
