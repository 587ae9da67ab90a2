// The signed-in user. The browser holds a cookie that scripts cannot read; a token is sent once and not stored.
import { get, request, whenSignedOut } from "./api.js";

/** @typedef {{user: number, name: string, roles: string[]}} Person */

/** @type {Promise<Person | null> | null} */
let asked = null;

whenSignedOut(() => {
  asked = null;
  dispatchEvent(new Event("signedout"));
});

/** The sign-in page, which leads back to this address. */
export const signInAddress = () => "/login?to=" + encodeURIComponent(location.pathname + location.search + location.hash);

/** Whether this is a development server, which signs users in by name. */
export const isDevelopment = document.documentElement.dataset.dev === "true";

/** @returns {Promise<Person | null>} the signed-in user; null if signed out */
export function person() {
  asked ??= get("/v1/session").then(known, error => { asked = null; throw error; });
  return asked;
}

const known = session => session.user === null ? null
  : { user: session.user, name: session.name ?? `user ${session.user}`, roles: session.roles };

/** Returns the signed-in user, else opens the sign-in page, which leads back here. @returns {Promise<Person>} */
export async function member() {
  const who = await person();
  if (who) return who;
  location.replace(signInAddress());
  return new Promise(() => {});
}

/**
 * Begins a session with a bearer token.
 *
 * @param {string} bearer @returns {Promise<Person | null>}
 * @throws {Error} in a browser without cookies: the next page would be signed out
 */
export async function signIn(bearer) {
  await request("POST", "/v1/session", { headers: { Authorization: "Bearer " + bearer } });
  asked = null;
  const who = await person();
  if (!who) throw new Error("This browser blocks cookies of this site, so you cannot stay signed in. Allow cookies and sign in again.");
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
