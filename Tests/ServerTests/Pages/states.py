"""What a page says when not all is well: python states.py http://127.0.0.1:3000

A pause by day and by night, a night of the rules with a spectator, a correction, a cancellation, a void, a refusal, an offline
phone, answers that are lost or late, a session that has ended, a clock that leaps, a browser that keeps nothing, an account that ends. Ends with 0 where every
page said what it should.
"""

import asyncio
import itertools
import sys
from datetime import datetime, timezone

from people import Member, Screen, chromium
from playwright.async_api import Error, async_playwright
from signed_room import events

LEAPING_CLOCK = """
const Right = Date;
window.off = 0;
window.Date = class extends Right {
  constructor(...parts) { if (parts.length) super(...parts); else super(Right.now() + window.off); }
  static now() { return Right.now() + window.off; }
};
"""


class House:
    """Who opens contests of two, and seats a member and a rival in them."""

    def __init__(self, base):
        self.base = base
        self.staff = Member(base, "the house of states", ["operator", "officer"])
        self.numbers = itertools.count(1 + max([one["tournament"] for one in self.staff.get("/v1/tournaments")], default=0))
        self.notes = []

    def act(self, **fields):
        outcome = self.staff.command(actor=f"admin/{self.staff.user}", **fields)
        self.expect(outcome.get("outcome") == "accepted", f"{fields['kind']}: {outcome.get('detail')}")
        return outcome

    def expect(self, holds, words):
        if not holds:
            self.notes.append(words)

    def contest(self, clock=600, rounds=6, fee=500, countdown=0.05, prizes=(), **more):
        """A contest of its own, so that nothing else happens in it."""
        number = next(self.numbers)
        self.act(kind="createTournament", tournament=number, pool=1, entryFee=fee, rakeBasisPoints=0, limitQB=3, limitRB=7,
                 limitWR=9, limitTE=3, autopickPolicy=1, preset="custom", pickClock=clock * 1_000_000, grace=0,
                 countdown=int(countdown * 1_000_000), tickInterval=1_000_000, missedPicksBeforeAutodraft=2, teams=2, rounds=rounds, prizes=list(prizes),
                 title=f"State {number}", externalID="", **more)
        return number

    async def pair(self, name, contest):
        """Two who sit in one room whose draft runs, the first to pick in front."""
        two = [Member(self.base, f"{name} anna"), Member(self.base, f"{name} ben")]
        room = [member.join(contest) for member in two][0]
        return room, await self.in_turn(room, two)

    async def running(self, room, seconds=120):
        """A room, once its clock runs."""
        for _ in range(seconds * 20):
            state = self.staff.get(f"/v1/rooms/{room}")
            if state["status"] == "active" and state["clock"]:
                return state
            await asyncio.sleep(0.05)
        raise TimeoutError(f"the clock of room {room} does not run: it is {state['status']}")

    async def in_turn(self, room, members):
        """Members of a room, once its clock runs: who is on it first."""
        state = await self.running(room)
        first = next(seat["user"] for seat in state["members"] if seat["seat"] == state["seatOnClock"])
        return sorted(members, key=lambda member: member.user != first)

    async def sees(self, screen, selector, words, seconds=180):
        """That something says some words before long."""
        place = screen.page.locator(selector).first
        said = "nothing"
        for _ in range(seconds * 10):
            try:
                said = await place.inner_text(timeout=1_000) if await place.is_visible() else "nothing"
            except Error:
                # It left between the two, or the page did.
                said = "nothing"
            if said != "nothing" and words in said:
                return
            await asyncio.sleep(0.1)
        self.notes.append(f"{screen.page.url}, {selector}: expected {words!r}, it says {said[:200]!r}")

    async def hears(self, screen, words, kind="", seconds=180):
        """That some words in passing were said on a page, of a kind such as `error`."""
        heard = []
        for _ in range(seconds * 10):
            try:
                heard = await screen.page.evaluate("window.heard")
            except Error:
                # The page is being left for another.
                pass
            if any(kind in classes and words in said for classes, said in heard):
                return
            await asyncio.sleep(0.1)
        self.notes.append(f"{screen.page.url}: expected to hear {words!r}, heard {heard}")


async def draft(screen):
    """The two taps of a pick."""
    await screen.page.click(".player .open >> nth=0")
    await screen.page.click(".player.open .detail .primary")


async def at_draft(browser, member, room, **more):
    screen = await (await Screen.open(browser, member, **more)).sign_in()
    await screen.go(f"/draft/{room}")
    return screen


async def paused(browser, house):
    """By hand nobody drafts, overnight who wants to does, and afterwards all goes on; then a pick is put right."""
    room, (first, second) = await house.pair("paused", house.contest())
    screen = await at_draft(browser, first, room)
    await house.sees(screen, ".clock .word", "Your pick")
    house.act(kind="pauseRoom", room=room, pause="manual", reason="Somebody called.")
    await house.sees(screen, ".clock .word", "Paused by the operator")
    await screen.page.click(".player .open >> nth=0")
    await house.sees(screen, ".player.open .detail", "The draft is paused.")
    house.expect(await screen.page.is_disabled(".player.open .detail .primary"), "a paused draft takes picks")
    house.act(kind="resumeRoom", room=room)
    await house.sees(screen, ".clock .word", "Your pick")
    house.act(kind="pauseRoom", room=room, pause="overnight", reason="It is late.")
    await house.sees(screen, ".clock .word", "Your pick · Paused overnight")
    await screen.page.click(".player.open .detail .primary")
    await screen.until("document.documentElement.dataset.picks === '1'")
    await house.sees(screen, ".clock .word", "Paused overnight")
    house.act(kind="resumeRoom", room=room)
    await house.sees(screen, ".clock .word", "On the clock")
    seat = next(one["seat"] for one in house.staff.get(f"/v1/rooms/{room}")["members"] if one["user"] == first.user)
    house.act(kind="openDispute", dispute=room, room=room, pick=1, seat=seat, roomVersion=1, claimant=first.user, claim="I meant another.")
    house.act(kind="resolveDispute", dispute=room, verdict="upheld", resolvedBy=house.staff.user, reason="He did.")
    house.act(kind="correctPick", room=room, pick=1, mode="substitute", player=200, dispute=room,
              requestedBy=house.staff.user, approvedBy=house.second.user, reason="The claim was upheld.")
    await house.hears(screen, "The operator corrected a pick")
    await screen.page.click("#tab-board")
    house.expect(await screen.page.get_attribute(".board td[data-pick='1']", "data-player") == "200", "the correction is not shown")
    await house.sees(screen, ".board td.corrected", "✎")
    return [screen]


async def night(browser, house):
    """In a night of the rules the clock rests until the morning, who wants to drafts, and everybody may watch."""
    hour = datetime.now(timezone.utc).hour
    contest = house.contest(overnight=f"{(hour + 23) % 24:02}:00-{(hour + 3) % 24:02}:00+00:00", spectators="live")
    two = [Member(house.base, f"night {name}") for name in ("anna", "ben")]
    room = [member.join(contest) for member in two][0]
    watching = await at_draft(browser, Member(house.base, "night owl"), room)
    await house.sees(watching, ".clock .word", "Paused overnight until")
    user = next(one["user"] for one in house.staff.get(f"/v1/rooms/{room}")["members"] if one["slot"] == 0)
    screen = await at_draft(browser, next(member for member in two if member.user == user), room)
    await house.sees(screen, ".clock .word", "Your pick · Paused overnight until")
    await draft(screen)
    for one in (screen, watching):
        await one.until("document.documentElement.dataset.picks === '1'")
        await house.sees(one, ".clock .word", "Paused overnight until")
    return [screen, watching]


async def ended(browser, house):
    """A room that is called off while it fills, and a draft that is voided."""
    contest, member = house.contest(), Member(house.base, "cancelled anna")
    room = member.join(contest)
    screen = await at_draft(browser, member, room)
    await house.sees(screen, ".clock", "1/2")
    house.act(kind="cancelRoom", room=room, reason="Nobody comes.")
    await house.sees(screen, ".overbox", "The room was cancelled; entry fees were returned.")
    room, (first, _) = await house.pair("voided", house.contest())
    voided = await at_draft(browser, first, room, size=(1400, 900))
    house.act(kind="voidRoom", room=room, approvedBy=house.second.user, reason="The pool was wrong.")
    await house.sees(voided, ".overbox", "The operator voided the draft.")
    house.expect(not await voided.page.is_visible(".picks"), "a draft that is over has somebody on the clock")
    return [screen, voided]


async def late(browser, house):
    """A pick that is sent in time and arrives too late is refused in the ledger's words, with what it was late by."""
    contest, member, rival = house.contest(clock=40), Member(house.base, "late anna"), Member(house.base, "late ben")
    room = member.join(contest)
    screen = await at_draft(browser, member, room)

    async def slowly(route):
        for _ in range(1_200):
            if house.staff.get(f"/v1/rooms/{room}")["currentPickNumber"] > pick:
                break
            await asyncio.sleep(0.1)
        await route.continue_()

    await screen.context.route("**/v1/commands", slowly)
    rival.join(contest)
    pick = 1
    if (await house.in_turn(room, [member, rival]))[0] is rival:
        rival.command(kind="makePick", room=room, pick=1, player=400)
        pick = 2
    await screen.until("document.documentElement.dataset.turn === 'mine'")
    # Who sat down while the page was open has a name on it.
    await house.sees(screen, ".pick:nth-child(%d) .who" % (3 - pick), rival.name)
    await draft(screen)
    await house.sees(screen, ".refusal", "does not count")
    await house.sees(screen, ".refusal", "On record at")
    screen.complaints = [words for words in screen.complaints if "409" not in words]
    return [screen]


def losing(keys, kind, is_taken):
    """Commands of a kind, by their keys, get no answer, whether the server takes them or not."""
    async def lose(route):
        if f'"{kind}"' not in route.request.post_data:
            return await route.continue_()
        keys.append(route.request.headers["idempotency-key"])
        if is_taken:
            await route.fetch()
        await route.fulfill(status=503, headers={"Retry-After": "0.01"}, json={"title": "Nobody is there"})
    return lose


async def lost(browser, house):
    """Whose answers are lost joins and drafts once, however often he taps, and is not told that what may count does not."""
    contest, signed, keys = house.contest(), house.contest(signedCommands="required"), []
    screen, other = [await (await Screen.open(browser, Member(house.base, f"lost {name}"))).sign_in() for name in ("anna", "ben")]
    page, entries = screen.page, lambda contest: house.staff.get(f"/v1/tournaments/{contest}")["entries"]
    await page.route("**/v1/commands", losing(keys, "joinTournament", True))
    await screen.go(f"/tournament/{contest}")
    await page.click("main .primary")
    await page.click("[aria-label='Add an entry']")
    await page.click("dialog .primary")
    await house.sees(screen, "dialog .banner.error", "")
    await page.unroute("**/v1/commands")
    await page.click("dialog .primary")
    # Two entries are in two rooms: both are named.
    await page.wait_for_selector("dialog .joined li:nth-child(2)")
    await page.click("dialog a.primary")
    await page.wait_for_url("**/draft/*")
    house.expect(len(set(keys)) == 1 and entries(contest) == 2, f"{set(keys)} took {entries(contest)} seats, expected 2")
    # What a device has sealed is revealed though it never heard into which room it was put.
    await page.route("**/v1/commands", losing(keys, "joinTournament", True))
    await join(screen, signed)
    await house.sees(screen, "dialog .banner.error", "")
    await page.unroute("**/v1/commands")
    room = next(one["room"] for one in house.staff.get("/v1/rooms") if one["tournament"] == signed)
    await screen.go(f"/draft/{room}")
    await join(other, signed)
    first = (await house.in_turn(room, [screen.member, other.member]))[0]
    revealed = sum(event["type"] == "EntropyRevealed" for event in events(screen.member, room))
    house.expect(revealed == 2, f"{revealed} of 2 have revealed what they brought")
    turn, keys = screen if first is screen.member else other, []
    await turn.until("document.documentElement.dataset.turn === 'mine'")
    await turn.page.route("**/v1/commands", losing(keys, "makePick", False))
    await draft(turn)
    await house.sees(turn, ".refusal", "The server has not confirmed your pick")
    await turn.page.unroute("**/v1/commands")
    await turn.page.route("**/v1/commands", losing(keys, "makePick", True))
    await turn.page.click(".player.open .detail .primary")
    await turn.until("document.documentElement.dataset.picks === '1'")
    await asyncio.sleep(1)
    house.expect(len(set(keys)) == 1, f"one pick had {len(set(keys))} keys")
    house.expect(not await turn.page.is_visible(".refusal"), "a pick that is on the board is said not to count")
    for one in (screen, other):
        one.complaints = [words for words in one.complaints if "503" not in words]
    return [screen, other]


QUEUES = """
async answer => {
  const { Room } = await import(document.querySelector("script[type=module]").src.replace(/[^/]+$/, "room.js"));
  const room = new Room(answer, []), event = { stream: `queue/${answer.room.room}.${answer.you.seat}`, type: "QueueAdded" };
  const told = () => room.shownQueue.join(" ");
  room.take({ ...event, position: answer.position - 1, body: { player: 7 } });
  room.take({ ...event, position: answer.position, body: { player: 8 } });
  const before = told();
  room.load(answer);
  return [before, told()];
}
"""


async def overtaken(browser, house):
    """A queue is what was told of it last, whether the stream or an answer is the first to say so."""
    contest, member, rival = house.contest(), Member(house.base, "overtaken anna"), Member(house.base, "overtaken ben")
    room = member.join(contest)
    screen = await at_draft(browser, member, room)

    async def late(route):
        await house.in_turn(room, [member, rival])
        answer = await route.fetch()
        member.command(kind="addToQueue", room=room, seat=0, player=7)
        await house.sees(screen, ".counter", "1")
        await route.fulfill(response=answer)
        await screen.page.unroute("**/draft")

    await screen.page.route("**/draft", late)
    rival.join(contest)
    await house.sees(screen, ".pick .who", "")
    await asyncio.sleep(2)
    await house.sees(screen, ".counter", "1", seconds=1)
    answer = member.get(f"/v1/rooms/{room}/draft")
    shown = await screen.page.evaluate(QUEUES, answer)
    house.expect(answer["you"]["queue"] == [7] and shown == ["7 8", "7 8"], f"queues that were overtaken: {shown}")
    return [screen]


async def unreachable(browser, house):
    """Offline, and signed out meanwhile: the lobby and the draft say so, and keep what they show."""
    room, (first, _) = await house.pair("offline", house.contest())
    screen = await at_draft(browser, first, room)
    lobby = await screen.context.new_page()
    await lobby.goto(house.base + "/")
    await lobby.wait_for_selector("html[data-connection=live]")
    screen.is_offline = True
    await screen.context.set_offline(True)
    await house.sees(screen, ".connection", "You are offline.")
    await lobby.wait_for_selector("#top .connection:not([hidden])")
    house.expect(await screen.page.locator(".player").count() > 20, "who is offline has no players any more")
    await screen.context.set_offline(False)
    for page in (screen.page, lobby):
        await page.wait_for_selector(".connection", state="hidden", timeout=120_000)
    await lobby.evaluate("fetch('/v1/session', { method: 'DELETE' })")
    # Told by its stream or by the way back, at first and after another break: it is the same in every order.
    for _ in range(2):
        await screen.context.set_offline(True)
        await screen.context.set_offline(False)
        await house.sees(screen, ".connection", "You are signed out.", seconds=120)
    house.expect(await screen.page.get_attribute(".connection a", "href") == f"/login?to=%2Fdraft%2F{room}", "no way back in")
    screen.complaints = [words for words in screen.complaints if "401" not in words and "ERR_" not in words]
    return [screen]


async def leaping(browser, house):
    """A device's clock that is set by an hour, or comes from a night's sleep, counts the right time again at once."""
    room, (first, _) = await house.pair("leap", house.contest(clock=3_000))
    screen = await Screen.open(browser, first)
    await screen.context.add_init_script(LEAPING_CLOCK)
    await screen.sign_in()
    await screen.go(f"/draft/{room}")
    for off in (3_600_000, -3_600_000):
        await screen.page.evaluate(f"window.off = {off}")
        await screen.until("/^(50|4\\d):/.test(document.querySelector('.time').textContent)")
    return [screen]


async def forgetful(browser, house):
    """A browser without cookies, and one without storage, say what they lack; a refused join is told in its sheet."""
    member = Member(house.base, "forgetful anna")
    screen = await Screen.open(browser, member)

    async def without_cookie(route):
        answer = await route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name.lower() != "set-cookie"}
        await screen.context.clear_cookies()
        await route.fulfill(response=answer, headers=headers)

    await screen.context.route("**/v1/session", without_cookie)
    await screen.page.goto(house.base + "/login?to=/profile")
    await screen.page.fill("input[name=name]", member.name)
    await screen.page.click("button[type=submit]")
    await house.hears(screen, "blocks cookies")
    signed, single = house.contest(signedCommands="required"), house.contest(maxEntriesPerUser=1)
    other = await Screen.open(browser, Member(house.base, "forgetful ben"))
    await other.context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: { open() { throw new DOMException('', 'SecurityError'); } } });")
    await other.sign_in()
    await join(other, signed)
    await house.sees(other, "dialog", "This browser stores no data for this site")
    await other.go(f"/tournament/{single}")
    await other.page.click("main .primary")
    await other.page.wait_for_selector("dialog .primary")
    other.member.join(single)
    await other.page.click("dialog .primary")
    await house.sees(other, "dialog .banner.error", "")
    house.expect(len(await other.page.inner_text("dialog .banner.error")) > 20, "a refused join says nothing")
    await other.go(f"/tournament/{single}")
    await other.page.click("main .primary")
    await house.sees(other, "dialog .banner.warning", "You have all the entries")
    other.complaints = [words for words in other.complaints if "409" not in words and "403" not in words]
    return [screen, other]


async def join(screen, contest):
    await screen.go(f"/tournament/{contest}")
    await screen.page.click("main .primary")
    await screen.page.click("dialog .primary")


async def closing(browser, house):
    """An account ends where nothing is left on it, and not before."""
    member = Member(house.base, "closing anna")
    screen = await (await Screen.open(browser, member)).sign_in()
    await close(screen)
    await house.sees(screen, "dialog .banner.error", "")
    screen.complaints = [words for words in screen.complaints if "409" not in words]
    # All the play money goes into one contest, whose one round is drafted.
    contest = house.contest(fee=100_000, rounds=1)
    rival = Member(house.base, "closing ben")
    room = [member.join(contest), rival.join(contest)][0]
    for pick, one in enumerate(await house.in_turn(room, [member, rival]), start=1):
        one.command(kind="makePick", room=room, pick=pick, player=pick)
    await close(screen)
    await screen.page.wait_for_selector("text=Sign in")
    house.expect("code" in member.get(f"/v1/users/{member.user}/settings"), "the profile is still there")
    return [screen]


async def close(screen):
    await screen.go("/profile")
    await screen.page.click("text=Close your account …")
    await screen.page.click("dialog .danger")


async def zoomed(browser, house):
    """Twice as large on a laptop and on a phone, nothing is wider than its window."""
    room, (first, _) = await house.pair("zoomed", house.contest())
    for size in ((700, 450), (320, 568)):
        screen = await at_draft(browser, first, room, size=size)
        for path in (f"/draft/{room}", f"/draft/{room}#board", f"/draft/{room}#queue", "/", "/teams", "/profile", "/deposit"):
            await screen.go(path)
            wide = await screen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            house.expect(wide <= 0, f"{path} at {size[0]} is {wide} wider than its window")
    return [screen]


async def main(base):
    async with async_playwright() as playwright:
        browser = await chromium(playwright)
        house = House(base)
        house.second = Member(base, "another of the house", ["officer"])
        parts = [paused, night, ended, late, lost, overtaken, unreachable, leaping, forgetful, closing, zoomed]
        chosen = [part for part in parts if part.__name__ in sys.argv[2:]] or parts
        for part, result in zip(chosen, await asyncio.gather(*(part(browser, house) for part in chosen), return_exceptions=True)):
            if isinstance(result, BaseException):
                house.notes.append(f"{part.__name__}: {str(result)[:400]}")
                continue
            house.notes += [f"{part.__name__}: {words}" for screen in result for words in screen.complaints
                            if "ERR_ABORTED" not in words]
        await browser.close()
    print("\n".join(house.notes))
    return 1 if house.notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1])))
