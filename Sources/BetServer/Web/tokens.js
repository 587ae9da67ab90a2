// The tokens of the signed-in user. A refresh token is valid once, so that only one tab renews at a time.

const key = "statdiscute.tokens";

/** @typedef {{accessToken: string, refreshToken: string, userId: string, name?: string}} Tokens */

/** @returns {Tokens | null} */
export function tokens() {
  // Without storage, the user is signed out on the next page.
  try { return JSON.parse(localStorage.getItem(key) ?? "null"); } catch { return null; }
}

/** @param {Tokens} found */
export function keepTokens(found) {
  const { accessToken, refreshToken, userId, name } = found;
  try { localStorage.setItem(key, JSON.stringify({ accessToken, refreshToken, userId, name: name ?? tokens()?.name })); } catch {}
}

export function forgetTokens() {
  try { localStorage.removeItem(key); } catch {}
}

export const accessToken = () => tokens()?.accessToken ?? null;

/**
 * Gets new tokens by the refresh token.
 *
 * @param {(request: {address: string, body: any}) => Promise<any>} send
 * @returns {Promise<boolean>} whether there are new tokens; false if the sign-in has ended
 * @throws if the server cannot be reached or answers later: the sign-in is still good
 */
export async function renew(send) {
  const before = tokens();
  if (!before) return false;
  const work = async () => {
    const now = tokens();
    // Another tab was first.
    if (now && now.accessToken !== before.accessToken) return true;
    try {
      keepTokens(await send({ address: "/v1/auth/refresh", body: { refreshToken: before.refreshToken } }));
      return true;
    } catch (error) {
      if (/** @type {any} */ (error).status === 401) return false;
      throw error;
    }
  };
  return navigator.locks ? navigator.locks.request(key, work) : work();
}
