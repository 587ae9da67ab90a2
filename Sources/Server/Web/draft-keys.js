// Keyboard control of the draft room.

/** The tabs, in the order of their number keys. */
const order = ["players", "queue", "rosters", "board", "info"];

/** Whether a key belongs to the focused element: typed text, or a choice. @param {any} target */
const isTyped = target => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) && target.type !== "checkbox";

/**
 * Listens for the keys of the room: `/` for the search, `1` to `5` for the tabs, Escape to close the open player.
 *
 * @param {{open: (tab: string) => void, search: () => void, close: () => boolean}} room
 */
export function listenForKeys(room) {
  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") return void (room.close() && event.preventDefault());
    if (isTyped(event.target)) return;
    const tab = order[Number(event.key) - 1];
    if (event.key === "/") room.search(); else if (tab) room.open(tab); else return;
    event.preventDefault();
  });
}
