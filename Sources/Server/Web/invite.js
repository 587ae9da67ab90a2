// The page of an invitation: shows the contest of its code.
import { Problem, get } from "./api.js";
import { contest, featureCard } from "./contests.js";
import { make } from "./dom.js";
import { run, shell, show } from "./shell.js";

/** Decodes a part of an address; text that is not encoded stays as it is. @param {string} part */
function plain(part) {
  try { return decodeURIComponent(part); } catch { return part; }
}

run(async () => {
  const code = plain(location.pathname.split("/")[2] ?? "");
  const [, summaries] = await Promise.all([shell(), get("/v1/tournaments")]);
  const found = summaries.find(one => one.externalID === code) ?? summaries.find(one => String(one.tournament) === code);
  if (!found) throw new Problem(404, { title: "Invitation not found", detail: "No contest has this code. Check it for typing errors." });
  show(make("p", { class: "muted" }, "You are invited to"), featureCard(await contest(found.tournament)).card);
});
