"""The pages of bets in a browser: python bet_pages.py http://127.0.0.1:8000 [FOLDER]

The server is one for development, with games today of which at least one is open and one changes within a minute. At two
sizes, every page is checked by axe, for what is wider than its window or moves by itself, and for complaints of the browser, and
is then shown in other windows and modes. After that, lines and scores have to change by the WebSocket and by polling, a line on a
player has to move, a bet is recorded and explained, and the root is recomputed. Screenshots go to FOLDER. Prints JSON, and ends
with 0 if nothing was found.
"""

import asyncio
import json
import pathlib
import sys

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import async_playwright

# What all pages are tested with is next to the first that were.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "ServerTests" / "Pages"))
from people import chromium  # noqa: E402
from windows import SIZES, misfits  # noqa: E402

# Adds up what moves by itself.
WATCH = """
window.moved = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
# A network that lets no WebSocket through.
NO_SOCKETS = """
window.WebSocket = class {
  static OPEN = 1;
  readyState = 3;
  constructor() { setTimeout(() => this.onclose?.(), 10); }
};
"""


class Visit:
    def __init__(self, base, folder):
        self.base, self.folder = base, folder
        self.notes, self.complaints, self.figures = [], [], {}

    async def open(self, browser, size, script=""):
        phone = size[0] < 600
        context = await browser.new_context(
            viewport={"width": size[0], "height": size[1]}, is_mobile=phone, has_touch=phone, reduced_motion="reduce")
        context.set_default_timeout(60_000)
        await context.add_init_script(WATCH + script)
        page = await context.new_page()
        page.on("console", lambda line: self.complaints.append(line.text) if line.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    async def look(self, page, path, ready, size):
        self.complaints.clear()
        await page.goto(self.base + path)
        await page.wait_for_selector(ready)
        await asyncio.sleep(1)
        where = f"{path} at {size[0]}"
        if self.folder:
            name = path.strip("/").replace("/", "-") or "today"
            await page.screenshot(path=f"{self.folder}/{name}-{size[0]}.png", full_page=True)
        wide, moved = await page.evaluate("[document.documentElement.scrollWidth - innerWidth, window.moved]")
        if wide > 0:
            self.notes.append(f"{where}: {wide} pixels too wide")
        if moved > 0.1:
            self.notes.append(f"{where}: moved by {moved:.3f}")
        found = await Axe().run(page)
        self.notes += [f"{where}: {one['id']}: {one['nodes'][0]['html'][:120]}" for one in found.response["violations"]]
        self.notes += await misfits(page, path.strip("/").replace("/", "-") or "today", size, self.folder)
        self.notes += [f"{where}: {text}" for text in self.complaints]

    async def changes(self, page, path, state, seconds=600):
        """Waits until a score or a line of the page changes by itself."""
        await page.goto(self.base + path)
        await page.wait_for_selector(".game")
        await page.wait_for_function("state => document.querySelector('#connection').textContent.startsWith(state)", arg=state)
        read = "[...document.querySelectorAll('.game')].map(card => card.innerText).join()"
        before = await page.evaluate(read)
        for _ in range(seconds * 4):
            if await page.evaluate(read) != before:
                return
            await asyncio.sleep(0.25)
        self.notes.append(f"{path} ({state}): nothing changed within {seconds} s")

    async def lines(self, page, seconds=600):
        """Waits until the line of a book on a player's points moves, and reads how it is shown."""
        await page.goto(self.base + "/props")
        await page.wait_for_selector("tbody tr")
        read = "[...document.querySelectorAll('tbody tr td:nth-child(2) > b')].map(line => line.innerText).join()"
        before = await page.evaluate(read)
        if not before:
            return self.notes.append("/props: no line is shown")
        await page.click("thead button:text('Edge')")
        self.figures["line"] = await page.inner_text("tbody tr")
        await page.click("thead button:text('Projected')")
        for _ in range(seconds * 4):
            if await page.evaluate(read) != before:
                return
            await asyncio.sleep(0.25)
        self.notes.append(f"/props: no line moved within {seconds} s")

    async def sign_in(self, page):
        await page.goto(self.base + "/login?to=/bets")
        await page.fill("#name", "ada")
        await page.click("button[type=submit]")
        await page.wait_for_selector("h1:text('My bets')")

    async def open_games(self, page):
        """The addresses of the games on the page that have not begun, the next one first."""
        return await page.evaluate(
            "[...document.querySelectorAll('.game')].filter(card => card.querySelector('.state.waiting')).map(card => card.getAttribute('href'))")

    async def bet(self, page):
        """Records a bet on an open game, and reads why it is as it is."""
        await page.goto(self.base + "/")
        await page.wait_for_selector(".game")
        links = await self.open_games(page)
        if not links:
            return self.notes.append("no game is open")
        await page.goto(self.base + links[-1])
        await page.click(".offers .button")
        await page.fill("#stake", "1.5")
        await page.click("dialog button[type=submit]")
        await page.wait_for_selector("#toasts .banner.success")
        await page.goto(self.base + "/bets")
        await page.click(".bet")
        await page.wait_for_selector(".why li")
        self.figures["why"] = await page.evaluate("[...document.querySelectorAll('.why li')].map(line => line.innerText)")
        if self.folder:
            await page.screenshot(path=f"{self.folder}/why.png")

    async def prove(self, page):
        await page.goto(self.base + "/proof")
        await page.click("button.primary")
        await page.wait_for_selector("main .banner")
        self.figures["proof"] = await page.text_content("main .banner")
        if not await page.query_selector("main .banner.success"):
            self.notes.append(self.figures["proof"])

    async def run(self, browser):
        for size in SIZES:
            page = await self.open(browser, size)
            await self.look(page, "/", ".game", size)
            # One that has begun may never have been analysed.
            opened = await self.open_games(page)
            game = opened[-1] if opened else await page.get_attribute(".game", "href")
            await self.look(page, game, ".distribution" if opened else "h2:text('Analysis')", size)
            await self.look(page, "/props", "tbody tr", size)
            await self.look(page, "/proof", ".facts", size)
            await self.look(page, "/bets", ".empty", size)
            await self.look(page, "/login", "#name", size)
            await self.look(page, "/games/0000000001", ".empty", size)
            # The browser reports the answer 404 itself.
            self.notes = [note for note in self.notes if "0000000001" not in note or "404" not in note]
            await self.sign_in(page)
            await self.bet(page)
            await self.look(page, "/bets", ".bet", size)
            await page.context.close()
        page = await self.open(browser, SIZES[0])
        await self.changes(page, "/", "Live")
        await self.lines(page)
        await self.prove(page)
        page = await self.open(browser, SIZES[0], NO_SOCKETS)
        await self.changes(page, "/", "Updated")


async def main(base, folder=None):
    async with async_playwright() as playwright:
        browser = await chromium(playwright)
        visit = Visit(base, folder)
        await visit.run(browser)
        await browser.close()
    print(json.dumps({"notes": visit.notes, **visit.figures}, indent=1))
    return 1 if visit.notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
