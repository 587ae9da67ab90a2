// Rankings as CSV: the file of a list, the upload of a file, and the lines that could not be matched.
import { Problem, send } from "./api.js";
import { make } from "./dom.js";
import { plural } from "./format.js";

const columns = ["playerIndex", "playerID", "playerName", "position", "team", "byeWeek", "adp", "tier"];

/** A field; a text that a spreadsheet would take for a formula gets an apostrophe. @param {any} value */
function field(value) {
  const text = value === null || value === undefined ? "" : typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? "'" + value : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {any[]} rows */
export const csvOf = rows => [columns, ...rows.map(row => columns.map(name => row[name]))].map(line => line.map(field).join(",") + "\r\n").join("");

/** Saves the rankings, or all players by ADP if none is ranked. @param {import("./rank-list.js").RankList} list @param {string} name */
export function download(list, name) {
  const address = URL.createObjectURL(new Blob([csvOf(list.ranked ? list.rankedRows : list.rows)], { type: "text/csv" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Sends a file.
 *
 * @param {string} method @param {string} path @param {Blob | string} body
 * @returns {Promise<any>} the outcome, also of a file with issues
 */
export async function upload(method, path, body) {
  let response;
  try {
    response = await send(path, { method, body, headers: { "Content-Type": "text/csv", Accept: "application/json" } });
  } catch {
    throw new Problem(0, { title: "No connection", detail: "The server cannot be reached. Nothing was saved." });
  }
  const json = await response.json().catch(() => null);
  if (json && "issues" in json) return json;
  throw new Problem(response.status, json ?? {});
}

/** The rank of a line without its issue: lines before it with an issue have no rank. @param {any} issue @param {any[]} issues */
export const placed = (issue, issues) => Math.max(0, issue.line - 2 - issues.filter(other => other.line < issue.line && !other.isMended).length);

/**
 * Lists the lines that name no player, each with the players that it could mean.
 *
 * @param {any} outcome @param {string} words the heading @param {(issue: any, player: number) => void} choose takes a player for a line
 */
export function issuesSection(outcome, words, choose) {
  const heading = make("h2", { id: "issues", tabindex: -1 }, `${plural(outcome.issueCount, "line")} not matched`);
  const row = issue => {
    const answer = make("span", { class: "row tight" }, issue.candidates.map(one => make("button", { class: "button small", type: "button", onclick: () => {
      choose(issue, one.playerIndex);
      issue.isMended = true;
      answer.replaceChildren(make("span", { class: "muted", role: "status" }, `Taken as ${one.playerName}.`));
    } }, `${one.playerName}, ${one.position}${one.team ? ` ${one.team}` : ""}`)));
    return make("li", {}, make("span", { class: "number muted" }, `Line ${issue.line}`), make("span", { class: "grow", dir: "auto" }, `Found ${issue.found}, expected ${issue.expected}.`), answer);
  };
  return make("section", { class: "card", "aria-labelledby": "issues" }, heading,
    make("p", { class: "muted" }, `${words} All other lines are in the list below. Choose a player, or correct the file and upload it again.`),
    make("ul", { class: "rows issues" }, outcome.issues.map(row)),
    outcome.issueCount > outcome.issues.length ? make("p", { class: "muted small" }, `${outcome.issueCount - outcome.issues.length} more lines are not shown.`) : null);
}
