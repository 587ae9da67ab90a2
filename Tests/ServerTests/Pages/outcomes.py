"""How a contest stands, as its pages show it: python outcomes.py http://127.0.0.1:3000 [FOLDER]

Two drafts of two, three weeks of points, two rounds. Every figure on the screens is held against one that is made here, by
hand. Screenshots go to FOLDER. Ends with 0 where all is as it should be.
"""

import asyncio
import sys

from axe_playwright_python.async_playwright import Axe
from people import Member, Screen, chromium
from playwright.async_api import async_playwright
from states import House

SEASON = 2026
SLOTS = [("QB", 1), ("RB", 1), ("WR", 2), ("TE", 1)]
POSITIONS = {"QB": "quarterback", "RB": "runningBack", "WR": "wideReceiver", "TE": "tightEnd"}


def words(points):
    """Hundredths as the pages write them."""
    return f"{'−' if points < 0 else ''}{abs(points) / 100:,.2f}"


def points(player, week):
    """What somebody scores: sometimes less than nothing."""
    return (player * 397 + week * 1_013) % 3_000 - 150


class Season:
    """A contest whose two drafts are over."""

    def __init__(self, house, prizes=()):
        self.house = house
        self.anna, self.ben, cleo = self.members = [Member(house.base, f"outcome {name}") for name in ("anna", "ben", "cleo")]
        self.players = self.anna.get("/v1/pools/1/players")["players"]
        self.contest = house.contest(rounds=9, prizes=prizes)
        rounds = [{"firstWeek": 1, "lastWeek": 2, "podSize": 2, "advancing": 1}, {"firstWeek": 3, "lastWeek": 3, "podSize": 2, "advancing": 0}]
        house.act(kind="setContestRounds", tournament=self.contest, season=SEASON, rounds=rounds, ties=["bestWeek", "earlierEntry"])
        house.act(kind="setScoring", tournament=self.contest, startersQB=1, startersRB=1, startersWR=2, startersTE=1,
                  startersFLEX=1, flexPositions=14, scoring="half-ppr")
        self.rosters = {}
        self.rooms = [self.draft([self.anna, rival], off) for rival, off in ((self.ben, 0), (cleo, 100))]

    def draft(self, members, off):
        """Both draft by the list, from some place of it on, as many of each position as the rules let them."""
        room = [member.join(self.contest) for member in members][0]
        gone = set()
        while (state := self.house.staff.get(f"/v1/rooms/{room}"))["status"] != "complete":
            if not state["clock"]:
                continue
            seat = next(seat for seat in state["members"] if seat["seat"] == state["seatOnClock"])
            own = self.rosters.setdefault(seat["entry"], [])
            most = {"QB": 2, "RB": 3, "WR": 3, "TE": 1}
            player = next(one["player"] for one in self.players[off:] if one["player"] not in gone and one["position"] in most
                          and sum(self.position(other) == one["position"] for other in own) < most[one["position"]])
            gone.add(player)
            own.append(player)
            member = next(member for member in members if member.user == seat["user"])
            outcome = member.command(kind="makePick", room=room, pick=state["currentPickNumber"], player=player)
            if outcome.get("outcome") != "accepted":
                raise ValueError(outcome)
        return room

    def position(self, player):
        return self.players[player]["position"]

    def score(self, week, is_final):
        drafted = sorted({player for roster in self.rosters.values() for player in roster})
        scores = [{"position": POSITIONS[self.position(player)], "points": points(player, week), "externalID": "",
                   "name": self.players[player]["name"], "team": self.players[player]["team"]} for player in drafted]
        self.house.act(kind="recordScores", season=SEASON, week=week, scoring="half-ppr", source="a trial", scores=scores, reason="")
        if is_final:
            closed = self.house.act(kind="closeWeek", season=SEASON, week=week, scoring="half-ppr")
            self.version = closed["events"][-1]["version"]

    def lineup(self, entry, week):
        """The best players of a week: of each position, then the best of the rest that is no quarterback. By slot, as drafted."""
        roster = self.rosters[entry]
        left = sorted(roster, key=lambda player: -points(player, week))
        chosen = []
        for position, count in SLOTS:
            chosen += sorted([player for player in left if self.position(player) == position][:count], key=roster.index)
        rest = [player for player in left if player not in chosen and self.position(player) != "QB"]
        return chosen + rest[:1]

    def total(self, entry, weeks):
        return sum(points(player, week) for week in weeks for player in self.lineup(entry, week))

    def best(self, entries, weeks):
        """Entries by their points of some weeks, the most first."""
        return sorted(entries, key=lambda entry: (-self.total(entry, weeks), entry))

    def advanced(self):
        """Who is through to round 2: the best of each draft after two weeks."""
        return [self.best([entry for entry in self.rosters if entry >> 16 == room], [1, 2])[0] for room in self.rooms]

    def own(self, room):
        members = self.house.staff.get(f"/v1/rooms/{room}")["members"]
        return next(seat["entry"] for seat in members if seat["user"] == self.anna.user)


class Looker:
    """Holds what a screen shows against what it should."""

    def __init__(self, house, season, folder):
        self.house, self.season, self.folder = house, season, folder

    async def rows(self, screen, table):
        """A table's rows: entry, whether it is marked as the own, its points."""
        return await screen.page.evaluate(
            f"[...[...document.querySelectorAll('#standings table')].at({table}).tBodies[0].rows].map(row => "
            "[Number(row.dataset.entry), row.classList.contains('mine'), row.cells[3].textContent])")

    async def holds(self, screen, table, entries, weeks, what):
        """That a table has these entries, the best first, with their points of some weeks."""
        expected = self.season.best(entries, weeks)
        mine = {self.season.own(room) for room in self.season.rooms} if screen.is_annas else set()
        wanted = [[entry, entry in mine, words(self.season.total(entry, weeks))] for entry in expected]
        for _ in range(1_200):
            if (shown := await self.rows(screen, table)) == wanted:
                return
            await asyncio.sleep(0.05)
        self.house.notes.append(f"{what}: expected {wanted}, the page shows {shown}")

    async def check(self, screen, name, size):
        wide = await screen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.house.expect(wide <= 0, f"{name} at {size[0]} is {wide} wider than its window")
        for violation in (await Axe().run(screen.page)).response["violations"]:
            self.house.notes.append(f"{name} at {size[0]}: {violation['id']}: {violation['nodes'][0]['html'][:160]}")
        if self.folder:
            await screen.page.screenshot(path=f"{self.folder}/{name}-{size[0]}.png", full_page=True)

    async def opens(self, screen, path):
        """A page that stands still once it is there; what is chosen later may move it."""
        await screen.go(path)
        moved = await screen.page.evaluate("window.moved")
        self.house.expect(moved < 0.005, f"{path} moves by itself: {moved}")

    def entries(self, room):
        return [entry for entry in self.season.rosters if entry >> 16 == room]

    async def standings(self, screen, size):
        """By week, by draft and by round."""
        rooms, contest = self.season.rooms, self.season.contest
        everybody = list(self.season.rosters)
        await self.opens(screen, f"/tournament/{contest}")
        # The round that is not closed shows first; the one after it as if that ended now.
        await self.holds(screen, -1, everybody, [1, 2], "the round that is played")
        await screen.page.select_option("#standings .tools label:nth-child(1) select", "2")
        await self.holds(screen, -1, self.season.advanced(), [3], "round 2")
        await screen.page.select_option("#standings .tools label:nth-child(1) select", "1")
        first = self.season.own(rooms[0]) >> 16
        await self.holds(screen, -1, everybody, [1, 2], "most points")
        await self.holds(screen, -2, self.entries(first), [1, 2], "the first draft")
        shown = await screen.page.evaluate("[...document.querySelectorAll('#standings table')].at(-2).querySelectorAll('tr.through').length")
        self.house.expect(shown == 1, f"{shown} of the draft go on")
        await screen.page.select_option("#standings .tools label:nth-child(2) select", "1")
        await self.holds(screen, -1, everybody, [1], "most points of week 1")
        await screen.page.select_option("#standings .chooser select", str(rooms[1]))
        await self.holds(screen, -2, self.entries(rooms[1]), [1], "the second draft")
        await self.check(screen, "standings" if screen.is_annas else "standings-of-a-guest", size)

    async def lineup(self, screen, size):
        """Week by week, starters and bench."""
        entry = self.season.own(self.season.rooms[0])
        await self.opens(screen, f"/teams/{entry}")
        for week in (3, 1):
            await screen.page.click(f".weekstrip button[data-week='{week}']")
            await screen.until(f"document.querySelector('.weekstrip [aria-pressed=true]').dataset.week === '{week}'")
            shown = await screen.page.evaluate("[...document.querySelectorAll('.starters li b')].map(name => name.textContent)")
            names = [self.season.players[player]["name"] for player in self.season.lineup(entry, week)]
            self.house.expect(shown == names, f"week {week}: started are {names}, the page shows {shown}")
            bench = await screen.page.locator("#lineup .bench li").count()
            self.house.expect(bench == 3, f"week {week}: {bench} on the bench")
            total = words(self.season.total(entry, [week]))
            await self.house.sees(screen, "#lineup h3", f"Week {week}: {total}")
            await self.house.sees(screen, f".weekstrip button[data-week='{week}'] b", total)
        await self.check(screen, "lineup", size)


async def tour(browser, looker, size):
    """All of it at one size: a member's, then what a guest sees of it."""
    season = looker.season
    screen = await Screen.open(browser, season.anna, size)
    screen.is_annas = True
    await screen.sign_in()
    await looker.standings(screen, size)
    await looker.lineup(screen, size)
    guest = await Screen.open(browser, season.anna, size)
    guest.is_annas = False
    await looker.standings(guest, size)
    return screen.complaints + guest.complaints


async def main(base, folder=None):
    house = House(base)
    season = Season(house)
    async with async_playwright() as playwright:
        browser = await chromium(playwright)
        # Before there are points the contest says how it will be decided, and a team has no lineup.
        early = await (await Screen.open(browser, season.anna)).sign_in()
        await early.go(f"/tournament/{season.contest}")
        await house.sees(early, "#standings", "No points yet")
        await early.go(f"/teams/{season.own(season.rooms[0])}")
        house.expect(await early.page.locator("#lineup").count() == 0, "a team without points has a lineup")
        for week in (1, 2, 3):
            season.score(week, is_final=week < 3)
        # What was shown a moment ago is shown again for some seconds.
        await asyncio.sleep(5.5)
        looker = Looker(house, season, folder)
        for complaints in await asyncio.gather(*(tour(browser, looker, size) for size in ((390, 844), (1400, 900)))):
            house.notes += complaints
        house.notes += early.complaints
        await browser.close()
    print("\n".join(house.notes))
    return 1 if house.notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:3])))
