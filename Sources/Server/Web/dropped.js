// A page of a drafter's own export: the file is sent, the answer is shown in a frame and saved, and the server keeps neither.
import { get, Problem, send } from "./api.js";
import { fill, make } from "./dom.js";
import { member } from "./session.js";
import { announce, doing, run, shell, show } from "./shell.js";
import { address, field } from "./staff-views.js";

/** The server's bound, so that a larger file is not sent in vain. */
const most = 4 << 20;

/** The address of the last page, which is freed when another one takes its place. @type {string | null} */
let shown = null;

/** Sends a file and returns the page. @param {File} file @param {Record<string, string>} asked @returns {Promise<Blob>} */
async function pageOf(file, asked) {
  if (!file.size) throw new Problem(400, { detail: `${file.name} is empty. Choose the CSV file that the site exported.` });
  if (file.size > most) throw new Problem(413, { detail: `${file.name} is larger than 4 MiB. Export fewer drafts at a time.` });
  // Long names are cut: the server takes names of up to 100 bytes.
  const name = file.name.replace(/[^\w.-]+/g, "-").replace(/^\.+/, "").slice(-80) || "export.csv";
  const response = await send(address("/v1/page", { ...asked, name }), {
    method: "POST", body: file, headers: { "Content-Type": "text/csv", Accept: "text/html" },
  }).catch(() => { throw new Problem(0, { detail: "The server cannot be reached. Check your connection." }); });
  if (!response.ok) throw new Problem(response.status, await response.json().catch(() => ({})));
  return new Blob([await response.text()], { type: "text/html" });
}

/** The sites whose ADPs are on record. */
async function sites() {
  const sources = await get("/v1/reference-data");
  return [...new Set(sources.filter(one => one.kind === "adp").map(one => one.source))].sort();
}

run(async () => {
  await member();
  const [, known] = await Promise.all([shell(), sites().catch(() => [])]);
  const file = make("input", { type: "file", id: "export", accept: ".csv,text/csv" });
  const about = make("p", { class: "muted", id: "chosen", role: "status" }, "No file is chosen.");
  const place = make("label", { class: "drop", for: "export" }, make("b", {}, "Drop your export here"), make("span", {}, "or choose the file"), file, about);
  const site = field("Compare with", { name: "site", options: [["", "Any recorded ADP"], ...known.map(name => /** @type {[string, string]} */ ([name, name]))] });
  const entry = field("Only one entry", { name: "entry", placeholder: "Its ID in the export" });
  const button = make("button", { class: "button primary", type: "submit" }, "Make the page");
  const result = make("div", { class: "result", "aria-live": "polite" });
  const form = make("form", { class: "card" }, place, known.length ? site : null, entry, make("div", { class: "row" }, button));

  const choose = () => { about.textContent = file.files.length ? file.files[0].name : "No file is chosen."; };
  const work = () => doing(button, async () => {
    const chosen = file.files[0];
    if (!chosen) throw new Problem(400, { detail: "Choose a file first." });
    const asked = Object.fromEntries([...new FormData(form)].filter(([, value]) => typeof value === "string" && value.trim()));
    const page = await pageOf(chosen, /** @type {Record<string, string>} */ (asked));
    if (shown) URL.revokeObjectURL(shown);
    shown = URL.createObjectURL(page);
    const name = chosen.name.replace(/\.[^.]*$/, "") + ".html";
    fill(result,
      make("div", { class: "row spread" }, make("h2", {}, "Your page"), make("a", { class: "button", href: shown, download: name }, "Save the page")),
      // Nothing in the page can reach this site: the frame has no origin.
      make("iframe", { class: "report", src: shown, sandbox: "allow-scripts", title: "Page of " + chosen.name }));
    announce("Your page is ready");
  });

  file.addEventListener("change", choose);
  form.addEventListener("submit", event => { event.preventDefault(); work(); });
  for (const kind of ["dragover", "dragleave", "drop"])
    place.addEventListener(kind, event => {
      event.preventDefault();
      place.classList.toggle("over", kind === "dragover");
      if (kind !== "drop" || !event.dataTransfer.files.length) return;
      file.files = event.dataTransfer.files;
      choose();
      work();
    });
  // A file that misses the place must not replace the page.
  for (const kind of ["dragover", "drop"]) addEventListener(kind, event => event.preventDefault());

  show(make("h1", {}, "My drafts elsewhere"),
    make("p", { class: "muted" }, "An export of Underdog, DraftKings or Drafters becomes a page with exposures, closing line value, stacks and byes. The file is not stored."),
    form, result);
});
