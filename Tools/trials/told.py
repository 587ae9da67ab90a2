"""Members are told what happens over every channel, while each service that delivers is in turn slow, down, lying and
forgetful; then what each of them has received is held against what the ledger says that members were told.

Stand-ins on this machine speak the services' protocols: OAuth and HTTP v1 of Firebase, HTTP/2 of Apple's push service with
its signed tokens, SMTP with a login, and Standard Webhooks."""

import asyncio
import base64
import hashlib
import hmac
import json
import os
import random
import ssl
import subprocess
import time
from collections import Counter, defaultdict

from server import Server, contest, free_port, pool
from tokens import encoded
from wire import Gone, ask

try:
    import aiosmtpd.controller
    import aiosmtpd.smtp
    import h2.config
    import h2.connection
    import h2.events
except ImportError:
    h2 = None

# The states of a service, each of which lasts a while. A liar says that it has taken what it drops, or the other way round.
MOODS = ["good", "slow", "down", "failing", "forgetful"]
PACE = 4
SECRET = b"the receiver of this trial has it"


class Service:
    """A service whose mood changes, and the messages it has accepted."""

    def __init__(self, name: str, chance: random.Random):
        self.name, self.chance, self.mood = name, chance, "good"
        self.port = free_port()
        self.accepted: list[tuple] = []
        self.counts: Counter = Counter()
        self.faults: list[str] = []

    async def take(self, what: tuple) -> str:
        """What to answer: `yes`, `no`, or `hang` for no answer although it was taken."""
        self.counts[self.mood] += 1
        match self.mood:
            case "slow": await asyncio.sleep(self.chance.uniform(0.5, 3))
            case "failing": return "no"
        self.accepted.append((*what, time.time()))
        return "hang" if self.mood == "forgetful" and self.chance.random() < 0.5 else "yes"


class HTTPService(Service):
    """Answers requests of HTTP/1.1, each on a connection of its own."""

    async def serve(self) -> None:
        self.listening = await asyncio.start_server(self.connection, "127.0.0.1", self.port)

    async def connection(self, reader, writer) -> None:
        try:
            if self.mood == "down":
                return
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                lines = head.split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                status, text = await self.answer(lines[0].split(" ")[1], headers, body)
                if status is None:
                    return
                writer.write(f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode())
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


class Firebase(HTTPService):
    async def answer(self, path: str, headers: dict, body: bytes):
        if path == "/token":
            claims = json.loads(base64.urlsafe_b64decode(body.decode().rpartition("assertion=")[2].split(".")[1] + "=="))
            if claims["aud"] != f"http://127.0.0.1:{self.port}/token":
                self.faults.append(f"a grant is for {claims['aud']}")
            return 200, '{"access_token":"trial","expires_in":3600,"token_type":"Bearer"}'
        if headers.get("authorization") != "Bearer trial":
            return 401, '{"error":{"status":"UNAUTHENTICATED"}}'
        message = json.loads(body)["message"]
        if message["token"].startswith("gone"):
            return 404, '{"error":{"status":"NOT_FOUND","details":[{"errorCode":"UNREGISTERED"}]}}'
        cause, user, kind = message["apns"]["headers"]["apns-collapse-id"].split("-")
        until = int(message["apns"]["headers"]["apns-expiration"])
        match await self.take((message["token"], int(cause), int(user), kind, until)):
            case "yes": return 200, '{"name":"projects/trial/messages/1"}'
            case "no": return 503, '{"error":{"status":"UNAVAILABLE"}}'
        return None, ""


class Receiver(HTTPService):
    """Of webhooks."""

    async def answer(self, path: str, headers: dict, body: bytes):
        id, at = headers["webhook-id"], headers["webhook-timestamp"]
        code = hmac.new(SECRET, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
        if "v1," + base64.b64encode(code).decode() not in headers["webhook-signature"].split(" "):
            self.faults.append(f"{id} is signed by another key")
        event = json.loads(body)
        match await self.take((id, event["data"]["stream"], event["data"]["position"])):
            case "yes": return 200, "{}"
            case "no": return 500, "{}"
        return None, ""


class Apple(Service):
    """HTTP/2 with TLS. Checks the signed token by openssl, once for each."""

    def __init__(self, chance: random.Random, folder, context: ssl.SSLContext):
        super().__init__("apple", chance)
        self.folder, self.context, self.known = folder, context, set()

    async def serve(self) -> None:
        self.listening = await asyncio.start_server(self.connection, "127.0.0.1", self.port, ssl=self.context)

    def is_signed(self, token: str) -> bool:
        if token in self.known:
            return True
        head, claims, signature = token.split(".")
        raw = base64.urlsafe_b64decode(signature + "==")
        def integer(part: bytes) -> bytes:
            part = part.lstrip(b"\0") or b"\0"
            part = b"\0" + part if part[0] > 127 else part
            return b"\x02" + bytes([len(part)]) + part
        der = integer(raw[:32]) + integer(raw[32:])
        (self.folder / "apple.sig").write_bytes(b"\x30" + bytes([len(der)]) + der)
        done = subprocess.run(["openssl", "dgst", "-sha256", "-verify", self.folder / "apple.pub", "-signature", self.folder / "apple.sig"],
                              input=f"{head}.{claims}".encode(), capture_output=True)
        said = json.loads(base64.urlsafe_b64decode(claims + "=="))
        if done.returncode == 0 and said["iss"] == "TEAM123456" and abs(time.time() - said["iat"]) < 3_600:
            self.known.add(token)
        return token in self.known

    async def connection(self, reader, writer) -> None:
        state = h2.connection.H2Connection(config=h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        state.initiate_connection()
        writer.write(state.data_to_send())
        heads, bodies = {}, defaultdict(bytes)

        async def answer(stream: int) -> None:
            headers = heads.pop(stream)
            status, text = await self.judge(headers, bodies.pop(stream, b""))
            if status is None:
                writer.transport.abort()
                return
            try:
                state.send_headers(stream, [(":status", str(status)), ("apns-id", headers.get("apns-id", ""))], end_stream=not text)
                if text:
                    state.send_data(stream, text.encode(), end_stream=True)
                writer.write(state.data_to_send())
            except h2.exceptions.ProtocolError:
                pass

        try:
            while data := await reader.read(65_536):
                if self.mood == "down":
                    return
                for event in state.receive_data(data):
                    match event:
                        case h2.events.RequestReceived(): heads[event.stream_id] = dict(event.headers)
                        case h2.events.DataReceived():
                            bodies[event.stream_id] += event.data
                            state.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                    if isinstance(event, h2.events.StreamEnded):
                        asyncio.create_task(answer(event.stream_id))
                writer.write(state.data_to_send())
                await writer.drain()
        except (ConnectionError, ssl.SSLError):
            pass
        finally:
            writer.close()

    async def judge(self, headers: dict, body: bytes):
        expected = {"apns-topic": "dog.trial.push-type.liveactivity", "apns-push-type": "liveactivity"}
        for name, value in expected.items():
            if headers.get(name) != value:
                self.faults.append(f"{name} is {headers.get(name)}")
        if not self.is_signed(headers["authorization"].removeprefix("bearer ")):
            self.faults.append("a token is not signed by the key")
            return 403, '{"reason":"InvalidProviderToken"}'
        aps = json.loads(body)["aps"]
        match await self.take((headers[":path"].removeprefix("/3/device/"), aps["event"], aps["content-state"]["pickNumber"],
                               aps["timestamp"], headers["apns-id"])):
            case "yes": return 200, ""
            case "no": return 503, '{"reason":"ServiceUnavailable"}'
        return None, ""


class Mail(Service):
    """A relay on this machine, with a login. E-mails to a relay on the same machine are not encrypted."""

    def __init__(self, chance: random.Random):
        super().__init__("mail", chance)
        service, loop = self, asyncio.get_running_loop()

        class Handler:
            async def handle_DATA(self, server, session, envelope):
                text = envelope.content.decode(errors="replace")
                did = asyncio.run_coroutine_threadsafe(service.take((envelope.rcpt_tos[0], text)), loop)
                match await asyncio.wrap_future(did):
                    case "yes": return "250 taken"
                    case "no": return "451 not now"
                raise ConnectionResetError

        def login(server, session, envelope, mechanism, data):
            is_known = (data.login, data.password) == (b"drafts", b"secret")
            return aiosmtpd.smtp.AuthResult(success=is_known and service.mood != "down", handled=True)

        self.controller = aiosmtpd.controller.Controller(
            Handler(), hostname="127.0.0.1", port=self.port, auth_required=True, auth_require_tls=False,
            authenticator=login)

    async def serve(self) -> None:
        self.controller.start()


class Trial:
    def __init__(self, server: Server, members: int, seconds: float, seed: int):
        self.server, self.folder, self.seconds = server, server.folder, seconds
        self.chance = random.Random(seed)
        self.faults: list[str] = []
        self.members = [{"name": f"member {number}", "number": number} for number in range(members)]

    def expect(self, what: str, holds: bool) -> None:
        print(f"{'ok  ' if holds else 'BAD '} {what}", flush=True)
        if not holds:
            self.faults.append(what)

    def openssl(self, *words) -> None:
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)

    def context(self) -> ssl.SSLContext:
        ca, key, request, certificate = (self.folder / name for name in ("ca.pem", "tls.key", "tls.csr", "tls.pem"))
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        self.openssl("req", "-x509", *curve, "-subj", "/CN=trials", "-days", 30, "-keyout", self.folder / "ca.key", "-out", ca)
        (self.folder / "names").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
        self.openssl("req", *curve, "-subj", "/CN=localhost", "-keyout", key, "-out", request)
        self.openssl("x509", "-req", "-in", request, "-CA", ca, "-CAkey", self.folder / "ca.key", "-CAcreateserial", "-days", 20,
                     "-extfile", self.folder / "names", "-out", certificate)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        context.set_alpn_protocols(["h2"])
        return context

    async def services(self) -> None:
        context = self.context()
        self.openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", self.folder / "apple.pem")
        self.openssl("pkcs8", "-topk8", "-nocrypt", "-in", self.folder / "apple.pem", "-out", self.folder / "apple.p8")
        self.openssl("ec", "-in", self.folder / "apple.pem", "-pubout", "-out", self.folder / "apple.pub")
        self.firebase, self.receiver = Firebase("firebase", self.chance), Receiver("webhooks", self.chance)
        self.apple, self.mail = Apple(self.chance, self.folder, context), Mail(self.chance)
        self.all = [self.firebase, self.receiver, self.apple, self.mail]
        for service in self.all:
            await service.serve()
        account = {"type": "service_account", "project_id": "trial", "private_key_id": "k1", "client_email": "push@trial.example",
                   "private_key": subprocess.run(["openssl", "pkcs8", "-topk8", "-nocrypt", "-in", self.server.issuer.key],
                                                 check=True, capture_output=True, text=True).stdout,
                   "token_uri": f"http://127.0.0.1:{self.firebase.port}/token"}
        (self.folder / "firebase.json").write_text(json.dumps(account))
        (self.folder / "login").write_text("drafts\nsecret\n")
        (self.folder / "webhooks.json").write_text(json.dumps({"allowLoopback": True, "endpoints": [
            {"id": "partner", "url": f"http://127.0.0.1:{self.receiver.port}/hook",
             "secrets": ["whsec_" + base64.b64encode(SECRET).decode()]}]}))
        self.server.settings |= {"webhooks": {"file": str(self.folder / "webhooks.json")}, "notices": {
            "firebase": str(self.folder / "firebase.json"), "push": {"address": f"http://127.0.0.1:{self.firebase.port}"},
            "apple": {"key": str(self.folder / "apple.p8"), "keyid": "KEY1234567", "team": "TEAM123456",
                      "bundle": "dog.trial", "address": f"https://localhost:{self.apple.port}"},
            "mail": {"host": "localhost", "port": self.mail.port, "from": "drafts@trial.example",
                     "login": str(self.folder / "login")},
            # The services' certificates are of an authority that no system knows.
            "trust": str(self.folder / "ca.pem")}}

    # MARK: Members

    async def insist(self, method: str, path: str, token: str, body=None, **headers):
        while True:
            try:
                answer = await ask(self.server.port, method, path, token, body, **headers)
                if answer.status not in (429, 503):
                    return answer
            except (Gone, OSError):
                pass
            await asyncio.sleep(0.1)

    async def command(self, token: str, **body):
        return await self.insist("POST", "/v1/commands", token, body, Idempotency_Key=os.urandom(16).hex())

    async def prepare(self, member: dict) -> None:
        member["token"] = self.server.issuer.token(
            member["name"], email=f"member{member['number']}@trial.example", email_verified=True)
        token = member["token"]
        member["user"] = int((await self.insist("GET", "/api/user", token)).json["id"])
        member["device"] = f"device-{member['number']}"
        await self.insist("POST", "/api/user/fcm-token", token, {"token": member["device"]})
        if member["number"] % 5 == 0:
            await self.insist("POST", "/api/user/fcm-token", token, {"token": f"gone-{member['number']}"})
        started = await self.insist("POST", "/api/user/live-activity-start-token", token, {"token": f"{member['number']:032x}"})
        if started.status != 200:
            self.faults.append(f"a start token was answered {started.status}")

    async def live(self, member: dict) -> None:
        """Joins drafts and makes each pick after some thought; sometimes the clock runs out."""
        chance = random.Random(member["number"])
        while time.monotonic() < self.until:
            joined = await self.command(member["token"], kind="joinTournament", user=member["user"], tournament=1 + member["number"] % 3 // 2, entries=1)
            if joined.status != 200:
                return
            room = next(int(event["stream"].partition("/")[2]) for event in joined.json["events"] if event["type"] == "SeatTaken")
            # The others have the app closed: their lock screens are started from here.
            if member["number"] % 2:
                token = hashlib.sha256(f"{member['number']} {room}".encode()).hexdigest()
                await self.insist("POST", f"/api/draft/{room}/live-activity-token", member["token"], {"token": token})
            while time.monotonic() < self.until + 20:
                shown = (await self.insist("GET", f"/v1/rooms/{room}", member["token"])).json
                if shown["status"] in ("complete", "cancelled", "voided"):
                    break
                seat = next((one["seat"] for one in shown["members"] if one["user"] == member["user"]), None)
                if shown.get("seatOnClock") == seat and seat is not None and chance.random() < 0.7:
                    await asyncio.sleep(chance.random() * 1.5)
                    await self.command(member["token"], kind="makePick", room=room, pick=shown["currentPickNumber"],
                                       player=chance.randrange(400))
                if shown["status"] == "waiting" and time.monotonic() > self.until:
                    break
                await asyncio.sleep(0.4 + chance.random())

    async def moods(self) -> None:
        """One service at a time is not good."""
        turn = 0
        while time.monotonic() < self.until:
            service = self.all[turn % len(self.all)]
            service.mood = MOODS[1 + turn // len(self.all) % (len(MOODS) - 1)]
            await asyncio.sleep(PACE)
            service.mood = "good"
            turn += 1

    async def run(self, kills: int) -> int:
        slow = contest(4, 3, 3_600, number=2, countdown=2) | {"preset": "slow"}
        await self.server.prepare(pool(), contest(4, 6, 6, number=1), slow)
        await self.services()
        await self.server.start()
        self.until = time.monotonic() + self.seconds
        await asyncio.gather(*(self.prepare(member) for member in self.members))
        tasks = [asyncio.create_task(self.live(member)) for member in self.members] + [asyncio.create_task(self.moods())]
        for _ in range(kills):
            await asyncio.sleep(self.seconds / (kills + 1))
            await self.server.kill()
            await self.server.start()
        await asyncio.gather(*tasks)
        # Retries of webhooks come after minutes; those that failed last are left out below.
        await asyncio.sleep(8)
        await self.server.end()
        self.check(kills)
        print(f"{'No faults' if not self.faults else f'{len(self.faults)} faults'}: {len(self.members)} members, {kills} kills.")
        return 1 if self.faults else 0

    # MARK: What was told

    def check(self, kills: int) -> None:
        events = self.server.events()
        names = {"roomFilled": "room_filled", "draftStarting": "draft_starting", "picksAway": "picks_away",
                 "onTheClock": "on_the_clock", "tenSeconds": "ten_seconds", "slowDraftEmail": "slow_draft_email"}
        told: dict[str, list] = defaultdict(list)
        seen: Counter = Counter()
        for event in events:
            if event["type"] == "NoticesRecorded":
                user = int(event["stream"].partition("/")[2])
                for notice in event["body"]["notices"]:
                    seen[(notice["cause"], user, notice["notice"])] += 1
                    told[notice["channel"]].append((notice["cause"], user, names[notice["notice"]], notice["outcome"], notice["at"]))
        self.expect(f"each notice is recorded once ({len(seen)})", max(seen.values(), default=0) == 1)
        outcomes = Counter((channel, one[3]) for channel, list in told.items() for one in list)
        print("     " + ", ".join(f"{channel} {outcome} {count}" for (channel, outcome), count in sorted(outcomes.items())))
        pushed = Counter((device, cause, user, kind) for device, cause, user, kind, _, _ in self.firebase.accepted)
        by_notice: dict[tuple, set] = defaultdict(set)
        for device, cause, user, kind in pushed:
            by_notice[(cause, user, kind)].add(device)
        sent = {one[:3] for one in told["push"] if one[3] == "sent"}
        unclear = {one[:3] for one in told["push"] if one[3] == "unclear"}
        self.expect(f"no device has a message twice ({sum(pushed.values())})", max(pushed.values(), default=0) <= 1)
        self.expect(f"what was sent by push has arrived ({len(sent)})", sent <= set(by_notice))
        # Notices of a turn are recorded when it is over: the last drafts were not.
        over = {(cause, user, names[kind]) for cause, user, kind in seen}
        unknown = (set(by_notice) & over) - sent - unclear
        self.expect(f"what has arrived was sent, or unclear ({len(unclear)} unclear, {len(unknown)} unknown)", not unknown)
        late = [one for one in self.firebase.accepted if one[5] > one[4] + 4]
        self.expect(f"nothing came late ({len(late)})", not late)
        own = {member["device"]: member["user"] for member in self.members}
        self.expect("each message is on the member's own device", all(own.get(device) == user for device, _, user, _ in pushed))
        mails = Counter(self.identity(text) for _, text, _ in self.mail.accepted)
        self.expect(f"no e-mail came twice ({len(mails)})", max(mails.values(), default=0) <= 1)
        mailed = sum(1 for one in told["email"] if one[3] == "sent")
        open_mails = sum(1 for one in told["email"] if one[3] == "unclear")
        self.expect(f"e-mails that were sent have arrived ({mailed} sent, {open_mails} unclear)", 0 < mailed <= len(mails) <= mailed + open_mails + kills)
        activities: dict[str, list] = defaultdict(list)
        for token, step, pick, at, id, _ in self.apple.accepted:
            activities[token].append((at, step, pick, id))
        self.expect(f"lock screens were started, updated and ended ({len(activities)} devices)",
                    {"start", "update", "end"} <= {step for list in activities.values() for _, step, _, _ in list})
        ids = Counter((token, one[3]) for token, list in activities.items() for one in list)
        self.expect("no change of a lock screen came twice but for repeats of the same ID",
                    max(ids.values(), default=0) <= 2)
        rooms: dict[str, list] = defaultdict(list)
        for id, stream, position, _ in self.receiver.accepted:
            rooms[stream].append(position)
        first_of = {stream: list(dict.fromkeys(positions)) for stream, positions in rooms.items()}
        self.expect(f"webhooks keep the order of each stream ({len(self.receiver.accepted)} deliveries)",
                    all(positions == sorted(positions) for positions in first_of.values()))
        for service in self.all:
            self.expect(f"{service.name}: {dict(service.counts)} {service.faults[:2]}", not service.faults)
        done = subprocess.run([self.server.program, "--ledger", self.server.ledger, "audit"], capture_output=True, text=True)
        self.expect(f"the audit ends with {done.returncode}", done.returncode == 0)

    @staticmethod
    def identity(text: str) -> str:
        return next((line for line in text.splitlines() if line.lower().startswith("message-id:")), text)


async def run(server: Server, members: int, kills: int, seconds: float, seed: int) -> int:
    if not h2:
        print("Tools/trials/run told needs h2 and aiosmtpd (python3 -m pip install h2 aiosmtpd in an environment)")
        return 69
    return await Trial(server, members, seconds, seed).run(kills)
