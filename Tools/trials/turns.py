"""Faults of ours while a member is on the clock: a member who sends in time has the pick, one who is away has all the time."""

import asyncio
import errno
import os
import resource
import shutil
import signal
import struct
import subprocess
import sys
import uuid
from pathlib import Path

import clock
from disk import Disk
from server import SECONDS, Server, contest, pool
from wire import Connection, Gone, ask, request

# A member's time for a pick, and how long a fault lasts at least: longer, so that the turn would be over.
CLOCK, FAULT = 5, 9
# Room 1 is that of who sends, room 2 that of who is away: each of two members.
ROOMS = {"sends": 1, "away": 2}


def preloaded(folder: Path, name: str, setting: str, first: bytes) -> tuple[Path, dict[str, str]]:
    """A library of this folder's for LD_PRELOAD, and the file that steers it."""
    library, file = folder / f"{name}.so", folder / f"{name}.setting"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, Path(__file__).parent / f"{name}.c", "-ldl"], check=True)
    file.write_bytes(first)
    return file, {"LD_PRELOAD": str(library), setting: str(file)}


def put(file: Path, data: bytes) -> None:
    with open(file, "r+b") as opened:
        opened.write(data)


class Fault:
    """What goes wrong, and how it is mended. Some end the process: then an operator starts it again."""

    # Whether what is sent is stored at first, in pages that are free: then much is sent, until nothing can be.
    has_to_be_met = False

    def __init__(self, folder: Path):
        self.folder = folder
        self.disk: Disk | None = None

    def prepare(self, server: Server) -> None:
        self.disk = Disk(self.folder)
        server.ledger = self.disk.place / "trial.ledger"

    async def begin(self, server: Server) -> None:
        raise NotImplementedError

    async def end(self, server: Server) -> None:
        raise NotImplementedError

    def remove(self) -> None:
        if self.disk:
            self.disk.remove()


class Full(Fault):
    """The disk is full."""

    has_to_be_met = True

    async def begin(self, server: Server) -> None:
        self.disk.fill()

    async def end(self, server: Server) -> None:
        self.disk.free()


class Aborted(Fault):
    """The file system has met an error, and takes nothing more before it is mounted again."""

    async def begin(self, server: Server) -> None:
        subprocess.run(["mount", "-o", "remount,abort", self.disk.place], check=False, capture_output=True)

    async def end(self, server: Server) -> None:
        if server.process.returncode is None:
            await server.kill()
        subprocess.run(["umount", self.disk.place], check=True)
        subprocess.run(["fsck.ext4", "-p", "-f", self.disk.image], check=False, capture_output=True)
        subprocess.run(["mount", "-o", "loop", self.disk.image, self.disk.place], check=True)


class Lost(Fault):
    """The volume is taken away under the server, and comes back."""

    async def begin(self, server: Server) -> None:
        subprocess.run(["umount", "-l", self.disk.place], check=True)

    async def end(self, server: Server) -> None:
        # An image that is still mounted is not mounted twice: the process has to let go of it first.
        if server.process.returncode is None:
            await server.end()
        subprocess.run(["mount", "-o", "loop", self.disk.image, self.disk.place], check=True)


class Failing(Fault):
    """Each write and sync of the ledger's file ends with EIO."""

    def prepare(self, server: Server) -> None:
        self.file, environment = preloaded(self.folder, "failing_disk", "FAILING_DISK", struct.pack("<i", 0))
        server.environment |= environment

    async def begin(self, server: Server) -> None:
        put(self.file, struct.pack("<i", errno.EIO))

    async def end(self, server: Server) -> None:
        put(self.file, struct.pack("<i", 0))


class Leap(Fault):
    """The machine's clock leaps by half an hour and comes back."""

    def prepare(self, server: Server) -> None:
        self.file, environment = preloaded(self.folder, "shifted_clock", "SHIFTED_CLOCK", struct.pack("<q", 0))
        server.environment |= environment

    async def begin(self, server: Server) -> None:
        put(self.file, struct.pack("<q", 1_800 * SECONDS))

    async def end(self, server: Server) -> None:
        # The drafts continue by the clock as it is: a step back would stop them for as long.
        pass


class Stopped(Fault):
    """The process is stopped."""

    def prepare(self, server: Server) -> None:
        pass

    async def begin(self, server: Server) -> None:
        server.process.send_signal(signal.SIGSTOP)

    async def end(self, server: Server) -> None:
        server.process.send_signal(signal.SIGCONT)


class Starved(Fault):
    """The process has no descriptor left, and third parties wait for each free one."""

    def prepare(self, server: Server) -> None:
        pass

    async def begin(self, server: Server) -> None:
        self.limits = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (server.descriptors(), self.limits[1]))
        self.strangers = [await Connection.open(server.port) for _ in range(40)]

    async def end(self, server: Server) -> None:
        for stranger in self.strangers:
            stranger.close()
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, self.limits)


FAULTS = {"full": Full, "aborted": Aborted, "lost": Lost, "failing": Failing, "leap": Leap, "stopped": Stopped,
          "starved": Starved}


class Turn:
    """One fault in two drafts, of which the first pick is on the clock."""

    def __init__(self, name: str, server: Server):
        self.name, self.server = name, server
        self.faults: list[str] = []
        self.connection: Connection | None = None

    def expect(self, holds: bool, what: str) -> None:
        print(f"{'good' if holds else 'BAD '} {self.name}: {what}", flush=True)
        if not holds:
            self.faults.append(f"{self.name}: {what}")

    async def exchange(self, data: bytes, within: float = 2):
        """Over one connection as long as it lasts; None without an answer."""
        try:
            self.connection = self.connection or await Connection.open(self.server.port)
            return await self.connection.ask(data, within)
        except Gone:
            self.connection = None
            return None

    async def run(self, fault: Fault) -> None:
        server = self.server
        tokens = [server.issuer.token(name) for name in ("ann", "bob", "cleo", "dan")]
        users = [int((await ask(server.port, "GET", "/api/user", token)).json["id"]) for token in tokens]
        for user, token in zip(users, tokens):
            await ask(server.port, "POST", "/v1/commands", token, {
                "kind": "joinTournament", "user": user, "tournament": 1, "entries": 1},
                Idempotency_Key=f'"{uuid.uuid4().hex}"')
        shown: dict = {}
        while (shown.get("clock") or {}).get("pick") != 1:
            shown = (await ask(server.port, "GET", "/v1/rooms/1", tokens[0])).json
            await asyncio.sleep(0.05)
        who = next(seat["user"] for seat in shown["members"] if seat["slot"] == shown["clock"]["slot"])
        token = tokens[users.index(who)]
        # The connection is open already, as a member's is.
        await self.exchange(request("GET", "/v1/rooms/1", token))
        await fault.begin(server)
        if fault.has_to_be_met:
            await self.meet(next(number for number, user in enumerate(users) if user != who), users, tokens)
        body = b'{"kind": "makePick", "room": 1, "pick": 1, "player": 7}'
        pick = request("POST", "/v1/commands", token, body, Idempotency_Key=f'"{uuid.uuid4().hex}"')
        told, until = [], asyncio.get_running_loop().time() + FAULT
        while asyncio.get_running_loop().time() < until:
            answer = await self.exchange(pick)
            told.append(answer.status if answer else None)
            await asyncio.sleep(0.5)
        await fault.end(server)
        # The operator restarts a server that has ended, or one that reports that it cannot continue.
        restarts = 0
        for _ in range(100):
            if server.process.returncode is not None:
                restarts += 1
                await server.start()
            answer = await self.exchange(pick)
            told.append(answer.status if answer else None)
            if told[-1] not in (None, 429, 503):
                break
            await asyncio.sleep(0.3)
        answers = {status: told.count(status) for status in dict.fromkeys(told)}
        self.expect(told[-1] == 200, f"who sends in time has the pick: {answers}, {restarts} starts")
        self.expect((await ask(server.port, "GET", "/livez")).status == 200, "a new connection is answered")
        # Then the clock of who is away runs out, as it should.
        await asyncio.sleep(2 * CLOCK)
        await server.end()
        self.judge()

    async def meet(self, number: int, users: list[int], tokens: list[str]) -> None:
        """Another member sends queues until one cannot be stored."""
        entry = (await ask(self.server.port, "GET", f"/v1/users/{users[number]}/entries", tokens[number])).json[0]
        shown = (await ask(self.server.port, "GET", f"/v1/rooms/{entry['room']}", tokens[number])).json
        seat = next(seat["seat"] for seat in shown["members"] if seat["user"] == users[number])
        for turn in range(1_000):
            answer = await ask(self.server.port, "POST", "/v1/commands", tokens[number], {
                "kind": "setQueue", "room": entry["room"], "seat": seat,
                "players": [(turn * 7 + step) % 400 for step in range(150)]}, Idempotency_Key=f'"{uuid.uuid4().hex}"')
            if answer.status == 503:
                return
        self.expect(False, "nobody was told 503")

    def judge(self) -> None:
        server = self.server
        events = server.events()
        picks = [event for event in events if event["stream"] == "room/1" and event["type"].startswith("Pick")]
        self.expect(bool(picks) and picks[0]["type"] == "PickMade" and picks[0]["body"]["player"] == 7,
                    "the first pick of room 1 is the member's")
        turns = clock.expired_turns([event for event in events if event["stream"] == "room/2"])
        self.expect(bool(turns) and turns[0] >= CLOCK,
                    f"who is away has {CLOCK} s: {', '.join(f'{turn:.2f}' for turn in turns[:3])}")
        for room in ROOMS.values():
            outages = sorted({event["body"]["reason"] for event in events if event["stream"] == f"room/{room}"
                              and event["type"] == "RoomPaused" and event["body"]["pick"] == 1})
            dispute = server.run("dispute", room, "--pick", 1)
            self.expect(all(reason in dispute for reason in outages), f"the dispute of room {room} says: {outages}")
        server.run("verify", "--full")
        audit = server.run("audit", expected=(0, 3))
        self.expect("follows every rule" in audit, f"the audit: {audit.splitlines()[0]}")


async def run(server: Server, names: list[str]) -> int:
    if os.geteuid() != 0 or not sys.platform.startswith("linux") or not all(map(shutil.which, ("cc", "mkfs.ext4"))):
        print("skipped: file systems of its own take root on Linux, a C compiler and mkfs.ext4")
        return 0
    found: list[str] = []
    for name in names or FAULTS:
        folder = server.folder / name
        folder.mkdir()
        one = Server(server.program, folder)
        # Tokens are to hold wherever the clock is.
        one.issuer.age = 3 * 3_600
        fault, turn = FAULTS[name](folder), Turn(name, one)
        try:
            fault.prepare(one)
            await one.prepare(pool(), contest(teams=2, rounds=2, clock=CLOCK))
            await one.start()
            await turn.run(fault)
        finally:
            if one.process and one.process.returncode is None:
                one.process.send_signal(signal.SIGCONT)
                await one.kill()
            fault.remove()
            print("\n".join(one.log().splitlines()[-3:]))
        found += turn.faults
    print(f"{len(found)} faults" if found else "No faults.")
    return 1 if found else 0
