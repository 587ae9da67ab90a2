// The charts of a report, by their descriptions in /v1/reports: bars and dots as SVG.
import { make } from "./dom.js";
import { capital, figure } from "./reports-table.js";

/** @typedef {import("./reports-table.js").Chart} Chart @typedef {import("./reports-table.js").Table} Table */

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 360, ROW = 18;

/** An element of SVG. @param {string} tag @param {Record<string, any>} attributes @param {...any} children */
function shape(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

const text = (words, x, y, className = "") => shape("text", { x, y, class: className }, words);

/** @param {string} words @param {number} letters */
const cut = (words, letters) => words.length > letters ? words.slice(0, letters - 1) + "…" : words;

/** @param {Chart} chart @param {any} row */
const nameOf = ({ labels }, row) => labels.map(key => figure("text", row[key])).join(" · ");

const kindOf = (described, key) => described.columns.find(column => column.key === key)?.kind ?? "number";

const positionOf = row => ["QB", "RB", "WR", "TE"].includes(row.position) ? row.position : "other";

/**
 * Draws the charts of a table whose values are known.
 *
 * @param {any} report @param {Table} described
 */
export function reportCharts(report, described) {
  const rows = report[described.rows] ?? [];
  return described.charts.map(chart => {
    const known = rows.filter(row => typeof row[chart.value] === "number" && (!chart.across || typeof row[chart.across] === "number"));
    if (known.length < 2) return null;
    const drawing = chart.kind === "bars" ? bars(report, described, chart, known) : dots(described, chart, known);
    return make("figure", { class: "card chart" }, make("figcaption", {}, chart.title), drawing);
  });
}

/** The fifteen longest bars; a line where the member of the report is that they are compared with. */
function bars(report, described, chart, rows) {
  const kind = kindOf(described, chart.value), isOrdered = chart.labels.includes(described.order?.key ?? "");
  const longest = isOrdered ? rows.slice(0, 15) : [...rows].sort((one, other) => Math.abs(other[chart.value]) - Math.abs(one[chart.value])).slice(0, 15);
  const most = Math.max(...longest.map(row => Math.abs(row[chart.value])), 1e-9), base = chart.base ? report[chart.base] : null;
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${longest.length * ROW + 4}`, role: "img", "aria-label": chart.title });
  longest.forEach((row, place) => {
    const y = place * ROW + 2, width = Math.max(1, 160 * Math.abs(row[chart.value]) / most), words = figure(kind, row[chart.value]);
    svg.append(
      text(cut(nameOf(chart, row), 20), 2, y + 12),
      shape("rect", { x: 135, y: y + 2, width, height: 13, class: `bar ${positionOf(row)}` }, shape("title", {}, `${nameOf(chart, row)}: ${words}`)),
      text(words, 140 + width, y + 12));
  });
  if (typeof base === "number" && base <= most) {
    const x = 135 + 160 * base / most;
    svg.append(shape("line", { x1: x, x2: x, y1: 0, y2: longest.length * ROW + 4, class: "base" }));
  }
  return svg;
}

/** A dot for each row; the six furthest from the middle have a name. */
function dots(described, chart, rows) {
  const values = key => rows.map(row => row[key]), across = values(chart.across), up = values(chart.value);
  const [left, right, top, bottom] = [40, 352, 10, 216];
  const scale = (numbers, from, to) => {
    const least = Math.min(0, ...numbers), span = Math.max(...numbers) - least || 1;
    return { at: value => from + (to - from) * (value - least) / span, least, most: least + span };
  };
  const x = scale(across, left, right), y = scale(up, bottom, top), sizes = chart.size ? values(chart.size) : [1], largest = Math.max(...sizes, 1);
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} 250`, role: "img", "aria-label": chart.title });
  const title = key => described.columns.find(column => column.key === key)?.title ?? "";
  for (const share of [0, 0.5, 1]) {
    const value = y.least + (y.most - y.least) * share, wide = x.least + (x.most - x.least) * share;
    svg.append(shape("line", { x1: left, x2: right, y1: y.at(value), y2: y.at(value), class: "axis" }),
      text(figure(kindOf(described, chart.value), value), left - 4, y.at(value) + 4, "soft end"),
      text(figure(kindOf(described, chart.across), wide), x.at(wide), bottom + 17, share === 0 ? "soft" : share === 1 ? "soft end" : "soft mid"));
  }
  if (y.least < 0) svg.append(shape("line", { x1: left, x2: right, y1: y.at(0), y2: y.at(0), class: "base" }));
  const middle = up.reduce((sum, value) => sum + value, 0) / up.length;
  const named = new Set([...rows].sort((one, other) => Math.abs(other[chart.value] - middle) - Math.abs(one[chart.value] - middle)).slice(0, 6));
  const taken = [];
  for (const row of rows) {
    const place = { x: x.at(row[chart.across]), y: y.at(row[chart.value]) }, radius = 3 + 4 * Math.sqrt((chart.size ? row[chart.size] : 0) / largest);
    const words = `${nameOf(chart, row)}: ${figure(kindOf(described, chart.value), row[chart.value])}`;
    svg.append(shape("circle", { cx: place.x, cy: place.y, r: radius, class: `bar ${positionOf(row)}` }, shape("title", {}, words)));
    const isFree = !taken.some(one => Math.abs(one.x - place.x) < 110 && Math.abs(one.y - place.y) < 13);
    if (!named.has(row) || !isFree) continue;
    taken.push(place);
    const isLeft = place.x > 230;
    svg.append(text(cut(nameOf(chart, row), 18), isLeft ? place.x - radius - 3 : place.x + radius + 3, place.y + 4, isLeft ? "end" : ""));
  }
  svg.append(text(`↑ ${capital(title(chart.value))}`, 2, 246, "soft"), text(`${capital(title(chart.across))} →`, right, 246, "soft end"));
  return svg;
}
