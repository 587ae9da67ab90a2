// The user's running drafts, fast and slow.
import { Connection } from "./connection.js";
import { append, make } from "./dom.js";
import { DraftList } from "./drafts.js";
import { member } from "./session.js";
import { run, shell, show, showBalance } from "./shell.js";
import { LiveStream } from "./stream.js";

run(async () => {
  const who = await member();
  await shell();
  const drafts = new DraftList(who.user, { heading: "Live drafts", always: true });
  drafts.element.firstElementChild?.replaceWith(make("h1", { id: "drafts" }, "Live drafts"));
  await drafts.load();
  const filters = [["all", "All"], ["fast", "Fast"], ["slow", "Slow"]].map(([speed, label]) =>
    make("button", { class: "button small", type: "button", "aria-pressed": String(speed === "all"), onclick: event => {
      for (const other of bar.children) other.setAttribute("aria-pressed", String(other === event.currentTarget));
      drafts.filter(speed);
    } }, label));
  const bar = append(make("div", { class: "row segments", role: "group", "aria-label": "Filter drafts" }), filters);
  drafts.list.before(bar);
  show(drafts.element);
  const connection = Connection.atTop();
  const stream = new LiveStream("/v1/stream?me" + (drafts.rooms.length ? "&rooms=" + drafts.rooms.join(",") : ""), {
    onState: (state, error) => connection.show(state, error),
    onEvent: (name, data) => {
      if (name === "you" && data.availableCents !== undefined) showBalance(data.availableCents);
      drafts.take(name, data, stream.clock);
    },
  });
});
