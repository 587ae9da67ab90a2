// Formats of numbers and times.

/**
 * Makes something when it is used first: a format takes a slow phone some milliseconds.
 *
 * @template Made @param {() => Made} make @returns {() => Made}
 */
export const lazily = (make, made = /** @type {any} */ (null)) => () => made ??= make();

/** @param {number | null | undefined} cents */
export function money(cents) {
  if (cents === null || cents === undefined) return "–";
  const sign = cents < 0 ? "−" : "", value = Math.abs(cents) / 100;
  const digits = Number.isInteger(value) ? 0 : 2;
  return sign + "$" + value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: 2 });
}

/** The same with both digits of the cents, for balances. @param {number} cents */
export const balance = cents =>
  (cents < 0 ? "−" : "") + "$" + (Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });

/** Short: $2.1M. @param {number | null} cents */
export function shortMoney(cents) {
  if (cents === null || cents === undefined) return "–";
  const value = cents / 100;
  if (value >= 1e6) return "$" + (value / 1e6).toFixed(1).replace(/\.0$/, "") + "M";
  if (value >= 1e5) return "$" + Math.round(value / 1e3) + "K";
  return money(cents);
}

const grouping = lazily(() => new Intl.NumberFormat("en-US"));

/** @param {number} number */
export const grouped = number => number >= 0 && number < 1_000 && Number.isInteger(number) ? String(number) : grouping().format(Number(number));

/** @param {number} number */
export function ordinal(number) {
  const tens = number % 100, ones = number % 10;
  return number + (tens > 10 && tens < 14 ? "th" : ones === 1 ? "st" : ones === 2 ? "nd" : ones === 3 ? "rd" : "th");
}

/** 1.05: round and pick in it. @param {number} pick from 1 @param {number} teams */
export function pickLabel(pick, teams) {
  const round = Math.floor((pick - 1) / teams) + 1, place = (pick - 1) % teams + 1;
  return `${round}.${String(place).padStart(2, "0")}`;
}

/**
 * The slot whose turn a pick is, in a snake. With third-round reversal the directions swap from round 3 on.
 *
 * @param {number} pick from 1 @param {number} teams @param {string} [order] snake or thirdRoundReversal
 */
export function slotOf(pick, teams, order) {
  const round = Math.floor((pick - 1) / teams), place = (pick - 1) % teams;
  const isBack = (round % 2 === 1) !== (order === "thirdRoundReversal" && round >= 2);
  return isBack ? teams - 1 - place : place;
}

/** The name of a draft order. @param {string} [order] */
export const orderWords = order => order === "thirdRoundReversal" ? "snake with third-round reversal" : "snake";

/** A time left as a clock has it: 23, 4:05, 7:59:10. @param {number} milliseconds */
export function clockTime(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60, rest = seconds % 60;
  const two = part => String(part).padStart(2, "0");
  if (hours) return `${hours}:${two(minutes)}:${two(rest)}`;
  return minutes ? `${minutes}:${two(rest)}` : String(rest);
}

/** In words: "30 seconds", "8 hours". @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  const say = (count, unit) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (seconds < 120) return say(seconds, "second");
  if (seconds < 7200) return say(Math.round(seconds / 60), "minute");
  return say(Math.round(seconds / 3600), "hour");
}

/**
 * Returns the end of the overnight pause that contains a time, in milliseconds since 1970; null if clocks run.
 *
 * @param {string | null} overnight hours and how far they are ahead of UTC, such as 22:30-08:00+02:00 @param {number} now
 */
export function nightEnd(overnight, now) {
  const found = /^(\d\d):(\d\d)-(\d\d):(\d\d)([+-])(\d\d):(\d\d)$/.exec(overnight ?? "");
  if (!found) return null;
  const minutes = place => Number(found[place]) * 60 + Number(found[place + 1]), minute = 60_000, day = 1440 * minute;
  const ahead = (found[5] === "-" ? -1 : 1) * minutes(6) * minute, begins = minutes(1) * minute - ahead;
  const length = (minutes(3) * minute - minutes(1) * minute + day) % day;
  const since = ((now - begins) % day + day) % day;
  return since < length ? now - since + length : null;
}

const hours = lazily(() => new Intl.DateTimeFormat(undefined, { timeStyle: "short" }));

/** In the reader's own zone. @param {number} milliseconds since 1970 */
export const timeOfDay = milliseconds => hours().format(new Date(milliseconds));

const dateTime = lazily(() => new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }));

/** In the reader's own zone. @param {string | null | undefined} iso */
export const moment = iso => iso ? dateTime().format(new Date(iso)) : "–";

/** @param {number | null | undefined} value @param {number} [digits] */
export const decimal = (value, digits = 1) => value === null || value === undefined ? "–" : value.toFixed(digits);

const hundredths = lazily(() => new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }));

/** Points as contests count them: 123.45. @param {number | null | undefined} value in hundredths */
export const points = value => value === null || value === undefined ? "–" : (value < 0 ? "−" : "") + hundredths().format(Math.abs(value) / 100);

/** "Teams", "1 team". @param {number} count @param {string} word */
export const plural = (count, word) => `${grouped(count)} ${word}${count === 1 ? "" : "s"}`;
