"""The reports in a browser: python reports.py http://127.0.0.1:3000 CONTEST [FOLDER]

A member drafts, and sees the own figures only; an analyst sees every report as a table and as a chart. Screenshots go to
FOLDER. Ends with 0 where all is as it should be.
"""

import asyncio
import sys

from axe_playwright_python.async_playwright import Axe
from people import Member, Screen, chromium
from playwright.async_api import async_playwright

KEYS = r"^(?=.*[a-z][A-Z])[a-zA-Z]+$"


class Trial:
    def __init__(self, base, contest, folder):
        self.member, self.rival = Member(base, "mia"), Member(base, "rudi")
        self.analyst = Member(base, "ada", ["analyst", "officer"])
        self.contest, self.folder, self.notes = contest, folder, []

    def expect(self, holds, words):
        if not holds:
            self.notes.append(words)

    async def until(self, screen, script):
        """Waits until a script is true; pages allow no scripts that wait by themselves."""
        for _ in range(1_200):
            if await screen.page.evaluate(script):
                return
            await asyncio.sleep(0.1)
        self.notes.append(f"never true: {script}")

    def prepare(self):
        """Two rooms that are over."""
        for turn in range(2):
            room = self.member.join(self.contest)
            self.rival.join(self.contest)
            while (state := self.member.get(f"/v1/rooms/{room}"))["status"] != "complete":
                if state["clock"]:
                    user = next(seat["user"] for seat in state["members"] if seat["seat"] == state["seatOnClock"])
                    who = self.member if user == self.member.user else self.rival
                    pick = state["currentPickNumber"]
                    who.command(kind="makePick", room=room, pick=pick, player=pick + turn)

    async def look(self, screen, where):
        await self.until(screen, "!document.querySelector('[aria-busy=true]')")
        wide = await screen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.expect(wide <= 0, f"{where}: {wide} wider than its window")
        heads = await screen.page.eval_on_selector_all("thead th, .facts dt, figcaption", "all => all.map(one => one.textContent.trim())")
        raw = await screen.page.evaluate("([all, key]) => all.filter(one => new RegExp(key).test(one))", [heads, KEYS])
        self.expect(not raw, f"{where}: raw keys {raw}")
        if await screen.page.query_selector("#scope"):
            scope = await screen.page.inner_text("#scope")
            self.expect("position" not in scope, f"{where}: {scope}")
        for violation in (await Axe().run(screen.page)).response["violations"]:
            nodes = [node["html"][:160] for node in violation["nodes"]][:2]
            self.notes.append(f"{where}: {violation['id']}, {violation['help']}: {nodes}")

    async def as_member(self, browser, size):
        screen = await (await Screen.open(browser, self.member, size)).sign_in()
        where = f"member at {size[0]}"
        await screen.go("/exposure")
        await screen.page.click("text=More about my teams")
        await screen.page.wait_for_selector("h1:has-text('My teams in figures')")
        await self.look(screen, where)
        await screen.page.click("ul.grid a:has-text('Exposure')")
        await screen.page.wait_for_selector("td")
        self.expect(await screen.page.query_selector("[name=user]") is None, f"{where}: a field for other users")
        self.expect("2 entries of 2 drafts" in await screen.page.inner_text("#scope"), f"{where}: not only the own entries")
        # Another user's number in the address changes nothing.
        await screen.go(f"/reports?report=exposure&user={self.rival.user}")
        await screen.page.wait_for_selector("td")
        self.expect("2 entries of 2 drafts" in await screen.page.inner_text("#scope"), f"{where}: other entries")
        names = await screen.page.eval_on_selector_all("td b", "all => all.map(one => one.textContent)")
        own = self.member.get(f"/v1/users/{self.member.user}/exposure")
        self.expect(sorted(names) == sorted(one["name"] for one in own["players"]), f"{where}: other players")
        for report in self.member.get("/v1/reports")["reports"]:
            if "own" in report:
                await screen.go(f"/reports?report={report['name']}")
                await self.look(screen, f"{report['name']}, {where}")
        self.expect(not screen.complaints, f"{where}: {screen.complaints[:3]}")
        await screen.context.close()

    async def as_analyst(self, browser, size):
        screen = await Screen.open(browser, self.analyst, size)
        await screen.page.goto(self.analyst.base + "/login")
        # By token: a person who signs in by name has no role.
        begun = await screen.page.evaluate(
            "token => fetch('/v1/session', { method: 'POST', headers: { Authorization: 'Bearer ' + token } }).then(one => one.status)",
            self.analyst.token)
        self.expect(begun < 300, f"no session: {begun}")
        where = f"analyst at {size[0]}"
        for report in self.analyst.get("/v1/reports")["reports"]:
            name = report["name"]
            screen.complaints.clear()
            await screen.go(f"/reports?report={name}&user=mia" if report["needsUser"] else f"/reports?report={name}")
            await self.look(screen, f"{name}, {where}")
            if self.folder:
                await screen.page.screenshot(path=f"{self.folder}/report-{name}-{size[0]}.png", full_page=True)
            # There are no points, which some reports are made of.
            found = [words for words in screen.complaints if not (name in ("advance", "luck", "expect") and "404" in words)]
            self.expect(not found, f"{name}, {where}: {found[:3]}")
        screen.complaints.clear()
        await screen.go("/reports?report=exposure")
        await screen.page.wait_for_selector("figure.chart svg")
        if size[0] < 800:
            self.expect(not await screen.page.is_visible("[name=user]"), f"{where}: filters come before the figures")
            await screen.page.click("summary:has-text('Which entries')")
        await screen.page.fill("[name=user]", "mia")
        await screen.page.click("button:has-text('Show')")
        await self.until(screen, "document.querySelector('#scope')?.textContent.startsWith('2 entries')")
        await screen.go("/reports?report=exposure&user=nobody-has-it")
        await screen.page.wait_for_selector("h1:has-text('No such user')")
        # A page of its own, without the scripts of the others.
        await screen.page.goto(screen.member.base + "/v1/reports.html")
        await screen.page.wait_for_selector("section svg.chart")
        radius = await screen.page.evaluate("getComputedStyle(document.querySelector('section')).borderRadius")
        self.expect(radius == "12px", f"{where}: the page of all reports has no looks")
        await screen.context.close()


async def main(base, contest, folder=None):
    async with async_playwright() as playwright:
        browser = await chromium(playwright)
        trial = Trial(base, int(contest), folder)
        trial.prepare()
        for size in ((390, 844), (1400, 900)):
            await trial.as_member(browser, size)
            await trial.as_analyst(browser, size)
        await browser.close()
    print("\n".join(trial.notes))
    return 1 if trial.notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:4])))
