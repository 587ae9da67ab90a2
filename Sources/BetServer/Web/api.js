// Requests to the server's public addresses, with the envelope and the error codes of the API.
import { accessToken, forgetTokens, renew } from "./tokens.js";

/** The failure of a request. */
export class Problem extends Error {
  /** @param {number} status 0 if the server was not reached @param {{code?: string, message?: string, details?: any}} error */
  constructor(status, error) {
    super(error.message || "Something went wrong.");
    this.status = status;
    this.code = error.code ?? "UNKNOWN";
    this.details = error.details ?? {};
  }

  /** Whether a retry can succeed. */
  get isPassing() { return this.status === 0 || this.status === 429 || this.status >= 500; }
}

const signedOut = () => new Problem(401, { code: "AUTH_REQUIRED", message: "You are signed out. Sign in again." });

const unreachable = () => new Problem(0, { code: "UNREACHABLE", message: "The server cannot be reached. Check your connection." });

/**
 * Sends a request and returns `data` of its answer.
 *
 * @param {string} method @param {string} path
 * @param {{body?: any, headers?: Record<string, string>, signed?: boolean}} [options] `signed` sends the access token
 * @returns {Promise<any>} @throws {Problem}
 */
export async function request(method, path, options = {}) {
  if (options.signed && !accessToken()) throw signedOut();
  try {
    return await once(method, path, options);
  } catch (error) {
    const isExpired = error instanceof Problem && error.status === 401 && options.signed;
    if (!isExpired) throw error;
    if (await renew(({ address, body }) => once("POST", address, { body }))) return once(method, path, options);
    forgetTokens();
    throw signedOut();
  }
}

async function once(method, path, { body, headers = {}, signed = false }) {
  const all = new Headers({ Accept: "application/json", ...headers });
  if (body !== undefined) all.set("Content-Type", "application/json");
  const token = signed ? accessToken() : null;
  if (token) all.set("Authorization", "Bearer " + token);
  let response, json;
  try {
    response = await fetch(path, { method, headers: all, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-cache" });
    json = await response.json();
  } catch {
    throw unreachable();
  }
  if (response.ok) return json.data ?? json;
  throw new Problem(response.status, json.error ?? {});
}

/** @param {string} path */
export const get = path => request("GET", path);

/** Reads what belongs to the signed-in user. @param {string} path */
export const getOwn = path => request("GET", path, { signed: true });
