"""Members who draft rooms against random nodes, and readers of the rooms' streams."""

import asyncio
import json
import random
import uuid
from collections import Counter

from wire import Answer, Connection, Gone, Refused, frames, request

from .history import UNDECIDED, History, outcome_of
from .nodes import Node

# The states of a room whose draft is over.
ENDED = ("complete", "voided", "cancelled")


class Clients:
    """Connections to all nodes that stay open, a few to each, and requests to a random one."""

    def __init__(self, nodes: list[Node], chance: random.Random, patience: float = 6):
        self.nodes, self.chance, self.patience = nodes, chance, patience
        self.idle: dict[str, list[Connection]] = {node.name: [] for node in nodes}

    def node(self) -> Node:
        return self.chance.choice(self.nodes)

    async def ask(self, node: Node, data: bytes, within: float | None = None) -> Answer:
        """One request on a connection that is free, or on a new one. Raises `Gone` without a whole answer."""
        free = self.idle[node.name]
        connection = free.pop() if free else await Connection.open(node.port, 2, node.host)
        answer = await connection.ask(data, within or self.patience)
        if answer.headers.get("connection", "").lower() == "close":
            connection.close()
        else:
            free.append(connection)
        return answer

    async def get(self, path: str, token: str) -> Answer:
        """Asks random nodes until one answers with an outcome."""
        while True:
            try:
                answer = await self.ask(self.node(), request("GET", path, token))
                if answer.status not in UNDECIDED:
                    return answer
            except Gone:
                pass
            await asyncio.sleep(0.05 + self.chance.random() * 0.2)

    def close(self) -> None:
        for free in self.idle.values():
            for connection in free:
                connection.close()


class Room:
    """Drafts rooms with members of its own, one room after the other, and has a reader on each."""

    def __init__(self, number: int, workload: "Workload"):
        self.number, self.workload = number, workload
        self.chance = random.Random(f"{workload.seed}/room/{number}")
        self.clients, self.history = workload.clients, workload.history
        self.tokens: dict[int, str] = {}
        self.position = 0  # of the last join: a node that is behind does not know the room before it
        self.done: list[tuple[str, dict, str]] = []  # commands whose outcome is known: ID, body, token

    # MARK: Commands

    async def attempt(self, op: str, body: dict, token: str, attempt: int) -> dict | None:
        """Sends a command once, and records what came of it. Returns the outcome, or None without one."""
        node = self.clients.node()
        fields = {"Prefer": "receipt"} if self.chance.random() < 0.05 else {}
        data = request("POST", "/v1/commands", token, json.dumps(body).encode(), Idempotency_Key=f'"{op}"', **fields)
        mark = {"op": op, "attempt": attempt, "node": node.name}
        self.history.add("invoke", **mark, command=body)
        try:
            # Some members give up early, and send the same again elsewhere while the first is still on its way.
            within = 0.05 if self.chance.random() < 0.04 else None
            answer = await self.clients.ask(node, data, within)
            if answer.status in UNDECIDED:
                self.history.add("unclear", **mark, reason=f"{answer.status}")
                return None
            return self.history.add("answer", **mark, **outcome_of(answer))
        except Gone as reason:
            self.history.add("unclear", **mark, reason=f"{reason}"[:120])
        except (ValueError, KeyError, TypeError) as error:
            self.history.add("answer", **mark, outcome=["unreadable", f"{error!r}"[:200]], recorded=False)
        return None

    async def perform(self, body: dict, token: str) -> dict | None:
        """Sends a command under one ID until its outcome is known; sometimes to two nodes at once.

        Returns None if the time for that is over.
        """
        op = uuid.UUID(int=self.chance.getrandbits(128), version=4).hex
        attempts = 0
        while not self.workload.is_over:
            count = 2 if self.chance.random() < 0.06 else 1
            found = await asyncio.gather(*(self.attempt(op, body, token, attempts + one) for one in range(count)))
            attempts += count
            if known := next((one for one in found if one), None):
                self.done.append((op, body, token))
                await self.repeat()
                return known
            await asyncio.sleep(self.chance.uniform(0.02, 0.2))
        return None

    async def repeat(self) -> None:
        """Sends something again that has an outcome: maybe one of before a fault, and at another node."""
        if self.chance.random() < 0.1:
            op, body, token = self.chance.choice(self.done[-200:])
            await self.attempt(op, body, token, 1_000)

    # MARK: Drafting

    async def run(self) -> None:
        for index in range(self.workload.teams):
            token = self.workload.token(f"member {self.number}.{index}")
            self.tokens[int((await self.clients.get("/api/user", token)).json["id"])] = token
        while not self.workload.is_closing:
            async with self.workload.seating:
                room = await self.seat()
            if room is None:
                return
            token = next(iter(self.tokens.values()))
            reader = asyncio.create_task(self.workload.read(room, token, self.chance, self.position))
            await self.draft(room)
            # The reader ends by itself when it has seen the end of the draft.
            await asyncio.wait([reader], timeout=None if not self.workload.is_over else 1)

    async def seat(self) -> int | None:
        """Seats all members in one room. Returns its number."""
        room = None
        for user, token in self.tokens.items():
            said = await self.perform({"kind": "joinTournament", "user": user, "tournament": 1, "entries": 1}, token)
            if said is None:
                return None
            if said["outcome"][0] != "accepted":
                self.workload.complain(f"a join was answered {said['outcome']}")
                return None
            if room not in (None, said["room"]):
                self.workload.complain(f"members who join one after the other are in rooms {room} and {said['room']}")
            room, self.position = said["room"], said["outcome"][1][-1][0]
        return room

    async def draft(self, room: int) -> None:
        """Makes all picks of a room. Where the clock was faster, continues with the pick that the room is at."""
        seats: dict[int, int] = {}
        number, last, taken = 0, self.workload.teams * self.workload.rounds, set()
        while not self.workload.is_over:
            if not number:
                shown = (await self.clients.get(f"/v1/rooms/{room}", next(iter(self.tokens.values())))).json
                if shown.get("status") in ENDED:
                    return
                if shown.get("status") != "active" or not shown.get("currentPickNumber"):
                    await asyncio.sleep(0.2)
                    continue
                seats = {seat["draftPosition"]: seat["user"] for seat in shown["members"]}
                number = shown["currentPickNumber"]
            place, turn = (number - 1) % len(seats), (number - 1) // len(seats)
            user = seats[place + 1 if turn % 2 == 0 else len(seats) - place]
            await self.think(room, number, user, seats)
            player = self.chance.choice([one for one in range(self.workload.players) if one not in taken])
            said = await self.perform(
                {"kind": "makePick", "room": room, "pick": number, "player": player}, self.tokens[user])
            if said is None:
                return
            match said["outcome"]:
                case ["accepted", _]:
                    taken.add(player)
                    number += 1
                    if number > last:
                        return
                case ["refused", _, "playerAlreadyDrafted", _]:
                    taken.add(player)
                case ["refused", _, code, _]:
                    self.workload.counts[f"picks refused: {code}"] += 1
                    # The clock has picked, the room is paused, or the draft is over.
                    number = 0
                    taken.add(player)
                    await asyncio.sleep(0.1)

    async def think(self, room: int, number: int, user: int, seats: dict[int, int]) -> None:
        """Takes a moment; another member may try to pick out of turn meanwhile, which is refused and recorded."""
        await asyncio.sleep(self.chance.random() * self.workload.pace)
        if self.chance.random() < 0.05:
            other = self.chance.choice([one for one in seats.values() if one != user] or [user])
            player = self.chance.randrange(self.workload.players)
            if other != user:
                await self.perform(
                    {"kind": "makePick", "room": room, "pick": number, "player": player}, self.tokens[other])


class Workload:
    """Rooms that draft until they are told to finish.

    `pace` is the longest time that a member thinks about a pick, in seconds.
    """

    def __init__(self, nodes: list[Node], token, history: History, seed: int, teams: int, rounds: int,
                 players: int, pace: float, complain):
        self.seed, self.teams, self.rounds, self.players, self.pace = seed, teams, rounds, players, pace
        self.token, self.history, self.complain = token, history, complain
        self.clients = Clients(nodes, random.Random(f"{seed}/clients"))
        # Rooms fill in the order in which members join: those of one room join without others in between.
        self.seating = asyncio.Lock()
        self.counts: Counter[str] = Counter()
        self.readers = 0
        self.is_closing = False  # no room begins any more
        self.is_over = False     # nothing is sent any more

    async def read(self, room: int, token: str, chance: random.Random, position: int) -> None:
        """Follows a room's stream to the end of the draft, on a random node after each break.

        A node waits with its answer until it has the event at `position`.
        """
        path, wait = f"/v1/stream?rooms={room}&minPosition={position + 1}", {"Prefer": "wait=5"}
        self.readers += 1
        reader, last, silence = self.readers, None, 12
        while not self.is_over:
            node = self.clients.node()
            leaves = asyncio.get_running_loop().time() + chance.expovariate(1 / 15)
            try:
                async for frame in frames(node.port, path, token, last, silence, node.host, **wait):
                    if frame.id is not None:
                        last = frame.id
                    more = {"version": json.loads(frame.data)["version"]} if frame.name == "snapshot" else {}
                    if frame.name in ("snapshot", "events"):
                        self.history.add("frame", reader=reader, room=room, node=node.name, name=frame.name,
                                         id=frame.id, **more)
                    if frame.name == "events" and json.loads(frame.data)["type"] in (
                            "DraftCompleted", "RoomVoided", "RoomCancelled"):
                        return
                    if asyncio.get_running_loop().time() > leaves:
                        break
            except (Gone, Refused) as error:
                if isinstance(error, Refused) and error.args[0] not in UNDECIDED:
                    self.complain(f"the stream of room {room} was answered {error.args}")
                self.counts["streams broken"] += 1
            await asyncio.sleep(chance.random() * 0.3)

    async def run(self, rooms: int, until, finish_within: float) -> float:
        """Drafts `rooms` rooms at a time until the task `until` is done; then lets the running drafts finish.

        Returns the seconds that this took after `until`; the time is over after `finish_within` seconds.
        """
        loop = asyncio.get_running_loop()
        tasks = [asyncio.create_task(Room(number, self).run()) for number in range(rooms)]
        stopping = asyncio.create_task(until)
        await stopping
        self.is_closing, began = True, loop.time()
        _, pending = await asyncio.wait(tasks, timeout=finish_within)
        took = loop.time() - began
        self.is_over = True
        if pending:
            self.complain(f"{len(pending)} of {rooms} rooms did not finish within {finish_within:.0f} s of healing")
            _, pending = await asyncio.wait(pending, timeout=10)
            for task in pending:
                task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                self.complain(f"a room ended with {result!r}")
        self.clients.close()
        return took
