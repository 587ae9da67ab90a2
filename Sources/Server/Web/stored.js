// Values that this browser remembers about the draft room: starred players, facts on rows, alerts.

/**
 * Reads a remembered value.
 *
 * @template Value @param {string} key @param {Value} otherwise if there is no such value, or the browser keeps none
 * @returns {Value}
 */
export function stored(key, otherwise) {
  try { return JSON.parse(localStorage.getItem("draft " + key) ?? "null") ?? otherwise; } catch { return otherwise; }
}

/** @param {string} key @param {any} value */
export function store(key, value) {
  // Without storage, the value lasts as long as the page.
  try { localStorage.setItem("draft " + key, JSON.stringify(value)); } catch {}
}
