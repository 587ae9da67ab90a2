"""Event streams over HTTP/2, 100 on each connection: what a stream takes of the server, and how soon an event is on all of them."""

import asyncio
import json
import multiprocessing
import ssl
import struct
import time
import uuid

import tls
from innocents import quantile
from server import Server, contest, pool

KIB, STREAMS, CLIENTS = 1_024, 100, 2
DATA, HEADERS, SETTINGS, PING, WINDOW = 0, 1, 4, 6, 8
ROOMS = 200
# Joins, and the seconds between two of them: the lobby tells of changes at most once a second.
JOINS, PAUSE = 5, 6


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def fields(*pairs: tuple[str, str]) -> bytes:
    """Without a table and without Huffman's code, so that the client costs little (RFC 7541, 6.2.2)."""
    def text(value: str) -> bytes:
        data = value.encode()
        assert len(data) < 127, value
        return bytes([len(data)]) + data

    return b"".join(b"\0" + text(name) + text(value) for name, value in pairs)


class Connection:
    """A connection with as many streams as it may have."""

    def __init__(self):
        self.live, self.seen = 0, []
        self.all_live = asyncio.Event()

    async def open(self, port: int, context: ssl.SSLContext, first: int) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, ssl=context, server_hostname="localhost")
        self.writer.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0, b"") + frame(WINDOW, 0, 0, struct.pack(">I", 1 << 30)))
        for index in range(STREAMS):
            room = (first + index) % ROOMS + 1
            self.writer.write(frame(HEADERS, 5, index * 2 + 1, fields(
                (":method", "GET"), (":scheme", "https"), (":authority", "localhost"), (":path", f"/v1/stream?rooms={room}&lobby"))))
        self.task = asyncio.create_task(self.follow())
        await asyncio.wait_for(self.all_live.wait(), 300)

    async def follow(self) -> None:
        while True:
            head = await self.reader.readexactly(9)
            length, kind, flags = int.from_bytes(head[:3], "big"), head[3], head[4]
            payload = await self.reader.readexactly(length)
            if kind == SETTINGS and not flags & 1:
                self.writer.write(frame(SETTINGS, 1, 0, b""))
            elif kind == PING and not flags & 1:
                self.writer.write(frame(PING, 1, 0, payload))
            elif kind == DATA and length:
                increment = struct.pack(">I", length)
                self.writer.write(frame(WINDOW, 0, 0, increment) + frame(WINDOW, 0, int.from_bytes(head[5:], "big"), increment))
                if b"event: live" in payload:
                    self.live += 1
                    if self.live == STREAMS:
                        self.all_live.set()
                elif b"event: lobby" in payload:
                    self.seen.append(time.monotonic())


def client(port: int, authority: str, first: int, count: int, opened, begun, until, results) -> None:
    async def run() -> None:
        context = ssl.create_default_context(cafile=authority)
        context.set_alpn_protocols(["h2"])
        connections, gate = [Connection() for _ in range(count)], asyncio.Semaphore(1)

        async def one(index: int) -> None:
            async with gate:
                await connections[index].open(port, context, (first + index) * STREAMS)

        await asyncio.gather(*(one(index) for index in range(count)))
        opened.release()
        while not begun.is_set():
            await asyncio.sleep(0.05)
        for connection in connections:
            connection.seen.clear()
        opened.release()
        while not until.is_set():
            await asyncio.sleep(0.05)
        results.put([moment for connection in connections for moment in connection.seen])

    asyncio.run(run())


async def join(trial: tls.Trial, name: str) -> float:
    """Joins the contest as a new member; returns when it was asked."""
    token = trial.server.issuer.token(name)
    user = json.loads(trial.ask("/v1/users/me", token=token)[1])["user"]
    began = time.monotonic()
    command = {"kind": "joinTournament", "user": user, "tournament": 1, "entries": 1, "id": uuid.uuid4().hex}
    status, _ = await asyncio.to_thread(trial.ask, "/v1/commands", json.dumps(command).encode(), token)
    trial.expect(status == 200, f"{name} joins: {status}")
    return began


async def run(server: Server, streams: int) -> int:
    trial, count = tls.Trial(server), streams // STREAMS
    await server.prepare(pool(), contest(teams=10, rounds=4, clock=43_200))
    server.run("simulate", "--rooms", ROOMS, "--seed", 7, "--teams", 4, "--rounds", 4, "--profile", "quiet")
    trial.authority()
    # The simulated drafts end in the future.
    await trial.begin(
        "--continue-clock", limits={"streams": 1_000_000}, address={"connections": 100_000}, log={"level": "warning"}, times={"presence": 600})
    before = server.memory()
    context = multiprocessing.get_context("spawn")
    opened, begun, until, results = context.Semaphore(0), context.Event(), context.Event(), context.Queue()
    began = time.monotonic()
    share = [count * index // CLIENTS for index in range(CLIENTS + 1)]
    for first, end in zip(share, share[1:]):
        context.Process(target=client, daemon=True, args=(
            server.port, str(trial.ca), first, end - first, opened, begun, until, results)).start()
    for _ in range(CLIENTS):
        await asyncio.to_thread(opened.acquire)
    print(f"{count * STREAMS} streams on {count} connections are live after {time.monotonic() - began:.1f} s; each takes "
          f"{(server.memory() - before) / count / STREAMS / KIB:.1f} KiB of the server", flush=True)
    begun.set()
    for _ in range(CLIENTS):
        await asyncio.to_thread(opened.acquire)
    asked = []
    for number in range(JOINS):
        asked.append(await join(trial, f"member {number}"))
        await asyncio.sleep(PAUSE)
    until.set()
    seen: list[float] = []
    for _ in range(CLIENTS):
        seen += await asyncio.to_thread(results.get, True, 120)
    delays = [moment - max(begin for begin in asked if begin <= moment) for moment in seen if moment >= asked[0]]
    trial.expect(len(delays) == JOINS * count * STREAMS, f"{len(delays)} events of {JOINS} joins on {count * STREAMS} streams")
    print(f"from the request of a join to its event: p50 {quantile(delays, 0.5):.3f} s, p99 {quantile(delays, 0.99):.3f} s, "
          f"last {max(delays):.3f} s")
    began = time.monotonic()
    status = await server.end()
    trial.expect(status == 0, f"the server ends with {status} after {time.monotonic() - began:.1f} s")
    return 1 if trial.faults else 0
