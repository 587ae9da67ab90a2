"""A drafter's tools in the draft room: python drafter.py http://127.0.0.1:3000 [NAME]

Ends with 0 if every page does as it should. With NAME, only that part runs. `Tools/pages/measure` times the same room.
"""

import asyncio
import sys

from axe_playwright_python.async_playwright import Axe
from people import Member, Screen, chromium
from playwright.async_api import async_playwright
from states import House, at_draft


class Table:
    """A room whose draft runs, and its members by draft position."""

    def __init__(self, house, teams=12, rounds=18, name="table", clock=900):
        number = next(house.numbers)
        house.act(kind="createTournament", tournament=number, pool=1, entryFee=0, rakeBasisPoints=0, limitQB=rounds, limitRB=rounds,
                  limitWR=rounds, limitTE=rounds, autopickPolicy=1, preset="custom", pickClock=clock * 1_000_000, grace=0, countdown=1_000,
                  tickInterval=1_000_000, missedPicksBeforeAutodraft=2, teams=teams, rounds=rounds, prizes=[], title=f"{name} {number}", externalID="")
        self.house, self.teams, self.rounds = house, teams, rounds
        self.members = [Member(house.base, f"{name} {seat}") for seat in range(teams)]
        self.room = [member.join(number) for member in self.members][0]

    async def begin(self):
        state = await self.house.running(self.room)
        by_user = {member.user: member for member in self.members}
        self.slots = [by_user[seat["user"]] for seat in sorted(state["members"], key=lambda seat: seat["slot"])]
        self.seats = {seat["user"]: seat["seat"] for seat in state["members"]}
        return self

    def slot(self, pick):
        turn, place = divmod(pick - 1, self.teams)
        return self.teams - 1 - place if turn % 2 else place

    def pick(self, pick, player):
        outcome = self.slots[self.slot(pick)].command(kind="makePick", room=self.room, pick=pick, player=player)
        self.house.expect(outcome.get("outcome") == "accepted", f"pick {pick}: {outcome}")

    def players(self):
        return self.house.staff.get("/v1/pools/1/players")["players"]


async def picks(screen, count):
    await screen.until(f"document.documentElement.dataset.picks === '{count}'")


async def size(browser, house):
    """A whole draft of 12 x 18 on a phone and on a desktop: few bytes, requests and elements, from the first pick to the last."""
    table = await Table(house, name="size").begin()
    screens = {}
    for name, slot, window in (("phone", 0, (390, 844)), ("desktop", 5, (1920, 1080))):
        screen = screens[name] = await (await Screen.open(browser, table.slots[slot], window)).sign_in()
        await screen.go(f"/draft/{table.room}")
        await screen.page.wait_for_selector("html[data-connection=live]")
        house.expect(screen.bytes < 100_000 and screen.requests <= 40, f"{name}: the room takes {screen.bytes} bytes, {screen.requests} requests")
    for pick in range(1, 217):
        table.pick(pick, pick - 1)
        if pick % 36 == 0:
            for name, screen in screens.items():
                await picks(screen, pick)
                elements = await screen.page.evaluate("document.querySelectorAll('*').length")
                house.expect(elements < 3_000, f"{name}: {elements} elements after {pick} picks")
    return list(screens.values())


# The cells of the board that are not under the head of their slot or not at the height of their round.
ASKEW = """
() => {
  const at = element => element.getBoundingClientRect(), heads = [...document.querySelectorAll(".board thead th")].map(at);
  return [...document.querySelectorAll(".board tbody tr")].flatMap(row => {
    const cells = [...row.querySelectorAll("td")], height = at(row.querySelector("th")).top;
    return cells.filter((cell, slot) => Math.abs(at(cell).left - heads[slot].left) > 1 || Math.abs(at(cell).width - heads[slot].width) > 1
      || Math.abs(at(cell).top - height) > 1).map(cell => cell.dataset.pick);
  });
}
"""
# Whether a pick is in the window of the board.
IN_SIGHT = """
(() => {
  const window = document.querySelector(".boardbox").getBoundingClientRect(), cell = document.querySelector(".board [data-pick='%d']").getBoundingClientRect();
  return cell.top >= window.top && cell.bottom <= window.bottom && cell.left >= window.left && cell.right <= window.right;
})()
"""


async def board(browser, house):
    """The board is a grid of rounds and slots at every size of it and of the window, and a tab that is hidden takes no focus."""
    table, last = await Table(house, name="board").begin(), 130
    for pick in range(1, last + 1):
        table.pick(pick, pick - 1)
    screens = []
    for size in ((390, 844), (1400, 900)):
        screen = await at_draft(browser, table.slots[0], table.room, size=size)
        page = screen.page
        await picks(screen, last)
        await page.click("#tab-board")
        await page.wait_for_selector(".boardbox:not([aria-busy])")
        await screen.until(IN_SIGHT % (last + 1))
        for zoom in ("Smaller", "Smaller", "Larger", "Larger", "Larger"):
            askew = await page.evaluate(ASKEW)
            house.expect(not askew, f"at {size[0]}, before {zoom}: picks {askew[:5]} are not at their places")
            await page.click(f"[aria-label={zoom}]")
        house.expect(await page.evaluate("document.querySelector('.boardbox').scrollHeight > 18 * 64"), f"at {size[0]}, 18 rounds are not as high as 18 cells")
        if size[0] == 390:
            await page.evaluate("document.querySelector('input[type=search]').focus()")
            house.expect(await page.evaluate("document.activeElement.matches('input') === false"), "a field of a hidden tab takes the focus")
        # The board follows the clock, unless somebody points at it.
        await page.mouse.move(5, 5)
        await page.evaluate("document.activeElement.blur()")
        last += 1
        table.pick(last, last - 1)
        await picks(screen, last)
        await screen.until(IN_SIGHT % (last + 1))
        screens.append(screen)
    return screens


async def window(browser, house):
    """Far rows are reached by scroll and by keys, and a row with the focus stays while the list is scrolled away."""
    table = await Table(house, 2, 6, "window").begin()
    screen = await at_draft(browser, table.slots[0], table.room, size=(1400, 900))
    page = screen.page
    # The rows outside the window are drawn while the browser is idle.
    await screen.until("document.querySelectorAll('.player').length > 20")
    rows = await page.locator(".player").count()
    house.expect(rows < 80, f"the list has {rows} rows")
    await page.focus(".player .open >> nth=0")
    await page.keyboard.press("End")
    last = await page.evaluate("document.activeElement.closest('.player').ariaPosInSet")
    house.expect(last == "480", f"End leads to player {last}")
    await page.evaluate("document.querySelector('ul.players').scrollTop = 0")
    await screen.until("document.querySelector('.player').ariaPosInSet === '1'")
    house.expect(await page.evaluate("document.activeElement.closest('.player')?.ariaPosInSet") == "480", "a scroll takes the focus")
    house.expect(await page.locator(".player").count() < 80, "rows pile up")
    await page.keyboard.press("ArrowUp")
    house.expect(await page.evaluate("document.activeElement.closest('.player')?.ariaPosInSet") == "479", "ArrowUp leads elsewhere after a scroll")
    await page.keyboard.press("Home")
    # The open row is as high as its content, and the next one begins below it.
    await page.keyboard.press("Enter")
    gap = await page.evaluate("(() => { const [open, next] = [1, 2].map(place => document.querySelector(`.player[aria-posinset='${place}']`).getBoundingClientRect()); return next.top - open.bottom; })()")
    house.expect(abs(gap) < 1, f"the row after the open one is {gap} pixels off")
    return [screen]


async def queue(browser, house):
    """One drafts from the queue with two taps or two keys, and the focus stays in the queue."""
    table = await Table(house, 2, 6, "queue").begin()
    me = table.slots[0]
    for player in (40, 41, 42, 43):
        me.command(kind="addToQueue", room=table.room, seat=table.seats[me.user], player=player)
    screen = await at_draft(browser, me, table.room)
    page = screen.page
    await page.click("#tab-queue")
    name = table.players()[41]["name"]
    await page.click(".queue li:nth-child(2) [data-act=open]")
    await house.sees(screen, ".queue .detail .primary", f"Draft {name}")
    # A tap on another player closes the first.
    await page.click(".queue li:nth-child(1) [data-act=open]")
    house.expect(await page.locator(".queue .detail").count() == 1, "two players of the queue are open")
    await page.click(".queue li:nth-child(2) [data-act=open]")
    await page.click(".queue .detail .primary")
    await picks(screen, 1)
    made = house.staff.get(f"/v1/rooms/{table.room}/board")["picks"][0]
    house.expect((made["playerIndex"], made["source"]) == (41, "manual"), f"the queue drafted {made}")
    await screen.until("document.querySelectorAll('.queue li').length === 3")
    await page.click(".queue li:nth-child(1) [data-act=open]")
    house.expect(await page.is_disabled(".queue .detail .primary"), "the queue drafts for somebody else's turn")
    table.pick(2, 100)
    table.pick(3, 101)
    await picks(screen, 3)
    await page.focus(".queue li:nth-child(1) [data-act=open]")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await picks(screen, 4)
    made = house.staff.get(f"/v1/rooms/{table.room}/board")["picks"][3]
    house.expect(made["playerIndex"] == 42, f"two keys in the queue drafted {made}")
    await screen.until("document.activeElement.closest('.queue li')?.dataset.player === '43'")
    return [screen]


async def columns(browser, house):
    """From 1280 pixels on, players, queue, roster and board are in sight, and each key moves the focus into its panel."""
    table = await Table(house, 12, 6, "columns").begin()
    me = table.slots[3]
    me.command(kind="addToQueue", room=table.room, seat=table.seats[me.user], player=40)
    screen = await at_draft(browser, me, table.room, size=(1280, 800))
    page = screen.page
    boxes = {name: await page.locator(f"#panel-{name}").bounding_box() for name in ("players", "queue", "rosters", "board")}
    house.expect(all(box and box["height"] > 150 for box in boxes.values()), f"panels are missing: {boxes}")
    house.expect(boxes["players"]["x"] < boxes["queue"]["x"] == boxes["rosters"]["x"] < boxes["board"]["x"], f"the columns are {boxes}")
    house.expect(boxes["queue"]["y"] < boxes["rosters"]["y"], "the queue is not over the roster")
    for key, panel in (("2", "queue"), ("3", "rosters"), ("4", "board"), ("5", "info"), ("1", "players")):
        await page.keyboard.press(key)
        house.expect(await page.evaluate("document.activeElement.closest('.panel')?.id") == f"panel-{panel}", f"{key} does not lead to {panel}")
    house.expect(not await page.is_visible("#panel-info") and await page.is_visible("#panel-board"), "the board does not come back after Info")
    for pick in range(1, 5):
        table.pick(pick, pick - 1)
    await screen.until("document.querySelectorAll('#panel-rosters .rowbutton').length === 1")
    await page.set_viewport_size({"width": 1100, "height": 800})
    house.expect(not await page.is_visible("#panel-queue"), "a narrow window has three columns")
    return [screen]


async def card(browser, house):
    """A tap on a cell of the board, on a pick or on a row of a roster opens the player's card."""
    table = await Table(house, 2, 6, "card").begin()
    table.pick(1, 7)
    screen = await at_draft(browser, table.slots[1], table.room, size=(1400, 900))
    page, name = screen.page, table.players()[7]["name"]
    for place in (".board td[data-player='7']", ".pick[data-pick='1']"):
        await page.click(place)
        await house.sees(screen, ".playercard", f"{table.slots[0].name} drafted this player with 1.01.")
        house.expect(await page.inner_text(".playercard h2") == name, f"{place} opens another player's card")
        house.expect(not await page.is_visible(".playercard .primary"), "a card drafts a player that is gone")
        await page.keyboard.press("Escape")
        await page.wait_for_selector(".playercard", state="detached")
    await page.click("#tab-rosters")
    await page.select_option(".panel.rosters select", "0")
    await page.click(".roster .rowbutton")
    await house.sees(screen, ".playercard", "drafted this player with 1.01.")
    await page.keyboard.press("Escape")
    return [screen]


async def filters(browser, house):
    """FLEX, team, stars, drafted players, sorts by name and bye, and the hint at a run; stars stay after a reload."""
    table = await Table(house, 2, 12, "filters").begin()
    screen = await at_draft(browser, table.slots[0], table.room, size=(1400, 900))
    page, players = screen.page, table.players()
    shown = "[...document.querySelectorAll('.player')].map(row => Number(row.dataset.player))"
    await page.click(".filter.FLEX")
    house.expect(all(players[one]["position"] != "QB" for one in await page.evaluate(shown)), "FLEX shows quarterbacks")
    await page.click(".filter.FLEX")
    await page.click(".more")
    await page.select_option(".options select >> nth=0", "KC")
    house.expect({players[one]["team"] for one in await page.evaluate(shown)} == {"KC"}, "a team's filter shows others")
    await page.select_option(".options select >> nth=0", "")
    await page.select_option(".options select >> nth=1", "name")
    # Rows near the window are drawn while the browser is idle.
    await page.wait_for_selector(".player >> nth=20", state="attached")
    names = [players[one]["name"] for one in await page.evaluate(shown)]
    house.expect(len(names) > 20 and names == sorted(names), f"by name the list begins {names[:4]}")
    await page.select_option(".options select >> nth=1", "bye")
    byes = [players[one]["byeWeek"] for one in await page.evaluate(shown)]
    house.expect(byes == sorted(byes), f"by bye the list begins {byes[:9]}")
    await page.select_option(".options select >> nth=1", "adp")
    await page.keyboard.press("Escape")
    house.expect(not await page.is_visible(".options"), "Escape does not close the options")
    await page.focus(".player[aria-posinset='3'] .open")
    await page.keyboard.press("s")
    await house.sees(screen, ".player[aria-posinset='3'] .star", "★")
    third = await page.get_attribute(".player[aria-posinset='3']", "data-player")
    await screen.go(f"/draft/{table.room}")
    await page.click(".more")
    await page.check(".options label:has-text('Only starred') input")
    house.expect(await page.evaluate(shown) == [int(third)], "a star is lost at a reload")
    await page.uncheck(".options label:has-text('Only starred') input")
    # Eight picks, six of them of one position.
    backs = [index for index, one in enumerate(players) if one["position"] == "RB"]
    rest = [index for index, one in enumerate(players) if one["position"] == "QB"]
    for pick, player in enumerate(backs[:6] + rest[:2], start=1):
        table.pick(pick, player)
    await house.sees(screen, ".run", "Run: 6 of the last 8 picks were RB")
    await page.check(".options label:has-text('Show drafted players') input")
    await house.sees(screen, f".player[data-player='{backs[0]}']", "drafted")
    await page.click(f".player[data-player='{backs[0]}'] .open")
    house.expect(not await page.is_visible(".player.open .detail .primary"), "a drafted player can be drafted again")
    return [screen]


async def facts(browser, house):
    """Each row says by choice what a player means for my team; an open player says all of it."""
    table = await Table(house, 2, 8, "facts").begin()
    me, players = table.slots[0], table.players()
    first = players[0]
    mate = next(index for index, one in enumerate(players) if index and one["team"] == first["team"])
    clash = next(index for index, one in enumerate(players) if index and one["byeWeek"] == first["byeWeek"] and one["team"] != first["team"])
    rival = next(index for index, one in enumerate(players) if one["team"] not in (first["team"], players[clash]["team"]))
    screen = await Screen.open(browser, me, (1400, 900))

    async def season(route):
        body = [{"season": 2026, "kind": "schedule", "source": "a file"}] if route.request.url.endswith("/v1/reference-data") else {
            "notes": [{"kind": "schedule", "week": 17, "home": first["team"], "away": players[rival]["team"]}]}
        await route.fulfill(json=body)

    await screen.context.route("**/reference-data*", season)
    await screen.sign_in()
    await screen.go(f"/draft/{table.room}")
    page = screen.page
    table.pick(1, 0)
    table.pick(2, 200)
    await picks(screen, 2)

    async def row(player):
        await page.fill("input[type=search]", players[player]["name"])
        return await page.inner_text(f".player[data-player='{player}']")

    house.expect(f"stack {first['position']}" in await row(mate), f"a stack is not told: {await row(mate)}")
    house.expect("bye ×1" in await row(clash), f"a bye clash is not told: {await row(clash)}")
    value = 3 - players[clash]["adp"]
    house.expect(f"{'−' if value < 0 else '+'}{abs(value):.1f}" in await row(clash), f"the value is not told: {await row(clash)}")
    house.expect("W17" not in await row(rival), "a fact is told that nobody chose")
    await page.click(".more")
    await page.check(".options label:has-text('Week 17 opponent') input")
    await page.uncheck(".options label:has-text('Bye clash') input")
    await page.check(".options label:has-text('My exposure') input")
    await page.click(".more")
    await row(rival)
    await house.sees(screen, f".player[data-player='{rival}']", f"W17 {first['team']}")
    house.expect("bye" not in await row(clash), "a fact is told that was taken away")
    await page.click(".player .open >> nth=0")
    await house.sees(screen, ".player.open .sentences", f"Bye in week {first['byeWeek']}, like {first['name']} ({first['position']}).")
    return [screen]


async def advisor(browser, house):
    """At my next pick: who is likely there, what each would mean for my team, and again after each pick of mine."""
    table = await Table(house, 6, 8, "advisor").begin()
    players = table.players()
    screen = await at_draft(browser, table.slots[0], table.room)
    page = screen.page
    await page.click("#tab-queue")
    await page.click(".advisor summary")
    await house.sees(screen, ".advisor", "If all draft by ADP, 10 players go before your pick 2.06. Likely there:")
    names = await page.locator(".advice b").all_inner_texts()
    order = sorted(range(len(players)), key=lambda index: players[index]["adp"] if players[index]["adp"] is not None else 9_999)
    house.expect(names[0] == players[order[10]]["name"], f"the advisor begins with {names[0]}, not {players[order[10]]['name']}")
    # The same NFL team as somebody who would be there then.
    mate = next(index for index in order[30:] if players[index]["team"] == players[order[14]]["team"])
    table.pick(1, mate)
    await house.sees(screen, ".advisor", f"stack with {players[mate]['name']}")
    await page.click(".advice .rowbutton >> nth=0")
    await page.wait_for_selector(".playercard")
    await page.keyboard.press("Escape")
    taken = await page.locator(".advice b").first.inner_text()
    table.pick(2, next(index for index, one in enumerate(players) if one["name"] == taken))
    await screen.until(f"![...document.querySelectorAll('.advice b')].some(one => one.textContent === {taken!r})")
    return [screen]


WATCH_DEVICE = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async kind => { window.locks.push(kind); return Object.assign(new EventTarget(), { release() { window.locks.push("released"); } }); } } });
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { window.tones++; return start.apply(this, at); };
window.notes = [];
window.Notification = class { static permission = "granted"; static async requestPermission() { return "granted"; } constructor(title, { body }) { window.notes.push(`${title}: ${body}`); } close() {} };
Object.defineProperty(document, "visibilityState", { get: () => window.hides ? "hidden" : "visible" });
"""


async def alerts(browser, house):
    """The screen stays on in a fast draft; sound and notification come with the turn, each by choice; the profile says what delivers its alerts."""
    table = await Table(house, 2, 6, "alerts", clock=300).begin()
    screen = await Screen.open(browser, table.slots[1])
    await screen.context.add_init_script(WATCH_DEVICE)
    await screen.sign_in()
    await screen.go(f"/draft/{table.room}")
    page = screen.page
    await screen.until("window.locks.join() === 'screen'")
    await page.click("#tab-info")
    await page.uncheck("[data-alert=awake]")
    await screen.until("window.locks.join() === 'screen,released'")
    await page.check("[data-alert=sound]")
    house.expect(await page.evaluate("window.tones") == 2, "a sound is not heard as a sample")
    await page.check("[data-alert=notify]")
    await page.evaluate("window.hides = true")
    table.pick(1, 1)
    await screen.until("window.tones === 4")
    await screen.until("window.notes.join().startsWith('You are on the clock: alerts')")
    await page.evaluate("window.hides = false")
    table.pick(2, 2)
    await screen.until("window.tones === 6")
    house.expect(await page.evaluate("window.notes.length") == 1, "a notification comes to a page that is looked at")
    await screen.go(f"/draft/{table.room}#info")
    house.expect(await page.is_checked("[data-alert=sound]") and not await page.is_checked("[data-alert=awake]"), "the choice is lost at a reload")
    await screen.go("/profile")
    await house.sees(screen, "main", "In a browser, alerts reach you only while a draft room is open")
    return [screen]


async def switcher(browser, house):
    """In one room, a link leads to the next draft that waits for a pick; at the end there is a way to draft again, and to share."""
    first = await Table(house, 2, 1, "switcher").begin()
    me, contest = first.slots[0], house.contest()
    second, rival = me.join(contest), Member(house.base, "switcher's rival")
    screen, streams = await (await Screen.open(browser, me)).sign_in(), set()
    screen.page.on("request", lambda request: streams.add(request.url) if "/v1/stream" in request.url else None)
    for event in ("requestfinished", "requestfailed"):
        screen.page.on(event, lambda request: streams.discard(request.url))
    await screen.go(f"/draft/{first.room}")
    house.expect(not await screen.page.is_visible(".waits"), "a draft waits that has not begun")
    rival.join(contest)
    order = await house.in_turn(second, [me, rival])
    if order[0] is rival:
        rival.command(kind="makePick", room=second, pick=1, player=5)
    await screen.page.wait_for_selector(".waits:not([hidden])")
    # One stream has both drafts, and what happens in this one is still shown.
    house.expect(len(streams) == 1 and f"rooms={first.room},{second}" in next(iter(streams)), f"open streams: {streams}")
    first.pick(1, 1)
    await picks(screen, 1)
    await house.hears(screen, "You are on the clock in")
    await screen.page.click(".waits")
    await screen.page.wait_for_url(f"**/draft/{second}")
    await screen.go(f"/draft/{first.room}")
    first.pick(2, 2)
    await house.sees(screen, ".overbox", "Share")
    await house.sees(screen, ".overbox", "Draft again")
    return [screen]


async def objection(browser, house):
    """From a pick of my team: what happened, an objection, what the rules say, the evidence, and the officer's decision."""
    table = await Table(house, 2, 1, "objection").begin()
    me = table.slots[0]
    table.pick(1, 3)
    table.pick(2, 4)
    entry = me.get(f"/v1/users/{me.user}/teams")[0]["entry"]
    screen = await (await Screen.open(browser, me)).sign_in()
    await screen.go(f"/teams/{entry}")
    page, name = screen.page, table.players()[3]["name"]
    await page.click(".lineup .iconbutton")
    await house.sees(screen, "dialog", f"takes {name}")
    await page.fill("dialog textarea", "I meant another player.")
    await page.click("dialog .primary")
    await house.sees(screen, "dialog", "I meant another player.")
    await house.sees(screen, "dialog", "Open: an officer has not decided yet.")
    await house.sees(screen, "dialog", f"The rules were kept: your pick of {name} came")
    async with page.expect_download() as download:
        await page.click("dialog >> text=Evidence >> nth=0")
    house.expect((await download.value).suggested_filename.endswith(".tar"), "the evidence is no file")
    case = house.staff.get("/v1/cases")[-1]
    house.expect((case["room"], case["claimant"]) == (table.room, me.user), f"the objection is not among the cases: {case}")
    house.act(kind="resolveDispute", dispute=case["case"], verdict="rejected", resolvedBy=house.staff.user, reason="The pick came in time.")
    await screen.go(f"/teams/{entry}")
    await page.click(".lineup .iconbutton")
    await house.sees(screen, "dialog", "Decided: Your claim is rejected")
    return [screen]


async def access(browser, house):
    """Axe finds nothing in what opens, nothing is wider than its window, and nothing moves."""
    table = await Table(house, 2, 6, "access").begin()
    me = table.slots[0]
    for player in (40, 41):
        me.command(kind="addToQueue", room=table.room, seat=table.seats[me.user], player=player)
    for pick in range(1, 5):
        table.pick(pick, pick - 1)
    entry = me.get(f"/v1/users/{me.user}/teams")[0]["entry"]
    room, steps = f"/draft/{table.room}", [
        ("players", [".player .open >> nth=1"]), ("players", [".more"]), ("queue", [".queue [data-act=open] >> nth=0", ".advisor summary"]),
        ("rosters", [".roster .rowbutton >> nth=0"]), ("board", []), ("info", [])]
    screens = []
    for size in ((390, 844), (820, 1180), (844, 390), (1920, 1080), (640, 450)):
        screen = await (await Screen.open(browser, me, size)).sign_in()
        screens.append(screen)
        for path, taps in [(f"{room}#{tab}", taps) for tab, taps in steps] + [(f"/teams/{entry}", [".lineup .iconbutton >> nth=0"])]:
            await screen.go(path)
            for tap in taps:
                await screen.page.click(tap)
            await asyncio.sleep(0.3)
            where = f"{path} at {size}, {taps}"
            wide, moved, movers = await screen.page.evaluate(
                "[document.documentElement.scrollWidth - document.documentElement.clientWidth, window.moved, [...new Set(window.movers)].slice(0, 4)]")
            house.expect(wide <= 0, f"{where} is {wide} wider than its window")
            # The head of other pages gets its balance late.
            house.expect(moved < 0.005 or not path.startswith(room), f"{where} moves by itself: {moved}, {movers}")
            if size in ((390, 844), (1920, 1080)):
                for violation in (await Axe().run(screen.page)).response["violations"]:
                    house.notes.append(f"{where}: {violation['id']}, {violation['help']}: {[node['html'][:200] for node in violation['nodes']][:2]}")
    return screens


PARTS = [window, board, access, filters, facts, advisor, queue, columns, card, alerts, switcher, objection, size]


async def main(base, only=None):
    house = House(base)
    async with async_playwright() as playwright:
        browser = await chromium(playwright)
        for part in PARTS:
            if only and part.__name__ != only:
                continue
            try:
                for screen in await part(browser, house):
                    house.expect(not screen.complaints, f"{part.__name__}: {screen.complaints[:4]}")
                    await screen.context.close()
            except Exception as error:  # noqa: BLE001: the other parts are tried too
                house.notes.append(f"{part.__name__}: {str(error)[:600]}")
        await browser.close()
    print("\n".join(house.notes))
    return 1 if house.notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
