// Pictures of lines and distributions as SVG, in the colours of the tokens.
import { make } from "./dom.js";

const namespace = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, any>} attributes @param {...any} children */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children.flat());
  return element;
}

/** The width of a large picture: its text has one size on a phone and on a desk. */
const pictureWidth = () => innerWidth < 700 ? 360 : 900;

/** The path of a line that stays until its next move. @param {[number, number][]} points */
function steps(points) {
  return points.map(([x, y], index) => index === 0 ? `M${x.toFixed(1)} ${y.toFixed(1)}` : `H${x.toFixed(1)}V${y.toFixed(1)}`).join("");
}

/**
 * A small picture of a line's movement.
 *
 * @param {{time: number, line: number}[]} moves in their order @param {string} label for screen readers
 */
export function sparkline(moves, label) {
  const [width, height] = [96, 28];
  const picture = draw("svg", { class: "spark", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  if (moves.length < 2) return picture;
  const [first, last] = [moves[0].time, moves[moves.length - 1].time];
  const lines = moves.map(move => move.line), [low, high] = [Math.min(...lines), Math.max(...lines)];
  const place = move => /** @type {[number, number]} */ ([
    2 + (width - 6) * (move.time - first) / Math.max(1, last - first), height - 4 - (height - 8) * (move.line - low) / Math.max(0.5, high - low)]);
  const end = place(moves[moves.length - 1]);
  picture.append(draw("path", { d: steps(moves.map(place)) }), draw("circle", { cx: end[0], cy: end[1], r: 2.5 }));
  return picture;
}

/** Up to five round values of a range. @param {number} low @param {number} high */
function ticks(low, high) {
  const step = [0.5, 1, 2, 5, 10, 20, 50].find(step => (high - low) / step <= 5) ?? 100;
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + 1e-9; value += step) found.push(value);
  return found;
}

/**
 * The movement of a market at each book.
 *
 * @param {{book: string, from: string, until: string | null, line: number}[]} offers
 * @param {{end: number, tipOff: number | null, label: string}} options
 */
export function movement(offers, { end, tipOff, label }) {
  const [width, height, left, bottom] = [pictureWidth(), 240, 40, 24];
  const picture = draw("svg", { class: "movement", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  const lines = offers.map(offer => offer.line), [low, high] = [Math.min(...lines) - 0.5, Math.max(...lines) + 0.5];
  const begin = Math.min(...offers.map(offer => Date.parse(offer.from))), finish = Math.max(end, begin + 1, tipOff ?? 0);
  const x = time => left + (width - left - 8) * (time - begin) / (finish - begin);
  const y = line => 8 + (height - 16 - bottom) * (high - line) / Math.max(0.5, high - low);
  for (const value of ticks(low, high)) {
    picture.append(draw("line", { class: "grid", x1: left, x2: width - 8, y1: y(value), y2: y(value) }),
      draw("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)));
  }
  const clock = time => new Date(time).toLocaleTimeString(undefined, { timeStyle: "short" });
  picture.append(draw("text", { x: left, y: height - 4 }, clock(begin)), draw("text", { x: width - 8, y: height - 4, "text-anchor": "end" }, clock(finish)));
  if (tipOff && tipOff <= finish) picture.append(draw("line", { class: "tipoff", x1: x(tipOff), x2: x(tipOff), y1: 8, y2: height - bottom - 8 }));
  books(offers).forEach((book, index) => {
    const own = offers.filter(offer => offer.book === book);
    let path = "";
    own.forEach((offer, place) => {
      const from = x(Date.parse(offer.from)), until = x(offer.until ? Date.parse(offer.until) : Math.min(end, finish));
      const isGap = place === 0 || own[place - 1].until !== offer.from;
      path += isGap ? `M${from.toFixed(1)} ${y(offer.line).toFixed(1)}` : `V${y(offer.line).toFixed(1)}`;
      path += `H${Math.max(from, until).toFixed(1)}`;
    });
    picture.append(draw("path", { class: "book book" + index % 4, d: path }));
  });
  return picture;
}

/** The books of some offers by name. @param {{book: string}[]} offers */
export const books = offers => [...new Set(offers.map(offer => offer.book))].sort();

/** The names of the books with their colours. @param {{book: string}[]} offers */
export const legend = offers => make("ul", { class: "legend" },
  books(offers).map((book, index) => make("li", { class: "book" + index % 4 }, book)));

/**
 * The simulated totals as bars: below the offer's line, at it, and above it.
 *
 * @param {{firstTotal: number, totals: number[]}} counts @param {number} line
 * @param {number | null} actual the final or current total
 */
export function distribution({ firstTotal, totals }, line, actual) {
  const [width, height, bottom, top] = [pictureWidth(), 240, 24, 28], size = 4;
  // Bars of four points, beginning at the line so that no bar has both sides. At a whole line, pushes have a bar of their own.
  const bars = new Map(), gap = Number.isInteger(line) ? 0.5 : 0;
  totals.forEach((count, index) => {
    const value = firstTotal + index, side = value < line ? "under" : value > line ? "over" : "push";
    const away = gap + (Math.floor((Math.abs(value - line) - gap) / size) + 0.5) * size;
    const place = side === "push" ? line : line + (side === "over" ? away : -away);
    const bar = bars.get(place) ?? { count: 0, side };
    bar.count += count;
    bars.set(place, bar);
  });
  const shown = [...bars].filter(([, bar]) => bar.count > 4), places = shown.map(([place]) => place);
  const [low, high] = [Math.min(...places) - size, Math.max(...places) + size], most = Math.max(...shown.map(([, bar]) => bar.count));
  const x = value => 8 + (width - 16) * (value - low) / (high - low), y = count => top + (height - top - bottom) * (1 - count / most);
  const picture = draw("svg", {
    class: "distribution", viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": `Distribution of 10,000 simulated totals around the line ${line}`,
  });
  for (const [place, bar] of shown) {
    const wide = (bar.side === "push" ? 1 : size) * (width - 16) / (high - low) - 1;
    picture.append(draw("rect", { class: bar.side, x: (x(place) - wide / 2).toFixed(1), y: y(bar.count).toFixed(1), width: wide.toFixed(1), height: (height - bottom - y(bar.count)).toFixed(1) }));
  }
  for (const value of ticks(low, high)) picture.append(draw("text", { x: x(value), y: height - 6, "text-anchor": "middle" }, String(value)));
  picture.append(draw("line", { class: "offer", x1: x(line), x2: x(line), y1: top - 8, y2: height - bottom }),
    draw("text", { class: "offer", x: x(line), y: top - 12, "text-anchor": "middle" }, `offer ${line}`));
  if (actual !== null && actual >= low && actual <= high)
    picture.append(draw("path", { class: "actual", d: `M${x(actual)} ${height - bottom}l-7 10h14z` }));
  return picture;
}

/** The running profit after each settled bet. @param {number[]} profits in units, oldest first */
export function profitCurve(profits) {
  const [width, height] = [pictureWidth(), 160];
  const picture = draw("svg", { class: "profit", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Running profit in units" });
  const sums = [0];
  for (const profit of profits) sums.push(sums[sums.length - 1] + profit);
  const [low, high] = [Math.min(...sums) - 0.5, Math.max(...sums) + 0.5];
  const x = index => 44 + (width - 52) * index / Math.max(1, sums.length - 1), y = sum => 8 + (height - 16) * (high - sum) / (high - low);
  for (const value of ticks(low, high)) {
    picture.append(draw("line", { class: value === 0 ? "zero" : "grid", x1: 44, x2: width - 8, y1: y(value), y2: y(value) }),
      draw("text", { x: 38, y: y(value) + 4, "text-anchor": "end" }, String(value)));
  }
  picture.append(draw("path", { class: "book book0", d: steps(sums.map((sum, index) => [x(index), y(sum)])) }));
  return picture;
}
