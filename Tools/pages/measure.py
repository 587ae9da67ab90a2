"""The tasks of a draft room on a slow phone: python measure.py http://127.0.0.1:3000 SECONDS WIDTHxHEIGHT [PICKS]

Run by `measure`. The server is one for development. SECONDS are from pick to pick; the draft is left after PICKS. On a busy
machine, a task's time by the wall clock is longer than that of the CPU, which is the one to compare. Parts are of the CPU.
"""

import asyncio
import json
import os
import sys
from collections import Counter

from drafter import Table, picks
from people import Screen, chromium
from playwright.async_api import async_playwright
from states import House

SLOWER = 4
LONG_TASKS = """
window.tasks = [];
new PerformanceObserver(list => { for (const entry of list.getEntries()) window.tasks.push(Math.round(entry.duration)); }).observe({ type: "longtask", buffered: true });
"""
# The time from a letter to the end of the next frame.
TYPE = """
letter => new Promise(done => {
  const field = document.querySelector("input[type=search]"), start = performance.now();
  field.value += letter;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const script = performance.now() - start;
  requestAnimationFrame(() => setTimeout(() => done([script, performance.now() - start].map(Math.round))));
})
"""
ELEMENTS = "document.querySelectorAll('*').length"
# The parts of a task, by the names that Chromium traces.
PARTS = {
    "FunctionCall": "script", "EvaluateScript": "script", "v8.evaluateModule": "script", "RunMicrotasks": "script", "v8.compile": "compile",
    "v8.compileModule": "compile", "FireAnimationFrame": "script", "TimerFire": "script", "EventDispatch": "script",
    "Layout": "layout", "UpdateLayoutTree": "style", "PrePaint": "paint", "Paint": "paint", "Layerize": "paint", "Commit": "paint",
    "UpdateLayerTree": "paint", "HitTest": "layout", "ParseHTML": "parse", "ParseAuthorStyleSheet": "parse", "MinorGC": "memory", "MajorGC": "memory",
    "V8.GC_MC_INCREMENTAL_MARKING": "memory", "V8.GC_SCAVENGER": "memory", "V8.GCScavenger": "memory", "IntersectionObserverController::computeIntersections": "layout",
}


async def traced(session, work):
    """Runs work while Chromium traces the page. Returns the events."""
    events, done = [], asyncio.Event()
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda _: done.set())
    categories = ["toplevel", "devtools.timeline", "v8", "blink.user_timing", "disabled-by-default-devtools.timeline", "disabled-by-default-v8.gc"]
    await session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": categories, "excludedCategories": ["*"], "recordMode": "recordAsMuchAsPossible"}})
    await work()
    await session.send("Tracing.end")
    await asyncio.wait_for(done.wait(), 120)
    return events


def tasks(events):
    """The tasks of the page's main thread, the longest first: milliseconds by the wall clock, of the CPU, and by part."""
    threads = {(one["pid"], one["tid"]) for one in events if one["name"] == "thread_name" and one["args"].get("name") == "CrRendererMain"}
    starts = Counter((one["pid"], one["tid"]) for one in events if one["name"] in ("FunctionCall", "FireAnimationFrame"))
    # Of several renderers, the one that did most.
    main = max(threads, key=lambda thread: starts[thread])
    mine = sorted((one for one in events if one.get("ph") == "X" and (one["pid"], one["tid"]) == main), key=lambda one: (one["ts"], -one.get("dur", 0)))
    found, open_parts, task = [], [], None
    for one in mine:
        if one["name"] in ("RunTask", "ThreadControllerImpl::RunTask"):
            if task is None or one["ts"] >= task["end"]:
                task = {"end": one["ts"] + one["dur"], "wall": one["dur"] / 1_000, "cpu": one.get("tdur", 0) / 1_000, "at": one["ts"], "parts": Counter(), "why": Counter(), "counts": [], "names": Counter()}
                found.append(task)
                open_parts = []
            continue
        if task is None or one["ts"] >= task["end"]:
            continue
        length = one.get("tdur", one.get("dur", 0)) / 1_000
        task["names"][one["name"]] += length
        if one["name"] not in PARTS:
            continue
        while open_parts and one["ts"] >= open_parts[-1][0]:
            open_parts.pop()
        if open_parts:
            task["parts"][open_parts[-1][1]] -= length
        part = PARTS[one["name"]]
        task["parts"][part] += length
        data = one.get("args", {}).get("data") or {}
        if one["name"] in ("FunctionCall", "EvaluateScript", "v8.evaluateModule", "v8.compileModule"):
            task["why"][f"{data.get('functionName') or one['name']} {(data.get('url') or '').split('/')[-1]}:{data.get('lineNumber', '')}"] += length
        elif one["name"] in ("Layout", "UpdateLayoutTree"):
            task["why"][one["name"] + (" (forced)" if open_parts and open_parts[-1][1] == "script" else "")] += length
            # Of how many elements the style was computed, and how many boxes were laid out.
            begun = one.get("args", {}).get("beginData", {})
            task["counts"].append(one["args"].get("elementCount") or f"{begun.get('dirtyObjects')}/{begun.get('totalObjects')}")
        open_parts.append((one["ts"] + one.get("dur", 0), part))
    return sorted(found, key=lambda task: -task["cpu"])


def told(found, most=6):
    """The number of long tasks, and what is in the longest."""
    walls, cpu = ([task[kind] for task in found] for kind in ("wall", "cpu"))
    total = sum((task["parts"] for task in found), Counter())
    return {
        "tasks": len(found), "wall": {"over50": sum(one > 50 for one in walls), "over100": sum(one > 100 for one in walls), "longest": round(max(walls))},
        "cpu": {"over50": sum(one > 50 for one in cpu), "over100": sum(one > 100 for one in cpu), "longest": round(max(cpu)), "sum": round(sum(cpu))},
        "seconds": {part: round(length / 1_000, 2) for part, length in total.most_common()},
        "worst": [{"wall": round(task["wall"]), "cpu": round(task["cpu"]), "parts": {part: round(length) for part, length in task["parts"].most_common() if length >= 1},
                   "why": {what: round(length) for what, length in task["why"].most_common(5) if length >= 2}, "styledOrLaidOut": task["counts"], "names": {n: round(l) for n, l in task["names"].most_common(9) if l >= 3}} for task in found[:most]],
    }


async def main(base, pause, size, last=216):
    house, load = House(base), [os.getloadavg()[0]]
    table = await Table(house, name="measured").begin()
    me, figures, typing = table.slots[4], {"size": size, "slower": SLOWER}, []
    width, height = map(int, size.split("x"))
    async with async_playwright() as playwright:
        browser = await chromium(playwright, whole=True)
        screen = await Screen.open(browser, me, (width, height))
        await screen.context.add_init_script(LONG_TASKS)
        await screen.sign_in()
        page, session = screen.page, await screen.context.new_cdp_session(screen.page)
        await session.send("Network.clearBrowserCache")
        await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

        async def start():
            await screen.go(f"/draft/{table.room}")
            await page.wait_for_selector("html[data-connection=live]")
            await asyncio.sleep(4)

        async def draft():
            for pick in range(1, last + 1):
                if table.slots[table.slot(pick)] is me:
                    await picks(screen, pick - 1)
                    await page.click(".player .open >> nth=1")
                    await page.click(".player.open .detail .primary")
                    await picks(screen, pick)
                    # As people look at their phones: another tab, and back.
                    for tab in ("queue", "rosters", "board", "players") if pick % 5 else ():
                        await page.click(f"#tab-{tab}")
                        await asyncio.sleep(0.4)
                else:
                    taken = {one["playerIndex"] for one in house.staff.get(f"/v1/rooms/{table.room}/board")["picks"]}
                    table.pick(pick, next(player for player in range(480) if player not in taken))
                    await asyncio.sleep(pause)
                if pick % 24 == 0 and pick < 216:
                    await picks(screen, pick)
                    await asyncio.sleep(1)
                    for letters in "tom":
                        typing.append(await page.evaluate(TYPE, letters))
                        await asyncio.sleep(0.15)
                    figures.setdefault("elements", []).append(await page.evaluate(ELEMENTS))
                    await page.fill("input[type=search]", "")
                    await asyncio.sleep(0.3)

        figures["start"] = told(tasks(await traced(session, start)))
        figures["start"]["reported"] = sorted(await page.evaluate("window.tasks.splice(0)"), reverse=True)[:8]
        figures["bytes"], figures["requests"] = screen.bytes, screen.requests
        figures["draft"] = told(tasks(await traced(session, draft)), most=12)
        figures["draft"]["reported"] = sorted(await page.evaluate("window.tasks.splice(0)"), reverse=True)[:12]
        await asyncio.sleep(1)
        figures.setdefault("elements", []).append(await page.evaluate(ELEMENTS))
        # The first letter of each search, then the others; script, and until the next frame is drawn.
        figures["firstLetter"], figures["laterLetters"] = typing[::3], typing[1::3] + typing[2::3]
        await browser.close()
    figures["load"] = load + [os.getloadavg()[0]]
    print(json.dumps(figures, indent=1))
    for note in house.notes:
        print(note, file=sys.stderr)
    return 1 if house.notes else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], float(sys.argv[2]), sys.argv[3], *map(int, sys.argv[4:5]))))
