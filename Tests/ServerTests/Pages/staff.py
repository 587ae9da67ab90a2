"""Pages of staff that follow the server: python staff.py http://127.0.0.1:3000 http://127.0.0.1:4000/hook [FOLDER]

The second address is of a partner that takes events of the topic `draft.seat_taken`, and fails until `POST /works`. An officer is
told of a case, an operator who is no officer controls a draft without spectators, and events that the partner did not take are sent
again or dropped. Screenshots go to FOLDER. Ends with 0 if all is as it should be.
"""

import asyncio
import itertools
import sys
import urllib.parse
import urllib.request

from axe_playwright_python.async_playwright import Axe
from people import Member, Screen, chromium, moment
from playwright.async_api import async_playwright
from states import House

# Calls the function that tells whether a notice is about an address.
ABOUT = """
async () => {
  const base = document.querySelector("script[type=module]").src.replace(/[^/]+$/, "");
  const { isAbout } = await import(base + "staff-live.js");
  return [
    ["/v1/approvals", { approvals: [3] }], ["/v1/cases?status=open", { cases: [1] }], ["/v1/rooms/7/control", { clocks: [7] }],
    ["/v1/rooms/7/control", { rooms: [] }], ["/v1/tournaments/2", { contests: [2] }], ["/v1/tournaments/2/settlement", { scores: [2022] }],
    ["/v1/webhooks/partner/dead-letters", { deliveries: [] }], ["/v1/something/new", { staff: [] }],
    ["/v1/approvals", { cases: [3] }], ["/v1/rooms/7/control", { clocks: [77] }], ["/v1/cases/1", { cases: [11] }],
    ["/v1/tournaments/2", { contests: [22], clocks: [2] }], ["/v1/webhooks", { rooms: [] }],
  ].map(([path, notice]) => isAbout(path, notice));
}
"""


class Trial:
    def __init__(self, base, hook, folder):
        self.house, self.hook, self.folder, self.looks = House(base), hook, folder, itertools.count(1)
        self.base = base
        self.officer = Member(base, "olga", ["officer"])
        self.operator = Member(base, "opal", ["operator"])

    async def open(self, browser):
        self.one = await self.signed_in(await Screen.open(browser, self.officer, size=(1400, 900)))
        self.two = await self.signed_in(await Screen.open(browser, self.operator, size=(390, 844)))

    async def signed_in(self, screen):
        """With the roles of a token, which the page for signing in by name does not give."""
        await screen.page.goto(self.base + "/login")
        status = await screen.page.evaluate(
            "async token => (await fetch('/v1/session', { method: 'POST', headers: { Authorization: 'Bearer ' + token } })).status", screen.member.token)
        self.house.expect(status in (200, 201, 204), f"{screen.member.name} is not signed in: {status}")
        return screen

    async def look(self, screen, path=None):
        if path:
            await screen.go(path)
        await screen.page.wait_for_selector("html:not(:has([aria-busy=true]))")
        where = f"{screen.page.url.split('/', 3)[3]} at {screen.page.viewport_size['width']}"
        for one in (await Axe().run(screen.page)).response["violations"]:
            self.house.notes.append(f"{where}: axe {one['id']}: {one['nodes'][0]['html'][:160]}")
        wide = await screen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.house.expect(wide <= 0, f"{where} is {wide} wider than its window")
        if self.folder:
            await screen.page.screenshot(path=f"{self.folder}/staff-{next(self.looks):02}.png", full_page=True)

    async def live(self, screen):
        await screen.page.wait_for_selector("html[data-connection=live]")

    # MARK: Deliveries

    def letters(self):
        return self.operator.get("/v1/webhooks/partner/dead-letters")["deadLetters"]

    async def deliveries(self):
        """Three events are given up after days of failures. The page says so by itself; one is dropped, the others are sent again."""
        contest, page = self.house.contest(), self.two.page
        await self.look(self.two, "/operations?view=health")
        await self.live(self.two)
        for name in ("lena", "mara", "nora"):
            Member(self.base, name).join(contest)
        while len(self.letters()) < 3:
            self.operator.post("/dev/clock", {"advance": 100_000})
            await asyncio.sleep(0.1)
        await self.house.sees(self.two, "main .actions", "partner: 3 events not delivered after the last attempt.")
        await self.look(self.two)
        await page.click(".actions a:text-is('Send again or drop')")
        await self.house.sees(self.two, "main", "3 events were not delivered, and the attempts have ended.")
        await self.house.sees(self.two, "main", "Room ")
        await self.look(self.two)
        first = self.letters()[0]["position"]
        row = page.locator("tbody tr", has_text=str(first)).last
        await row.get_by_role("button", name="Drop …").click()
        await page.wait_for_selector("dialog[open]")
        await self.look(self.two)
        await page.click("dialog button:text-is('Keep it')")
        self.house.expect(len(self.letters()) == 3, "an event is dropped without an answer to the question")
        await row.get_by_role("button", name="Drop …").click()
        await page.click("dialog button:text-is('Drop the event')")
        await self.house.sees(self.two, "main", "2 events were not delivered")
        self.house.expect(first not in [one["position"] for one in self.letters()], "the dropped event is still there")
        urllib.request.urlopen(urllib.request.Request(urllib.parse.urljoin(self.hook, "/works"), method="POST")).close()
        await page.click("button:text-is('Send all again')")
        await self.house.sees(self.two, "main", "Everything was delivered.")
        for _ in range(600):
            state = self.operator.get("/v1/webhooks")["webhooks"][0]
            if state["waiting"] == 0 and not state["failingSince"]:
                break
            await asyncio.sleep(0.1)
        self.house.expect(state["deadLetters"] == 0 and state["waiting"] == 0 and not state["failingSince"], f"after sending again: {state}")
        # The officer is told who can do something about it.
        await self.look(self.one, "/operations?endpoint=partner")
        self.house.expect(await self.one.page.locator("button:text-is('Send again')").count() == 0, "an officer is offered to send again")

    # MARK: Notices

    async def case(self, member, room, pick, number):
        seat = next(one["seat"] for one in self.house.staff.get(f"/v1/rooms/{room}")["members"] if one["user"] == member.user)
        # The staff open it for the member, who may have one open case about a pick.
        self.house.act(kind="openDispute", dispute=number, room=room, pick=pick, seat=seat, claimant=member.user,
                       roomVersion=self.house.staff.get(f"/v1/rooms/{room}")["version"], claim=f"Claim {number} of the trial.")

    async def notices(self, room, first):
        """A case appears on the desk by a notice; without notices by a slow poll; and what was entered is kept."""
        page = self.one.page
        told = await self.operator_page_tells()
        self.house.expect(told == [True] * 8 + [False] * 5, f"notices are about {told}")
        await self.look(self.one, "/desk")
        await self.live(self.one)
        reads = []
        page.on("request", lambda request: reads.append(request.url) if "/v1/cases" in request.url else None)
        await self.case(first, room, 1, 71)
        await self.house.sees(self.one, "main", "Claim 71 of the trial.")
        self.house.expect(0 < len(reads) <= 4, f"to show one case, the page has read {reads}")
        # A page in the background keeps no connection, and is told what it has missed.
        await page.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, get: () => window.away ?? false }); window.away = true; document.dispatchEvent(new Event('visibilitychange'))")
        reads.clear()
        await self.case(first, room, 1, 72)
        await page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
        await self.house.sees(self.one, "main", "Claim 72 of the trial.")
        # A form that somebody fills in is not replaced.
        await self.one.go("/desk?view=cases")
        await self.live(self.one)
        await page.fill("main [name=user]", "12345")
        await self.case(first, room, 1, 73)
        await self.house.sees(self.one, "#changed", "Something on this page has changed.")
        self.house.expect(await page.input_value("main [name=user]") == "12345", "what was entered is lost")
        await page.click("#changed button")
        await self.house.sees(self.one, "main", "Claim 73 of the trial.")
        # Without notices the page says so, and reads again now and then.
        await page.route("**/v1/stream/staff", lambda route: route.abort())
        await self.one.go("/desk")
        await self.house.sees(self.one, ".connection", "Connection lost. Reconnecting …")
        await self.case(first, room, 1, 74)
        await self.house.sees(self.one, "main", "Claim 74 of the trial.")
        await page.unroute("**/v1/stream/staff")
        await self.live(self.one)
        self.one.complaints[:] = [words for words in self.one.complaints if "ERR_FAILED" not in words]

    async def operator_page_tells(self):
        await self.one.go("/operations")
        return await self.one.page.evaluate(ABOUT)

    # MARK: A draft without spectators

    def deadline(self, room):
        return moment(self.house.staff.get(f"/v1/rooms/{room}")["clock"]["deadline"])

    async def act(self, label, button, fields=()):
        page = self.two.page
        await page.click(f"main button:text-is('{label}')")
        await page.wait_for_selector("dialog[open] form")
        await self.look(self.two)
        words = await page.inner_text("dialog")
        for name, value in fields:
            await page.fill(f"dialog [name={name}]", value)
        await page.click(f"dialog button:text-is('{button}')")
        await page.wait_for_selector("dialog", state="detached")
        return words

    async def control(self, room, first, second):
        """An operator who is no officer sees the clock and controls it, and sees neither picks nor members."""
        self.house.expect(self.operator.get(f"/v1/rooms/{room}").get("status") == 403, "the operator may see the room")
        await self.look(self.two, f"/operations?room={room}")
        await self.live(self.two)
        page = self.two.page
        await self.house.sees(self.two, "main .facts", "Pick 1.01, draft position 1")
        self.house.expect(await page.locator("a:text-is('Board and timeline')").count() == 0, "a link leads to what the operator may not see")
        for name in (first.name, second.name):
            self.house.expect(name not in await page.inner_text("main"), f"the operator is shown {name}")
        reason = ("reason", "The service was slow.")
        # The page follows the draft. Who extends the clock gives the time to the pick that is on it then.
        first.command(kind="makePick", room=room, pick=1, player=1)
        await self.house.sees(self.two, "main .facts", "Pick 1.02, draft position 2")
        before = self.deadline(room)
        words = await self.act("Extend the clock …", "Extend the clock", [("seconds", "120"), reason])
        self.house.expect("Pick 1.02" in words, f"the question says {words}")
        extended = self.deadline(room) - before
        self.house.expect(abs(extended - 120) < 0.001, f"the clock is extended by {extended} seconds, not by 120")
        await self.act("Pause …", "Pause the draft", [reason])
        await self.house.sees(self.two, "main .facts", "Paused")
        self.house.expect(self.house.staff.get(f"/v1/rooms/{room}")["status"] == "paused", "the draft is not paused")
        await self.act("Resume …", "Resume the draft")
        await self.house.sees(self.two, "main .facts", "Drafting")
        # Nothing is left to do with a draft that ends while somebody looks.
        await page.click("main button:text-is('Extend the clock …')")
        await page.wait_for_selector("dialog[open] form")
        self.house.act(kind="voidRoom", room=room, approvedBy=self.officer.user, reason="The trial is over.")
        await self.house.sees(self.two, "#changed", "Something on this page has changed.")


async def main(base, hook, folder=None):
    async with async_playwright() as playwright:
        browser = await chromium(playwright)
        trial = Trial(base, hook, folder)
        await trial.open(browser)
        try:
            await trial.deliveries()
            room, (first, second) = await trial.house.pair("staffed", trial.house.contest(clock=3_600))
            await trial.control(room, first, second)
            room, (first, second) = await trial.house.pair("told", trial.house.contest(clock=3_600))
            first.command(kind="makePick", room=room, pick=1, player=1)
            await trial.notices(room, first)
        except Exception as error:
            trial.house.notes.append(f"{type(error).__name__} at {trial.one.page.url}, {trial.two.page.url}: {str(error)[:600]}")
        trial.house.notes += [words for screen in (trial.one, trial.two) for words in screen.complaints]
        await browser.close()
    print("\n".join(trial.house.notes))
    return 1 if trial.house.notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:4])))
