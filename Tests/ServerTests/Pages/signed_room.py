"""Two draft where nothing unsigned is taken: python signed_room.py http://127.0.0.1:3000 CONTEST

Each device makes its own key, signs the join, shows what it brought to the draw, and signs every pick. Ends with 0 where each
of these stands in the ledger with a signature, and no page has complained.
"""

import asyncio
import json
import sys
import urllib.request

from people import Member, Screen, chromium
from playwright.async_api import async_playwright



def events(member, room):
    request = urllib.request.Request(f"{member.base}/v1/rooms/{room}/events")
    request.add_header("Authorization", "Bearer " + member.token)
    with urllib.request.urlopen(request, timeout=180) as answer:
        return [json.loads(line) for line in answer.read().decode().splitlines()]


async def sit_down(browser, member):
    screen = await (await Screen.open(browser, member)).sign_in()
    await screen.page.click("text=Join contest")
    await screen.page.click("dialog .primary")
    await screen.page.wait_for_url("**/draft/*")
    await screen.page.wait_for_selector("html[data-ready=true]")
    return screen


async def main(base, contest):
    notes = []
    async with async_playwright() as playwright:
        browser = await chromium(playwright, whole=True)
        screens = [await sit_down(browser, Member(base, name)) for name in ("signing anna", "signing ben")]
        member, room = screens[0].member, int(screens[0].page.url.split("#")[0].split("/")[-1])
        while (state := member.get(f"/v1/rooms/{room}"))["status"] != "complete":
            if not state["clock"]:
                await asyncio.sleep(0.1)
                continue
            user = next(seat["user"] for seat in state["members"] if seat["seat"] == state["seatOnClock"])
            screen = next(screen for screen in screens if screen.member.user == user)
            await screen.until("document.documentElement.dataset.turn === 'mine'")
            await screen.page.click(".player .open >> nth=0")
            await screen.page.click(".player.open .detail .primary")
            await screen.until(f"Number(document.documentElement.dataset.picks) >= {state['currentPickNumber']}")
        for screen in screens:
            notes += screen.complaints
        told = events(member, room)
        # The first of two events of one command carries what is known of who sent it.
        signed = [event["type"] for event in told if "signature" in json.dumps(event)]
        for kind in ("EntropyRevealed", "PickMade"):
            count = sum(event["type"] == kind for event in told)
            if count == 0 or signed.count(kind) != count:
                notes.append(f"{signed.count(kind)} of {count} {kind} are signed")
        await browser.close()
    print("\n".join(notes))
    return 1 if notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], int(sys.argv[2]))))
