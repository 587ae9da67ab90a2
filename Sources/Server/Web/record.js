// One record of the ledger in words, for the user that it is about.
import { Problem, get } from "./api.js";
import { make } from "./dom.js";
import { pickLabel } from "./format.js";
import { member } from "./session.js";
import { run, shell, show } from "./shell.js";

/** With the fractions of seconds that decide. @param {string | null} iso */
const exact = iso => iso ? `${new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" }).format(new Date(iso))} (${iso})` : null;

/** @type {Record<string, string>} */
const kinds = {
  account: "Your account", money: "Your money", entry: "Your entry", room: "Your draft", pick: "A pick", clock: "The clock", autodraft: "Autodraft", queue: "Your queue and rankings",
  refusal: "A command that does not count", connection: "Your connection", notice: "Notices to you", case: "Your objection",
};

/** The sender as the user knows it. */
const sender = (actor, user) => actor === null ? null : actor === `user/${user}` ? "You" : actor.startsWith("scheduler") ? "The rules, by the clock of the service" : actor;

run(async () => {
  const position = Number(location.pathname.split("/")[2]), who = await member();
  if (!Number.isSafeInteger(position) || position < 0) throw new Problem(404, { title: "Record not found", detail: "This address has no number of a record." });
  const [, activity] = await Promise.all([shell(), get(`/v1/users/${who.user}/activity`)]);
  const found = activity.events.find(one => one.position === position);
  if (!found) throw new Problem(404, { title: `Record ${position} is not about you`, detail: "You can read the records about your account and your entries here. Boards and replays of finished drafts are open to everybody." });
  const room = found.room === null ? null : await get("/v1/rooms/" + found.room).catch(() => null);
  const facts = [
    ["Draft", found.room === null ? null : make("a", { href: "/draft/" + found.room, dir: "auto" }, room?.contest ?? `Room ${found.room}`)],
    ["Pick", found.pickNumber && room ? pickLabel(found.pickNumber, room.teams) : found.pickNumber],
    ["Sent by", sender(found.actor, who.user)], ["Arrived", exact(found.occurredAt)], ["Recorded", exact(found.recordedAt)],
    ["Late by", found.marginMicroseconds === null || found.marginMicroseconds >= 0 ? null : `${(-found.marginMicroseconds / 1e6).toFixed(3)} seconds after the end of grace`],
  ];
  document.title = `Record ${position} · Draft Ledger`;
  show(
    make("p", { class: "muted" }, kinds[found.kind] ?? "A record"), make("h1", { dir: "auto" }, sentence(found.text)),
    make("section", { class: "card" }, make("dl", { class: "facts" }, facts.filter(([, value]) => value !== null && value !== undefined).map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]))),
    make("section", { class: "card" }, make("h2", {}, "Can this be changed?"),
      make("p", {}, "No. Nobody can change or remove this record afterwards, not even we: the records after it contain a fingerprint of it, and we publish a fingerprint of all records every few seconds."),
      make("details", {}, make("summary", {}, "For experts"), make("dl", { class: "facts small proof" },
        make("dt", {}, "Record"), make("dd", {}, `${position}, ${found.type} in ${found.stream}`),
        make("dt", {}, "Inclusion proof"), make("dd", {}, make("a", { href: "/v1/proofs/inclusion/" + position, download: `record-${position}.tlog-proof` }, "C2SP tlog-proof")),
        make("dt", {}, "Stored bytes"), make("dd", {}, make("a", { href: "/v1/records/" + position, download: `record-${position}.bin` }, "the record that the proof is about")),
        make("dt", {}, "Checkpoint"), make("dd", {}, make("a", { href: "/log/checkpoint" }, "signed and publicly verifiable"))))),
    make("div", { class: "row" }, make("a", { class: "button", href: "/cases" }, "Your objections"), make("a", { class: "button", href: "/profile" }, "Profile")));
});

/** @param {string} text */
const sentence = text => text.slice(0, 1).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
