// Contests: cards, descriptions of their terms, and the sheet to join.
import { commandOnce, get, random } from "./api.js";
import { make, setText, sheet, stateMark } from "./dom.js";
import { duration, grouped, money, ordinal, plural, shortMoney } from "./format.js";
import { isDevelopment, person, signInAddress, signInAs } from "./session.js";
import { doing, toast } from "./shell.js";

/**
 * @typedef {{
 *   tournament: number, title: string, status: string, entryFeeCents: number | null, entries: number, maxEntries: number | null,
 *   roomsWaiting: number, roomsDrafting: number, roomsComplete: number, pool: number, maxEntriesPerUser: number | null,
 *   teams: number, rounds: number, preset: string, speed: string, isTimed: boolean, pickClockMicroseconds: number,
 *   graceMicroseconds: number, signedCommands: string | null, overnight: string | null, spectators: string | null, featured: boolean, statedPrizesCents: number | null, rakeBasisPoints: number,
 *   prizes: {firstPlace: number, lastPlace: number, amountCents: number}[],
 * }} Contest
 */

/** @param {number} id @returns {Promise<Contest>} */
export const contest = id => get("/v1/tournaments/" + id);

/** Whether it takes entries. @param {{status: string}} contest */
export const isOpen = contest => contest.status === "open" || contest.status === "filling";

/** @param {Contest} contest */
export const speedWords = contest => contest.isTimed
  ? `${contest.speed === "slow" ? "Slow" : "Fast"} draft, ${duration(contest.pickClockMicroseconds / 1000)} a pick${nightWords(contest)}` : "No clock";

/** The overnight pause of a contest's clocks. @param {Contest} contest */
const nightWords = ({ overnight }) => overnight ? `, clocks pause ${overnight.slice(0, 5)} to ${overnight.slice(6, 11)} (UTC${overnight.slice(11)})` : "";

/** The order of the lobby: those that take entries first, of these the newest that is featured. @param {{status: string, tournament: number, featured: boolean}[]} contests */
export function inOrder(contests) {
  const open = contests.filter(isOpen).sort((left, right) => left.tournament - right.tournament);
  const first = open.findLast(one => one.featured) ?? open[0];
  return [...open.filter(one => one === first), ...open.filter(one => one !== first), ...contests.filter(one => !isOpen(one))];
}

/** The sum of all prizes in cents; null if none are stated. @param {Contest} contest */
export const totalPrizes = contest => contest.prizes.length
  ? contest.prizes.reduce((sum, tier) => sum + (tier.lastPlace - tier.firstPlace + 1) * tier.amountCents, 0) : contest.statedPrizesCents;

/** @param {{firstPlace: number, lastPlace: number}} tier */
export const places = tier => tier.firstPlace === tier.lastPlace ? ordinal(tier.firstPlace) : `${ordinal(tier.firstPlace)}–${ordinal(tier.lastPlace)}`;

/** The card that the lobby begins with; `update` takes newer counts. @param {Contest} contest */
export function featureCard(contest) {
  const words = contest.title.split(" "), middle = Math.ceil(words.length / 2);
  const lines = contest.title.length > 12 && contest.title.length <= 40 && words.length > 1 ? [words.slice(0, middle).join(" "), words.slice(middle).join(" ")] : [contest.title];
  const entries = make("dd"), fill = make("i"), meter = make("div", { class: "meter", role: "img" }, fill);
  const full = make("p", { class: "small filled" });
  const stats = make("dl", { class: "stats" },
    make("div", {}, make("dt", {}, "Entry"), make("dd", {}, money(contest.entryFeeCents))),
    make("div", {}, make("dt", {}, "Entries"), entries),
    contest.prizes.length ? make("div", {}, make("dt", {}, "1st place"), make("dd", {}, shortMoney(contest.prizes[0].amountCents)))
      : make("div", {}, make("dt", {}, "Prizes"), make("dd", {}, shortMoney(totalPrizes(contest)))));
  const join = make("button", { class: "button primary large", type: "button" }, "Join contest");
  join.addEventListener("click", () => joinSheet(contest));
  const bots = isDevelopment
    ? make("button", { class: "button large", type: "button", onclick: event => doing(event.currentTarget, () => draftWithBots(contest)) }, "Draft against bots now")
    : null;
  const card = make("section", { class: "feature", "aria-labelledby": "feature-title" },
    make("h1", { id: "feature-title", dir: "auto" }, lines.map((line, index) => [index ? make("br") : null, line])),
    make("p", { class: "terms" }, `${contest.teams} teams, ${contest.rounds} rounds · ${speedWords(contest)}`),
    make("div", { class: "snake" }, make("img", { src: new URL("snake.svg", import.meta.url).pathname, alt: "", width: 320, height: 132 })),
    make("div", { class: "bottom" }, full, meter, join, bots, stats,
      make("a", { class: "more", href: "/tournament/" + contest.tournament }, "Rules and prizes")));
  const update = newer => {
    const most = newer.maxEntries, share = most ? Math.min(100, 100 * newer.entries / most) : newer.roomsWaiting ? (newer.entries % contest.teams) / contest.teams * 100 : 0;
    setText(entries, most ? `${grouped(newer.entries)} / ${grouped(most)}` : grouped(newer.entries));
    fill.style.width = share + "%";
    const words = most ? `${Math.round(share)} % full` : newer.roomsWaiting ? `${newer.entries % contest.teams} of ${contest.teams} seats of the next room taken` : "The next room is empty: be the first";
    meter.setAttribute("aria-label", words);
    setText(full, words);
    join.disabled = !isOpen(newer);
    if (join.disabled) setText(join, "Entries are closed");
  };
  update(contest);
  return { card, update };
}

/** A contest among others. @param {Contest} contest */
export function contestRow(contest) {
  const entries = make("span", { class: "number" }), state = make("span");
  const update = newer => {
    setText(entries, entriesWords(newer.entries));
    state.replaceChildren(stateMark(newer.status));
  };
  update(contest);
  const row = make("li", {},
    make("div", { class: "grow" },
      make("a", { class: "strong", dir: "auto", href: "/tournament/" + contest.tournament }, contest.title),
      make("div", { class: "muted small row tight" }, speedWords(contest), " · ", entries)),
    make("div", { class: "ends" }, make("span", { class: "number" }, money(contest.entryFeeCents)), state),
    isOpen(contest) ? make("button", { class: "button small primary", type: "button", "aria-label": `Join ${contest.title}`, onclick: () => joinSheet(contest) }, "Join") : null);
  return { row, update };
}

/** The numbers of entries that are one tap away. */
const chips = [1, 3, 10, 20];

/** @param {number} count */
const entriesWords = count => plural(count, "entry").replace("entrys", "entries");

/** Asks for the number of entries, shows their cost and the remaining balance, then takes the seats. @param {Contest} contest */
export async function joinSheet(contest) {
  const who = await person();
  if (!who) return location.assign(signInAddress());
  const [account, teams] = await Promise.all([get(`/v1/users/${who.user}/statement`), get(`/v1/users/${who.user}/teams`)]);
  const fee = contest.entryFeeCents ?? 0, available = account.availableCents, own = teams.filter(team => team.tournament === contest.tournament && !["cancelled", "voided"].includes(team.status)).length;
  // The sealed entropy of a join is for one room.
  const limit = contest.signedCommands ? 1 : 150, allowed = contest.maxEntriesPerUser === null ? limit : Math.min(limit, contest.maxEntriesPerUser - own);
  const paid = fee ? Math.floor(available / fee) : limit, most = Math.max(1, Math.min(allowed, paid));
  let entries = 1;
  const count = make("output", { class: "count", "aria-live": "polite" }), total = make("dd", { class: "number" }), left = make("dd", { class: "number" });
  const step = by => make("button", { class: "button", type: "button", "aria-label": by > 0 ? "Add an entry" : "Remove an entry", onclick: () => set(entries + by) }, by > 0 ? "+" : "−");
  const [fewer, more] = [step(-1), step(1)];
  const quick = chips.map(number => make("button", { class: "button", type: "button", disabled: number > most, "aria-label": entriesWords(number), onclick: () => set(number) }, number));
  const join = make("button", { class: "button primary large", type: "button" }, "Join");
  const set = wanted => {
    entries = Math.min(most, Math.max(1, wanted));
    setText(count, entriesWords(entries));
    setText(total, money(fee * entries));
    setText(left, money(available - fee * entries));
    quick.forEach((chip, index) => chip.setAttribute("aria-pressed", String(chips[index] === entries)));
    fewer.disabled = entries <= 1;
    more.disabled = entries >= most;
  };
  set(1);
  const ofPerson = contest.maxEntriesPerUser === null ? "" : ` At most ${grouped(contest.maxEntriesPerUser)} a person${own ? `; you have ${grouped(own)}` : ""}.`;
  const dialog = sheet(`Join ${contest.title}`, close => [
    make("p", { class: "muted" }, `${speedWords(contest)}. Each entry takes a seat in a room of ${contest.teams}.${ofPerson}`),
    most > 1 ? make("div", { class: "chips segments", role: "group", "aria-label": "Entries" }, quick) : null,
    make("div", { class: "stepper" }, fewer, count, more),
    make("dl", { class: "facts" },
      make("dt", {}, "Balance"), make("dd", { class: "number" }, money(available)), make("dt", {}, "Entry fees"), total,
      make("dt", {}, "Balance after joining"), left),
    allowed < 1 ? make("div", { class: "banner warning" }, make("span", {}, "You have all the entries that a person can have in this contest."))
      : paid < 1 ? make("div", { class: "banner warning" }, make("span", { class: "grow" }, "Your balance does not cover an entry."), make("a", { class: "button small", href: "/deposit" }, "Deposit")) : join,
    make("p", { class: "muted small" }, "A room starts by itself when it is full. Until then, you can leave and get the fee back."),
  ]);
  join.addEventListener("click", () => doing(join, async () => {
    const rooms = await takeSeats(contest, entries, who.user);
    if (rooms.length === 1) return location.assign("/draft/" + rooms[0]);
    dialog.close();
    joinedSheet(contest, rooms);
  }));
}

/** Lists the rooms of several entries. @param {Contest} contest @param {number[]} rooms */
function joinedSheet(contest, rooms) {
  sheet(`You have ${entriesWords(rooms.length)}`, () => [
    make("p", { dir: "auto" }, `Your seats in ${contest.title}. Each room starts by itself when ${contest.teams} are in.`),
    make("ul", { class: "rows joined" }, rooms.map(room => make("li", {}, make("a", { class: "grow strong", href: "/draft/" + room }, `Room ${room}`)))),
    make("a", { class: "button primary large", href: "/draft/" + rooms[0] }, "To the first room"), make("a", { class: "button large", href: "/drafts" }, "All my live drafts"),
  ]);
}

/** Joins; a retry with the same number of entries after a lost answer is the same join. @returns {Promise<number[]>} the rooms in which seats were taken */
async function takeSeats(contest, entries, user) {
  const { tournament } = contest, signing = contest.signedCommands ? await import("./device-key.js") : null;
  await signing?.signAs(user);
  const { events, sent } = await commandOnce(`join ${tournament} ${entries}`, async () => (
    { kind: "joinTournament", user, tournament, entries, entropy: await signing?.sealedEntropy() ?? random(16) }));
  const rooms = events.filter(event => event.type === "SeatTaken").map(event => Number(event.stream.split("/")[1]));
  for (const room of rooms) await signing?.keepEntropy(room, sent.entropy);
  return rooms;
}

/** On a server for development: a seat, bots on all others, and into the room. @param {Contest} contest */
export async function draftWithBots(contest) {
  const who = await person() ?? await signInAs("guest " + random(2));
  if (!who) return toast("Sign-in failed.", "error");
  const [room] = await takeSeats(contest, 1, who.user);
  const { fillWithBots } = await import("./waiting.js");
  await fillWithBots(room);
  location.assign("/draft/" + room);
}
