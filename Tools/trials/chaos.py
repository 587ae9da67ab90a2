"""Members draft on whole contests while the server is killed and started again."""

import asyncio
import random
import time

import checker
from members import History, Member
from server import Server, contest, pool

CLOCK, GRACE = 3.0, 1.0


async def nemesis(
        server: Server, kills: int, pause: float, within: float, chance: random.Random) -> tuple[list, list]:
    """Kills the server `kills` times, and starts it again. Returns the outages, and how long each start took.

    No kill comes after `within` seconds, so that a slow machine does fewer of them in the same time.
    """
    outages, starts, began = [], [], time.monotonic()
    for number in range(kills):
        await asyncio.sleep(chance.uniform(pause / 3, pause))
        if time.monotonic() - began > within:
            break
        since = time.time()
        if number % 10 == 9:
            await server.end()
        else:
            await server.kill()
        await asyncio.sleep(chance.choice([0, 0, pause / 18, pause / 3]))
        if chance.random() < 0.2:
            # Once more while it starts.
            await server.launch()
            await asyncio.sleep(chance.random() * 0.3)
            await server.kill()
        starts.append(await server.start())
        outages.append((since, time.time()))
    return outages, starts


async def run(
        server: Server, members: int, kills: int, pause: float, within: float, seed: int, patience: float) -> int:
    chance, history = random.Random(seed), History()
    await server.prepare(pool(), contest(teams=10, rounds=12, clock=CLOCK, grace=GRACE))
    await server.start()
    people = [Member(server, f"member {number}", history, random.Random(f"{seed}/{number}"), patience)
              for number in range(members)]
    tasks = [asyncio.create_task(one.run()) for one in people]
    began = time.monotonic()
    outages, starts = await nemesis(server, kills, pause, within, chance)
    await asyncio.sleep(5)
    for one in people:
        one.is_over = True
    finished, pending = await asyncio.wait(tasks, timeout=20)
    for task in pending:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in finished:
        if not task.cancelled() and task.exception():
            history.fault(f"a member ended: {task.exception()!r}")
    print(f"{members} members, {time.monotonic() - began:.0f} s, {len(outages)} ends of the server", flush=True)
    await server.end()
    return judge(server, history, outages, starts)


def judge(server: Server, history: History, outages: list, starts: list) -> int:
    events = server.events()
    checker.check_order(history, events)
    checker.check_outcomes(history, events)
    by_room: dict[str, list[dict]] = {}
    for event in events:
        by_room.setdefault(event["stream"], []).append(event)
    for watching in history.watchings:
        checker.check_stream(history, watching, by_room.get(f"room/{watching.room}", []))
    least = checker.check_clocks(history, events, outages, CLOCK)
    server.run("verify", "--full")
    audit = server.run("audit", expected=(0, 3))
    print(audit.strip().splitlines()[0])
    if "follows every rule" not in audit:
        history.fault("the audit has findings:" + audit.partition("contests")[2].partition("Warnings")[0])
    for what, count in sorted(history.counts.items()):
        print(f"{count:8} {what}")
    drafts = sum(event["type"] == "DraftCompleted" for event in events)
    picks = sum(event["type"] == "PickMade" for event in events)
    lateness = checker.late(events)
    print(f"{len(events)} events, {drafts} drafts completed, {picks} picks; answering again after "
          f"{min(starts):.2f}-{max(starts):.2f} s; the least time of an absent member {least:.2f} s of {CLOCK + GRACE} s")
    if lateness:
        print(f"expiries late by {lateness[len(lateness) // 2]:.0f} ms in the middle, {lateness[-1]:.0f} ms at most")
    print(f"{len(history.faults)} faults" if history.faults else "No faults.")
    return 1 if history.faults else 0
