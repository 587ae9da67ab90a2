"""Hostile connections while members draft: the answers they get, their cost, and the members whom they delay."""

import asyncio
import os
import random
import socket
import time

from innocents import Innocents, quantile
from server import Server, contest, pool
from tokens import AUDIENCE
from wire import Connection, Gone, Refused, ask, frames, request

MIB = 1 << 20


class Siege:
    def __init__(self, server: Server, crowd: int, seed: int):
        self.server, self.crowd, self.chance = server, crowd, random.Random(seed)
        self.faults: list[str] = []
        self.phases: list[tuple[str, float, float, int]] = []
        self.tokens: list[str] = []
        self.finished: list[int] = []

    def expect(self, what: str, holds: bool) -> None:
        print(f"{'ok  ' if holds else 'BAD '} {what}", flush=True)
        if not holds:
            self.faults.append(what)

    # MARK: What is there before

    async def command(self, token: str, **body):
        answer = await ask(self.server.port, "POST", "/v1/commands", token, body,
                           Idempotency_Key=os.urandom(16).hex())
        if answer.status != 200:
            raise SystemExit(f"{body} was answered {answer.status} {answer.body[:300]}")
        return answer.json

    async def settle(self) -> list[dict]:
        """Rooms that are over, which everybody may see, and one that drafts; its members."""
        members = []
        for number in range(10):
            token = self.server.issuer.token(f"member {number}")
            user = int((await ask(self.server.port, "GET", "/api/user", token)).json["id"])
            members.append({"token": token, "user": user})
        self.tokens = [self.server.issuer.token(f"stranger {number}") for number in range(1 + self.crowd // 30)]
        for member in members:
            joined = await self.command(
                member["token"], kind="joinTournament", user=member["user"], tournament=1, entries=8)
            member["rooms"] = [int(event["stream"].partition("/")[2]) for event in joined["events"]
                               if event["type"] == "SeatTaken"]
        for room in sorted({room for member in members for room in member["rooms"]}):
            shown = (await ask(self.server.port, "GET", f"/v1/rooms/{room}", members[0]["token"])).json
            for seat in shown["members"]:
                token = next(member["token"] for member in members if member["user"] == seat["user"])
                await self.command(token, kind="setAutodraft", room=room, seat=seat["seat"], on=True)
            self.finished.append(room)
        for member in members:
            joined = await self.command(
                member["token"], kind="joinTournament", user=member["user"], tournament=2, entries=1)
            member["room"] = next(int(event["stream"].partition("/")[2]) for event in joined["events"]
                                  if event["type"] == "SeatTaken")
        shown = (await ask(self.server.port, "GET", f"/v1/rooms/{members[0]['room']}", members[0]["token"])).json
        for member in members:
            member["seat"] = next(seat["seat"] for seat in shown["members"] if seat["user"] == member["user"])
        for room in self.finished:
            while (await ask(self.server.port, "GET", f"/v1/rooms/{room}", members[0]["token"])).json["status"] \
                    != "complete":
                await asyncio.sleep(0.2)
        return members

    # MARK: Attacks

    def connected(self, data: bytes, receives: int | None = None) -> socket.socket:
        """A connection on which some bytes are sent, and nothing is read."""
        made = socket.socket()
        if receives:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        made.connect(("127.0.0.1", self.server.port))
        made.setblocking(False)
        if data:
            made.send(data)
        return made

    async def slow_readers(self) -> None:
        """Streams with megabytes to come, of which the client reads no byte."""
        rooms = ",".join(map(str, self.finished))
        sockets = []
        for number in range(self.crowd):
            sockets.append(self.connected(
                request("GET", f"/v1/stream?rooms={rooms}", self.tokens[number % len(self.tokens)],
                        Last_Event_ID="0"), receives=4_096))
            if number % 20 == 19:
                await asyncio.sleep(0.01)
        await asyncio.sleep(5)
        held = self.server.memory()
        left = await self.hung_up(sockets, within=180)
        self.expect(f"of {self.crowd} streams that nobody reads {left} were not hung up on; "
                    f"{held / MIB:.0f} MiB while they were open", left == 0)

    async def hung_up(self, sockets: list[socket.socket], within: float) -> int:
        """How many of the connections the server still has then."""
        ports = {made.getsockname()[1] for made in sockets}
        end = time.monotonic() + within
        while time.monotonic() < end and (left := self.established(ports)):
            await asyncio.sleep(1)
        left = self.established(ports)
        for made in sockets:
            made.close()
        return left

    def established(self, ports: set[int]) -> int:
        """Connections from these ports that the server keeps, as the kernel has it."""
        count, own = 0, f":{self.server.port:04X}"
        with open("/proc/net/tcp") as table:
            for line in table:
                fields = line.split()
                if fields[1].endswith(own) and fields[3] == "01" and int(fields[2].rpartition(":")[2], 16) in ports:
                    count += 1
        return count

    async def drips(self) -> None:
        """Bodies of which a byte comes in a second."""
        async def drip(number: int) -> int:
            connection = await Connection.open(self.server.port)
            whole = request("POST", "/v1/commands", self.tokens[number % len(self.tokens)], b"{" * 1_000)
            await connection.send(whole[:-1_000])
            answer = asyncio.create_task(connection.answer(30))
            while not answer.done():
                try:
                    await connection.send(b"{")
                except Gone:
                    pass
                await asyncio.sleep(1)
            try:
                return answer.result().status
            except Gone:
                return 0
        statuses = await asyncio.gather(*(drip(number) for number in range(self.crowd // 4)))
        self.expect(f"bodies that come drop by drop are answered {sorted(set(statuses))}",
                    set(statuses) <= {408})

    async def half_open(self) -> None:
        """Connections without a request, and with half of a head."""
        halves = [b"", b"GET /livez HTTP/1.1\r\nHost: ", b"POST /v1/commands HTTP/1.1\r\nContent-Length: 5"]
        sockets = [self.connected(halves[number % 3]) for number in range(self.crowd)]
        left = await self.hung_up(sockets, within=90)
        self.expect(f"of {self.crowd} connections with nothing or half a head {left} were not closed", left == 0)

    async def storm(self) -> None:
        """All come back at once and read everything that they have missed, for ten seconds."""
        rooms = ",".join(map(str, self.finished))
        end, counts = time.monotonic() + 10, {"caught up": 0, "turned away": 0, "broken": 0}

        async def follower(number: int) -> None:
            while time.monotonic() < end:
                try:
                    async for frame in frames(
                        self.server.port, f"/v1/stream?rooms={rooms}", self.tokens[number % len(self.tokens)], 0
                    ):
                        if frame.name == "live":
                            counts["caught up"] += 1
                            break
                except Refused:
                    counts["turned away"] += 1
                    await asyncio.sleep(0.1)
                except Gone:
                    counts["broken"] += 1
        await asyncio.gather(*(follower(number) for number in range(self.crowd // 4)))
        self.expect(f"{self.crowd // 4} that come back at once: {counts}", counts["caught up"] > 0 == counts["broken"])

    async def garbage(self) -> None:
        """Bytes that are no request, and heads that are too large: all at once, again and again for ten seconds."""
        statuses: dict[str, set] = {}
        big, end = self.crowd // 10, time.monotonic() + 10

        async def send(name: str, data: bytes) -> None:
            connection = await Connection.open(self.server.port)
            try:
                await connection.send(data)
                statuses.setdefault(name, set()).add((await connection.answer(10)).status)
            except Gone:
                statuses.setdefault(name, set()).add("closed")
            finally:
                connection.close()
        kinds = {
            "noise": lambda: self.chance.randbytes(2_000),
            "head of 64 KiB": lambda: request("GET", "/livez", X_Much="a" * 65_536),
            "1,000 fields": lambda: request("GET", "/livez", **{f"X_{n}": "a" for n in range(1_000)}),
            "path of 64 KiB": lambda: request("GET", "/" + "a" * 65_536),
            "two lengths": lambda: b"POST /v1/commands HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
                                   b"Content-Length: 6\r\n\r\n{}{}{}",
            "length and chunks": lambda: b"POST /v1/commands HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
                                         b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        }
        body = request("POST", "/v1/commands", self.tokens[0], b" " * (2 * MIB))
        while time.monotonic() < end:
            await asyncio.gather(
                *(send(name, data()) for name, data in kinds.items() for _ in range(big)),
                *(send("body of 2 MiB", body) for _ in range(20)))
        for name, found in statuses.items():
            self.expect(f"{name}: {sorted(map(str, found))}",
                        # Noise may begin like an unknown method.
                        all(status in ("closed", 501) or 400 <= status < 500 for status in found))

    # MARK: What is answered

    async def check_paths(self) -> None:
        """Methods that an address does not take, and addresses that are tricks."""
        for method, path, expected in [
            ("DELETE", "/v1/commands", 405), ("PUT", "/livez", 405), ("PATCH", "/v1/rooms/1", 405),
            ("POST", "/v1/rooms", 405), ("BREW", "/v1/rooms", 501), ("GET", "/v1/commands", 405),
            ("GET", "/v1/rooms/1%2F..%2F2", 404), ("GET", "/v1/rooms/../../etc/passwd", 404),
            ("GET", "/log/tile/../../log.key", 404), ("GET", "/log/tile/0/..%2f..%2flog.key", 404),
            ("GET", "/v1/rooms/%00", 404), ("GET", "/v1/rooms/1%00", 404), ("GET", "//v1/rooms", 404),
            ("GET", "/v1/rooms/", 404), ("GET", "/v1/rooms/-1", 404), ("GET", "/v1/rooms/99999999999999999999", 404),
            ("GET", "/v1/rooms/１", 404), ("GET", "/problems/..%2f..%2fetc%2fpasswd", 404), ("GET", "/..", 404),
        ]:
            try:
                answer = await ask(self.server.port, method, path, self.tokens[0])
                found = answer.status
            except (Gone, UnicodeEncodeError) as error:
                found = str(error)
            allowed = {expected, 400} if not path.isascii() or "%00" in path else {expected}
            self.expect(f"{method} {path}: {found}", found in allowed
                        and (found != 405 or "allow" in answer.headers))

    async def check_tokens(self) -> None:
        """Tokens that are not to be believed."""
        issuer, now = self.server.issuer, int(time.time())
        good = issuer.token("otto")
        head, body, signature = good.split(".")
        for name, token in {
            "no signature, alg none": issuer.token("otto", "none"), "alg None": issuer.token("otto", "None"),
            "HS256 by the public key": issuer.token("otto", "HS256"),
            "PS256, which is not allowed": issuer.token("otto", "PS256"),
            "expired": issuer.token("otto", exp=now - 5, iat=now - 100),
            "not valid yet": issuer.token("otto", nbf=now + 600),
            "issued in the future": issuer.token("otto", iat=now + 600, exp=now + 900),
            "too long a life": issuer.token("otto", exp=now + 10 * 86_400),
            "another audience": issuer.token("otto", aud="others"),
            "another issuer": issuer.token("otto", iss="https://evil.example"),
            "no subject": issuer.token("otto", sub=""), "another key": issuer.token("otto", kid="two"),
            "the server's own for development": issuer.token(
                "otto", "HS256", kid="dev", iss="draftledger --dev", aud="draftledger --dev"),
            "signature cut": good[:-4], "no signature": f"{head}.{body}.", "two parts": f"{head}.{body}",
            "signature of something else": f"{head}.{issuer.token('anna').split('.')[1]}.{signature}",
            "not base64": "a.b.c", "empty": "", "of a machine": "draftledger_00000000_" + "0" * 64,
            "8 KiB": "a" * 9_000,
        }.items():
            answer = await ask(self.server.port, "GET", "/api/user", token or "x")
            self.expect(f"a token, {name}: {answer.status}", answer.status == 401)
        self.expect("the token they were made of is believed",
                    (await ask(self.server.port, "GET", "/api/user", good)).status == 200)
        self.expect(f"for {AUDIENCE} among others, too", (await ask(
            self.server.port, "GET", "/api/user", issuer.token("otto", aud=["x", AUDIENCE]))).status == 200)
        self.expect("without the name of a key, too", (await ask(
            self.server.port, "GET", "/api/user", issuer.token("otto", kid=None))).status == 200)

    # MARK: All of it

    async def phase(self, name: str, attack) -> None:
        began = time.monotonic()
        await attack
        self.phases.append((name, began, time.monotonic(), self.server.memory()))

    async def run(self) -> int:
        await self.server.prepare(
            pool(), contest(10, 20, clock=3_600, number=1), contest(10, 20, clock=43_200, countdown=3, number=2))
        await self.server.start()
        members = await self.settle()
        await self.check_paths()
        await self.check_tokens()
        innocents = Innocents(self.server.port, members)
        # Those who mean no good come from machines of their own: what they take of this one's cores is not the server's doing.
        os.nice(10)
        await asyncio.sleep(3)
        for name, attack in [
            ("slow readers", self.slow_readers), ("drip-fed bodies", self.drips), ("garbage", self.garbage),
            ("a storm of streams", self.storm), ("half-open", self.half_open),
        ]:
            await self.phase("quiet", asyncio.sleep(8))
            await self.phase(name, attack())
        await self.phase("quiet", asyncio.sleep(8))
        samples = innocents.end()
        self.judge(samples)
        descriptors = self.server.descriptors()
        self.expect(f"{descriptors} descriptors are open at the end", descriptors < 100)
        self.expect("the server ends well", await self.server.end() == 0)
        self.expect("`verify --full` is clean", bool(self.server.run("verify", "--full")))
        self.expect("`audit` is clean", bool(self.server.run("audit")))
        print(f"{len(self.faults)} faults" if self.faults else "No faults.")
        return 1 if self.faults else 0

    def judge(self, samples: list[tuple[float, float, int]]) -> None:
        def of(begin: float, end: float) -> list[float]:
            return [took for sent, took, _ in samples if begin <= sent < end]
        quiet = [took for name, begin, end, _ in self.phases if name == "quiet" for took in of(begin, end)]
        failed = sum(status != 200 for _, _, status in samples)
        self.expect(f"members got {len(samples)} answers, {failed} others than 200", failed == 0)
        for name, begin, end, memory in self.phases:
            took = of(begin, end)
            middle, last = quantile(took, 0.5) * 1_000, quantile(took, 0.99) * 1_000
            ratio = quantile(took, 0.99) / quantile(quiet, 0.99)
            line = (f"{name}: members wait {middle:.1f} ms in the middle, {last:.1f} ms at p99 ({ratio:.1f} x quiet), "
                    f"{max(took, default=0) * 1_000:.0f} ms at most; {end - begin:.0f} s, {memory / MIB:.0f} MiB after")
            # Below a few milliseconds it is the clients that wait for a core.
            self.expect(line, name == "quiet" or ratio <= 2 or last < 10)


async def run(server: Server, crowd: int, seed: int) -> int:
    return await Siege(server, crowd, seed).run()
