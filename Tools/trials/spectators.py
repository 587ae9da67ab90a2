"""A crowd that watches one draft: what each stream takes, and how soon a pick is with the members and with everybody."""

import asyncio
import multiprocessing
import os
import resource
import time

from innocents import quantile
from server import Server, contest, pool
from wire import Gone, ask, request

KIB, PICKS = 1_024, 20
# The server lets one address have at most 10,000 streams.
PER_ADDRESS = 5_000


class Watcher:
    """A stream of the room, and when each of its picks came."""

    def __init__(self):
        self.seen: list[float] = []
        self.task: asyncio.Task | None = None

    async def open(self, port: int, room: int, address: str | None, token: str | None) -> None:
        """Waits until all existing events have arrived; continues in the background."""
        reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", port, limit=4_096, local_addr=address and (address, 0))
        self.writer.write(request("GET", f"/v1/stream?rooms={room}", token))
        text = b""
        while b"event: live" not in text:
            piece = await asyncio.wait_for(reader.read(65_536), 60)
            if not piece:
                raise Gone(f"a stream ended with {text[:200]}")
            text += piece
        self.task = asyncio.create_task(self.follow(reader))

    async def follow(self, reader: asyncio.StreamReader) -> None:
        rest = b""
        while piece := await reader.read(65_536):
            lines = (rest + piece).split(b"\n")
            rest = lines.pop()
            self.seen += [time.monotonic() for line in lines if b'"type":"PickMade"' in line]


def _member(port: int, room: int, token: str, begun, until, results) -> None:
    watcher = Watcher()

    async def watch() -> None:
        await watcher.open(port, room, None, token)
        begun.set()
        while not until.is_set():
            await asyncio.sleep(0.1)

    asyncio.run(watch())
    results.put(watcher.seen)


class Apart:
    """A member's stream in a process of its own, in which it waits for no other stream."""

    def __init__(self, port: int, room: int, token: str):
        context = multiprocessing.get_context("spawn")
        begun, self.until, self.results = context.Event(), context.Event(), context.Queue()
        context.Process(
            target=_member, args=(port, room, token, begun, self.until, self.results), daemon=True).start()
        begun.wait(60)

    def end(self) -> list[float]:
        """When each pick came."""
        self.until.set()
        return self.results.get(timeout=60)


async def opened(server: Server, room: int, count: int) -> list[Watcher]:
    """Opens the streams of third parties, 64 at a time."""
    watchers, gate = [Watcher() for _ in range(count)], asyncio.Semaphore(64)

    async def one(number: int) -> None:
        async with gate:
            await watchers[number].open(server.port, room, f"127.0.0.{2 + number // PER_ADDRESS}", None)
    await asyncio.gather(*(one(number) for number in range(count)))
    return watchers


async def run(server: Server, crowd: int) -> int:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    server.settings |= {
        "streams": {"most": 10_000}, "limits": {"connections": crowd * 9 // 8 + 100, "streams": crowd + 100}}
    await server.prepare(pool(), contest(2, 20, clock=3_600, countdown=1) | {"spectators": "live"})
    await server.start()
    members = {}
    for name in ("anna", "ben"):
        token = server.issuer.token(name)
        user = int((await ask(server.port, "GET", "/api/user", token)).json["id"])
        joined = await ask(server.port, "POST", "/v1/commands", token,
                           {"kind": "joinTournament", "user": user, "tournament": 1, "entries": 1},
                           Idempotency_Key=os.urandom(16).hex())
        room = next(int(event["stream"].partition("/")[2]) for event in joined.json["events"]
                    if event["type"] == "SeatTaken")
        members[user] = token
    own = Apart(server.port, room, next(iter(members.values())))

    async def picks(players: range, pause: float) -> list[tuple[float, float]]:
        """When each of the next picks was sent, and when it was answered."""
        times = []
        for player in players:
            state = (await ask(server.port, "GET", f"/v1/rooms/{room}", next(iter(members.values())))).json
            user = next(seat["user"] for seat in state["members"] if seat["seat"] == state["seatOnClock"])
            sent = time.monotonic()
            answer = await ask(server.port, "POST", "/v1/commands", members[user],
                               {"kind": "makePick", "room": room, "pick": state["currentPickNumber"], "player": player},
                               Idempotency_Key=os.urandom(16).hex(), within=60)
            if answer.status != 200:
                raise SystemExit(f"a pick was answered {answer.status} {answer.body[:300]}")
            times.append((sent, time.monotonic()))
            await asyncio.sleep(pause)
        return times

    def report(name: str, sent: list[tuple[float, float]], seen: list[float]) -> None:
        waits = [came - began for (began, _), came in zip(sent, seen)]
        print(f"{name}: {1_000 * quantile(waits, 0.5):.1f} ms in the middle, {1_000 * max(waits):.1f} ms at most")

    while (await ask(server.port, "GET", f"/v1/rooms/{room}", next(iter(members.values())))).json["status"] != "active":
        await asyncio.sleep(0.1)
    alone = await picks(range(PICKS), pause=0.2)
    before, began = server.memory(), time.monotonic()
    watchers = await opened(server, room, crowd)
    took = time.monotonic() - began
    await asyncio.sleep(2)
    each = (server.memory() - before) / crowd / KIB
    print(f"{crowd} streams are open after {took:.1f} s: {each:.1f} KiB of the server's memory each")
    # Spectators have cores of their own: what theirs take of this machine's is not to be what members wait for.
    os.nice(10)
    # Each is with everybody before the next one.
    among = await picks(range(PICKS, 2 * PICKS), pause=max(0.2, 4 * crowd / 15_000))
    end = time.monotonic() + 30
    while time.monotonic() < end and any(len(watcher.seen) < PICKS for watcher in watchers):
        await asyncio.sleep(0.1)
    missing = sum(len(watcher.seen) != PICKS for watcher in watchers)
    seen = own.end()
    report("a pick's answer without them", alone, [answered for _, answered in alone])
    report("a pick's answer", among, [answered for _, answered in among])
    report("a pick with a member without them", alone, seen)
    report("a pick with a member", among, seen[PICKS:])
    report("a pick with half of the spectators", among,
           [quantile([watcher.seen[number] for watcher in watchers if len(watcher.seen) > number], 0.5)
            for number in range(PICKS)])
    report("a pick with all of them", among,
           [max(watcher.seen[number] for watcher in watchers if len(watcher.seen) > number) for number in range(PICKS)])
    status = await server.end()
    print(f"of {crowd} spectators {missing} did not see each of {PICKS} picks once; the server ended with {status}")
    return 1 if missing or status else 0
