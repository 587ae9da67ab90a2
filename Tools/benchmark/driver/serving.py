"""The server over HTTP, compared with the library, the disk and its competitors in one run."""

import asyncio
import json
import os
import re
import struct
import subprocess
import sys
import time
import uuid
from datetime import datetime
from pathlib import Path

import call
import contestants
import machine
import postgres
import prepare

# The server as a process, its tokens, and HTTP.
sys.path.append(str(prepare.ROOT.parent / "trials"))

import server as trial  # noqa: E402
from wire import Connection, ask, frames, request  # noqa: E402

CONNECTIONS = (1, 64, 256)
TEAMS, ROUNDS = 12, 18
PICKS = TEAMS * ROUNDS


def load_program() -> Path:
    return prepare.compiled("http_load", ["http_load.c"], None)


class Load:
    """Requests that connections send one after the other, and what came of them."""

    def __init__(self, folder: Path):
        self.program, self.folder = load_program(), folder

    def run(self, port: int, connections: int, seconds: float, scripts: list[list[bytes]], again: bool = False) -> dict:
        path = self.folder / "script"
        with open(path, "wb") as file:
            file.write(struct.pack("=I", len(scripts)))
            for script in scripts:
                file.write(struct.pack("=I", len(script)))
                for one in script:
                    file.write(struct.pack("=I", len(one)) + one)
        words = [self.program, port, connections, seconds, path, *(["again"] if again else [])]
        found = json.loads(prepare.run_quietly(list(map(str, words)), f"http_load at {connections}"))
        if found["refused"]:
            prepare.say(f"  {found['refused']} of {found['requests']} refused, the first with {found['firstRefusal']}")
        return found


class House:
    """A server with rooms that draft, without a clock that matters, and the tokens of their members."""

    def __init__(self, server: trial.Server):
        self.server = server
        self.tokens: dict[int, str] = {}
        self.rooms: list[tuple[int, dict[int, int]]] = []  # each with its users by slot
        self.seats: dict[tuple[int, int], int] = {}        # by room and user

    async def open(self, rooms: int) -> None:
        clocks = trial.contest(TEAMS, ROUNDS, clock=43_200, countdown=1), \
            trial.contest(TEAMS, 2, clock=2, grace=0.5, countdown=1, number=2)
        await self.server.prepare(trial.pool(), *clocks)
        await self.server.start()
        for number in range(TEAMS):
            token = self.server.issuer.token(f"member {number}")
            answer = await ask(self.server.port, "GET", "/api/user", token)
            self.tokens[int(answer.json["id"])] = token
        self.rooms = await self.fill(rooms, tournament=1)

    async def fill(self, rooms: int, tournament: int) -> list[tuple[int, dict[int, int]]]:
        """Joins every member to `rooms` rooms, and waits until they draft."""
        connection, found = await Connection.open(self.server.port), set()
        for user, token in self.tokens.items():
            for first in range(0, rooms, 20):
                body = {"kind": "joinTournament", "user": user, "tournament": tournament,
                        "entries": min(20, rooms - first)}
                answer = await connection.ask(request(
                    "POST", "/v1/commands", token, json.dumps(body).encode(), Idempotency_Key=uuid.uuid4().hex), 60)
                if answer.status != 200:
                    raise prepare.Unavailable(f"a join was answered {answer.status} {answer.body[:200]}")
                found |= {int(event["stream"].partition("/")[2]) for event in answer.json["events"]
                          if event["type"] == "SeatTaken"}
        drafting = []
        for room in sorted(found):
            while True:
                answer = await connection.ask(
                    request("GET", f"/v1/rooms/{room}", next(iter(self.tokens.values()))))
                if answer.status != 200:
                    raise prepare.Unavailable(f"room {room} was answered {answer.status} {answer.body[:200]}")
                shown = answer.json
                if shown["status"] not in ("waiting", "countdown"):
                    break
                await asyncio.sleep(0.2)
            self.seats |= {(room, seat["user"]): seat["seat"] for seat in shown["members"]}
            drafting.append((room, {seat["slot"]: seat["user"] for seat in shown["members"]}))
        connection.close()
        return drafting

    def picks(self, room: int, users: dict[int, int]) -> list[dict]:
        """All picks of a draft, in order, with whose they are."""
        made = []
        for number in range(1, PICKS + 1):
            place, turn = (number - 1) % TEAMS, (number - 1) // TEAMS
            user = users[place if turn % 2 == 0 else TEAMS - 1 - place]
            made.append({"user": user, "command": {"kind": "makePick", "room": room, "pick": number,
                                                   "player": number - 1}})
        return made

    def script(self, room: int, users: dict[int, int]) -> list[bytes]:
        return [request("POST", "/v1/commands", self.tokens[pick["user"]], json.dumps(pick["command"]).encode(),
                        Idempotency_Key=uuid.uuid4().hex) for pick in self.picks(room, users)]


def row(name: str, rate: float, found: dict | None = None, more: str = "") -> None:
    text = f"  {name:52} {rate:9,.0f} /s"
    if found:
        text += f"   p50 {found['p50']:7.2f} ms   p99 {found['p99']:7.2f}   longest {found['longest']:7.1f}"
    print(text + more, flush=True)


def library(folder: Path, senders: int, seconds: float) -> float | None:
    """Picks a second of the library alone, in a process that is its own client."""
    try:
        program = prepare.swift_product("under-load")
        said = prepare.run_quietly(
            [str(program), "--workload", "send", "--rooms", str(max(64, 4 * senders)), "--clients", str(senders),
             "--dir", str(folder / f"send-{senders}"), "--seconds", str(seconds)], "under-load")
    except prepare.Unavailable as reason:
        prepare.say(f"skipping the library's send: {reason}")
        return None
    line = said.strip().splitlines()[-1]
    print("    " + line)
    return float(re.search(r"([\d.]+)/s", line)[1])


def stored(name: str, folder: Path, clients: int, seconds: float) -> None:
    """A store that the other parts of the benchmark call, at the same number of clients."""
    one = next(one for one in contestants.ALL if one.name == name)
    directory = folder / f"{name}-{clients}"
    directory.mkdir()
    try:
        outcome = call.call([*one.prepare(), "--workload", "append", "--shape", "pick", "--dir", str(directory),
                             "--rooms", str(clients), "--clients", str(clients), "--batch", "1", "--events",
                             "1000000", "--seconds", str(seconds)])
        row(f"{name}, {clients} clients, an event each at a time", outcome.events / outcome.seconds)
    except (prepare.Unavailable, call.Failed) as reason:
        print(f"  skipped {name}: {reason}", flush=True)


async def streams(house: House, rooms: list[tuple[int, dict[int, int]]], picks: int, pace: float) -> None:
    """From a pick's sending, and from its answer, to each member's socket: twelve streams a room, paced picks."""
    sent: dict[tuple[int, int], tuple[float, float]] = {}
    arrived: dict[tuple[int, int], list[float]] = {}

    async def follow(room: int, token: str) -> None:
        async for frame in frames(house.server.port, f"/v1/stream?rooms={room}", token):
            if frame.name == "events" and '"type":"PickMade"' in frame.data:
                number = json.loads(frame.data)["body"]["pick"]
                arrived.setdefault((room, number), []).append(time.monotonic())

    followers = [asyncio.create_task(follow(room, house.tokens[user])) for room, users in rooms
                 for user in users.values()]
    await asyncio.sleep(2)
    connection = await Connection.open(house.server.port)
    scripts = {room: house.script(room, users) for room, users in rooms}
    for number in range(1, picks + 1):
        for room, _ in rooms:
            began = time.monotonic()
            answer = await connection.ask(scripts[room][number - 1])
            if answer.status != 200:
                raise prepare.Unavailable(f"a pick was answered {answer.status} {answer.body[:200]}")
            sent[room, number] = (began, time.monotonic())
            await asyncio.sleep(pace)
    await asyncio.sleep(1)
    for one in followers:
        one.cancel()
    await asyncio.gather(*followers, return_exceptions=True)
    whole = sorted(time - sent[key][0] for key, times in arrived.items() for time in times)
    behind = sorted(time - sent[key][1] for key, times in arrived.items() for time in times)
    expected = len(sent) * TEAMS
    print(f"  pick to stream, {len(followers)} streams, {1 / pace:.0f} picks a second at most: "
          f"{len(whole)} of {expected} deliveries; from sending p50 {whole[len(whole) // 2] * 1e3:.2f} ms, "
          f"p99 {whole[len(whole) * 99 // 100] * 1e3:.2f}; from the answer p50 {behind[len(behind) // 2] * 1e3:.2f}, "
          f"p99 {behind[len(behind) * 99 // 100] * 1e3:.2f} (less than 0 is before it)", flush=True)


async def expiries(house: House, rooms: int) -> None:
    """How late the picks of members are made who let their time run out."""
    await house.fill(rooms, tournament=2)
    await asyncio.sleep(TEAMS * 2 * 2.5 + 5)
    await house.server.end()
    due, late = {}, []
    for event in house.server.events():
        if event["type"] == "ClockStarted":
            due[event["stream"]] = event["body"]["graceEndsAt"]
        elif event["type"] == "PickAutomated":
            late.append(microseconds(event["recordedAt"]) - microseconds(due[event["stream"]]))
    late.sort()
    print(f"  expiries, {rooms} rooms: {len(late)}, late by p50 {late[len(late) // 2] / 1e3:.1f} ms, "
          f"p99 {late[len(late) * 99 // 100] / 1e3:.1f}, p99.9 {late[len(late) * 999 // 1000] / 1e3:.1f}, "
          f"most {late[-1] / 1e3:.1f}", flush=True)


def microseconds(text: str) -> int:
    return round(datetime.fromisoformat(text).timestamp() * 1e6)


def against_postgres(folder: Path, load: Load, connections: int, seconds: float) -> None:
    try:
        python = prepare.python_with("asyncpg")
        prepare.python_with("aiohttp")
        rival = postgres.Postgres(folder, python, trial.free_port(), trial.free_port())
    except prepare.Unavailable as reason:
        print(f"  skipped PostgreSQL: {reason}", flush=True)
        return
    try:
        rival.start()
        live = [[request("GET", "/livez")]]
        found = load.run(rival.http_port, connections, seconds / 2, live, again=True)
        row(f"aiohttp, GET /livez, {connections} connections", found["requests"] / found["seconds"], found)
        scripts = [[request("POST", "/events", None, json.dumps(
            {"kind": "makePick", "room": room, "pick": pick, "player": pick, "id": uuid.uuid4().hex}).encode())
            for pick in range(1, PICKS + 1)] for room in range(connections)]
        found = load.run(rival.http_port, connections, seconds, scripts)
        row(f"PostgreSQL 15 behind aiohttp, {connections} connections", found["requests"] / found["seconds"], found)
    except prepare.Unavailable as reason:
        print(f"  skipped PostgreSQL: {reason}", flush=True)
    finally:
        rival.end()
        subprocess.run(["rm", "-rf", rival.folder], check=False)


async def measure(program: Path, folder: Path, seconds: float) -> None:
    host = machine.describe(folder)
    print(f"{host['processor']}, {host['cores']} cores, {host['fileSystem']}, load {host['loadBefore']} before; "
          "clients on the same cores", flush=True)
    (folder / "server").mkdir()
    load, house = Load(folder), House(trial.Server(program, folder / "server"))
    try:
        await rows(load, house, folder, seconds)
    finally:
        if house.server.process and house.server.process.returncode is None:
            await house.server.kill()


async def rows(load: Load, house: House, folder: Path, seconds: float) -> None:
    await house.open(sum(CONNECTIONS) + 60)
    rooms = list(house.rooms)
    member = next(iter(house.tokens.values()))
    port = house.server.port
    for connections in CONNECTIONS:
        print(f"{connections} at a time", flush=True)
        if connections == 1:
            stored("fdatasync", folder, 1, seconds / 2)
        found = load.run(port, connections, seconds / 2, [[request("GET", "/livez")]], again=True)
        livez = found["requests"] / found["seconds"]
        row(f"GET /livez, {connections} connections", livez, found)
        looked = load.run(port, connections, seconds / 2, [[request("GET", f"/v1/rooms/{rooms[-1][0]}", member)]], True)
        row(f"GET /v1/rooms/R with a token, {connections} connections", looked["requests"] / looked["seconds"], looked)
        mine, rooms = rooms[:connections], rooms[connections:]
        picked = load.run(port, connections, seconds, [house.script(*room) for room in mine])
        rate = picked["requests"] / picked["seconds"]
        row(f"picks over HTTP, {connections} connections", rate, picked,
            f"   {rate / livez:.2f} of /livez; the client took {picked['processor'] / picked['seconds']:.2f} cores")
        alone = library(folder, connections, seconds)
        if alone:
            row(f"the library's send, {connections} senders", alone, more=f"   over HTTP {rate / alone:.2f} of it")
        stored("umadb", folder, connections, seconds)
        against_postgres(folder, load, connections, seconds)
    mine, rooms = rooms[:32], rooms[32:]
    arrays = [[request("POST", "/v1/commands", token, json.dumps(batch).encode()) for token, batch in
               batches(house, mine[index::4])] for index in range(4)]
    found = load.run(port, 4, seconds, arrays)
    row("arrays of about 100 commands, 4 connections", 100 * found["requests"] / found["seconds"], found,
        "   counted in commands")
    await streams(house, rooms[:20], picks=20, pace=0.01)
    await expiries(house, rooms=200)


def batches(house: House, rooms: list[tuple[int, dict[int, int]]]) -> list[tuple[str, list[dict]]]:
    """Queues set a hundred times in one request: what one member may send in an array."""
    made = []
    for number in range(60):
        user = list(house.tokens)[number % TEAMS]
        batch = []
        for step in range(100):
            room = rooms[step % len(rooms)][0]
            batch.append({"kind": "setQueue", "room": room, "seat": house.seats[room, user], "id": uuid.uuid4().hex,
                          "players": [(number + step + more) % 400 for more in range(3)]})
        made.append((house.tokens[user], batch))
    return made


def run(folder: Path, seconds: float, program: Path | None) -> None:
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    asyncio.run(measure(prepare.draftledger(program), folder, seconds))
