"""The machine's clock jumps while members draft, and the server is stopped and resumed."""

import asyncio
import random
import shutil
import signal
import struct
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import checker
from members import History, Member
from server import SECONDS, Server, contest, pool
from wire import ask

# A member's time for a pick, in seconds.
CLOCK = 3

# Seconds, one after the other. After a step back the server stops until the clock has reached its old time; after a leap
# forward it resumes with the time that was left.
JUMPS = [0.7, -0.7, 20, -5, 3_600, -5]

# Seconds for which the process is stopped, more than a member has: no member loses time in which no member could act.
STOP = CLOCK + 3


def shifted(folder: Path) -> tuple[Path, dict[str, str]] | None:
    """The file that says by how much the clock is off, and the environment that heeds it; None where that cannot be."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if not sys.platform.startswith("linux") or not compiler:
        return None
    library, offset = folder / "shifted_clock.so", folder / "offset"
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library,
                    Path(__file__).parent / "shifted_clock.c", "-ldl"], check=True)
    offset.write_bytes(struct.pack("<q", 0))
    return offset, {"LD_PRELOAD": str(library), "SHIFTED_CLOCK": str(offset)}


async def run(server: Server, members: int, seed: int) -> int:
    prepared = shifted(server.folder)
    if prepared is None:
        print("skipped: a clock that jumps takes Linux and a C compiler")
        return 0
    offset, environment = prepared
    server.environment |= environment
    # Tokens are to hold wherever the clock is.
    server.issuer.age = 3 * 3_600
    history = History()
    await server.prepare(pool(), contest(teams=10, rounds=4, clock=CLOCK))
    await server.start()
    people = [Member(server, f"member {number}", history, random.Random(f"{seed}/{number}"), 1)
              for number in range(members)]
    tasks = [asyncio.create_task(one.run()) for one in people]
    total = 0.0
    for jump in JUMPS:
        await asyncio.sleep(8)
        total += jump
        with open(offset, "r+b") as file:
            file.write(struct.pack("<q", int(total * SECONDS)))
        print(f"the clock jumps by {jump} s", flush=True)
        await asyncio.sleep(2)
        await look(server, history, jump)
    await asyncio.sleep(8)
    print(f"the server is stopped for {STOP} s", flush=True)
    server.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(STOP)
    server.process.send_signal(signal.SIGCONT)
    await asyncio.sleep(15)
    for one in people:
        one.is_over = True
    _, pending = await asyncio.wait(tasks, timeout=20)
    for task in pending:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await server.end()
    return judge(server, history)


async def look(server: Server, history: History, jump: float) -> None:
    """Two seconds after a jump: until the clock has come as far as it was, the server says so, and is ready then."""
    answer = await ask(server.port, "GET", "/readyz")
    if jump > -2:
        if answer.status != 200:
            history.fault(f"not ready after a jump of {jump} s: {answer.body[:300]}")
        return
    parts = [part["name"] for part in answer.json["parts"] if not part["ok"]]
    if answer.status != 503 or parts != ["time"]:
        history.fault(f"answers {answer.status} after a jump of {jump} s, with complaints about {parts}")
    for _ in range(int(-jump) * 10 + 50):
        if (await ask(server.port, "GET", "/readyz")).status == 200:
            return
        await asyncio.sleep(0.1)
    history.fault(f"not ready again after a jump of {jump} s")


def judge(server: Server, history: History) -> int:
    events = server.events()
    checker.check_order(history, events)
    checker.check_outcomes(history, events)
    for watching in history.watchings:
        checker.check_stream(
            history, watching, [event for event in events if event["stream"] == f"room/{watching.room}"])
    server.run("verify", "--full")
    audit = server.run("audit", expected=(0, 3))
    print(audit.strip().splitlines()[0])
    if "follows every rule" not in audit:
        history.fault("the audit has findings:" + audit.partition("contests")[2].partition("Warnings")[0])
    steps = [event for event in events if event["type"] == "ClockStepped" and event["body"]["to"] < event["body"]["from"]]
    leaps = [event for event in events if event["type"] == "ClockStepped" and event["body"]["to"] > event["body"]["from"]]
    lost = [length for length in expired_turns(events) if length < CLOCK - sum(jump for jump in JUMPS if 0 < jump <= 1)]
    for length in lost:
        history.fault(f"the rules picked after {length:.2f} s, of {CLOCK} s that the member had")
    stops = [event for event in leaps if abs(
        moment(event["body"]["to"]) - moment(event["body"]["from"]) - STOP) < 1]
    if not stops:
        history.fault(f"the server was stopped for {STOP} s, and no such outage is recorded")
    # A member who picks in the last moment makes the autopick stale too, but not if the clocks have restarted.
    begun = [moment(event["recordedAt"]) for event in leaps]
    for event in events:
        if event["type"] == "CommandRejected" and event["body"]["code"] == "staleClock":
            if any(0 <= moment(event["recordedAt"]) - time < 0.5 for time in begun):
                history.fault(f"the server sent what was not due any more, at position {event['position']}")
    drafts = sum(event["type"] == "DraftCompleted" for event in events)
    print(f"{len(JUMPS)} jumps, {len(steps)} of them in the ledger as steps back and {len(leaps)} as leaps forward; "
          f"{drafts} drafts completed, "
          f"{history.counts['streams checked']} streams checked, "
          f"{history.counts['accepted commands checked']} accepted commands")
    backward = sum(jump <= -5 for jump in JUMPS)
    if len(steps) < backward:
        history.fault(f"{backward} steps back, {len(steps)} of them recorded")
    # A leap forward while the server's clock is stopped is not recorded as a leap: it lets the drafts resume.
    if not leaps:
        history.fault(f"{sum(jump > 1 for jump in JUMPS)} leaps forward, none of them recorded")
    if not drafts:
        history.fault("no draft was completed")
    print(f"{len(history.faults)} faults" if history.faults else "No faults.")
    return 1 if history.faults else 0


def expired_turns(events: list[dict]) -> list[float]:
    """How long the clock had run of each pick that the rules made for who did not, in seconds, without its pauses."""
    clocks: dict[str, tuple[int, float, float]] = {}
    turns = []
    for event in events:
        stream, body, time = event["stream"], event["body"], moment(event["recordedAt"])
        if event["type"] == "ClockStarted":
            pick, ran = body["pick"], 0.0
            if stream in clocks and clocks[stream][0] == pick:
                ran = clocks[stream][2]
            clocks[stream] = (pick, time, ran)
        elif event["type"] == "RoomPaused" and stream in clocks:
            # An outage is dated when the service was last up.
            pick, start, ran = clocks[stream]
            clocks[stream] = (pick, start, ran + max(0.0, moment(event["occurredAt"]) - start))
        elif event["type"] == "PickAutomated" and body["reason"] == "clockExpired" and stream in clocks:
            _, start, ran = clocks[stream]
            turns.append(ran + time - start)
    return turns


def moment(text: str) -> float:
    """Seconds since 1970."""
    return datetime.fromisoformat(text).timestamp()
