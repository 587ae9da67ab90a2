"""Members of a house for development: some at real browsers, the others over HTTP alone."""

import asyncio
import datetime
import json
import os
import urllib.error
import urllib.request
import uuid

# Adds up what moves by itself, and has a device's clock go wrong by some milliseconds.
WATCH = """
window.moved = 0;
window.movers = [];
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    // A list closes up where somebody has gone from it.
    const strays = entry.sources.filter(({ node }) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element && !element.closest(".players, .queue, .roster");
    });
    if (entry.hadRecentInput || !strays.length) continue;
    window.moved += entry.value;
    for (const { node } of strays) window.movers.push(node.className || node.nodeName);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
# Words in passing leave after seconds, in which a busy machine may not have looked.
HEAR = """
window.heard = [];
new MutationObserver(changes => {
  for (const { addedNodes, target } of changes)
    if (target.id === "toasts") for (const node of addedNodes) window.heard.push([node.className, node.textContent]);
}).observe(document, { childList: true, subtree: true });
"""
WRONG_CLOCK = """
const Right = Date, off = %d;
window.Date = class extends Right {
  constructor(...parts) { if (parts.length) super(...parts); else super(Right.now() + off); }
  static now() { return Right.now() + off; }
};
"""


def chromium(playwright, whole=False):
    """Starts the browser. The one without a window, which Playwright takes by default, needs a quarter less of the processor: it is
    taken if it is installed, unless the test is about the WHOLE browser that people have.

    Where there is no GPU, what draws as if there were one takes a fifth more; and a process of its own for each page that is opened
    takes as long as the page."""
    shell = "/usr/bin/chromium-headless-shell"
    path = "/usr/bin/chromium" if whole or not os.access(shell, os.X_OK) else shell
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu", "--process-per-site"])


def moment(text):
    """A time of the API as seconds: the clock of a trial may be set past midnight."""
    return datetime.datetime.fromisoformat(text).timestamp()


class Member:
    """Who is signed in, and asks over HTTP."""

    def __init__(self, base, name, roles=()):
        self.base, self.name = base, name
        answer = self.post("/dev/tokens", {"name": name, "roles": list(roles)})
        self.token, self.user = answer["token"], answer["user"]

    def ask(self, method, path, body=None, headers=None):
        request = urllib.request.Request(self.base + path, method=method, headers=headers or {})
        if getattr(self, "token", None):
            request.add_header("Authorization", "Bearer " + self.token)
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(request, data, timeout=180) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, body, headers=None):
        return self.ask("POST", path, body, headers)

    def command(self, **fields):
        return self.post("/v1/commands", fields, {"Idempotency-Key": uuid.uuid4().hex})

    def join(self, contest):
        outcome = self.command(kind="joinTournament", user=self.user, tournament=contest, entries=1, entropy=uuid.uuid4().hex)
        seats = [event for event in outcome["events"] if event["type"] == "SeatTaken"]
        return int(seats[0]["stream"].split("/")[1])


class Screen:
    """A page in a context of its own: what it complains of, what it moves, what it loads."""

    def __init__(self, page, context, member):
        self.page, self.context, self.member = page, context, member
        self.complaints, self.requests, self.bytes = [], 0, 0
        self.is_offline = False
        page.on("console", lambda line: self.complain(line.text) if line.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.complain(str(error)))
        page.on("requestfailed", lambda request: self.fail(request))
        page.on("response", lambda answer: self.complain(f"{answer.status} {answer.url}") if answer.status >= 400 else None)

    def complain(self, words):
        # While there is no network on purpose, the browser says so.
        if not (self.is_offline and ("ERR_INTERNET_DISCONNECTED" in words or "ERR_NETWORK_CHANGED" in words)):
            self.complaints.append(words)

    def fail(self, request):
        # A stream ends with its page, and at the loss of the network; and what a page asked for when it was left, the browser
        # aborts. A server that breaks a connection off is told in other words.
        if "/v1/stream" not in request.url and not self.is_offline and request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"failed: {request.url} {request.failure}")

    @classmethod
    async def open(cls, browser, member, size=(390, 844), clock_off=0):
        phone = size[0] < 600
        context = await browser.new_context(
            viewport={"width": size[0], "height": size[1]}, is_mobile=phone, has_touch=phone, reduced_motion="reduce")
        # For a machine that has much else to do.
        context.set_default_timeout(120_000)
        await context.add_init_script(WATCH)
        await context.add_init_script(HEAR)
        if clock_off:
            await context.add_init_script(WRONG_CLOCK % clock_off)
        screen = cls(await context.new_page(), context, member)
        session = await context.new_cdp_session(screen.page)
        await session.send("Network.enable")

        def count(event):
            screen.bytes += event["encodedDataLength"]
            screen.requests += 1

        session.on("Network.loadingFinished", count)
        return screen

    async def sign_in(self):
        page = self.page
        await page.goto(self.member.base + "/login")
        await page.fill("input[name=name]", self.member.name)
        await page.click("button[type=submit]")
        await page.wait_for_selector(".feature")
        return self

    async def by_token(self):
        """Signs in with the member's token: a sign-in by name gives no role."""
        await self.page.goto(self.member.base + "/login")
        status = await self.page.evaluate(
            "token => fetch('/v1/session', { method: 'POST', headers: { Authorization: 'Bearer ' + token } }).then(one => one.status)",
            self.member.token)
        assert status < 300, f"no session: {status}"
        return self

    async def go(self, path):
        address = self.member.base + path
        # Another fragment of the same page would not load it.
        if address.split("#")[0] == self.page.url.split("#")[0]:
            await self.page.goto("about:blank")
        self.bytes = self.requests = 0
        await self.page.goto(address)
        await self.page.wait_for_selector("html[data-ready=true]")

    async def until(self, holds, seconds=120):
        """Waits until an expression holds; the page's policy lets nothing be evaluated from within."""
        for _ in range(seconds * 20):
            if await self.page.evaluate(holds):
                return
            await asyncio.sleep(0.05)
        raise TimeoutError(holds)

    async def board(self):
        """Which player stands on the screen at each pick."""
        await self.page.click("#tab-board")
        await self.page.wait_for_selector(".boardbox:not([aria-busy])")
        await asyncio.sleep(0.3)
        return await self.page.evaluate(
            "[...document.querySelectorAll('.board td[data-pick]')].sort((a, b) => a.dataset.pick - b.dataset.pick)"
            ".map(cell => cell.dataset.player === undefined ? null : Number(cell.dataset.player))")
