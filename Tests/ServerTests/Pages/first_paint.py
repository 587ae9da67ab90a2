"""How soon a draft room is there, and how smoothly its board scrolls: python first_paint.py http://127.0.0.1:3000 CONTEST

CONTEST has rooms of 12 for 18 rounds. Prints, for a phone with nothing kept and again with everything kept: bytes over the
wire, requests, first contentful paint, when the board could be drafted from, layout shift; and, with the CPU slowed four
times, how long the frames took while the board scrolled both ways. Then the first contentful paints of a line of text, the
terms, the lobby and the room, nine visits each by browsers that have kept nothing: the first is what the browser itself takes.
Times depend on the machine: this tells, and judges only what does not.
"""

import asyncio
import json
import sys

from people import Member, Screen, chromium
from playwright.async_api import async_playwright

# One step a frame, to the far corner and back; the board is scrolled by its own box.
SCROLL = """
() => new Promise(done => {
  const box = document.querySelector(".boardbox"), times = [];
  let last = performance.now(), step = 0;
  const frame = now => {
    times.push(now - last);
    last = now;
    const way = step < 60 ? step / 60 : 2 - step / 60;
    box.scrollTo(way * (box.scrollWidth - box.clientWidth), way * (box.scrollHeight - box.clientHeight));
    if (++step <= 120) requestAnimationFrame(frame); else done(times.slice(2));
  };
  requestAnimationFrame(frame);
})
"""


async def paints(screen, path):
    """What one visit takes."""
    await screen.go(path)
    await screen.page.wait_for_selector(".player")
    await asyncio.sleep(0.5)
    paint, moved = await screen.page.evaluate(
        "[performance.getEntriesByName('first-contentful-paint')[0]?.startTime, window.moved]")
    room = await screen.page.evaluate("performance.getEntriesByType('resource').filter(one => one.name.includes('/v1/rooms/'))[0]?.responseEnd")
    return {"bytes": screen.bytes, "requests": screen.requests, "firstPaintMilliseconds": round(paint), "roomReadMilliseconds": round(room), "moved": moved}


async def scrolls(screen, path):
    """How long frames take while the board scrolls on a slow phone, in milliseconds."""
    await screen.go(path + "#board")
    await screen.page.wait_for_selector(".boardbox")
    session = await screen.context.new_cdp_session(screen.page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    frames = sorted(await screen.page.evaluate(SCROLL))
    await session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return {"frames": len(frames), "median": round(frames[len(frames) // 2], 1), "p95": round(frames[len(frames) * 95 // 100], 1), "longest": round(frames[-1], 1)}


async def first_paints(browser, member, path):
    """The first contentful paint of nine visits from the lobby, in milliseconds."""
    paints = []
    for _ in range(9):
        screen = await (await Screen.open(browser, member)).sign_in()
        session = await screen.context.new_cdp_session(screen.page)
        await session.send("Network.clearBrowserCache")
        await screen.page.goto(member.base + path)
        await asyncio.sleep(0.5)
        paints.append(await screen.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime"))
        await screen.context.close()
    paints.sort()
    return {"median": round(paints[4]), "least": round(paints[0]), "most": round(paints[8])}


async def main(base, contest):
    members = [Member(base, f"painter {number}") for number in range(12)]
    room = [member.join(contest) for member in members][0]
    path, notes = f"/draft/{room}", []
    async with async_playwright() as playwright:
        browser = await chromium(playwright)
        told = {}
        for name, size in (("phone", (390, 844)), ("laptop", (1400, 900))):
            screen = await (await Screen.open(browser, members[0], size)).sign_in()
            # What the lobby has brought is not the room's.
            session = await screen.context.new_cdp_session(screen.page)
            await session.send("Network.clearBrowserCache")
            cold = await paints(screen, path)
            warm = await paints(screen, path)
            told[name] = {"cold": cold, "warm": warm, "scrolling": await scrolls(screen, path)}
            for visit in (cold, warm):
                if visit["bytes"] >= 100_000 or visit["requests"] > 40 or visit["moved"] >= 0.005:
                    notes.append(f"{name}: {visit}")
            notes += [f"{name}: {words}" for words in screen.complaints]
        told["firstPaints"] = {
            name: await first_paints(browser, members[0], visited)
            for name, visited in (("a line of text", "/livez"), ("terms", "/terms"), ("lobby", "/"), ("room", path))}
        await browser.close()
    print(json.dumps(told, indent=2))
    print("\n".join(notes))
    return 1 if notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], int(sys.argv[2]))))
