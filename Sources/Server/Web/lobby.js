// The lobby: the contest that is shown first, the others, and the drafts that are mine.
import { get } from "./api.js";
import { contest, contestRow, featureCard, isOpen } from "./contests.js";
import { emptyState, make } from "./dom.js";
import { DraftList } from "./drafts.js";
import { person } from "./session.js";
import { run, shell, show, showBalance } from "./shell.js";
import { LiveStream } from "./stream.js";

run(async () => {
  const [who, summaries] = await Promise.all([shell(), get("/v1/tournaments")]);
  const shown = summaries.filter(summary => summary.status !== "cancelled");
  shown.sort((left, right) => Number(isOpen(right)) - Number(isOpen(left)) || left.tournament - right.tournament);
  const contests = await Promise.all(shown.slice(0, 20).map(summary => contest(summary.tournament)));
  const featured = contests[0] && isOpen(contests[0]) ? featureCard(contests[0]) : null;
  const rows = contests.slice(featured ? 1 : 0).map(one => ({ id: one.tournament, ...contestRow(one) }));
  const drafts = who ? new DraftList(who.user) : null;
  await drafts?.load();
  show(
    drafts?.element,
    featured?.card ?? emptyState("home", "No contest is open", "New contests appear here by themselves."),
    rows.length ? make("section", { "aria-labelledby": "others" }, make("h2", { id: "others" }, featured ? "More contests" : "Contests"),
      make("ul", { class: "rows" }, rows.map(({ row }) => row))) : null,
    make("footer", { class: "legal" }, make("a", { href: "/terms" }, "Terms"), make("a", { href: "/privacy" }, "Privacy"), make("a", { href: "/support" }, "Support")));

  const update = summaries => {
    for (const summary of summaries) {
      if (featured && summary.tournament === contests[0].tournament) featured.update(summary);
      rows.find(row => row.id === summary.tournament)?.update(summary);
    }
    // A contest that was not there: the page is made anew.
    if (summaries.some(summary => isOpen(summary) && !shown.some(known => known.tournament === summary.tournament))) location.reload();
  };
  const live = await person() ? "&me" + (drafts?.rooms.length ? "&rooms=" + drafts.rooms.join(",") : "") : "";
  const stream = new LiveStream("/v1/stream?lobby" + live, {
    onState: () => {},
    onEvent: (name, data) => {
      if (name === "lobby") update(data);
      if (name === "you" && data.availableCents !== undefined) showBalance(data.availableCents);
      drafts?.take(name, data, stream.skew);
    },
  });
});
