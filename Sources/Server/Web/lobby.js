// The lobby: the featured contest, other contests, and the user's drafts.
import { get } from "./api.js";
import { Connection } from "./connection.js";
import { contest, contestRow, featureCard, inOrder, isOpen } from "./contests.js";
import { emptyState, make, setText } from "./dom.js";
import { DraftList } from "./drafts.js";
import { person } from "./session.js";
import { run, shell, show, showBalance } from "./shell.js";
import { LiveStream } from "./stream.js";

run(async () => {
  const [who, summaries] = await Promise.all([shell(), get("/v1/tournaments")]);
  const shown = inOrder(summaries.filter(summary => summary.status !== "cancelled"));
  const contests = await Promise.all(shown.slice(0, 20).map(summary => contest(summary.tournament)));
  const place = make("div"), list = make("ul", { class: "rows" }), title = make("h2", { id: "others" });
  const others = make("section", { "aria-labelledby": "others", hidden: true }, title, list);
  /** The featured contest. @type {any} */
  let featured = null;
  /** @type {{id: number, update: (newer: any) => void}[]} */
  const known = [];
  const add = one => {
    const isFirst = !featured && isOpen(one), made = isFirst ? featureCard(one) : contestRow(one);
    if ("card" in made) place.replaceChildren((featured = made).card); else list.append(made.row);
    known.push({ id: one.tournament, update: made.update });
    others.hidden = !list.children.length;
    setText(title, featured ? "More contests" : "Contests");
  };
  contests.forEach(add);
  if (!featured) place.append(emptyState("home", "No contest is open", "New contests appear here automatically."));
  const drafts = who ? new DraftList(who.user) : null;
  await drafts?.load();
  show(drafts?.element, place, others,
    make("footer", { class: "legal" }, make("a", { href: "/terms" }, "Terms"), make("a", { href: "/privacy" }, "Privacy"), make("a", { href: "/support" }, "Support")));

  const update = summaries => {
    for (const summary of summaries) known.find(one => one.id === summary.tournament)?.update(summary);
    // A new contest is added below, so that visible ones keep their place.
    for (const summary of summaries.filter(one => isOpen(one) && !shown.some(other => other.tournament === one.tournament))) {
      shown.push(summary);
      contest(summary.tournament).then(add, () => shown.splice(shown.indexOf(summary), 1));
    }
  };
  const live = await person() ? "&me" + (drafts?.rooms.length ? "&rooms=" + drafts.rooms.join(",") : "") : "";
  const connection = Connection.atTop();
  const stream = new LiveStream("/v1/stream?lobby" + live, {
    onState: (state, error) => connection.show(state, error),
    onEvent: (name, data) => {
      if (name === "lobby") update(data);
      if (name === "you" && data.availableCents !== undefined) showBalance(data.availableCents);
      drafts?.take(name, data, stream.clock);
    },
  });
});
