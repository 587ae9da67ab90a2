"""An issuer that rotates, removes, replaces, mixes and breaks its keys every other second, while members ask."""

import asyncio
import json
import random
import subprocess
import time
from collections import Counter
from dataclasses import dataclass

from server import Server, contest, free_port, pool
from tokens import AUDIENCE, ISSUER, encoded
from wire import Gone, ask, frames

# Seconds: for which a key set may be kept, and what a machine that is busy may take beyond that.
AGE, SLACK = 5, 3
# Between two acts of the issuer.
PACE = 2
# The longest that the set may stay unread when the issuer answers again: the server waits longer after each failure.
RECOVERY = 32

# Members of a set that no server can use, and that others in it must not suffer from.
STRANGE = [
    {"kty": "oct", "kid": "h1", "alg": "HS256", "k": "AAAA"},
    {"kty": "OKP", "crv": "X25519", "kid": "x1", "use": "enc", "x": encoded(b"1" * 32)},
    {"kty": "RSA", "kid": "e1", "use": "enc", "alg": "RSA-OAEP-256", "n": encoded(b"\xff" * 256), "e": "AQAB"},
    {"kty": "AKP", "kid": "q1", "alg": "ML-DSA-65", "pub": "AAAA"},
    {"kty": "EC", "crv": "secp256k1", "kid": "s1", "x": encoded(b"1" * 32), "y": encoded(b"2" * 32)},
    {"kty": "RSA", "kid": 7}, {}, 7, None, "key",
]
FAULTS = ["500", "truncated", "html", "hang", "closed", "empty", "no keys"]


@dataclass
class Key:
    kid: str
    member: dict
    token: str
    published: float
    removed: float = float("inf")
    stream: asyncio.Task | None = None


class Rotation:
    def __init__(self, server: Server, chance: random.Random):
        self.server, self.chance = server, chance
        self.port = free_port()
        self.keys: list[Key] = []
        self.strange: list = []
        self.fault: str | None = None
        self.healthy_since = time.monotonic()
        self.broken_until = 0.0
        self.faults: list[str] = []
        self.counts: Counter = Counter()
        self.longest = 0.0
        self.recovery = 0.0
        self.number = 0

    def bad(self, what: str) -> None:
        self.faults.append(what)
        print(f"BAD  {what}", flush=True)

    # MARK: The issuer

    def make(self, kid: str | None = None) -> Key:
        """A new key, its member of the set, and a token by it."""
        self.number += 1
        kid = kid or f"k{self.number}"
        file = self.server.folder / f"key-{self.number}.pem"
        subprocess.run(["openssl", "genrsa", "-out", file, "2048"], check=True, capture_output=True)
        shown = subprocess.run(
            ["openssl", "rsa", "-in", file, "-noout", "-modulus"], check=True, capture_output=True, text=True)
        modulus = bytes.fromhex(shown.stdout.strip().partition("=")[2])
        issuer = self.server.issuer
        issuer.key = file
        token = issuer.token(f"member {self.number % 8}", kid=kid)
        member = {"kty": "RSA", "kid": kid, "use": "sig", "alg": "RS256", "n": encoded(modulus), "e": "AQAB"}
        return Key(kid, member, token, time.monotonic())

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            self.counts["readings of the set"] += 1
            members = [key.member for key in self.keys if key.removed == float("inf")] + self.strange
            self.chance.shuffle(members)
            body, status = json.dumps({"keys": members}).encode(), "200 OK"
            match self.fault:
                case "500": status = "500 Internal Server Error"
                case "truncated": body = body[:len(body) // 2]
                case "html": body = b"<html>Service unavailable</html>"
                case "hang": await asyncio.sleep(10)
                case "closed": return
                case "empty": body = b""
                case "no keys": body = b'{"keys":[]}'
            writer.write(
                f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nCache-Control: max-age={AGE}\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
            await writer.drain()
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    def act(self) -> str:
        live = [key for key in self.keys if key.removed == float("inf")]
        now = time.monotonic()
        if self.fault:
            self.fault, self.healthy_since, self.broken_until = None, now, now
            return "answers again"
        match self.chance.choices(["publish", "remove", "replace", "mix", "break"], [3, 3, 1, 2, 3])[0]:
            case "remove" if len(live) > 1:
                key = self.chance.choice(live)
                key.removed = now
                return f"removes {key.kid}"
            case "replace" if len(live) > 1:
                old = self.chance.choice(live)
                old.removed = now
                self.begin(self.make(old.kid))
                return f"replaces {old.kid} under its name"
            case "mix":
                self.strange = self.chance.sample(STRANGE, self.chance.randrange(len(STRANGE)))
                return f"mixes {len(self.strange)} strange members in"
            case "break":
                self.fault = self.chance.choice(FAULTS)
                return f"breaks: {self.fault}"
            case _:
                self.begin(key := self.make())
                return f"publishes {key.kid}"

    def begin(self, key: Key) -> None:
        self.keys.append(key)
        key.stream = asyncio.create_task(self.watch(key))

    # MARK: Members

    async def watch(self, key: Key) -> None:
        """A stream by a key outlives it by what the set may be kept, and no longer."""
        await asyncio.sleep(AGE + SLACK)
        if key.removed < float("inf"):
            return
        try:
            async for _ in frames(self.server.port, "/v1/stream?lobby", key.token, silence=120):
                pass
        except Gone:
            pass
        except Exception:
            # It was not begun: requests by the same token say whether that was right.
            return
        ended = time.monotonic()
        if key.removed == float("inf"):
            # While the set cannot be read, nothing is known of any key.
            if not self.fault and ended - self.broken_until > RECOVERY:
                self.bad(f"a stream by {key.kid} ended while its key was published")
            return
        self.counts["streams ended with their keys"] += 1
        if ended - key.removed > AGE + SLACK:
            self.bad(f"a stream by {key.kid} lived {ended - key.removed:.1f} s longer than its key")

    async def member(self, until: float) -> None:
        while (began := time.monotonic()) < until:
            key = self.chance.choice(self.keys[-12:])
            try:
                answer = await ask(self.server.port, "GET", "/v1/users/me", key.token, within=30)
            except Gone as error:
                self.bad(f"no answer: {error}")
                continue
            now = time.monotonic()
            self.longest = max(self.longest, now - began)
            self.counts[f"answers of {answer.status}"] += 1
            self.judge(key, answer, began, now)
            await asyncio.sleep(0.02)

    def judge(self, key: Key, answer, began: float, now: float) -> None:
        if answer.status not in (200, 401, 503):
            self.bad(f"{key.kid}: {answer.status} {answer.body[:200]}")
        if answer.status == 503 and "retry-after" not in answer.headers:
            self.bad(f"{key.kid}: 503 without Retry-After")
        if key.removed < float("inf"):
            if answer.status == 200 and began - key.removed > AGE + SLACK:
                self.bad(f"{key.kid} was removed {began - key.removed:.1f} s ago, and its token is accepted")
            return
        # A set without keys, or with the name of another, says that the key is not there.
        quiet = self.fault is None and began - max(key.published, self.healthy_since) > AGE + SLACK
        if answer.status == 503 and self.fault is None:
            self.recovery = max(self.recovery, began - self.healthy_since)
            if began - self.healthy_since > RECOVERY:
                self.bad(f"503 {began - self.healthy_since:.0f} s after the issuer answers again")
        if answer.status == 401 and quiet:
            self.bad(f"{key.kid} is published, and refused: {answer.body[:200]}")


async def run(server: Server, seconds: float, seed: int) -> int:
    await server.prepare(pool(), contest(teams=10, rounds=4, clock=43_200))
    rotation = Rotation(server, random.Random(seed))
    server.issuer.file.write_text(json.dumps([{
        "issuer": ISSUER, "audience": AUDIENCE, "algorithms": ["RS256"], "maximumLifetimeSeconds": 86_400,
        "keys": f"http://127.0.0.1:{rotation.port}/keys.json"}]))
    issuer = await asyncio.start_server(rotation.answer, "127.0.0.1", rotation.port)
    rotation.begin(rotation.make())
    await server.start()
    until = time.monotonic() + seconds
    members = [asyncio.create_task(rotation.member(until)) for _ in range(16)]
    while time.monotonic() < until:
        await asyncio.sleep(PACE)
        print(f"the issuer {rotation.act()}", flush=True)
        rotation.counts["acts of the issuer"] += 1
    await asyncio.gather(*members)
    for key in rotation.keys:
        key.stream.cancel()
    await asyncio.gather(*(key.stream for key in rotation.keys), return_exceptions=True)
    issuer.close()
    await server.end()
    for what, count in sorted(rotation.counts.items()):
        print(f"{count:8} {what}")
    print(f"The longest answer took {rotation.longest:.2f} s; the last 503 came {rotation.recovery:.1f} s after the issuer "
          "answered again.")
    print(f"{len(rotation.faults)} faults" if rotation.faults else "No faults.")
    return 1 if rotation.faults else 0
