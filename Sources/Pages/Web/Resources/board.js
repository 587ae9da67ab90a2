// Draws a draft board: rounds down, slots across, each pick at its place in the snake. The live room, the desk and the
// replay file share it, so it imports nothing.

/** The source of a pick as one letter. @type {Record<string, [string, string]>} */
export const pickMarks = {
  queue: ["Q", "from the queue"], rankings: ["R", "by rankings"], adp: ["A", "by ADP"],
  fallback: ["F", "limits ignored"], skipped: ["S", "skipped"], unknown: ["?", "not known to the source"],
  corrected: ["✎", "corrected"],
};

/**
 * @typedef {{player?: number, name: string, position: string, team: string}} BoardPlayer
 * @typedef {{player: BoardPlayer | null, source: string, corrected?: boolean} | null} BoardPick
 * @typedef {{name: string, title?: string, isOwn?: boolean}} BoardHead
 */

const element = (tag, name = "", text = null) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== null) made.textContent = text;
  return made;
};

const positionClass = position => ["QB", "RB", "WR", "TE"].includes(position) ? position : "other";

/** A first and a last name; the last name must be readable. @param {string} name */
export function splitName(name) {
  const [, first, last] = /^(.*?)\s*(\S+)$/.exec(name) ?? ["", "", name];
  return [first, last];
}

export class Board {
  /**
   * @param {HTMLTableElement} table empty
   * @param {{teams: number, rounds: number, label: (pick: number) => string, slotOf: (pick: number) => number, unknown?: boolean[]}} shape
   *   `unknown`: by slot, the teams without any known pick; they take little space
   */
  constructor(table, { teams, rounds, label, slotOf, unknown = [] }) {
    this.teams = teams;
    this.label = label;
    table.classList.add("board");
    const head = element("thead"), body = element("tbody"), row = element("tr");
    /** @type {HTMLElement[]} */
    this.heads = [];
    row.append(element("td", "corner"));
    for (let slot = 0; slot < teams; slot++) {
      const th = element("th");
      th.setAttribute("scope", "col");
      if (unknown[slot]) th.dataset.unknown = "";
      this.heads.push(th);
      row.append(th);
    }
    head.append(row);
    table.append(head, body);
    /** By pick, from 0. @type {HTMLElement[]} */
    this.cells = [];
    /** @type {(string | undefined)[]} */
    this.shown = [];
    for (let round = 0; round < rounds; round++) {
      const tr = element("tr"), th = element("th", "", `${round + 1} ${slotOf(round * teams + 1) ? "←" : "→"}`);
      th.setAttribute("scope", "row");
      th.setAttribute("aria-label", `Round ${round + 1}`);
      tr.append(th);
      const picks = Array.from({ length: teams }, (_, index) => round * teams + index + 1);
      picks.sort((left, right) => slotOf(left) - slotOf(right));
      for (const pick of picks) {
        const td = element("td");
        td.dataset.pick = String(pick);
        if (unknown[slotOf(pick)]) td.dataset.unknown = "";
        this.cells[pick - 1] = td;
        tr.append(td);
      }
      body.append(tr);
    }
  }

  /** @param {BoardHead[]} heads by slot @param {number | null} onClock the slot whose turn it is */
  drawHeads(heads, onClock) {
    heads.forEach((head, slot) => {
      const th = this.heads[slot];
      if (th.textContent !== head.name) th.textContent = head.name;
      th.title = head.title ?? head.name;
      th.dir = "auto";
      th.classList.toggle("own", !!head.isOwn);
      th.classList.toggle("on-clock", slot === onClock);
    });
  }

  /**
   * Draws a pick if it has changed.
   *
   * @param {number} pick from 1 @param {BoardPick} content @param {{isTurn?: boolean, isLatest?: boolean, isOwn?: boolean}} [how]
   */
  draw(pick, content, { isTurn = false, isLatest = false, isOwn = false } = {}) {
    const key = content ? [content.player?.player, content.player?.name, content.player?.team, content.source, content.corrected, isTurn, isLatest, isOwn].join("\u0000")
      : `${isTurn} ${isOwn}`;
    if (this.shown[pick - 1] === key) return;
    this.shown[pick - 1] = key;
    const td = this.cells[pick - 1], player = content?.player;
    td.className = [
      player ? "filled " + positionClass(player.position) : "", isTurn ? "on-clock" : "", isLatest && content ? "latest" : "",
      isOwn ? "own" : "", content?.corrected ? "corrected" : "",
    ].filter(Boolean).join(" ");
    td.replaceChildren(...(td.dataset.unknown === undefined ? [element("span", "", this.label(pick))] : []));
    td.title = "";
    delete td.dataset.player;
    delete td.dataset.source;
    if (!content) {
      if (isTurn) td.append(element("b", "", "Picking"));
      return;
    }
    td.dataset.source = content.source;
    // The source of picks can be unknown for a whole room: a letter on every pick would be noise.
    const isPlain = player && content.source === "unknown" && !content.corrected;
    const mark = content.corrected ? pickMarks.corrected : pickMarks[content.source];
    if (player) {
      const [first, last] = splitName(player.name), name = element("b", "", last);
      name.dir = "auto";
      td.append(element("span", "", first), name, element("span", "", player.position + (player.team ? " · " + player.team : "")));
      if (player.player !== undefined) td.dataset.player = String(player.player);
      td.title = `${player.name}, pick ${this.label(pick)}${mark ? ", " + mark[1] : ""}`;
    } else {
      td.append(element("b", "", content.source === "unknown" ? "–" : "skipped"));
      td.title = `Pick ${this.label(pick)}${mark ? ", " + mark[1] : ""}`;
    }
    if (mark && !isPlain) td.append(element("em", "", mark[0]));
  }
}
