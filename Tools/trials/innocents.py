"""Members who do what members do, in a process of their own, and how long each answer took."""

import asyncio
import json
import multiprocessing
import time
import uuid

from wire import Connection, Gone, request


async def _one(port: int, member: dict, pause: float, until, samples: list) -> None:
    """A queue is set, durably, and the room is looked at, again and again."""
    connection, number = None, 0
    while not until.is_set():
        number += 1
        queue = {"kind": "setQueue", "room": member["room"], "seat": member["seat"],
                 "players": [(number + step) % 300 for step in range(5)]}
        for data in (
            request("POST", "/v1/commands", member["token"], json.dumps(queue).encode(),
                    Idempotency_Key=uuid.uuid4().hex),
            request("GET", f"/v1/rooms/{member['room']}", member["token"]),
        ):
            began = time.monotonic()
            try:
                connection = connection or await Connection.open(port)
                status = (await connection.ask(data)).status
            except Gone:
                status, connection = 0, None
            samples.append((began, time.monotonic() - began, status))
        await asyncio.sleep(pause)


def _main(port: int, members: list[dict], pause: float, until, results) -> None:
    samples: list = []

    async def all_of_them() -> None:
        await asyncio.gather(*(_one(port, member, pause, until, samples) for member in members))

    asyncio.run(all_of_them())
    results.put(samples)


class Innocents:
    """They continue until `end`."""

    def __init__(self, port: int, members: list[dict], pause: float = 0.05):
        context = multiprocessing.get_context("spawn")
        self.until, self.results = context.Event(), context.Queue()
        self.process = context.Process(
            target=_main, args=(port, members, pause, self.until, self.results), daemon=True)
        self.process.start()

    def end(self) -> list[tuple[float, float, int]]:
        """When each request was sent, how long its answer took in seconds, and its status."""
        self.until.set()
        samples = self.results.get(timeout=60)
        self.process.join()
        return samples


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")
