// Who is signed in.
import { Problem, authorizeBy, get, request } from "./api.js";

/** @typedef {{user: number, name: string, roles: string[]}} Person */

const key = "draftledger.token";
let token = sessionStorage.getItem(key) ?? "";
/** @type {Promise<Person | null> | null} */
let asked = null;

authorizeBy(
  headers => { if (token) headers.set("Authorization", "Bearer " + token); },
  () => { forget(); });

function forget() { token = ""; asked = null; sessionStorage.removeItem(key); }

/** Whether the server is one for development, which signs in anybody by name. */
export const isDevelopment = document.documentElement.dataset.dev === "true";

/**
 * Who is signed in; null for nobody.
 *
 * @returns {Promise<Person | null>}
 */
export function person() {
  asked ??= token ? ask() : Promise.resolve(null);
  return asked;
}

async function ask() {
  try {
    const me = await get("/v1/users/me");
    return { user: me.user, name: me.name ?? `user ${me.user}`, roles: me.roles ?? [] };
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return null;
    asked = null;
    throw error;
  }
}

/** Who is signed in, else the page to sign in at, which leads back here. @returns {Promise<Person>} */
export async function member() {
  const who = await person();
  if (who) return who;
  location.replace("/login?to=" + encodeURIComponent(location.pathname + location.search));
  return new Promise(() => {});
}

/** Takes a bearer's token for this browser. @param {string} bearer @returns {Promise<Person | null>} */
export async function signIn(bearer) {
  token = bearer;
  asked = null;
  const who = await person();
  if (who) sessionStorage.setItem(key, bearer); else forget();
  return who;
}

/** By name alone, on a server for development. @param {string} name @param {string[]} [roles] */
export async function signInAs(name, roles = []) {
  const answer = await request("POST", "/dev/tokens", { body: { name, roles } });
  return signIn(answer.token);
}

export async function signOut() {
  forget();
  location.assign("/");
}
