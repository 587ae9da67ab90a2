// The user's own rankings and tiers in the draft room, read when they are wanted first.
import { get } from "./api.js";
import { make } from "./dom.js";
import { sorts } from "./player-filters.js";

/** The ranks and tiers of the players of a room. @type {Promise<Map<number, {rank: number, tier: number | null}>> | null} */
let asked = null;

/** @param {import("./room.js").Room} room */
function ranksOf(room) {
  return asked ??= get(`/v1/users/me/rankings/${room.pool}`)
    .then(({ players }) => new Map(players.filter(one => one.isRanked).map((one, index) => [one.playerIndex, { rank: index + 1, tier: one.tier }])))
    // The next wish reads them again.
    .catch(error => { asked = null; throw error; });
}

/** The reason why there are no ranks, with a link to the page that sets them. @param {import("./room.js").Room} room */
const missing = room => ["You have not ranked these players. ", make("a", { href: "/rankings?pool=" + room.pool, target: "_blank" }, "Rank them")];

/**
 * Sorts the players by the user's own rank, the others after them by ADP.
 *
 * @param {import("./player-filters.js").PlayerFilters} filters @param {Element} note where it says why it cannot
 */
export async function sortByOwnRank(filters, note) {
  const ranks = await ranksOf(filters.room).catch(() => null), { players } = filters.room;
  note.replaceChildren(...!ranks ? ["Your rankings cannot be read now."] : ranks.size ? [] : missing(filters.room));
  const rank = one => ranks?.get(one.player)?.rank ?? Infinity, adp = one => one.adp ?? Infinity;
  const compare = (left, right) => left === right ? 0 : left < right ? -1 : 1;
  if (!sorts.some(([key]) => key === "mine")) sorts.push(["mine", "My rank", (left, right) => compare(rank(left), rank(right)) || compare(adp(left), adp(right))]);
  if (players.length) filters.order("mine");
}

/** Shows the user's ranks and tiers on the rows. @param {import("./player-facts.js").PlayerFacts} facts */
export async function showTiers(facts) {
  const ranks = await ranksOf(facts.room).catch(() => null);
  facts.ownRank = player => {
    const own = ranks?.get(player);
    return { tier: own ? { kind: "", text: own.tier ? `T${own.tier} #${own.rank}` : `#${own.rank}`, title: `Number ${own.rank} of your rankings${own.tier ? `, tier ${own.tier}` : ""}.` } : null };
  };
  facts.report("tier", !ranks ? "Your rankings cannot be read now." : ranks.size ? "" : "You have not ranked these players: set your rankings on your profile.");
  facts.page.changed();
}
