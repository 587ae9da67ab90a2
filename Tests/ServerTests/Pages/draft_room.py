"""Twelve draft a whole room, four of them at browsers: python draft_room.py http://127.0.0.1:3000 CONTEST

One loses the network, one lets the clock run out twice, one is served from a queue of five, one taps twice at the turn with
a device whose clock is an hour wrong. Ends with 0 where every screen shows the ledger's board and none has complained.
"""

import asyncio
import json
import sys

from people import Member, Screen, chromium
from playwright.async_api import TimeoutError as Late, async_playwright

NAMES = [
    "anna", "ben", "<b onclick=alert(1)>Cleo</b>", "محمد العربي", "A name of sixty characters that goes on and on up to sixty",
    "faye", "gus", "hana", "ivo", "jo", "kim", "lee",
]


# Seconds that anybody has for a pick, and until a full room starts. They pass when the server's clock is set forward, so that
# no slow machine makes anybody late.
PICK_CLOCK, COUNTDOWN = 300, 900

# Taps the same button again when the ledger has answered and the stream has perhaps not, at once and over the next frames.
TAP_AFTER_THE_ANSWER = """() => {
  const send = window.fetch, button = document.querySelector(".player.open .detail .primary");
  window.fetch = async (...request) => {
    const answer = await send(...request);
    if (request[1]?.method === "POST" && String(request[0]).endsWith("/v1/commands")) {
      window.fetch = send;
      for (const wait of [0, 1, 5, 20, 50, 100]) setTimeout(() => button.click(), wait);
    }
    return answer;
  };
}"""


class Draft:
    def __init__(self, base, contest):
        self.members = [Member(base, name) for name in NAMES]
        self.contest = contest
        self.screens = {}
        self.notes = []
        self.tended = set()

    def skip(self, seconds):
        """Sets the server's clock forward."""
        self.members[1].post("/dev/clock", {"advance": seconds})

    def room(self):
        return self.members[1].get(f"/v1/rooms/{self.id}")

    def expect(self, holds, words):
        if not holds:
            self.notes.append(words)

    async def seat_all(self, browser):
        """One joins by the lobby's sheet, the others over HTTP; who sits at the turn is known after the draw."""
        first = await (await Screen.open(browser, self.members[0])).sign_in()
        await first.page.click("text=Join contest")
        await first.page.click("dialog .primary")
        await first.page.wait_for_url("**/draft/*")
        self.id = int(first.page.url.split("#")[0].split("/")[-1])
        await first.page.wait_for_selector("html[data-ready=true]")
        self.screens["traveller"] = first
        for member in self.members[1:]:
            self.expect(member.join(self.contest) == self.id, f"{member.name} sits in another room")
        slots = {seat["slot"]: self.by_user(seat["user"]) for seat in self.room()["members"]}
        at_turn = slots[11] if slots[11] is not self.members[0] else slots[0]
        rest = [member for member in self.members[1:] if member is not at_turn]
        for role, member, size, off in [
            ("twice", at_turn, (1400, 900), 3_600_000), ("sleeper", rest[0], (1400, 900), 0), ("queuer", rest[1], (390, 844), 0),
        ]:
            screen = self.screens[role] = await (await Screen.open(browser, member, size, off)).sign_in()
            await screen.go(f"/draft/{self.id}")
            self.expect(screen.bytes < 100_000, f"{role}: the room takes {screen.bytes} bytes")
            self.expect(screen.requests <= 40, f"{role}: the room takes {screen.requests} requests")
        await self.fill_queue(self.screens["queuer"])

    def by_user(self, user):
        return next(member for member in self.members if member.user == user)

    async def fill_queue(self, screen):
        """Five far down the list, so that nobody else takes them."""
        page = screen.page
        await page.fill("input[type=search]", "TE")
        for place in range(20, 25):
            await page.click(f".player[aria-posinset='{place}'] .queuebutton")
        await page.fill("input[type=search]", "")
        await screen.until("document.querySelector('.counter').textContent === '5'")
        await page.click("#tab-queue")
        await page.focus(".queue li:nth-child(5) .handle")
        await page.keyboard.press("Home")
        await screen.until("document.activeElement.closest('li') === document.querySelector('.queue li')")
        self.queued = await page.evaluate("[...document.querySelectorAll('.queue li')].map(row => Number(row.dataset.player))")
        await page.click("#panel-queue [role=switch]")

    def own(self, screen):
        """How many picks the ledger has of somebody: others may be drafted for meanwhile."""
        return next(member["picks"] for member in self.room()["members"] if member and member["user"] == screen.member.user)

    async def tap(self, screen, twice=False):
        """Opens the first player and drafts him: two taps, and a third where somebody is nervous."""
        page, before, own = screen.page, (await self.picks(screen)), self.own(screen)
        await page.click(".player .open >> nth=0")
        if twice:
            await page.evaluate(TAP_AFTER_THE_ANSWER)
        await page.click(".player.open .detail .primary", click_count=2 if twice else 1, delay=5)
        await screen.until(f"Number(document.documentElement.dataset.picks) > {before}")
        if twice:
            await asyncio.sleep(0.5)
            self.expect(self.own(screen) == own + 1, "two taps made two picks")

    async def type(self, screen):
        """The same by keys alone."""
        page, before = screen.page, (await self.picks(screen))
        await page.focus("#tab-players")
        await page.keyboard.press("Home")
        await page.focus("input[type=search]")
        for selector, last in [(".player .open", "Enter"), (".detail .primary", "Enter")]:
            for _ in range(12):
                await page.keyboard.press("Tab")
                if await page.evaluate(f"document.activeElement.matches('{selector}')"):
                    break
            await page.keyboard.press(last)
        await screen.until(f"Number(document.documentElement.dataset.picks) > {before}")

    async def picks(self, screen):
        return int(await screen.page.evaluate("document.documentElement.dataset.picks"))

    async def act(self, role, turn):
        """What somebody at a browser does on the own clock."""
        screen = self.screens[role]
        if role == "sleeper" and turn < 2:
            return self.skip(PICK_CLOCK + 10)
        await screen.page.wait_for_selector("html[data-turn=mine]")
        if role == "twice":
            left = await screen.page.inner_text(".time")
            minutes, _, seconds = left.rpartition(":")
            time = 60 * int(minutes or 0) + int(seconds)
            self.expect(PICK_CLOCK - 60 < time <= PICK_CLOCK, f"the clock of a wrong device shows {left}")
        await (self.type(screen) if role == "sleeper" else self.tap(screen, role == "twice" and turn < 3))

    async def tend(self, room):
        """Takes the drafting back from the rules: after two misses, and once the queue has served its five."""
        for role, screen in self.screens.items():
            seat = next(seat for seat in room["members"] if seat["user"] == screen.member.user)
            has_served = role == "queuer" and seat["picks"] >= 5
            if role not in self.tended and (has_served or role == "sleeper" and seat["autodraft"]):
                self.tended.add(role)
                await self.switch_off(screen)

    async def switch_off(self, screen):
        # The page may turn to the players meanwhile, because of a turn, or the draft may end.
        for _ in range(20):
            try:
                await screen.page.click("#tab-queue", timeout=3_000)
                box = screen.page.locator("#panel-queue [role=switch]")
                if await box.is_checked(timeout=3_000):
                    await box.click(timeout=3_000)
                return await screen.page.click("#tab-players", timeout=3_000)
            except Late:
                if self.room()["status"] not in ("waiting", "countdown", "active"):
                    return
        self.expect(False, "autodraft could not be switched off")

    async def travel(self):
        """A train through a tunnel: the page says so, keeps what it knows, and catches up by itself."""
        screen = self.screens["traveller"]
        screen.is_offline = True
        await screen.context.set_offline(True)
        await screen.page.wait_for_selector(".connection:not([hidden])")
        known = await self.picks(screen)
        while self.room()["currentPickNumber"] < known + 30:
            await asyncio.sleep(0.2)
        self.expect(await self.picks(screen) == known, "a page without network goes on")
        await screen.context.set_offline(False)
        await screen.page.wait_for_selector(".connection", state="hidden", timeout=120_000)
        now = self.room()["currentPickNumber"] - 1
        await screen.until(f"Number(document.documentElement.dataset.picks) >= {now}")
        screen.is_offline = False
        await self.switch_off(screen)

    async def draft(self):
        """Whoever is on the clock acts: over HTTP at once, at a browser as people do."""
        roles = {screen.member.user: role for role, screen in self.screens.items()}
        turns, pick, trip = {}, 0, None
        while (room := self.room())["status"] in ("waiting", "countdown", "active"):
            if room["status"] != "active" or room["currentPickNumber"] == pick or not room["clock"]:
                await asyncio.sleep(0.05)
                continue
            pick = room["currentPickNumber"]
            await self.tend(room)
            seat = next(seat for seat in room["members"] if seat["seat"] == room["seatOnClock"])
            role = roles.get(seat["user"])
            if pick == 40:
                trip = asyncio.create_task(self.travel())
            if role == "traveller" and trip and not trip.done():
                if self.screens[role].is_offline and not seat["autodraft"]:
                    self.skip(PICK_CLOCK + 10)
                else:
                    # On the way home, or drafted for: looked at again, since home the pick is to be made.
                    pick = 0
                    await asyncio.sleep(0.05)
                continue
            if role:
                turn = turns[role] = turns.get(role, -1) + 1
                # Who autodrafts has no time to do anything.
                if seat["autodraft"]:
                    continue
                try:
                    await self.act(role, turn)
                except Exception as error:  # noqa: BLE001: the draft goes on, and says at its end what went wrong
                    self.notes.append(f"{role}, pick {pick}: {str(error)[:300]}")
            else:
                self.pick(self.by_user(seat["user"]), pick)
        if trip:
            await trip

    def pick(self, member, pick):
        board = self.members[1].get(f"/v1/rooms/{self.id}/board")
        gone = {made["playerIndex"] for made in board["picks"]} | set(self.queued)
        player = next(index for index in range(480) if index not in gone)
        outcome = member.command(kind="makePick", room=self.id, pick=pick, player=player)
        self.expect(outcome.get("outcome") == "accepted", f"{member.name}, pick {pick}: {outcome}")

    async def compare(self):
        """Every screen at the end, against the ledger."""
        board = self.members[1].get(f"/v1/rooms/{self.id}/board")["picks"]
        told = [made["playerIndex"] for made in board]
        self.expect(len(told) == 216 and len(set(told)) == 216, f"{len(told)} picks")
        served = [made["source"] for made in board if made["playerIndex"] in self.queued]
        self.expect(served.count("queue") == 5, f"the queue served {served}")
        for role, screen in self.screens.items():
            await screen.page.wait_for_selector(".overbox:not([hidden])")
            self.expect(await screen.board() == told, f"{role} shows another board")
            heads = await screen.page.evaluate("[...document.querySelectorAll('.board thead th')].map(head => head.textContent)")
            self.expect(sorted(heads) == sorted(name[:40].strip() for name in NAMES), f"{role} shows the teams as {heads}")
            moved, what = await screen.page.evaluate("[window.moved, [...new Set(window.movers)].slice(0, 8)]")
            self.expect(moved < 0.005, f"{role}: things moved by themselves, {moved}: {what}")
            self.expect(not screen.complaints, f"{role}: {screen.complaints[:5]}")
            markup = await screen.page.evaluate("document.querySelectorAll('[onclick], script:not([src])').length")
            self.expect(markup == 0, f"{role}: a name became markup")
        return told


async def main(base, contest):
    async with async_playwright() as playwright:
        browser = await chromium(playwright, whole=True)
        draft = Draft(base, contest)
        await draft.seat_all(browser)
        draft.skip(COUNTDOWN)
        await draft.draft()
        board = await draft.compare()
        await browser.close()
    print(json.dumps({"room": draft.id, "board": board, "notes": draft.notes}))
    return 1 if draft.notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], int(sys.argv[2]))))
