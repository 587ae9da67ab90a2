// Who is signed in. The browser holds a cookie that no script can read; a token is shown once and not kept.
import { get, request, whenSignedOut } from "./api.js";

/** @typedef {{user: number, name: string, roles: string[]}} Person */

/** @type {Promise<Person | null> | null} */
let asked = null;

whenSignedOut(() => {
  asked = null;
  dispatchEvent(new Event("signedout"));
});

/** The page to sign in at, which leads back to this very place. */
export const signInAddress = () => "/login?to=" + encodeURIComponent(location.pathname + location.search + location.hash);

/** Whether the server is one for development, which signs in anybody by name. */
export const isDevelopment = document.documentElement.dataset.dev === "true";

/** @returns {Promise<Person | null>} who is signed in; null for nobody */
export function person() {
  asked ??= get("/v1/session").then(known, error => { asked = null; throw error; });
  return asked;
}

const known = session => session.user === null ? null
  : { user: session.user, name: session.name ?? `user ${session.user}`, roles: session.roles };

/** Who is signed in, else the page to sign in at, which leads back here. @returns {Promise<Person>} */
export async function member() {
  const who = await person();
  if (who) return who;
  location.replace(signInAddress());
  return new Promise(() => {});
}

/**
 * Begins a session by a bearer's token.
 *
 * @param {string} bearer @returns {Promise<Person | null>}
 * @throws {Error} in a browser that keeps no cookies: the next page would know nobody
 */
export async function signIn(bearer) {
  await request("POST", "/v1/session", { headers: { Authorization: "Bearer " + bearer } });
  asked = null;
  const who = await person();
  if (!who) throw new Error("This browser keeps no cookies of this site, and so cannot stay signed in. Allow them, and sign in again.");
  return who;
}

/** By name alone, on a server for development. @param {string} name @param {string[]} [roles] */
export async function signInAs(name, roles = []) {
  const answer = await request("POST", "/dev/tokens", { body: { name, roles } });
  return signIn(answer.token);
}

export async function signOut() {
  await request("DELETE", "/v1/session", { tries: 3 });
  asked = null;
  location.assign("/");
}

/** Ends all sessions of this account, and refuses tokens that were issued before. */
export async function signOutEverywhere() {
  await request("DELETE", "/v1/sessions", { tries: 3 });
  asked = null;
  location.assign("/");
}
