"""The disk is full while members send, and has room again."""

import asyncio
import os
import random
import subprocess
import time
from pathlib import Path

import checker
from members import History, Member
from server import Server, contest, pool
from wire import Gone, ask

MIB = 1 << 20
SIZE = 48 * MIB


class Disk:
    """A small file system of its own."""

    def __init__(self, folder: Path):
        self.image, self.place = folder / "disk.image", folder / "disk"
        self.balloon = self.place / "balloon"
        self.place.mkdir()
        with open(self.image, "wb") as file:
            file.truncate(SIZE)
        subprocess.run(["mkfs.ext4", "-q", "-m", "0", self.image], check=True, capture_output=True)
        subprocess.run(["mount", "-o", "loop", self.image, self.place], check=True, capture_output=True)

    def fill(self) -> None:
        with open(self.balloon, "ab", buffering=0) as file:
            for size in (MIB, 4_096, 512):
                try:
                    while True:
                        file.write(b"\0" * size)
                except OSError:
                    continue
        os.sync()

    def free(self) -> None:
        self.balloon.unlink(missing_ok=True)
        os.sync()

    def remove(self) -> None:
        subprocess.run(["umount", self.place], check=False)


async def member(one: Member) -> None:
    """Sets a queue again and again, each time until the outcome is known."""
    joined = await one.perform({"kind": "joinTournament", "user": one.user, "tournament": 1, "entries": 1})
    # The seat is asked for: the outcome names only events.
    entry = (await one.get(f"/v1/users/{one.user}/entries")).json[0]
    room = (await one.get(f"/v1/rooms/{entry['room']}")).json
    seat = next(seat["seat"] for seat in room["members"] if seat["user"] == one.user)
    assert joined.outcome and joined.outcome[0] == 200
    while not one.is_over:
        players = one.chance.sample(range(400), 40)
        await one.perform({"kind": "setQueue", "room": entry["room"], "seat": seat, "players": players})


async def until(server: Server, status: int, within: float = 30) -> float:
    """The seconds until the server says so of itself; -1 where it does not."""
    began = time.monotonic()
    token = server.issuer.token("a visitor")
    while time.monotonic() - began < within:
        try:
            answer = await ask(server.port, "GET", "/readyz", token, within=5)
            if answer.status == status:
                return time.monotonic() - began
        except Gone:
            pass
        await asyncio.sleep(0.1)
    return -1


async def run(server: Server, members: int, seed: int) -> int:
    try:
        disk = Disk(server.folder)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"skipped: a file system of its own takes root, mkfs.ext4 and loop devices: {error}")
        return 0
    try:
        server.ledger = disk.place / "trial.ledger"
        return await fill_and_free(server, disk, members, seed)
    finally:
        if server.process and server.process.returncode is None:
            await server.kill()
        disk.remove()


async def fill_and_free(server: Server, disk: Disk, members: int, seed: int) -> int:
    history = History()
    await server.prepare(pool(), contest(teams=10, rounds=12, clock=43_200))
    await server.start()
    people = [Member(server, f"member {number}", history, random.Random(f"{seed}/{number}"), 1)
              for number in range(members)]
    for one in people:
        one.user = int((await one.get("/api/user")).json["id"])
    tasks = [asyncio.create_task(member(one)) for one in people]
    for number in range(4):
        await asyncio.sleep(4)
        disk.fill()
        seconds = await until(server, 503)
        print(f"full: not ready after {seconds:.1f} s", flush=True)
        if seconds < 0:
            history.fault("the disk is full, and the server is ready")
        reading = await ask(server.port, "GET", "/v1/rooms/1", people[0].token)
        if reading.status != 200:
            history.fault(f"a room was answered {reading.status} {reading.body[:200]}")
        if number % 2:
            await server.kill()
            await server.launch()
            await asyncio.sleep(2)
            print(f"killed and started on a full disk: exit status {server.process.returncode}, "
                  f"{server.log().strip().splitlines()[-1][:160]}")
            if server.process.returncode is None:
                await server.kill()
            disk.free()
            await server.start()
        else:
            await asyncio.sleep(3)
            disk.free()
        seconds = await until(server, 200)
        print(f"room again: ready after {seconds:.1f} s", flush=True)
        if seconds < 0:
            history.fault("there is room again, and the server is not ready")
    await asyncio.sleep(3)
    for one in people:
        one.is_over = True
    finished, pending = await asyncio.wait(tasks, timeout=20)
    for task in [*finished, *pending]:
        if task in pending:
            history.fault("a member still waits for an outcome")
            task.cancel()
        elif task.exception():
            history.fault(f"a member ended: {task.exception()!r}")
    await server.end()
    events = server.events()
    checker.check_order(history, events)
    checker.check_outcomes(history, events)
    server.run("verify", "--full")
    print(server.run("audit").strip().splitlines()[0])
    for what, count in sorted(history.counts.items()):
        print(f"{count:8} {what}")
    if not history.counts["told 503"]:
        history.fault("nobody was told 503")
    print(f"{len(history.faults)} faults" if history.faults else "No faults.")
    return 1 if history.faults else 0
