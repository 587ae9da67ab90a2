"""A contest's rounds as its pages show them: python brackets.py http://127.0.0.1:3000 [FOLDER]

Two drafts of two, of which the better of each plays the other in a second round. The bracket on the contest's page, and on
each team's its way, its pods and its matchups, are held against what follows from rosters and points. Screenshots go to
FOLDER. Ends with 0 where all is as it should be.
"""

import asyncio
import sys

from outcomes import Looker, Season, words
from people import Screen, chromium
from playwright.async_api import async_playwright
from states import House


def close(season):
    """The first round is closed, and who goes on is drawn into the one pod of the second."""
    house, contest = season.house, season.contest
    house.act(kind="closeEntries", tournament=contest)
    house.act(kind="closeRound", tournament=contest, round=1, seasonVersion=season.version, rooms=season.rooms)
    house.act(kind="drawPods", tournament=contest, round=2)


class Brackets:
    """Holds what the pages say of the rounds against what follows from the rosters and the points."""

    def __init__(self, looker):
        self.looker, self.house, self.season = looker, looker.house, looker.season

    def placed(self, room):
        """A draft's entries by their points of the first round: which is its last word."""
        return sorted(self.looker.entries(room), key=lambda entry: -self.season.total(entry, [1, 2]))

    async def says(self, screen, script, wanted, what):
        for _ in range(2_400):
            if (shown := await screen.page.evaluate(script)) == wanted:
                return
            await asyncio.sleep(0.05)
        self.house.notes.append(f"{what}: expected {wanted}, the page shows {shown}")

    async def contest(self, screen, size):
        """The round that is played first, by the points of now; then the first one, draft by draft."""
        season, pods = self.season, "[...document.querySelectorAll('#bracket .podgrid')].at(-1)"
        await self.looker.opens(screen, f"/tournament/{season.contest}")
        winners = sorted((self.placed(room)[0] for room in season.rooms), key=lambda entry: -season.total(entry, [3]))
        rows = f"[...{pods}.querySelectorAll('li')].map(row => [Number(row.dataset.entry), row.querySelector('span.number:not(.place)').textContent])"
        await self.says(screen, rows, [[entry, words(season.total(entry, [3]))] for entry in winners], "the pod of round 2")
        await self.looker.check(screen, "bracket", size)
        await self.hasty(screen, "bracket", lambda url: "/bracket" in url and "round=1" in url)
        await screen.page.click(".roundstep[data-round='1']")
        first = [[entry, words(season.total(entry, [1, 2]))] for room in season.rooms for entry in self.placed(room)]
        await self.says(screen, rows, first, "the drafts of round 1")
        through = f"[...{pods}.querySelectorAll('.through')].map(row => Number(row.dataset.entry))"
        await self.says(screen, through, [self.placed(room)[0] for room in season.rooms], "who goes on from round 1")
        await self.says(screen, "document.querySelectorAll('#bracket .pod .mine').length", 2, "my drafts")
        await self.looker.check(screen, "bracket-1", size)

    async def hasty(self, screen, section, is_late):
        """Who taps on round 1, and on round 2 before the first is answered, is shown round 2 and stays there."""
        chosen = asyncio.Event()

        async def hold(route):
            await chosen.wait()
            await route.continue_()

        shown = await screen.page.inner_text(f"#{section}")
        await screen.page.route(is_late, hold)
        for number in (1, 2):
            await screen.page.click(f"#{section} .roundstep[data-round='{number}']")
        await asyncio.sleep(0.5)
        chosen.set()
        await asyncio.sleep(1)
        await screen.page.unroute(is_late)
        now = await screen.page.inner_text(f"#{section}")
        pressed = await screen.page.get_attribute(f"#{section} [aria-pressed=true]", "data-round")
        self.house.expect(pressed == "2" and now == shown, f"after two quick taps {section} is at {pressed}: {now!r}, expected {shown!r}")

    async def teams(self, screen, size):
        """Each of a member's teams has its way; its matchup is two lineups, slot by slot."""
        seats = [(room, seat) for room in self.season.rooms for seat in self.house.staff.get(f"/v1/rooms/{room}")["members"]]
        for room, entry in [(room, seat["entry"]) for room, seat in seats if seat["user"] == screen.member.user]:
            won = self.placed(room)[0] == entry
            await self.looker.opens(screen, f"/teams/{entry}")
            steps = "[...document.querySelectorAll('#playoffs .roundstep')].map(step => step.innerText.replaceAll('\\n', ' '))"
            shown = await screen.page.evaluate(steps)
            place = "1st of 2" if won else "2nd of 2"
            self.house.expect(place in shown[0] and words(self.season.total(entry, [1, 2])) in shown[0], f"round 1 of {entry}: {shown}")
            self.house.expect(("Advances" if won else "Out") in shown[0], f"round 1 of {entry}: {shown}")
            if won:
                await self.matchup(screen, entry, next(self.placed(other)[0] for other in self.season.rooms if other != room), 3)
                await self.hasty(screen, "playoffs", lambda url: "/standings" in url and "room=" in url)
            self.house.expect("Pod 1 of 1" in shown[1] if won else "Not reached" in shown[1], f"round 2 of {entry}: {shown}")
            await screen.page.click("#playoffs .roundstep[data-round='1']")
            rival = next(other for other in self.placed(room) if other != entry)
            for week in (2, 1):
                await screen.page.select_option("#playoffs .matchup label:nth-child(2) select", str(week))
                await self.matchup(screen, entry, rival, week)
            await self.looker.check(screen, f"playoffs-{'won' if won else 'lost'}", size)

    async def matchup(self, screen, entry, rival, week):
        for side, one in (("ours", entry), ("theirs", rival)):
            names = [self.season.players[player]["name"] for player in self.season.lineup(one, week)]
            script = f"[...document.querySelectorAll('.duel:not(.bench) .{side} .clip')].map(name => name.textContent)"
            await self.says(screen, script, names, f"{side} of week {week}")
        totals = [words(self.season.total(one, [week])) for one in (entry, rival)]
        await self.says(screen, "[...document.querySelectorAll('.versus .number')].map(one => one.textContent)", totals, f"week {week}")


async def tour(browser, looker, size):
    """As members whose teams they are, who went on and who did not, and the contest's page as a guest."""
    brackets, complaints = Brackets(looker), []
    for member in (looker.season.anna, looker.season.ben):
        screen = await (await Screen.open(browser, member, size)).sign_in()
        if member is looker.season.anna:
            await brackets.contest(screen, size)
        await brackets.teams(screen, size)
        complaints += screen.complaints
    guest = await Screen.open(browser, looker.season.anna, size)
    await guest.go(f"/tournament/{looker.season.contest}")
    looker.house.expect(await guest.page.locator("#bracket .pod").count() == 1, "a guest sees another bracket")
    return complaints + guest.complaints


async def main(base, folder=None):
    house = House(base)
    season = Season(house)
    async with async_playwright() as playwright:
        browser = await chromium(playwright)
        early = await (await Screen.open(browser, season.anna)).sign_in()
        await early.go(f"/tournament/{season.contest}")
        await house.sees(early, "#bracket", "Pods are drawn when the first round is closed")
        await early.go(f"/teams/{season.own(season.rooms[0])}")
        await house.sees(early, "#playoffs", "Points and matchups appear here")
        for week in (1, 2):
            season.score(week, is_final=True)
        close(season)
        season.score(3, is_final=False)
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
