"""A contest from a CSV of rankings to paid prizes on the pages alone: python season.py http://127.0.0.1:3000 [FOLDER]

Two people at two browsers: one does the operator's work, the other approves. A room is drafted by bots, and seventeen weeks of
points are imported: real ones where they are at hand, made up otherwise. Each action on a draft and on a contest is taken once.
Every page is asked by axe. Screenshots go to FOLDER. Ends with 0 if all is as it should be.
"""

import asyncio
import csv
import itertools
import pathlib
import re
import sys
import tempfile

from axe_playwright_python.async_playwright import Axe
from people import Member, Screen, chromium, moment
from playwright.async_api import async_playwright
from states import House

SEASON, WEEKS = 2022, range(1, 18)
REAL = pathlib.Path(__file__).resolve().parents[3].parent / "shared" / "real" / "scores-2022.csv"
STAGES = "1-14,12,4\n15,4,2\n16-17,2,0"
STEPS = ["Close round 1", "Draw pods of round 2", "Close round 2", "Draw pods of round 3", "Close round 3"]


# Calls the functions that read what an operator types, with what people type by mistake.
TYPED = """
async () => {
  const base = document.querySelector("script[type=module]").src.replace(/[^/]+$/, "");
  const { prizeTiers, prizeTotal, seasonRounds } = await import(base + "open-contest.js");
  const refusal = work => { try { work(); return null; } catch (error) { return error.message; } };
  return {
    tiers: prizeTiers("1,1000\\n2-10, $49.5\\n# the rest\\n11,0.05"), total: prizeTotal(prizeTiers("1,1000\\n2-10,49.5")),
    prizes: ["1,10.005", "1,-5", "2,5", "1-0,5", "1;5", "1,1,000", "1,5\\n1,4", "0,5", "1,1e3"].map(text => refusal(() => prizeTiers(text))),
    rounds: seasonRounds("1-14,12,2\\n15,16,1\\n16-17,4,0"),
    weeks: ["1-14,12,2", "1-14,12,2\\n16,4,0", "1-14,12,12\\n15,12,0", "14-1,12,0", "1-14,12", "1-14,12,0\\n15,2,0"].map(text => refusal(() => seasonRounds(text))),
  };
}
"""


def made_up():
    """Points of 400 players in each week, without a source."""
    for week in WEEKS:
        for number in range(400):
            position = ("QB", "RB", "WR", "WR", "TE", "RB")[number % 6]
            score = (number * 397 + week * 1_013) % 2_800 - 60
            yield [SEASON, week, f"Player {chr(65 + number % 26)}{number}", position, "KC", f"{score / 100:.2f}"]


def files(folder):
    """The rankings, by what the players scored in the season, and the points of its weeks."""
    rows = list(csv.reader(open(REAL, encoding="utf-8")))[1:] if REAL.exists() else [[str(one) for one in row] for row in made_up()]
    totals = {}
    for _, _, name, position, team, points in rows:
        if position in ("QB", "RB", "WR", "TE"):
            before = totals.get((name, position), (0, team))
            totals[name, position] = (before[0] + float(points), team)
    best = sorted(totals.items(), key=lambda one: -one[1][0])[:360]
    # The first one goes by another first name here than in the points.
    (name, position), total = best[0]
    best[0] = ((f"{name[0]}. {name.split(' ', 1)[1]}", position), total)
    rankings, scores = folder / "rankings.csv", folder / "weeks.csv"
    with open(rankings, "w", encoding="utf-8") as file:
        csv.writer(file).writerows([["name", "position", "adp", "team"]] + [[name, position, rank, team] for rank, ((name, position), (_, team)) in enumerate(best, start=1)])
    with open(scores, "w", encoding="utf-8") as file:
        csv.writer(file).writerows([["season", "week", "player", "position", "team", "points"]] + rows)
    return rankings, scores, len(best)


class Trial:
    """Two people of staff, each at a browser, and what they find."""

    def __init__(self, base, folder):
        self.house, self.folder, self.looks = House(base), folder, itertools.count(1)
        self.clara, self.boris = Member(base, "clara"), Member(base, "boris")

    async def open(self, browser):
        self.one = await (await Screen.open(browser, self.clara, size=(1400, 900))).sign_in()
        self.two = await (await Screen.open(browser, self.boris, size=(390, 844))).sign_in()

    async def look(self, screen, path=None):
        """Opens a page, if one is named, and asks axe for what keeps people out."""
        if path:
            await screen.go(path)
        await screen.page.wait_for_selector("html:not(:has([aria-busy=true]))")
        where = f"{screen.page.url.split('/', 3)[3]} at {screen.page.viewport_size['width']}"
        for one in (await Axe().run(screen.page)).response["violations"]:
            self.house.notes.append(f"{where}: axe {one['id']}: {one['nodes'][0]['html'][:160]}")
        wide = await screen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.house.expect(wide <= 0, f"{where} is {wide} wider than its window")
        if self.folder:
            await screen.page.screenshot(path=f"{self.folder}/season-{next(self.looks):02}.png", full_page=True)

    def get(self, path):
        return self.clara.get(path)

    # MARK: From rankings to prizes

    async def pool(self, rankings, count):
        """The rankings are shown before they are a pool, and the pool can be looked at."""
        page, before = self.one.page, len(self.get("/v1/pools"))
        await self.look(self.one, "/operations?view=pools")
        await page.set_input_files("[name=file]", rankings)
        await page.fill("[name=title]", "Rankings of the trial")
        await page.click("main button:text-is('Preview')")
        await self.house.sees(self.one, "#preview", f"Rankings of the trial: {count} players")
        self.house.expect(len(self.get("/v1/pools")) == before, "a preview records a pool")
        await self.look(self.one)
        await page.click("main button:text-is('Publish the pool')")
        await page.wait_for_url("**pool=*")
        await self.house.sees(self.one, "main", f"{min(count, 300)}")
        await self.look(self.one)
        self.number = int(page.url.split("pool=")[1])
        told = next(one for one in self.get("/v1/pools") if one["pool"] == self.number)
        self.house.expect((told["title"], told["players"]) == ("Rankings of the trial", count), f"the pool is {told}")
        await self.look(self.one, "/operations?view=pools")
        await page.set_input_files("[name=file]", rankings)
        await page.click("main button:text-is('Preview')")
        await self.house.sees(self.one, "#preview", "has a pool with exactly these rankings")

    async def contest(self):
        """A template fills the form in, a wrong field is marked, and the sums are shown before the contest is opened."""
        page = self.one.page
        await self.look(self.one, "/operations?view=open")
        typed = await page.evaluate(TYPED)
        self.house.expect([(one["firstPlace"], one["lastPlace"], one["amount"]) for one in typed["tiers"]] == [(1, 1, 100_000), (2, 10, 4_950), (11, 11, 5)], f"prizes are read as {typed['tiers']}")
        self.house.expect(typed["total"] == 144_550 and len(typed["rounds"]) == 3, f"sums are {typed['total']}, rounds {typed['rounds']}")
        self.house.expect(all(words and ("Line 1" in words or "Line 2" in words) for words in typed["prizes"] + typed["weeks"]), f"mistakes are told as {typed['prizes']} {typed['weeks']}")
        await page.select_option("[name=template]", "bbm3")
        shown = [await page.input_value(f"[name={name}]") for name in ("season", "stages", "FLEX", "title")]
        self.house.expect(shown == ["2022", "1-14,12,2\n15,10,1\n16,16,1\n17,470,0", "1", "Best Ball Mania III"], f"the template fills in {shown}")
        for name, value in (("title", "The Trial Season"), ("stages", STAGES), ("max", "12"), ("prizes", "1,30\n3,10")):
            await page.fill(f"[name={name}]", value)
        await page.select_option("[name=pool]", str(self.number))
        await page.click("main button:text-is('Open the contest')")
        await self.house.sees(self.one, "[name=prizes] ~ .fault", "starts at place 3; expected place 2")
        self.house.expect(await page.get_attribute("[name=prizes]", "aria-invalid") == "true", "the wrong field is not marked")
        await self.look(self.one)
        await page.fill("[name=prizes]", "1,30\n2-3,10")
        await self.house.sees(self.one, "#sums", "Prizes: $50 for 3 places. Fees of 12 entries: $60. $10 of the fees are not paid as prizes.")
        await page.click("main button:text-is('Open the contest')")
        await self.house.hears(self.one, "The Trial Season, is open")
        self.tournament = next(one["tournament"] for one in self.get("/v1/tournaments") if one["title"] == "The Trial Season")
        self.house.numbers = itertools.count(self.tournament + 1)
        told = self.get(f"/v1/tournaments/{self.tournament}")
        self.house.expect([(one["lastPlace"], one["amountCents"]) for one in told["prizes"]] == [(1, 3_000), (3, 1_000)] and told["entryFeeCents"] == 500, f"the contest is {told}")
        await self.look(self.one, f"/operations?contest={self.tournament}")

    async def draft(self):
        """A member and eleven bots draft by themselves, while the contest's page follows."""
        member = Member(self.house.base, "season anna")
        self.room = member.join(self.tournament)
        member.post("/dev/bots", {"room": self.room})
        await self.house.sees(self.one, "main", "12 of 12")
        for _ in range(1_800):
            state = self.get(f"/v1/rooms/{self.room}")
            if state["status"] == "complete":
                break
            if state["status"] == "countdown":
                self.clara.post("/dev/clock", {"advance": 61})
            elif seat := next((one["seat"] for one in state["members"] if one["user"] == member.user and not one["autodraft"]), None):
                member.command(kind="setAutodraft", room=self.room, seat=seat, on=True)
            elif state["status"] == "active" and next(one["seat"] for one in state["members"] if one["user"] == member.user) == 0:
                member.command(kind="setAutodraft", room=self.room, seat=0, on=True)
            await asyncio.sleep(0.2)
        self.house.expect(state["status"] == "complete", f"the room is {state['status']}")
        await self.house.sees(self.one, "main", "216 of 216")

    async def scores(self, path):
        page = self.one.page
        await self.look(self.one, "/operations?view=scores")
        await page.set_input_files("[name=file]", path)
        await page.fill("[name=season]", str(SEASON))
        await page.check("[name=final]")
        await page.click("main button:text-is('Preview')")
        await self.house.sees(self.one, "#preview", "17 weeks to record")
        self.house.expect("code" in self.get(f"/v1/seasons/{SEASON}/scores?limit=1"), "a preview records points")
        await self.look(self.one)
        await page.click("main button:text-is('Record 17 weeks')")
        await self.house.hears(self.one, f"17 weeks of season {SEASON} are recorded")
        await self.house.sees(self.one, "main", ", ".join(str(week) for week in WEEKS))
        await self.look(self.one)
        told = self.get(f"/v1/seasons/{SEASON}/scores?limit=1")
        count = sum(1 for _ in open(path, encoding="utf-8")) - 1
        self.house.expect(told["count"] == count and len(told["finalWeeks"]) == 17, f"on record are {told['count']} points of {count}")

    async def placing(self):
        """Points that go by another name count once two people have said whose they are."""
        page = self.one.page
        recorded = self.get(f"/v1/seasons/{SEASON}/scores?limit=1")["position"]
        async with page.expect_request("**/standings?*") as asked:
            await self.look(self.one, f"/operations?contest={self.tournament}")
        least = re.search(r"minPosition=(\d+)", (await asked.value).url)
        self.house.expect(least and int(least[1]) >= recorded, f"a page that has just been opened takes standings from before its other answers: {(await asked.value).url}")
        await self.house.sees(self.one, "main", "1 drafted player without points")
        await page.click("main button:text-is('The same player …')")
        await page.wait_for_selector("dialog[open] form")
        await self.look(self.one)
        await page.click("dialog button:text-is('Propose')")
        await self.house.hears(self.one, "Another person has to approve it.")
        await self.approve("Assignment of points")
        # The page follows the approval by itself.
        await page.wait_for_selector("text=Points without a player", state="detached")

    async def settle(self):
        """Step by step to the prizes, which the other person approves on a page that shows them by itself."""
        page, other = self.one.page, self.two.page
        for label in ["Close entries"] + STEPS:
            await self.one.go("/operations")
            row = page.locator(".table tr", has=page.locator(f"a[href='/tournament/{self.tournament}']"))
            await row.locator("a.button").click()
            await self.look(self.one)
            await page.click(f".card button:text-is('{label}')")
            await self.house.hears(self.one, f"Done: {label}")
        await self.look(self.two, "/desk")
        await self.look(self.one, "/operations?view=due")
        await self.house.sees(self.one, "main .facts", "$50")
        await page.click(".todo a.button:text-is('Propose prizes')")
        await self.look(self.one)
        await page.click(".card button:text-is('Propose prizes')")
        await self.house.hears(self.one, "Another person has to approve it.")
        await self.house.sees(self.one, "main", "Waits for approval")
        request = other.locator("tr", has_text="Prizes").get_by_role("link", name="Request")
        await request.first.click()
        await self.house.sees(self.two, "main", "3 entries, $50 in total")
        await self.look(self.two)
        before = self.paid()
        await other.click("main button:text-is('Approve')")
        await self.house.sees(self.two, "main .stage", "Approved")
        # The proposer's page follows without a reload.
        await self.house.sees(self.one, "main .stage.approved", "Paid")
        await self.look(self.one)
        due = next(one for one in self.get("/v1/settlements") if one["tournament"] == self.tournament)
        won = {}
        for award in due["awards"]:
            won[award["user"]] = won.get(award["user"], 0) + award["amountCents"]
        self.house.expect(sorted(award["amountCents"] for award in due["awards"]) == [1_000, 1_000, 3_000] and due["unpaidCents"] == 0, f"paid is {due}")
        after = self.paid()
        self.house.expect({user: after[user] - before[user] for user in after if after[user] != before[user]} == won, "other people are paid than the page says")
        await self.one.go("/operations")
        await page.click(f".todo[data-contest='{self.tournament}'] a.button:text-is('Close the books')")
        await page.click(".card button:text-is('Close the books')")
        await self.house.hears(self.one, "Done: Close the books")
        words = self.get(f"/v1/tournaments/{self.tournament}/settlement")["message"]
        self.house.expect(words == "is over", f"after its last step the contest {words}")

    def paid(self):
        users = [one["user"] for one in self.get(f"/v1/rooms/{self.room}")["members"]]
        return {user: self.get(f"/v1/users/{user}/statement")["availableCents"] for user in users}

    # MARK: Actions on a draft and on a contest

    async def acting(self, screen, label, button, fields=(), case=None, cause=None):
        """Presses a button, looks at the question and its cost, and answers it."""
        page = screen.page
        await page.click(f"main button:text-is('{label}')")
        await page.wait_for_selector("dialog[open] form")
        await self.look(screen)
        if cause:
            await page.select_option("dialog [name=pause]", cause)
        if case:
            await page.select_option("dialog [name=case]", str(case))
        for name, value in fields:
            await page.fill(f"dialog [name={name}]", value)
        cost = await page.inner_text("dialog")
        await page.click(f"dialog button:text-is('{button}')")
        await page.wait_for_selector("dialog", state="detached")
        return cost

    async def status(self, room, wanted):
        for _ in range(1_200):
            if (state := self.get(f"/v1/rooms/{room}"))["status"] == wanted:
                return state
            await asyncio.sleep(0.1)
        self.house.notes.append(f"room {room} is {state['status']}, expected {wanted}")
        return state

    async def approve(self, what):
        """The other person finds the last request of a kind, sees what it is about, and approves."""
        page = self.two.page
        await self.look(self.two, "/desk?view=measures&stage=pending")
        await page.locator("tbody tr", has_text=what).first.get_by_role("link", name="Request").click()
        await self.house.sees(self.two, "main", f": {what}")
        await self.look(self.two)
        words = await page.inner_text("main")
        await page.click("main button:text-is('Approve')")
        await self.house.sees(self.two, "main .stage", "Approved")
        return words

    async def drafts(self):
        """A draft is paused and resumed, its clock extended, and voided in the end."""
        page, reason = self.one.page, ("reason", "The service was slow.")
        room, (first, second) = await self.house.pair("acting", self.house.contest(clock=600))
        first.command(kind="makePick", room=room, pick=1, player=1)
        second.command(kind="makePick", room=room, pick=2, player=2)
        seats = {one["user"]: one["seat"] for one in self.get(f"/v1/rooms/{room}")["members"]}
        case = 1 + max([one["case"] for one in self.get("/v1/cases")], default=0)
        opened = second.command(kind="openDispute", dispute=case, room=room, pick=2, seat=seats[second.user], claimant=second.user,
                                roomVersion=self.get(f"/v1/rooms/{room}")["version"], claim="The page hung at my pick.")
        self.house.expect(opened.get("outcome") == "accepted", f"the case: {opened}")
        await self.look(self.one, f"/desk?room={room}")
        await self.house.sees(self.one, "main", f"{second.name} (user {second.user})")
        cost = await self.acting(self.one, "Pause …", "Pause the draft", [reason], case)
        self.house.expect("10 minutes" in cost and second.name in cost, f"the question of a pause says {cost}")
        await self.status(room, "paused")
        await self.house.sees(self.one, "main .facts", "Paused")
        await self.acting(self.one, "Resume …", "Resume the draft")
        before = await self.status(room, "active")
        await self.verdict(case)
        await self.one.go(f"/desk?room={room}")
        await self.acting(self.one, "Extend the clock …", "Extend the clock", [("seconds", "120"), reason], case)
        after = self.get(f"/v1/rooms/{room}")
        self.house.expect(round(moment(after["clock"]["deadline"]) - moment(before["clock"]["deadline"])) == 120, f"the clock: {before['clock']} became {after['clock']}")
        await self.acting(self.one, "Pause …", "Pause the draft", [reason], cause="outage")
        self.house.expect(self.get(f"/v1/rooms/{room}")["status"] == "active", "an outage is declared by one person")
        await self.approve("Pause for an outage")
        await self.status(room, "paused")
        # The room's page follows the approval by itself.
        await self.acting(self.one, "Resume …", "Resume the draft")
        await self.status(room, "active")
        cost = await self.acting(self.one, "Void the draft …", "Propose to void the draft", [reason], case)
        self.house.expect("$10" in cost, f"the question of a void says {cost}")
        self.house.expect(self.get(f"/v1/rooms/{room}")["status"] == "active", "a draft is voided by one person")
        money = {one.user: self.get(f"/v1/users/{one.user}/statement")["availableCents"] for one in (first, second)}
        words = await self.approve("Voiding of a room")
        for part in ("$10.00", first.name, second.name, "The page hung at my pick."):
            self.house.expect(part in words, f"who approves a void is not shown {part!r}: {words}")
        await self.status(room, "voided")
        now = {one.user: self.get(f"/v1/users/{one.user}/statement")["availableCents"] for one in (first, second)}
        self.house.expect(now == {user: cents + 500 for user, cents in money.items()}, f"after the void {money} became {now}")

    async def verdict(self, case):
        """Who has proposed a verdict sees what it waits for in place of the form."""
        page = self.one.page
        await self.look(self.one, f"/desk?case={case}")
        await page.select_option("[name=verdict]", "upheld")
        await page.fill("main form [name=reason]", "The server hung for a minute.")
        await page.click("main button:text-is('Propose this verdict')")
        await self.house.sees(self.one, "[data-proposed=resolveDispute]", "boris (user ")
        self.house.expect(await page.locator("main button:text-is('Propose this verdict')").count() == 0, "the verdict can be proposed a second time")
        await self.look(self.one)
        words = await self.approve("Verdict")
        self.house.expect("The page hung at my pick." in words and "clara (user " in words, f"the approver is shown {words}")
        # The proposer's page follows by itself.
        await self.house.sees(self.one, "main .facts .verdict", "upheld")

    async def cancelling(self):
        """A room that fills is cancelled, then its contest; the fee is back each time."""
        contest, member = self.house.contest(), Member(self.house.base, "cancelled anna")
        balance = lambda: member.get(f"/v1/users/{member.user}/statement")["availableCents"]
        before, reason = balance(), ("reason", "Too few entries.")
        room = member.join(contest)
        await self.look(self.one, f"/operations?room={room}")
        cost = await self.acting(self.one, "Cancel the room …", "Cancel the room", [reason])
        self.house.expect("$5" in cost, f"the question of a cancellation says {cost}")
        await self.status(room, "cancelled")
        self.house.expect(balance() == before, "a cancelled room keeps its fee")
        member.join(contest)
        await self.look(self.one, f"/operations?contest={contest}")
        cost = await self.acting(self.one, "Cancel the contest …", "Cancel the contest", [reason])
        self.house.expect("$5" in cost, f"the question of a cancellation says {cost}")
        for _ in range(1_200):
            if (status := self.get(f"/v1/tournaments/{contest}")["status"]) == "cancelled":
                break
            await asyncio.sleep(0.1)
        self.house.expect(status == "cancelled" and balance() == before, f"the contest is {status}")

    async def others(self, browser):
        """The remaining pages of staff; and a member is shown none of them."""
        for path in ("/operations", "/operations?view=health", "/operations?view=staff", "/desk?view=cases", "/desk?view=acts", f"/operations?pool={self.number}&q=a&position=QB"):
            await self.look(self.one, path)
            await self.look(self.two, path)
        await self.one.go("/operations?view=health")
        await self.house.sees(self.one, "main", "Deliveries")
        health = await self.one.page.inner_text("main")
        # The ledger of a test has no upkeep: its lists follow when they are read.
        wanted = ("waits for a second person", "wait for a second person") if any(one["stage"] == "pending" for one in self.get("/v1/approvals")) else ("The server is ready", "Lists are")
        self.house.expect(any(words in health for words in wanted), f"the health page says {health[:300]!r}, expected one of {wanted}")
        member = await (await Screen.open(browser, Member(self.house.base, "season anna"))).sign_in()
        for path, words in (("/operations", "Operators only"), ("/desk", "The desk is for staff")):
            await member.go(path)
            await self.house.sees(member, "main", words)


async def main(base, folder=None):
    async with async_playwright() as playwright:
        browser = await chromium(playwright)
        trial = Trial(base, folder)
        with tempfile.TemporaryDirectory() as place:
            rankings, scores, count = files(pathlib.Path(place))
            await trial.open(browser)
            try:
                await trial.pool(rankings, count)
                await trial.contest()
                await trial.draft()
                await trial.scores(scores)
                await trial.placing()
                await trial.settle()
                await trial.drafts()
                await trial.cancelling()
                await trial.others(browser)
            except Exception as error:
                trial.house.notes.append(f"{type(error).__name__} at {trial.one.page.url}, {trial.two.page.url}: {str(error)[:600]}")
        # The first look at a season without points is answered that there is none.
        trial.house.notes += [words for screen in (trial.one, trial.two) for words in screen.complaints if "404" not in words]
        await browser.close()
    print("\n".join(trial.house.notes))
    return 1 if trial.house.notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:3])))
