// Where an invitation leads: the contest of that name.
import { Problem, get } from "./api.js";
import { contest, featureCard } from "./contests.js";
import { make } from "./dom.js";
import { run, shell, show } from "./shell.js";

/** As it was before it became part of an address; what never was stays as it is. @param {string} part */
function plain(part) {
  try { return decodeURIComponent(part); } catch { return part; }
}

run(async () => {
  const code = plain(location.pathname.split("/")[2] ?? "");
  const [, summaries] = await Promise.all([shell(), get("/v1/tournaments")]);
  const found = summaries.find(one => one.externalID === code) ?? summaries.find(one => String(one.tournament) === code);
  if (!found) throw new Problem(404, { title: "This invitation leads nowhere", detail: "There is no contest of this code. It may have been mistyped." });
  show(make("p", { class: "muted" }, "You are invited to"), featureCard(await contest(found.tournament)).card);
});
