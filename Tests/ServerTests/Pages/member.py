"""A member's pages around the draft: python member.py http://127.0.0.1:3000 [NAME]

Own rankings by file, by keys and by drag, and their use; the sheet to join and the room that fills; objections, records, limits, a break and
notices; the proof in words. Ends with 0 if every page does as it should. With NAME, only that part runs.
"""

import asyncio
import sys

from axe_playwright_python.async_playwright import Axe
from drafter import Table
from people import Member, Screen, chromium
from playwright.async_api import async_playwright
from states import House, at_draft

# The names in the order of the list.
ORDER = "[...document.querySelectorAll('.rank')].sort((a, b) => a.ariaPosInSet - b.ariaPosInSet).map(row => Number(row.dataset.player))"


async def signed_in(browser, member, size=(390, 844)):
    return await (await Screen.open(browser, member, size)).sign_in()


async def clean(house, screen, where):
    """Nothing for axe, nothing wider than its window."""
    wide = await screen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    house.expect(wide <= 0, f"{where} is {wide} wider than its window")
    for violation in (await Axe().run(screen.page)).response["violations"]:
        house.notes.append(f"{where}: {violation['id']}, {violation['help']}: {[node['html'][:200] for node in violation['nodes']][:2]}")


def ranked(member):
    return [one["playerIndex"] for one in member.get("/v1/users/me/rankings/1")["players"] if one["isRanked"]]


async def rankings(browser, house):
    """A file with a wrong name, a correction, keys, a drag, tiers; saved, used by a draft that is joined later, and sorted by."""
    me = Member(house.base, "ranker")
    players = me.get("/v1/users/me/rankings/1")["players"]
    names = {one["playerIndex"]: one["playerName"] for one in players}
    screen = await signed_in(browser, me, (1400, 900))
    page = screen.page
    await screen.go("/rankings?pool=1")
    await house.sees(screen, ".rankings", "You have not ranked these players")
    given, last = names[12].split(" ", 1)
    rows = [names[30], f"{given[:2]}zz {last}", names[9], names[5], names[2]]
    screen.complaints.clear()
    await page.set_input_files("#rankings-file", {"name": "mine.csv", "mimeType": "text/csv", "buffer": ("name,tier\n" + "".join(f"{name},{1 + place // 3}\n" for place, name in enumerate(rows))).encode()})
    await house.sees(screen, "#issues", "1 line not matched")
    await house.sees(screen, ".issues", "Line 3")
    # The server says 422 of a file with such a line, and the browser notes it.
    house.expect(all("422" in words for words in screen.complaints), f"{screen.complaints}")
    screen.complaints.clear()
    await clean(house, screen, "the issues of a file")
    await page.click(f".issues button:has-text('{names[12]}')")
    house.expect((await page.evaluate(ORDER))[:5] == [30, 12, 9, 5, 2], f"a chosen player is elsewhere: {(await page.evaluate(ORDER))[:5]}")
    house.expect(ranked(me) == [], "an upload saves by itself")
    # Keys move, a drag moves, and the number moves.
    await page.focus(".rank[data-player='2'] .handle")
    await page.keyboard.press("ArrowUp")
    house.expect(await page.evaluate("document.activeElement.closest('.rank')?.dataset.player") == "2", "the focus is lost by a move")
    await page.keyboard.press("Home")
    house.expect((await page.evaluate(ORDER))[:5] == [2, 30, 12, 9, 5], f"keys move otherwise: {(await page.evaluate(ORDER))[:5]}")
    box = await page.locator(".rank[data-player='5'] .handle").bounding_box()
    await page.mouse.move(box["x"] + 10, box["y"] + 20)
    await page.mouse.down()
    for step in range(1, 4):
        await page.mouse.move(box["x"] + 10, box["y"] + 20 - 57 * step, steps=3)
    await page.mouse.up()
    house.expect((await page.evaluate(ORDER))[:5] == [2, 5, 30, 12, 9], f"a drag moves otherwise: {(await page.evaluate(ORDER))[:5]}")
    await page.click(".rank[data-player='30'] .place")
    await page.fill("dialog input", "5")
    await page.click("dialog button[type=submit]")
    house.expect((await page.evaluate(ORDER))[:5] == [2, 5, 12, 9, 30], f"a number moves otherwise: {(await page.evaluate(ORDER))[:5]}")
    await page.focus(".rank[data-player='9'] .handle")
    await page.keyboard.press("Delete")
    await house.sees(screen, ".rankings", "4 players ranked. Not saved yet.")
    await page.click("text=Save rankings")
    await house.hears(screen, "Your rankings are saved.")
    house.expect(ranked(me) == [2, 5, 12, 30], f"saved: {ranked(me)}")
    async with page.expect_download() as download:
        await page.click("text=Download CSV")
    with open(await (await download.value).path(), encoding="utf-8", newline="") as file:
        lines = file.read().split("\r\n")
    house.expect(lines[0].startswith("playerIndex,") and [line.split(",")[0] for line in lines[1:5]] == ["2", "5", "12", "30"], f"the file begins {lines[:5]}")
    await clean(house, screen, "/rankings")
    # A draft that is joined now has them, and its room sorts by them.
    contest = house.contest()
    rival = Member(house.base, "ranker's rival")
    room = [member.join(contest) for member in (me, rival)][0]
    seat = next(one["seat"] for one in me.get(f"/v1/rooms/{room}")["members"] if one["user"] == me.user)
    queue = me.get(f"/v1/rooms/{room}/seats/{seat}/queue")
    house.expect([one["playerIndex"] for one in queue["rankings"]] == [2, 5, 12, 30], f"the seat has {queue['rankings']}")
    await screen.go(f"/draft/{room}")
    await page.click(".more")
    await page.select_option(".options select >> nth=1", "mine")
    await screen.until("document.querySelector(\".player[aria-posinset='4']\")?.dataset.player === '30'")
    shown = await page.evaluate("[...document.querySelectorAll('.player')].slice(0, 4).map(row => Number(row.dataset.player))")
    house.expect(shown == [2, 5, 12, 30], f"My rank sorts {shown}")
    await page.check(".options label:has-text('My rank and tier') input")
    await house.sees(screen, ".player[data-player='2'] .hints", "#1")
    # A reload keeps the choice.
    await screen.go(f"/draft/{room}")
    await house.sees(screen, ".player[data-player='5'] .hints", "#2")
    return [screen]


async def joining(browser, house):
    """Chips, the limit of a person, all rooms of several entries, and a room that fills: who is here, the invitation, bots."""
    me, contest = Member(house.base, "joiner"), house.contest(maxEntriesPerUser=3, fee=100)
    screen = await signed_in(browser, me)
    page = screen.page
    await screen.go(f"/tournament/{contest}")
    await page.click("button:has-text('Join for')")
    await house.sees(screen, "dialog", "At most 3 a person.")
    house.expect(await page.is_disabled(".chips button:has-text('10')"), "ten entries can be chosen")
    await page.click(".chips button:has-text('3')")
    await house.sees(screen, "dialog .count", "3 entries")
    await clean(house, screen, "the sheet to join")
    await page.click("dialog .primary:has-text('Join')")
    await house.sees(screen, "dialog h2", "You have 3 entries")
    house.expect(await page.locator("dialog .joined li").count() == 3, "not all rooms are told")
    await clean(house, screen, "the sheet of rooms")
    await page.click("text=To the first room")
    await house.sees(screen, ".lobbybox", "1 of 2 are in. The draft starts by itself when 2 are in.")
    await house.sees(screen, ".here", "You")
    await clean(house, screen, "a room that fills")
    await page.evaluate("Object.defineProperty(navigator, 'share', { value: undefined })")
    await screen.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.click(".lobbybox >> text=Invite")
    await house.hears(screen, "The link is copied.")
    house.expect(f"/invite/{contest}" in await page.evaluate("navigator.clipboard.readText()"), "the invitation leads elsewhere")
    await page.click(".lobbybox >> text=Fill with bots")
    await screen.until("document.querySelector('.lobbybox').hidden")
    await screen.page.wait_for_selector(".picks:not([hidden])")
    await screen.go(f"/tournament/{contest}")
    await page.click("button:has-text('Join for')")
    await house.sees(screen, "dialog", "You have all the entries that a person can have in this contest.")
    return [screen]


async def afterwards(browser, house):
    """An objection with its verdict and its refund, records in words, postings with their contest, and the proof in words."""
    table = await Table(house, 2, 1, "afterwards").begin()
    me = table.slots[0]
    table.pick(1, 3)
    table.pick(2, 4)
    seat, version = table.seats[me.user], me.get(f"/v1/rooms/{table.room}")["version"]
    screen = await signed_in(browser, me)
    page = screen.page
    await screen.go("/cases")
    await house.sees(screen, "main", "No objections")
    me.command(kind="openDispute", dispute=901, room=table.room, pick=1, seat=seat, roomVersion=version, claimant=me.user, claim="I meant another player.")
    again = me.command(kind="openDispute", dispute=902, room=table.room, pick=1, seat=seat, roomVersion=version, claimant=me.user, claim="Again.")
    house.expect(again.get("code") == "tooManyCases", f"a second case about a pick: {again}")
    await screen.go("/cases#case-901")
    await house.sees(screen, "#case-901", "I meant another player.")
    await house.sees(screen, "#case-901", "An officer has not decided yet.")
    await house.sees(screen, "#case-901", "By the rules")
    house.act(kind="resolveDispute", dispute=901, verdict="rejected", resolvedBy=house.staff.user, reason="The pick came in time.")
    await screen.go("/cases#case-901")
    await house.sees(screen, "#case-901", "Your claim is rejected: the rules were kept. The pick came in time.")
    await clean(house, screen, "/cases")
    pick = next(one for one in me.get(f"/v1/users/{me.user}/activity")["events"] if one["kind"] == "pick" and one["pickNumber"] == 1)
    await screen.go(f"/records/{pick['position']}")
    await house.sees(screen, "main h1", table.players()[3]["name"])
    await house.sees(screen, "main", "Nobody can change or remove this record afterwards, not even we")
    await clean(house, screen, "/records")
    stranger = await signed_in(browser, Member(house.base, "reader of records"))
    await stranger.go(f"/records/{pick['position']}")
    await house.sees(stranger, "main", f"Record {pick['position']} is not about you")
    house.expect(table.players()[3]["name"] not in await stranger.page.inner_text("main"), "a record is shown to another member")
    await screen.go(f"/draft/{table.room}")
    await page.click(".over >> text=Proof")
    await house.sees(screen, "dialog", "Nobody can change this draft afterwards, not even we.")
    house.expect(not await page.locator("dialog code").first.is_visible(), "the root comes before the words")
    await page.click("dialog summary")
    house.expect(await page.locator("dialog code").first.is_visible(), "the root is nowhere")
    await clean(house, screen, "the proof")
    for path, words in (("/draft/99999", "No draft 99999"),):
        await stranger.page.goto(house.base + path)
        await house.sees(stranger, "main", words)
    stranger.complaints = [words for words in stranger.complaints if "404" not in words]
    return [screen, stranger]


async def account(browser, house):
    """Limits, a break after a question, what was sent, and a statement that names its contests."""
    me = Member(house.base, "limited")
    contest = house.contest()
    title = me.get(f"/v1/tournaments/{contest}")["title"]
    room = me.join(contest)
    screen = await signed_in(browser, me)
    page = screen.page
    await screen.go("/profile")
    await house.sees(screen, "table", title)
    house.expect(await page.locator(f"table a[href='/draft/{room}']").count() == 1, "a posting leads to no draft")
    await page.fill("input[aria-label='Entries a day']", "2")
    await page.fill("input[aria-label='Deposits a week, in dollars']", "12.50")
    await page.click("text=Save limits")
    await house.hears(screen, "Your limits are saved.")
    limits = me.get(f"/v1/users/{me.user}/limits")["limits"]
    house.expect((limits["entriesPerDay"], limits["depositsPerWeekCents"]) == (2, 1_250), f"limits: {limits}")
    await page.fill("input[aria-label='Entries a day']", "")
    await page.click("text=Save limits")
    await house.sees(screen, ".card:has(#limits) .banner", "Entries a day: no limit")
    await page.click("text=Take a break …")
    house.expect(me.get(f"/v1/users/{me.user}/limits")["excludedUntil"] is None, "a break begins without a question")
    await page.select_option("dialog select", "7")
    await page.click("dialog button[type=submit]")
    house.expect(me.get(f"/v1/users/{me.user}/limits")["excludedUntil"] is None, "a break begins without its confirmation")
    await clean(house, screen, "the question before a break")
    await page.check("dialog input[type=checkbox]")
    await page.click("dialog button[type=submit]")
    await house.sees(screen, ".card:has(#limits)", "You take a break until")
    house.expect(me.get(f"/v1/users/{me.user}/limits")["excludedUntil"] is not None, "no break is on record")
    await page.click("text=Show what was sent to me")
    await house.sees(screen, "main", "Nothing was sent to you.")
    await page.fill(".card:has(h2:text('Withdraw')) input", "5")
    await page.click(".card:has(h2:text('Withdraw')) button")
    await house.sees(screen, ".card:has(h2:text('Withdraw'))", "waits for approval")
    await clean(house, screen, "/profile")
    return [screen]


PARTS = [rankings, joining, afterwards, account]


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
