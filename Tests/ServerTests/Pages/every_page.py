"""Every page at two sizes, in the states that it has: python every_page.py http://127.0.0.1:3000 SMALL LARGE [FOLDER]

SMALL and LARGE are contests of rooms for 2 and for 20. Asks axe for what keeps people out, and looks for what is wider than
its window, moves, or complains. Each page is then shown in windows of other sizes, in forced colours, from right to left, and in
print, where nothing may be wider than its window, and no button may be cut. Screenshots go to FOLDER. Ends with 0 where nothing
was found.
"""

import asyncio
import sys

from axe_playwright_python.async_playwright import Axe
from people import Member, Screen, chromium
from playwright.async_api import async_playwright
from windows import SIZES, misfits

# The views of the pages for staff.
STAFF = {
    "operations": ["", "open", "pools", "scores", "due", "staff", "health"],
    "desk": ["", "cases", "measures", "unusual", "audit", "acts", "words"],
}


class Round:
    def __init__(self, base, small, large, folder):
        self.member = Member(base, "A name of sixty characters that goes on and on up to sixty")
        self.rival = Member(base, "محمد <script>")
        self.staff = Member(base, "the staff of every page", ["operator", "officer", "cashier", "auditor", "analyst"])
        self.small, self.large, self.folder = small, large, folder
        self.notes = []

    def prepare(self):
        """A room that fills, one that drafts, and one that is over."""
        self.waiting = self.member.join(self.large)
        self.over = self.member.join(self.small)
        self.rival.join(self.small)
        while (room := self.member.get(f"/v1/rooms/{self.over}"))["status"] != "complete":
            if room["clock"]:
                user = next(seat["user"] for seat in room["members"] if seat["seat"] == room["seatOnClock"])
                who = self.member if user == self.member.user else self.rival
                who.command(kind="makePick", room=self.over, pick=room["currentPickNumber"], player=room["currentPickNumber"])
        self.live = self.member.join(self.small)
        self.rival.join(self.small)
        for player in (10, 11, 12):
            self.member.command(kind="addToQueue", room=self.live, seat=self.seat(self.live), player=player)
        self.position = self.member.get(f"/v1/users/{self.member.user}/activity")["events"][-1]["position"]
        version = self.member.get(f"/v1/rooms/{self.over}")["version"]
        self.member.command(kind="openDispute", dispute=7, room=self.over, pick=1, seat=self.seat_of(self.over, 1), roomVersion=version,
                            claimant=self.member.user, claim="I clicked in time, and the page said so.")
        entry = next(seat["entry"] for seat in room["members"] if seat["user"] == self.member.user)
        self.paths = {
            "guest": "/", "lobby": "/", "drafts": "/drafts", "tournament": f"/tournament/{self.large}", "teams": "/teams",
            "team": f"/teams/{entry}", "no-team": "/teams/1", "exposure": "/exposure", "reports": "/reports", "page": "/page", "profile": "/profile",
            "rankings": "/rankings?pool=1", "cases": "/cases",
            "deposit": "/deposit", "invite": f"/invite/{self.small}", "no-invite": "/invite/nothing", "terms": "/terms",
            "record": f"/records/{self.position}", "no-record": "/records/0", "privacy": "/privacy", "support": "/support", "login": "/login", "waiting": f"/draft/{self.waiting}",
            "no-room": "/draft/999", "missing": "/nothing/to/see", "over": f"/draft/{self.over}",
        }
        self.staff_paths = {
            f"{place}-{view or 'home'}": f"/{place}?view={view}" for place, views in STAFF.items() for view in views
        } | {
            "desk-room": f"/desk?room={self.over}", "desk-dispute": f"/desk?room={self.over}&pick=1", "desk-case": "/desk?case=7",
            "desk-user": f"/desk?user={self.member.user}", "desk-found": "/desk?q=two", "operations-contest": f"/operations?contest={self.small}",
            "operations-room": f"/operations?room={self.live}", "operations-pool": "/operations?pool=1", "all-reports": "/reports", "report": "/reports?report=exposure",
        }
        self.paths |= {f"live-{tab}": f"/draft/{self.live}#{tab}" for tab in ("players", "queue", "rosters", "board", "info")}

    def seat(self, room):
        members = self.member.get(f"/v1/rooms/{room}")["members"]
        return next(seat["seat"] for seat in members if seat["user"] == self.member.user)

    def seat_of(self, room, pick):
        """The seat that drafts first."""
        return next(seat["seat"] for seat in self.member.get(f"/v1/rooms/{room}")["members"] if seat["slot"] == pick - 1)

    async def look(self, screen, name, size):
        path = self.paths.get(name) or self.staff_paths[name]
        screen.complaints.clear()
        await screen.go(path)
        await asyncio.sleep(0.4)
        where = f"{name} at {size[0]}"
        if self.folder:
            await screen.page.screenshot(path=f"{self.folder}/{name}-{size[0]}.png")
        wide, moved, what = await screen.page.evaluate(
            "[document.documentElement.scrollWidth - document.documentElement.clientWidth, window.moved,"
            " [...new Set(window.movers)].slice(0, 5)]")
        self.expect(wide <= 0, f"{where} is {wide} wider than its window")
        # Pages for staff show their parts as the answers come.
        self.expect(moved < 0.005 or name in self.staff_paths, f"{where} moves by itself: {moved}, {what}")
        # What is not there, the server says so, and the browser notes it.
        found = [words for words in screen.complaints if not (name in ("no-room", "missing", "operations-scores") and "404" in words)]
        self.expect(not found, f"{where}: {found[:3]}")
        # Staff work at desks, and what axe asks depends little on the width.
        if name not in self.staff_paths or size == SIZES[-1]:
            await self.ask(screen.page, where)
        self.notes += await misfits(screen.page, name, size, self.folder)

    async def ask(self, page, where):
        """Asks axe."""
        for violation in (await Axe().run(page)).response["violations"]:
            nodes = [node["html"][:160] for node in violation["nodes"]][:2]
            self.notes.append(f"{where}: {violation['id']}, {violation['help']}: {nodes}")

    async def tour(self, browser, size):
        """All pages at one size: a guest's lobby, those of members, and those of staff."""
        guest = await Screen.open(browser, self.member, size)
        await self.look(guest, "guest", size)
        screen = await (await Screen.open(browser, self.member, size)).sign_in()
        for name in self.paths:
            if name != "guest":
                await self.look(screen, name, size)
        for one in (guest, screen):
            await one.context.close()
        screen = await (await Screen.open(browser, self.staff, size)).by_token()
        for name in self.staff_paths:
            await self.look(screen, name, size)

    def expect(self, holds, words):
        if not holds:
            self.notes.append(words)


async def main(base, small, large, folder=None):
    async with async_playwright() as playwright:
        browser = await chromium(playwright)
        round = Round(base, small, large, folder)
        round.prepare()
        await asyncio.gather(*(round.tour(browser, size) for size in SIZES))
        await browser.close()
    print("\n".join(round.notes))
    return 1 if round.notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:5])))
