// Scores and odds as they change: over a WebSocket, and by polling without one.

const longestWait = 15_000, pollInterval = 5_000;

/**
 * Follows games until the page is closed.
 *
 * @param {"scores" | "odds"} topic @param {string[]} games at most 100
 * @param {{message: (message: any) => void, poll: () => Promise<any>, state?: (state: "live" | "polling" | "offline") => void}} to
 *   `poll` reads the same data by requests
 */
export function follow(topic, games, { message, poll, state = () => {} }) {
  if (!games.length) return state("live");
  let failures = 0, wait = 0, timer = 0, socket = /** @type {WebSocket | null} */ (null);

  const pollAgain = async () => {
    if (socket?.readyState === WebSocket.OPEN) return;
    try { await poll(); state("polling"); } catch { state("offline"); }
    clearTimeout(timer);
    timer = setTimeout(pollAgain, pollInterval);
  };

  const connect = () => {
    const opened = new WebSocket(location.origin.replace(/^http/, "ws") + "/v1/live/" + topic);
    socket = opened;
    opened.onopen = () => {
      failures = wait = 0;
      clearTimeout(timer);
      opened.send(JSON.stringify({ type: "subscribe", gameIds: games.slice(0, 100) }));
      state("live");
    };
    opened.onmessage = event => {
      const found = JSON.parse(event.data);
      if (found.type !== "error") message(found);
    };
    opened.onclose = () => {
      failures += 1;
      wait = Math.min(longestWait, 500 * 2 ** failures);
      // A proxy can refuse WebSockets for good: the page is polled meanwhile.
      if (failures === 1) pollAgain();
      setTimeout(connect, wait * (0.75 + Math.random() / 2));
    };
  };
  connect();
}
