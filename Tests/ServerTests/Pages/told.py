"""Pages that say what the ledger says, and do what their buttons say: python told.py http://127.0.0.1:3000

Late, double and offline picks; clocks of the device and of the server that are set; a search, keys, a wide window, a seat that is
left, a session that has ended; what operators, officers and standings show. Ends with 0 if every page does as it should.
"""

import asyncio
import itertools
import re
import sys

from outcomes import Season
from people import Member, Screen, chromium
from playwright.async_api import async_playwright
from states import LEAPING_CLOCK, House, at_draft, draft

# Calls functions of the pages' modules, which need no page.
PURE = """
async () => {
  const base = document.querySelector("script[type=module]").src.replace(/[^/]+$/, "");
  const load = name => import(base + name);
  const { refusalWords } = await load("refusal.js"), { ServerClock, timeLeft } = await load("server-clock.js");
  const { turnWords } = await load("picks-bar.js"), { roundUnderWay, isScored } = await load("standings.js");
  const sent = { pick: 3, label: "1.03", player: "Ann Oak", graceEndsAt: "2026-01-01T00:00:35Z", made: null, holder: null };
  const rules = (player, source = "adp") => ({ player, source, isMine: true });
  const late = { code: "clockExpired", detail: "It ran out.", pick: 3, margin: -2_949_252, graceEndsAt: "2026-01-01T00:00:35Z", position: 9 };
  const say = (problem, more) => { const { text, note } = refusalWords(problem, { ...sent, ...more }); return (text + " " + note).trim(); };
  let steady = 0;
  const clock = new ServerClock(() => steady), at = second => new Date(1_000 * second).toISOString();
  const times = [];
  clock.hear(at(100)); times.push(clock.now());
  steady = 1_000; times.push(clock.now());
  // Late by 150 ms, then by none; then what was recorded long ago; then a clock that was set; then a server that was set back.
  clock.hear(at(100.85)); times.push(clock.now());
  clock.hear(at(101.002)); times.push(clock.now());
  clock.hear(at(50)); times.push(clock.now());
  clock.hear(at(161)); times.push(clock.now());
  clock.hear(at(101), true); times.push(clock.now());
  return {
    late: say(late, { made: rules("Bo Elm") }), same: say(late, { made: rules("Ann Oak") }), queue: say(late, { made: rules("Bo Elm", "queue") }),
    untold: say(late, {}), thousandth: say({ ...late, margin: -9_736 }, {}),
    second: say({ ...late, code: "stalePickNumber", margin: 34_994_000 }, { made: { player: "Ann Oak", source: "manual", isMine: true } }),
    inTime: say({ ...late, code: "stalePickNumber", margin: 250_000 }, { made: rules("Bo Elm") }),
    another: say({ ...late, code: "stalePickNumber", margin: 32_055_000, graceEndsAt: "2026-01-01T00:01:35Z" }, { made: rules("Bo Elm") }),
    anotherLate: say({ ...late, pick: 6 }, { made: rules("Bo Elm") }),
    gone: say({ code: "playerAlreadyDrafted", detail: "Ann Oak is already drafted.", pick: 3, margin: 20_000_000 }, { holder: { name: "q1", label: "1.02" } }),
    unsent: say(null, { made: rules("Bo Elm") }), times,
    left: [timeLeft({ deadline: at(130.004), length: 30_000 }, 100_000), timeLeft({ deadline: at(130), length: 30_000 }, 110_000), timeLeft({ deadline: at(190) }, 100_000)],
    turns: [turnWords("countdown", false, { isMine: true, isAuto: false }), turnWords("countdown", false, { isMine: false, isAuto: false }), turnWords("paused", false, { isMine: true, isAuto: false }), turnWords("active", true, { isMine: false, isAuto: true })],
    rounds: [roundUnderWay([{ round: 1, isClosed: false }, { round: 2, isClosed: false }]), roundUnderWay([{ round: 1, isClosed: true }, { round: 2, isClosed: false }]), roundUnderWay([{ round: 1, isClosed: true }]), roundUnderWay([]),
      isScored({ firstWeek: 1, lastWeek: 2 }, [{ week: 1, isFinal: true }, { week: 2, isFinal: true }]), isScored({ firstWeek: 1, lastWeek: 2 }, [{ week: 1, isFinal: true }, { week: 2, isFinal: false }])],
  };
}
"""
WORDS = {
    "late": "Your time for 1.03 ended 2.9 s before your pick arrived; Bo Elm was autopicked for you. Your pick of Ann Oak does not "
            "count. 2.949 s after the end of grace. On record at 9.",
    "same": "Your time for 1.03 ended 2.9 s before your pick arrived; Ann Oak was autopicked for you: the player is on your team, "
            "though your own pick does not count. 2.949 s after the end of grace. On record at 9.",
    "queue": "Your time for 1.03 ended 2.9 s before your pick arrived; Bo Elm was drafted for you from your queue. Your pick of Ann Oak "
             "does not count. 2.949 s after the end of grace. On record at 9.",
    "untold": "Your time for 1.03 ended 2.9 s before your pick arrived. Your pick of Ann Oak does not count. 2.949 s after the end of "
              "grace. On record at 9.",
    "thousandth": "Your time for 1.03 ended 0.010 s before your pick arrived. Your pick of Ann Oak does not count. 0.010 s after the "
                  "end of grace. On record at 9.",
    "second": "You had drafted Ann Oak with 1.03 already (another tab). On record at 9.",
    "inTime": "Pick 1.03 was made before yours arrived; Bo Elm was autopicked for you. Your pick of Ann Oak does not count. Your time "
              "had not ended. On record at 9.",
    "another": "Pick 1.03 was made before yours arrived; Bo Elm was autopicked for you. Your pick of Ann Oak does not count. On record "
               "at 9.",
    "anotherLate": "Pick 1.03 was made before yours arrived; Bo Elm was autopicked for you. Your pick of Ann Oak does not count. "
                   "On record at 9.",
    "gone": "Ann Oak went to q1 with 1.02. Draft another player.",
    "unsent": "Your pick for 1.03 could not be sent in time; Bo Elm was autopicked for you. Your pick of Ann Oak does not count.",
    "times": [100_000, 101_000, 101_000, 101_002, 101_002, 161_000, 101_000], "left": [30_000, 20_000, 90_000],
    "turns": ["You pick first", "Picks first", "Paused", "Autodrafting"], "rounds": [1, 2, 1, None, True, False],
}


async def pure(browser, house):
    """What needs no page: the words of refusals, the server's time, the card of the pick on the clock, the round under way."""
    screen = await Screen.open(browser, house.staff)
    await screen.go("/")
    shown = await screen.page.evaluate(PURE)
    for name, wanted in WORDS.items():
        house.expect(shown[name] == wanted, f"{name}: expected {wanted!r}, it says {shown[name]!r}")
    return [screen]


async def late(browser, house):
    """A pick that comes after its time, and after an autodrafter behind it, is told the lateness that a dispute finds."""
    # The clock is set forward while the pick is held, so that no slow browser is late by itself.
    contest, member, rival = house.contest(clock=300, rounds=2), Member(house.base, "too late anna"), Member(house.base, "too late ben")
    room = member.join(contest)
    screen = await at_draft(browser, member, room)
    rival.join(contest)
    first = (await house.in_turn(room, [member, rival]))[0]
    if first is rival:
        rival.command(kind="makePick", room=room, pick=1, player=400)
    pick, seat = (1, 0) if first is member else (2, 0)
    seats = {one["user"]: one["seat"] for one in house.staff.get(f"/v1/rooms/{room}")["members"]}
    rival.command(kind="setAutodraft", room=room, seat=seats[rival.user], on=True)
    # The other one has picked since, or the same member's next turn has begun.
    then = 4 if pick == 1 else 3

    async def reaches(sought):
        for _ in range(2_400):
            if sought(house.staff.get(f"/v1/rooms/{room}")):
                return
            await asyncio.sleep(0.05)

    async def slowly(route):
        house.staff.post("/dev/clock", {"advance": 310})
        await reaches(lambda told: told["currentPickNumber"] >= then)
        await route.continue_()

    await screen.context.route("**/v1/commands", slowly)
    await screen.until("document.documentElement.dataset.turn === 'mine'")
    await draft(screen)
    await house.sees(screen, ".refusal", f"Your time for 1.0{pick} ended")
    await house.sees(screen, ".refusal", "was autopicked for you")
    said = re.search(r"([\d.]+) s after the end of grace", await screen.page.inner_text(".refusal"))
    house.staff.post("/dev/clock", {"advance": 310})
    await reaches(lambda told: told["status"] == "complete")
    report = house.staff.get(f"/v1/rooms/{room}/dispute?pick={pick}&seat={seats[member.user]}")
    told = re.search(r"reached the server ([\d.]+) s after the grace", str(report))
    house.expect(said and told and abs(float(said[1]) - float(told[1])) < 0.001, f"late: the page says {said and said[0]}, the dispute {told and told[0]}")
    screen.complaints = [words for words in screen.complaints if "409" not in words]
    return [screen]


async def double(browser, house):
    """The second of two tabs is told that the first has drafted."""
    room, (first, _) = await house.pair("double", house.contest())
    one = await at_draft(browser, first, room)
    page, screen = await one.context.new_page(), Screen.__new__(Screen)
    screen.page, screen.context, screen.member, screen.complaints = page, one.context, first, []
    await page.goto(f"{house.base}/draft/{room}")
    await page.wait_for_selector("html[data-ready=true]")
    gate = asyncio.Event()

    async def hold(route):
        await gate.wait()
        await route.continue_()

    await page.route("**/v1/commands", hold)
    await draft(screen)
    await draft(one)
    await one.until("document.documentElement.dataset.picks === '1'")
    gate.set()
    await house.sees(screen, ".refusal", "with 1.01 already (another tab).")
    house.expect("late" not in await page.inner_text(".refusal"), "a second tap is told to be late")
    return [one]


async def offline(browser, house):
    """A pick without a network waits, can be taken back, and is sent by itself."""
    room, (first, _) = await house.pair("held", house.contest())
    screen = await at_draft(browser, first, room)
    page = screen.page
    screen.is_offline = True
    await screen.context.set_offline(True)
    await page.click(".player:nth-child(9) .queuebutton")
    await draft(screen)
    await house.sees(screen, ".player.open .detail .primary", "Waiting for the network: sent when you are online")
    await house.sees(screen, ".refusal", "Not sent yet")
    await page.click(".refusal >> text=Withdraw")
    await page.wait_for_selector(".refusal", state="hidden")
    await house.sees(screen, ".player.open .detail .primary", "Draft ")
    await page.click(".player .open >> nth=2")
    name = await page.inner_text(".player.open .name b")
    await page.click(".player.open .detail .primary")
    await house.sees(screen, ".refusal", f"Not sent yet: {name}")
    await screen.context.set_offline(False)
    await screen.until("document.documentElement.dataset.picks === '1'")
    screen.is_offline = False
    made = house.staff.get(f"/v1/rooms/{room}/board")["picks"]
    house.expect([one["source"] for one in made] == ["manual"], f"an offline pick came out as {made}")
    await page.wait_for_selector(".refusal", state="hidden")
    for _ in range(1_200):
        if queue := first.get(f"/v1/rooms/{room}/draft")["you"]["queue"]:
            break
        await asyncio.sleep(0.1)
    house.expect(len(queue) == 1, f"a player that was queued offline is lost: {queue}")
    await page.click("#tab-board")
    house.expect(name.split()[-1] in await page.inner_text(".board td[data-pick='1']"), f"{name} was taken back or lost")
    screen.complaints = [words for words in screen.complaints if "ERR_" not in words]
    return [screen]


async def wide(browser, house):
    """In a wide window both panels are filled, from the first moment and at the end, by the lineup of the contest."""
    contest = house.contest(rounds=1)
    weeks = {"firstWeek": 1, "lastWeek": 1, "podSize": 2, "advancing": 0}
    house.act(kind="setContestRounds", tournament=contest, season=2026, rounds=[weeks], ties=["earlierEntry"])
    house.act(kind="setScoring", tournament=contest, startersQB=0, startersRB=0, startersWR=0, startersTE=0,
              startersFLEX=1, flexPositions=15, scoring="half-ppr")
    room, two = await house.pair("wide", contest)
    screen = await at_draft(browser, two[0], room, size=(1400, 900))
    await screen.page.click("#tab-queue")
    await screen.page.click("#tab-board")
    house.expect(await screen.page.locator(".panel.players .player").count() > 20, "the players beside the board are not there")
    for pick, member in enumerate(two, start=1):
        member.command(kind="makePick", room=room, pick=pick, player=pick)
    await screen.page.wait_for_selector(".overbox:not([hidden])")
    house.expect(await screen.page.locator(".panel.rosters option").count() == 2, "no team can be chosen at the end")
    roster = await screen.page.eval_on_selector_all(
        ".panel.rosters .roster li", "rows => rows.map(row => [row.querySelector('.spot').textContent, row.querySelector('b')?.textContent])")
    house.expect(len(roster) == 1 and roster[0][0] == "FLEX" and roster[0][1], f"the roster at the end is {roster}")
    return [screen]


SHOWN_TIMES = """
window.times = [];
document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const time = document.querySelector(".clock.running .time, .clock.warning .time");
  const shown = time && `${document.documentElement.dataset.picks}: ${time.textContent}`;
  if (shown && !window.times.includes(shown)) window.times.push(shown);
}).observe(document, { subtree: true, childList: true, characterData: true }));
"""


async def latency(browser, house):
    """A clock of 50 seconds never shows 51, however long messages take; a device's clock that is set changes nothing."""
    room, two = await house.pair("latency", house.contest(clock=50))
    screen = await Screen.open(browser, two[0])
    await screen.context.add_init_script(SHOWN_TIMES)
    await screen.context.add_init_script(LEAPING_CLOCK)
    await screen.sign_in()
    session = await screen.context.new_cdp_session(screen.page)
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1})
    await screen.go(f"/draft/{room}")
    await screen.page.wait_for_selector("html[data-connection=live]")
    for pick in range(1, 7):
        member = two[0] if pick in (1, 4, 5) else two[1]
        member.command(kind="makePick", room=room, pick=pick, player=pick)
        await screen.until(f"document.documentElement.dataset.picks === '{pick}'")
        if pick == 3:
            await screen.page.evaluate("window.off = 3_600_000")
        await asyncio.sleep(0.5)
    shown = await screen.page.evaluate("window.times")
    times = [time.split(": ")[1] for time in shown]
    house.expect("50" in times and all(time.isdigit() and int(time) <= 50 for time in times), f"a clock of 50 s showed {shown}")
    return [screen]


async def countdown(browser, house):
    """While a draft counts down, nobody has paused it."""
    contest, two = house.contest(countdown=120), [Member(house.base, f"countdown {name}") for name in ("anna", "ben")]
    room = two[0].join(contest)
    screen = await at_draft(browser, two[0], room)
    two[1].join(contest)
    await house.sees(screen, ".clock .word", "Draft starts in")
    first = await screen.page.inner_text(".pick:first-child .now")
    house.expect(first in ("You pick first", "Picks first"), f"before the draft the first card says {first}")
    shown = await screen.page.locator(".pick:not([aria-hidden])").count()
    house.expect(shown == 1, f"a screen reader is read {shown} picks before the first")
    return [screen]


async def search(browser, house):
    """A pick clears the search, not the positions, and a search for somebody who is gone says where to."""
    room, (first, second) = await house.pair("search", house.contest())
    screen = await at_draft(browser, first, room)
    page = screen.page
    name = await page.inner_text(".player:nth-child(3) .name b")
    position = await page.inner_text(".player:nth-child(3) .badge")
    await page.click(f".filter.{position}")
    await page.fill("input[type=search]", name)
    await draft(screen)
    await screen.until("document.documentElement.dataset.picks === '1'")
    await screen.until("document.querySelector('input[type=search]').value === ''")
    house.expect(await page.locator(".player").count() > 5, "after a pick the list is empty")
    house.expect(await page.get_attribute(f".filter.{position}", "aria-pressed") == "true", "a pick clears the position")
    await page.click(f".filter.{position}")
    await page.fill("input[type=search]", name)
    await house.sees(screen, ".none", f"You drafted {name} with 1.01.")
    await page.fill("input[type=search]", "")
    other = await page.inner_text(".player:nth-child(2) .name b")
    second.command(kind="makePick", room=room, pick=2, player=int(await page.get_attribute(".player:nth-child(2)", "data-player")))
    await screen.until("document.documentElement.dataset.picks === '2'")
    await page.fill("input[type=search]", other)
    await house.sees(screen, ".none", f"{other} went to {second.name} with 1.02.")
    box, list_top = await page.locator(".none").bounding_box(), await page.evaluate("document.querySelector('.columns').getBoundingClientRect().bottom")
    house.expect(box and abs(box["y"] - list_top) < 60, f"the words about an empty list are at {box}, the list at {list_top}")
    return [screen]


async def keys(browser, house):
    """The list is one tab stop with arrow keys, the focus stays in it at every pick, and keys reach search and tabs."""
    room, (first, second) = await house.pair("keys", house.contest())
    screen = await at_draft(browser, first, room, size=(1400, 900))
    page = screen.page
    focus = "document.activeElement.closest('.player')?.dataset.player ?? document.activeElement.id ?? document.activeElement.tagName"
    stops = await page.evaluate("[...document.querySelectorAll('ul.players button')].filter(button => button.tabIndex === 0 && button.offsetParent).length")
    house.expect(stops == 1, f"the list has {stops} tab stops")
    before = await page.evaluate("!!(document.querySelector('[role=tablist]').compareDocumentPosition(document.querySelector('ul.players')) & 4)")
    house.expect(before, "the tabs come after the players")
    await page.keyboard.press("/")
    house.expect(await page.evaluate("document.activeElement.type") == "search", "/ does not search")
    await page.keyboard.type("1")
    house.expect(await page.input_value("input[type=search]") == "1", "a number cannot be searched for")
    await page.fill("input[type=search]", "")
    await page.focus(".player:nth-child(1) .open")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    third = await page.get_attribute(".player:nth-child(3)", "data-player")
    house.expect(await page.evaluate(focus) == third, "arrow keys do not move through the list")
    await page.keyboard.press("q")
    await house.sees(screen, ".counter", "1")
    await page.keyboard.press("Enter")
    await page.wait_for_selector(".player.open")
    await page.keyboard.press("Escape")
    house.expect(await page.locator(".player.open").count() == 0 and await page.evaluate(focus) == third, "Escape does not close the player")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await screen.until("document.documentElement.dataset.picks === '1'")
    await screen.until("document.activeElement.closest('.player') === document.querySelector('.player')")
    made = house.staff.get(f"/v1/rooms/{room}/board")["picks"][0]
    house.expect(str(made["playerIndex"]) == third, f"Enter drafted {made}, expected {third}")
    # Somebody else takes the player above, then the one that has the focus.
    for pick, row in ((2, 1), (3, 1)):
        await page.focus(".player:nth-child(2) .open" if row == 1 and pick == 2 else ".player:nth-child(1) .open")
        taken = int(await page.get_attribute(".player:nth-child(1)", "data-player"))
        second.command(kind="makePick", room=room, pick=pick, player=taken)
        await screen.until(f"document.documentElement.dataset.picks === '{pick}'")
        house.expect(await page.evaluate("!!document.activeElement.closest('.player')"), f"pick {pick} of somebody else takes the focus")
    await page.keyboard.press("4")
    house.expect(await page.get_attribute("#tab-board", "aria-selected") == "true", "4 does not open the board")
    return [screen]


async def signed_out(browser, house):
    """A command after the session has ended says so as the stream does, and the way back leads to the same tab."""
    room, (first, _) = await house.pair("expired", house.contest())
    screen = await at_draft(browser, first, room)
    await screen.page.route("**/v1/stream*", lambda route: route.abort())
    await screen.context.clear_cookies()
    await screen.page.click("#tab-players")
    await screen.page.click(".player:nth-child(1) .queuebutton")
    await house.sees(screen, ".connection", "You are signed out.")
    house.expect("No token" not in await screen.page.inner_text("body"), "a member is told of a token")
    await screen.page.click("#tab-queue")
    await screen.page.click(".connection a")
    await screen.page.wait_for_url("**/login?*")
    await screen.page.fill("input[name=name]", first.name)
    await screen.page.click("button[type=submit]")
    await screen.page.wait_for_url(f"**/draft/{room}#queue")
    screen.complaints = [words for words in screen.complaints if "401" not in words and "ERR_FAILED" not in words]
    return [screen]


async def leaving(browser, house):
    """A seat is left after a question, and the lobby says what went back."""
    contest, member = house.contest(), Member(house.base, "leaving anna")
    room = member.join(contest)
    screen = await at_draft(browser, member, room)
    await screen.page.click("#tab-info")
    await screen.page.click("text=Leave the room")
    await house.sees(screen, "dialog", "$5")
    await screen.page.click("dialog >> text=Stay")
    house.expect(house.staff.get(f"/v1/rooms/{room}")["members"] != [], "a seat is left though the member stays")
    await screen.page.click("text=Leave the room")
    await screen.page.click("dialog .danger")
    await screen.page.wait_for_url(house.base + "/")
    await house.hears(screen, "$5")
    house.expect(house.staff.get(f"/v1/rooms/{room}")["members"] == [], "the seat is still taken")
    return [screen]


async def operator(browser, house):
    """Entries of a contest that somebody has joined can be closed."""
    contest = house.contest()
    Member(house.base, "operator's anna").join(contest)
    screen = await (await Screen.open(browser, house.staff, size=(1400, 900))).sign_in()
    await screen.go("/house")
    house.expect(screen.page.url.endswith("/operations"), f"the former address leads to {screen.page.url}")
    row = screen.page.locator(f"a[href='/operations?close={contest}']")
    await row.click()
    await screen.page.click("main button:has-text('Close entries')")
    await house.hears(screen, "no more entries")
    status = house.staff.get(f"/v1/tournaments/{contest}")["status"]
    house.expect(status not in ("open", "filling"), f"entries are not closed: {status}")
    return [screen]


async def officer(browser, house):
    """The second officer sees the claim, the rules' verdict, the fee and the payee before approving."""
    room, (first, _) = await house.pair("officer", house.contest(rounds=1))
    for pick in (1, 2):
        user = next(one["user"] for one in house.staff.get(f"/v1/rooms/{room}")["members"] if one["slot"] == pick - 1)
        [member for member in (first, _) if member.user == user][0].command(kind="makePick", room=room, pick=pick, player=pick)
    seat = next(one["seat"] for one in house.staff.get(f"/v1/rooms/{room}")["members"] if one["user"] == first.user)
    case = 1 + max([one["case"] for one in house.staff.get("/v1/cases")], default=0)
    house.act(kind="openDispute", dispute=case, room=room, pick=1, seat=seat, roomVersion=1, claimant=first.user, claim="My click was lost.")
    measure = 1 + max([one["approval"] for one in house.staff.get("/v1/approvals")], default=0)
    verdict = {"kind": "resolveDispute", "dispute": case, "verdict": "upheld", "resolvedBy": house.staff.user, "reason": "Goodwill"}
    house.act(kind="proposeMeasure", measure=measure, command=verdict, reason="Goodwill")
    second = Member(house.base, "second officer", ["officer"])
    screen = await (await Screen.open(browser, second, size=(1400, 900))).sign_in()
    await screen.go(f"/desk?measure={measure}")
    for words in ("My click was lost.", "The proposed verdict is upheld; the rules give another verdict: rejected.", house.staff.name):
        await house.sees(screen, "main", words)
    house.expect(await screen.page.locator(f"a[href='/desk?case={case}']").count() > 0, "the measure does not lead to its case")
    above = await screen.page.evaluate("!!(document.querySelector('.claim').compareDocumentPosition([...document.querySelectorAll('button')].find(one => one.textContent === 'Approve')) & 4)")
    house.expect(above, "the claim is below the button")
    await screen.go("/desk?view=measures")
    await house.sees(screen, ".table", f"Case {case}")
    second.command(actor=f"admin/{second.user}", kind="approveMeasure", measure=measure)
    cashier = Member(house.base, "cashier of a refund", ["cashier"])
    refund = {"kind": "adjustBalance", "user": first.user, "amount": 500, "dispute": case, "firstApprover": 1, "secondApprover": 2, "reason": "Goodwill"}
    outcome = cashier.command(actor=f"admin/{cashier.user}", kind="proposeMeasure", measure=measure + 20, command=refund, dispute=case, reason="Goodwill")
    house.expect(outcome.get("outcome") == "accepted", f"the refund is not proposed: {outcome.get('detail')}")
    await screen.go(f"/desk?measure={measure + 20}")
    for words in (f"{first.name} (user {first.user})", "Entry fee of the room", "$5.00", "Already paid for the case", "My click was lost."):
        await house.sees(screen, "main", words)
    return [screen]


async def standing(browser, house):
    """Standings open in the round that is being played, and say what the other one is and what is waited for."""
    season = Season(house, prizes=[{"firstPlace": place, "lastPlace": place, "amount": amount} for place, amount in enumerate(PRIZES, start=1)])
    for week in (1, 2, 3):
        season.score(week, is_final=True)
    screen = await (await Screen.open(browser, season.anna, (1400, 900))).sign_in()
    await screen.go(f"/tournament/{season.contest}")
    await screen.until("document.querySelector('#standings .tools select')?.value === '1'")
    await house.sees(screen, "#standings", "All weeks are final: waiting for the operator to close the round")
    await house.sees(screen, ".roundstep[data-round='1']", "Weeks are final")
    options = await screen.page.inner_text("#standings .tools label:first-child")
    house.expect("2 of 2, if round 1 ended now" in options, f"the second round is called {options!r}")
    await screen.page.select_option("#standings .tools select", "2")
    await house.sees(screen, "#standings", "As if round 1 ended now")
    return [screen, await settling(browser, house, season)]


# In cents, of the first place and the second.
PRIZES = (1_500, 400)


async def settling(browser, house, season):
    """The operator's page has the next step of the contest, one after the other, up to the books."""
    screen = await (await Screen.open(browser, house.staff, size=(1400, 900))).sign_in()
    for label in ("Close entries", "Close round 1", "Draw pods of round 2", "Close round 2", "Propose prizes", "Close the books"):
        row = await in_house(screen, season.contest)
        if label == "Propose prizes":
            await house.sees(screen, f".todo[data-contest='{season.contest}']", "A cashier proposes the prizes.")
            await screen.go(f"/operations?next={season.contest}")
            await house.sees(screen, "main .banner", "A cashier proposes the prizes.")
            house.expect(await screen.page.locator("main form").count() == 0, "an operator is offered what only cashiers may do")
            await awarding(browser, house, season)
            continue
        await row.locator("a.button").click()
        await screen.page.click(f".card button:has-text('{label}')")
        await house.hears(screen, "no more entries" if label == "Close entries" else f"Done: {label}")
    words = house.staff.get(f"/v1/tournaments/{season.contest}/settlement")["message"]
    house.expect(words == "is over", f"after its last step the contest {words}")
    return screen


async def in_house(screen, contest):
    """The page about all contests, and the row of one of them."""
    await screen.go("/operations")
    return screen.page.locator(".table tr", has=screen.page.locator(f"a[href='/tournament/{contest}']"))


async def awarding(browser, house, season):
    """Prizes are proposed, and paid to the winners when an officer approves them; who proposes them again is told why not."""
    prizes = f"the prizes of State {season.contest}"
    cashier, second = Member(house.base, "cashier of prizes", ["cashier"]), Member(house.base, "officer of prizes", ["officer"])
    paid = lambda: {member.user: sorted(one["amountCents"] for one in member.get(f"/v1/users/{member.user}/statement")["postings"]
                                        if one["type"] == "PrizeCredited") for member in season.members}
    measures = lambda: [one["approval"] for one in house.staff.get("/v1/approvals") if one["kind"] == "awardPrizes"]
    screen = await (await Screen.open(browser, cashier, size=(1400, 900))).sign_in()
    # A second tab, in which the button stays as it is.
    tabs = [screen, Screen.__new__(Screen)]
    tabs[1].page, tabs[1].member, tabs[1].complaints = await screen.context.new_page(), cashier, []
    for tab in tabs:
        await tab.page.goto(house.base + "/operations")
        await tab.page.click(f".todo[data-contest='{season.contest}'] a.button:has-text('Propose prizes')")
        await tab.page.wait_for_selector(".card button:has-text('Propose prizes')")
    before = paid()
    proposed = await paying(house, screen, season)
    # The second tab is in the background, where a page asks for nothing.
    await tabs[1].page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    await screen.page.click(".card button:has-text('Propose prizes')")
    await house.hears(screen, f"proposes {prizes}. Another person has to approve it.")
    house.expect(paid() == before, f"{prizes} are paid before somebody approves them: {paid()}")
    number = measures()[-1]
    measure = house.staff.get(f"/v1/approvals/{number}")
    winners = season.best(season.advanced(), [3])
    standings = [{"entry": entry, "place": place} for place, entry in enumerate(winners, start=1)]
    house.expect((measure["proposer"], measure["command"].get("standings")) == (cashier.user, standings),
                 f"{prizes}: expected {standings}, proposed is {measure}")
    await in_house(screen, season.contest)
    await house.sees(screen, f".todo[data-contest='{season.contest}']", f"Request {number} is pending")
    await screen.page.click(f".todo a[href='/desk?measure={number}']")
    await house.sees(screen, "main", "You proposed this. Another person has to decide.")
    officer = await (await Screen.open(browser, second, size=(1400, 900))).sign_in()
    await officer.go(f"/desk?measure={number}")
    await house.sees(officer, "main", f"{cashier.name} (user {cashier.user})")
    house.expect(await paying(house, officer, season) == proposed, f"{prizes}: the approver sees other winners than the proposer")
    house.expect("standings" not in await officer.page.inner_text("main"), f"{prizes}: the approver sees raw standings")
    await officer.page.click("main button:text-is('Approve')")
    await house.sees(officer, "main .stage", "Approved")
    wanted = {user: list(some) for user, some in before.items()}
    for entry, prize in zip(winners, PRIZES):
        seats = house.staff.get(f"/v1/rooms/{entry >> 16}")["members"]
        wanted[next(seat["user"] for seat in seats if seat["entry"] == entry)].append(prize)
    wanted = {user: sorted(some) for user, some in wanted.items()}
    house.expect(paid() == wanted, f"{prizes}: expected {wanted}, paid is {paid()}")
    await tabs[1].page.click(".card button:has-text('Propose prizes')")
    await house.hears(tabs[1], kind="error", words=f"Entry {winners[0]} is at place 1")
    house.expect(measures() == [number] and paid() == wanted, f"{prizes} are proposed as {measures()}, paid is {paid()}")
    house.notes += [f"awarding: {words}" for tab in (screen, officer) for words in tab.complaints]


async def paying(house, screen, season):
    """The winners of prizes on the page: each with place, entry, user and amount, and the sum."""
    winners, users = season.best(season.advanced(), [3]), {}
    for entry in winners:
        users |= {seat["entry"]: seat["user"] for seat in house.staff.get(f"/v1/rooms/{entry >> 16}")["members"]}
    names = {member.user: member.name for member in season.members}
    wanted = [[str(place), str(entry), f"{names[users[entry]]} (user {users[entry]})", f"${prize / 100:.2f}".removesuffix(".00")]
              for place, (entry, prize) in enumerate(zip(winners, PRIZES), start=1)]
    await house.sees(screen, "main", f"2 entries, ${sum(PRIZES) / 100:.0f} in total")
    await screen.page.wait_for_selector("html:not(:has([aria-busy=true]))")
    told = await screen.page.evaluate("[...document.querySelectorAll('section[aria-labelledby=s-winners] tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))")
    house.expect(told == wanted, f"the winners are {told}, expected {wanted}")
    return told


async def opening(browser, house):
    """A contest that is opened on the page has the season that its form says."""
    screen = await (await Screen.open(browser, house.staff, size=(1400, 900))).sign_in()
    await screen.go("/operations?view=open")
    await screen.page.fill("[name=title]", "With a season")
    await screen.page.fill("[name=season]", "2031")
    await screen.page.fill("[name=stages]", "1-14,12,2\n15,16,1\n16-17,4,0")
    await screen.page.click("main button:has-text('Open the contest')")
    await house.hears(screen, "With a season, is open")
    number = max(one["tournament"] for one in house.staff.get("/v1/tournaments"))
    house.numbers = itertools.count(number + 1)
    told = house.staff.get(f"/v1/tournaments/{number}/standings")
    rounds = [(one["firstWeek"], one["lastWeek"], one["podSize"], one["advancing"]) for one in told["rounds"]]
    house.expect(rounds == [(1, 14, 12, 2), (15, 15, 16, 1), (16, 17, 4, 0)], f"the rounds are {rounds}")
    lineup = {one["slot"]: one["starters"] for one in told["lineup"] or []}
    house.expect(lineup == {"QB": 1, "RB": 2, "WR": 3, "TE": 1, "FLEX": 2}, f"the lineup is {lineup}")
    return [screen]


# The columns of a board for three teams: in the first, then in the other order of rounds.
BOARDS = {
    "Snake": ("snake", [[1, 2, 3], [6, 5, 4], [7, 8, 9], [12, 11, 10], [13, 14, 15]]),
    "Third-round reversal": ("thirdRoundReversal", [[1, 2, 3], [6, 5, 4], [9, 8, 7], [10, 11, 12], [15, 14, 13]]),
}


async def ordering(browser, house):
    """A contest drafts in the order that its form says, and the board of its rooms shows so."""
    screen = await (await Screen.open(browser, house.staff, size=(1400, 900))).sign_in()
    member, screens = Member(house.base, "ordering anna"), [screen]
    for label, (order, board) in BOARDS.items():
        await screen.go("/operations?view=open")
        for name, value in (("title", f"By {label}"), ("season", ""), ("teams", "3"), ("rounds", "5"), ("fee", "0")):
            await screen.page.fill(f"[name={name}]", value)
        await screen.page.select_option("[name=order]", label=label)
        await screen.page.click("main button:has-text('Open the contest')")
        await house.hears(screen, f"By {label}, is open")
        number = max(one["tournament"] for one in house.staff.get("/v1/tournaments"))
        house.numbers = itertools.count(number + 1)
        told = house.staff.get(f"/v1/tournaments/{number}")
        house.expect((told["title"], told["order"], told["teams"], told["rounds"]) == (f"By {label}", order, 3, 5), f"{label}: the contest is {told}")
        room = member.join(number)
        house.expect(house.staff.get(f"/v1/rooms/{room}")["order"] == order, f"{label}: room {room} has another order")
        screens.append(await at_draft(browser, member, room, size=(1400, 900)))
        await screens[-1].page.click("#tab-board")
        shown = await screens[-1].page.evaluate(
            "[...document.querySelectorAll('.board tr, .boardbox tr')].map(row => [...row.querySelectorAll('td[data-pick]')]"
            ".map(cell => Number(cell.dataset.pick))).filter(row => row.length)")
        house.expect(shown == board, f"{label}: the board shows {shown}")
    return screens


async def clocks(browser, house):
    """The server's clock is set while a page is open, which shows the right time at once."""
    room, (first, _) = await house.pair("clocks", house.contest(clock=3_000))
    screen = await at_draft(browser, first, room)
    await screen.until("/^(50:00|4\\d:)/.test(document.querySelector('.time').textContent)")
    drafts = await screen.context.new_page()
    await drafts.goto(house.base + "/drafts")
    await drafts.wait_for_selector("html[data-connection=live]")
    house.expect(first.post("/dev/clock", {"advance": 1_200}).get("now"), "the clock cannot be set")
    await screen.until("/^(30:00|2\\d:)/.test(document.querySelector('.time').textContent)")
    for _ in range(600):
        shown = await drafts.inner_text(".drafts .clock")
        if re.match(r"30:00|2\d:", shown):
            break
        await asyncio.sleep(0.1)
    house.expect(re.match(r"30:00|2\d:", shown), f"the list of drafts shows {shown}")
    return [screen]


# The last ones change what the others rest on: scores of a season, and the clock.
PARTS = [[pure, double, offline, wide, countdown, search, keys, signed_out, leaving, operator, officer], [latency], [opening], [ordering], [standing], [clocks], [late]]


async def main(base):
    async with async_playwright() as playwright:
        browser = await chromium(playwright)
        house = House(base)
        for parts in PARTS:
            chosen = [part for part in parts if part.__name__ in sys.argv[2:] or not sys.argv[2:]]
            for part, result in zip(chosen, await asyncio.gather(*(part(browser, house) for part in chosen), return_exceptions=True)):
                if isinstance(result, BaseException):
                    house.notes.append(f"{part.__name__}: {str(result)[:400]}")
                    continue
                house.notes += [f"{part.__name__}: {words}" for screen in result for words in screen.complaints
                                if "ERR_ABORTED" not in words and "ERR_FAILED" not in words and "409" not in words]
        await browser.close()
    print("\n".join(house.notes))
    return 1 if house.notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1])))
