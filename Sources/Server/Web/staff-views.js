// Parts of the staff pages: views with addresses, tables, forms and downloads.
import { append, fill, make } from "./dom.js";
import { grouped, money } from "./format.js";
import { Problem, send } from "./api.js";
import { announce, doing, show, showProblem } from "./shell.js";
import { follow, forget } from "./staff-live.js";
import { person } from "./staff-names.js";

/** @typedef {(query: URLSearchParams) => Promise<any[]>} View */

/**
 * Shows the view that the address names, and follows links within the page without a reload: a key that was read into the
 * page stays loaded.
 *
 * @param {string} path the page's
 * @param {(query: URLSearchParams) => View} viewFor
 */
export async function route(path, viewFor) {
  let turn = 0;
  const draw = async (isFirst = false) => {
    const mine = ++turn, query = new URLSearchParams(location.search);
    forget();
    document.getElementById("main")?.setAttribute("aria-busy", "true");
    try {
      const content = await viewFor(query)(query);
      if (mine !== turn) return;
      show(...content);
      document.querySelector(".places [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
      document.title = `${document.querySelector("#main h1")?.textContent ?? "Staff"} · Draft Ledger`;
      if (!isFirst) {
        scrollTo(0, 0);
        document.getElementById("main")?.focus({ preventScroll: true });
        announce(document.title);
      }
    } catch (error) {
      if (mine === turn) showProblem(error);
      if (!(error instanceof Problem)) console.error(error);
    }
  };
  redraw = draw;
  addEventListener("popstate", () => draw());
  document.addEventListener("click", event => {
    const link = /** @type {Element} */ (event.target).closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.pathname !== path || link.target) return;
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
  await draw(true);
  follow(() => draw(true));
}

/** Redraws the view, such as after an action. @type {(isFirst?: boolean) => Promise<void>} */
export let redraw = async () => {};

/** @param {string} address within the page */
export function go(address) {
  history.pushState(null, "", address);
  return redraw();
}

/** An address with its non-empty parameters. @param {string} path @param {Record<string, any>} values */
export function address(path, values = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== undefined && value !== "" && value !== false) query.set(name, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** A part of a page under a heading. @param {string} title @param {...any} children */
export function section(title, ...children) {
  const id = "s-" + title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return make("section", { class: "part", "aria-labelledby": id }, make("h2", { id }, title), ...children);
}

/**
 * @typedef {{title: string, cell: (row: any) => any, number?: boolean, raw?: (row: any) => any, grow?: boolean}} Column
 * @param {string} caption the table's name for screen readers
 * @param {Column[]} columns @param {any[]} rows @param {string} [nothing] the text of an empty table
 */
export function table(caption, columns, rows, nothing = "No records.") {
  if (!rows.length) return make("p", { class: "muted nothing" }, nothing);
  const numbers = column => column.number ? "number" : column.grow ? "wide" : "";
  return make("div", { class: "scroll", role: "group", "aria-label": caption, tabindex: "0" },
    make("table", { class: "table" },
      make("caption", { class: "unseen" }, caption),
      make("thead", {}, make("tr", {}, columns.map(column => make("th", { scope: "col", class: numbers(column) }, column.title)))),
      make("tbody", {}, rows.map(row => make("tr", {}, columns.map(column =>
        make("td", { class: numbers(column), "data-value": column.raw?.(row) ?? null }, column.cell(row))))))));
}

/** Names and values. @param {[string, any][]} pairs those without a value are omitted */
export const facts = pairs => make("dl", { class: "facts" },
  pairs.filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));

/** The winners of proposed prizes and their sum, for proposers and approvers. @param {{totalCents: number, winners: any[]} | null} prizes */
export const winners = prizes => !prizes ? null : section("Winners",
  table("Winners", [
    { title: "Place", number: true, cell: one => one.place }, { title: "Entry", number: true, cell: one => one.entry },
    { title: "User", cell: one => person(one.user, "unknown") }, { title: "Wins", number: true, cell: one => money(one.amountCents) },
  ], prizes.winners),
  make("p", { class: "total" }, `${grouped(prizes.winners.length)} ${prizes.winners.length === 1 ? "entry" : "entries"}, ${money(prizes.totalCents)} in total`));

/** A recorded time to the second, in UTC as every record has it. @param {string | null} iso */
export const stamp = iso => iso ? make("time", { datetime: iso, class: "number", title: iso }, iso.slice(0, 19).replace("T", " ")) : "–";

let fields = 0;

/**
 * @param {string} label
 * @param {{name: string, type?: string, value?: any, options?: [string, string][], placeholder?: string, required?: boolean,
 *   rows?: number, min?: number, max?: number, step?: any, accept?: string, multiple?: boolean, pattern?: string, list?: string, hint?: string}} how
 */
export function field(label, { options, rows, hint, value, ...how }) {
  const id = "f" + ++fields, common = { id, class: "input", ...how, "aria-describedby": hint ? id + "h" : null };
  let input;
  if (options) {
    input = make("select", common, options.map(([key, text]) => make("option", { value: key }, text)));
    input.value = value ?? options[0]?.[0] ?? "";
  } else if (rows) {
    input = make("textarea", { ...common, rows, value: value ?? "" });
  } else {
    input = make("input", { type: "text", autocomplete: "off", ...common, value: how.type === "file" ? null : value ?? "" });
  }
  return make("div", { class: "field" }, make("label", { for: id }, label), input,
    hint ? make("p", { id: id + "h", class: "muted tiny" }, hint) : null);
}

/** @param {string} label @param {string} name @param {boolean} checked */
export const tick = (label, name, checked = false) => make("label", { class: "tick" },
  make("input", { type: "checkbox", name, value: "true", checked }), make("span", {}, label));

/** Fields that are not valid, with a sentence for each. */
export class FieldErrors extends Error {
  /** @param {[string, string][]} faults the names of fields, and what is wrong */
  constructor(faults) {
    super(faults.map(([, words]) => words).join(" "));
    this.faults = faults;
  }
}

/** Marks the fields that are not valid, until they are changed, and leads to the first. @param {HTMLFormElement} form @param {[string, string][]} faults */
function mark(form, faults) {
  for (const old of form.querySelectorAll(".fault")) old.remove();
  for (const [name, words] of faults) {
    const input = /** @type {any} */ (form.elements.namedItem(name));
    if (!input) continue;
    const note = make("p", { class: "fault invalid small", id: input.id + "e", role: "alert" }, words), before = input.getAttribute("aria-describedby");
    input.after(note);
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", [before, note.id].filter(Boolean).join(" "));
    input.addEventListener("input", () => {
      note.remove();
      input.removeAttribute("aria-invalid");
      if (before) input.setAttribute("aria-describedby", before); else input.removeAttribute("aria-describedby");
    }, { once: true });
  }
  /** @type {any} */ (form.elements.namedItem(faults[0]?.[0] ?? ""))?.focus();
}

/**
 * A form that runs one action at a time and shows its error: next to a field, if it is about one.
 *
 * @param {string} label of its button @param {any[]} children @param {(values: any, form: HTMLFormElement) => Promise<void>} work
 * @param {{primary?: boolean, danger?: boolean, extra?: any}} [how] `extra`: an element next to the button
 */
export function form(label, children, work, { primary = true, danger = false, extra = null } = {}) {
  const button = make("button", { class: "button" + (danger ? " danger" : primary ? " primary" : ""), type: "submit" }, label);
  const made = make("form", { class: "form" }, ...children, append(make("div", { class: "row" }, button), [extra]));
  made.addEventListener("submit", event => {
    event.preventDefault();
    doing(button, async () => {
      try { await work(Object.fromEntries(new FormData(made)), made); } catch (error) {
        if (error instanceof FieldErrors) mark(made, error.faults);
        throw error;
      }
    });
  });
  return made;
}

/** A form whose fields become the page's address. @param {string} path @param {any[]} children @param {Record<string, any>} [kept] @param {any} [extra] @param {string} [label] */
export const filters = (path, children, kept = {}, extra = null, label = "Show") => form(label, children,
  async values => { await go(address(path, { ...kept, ...values })); }, { primary: false, extra });

/**
 * A form of filters. A narrow window shows it on request: what was found comes first.
 *
 * @param {HTMLFormElement} made @param {{label?: string, isNeeded?: boolean}} [how] `isNeeded`: nothing is found without it
 */
export function asking(made, { label = "Filters", isNeeded = false } = {}) {
  const set = [...new FormData(made).values()].filter(value => value !== "").length;
  return make("details", { class: "card noprint asking", open: isNeeded || matchMedia("(min-width: 800px)").matches }, make("summary", {}, `${label}${set ? `, ${set} set` : ""}`), made);
}

/**
 * A button that saves an address's answer as a file.
 *
 * @param {string} label @param {string} path @param {string} name the file's @param {string} type by which it is asked for
 */
export function download(label, path, name, type) {
  const button = make("button", { class: "button small", type: "button" }, label);
  button.addEventListener("click", () => doing(button, async () => {
    const response = await send(path, { headers: { Accept: type } });
    if (!response.ok) throw new Problem(response.status, await response.json().catch(() => ({})));
    save(await response.blob(), name);
    announce(`${name} is saved`);
  }));
  return button;
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Shows a part once it is there: long questions do not keep the rest waiting. @param {Promise<any>} content @param {string} words */
export function later(content, words = "Reading the ledger …") {
  const place = make("div", { class: "later", "aria-busy": "true" }, make("p", { class: "muted" }, words));
  content.then(
    found => { place.removeAttribute("aria-busy"); fill(place, found); },
    error => {
      place.removeAttribute("aria-busy");
      fill(place, make("p", { class: "banner error" }, error.message));
    });
  return place;
}

/** The head of a view: its trail and its title. @param {string} title @param {[string, string][]} trail @param {...any} more */
export const head = (title, trail, ...more) => append(make("div", { class: "head" }), [
  make("nav", { class: "trail", "aria-label": "Breadcrumb" },
    trail.map(([label, href]) => [make("a", { href }, label), make("span", { "aria-hidden": "true" }, " › ")])),
  make("div", { class: "row spread" }, make("h1", {}, title), more.length ? make("div", { class: "row noprint" }, ...more) : null),
]);
