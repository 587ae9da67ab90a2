// The ledger's proof: the published checkpoint, whose root this browser recomputes from the hashes of all records.
import { request } from "./api.js";
import { fill, make } from "./dom.js";
import { grouped } from "./format.js";
import { run, show } from "./shell.js";

const width = 256, base64 = bytes => btoa(String.fromCharCode(...bytes));

/** @param {string} path */
async function read(path) {
  const response = await fetch(path, { cache: "no-cache" });
  if (!response.ok) throw Object.assign(new Error("Nothing is published yet. The server publishes a checkpoint now and then."), { status: response.status });
  return response;
}

/** The three lines of a checkpoint: name, number of records, root. @param {string} note */
function parsed(note) {
  const [origin, size, root] = note.split("\n");
  return { origin, size: Number(size), root, signatures: note.split("\n").filter(line => line.startsWith("— ")) };
}

/** The address of a tile of leaf hashes as C2SP tlog-tiles has it. @param {number} index @param {number} hashes */
function tilePath(index, hashes) {
  const parts = [String(index % 1000).padStart(3, "0")];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) parts.unshift("x" + String(rest % 1000).padStart(3, "0"));
  return "/log/tile/0/" + parts.join("/") + (hashes < width ? ".p/" + hashes : "");
}

/** The hash of an inner node (RFC 6962). @param {Uint8Array} left @param {Uint8Array} right */
async function inner(left, right) {
  const bytes = new Uint8Array(65);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 33);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** The root over some leaf hashes. @param {Uint8Array[]} leaves */
async function rootOf(leaves) {
  let level = leaves;
  // Each level pairs its nodes; a last one without a partner moves up.
  while (level.length > 1) {
    const next = [];
    for (let index = 0; index + 1 < level.length; index += 2) next.push(inner(level[index], level[index + 1]));
    const above = await Promise.all(next);
    if (level.length % 2) above.push(level[level.length - 1]);
    level = above;
  }
  return level[0] ?? new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array()));
}

/** @param {number} size @param {(done: number) => void} progress */
async function readLeaves(size, progress) {
  const leaves = [];
  for (let index = 0; index * width < size; index++) {
    const hashes = Math.min(width, size - index * width);
    const bytes = new Uint8Array(await (await read(tilePath(index, hashes))).arrayBuffer());
    for (let place = 0; place < hashes; place++) leaves.push(bytes.slice(32 * place, 32 * place + 32));
    progress(leaves.length);
  }
  return leaves;
}

/** @param {{size: number, root: string}} checkpoint @param {Element} place */
async function recompute({ size, root }, place) {
  const line = make("p", { role: "status" });
  fill(place, line);
  try {
    const leaves = await readLeaves(size, done => { line.textContent = `${grouped(done)} of ${grouped(size)} hashes read`; });
    const found = base64(await rootOf(leaves)), isSame = found === root;
    fill(place, make("div", { class: "banner " + (isSame ? "success" : "error"), role: "status" },
      isSame ? `The root of ${grouped(size)} records is the published one.` : "The hashes do not have the published root. Keep the checkpoint and report it."),
    make("p", { class: "mono" }, found));
  } catch (error) { fill(place, make("div", { class: "banner error", role: "alert" }, error.message)); }
}

run(async () => {
  const checkpoint = parsed(await (await read("/log/checkpoint")).text()), place = make("div");
  const { size } = await request("GET", "/readyz");
  show(make("h1", {}, "Proof"),
    make("p", { class: "text" }, "Every report, offer, analysis, bet and result is a record. A checkpoint states the number of records and the root of their hashes, and is signed. A record that changes later changes the root."),
    make("section", { class: "card" }, make("h2", {}, "Published checkpoint"), make("dl", { class: "facts" },
      make("dt", {}, "Ledger"), make("dd", {}, checkpoint.origin), make("dt", {}, "Records"), make("dd", { class: "number" }, `${grouped(checkpoint.size)} published, ${grouped(size)} now`),
      make("dt", {}, "Root"), make("dd", { class: "mono" }, checkpoint.root), make("dt", {}, "Signatures"), make("dd", {}, checkpoint.signatures.length)),
    make("button", { class: "button primary", type: "button", onclick: () => recompute(checkpoint, place) }, "Recompute the root in this browser"), place),
    make("section", { class: "card" }, make("h2", {}, "Check it yourself"),
      make("p", {}, "Keep a checkpoint: the ledger must contain it at any later time. These commands check a copy of the ledger."),
      make("ul", {}, make("li", {}, make("code", { class: "mono" }, "statdiscute verify"), " checks that no record was changed."),
        make("li", {}, make("code", { class: "mono" }, "statdiscute audit"), " recomputes every analysis and every settlement.")),
      make("a", { class: "button", href: "/log/checkpoint" }, "Open the signed checkpoint")));
});
