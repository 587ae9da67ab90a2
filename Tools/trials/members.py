"""Members who draft whole contests over bad connections, and the outcomes that were reported to them."""

import asyncio
import json
import random
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field

from server import Server
from wire import Answer, Connection, Frame, Gone, Refused, frames, request

# Neither is an outcome: what was sent is to be sent again, under the same id.
UNDECIDED = (429, 503)


@dataclass
class Operation:
    """A command under its id, and the outcome that was acknowledged first."""

    id: str
    body: dict
    user: int
    outcome: tuple | None = None
    is_recorded: bool = False
    answers: int = 0


@dataclass
class Watching:
    """What one member's stream of one room has delivered, over all of its connections."""

    user: int
    room: int
    version: int | None = None       # of the room in the first snapshot
    live: int | None = None          # the position as of which the first connection had caught up
    last: int | None = None
    received: list[Frame] = field(default_factory=list)
    connections: int = 0


@dataclass
class History:
    operations: dict[str, Operation] = field(default_factory=dict)
    watchings: list[Watching] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    counts: Counter = field(default_factory=Counter)

    def fault(self, text: str) -> None:
        self.faults.append(text)
        print(f"BAD  {text}", flush=True)


def outcome_of(answer: Answer) -> tuple[tuple, bool]:
    """What an answer says became of the command, in a form that a retry's answer has to equal; whether it is recorded."""
    said = answer.json
    if answer.status == 200:
        return (200, tuple((event["position"], event["type"]) for event in said["events"])), True
    return (answer.status, said.get("code"), said.get("position")), bool(said.get("recorded"))


class Member:
    def __init__(self, server: Server, name: str, history: History, chance: random.Random, patience: float):
        self.server, self.name, self.history, self.chance = server, name, history, chance
        self.token = server.issuer.token(name)
        self.patience = patience        # the longest it thinks about a pick, in seconds
        self.user = 0
        self.connection: Connection | None = None
        self.turn = asyncio.Lock()      # of the connection, which takes one request at a time
        self.is_over = False
        self.done: list[Operation] = []

    # MARK: Commands

    async def exchange(self, data: bytes, within: float) -> Answer:
        async with self.turn:
            if self.connection is None:
                self.connection = await Connection.open(self.server.port)
            try:
                return await self.connection.ask(data, within)
            except Gone:
                self.connection = None
                raise

    def command(self, operation: Operation, body: dict | None = None) -> bytes:
        text = json.dumps(body or operation.body).encode()
        return request("POST", "/v1/commands", self.token, text, Idempotency_Key=f'"{operation.id}"')

    async def attempt(self, operation: Operation) -> Answer | None:
        """Sends a command in one of the ways in which life does; None where the member does not see the answer."""
        data = self.command(operation)
        way = self.chance.random()
        if way < 0.06:
            self.history.counts["hung up without reading"] += 1
            other = await Connection.open(self.server.port)
            await other.send(data)
            await asyncio.sleep(self.chance.random() * 0.02)
            other.close()
            return None
        if way < 0.09:
            self.history.counts["hung up within the request"] += 1
            other = await Connection.open(self.server.port)
            await other.send(data[:self.chance.randrange(1, len(data))])
            other.close()
            return None
        if way < 0.15:
            self.history.counts["did not wait"] += 1
            return await self.exchange(data, self.chance.choice([0.001, 0.005, 0.02]))
        if way < 0.22:
            self.history.counts["sent twice at once"] += 1
            pair = [await Connection.open(self.server.port) for _ in range(2)]
            both = await asyncio.gather(*(one.ask(data, 10) for one in pair), return_exceptions=True)
            for one in pair:
                one.close()
            whole = [answer for answer in both if isinstance(answer, Answer)]
            for answer in whole:
                self.settle(operation, answer)
            return whole[0] if whole else None
        return await self.exchange(data, 10)

    def settle(self, operation: Operation, answer: Answer) -> bool:
        """Holds an answer against what was said before; whether it is an outcome."""
        if answer.status in UNDECIDED:
            self.history.counts[f"told {answer.status}"] += 1
            return False
        if answer.status >= 500 or answer.status in (400, 401, 403, 404, 405, 408, 413):
            self.history.fault(f"{operation.body} was answered {answer.status} {answer.body[:300]}")
            return True
        outcome, is_recorded = outcome_of(answer)
        operation.answers += 1
        if not is_recorded and answer.status != 422:
            self.history.counts["refused and only counted"] += 1
            return True
        if operation.outcome is None:
            operation.outcome, operation.is_recorded = outcome, is_recorded
        elif operation.outcome != outcome:
            self.history.fault(f"{operation.id}: first {operation.outcome}, then {outcome}")
        elif operation.answers > 1:
            self.history.counts["retries with the first outcome"] += 1
        return True

    async def perform(self, body: dict) -> Operation:
        """Sends a command until its outcome is known."""
        operation = Operation(uuid.uuid4().hex, body, self.user)
        self.history.operations[operation.id] = operation
        while not self.is_over:
            try:
                answer = await self.attempt(operation)
                if answer is not None and self.settle(operation, answer):
                    break
            except Gone:
                self.history.counts["connections broken"] += 1
            await asyncio.sleep(self.chance.random() * 0.3)
        if operation.outcome is not None:
            self.done.append(operation)
            await self.nag()
        return operation

    async def nag(self) -> None:
        """Comes back with something that has been decided, maybe before the last restart, and maybe with other words."""
        if self.chance.random() < 0.3:
            operation = self.chance.choice(self.done[-20:])
            try:
                self.settle(operation, await self.exchange(self.command(operation), 10))
                if self.chance.random() < 0.3:
                    await self.say_otherwise(operation)
            except Gone:
                self.history.counts["connections broken"] += 1

    async def say_otherwise(self, operation: Operation) -> None:
        other = dict(operation.body)
        match other["kind"]:
            case "makePick": other["player"] ^= 1
            case "setQueue": other["players"] = other["players"][::-1]
            case _: other["entries"] += 1
        answer = await self.exchange(self.command(operation, other), 10)
        if answer.status not in UNDECIDED and answer.status != 422:
            self.history.fault(f"{operation.id} with other content was answered {answer.status} {answer.body[:300]}")
        self.history.counts["the same id with other content"] += 1

    async def get(self, path: str) -> Answer:
        while True:
            try:
                answer = await self.exchange(request("GET", path, self.token), 10)
                if answer.status not in UNDECIDED:
                    return answer
            except Gone:
                self.history.counts["connections broken"] += 1
            await asyncio.sleep(0.2 + self.chance.random() * 0.3)

    # MARK: Drafting

    async def run(self) -> None:
        self.user = int((await self.get("/api/user")).json["id"])
        while not self.is_over:
            joined = await self.perform(
                {"kind": "joinTournament", "user": self.user, "tournament": 1, "entries": 1})
            if joined.outcome is None or joined.outcome[0] != 200:
                self.history.counts[f"joins answered {joined.outcome and joined.outcome[:2]}"] += 1
                await asyncio.sleep(1)
                continue
            answer = (await self.get(f"/v1/users/{self.user}/entries")).json
            for room in sorted({entry["room"] for entry in answer}):
                if not any(one.room == room and one.user == self.user for one in self.history.watchings):
                    await self.draft(room)

    async def draft(self, room: int) -> None:
        """Drafts in a room to its end, going by what the stream says."""
        watching = Watching(self.user, room)
        self.history.watchings.append(watching)
        picking: asyncio.Task | None = None
        slot, taken = None, set()
        async for frame in self.watch(watching):
            if frame.name == "snapshot":
                seats = json.loads(frame.data)["members"]
                slot = next((seat["slot"] for seat in seats if seat["user"] == self.user), None)
            elif frame.name == "events":
                event = json.loads(frame.data)
                body = event["body"]
                if event["type"] in ("PickMade", "PickAutomated"):
                    taken.add(body["player"])
                elif event["type"] == "ClockStarted":
                    if slot is None:
                        shown = (await self.get(f"/v1/rooms/{room}")).json
                        slot = next(seat["slot"] for seat in shown["members"] if seat["user"] == self.user)
                    if body["slot"] == slot:
                        picking = asyncio.create_task(self.pick(room, body["pick"], taken))
                elif event["type"] in ("DraftCompleted", "RoomVoided", "RoomCancelled"):
                    break
        if picking:
            await picking

    async def pick(self, room: int, number: int, taken: set) -> None:
        if self.chance.random() < 0.1:
            self.history.counts["turns let pass"] += 1
            return
        await asyncio.sleep(self.chance.random() * self.patience)
        body = {"kind": "makePick", "room": room, "pick": number}
        if number > 2 and self.chance.random() < 0.1:
            await self.perform({**body, "pick": number - 2, "player": self.chance.randrange(400)})
        for _ in range(4):
            player = self.chance.choice([player for player in range(400) if player not in taken])
            outcome = (await self.perform({**body, "player": player})).outcome
            if outcome is None or outcome[0] == 200 or outcome[1] == "stalePickNumber":
                return

    async def watch(self, watching: Watching):
        """The frames of a room from now on, whatever happens to the connection."""
        path = f"/v1/stream?rooms={watching.room}" + ("&me" if self.chance.random() < 0.5 else "")
        while not self.is_over:
            watching.connections += 1
            leaves_at = time.monotonic() + self.chance.expovariate(1 / 20)
            try:
                async for frame in frames(self.server.port, path, self.token, watching.last):
                    if frame.id is not None:
                        watching.last = frame.id
                    if frame.name == "snapshot":
                        watching.version = json.loads(frame.data)["version"]
                    elif frame.name == "live":
                        watching.live = watching.live or frame.id
                    elif frame.name in ("events", "you") and frame.id is not None:
                        watching.received.append(frame)
                    elif frame.name == "bye":
                        self.history.counts["streams that said goodbye"] += 1
                    yield frame
                    if time.monotonic() > leaves_at:
                        self.history.counts["streams left"] += 1
                        break
            except (Gone, Refused) as error:
                if isinstance(error, Refused) and error.args[0] not in UNDECIDED:
                    self.history.fault(f"the stream of room {watching.room} was answered {error.args}")
                self.history.counts["streams broken"] += 1
            await asyncio.sleep(self.chance.random() * 0.5)
