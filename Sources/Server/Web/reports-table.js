// A report's rows as a sortable table, by the descriptions of its columns in /v1/reports.
import { badge, fill, make } from "./dom.js";
import { grouped } from "./format.js";
import { facts, table } from "./staff-views.js";

/**
 * @typedef {{key: string, title?: string, kind: string, unit?: string, help: string}} Column
 * @typedef {{kind: string, title: string, labels: string[], across?: string, value: string, size?: string, base?: string}} Chart
 * @typedef {{rows: string, columns: Column[], series?: string, figures: Column[], order?: {key: string, descending: boolean}, charts: Chart[]}} Table
 */

/** The number of rows that are shown at first. */
const most = 250;

/** Halves go away from zero, and nothing is less than nothing by rounding alone. @param {number} value @param {number} places */
export function rounded(value, places) {
  const scale = 10 ** places, units = Math.round(Math.abs(value) * scale);
  return (value < 0 && units ? "-" : "") + (units / scale).toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
}

/** How numbers of a kind are written. @type {Record<string, (value: number) => string>} */
const numbers = {
  share: value => rounded(value * 100, 1) + " %", fineShare: value => rounded(value * 100, 2) + " %", decimal: value => rounded(value, 1),
  fine: value => rounded(value, 2), hundredths: value => rounded(value / 100, 2), cents: value => "$" + rounded(value / 100, 2),
  id: String, draftPosition: value => `1.${String(value).padStart(2, "0")}`,
};

/** A value as people read it. @param {string} kind @param {any} value */
export function figure(kind, value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return (numbers[kind] ?? (Number.isInteger(value) ? grouped : one => rounded(one, 2)))(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(one => typeof one === "object" ? stack(one) : one).join(", ");
  return String(value);
}

/** "KC+2": a quarterback with two team mates. */
const stack = ({ team, mates }) => team ? team + (mates ? `+${mates}` : "") : "";

/** The first letter large, and all of an abbreviation. @param {string} text */
export const capital = text => (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\b(adp|clv|sd)\b/gi, word => word.toUpperCase());

/**
 * Returns the table that an answer has: all its columns are in the first row.
 *
 * @param {Table[]} tables @param {any} report
 */
export function tableOf(tables, report) {
  const fitting = tables.filter(({ rows, columns }) => rows in report && (!report[rows]?.length || columns.every(({ key }) => key in report[rows][0])));
  return fitting.sort((one, other) => other.columns.length - one.columns.length)[0] ?? tables[0];
}

/** The columns that people see: those with a title, and those of the data, such as weeks. @param {Table} described @param {any[]} rows @returns {Column[]} */
function shown({ columns, series }, rows) {
  const known = new Set(columns.map(({ key }) => key));
  const others = series && rows.length ? Object.keys(rows[0]).filter(key => !known.has(key) && typeof rows[0][key] !== "string") : [];
  const named = key => /^slot\d+$/.test(key) ? `1.${String(Number(key.slice(4)) + 1).padStart(2, "0")}` : key;
  return [...columns.filter(({ title }) => title), ...others.map(key => ({ key, title: named(key), kind: series ?? "number", help: "" }))];
}

/** @param {string} title @param {any} report as the command prints it in JSON @param {Table} described */
export function reportTable(title, report, described) {
  const rows = report[described.rows];
  if (!rows) return [make("p", { class: "muted nothing" }, "No data available.")];
  const columns = shown(described, rows), place = make("div", { class: "part" });
  const first = described.order;
  let order = first && rows.some(row => row[first.key] !== null) ? { name: first.key, isDown: first.descending } : null, isAll = false;
  const draw = () => {
    const sorted = order ? [...rows].sort((left, right) => compare(left[order.name], right[order.name], order.isDown)) : rows;
    const focused = document.activeElement?.getAttribute?.("data-sort");
    fill(place, drawn(title, columns, isAll ? sorted : sorted.slice(0, most), order, name => {
      const isNumber = rows.some(row => typeof row[name] === "number");
      order = order?.name === name ? { name, isDown: !order.isDown } : { name, isDown: isNumber };
      draw();
    }), !isAll && rows.length > most ? make("p", { class: "row noprint" }, make("span", { class: "muted" }, `Showing ${most} of ${grouped(rows.length)} rows.`),
      make("button", { class: "button small", type: "button", onclick: () => { isAll = true; draw(); } }, "Show all")) : null);
    if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`[data-sort="${CSS.escape(focused)}"]`))?.focus();
  };
  draw();
  return [figures(report, described.figures), place];
}

/** The figures besides the rows, with their meaning. @param {any} report @param {Column[]} columns */
function figures(report, columns) {
  const known = columns.filter(({ key, help }) => help && !["object", "undefined"].includes(typeof report[key]));
  if (!known.length) return null;
  const list = facts(known.map(({ key, kind, help }) => [help.replace(/\.$/, ""), make("span", { "data-figure": key, "data-value": report[key] }, figure(kind, report[key]))]));
  return make("details", { class: "noprint" }, make("summary", {}, "More figures"), list);
}

/** Unknown values come last. */
function compare(left, right, isDown) {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
  return (typeof left === "number" ? left - right : String(left).localeCompare(String(right))) * (isDown ? -1 : 1);
}

/** @param {string} title @param {Column[]} columns @param {any[]} rows @param {{name: string, isDown: boolean} | null} order @param {(name: string) => void} sort */
function drawn(title, columns, rows, order, sort) {
  if (!rows.length) return table(title, [], [], "No entries match the filter.");
  const view = table(title, columns.map(({ key, title, kind }) => ({
    title: capital(title ?? ""), number: rows.some(row => typeof row[key] === "number"), raw: row => typeof row[key] === "object" ? null : row[key],
    cell: row => kind === "position" ? badge(row[key]) : kind === "player" ? make("b", {}, row[key]) : figure(kind, row[key]),
  })), rows);
  [...view.querySelectorAll("thead th")].forEach((th, index) => {
    const { key, help } = columns[index], isMine = order?.name === key;
    th.dataset.key = key;
    if (isMine) th.setAttribute("aria-sort", order.isDown ? "descending" : "ascending");
    fill(th, make("button", { class: "sort", type: "button", "data-sort": key, title: help || null, onclick: () => sort(key) }, th.textContent,
      make("span", { "aria-hidden": "true" }, isMine ? order.isDown ? " ↓" : " ↑" : "")));
  });
  return view;
}
