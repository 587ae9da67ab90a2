// One contest: its rules, prizes and rooms.
import { Problem, get } from "./api.js";
import { BracketSection, bracket as rounds } from "./bracket.js";
import { Connection } from "./connection.js";
import { contest, draftWithBots, isOpen, joinSheet, places, speedWords, totalPrizes } from "./contests.js";
import { make, setText, stateMark } from "./dom.js";
import { duration, grouped, money, orderWords, plural } from "./format.js";
import { isDevelopment, person } from "./session.js";
import { doing, run, shell, show, showBalance } from "./shell.js";
import { StandingsSection, lineupWords, standings } from "./standings.js";
import { LiveStream } from "./stream.js";

const id = Number(location.pathname.split("/")[2]);

run(async () => {
  if (!Number.isSafeInteger(id) || id < 1) throw new Problem(404, { title: "Contest not found", detail: "This address has no contest number." });
  const [who, one, rooms, result] = await Promise.all([shell(), contest(id), get("/v1/rooms"), standings(id, { top: 0 })]);
  document.title = `${one.title} · Draft Ledger`;
  const own = rooms.filter(room => room.tournament === id).reverse();
  const state = make("span", {}, stateMark(one.status)), entries = make("dd", { class: "number" });
  const most = one.maxEntries === null ? "" : ` of ${grouped(one.maxEntries)}`;
  const update = newer => { setText(entries, grouped(newer.entries) + most); state.replaceChildren(stateMark(newer.status)); };
  update(one);
  const total = totalPrizes(one);
  const terms = result.rounds.length > 1 ? (await rounds(id, { top: 0 })).terms : [];
  const section = result.rounds.length ? new StandingsSection(id, result, who, own.filter(room => room.status === "complete").map(room => room.room).sort((left, right) => left - right), terms) : null;
  const bracket = result.rounds.length > 1 ? new BracketSection(id, who, result.weeks) : null;
  await Promise.all([section?.load(), bracket?.load()]);
  show(
    make("div", { class: "row spread" }, make("h1", { dir: "auto" }, one.title), state),
    isOpen(one) ? make("div", { class: "row" }, make("button", { class: "button primary", type: "button", onclick: () => joinSheet(one) }, `Join for ${money(one.entryFeeCents)}`),
      isDevelopment ? make("button", { class: "button", type: "button", onclick: event => doing(event.currentTarget, () => draftWithBots(one)) }, "Draft against bots now") : null) : null,
    result.weeks.length ? [section?.element, bracket?.element] : null,
    make("div", { class: "grid" },
      make("section", { class: "card" }, make("h2", {}, "Rules"), make("dl", { class: "facts" },
        make("dt", {}, "Entries"), entries,
        make("dt", {}, "Per person"), make("dd", {}, one.maxEntriesPerUser === null ? "no limit" : grouped(one.maxEntriesPerUser)),
        make("dt", {}, "Entry fee"), make("dd", {}, money(one.entryFeeCents)),
        make("dt", {}, "Draft"), make("dd", {}, `${one.teams} teams, ${one.rounds} rounds, ${orderWords(one.order)}. ${speedWords(one)}${one.graceMicroseconds ? `, and ${duration(one.graceMicroseconds / 1000)} of grace` : ""}.`),
        make("dt", {}, "Scoring"), make("dd", {}, lineupWords(result)),
        make("dt", {}, "Rake"), make("dd", {}, `${one.rakeBasisPoints / 100} %`),
        one.spectators ? [make("dt", {}, "Spectators"), make("dd", {}, "Everybody can watch its drafts.")] : null,
        one.signedCommands ? [make("dt", {}, "Signatures"), make("dd", {}, "Members sign every pick on their device.")] : null)),
      make("section", { class: "card" }, make("h2", {}, "Prizes"),
        one.prizes.length ? make("table", { class: "table" }, make("thead", {}, make("tr", {}, make("th", {}, "Place"), make("th", { class: "number" }, "Each"))),
          make("tbody", {}, one.prizes.map(tier => make("tr", {}, make("td", {}, places(tier)), make("td", { class: "number" }, money(tier.amountCents))))))
          : make("p", { class: "muted" }, total === null ? "No prizes are stated." : `${money(total)} in total.`),
        one.prizes.length ? make("p", { class: "muted small" }, `${money(total)} in total.`) : null)),
    result.weeks.length ? null : [section?.element, bracket?.element],
    make("section", { "aria-labelledby": "rooms" }, make("h2", { id: "rooms" }, plural(own.length, "room")),
      own.length ? make("ul", { class: "rows" }, own.slice(0, 100).map(room => make("li", {},
        make("div", { class: "grow" }, make("a", { href: "/draft/" + room.room, class: "strong" }, `Room ${room.room}`),
          make("div", { class: "muted small" }, `${room.entries} of ${room.teams} seats${room.picks ? `, ${room.picks} of ${room.teams * room.rounds} picks` : ""}`)),
        stateMark(room.status)))) : make("p", { class: "muted" }, "The first room opens with the first entry."),
      own.length > 100 ? make("p", { class: "muted small" }, `The last 100 of ${grouped(own.length)}.`) : null));
  const connection = Connection.atTop();
  new LiveStream("/v1/stream?lobby" + (await person() ? "&me" : ""), {
    onState: (state, error) => connection.show(state, error),
    onEvent: (name, data) => {
      if (name === "you" && data.availableCents !== undefined) showBalance(data.availableCents);
      const newer = name === "lobby" && data.find(summary => summary.tournament === id);
      if (newer) update(newer);
    },
  });
});
