// Free text (erasable, stored outside the log) of an event, and the profile of a user: shown and erased.
import { Problem, get, request, send } from "./api.js";
import { make, sheet } from "./dom.js";
import { plural } from "./format.js";
import { announce, doing, toast } from "./shell.js";
import { isOne } from "./staff-acting.js";
import { address, facts, field, filters, head, redraw, section, stamp, table } from "./staff-views.js";

/** A link from an event to its free text. @param {number} position */
export const wordsLink = position => make("a", { href: address("/desk", { view: "words", position }), title: "Free text" }, position);

const standings = { kept: "Stored", erased: "Erased", altered: "Text does not match the recorded digest" };

/** @param {URLSearchParams} query */
export async function wordsView(query) {
  const title = head("Free text", [["Desk", "/desk"]]);
  if (!await isOne("officer")) return [title, make("p", { class: "banner" }, "Only officers can read free text.")];
  const position = query.get("position") ?? "";
  return [
    title,
    make("p", { class: "muted" }, "Claims, titles and reasons are stored outside the log, which has their digests. You can erase a text; its author, time and digest remain."),
    make("div", { class: "card noprint" }, filters("/desk", [field("Position of the event", { name: "position", type: "number", min: 0, value: position, required: true, hint: "A user's activity and the staff actions link here." })], { view: "words" })),
    ...position === "" ? [] : await written(Number(position)),
  ];
}

/** @param {number} position */
async function written(position) {
  const [found, event] = await Promise.all([get(`/v1/events/${position}/text`), eventAt(position)]), words = found.texts;
  const isThere = words.some(one => one.status !== "erased");
  return [
    section(`Event ${position}`, facts([
      ["What", event?.type], ["Of", event?.stream], ["By", event?.actor ?? null], ["Recorded (UTC)", event ? stamp(event.recordedAt) : null],
    ])),
    section("Free text", table("Free text", [
      { title: "Text", grow: true, cell: one => one.text === null ? make("span", { class: "muted" }, standings[one.status]) : make("span", { dir: "auto" }, one.text) },
      { title: "State", cell: one => standings[one.status].split(" ")[0] },
      { title: "Recorded digest", cell: one => make("code", { title: one.digest }, one.digest.slice(0, 16) + "…") },
    ], words, "This event has no free text, or its text is part of the log and cannot be erased.")),
    isThere ? make("p", { class: "noprint" }, make("button", { class: "button danger", type: "button", onclick: () => ask(
      "Erase this text", "This cannot be undone. The ledger keeps the digest, and every proof stays valid.", "Erase permanently",
      async () => {
        await request("DELETE", `/v1/events/${position}/text`);
        return "The text is erased.";
      }) }, "Erase this text …")) : null,
  ];
}

/** The recorded event; null if it cannot be read. @param {number} position */
async function eventAt(position) {
  const response = await send(`/v1/events?from=${position}&limit=1`), text = await response.text();
  if (!response.ok) throw new Problem(response.status, JSON.parse(text));
  return text ? JSON.parse(text.split("\n")[0]) : null;
}

/** A user's profile, and the form that erases it. @param {number} user @param {boolean} isKnown */
export const profileSection = (user, isKnown) => section("Profile",
  make("p", { class: "muted" }, isKnown ? "At the user's request, you can erase name, address, sign-ins and the free text of cases. The balance must be zero and no draft may be running."
    : "The profile is erased. You can erase it again if a restore brought data back."),
  make("p", { class: "noprint" }, make("button", { class: "button danger", type: "button", onclick: () => ask(
    `Erase the profile of user ${user}`, "Erases the name, the address, the sign-ins, and the free text of the user's cases. Drafts and payments stay under the user number.",
    "Erase permanently", async () => {
      const erased = await request("DELETE", `/v1/users/${user}/profile`);
      return `The profile of user ${user} and ${plural(erased.texts ?? 0, "text")} were erased.`;
    }) }, "Erase the profile …")));

/** Asks for confirmation of an action that cannot be undone. @param {string} title @param {string} words @param {string} label @param {() => Promise<string>} work */
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
