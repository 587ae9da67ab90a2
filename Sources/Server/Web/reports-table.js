// A report's rows as a sortable table, with numbers rounded as on the command line.
import { badge, fill, make } from "./dom.js";
import { grouped } from "./format.js";
import { table } from "./staff-views.js";

/** The number of rows that are shown at first. */
const most = 250;

const shares = new Set(["exposure", "feeWeightedExposure", "ownership", "ownExposure", "leverage", "draftRate", "share", "secondGivenFirst", "firstGivenSecond",
  "QBShare", "RBShare", "WRShare", "TEShare"]);
const fine = new Set(["lift", "averageValue", "totalValue"]);

/** The titles of members that do not follow from their names. @type {Record<string, string>} */
const titles = {
  playerID: "Id", feeWeightedExposure: "By fee", averagePick: "Average pick", earliestPick: "Earliest", latestPick: "Latest", ownDrafted: "Own",
  ownExposure: "Own share", draftRate: "Drafted in", standardDeviation: "Spread", firstID: "Id", secondID: "Id", secondGivenFirst: "Second, given first",
  firstGivenSecond: "First, given second", tripleOrMore: "Triple+", withoutQuarterback: "No QB", size5OrMore: "5+", size2: "2", size3: "3", size4: "4",
  feesCents: "Fees", onBye: "On bye", averageReference: "Reference", averageValue: "Value", totalValue: "Total", position: "Pos",
};

/** @param {string} name */
const titleOf = name => titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/([a-z])([A-Z])/g, (_, left, right) => `${left} ${right.toLowerCase()}`);

/** Halves go away from zero, and nothing is less than nothing by rounding alone. @param {number} value @param {number} places */
export function rounded(value, places) {
  const scale = 10 ** places, units = Math.round(Math.abs(value) * scale);
  return (value < 0 && units ? "-" : "") + (units / scale).toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
}

/** @param {string} name @param {any} value */
export function figure(name, value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(one => typeof one === "object" ? Object.values(one).join(" ") : one).join(", ");
  if (typeof value === "object") return Object.entries(value).map(([key, one]) => `${key} ${one}`).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "number") return name === "position" ? badge(value) : value;
  if (shares.has(name) || /share$/i.test(name)) return rounded(value * 100, 1) + " %";
  if (name.endsWith("Cents")) return "$" + rounded(value / 100, 2);
  if (fine.has(name)) return rounded(value, 2);
  return Number.isInteger(value) && !/average|deviation/i.test(name) ? grouped(value) : rounded(value, 1);
}

/** @param {string} title @param {any} report as the command prints it in JSON */
export function reportTable(title, report) {
  const rows = Object.values(report).find(value => Array.isArray(value) && (!value.length || typeof value[0] === "object"));
  if (!rows) return make("p", { class: "muted nothing" }, "No data available.");
  const others = Object.entries(report).filter(([name, value]) => !["entries", "filter", "drafts", "position"].includes(name) && value !== rows && typeof value !== "object");
  const place = make("div", { class: "part" });
  /** @type {{name: string, isDown: boolean} | null} */
  let order = null, isAll = false;
  const draw = () => {
    const sorted = order ? [...rows].sort((left, right) => compare(left[order.name], right[order.name]) * (order.isDown ? -1 : 1)) : rows;
    const focused = document.activeElement?.getAttribute?.("data-sort");
    fill(place, drawn(title, isAll ? sorted : sorted.slice(0, most), order, name => {
      const isNumber = rows.some(row => typeof row[name] === "number");
      order = order?.name === name ? { name, isDown: !order.isDown } : { name, isDown: isNumber };
      draw();
    }), !isAll && rows.length > most ? make("p", { class: "row noprint" }, make("span", { class: "muted" }, `Showing ${most} of ${grouped(rows.length)} rows.`),
      make("button", { class: "button small", type: "button", onclick: () => { isAll = true; draw(); } }, "Show all")) : null);
    if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`[data-sort="${CSS.escape(focused)}"]`))?.focus();
  };
  draw();
  return [others.length ? make("ul", { class: "counts" }, others.map(([name, value]) => make("li", { "data-figure": name, "data-value": value },
    make("b", {}, figure(name, value)), " ", titleOf(name).toLowerCase()))) : null, place];
}

function compare(left, right) {
  if (left === null || right === null) return left === right ? 0 : left === null ? -1 : 1;
  return typeof left === "number" ? left - right : String(left).localeCompare(String(right));
}

/** @param {string} title @param {any[]} rows @param {{name: string, isDown: boolean} | null} order @param {(name: string) => void} sort */
function drawn(title, rows, order, sort) {
  if (!rows.length) return table(title, [], [], "No entries match the filter.");
  const names = Object.keys(rows[0]).filter(name => !/ID$/.test(name));
  const isNumber = name => rows.some(row => typeof row[name] === "number");
  const view = table(title, names.map(name => ({
    title: titleOf(name), number: isNumber(name), raw: row => typeof row[name] === "object" ? null : row[name],
    cell: row => name === "name" ? make("b", {}, row[name]) : figure(name, row[name]),
  })), rows);
  [...view.querySelectorAll("thead th")].forEach((th, index) => {
    const name = names[index], isMine = order?.name === name;
    th.dataset.key = name;
    if (isMine) th.setAttribute("aria-sort", order.isDown ? "descending" : "ascending");
    fill(th, make("button", { class: "sort", type: "button", "data-sort": name, onclick: () => sort(name) }, th.textContent,
      make("span", { "aria-hidden": "true" }, isMine ? order.isDown ? " ↓" : " ↑" : "")));
  });
  return view;
}
