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

/**
 * Moves through tabs by keys: to the next one, or to the first or last.
 *
 * @param {HTMLElement} list of the tabs @param {HTMLButtonElement[]} buttons @param {(tab: string) => void} open
 */
export function listenForTabs(list, buttons, open) {
  list.addEventListener("keydown", event => {
    const shown = buttons.filter(button => !button.hidden), last = shown.length - 1, index = shown.findIndex(button => button.getAttribute("aria-selected") === "true");
    const [onward, back] = getComputedStyle(list).direction === "rtl" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    const next = event.key === onward ? (index + 1) % shown.length : event.key === back ? (index + last) % shown.length : event.key === "Home" ? 0 : event.key === "End" ? last : null;
    if (next === null) return;
    event.preventDefault();
    open(String(shown[next].dataset.tab));
    shown[next].focus();
  });
}
