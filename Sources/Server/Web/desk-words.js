// What people wrote, which stands beside the ledger: read, and erased, by the event that has the digest of it; and who a
// number is.
import { Problem, get, request, send } from "./api.js";
import { make, sheet } from "./dom.js";
import { plural } from "./format.js";
import { announce, doing, toast } from "./shell.js";
import { isOne } from "./staff-acting.js";
import { address, facts, field, filters, head, redraw, section, stamp, table } from "./staff-views.js";

/** The way from an event to what was written with it. @param {number} position */
export const wordsLink = position => make("a", { href: address("/desk", { view: "words", position }), title: "What was written with it" }, position);

const standings = { kept: "Kept", erased: "Erased", altered: "Not the words that the ledger has the digest of" };

/** @param {URLSearchParams} query */
export async function wordsView(query) {
  const title = head("Words", [["Desk", "/desk"]]);
  if (!await isOne("officer")) return [title, make("p", { class: "banner" }, "What people wrote is for officers to read.")];
  const position = query.get("position") ?? "";
  return [
    title,
    make("p", { class: "muted" }, "Claims, titles and reasons stand beside the ledger, which has their digests. They can be erased; that they were written, by whom and when, cannot."),
    make("div", { class: "card noprint" }, filters("/desk", [field("Position of the event", { name: "position", type: "number", min: 0, value: position, required: true, hint: "A user’s activity and the acts of the house lead here." })], { view: "words" })),
    ...position === "" ? [] : await written(Number(position)),
  ];
}

/** @param {number} position */
async function written(position) {
  const [found, event] = await Promise.all([get(`/v1/words/${position}`), eventAt(position)]), words = found.words;
  const isThere = words.some(one => one.standing !== "erased");
  return [
    section(`Event ${position}`, facts([
      ["What", event?.type], ["Of", event?.stream], ["By", event?.actor ?? null], ["Recorded (UTC)", event ? stamp(event.recordedAt) : null],
    ])),
    section("What was written", table("What was written", [
      { title: "Words", grow: true, cell: one => one.text === null ? make("span", { class: "muted" }, standings[one.standing]) : make("span", { dir: "auto" }, one.text) },
      { title: "State", cell: one => standings[one.standing].split(" ")[0] },
      { title: "Digest in the ledger", cell: one => make("code", { title: one.digest }, one.digest.slice(0, 16) + "…") },
    ], words, "Nobody wrote anything with this event, or its words are part of the ledger itself and stay.")),
    isThere ? make("p", { class: "noprint" }, make("button", { class: "button danger", type: "button", onclick: () => ask(
      "Erase these words", "Nothing brings them back. The ledger keeps their digests, and every proof stays whole.", "Erase them for ever",
      async () => {
        await request("DELETE", `/v1/words/${position}`);
        return "The words are erased.";
      }) }, "Erase these words …")) : null,
  ];
}

/** An event as the ledger has it; null where it cannot be read. @param {number} position */
async function eventAt(position) {
  const response = await send(`/v1/events?from=${position}&limit=1`), text = await response.text();
  if (!response.ok) throw new Problem(response.status, JSON.parse(text));
  return text ? JSON.parse(text.split("\n")[0]) : null;
}

/** Who a number is, and the end of that. @param {number} user @param {boolean} isKnown */
export const profileSection = (user, isKnown) => section("Profile",
  make("p", { class: "muted" }, isKnown ? "Name, address, sign-ins and the words of cases can be erased at the user’s wish. It takes an empty balance, and no draft that is under way."
    : "Nothing says any more who this number is. Words that were brought back since, as by a restore, can be erased again."),
  make("p", { class: "noprint" }, make("button", { class: "button danger", type: "button", onclick: () => ask(
    `Erase who user ${user} is`, "The name, the address, the sign-ins, and what was written in the user’s cases: claims, titles and reasons. What was drafted and paid stays under the number.",
    "Erase for ever", async () => {
      const erased = await request("DELETE", `/v1/users/${user}/profile`);
      return `User ${user} is a number now, and ${plural(erased.words ?? 0, "text")} ${erased.words === 1 ? "is" : "are"} erased.`;
    }) }, "Erase the profile …")));

/** What cannot be undone is asked once more. @param {string} title @param {string} words @param {string} label @param {() => Promise<string>} work */
function ask(title, words, label, work) {
  sheet(title, close => {
    const button = make("button", { class: "button danger large", type: "button" }, label);
    button.addEventListener("click", () => doing(button, async () => {
      const done = await work();
      close();
      await redraw();
      toast(done, "success");
      announce(done);
    }));
    return [make("p", {}, words), button, make("button", { class: "button large", type: "button", onclick: close }, "Keep it")];
  });
}
