"""A card processor and a bank while members pay in and withdraw: the ledger against what both of them have, to the cent.

The processor takes payment intents, charges, refunds, and loses or wins disputes; it sends each message signed, several
times, in any order, to a server that is killed meanwhile. The bank pays from payout files, and cannot pay some of them."""

import asyncio
import base64
import csv
import hashlib
import hmac
import json
import os
import random
import time
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import parse_qs

from server import Server, contest, free_port, pool
from wire import Connection, Gone, ask, request

CARD_SECRET = "whsec_trial_of_the_card_form"
BANK_SECRET = base64.b64encode(b"the bank of this trial signs so").decode()


def now() -> int:
    return int(time.time())


class Provider:
    """Sends messages until the server has taken each, and keeps the books."""

    def __init__(self, server: Server, name: str, chance: random.Random):
        self.server, self.name, self.chance = server, name, chance
        self.waiting: asyncio.Queue = asyncio.Queue()
        self.open = self.sent = self.lost = self.early = self.down = 0
        self.refused: list[tuple] = []
        self.books: list[dict] = []

    def note(self, kind: str, reference: str, cents: int) -> None:
        day = datetime.now(timezone.utc).isoformat(timespec="seconds").replace("+00:00", "Z")
        self.books.append({"reference": reference, "type": kind, "amountCents": cents, "date": day})

    def say(self, id: str, body: dict) -> None:
        self.open += 1
        self.waiting.put_nowait((id, json.dumps(body).encode(), self.chance.random() < 0.3))

    def headers(self, id: str, body: bytes) -> dict:
        raise NotImplementedError

    async def deliver(self) -> None:
        """One of several that deliver at a time, so that the order is nobody's."""
        while True:
            id, body, again = await self.waiting.get()
            await asyncio.sleep(self.chance.random() * 0.2)
            self.sent += 1
            try:
                connection = await Connection.open(self.server.port, 5)
                try:
                    data = request("POST", f"/v1/providers/{self.name}/events", None, body, **self.headers(id, body))
                    await connection.send(data)
                    if self.chance.random() < 0.1:
                        # The answer is lost: a provider sends again.
                        self.lost += 1
                        raise Gone("the answer is lost")
                    answer = await connection.answer(10)
                finally:
                    connection.close()
            except (Gone, OSError):
                self.down += 1
                await asyncio.sleep(0.1)
                self.waiting.put_nowait((id, body, again))
                continue
            if answer.status == 200:
                said = answer.json
                if said["outcome"] == "refused":
                    self.refused.append((id, said["code"], said["message"]))
                if again:
                    self.waiting.put_nowait((id, body, False))
                else:
                    self.open -= 1
            else:
                self.early += answer.status == 409
                if answer.status not in (409, 429, 503):
                    raise SystemExit(f"{self.name}'s {body} was answered {answer.status} {answer.body[:300]}")
                await asyncio.sleep(0.1)
                self.waiting.put_nowait((id, body, again))

    def report(self, path: Path) -> None:
        with open(path, "w", newline="") as file:
            writer = csv.DictWriter(file, ["reference", "type", "amountCents", "date"])
            writer.writeheader()
            writer.writerows(self.books)


class Processor(Provider):
    """A stand-in of a card processor's API for tests."""

    def __init__(self, server: Server, chance: random.Random):
        super().__init__(server, "cards", chance)
        self.port = free_port()
        self.intents: dict[str, dict] = {}
        self.by_key: dict[str, str] = {}
        self.number = 0

    def headers(self, id: str, body: bytes) -> dict:
        at = now()
        code = hmac.new(CARD_SECRET.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
        return {"Stripe_Signature": f"t={at},v1={code}"}

    def event(self, type: str, object: dict) -> None:
        self.number += 1
        self.say(f"evt_{self.number}", {"id": f"evt_{self.number}", "type": type, "data": {"object": object}})

    async def serve(self) -> None:
        async def answer(reader, writer):
            try:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                lines = head.split("\r\n")
                fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
                form = parse_qs((await reader.readexactly(int(fields.get("content-length", 0)))).decode())
                if fields.get("authorization") != "Bearer sk_test_trial" or lines[0] != "POST /v1/payment_intents HTTP/1.1":
                    raise ValueError(head)
                key = fields["idempotency-key"]
                if key not in self.by_key:
                    id = f"pi_{len(self.intents) + 1}"
                    self.by_key[key] = id
                    self.intents[id] = {
                        "id": id, "amount": int(form["amount"][0]), "currency": form["currency"][0],
                        "metadata": {"user": form["metadata[user]"][0]}, "client_secret": f"{id}_secret",
                        "status": "requires_payment_method"}
                body, status = json.dumps(self.intents[self.by_key[key]]), "200 OK"
            except (ValueError, KeyError) as error:
                body, status = json.dumps({"error": {"message": str(error)}}), "400 Bad Request"
            writer.write(f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode())
            await writer.drain()
            writer.close()

        self.listening = await asyncio.start_server(answer, "127.0.0.1", self.port)

    def confirm(self, secret: str) -> None:
        """The member's app completes the payment; what becomes of it later is chance."""
        intent = self.intents[secret.removesuffix("_secret")]
        id, cents = intent["id"], intent["amount"]
        self.event("payment_intent.created", intent)
        self.event("payment_intent.succeeded", intent | {"amount_received": cents, "status": "succeeded"})
        self.note("deposit", id, cents)
        fate = self.chance.random()
        dispute = {"id": f"dp_{id}", "payment_intent": id, "amount": cents, "currency": "usd"}
        if fate < 0.15:
            self.event("charge.dispute.funds_withdrawn", dispute | {"status": "needs_response"})
            self.note("chargeback", dispute["id"], cents)
            if fate < 0.07:
                self.event("charge.dispute.funds_reinstated", dispute | {"status": "won"})
                self.event("charge.dispute.closed", dispute | {"status": "won"})
                self.note("reversal", dispute["id"], cents)
            else:
                self.event("charge.dispute.closed", dispute | {"status": "lost"})
        elif fate < 0.2:
            self.event("charge.dispute.created", dispute | {"status": "warning_needs_response"})
        elif fate < 0.3:
            part = self.chance.randint(1, cents)
            self.event("refund.created", {
                "id": f"re_{id}", "payment_intent": id, "amount": part, "currency": "usd", "status": "succeeded"})
            self.note("refund", f"re_{id}", part)


class Bank(Provider):
    def __init__(self, server: Server, chance: random.Random):
        super().__init__(server, "bank", chance)
        self.accounts: dict[str, int] = {}
        self.paid: set[str] = set()

    def headers(self, id: str, body: bytes) -> dict:
        at = now()
        code = hmac.new(base64.b64decode(BANK_SECRET), f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
        return {"webhook_id": id, "webhook_timestamp": str(at), "webhook_signature": "v1," + base64.b64encode(code).decode()}

    def pay(self, file: str) -> None:
        for line in csv.DictReader(file.splitlines()):
            reference, cents = line["reference"], int(line["amountCents"])
            if reference in self.paid:
                raise SystemExit(f"{reference} is in a payout file after it was paid")
            self.paid.add(reference)
            who = {"user": int(line["user"]), "withdrawal": int(line["withdrawal"])}
            if self.chance.random() < 0.2:
                self.say(f"failed {reference}", {"type": "withdrawal.failed", "data": who | {"reason": "no such account"}})
            else:
                self.accounts[line["account"]] = self.accounts.get(line["account"], 0) + cents
                self.note("withdrawal", reference, cents)
                self.say(f"paid {reference}", {"type": "withdrawal.paid", "data": who | {"reference": reference}})


class Trial:
    def __init__(self, server: Server, members: int, kills: int, seed: int):
        self.server, self.kills, self.chance = server, kills, random.Random(seed)
        self.processor, self.bank = Processor(server, self.chance), Bank(server, self.chance)
        self.members = [{"name": f"member {number}", "account": f"TRIAL{number:05}"} for number in range(members)]
        self.faults: list[str] = []

    def expect(self, what: str, holds: bool) -> None:
        print(f"{'ok  ' if holds else 'BAD '} {what}", flush=True)
        if not holds:
            self.faults.append(what)

    async def insist(self, method: str, path: str, token: str, body=None, **headers):
        """The same request until the server answers: it is killed now and then."""
        while True:
            try:
                answer = await ask(self.server.port, method, path, token, body, **headers)
            except (Gone, OSError):
                await asyncio.sleep(0.05)
                continue
            if answer.status not in (429, 503):
                return answer
            await asyncio.sleep(0.1)

    async def live(self, member: dict) -> None:
        """Pays in and withdraws, a few times."""
        token = member["token"]
        account = {"holder": member["name"], "account": member["account"]}
        await self.insist("PUT", "/v1/users/me/payout-account", token, account)
        for _ in range(4):
            key = os.urandom(16).hex()
            begun = await self.insist("POST", "/v1/users/me/deposits", token,
                                      {"amountCents": self.chance.randint(100, 20_000)}, Idempotency_Key=key)
            if begun.status != 200:
                raise SystemExit(f"a deposit was answered {begun.status} {begun.body[:300]}")
            self.processor.confirm(begun.json["clientSecret"])
            await asyncio.sleep(self.chance.random() * 2)
            wanted = {"amountCents": self.chance.randint(50, 8_000)}
            held = await self.insist("POST", "/v1/users/me/withdrawals", token, wanted, Idempotency_Key=os.urandom(16).hex())
            if held.status not in (200, 402):
                raise SystemExit(f"a withdrawal was answered {held.status} {held.body[:300]}")
            if held.status == 200:
                member["held"] = member.get("held", 0) + wanted["amountCents"]

    async def cashier(self, token: str, user: int) -> int:
        """Approves what waits, and gives the file to the bank; returns the number of withdrawals."""
        queue = (await self.insist("GET", "/v1/withdrawals", token)).json
        waiting = [one for one in queue if one["payout"] is None]
        if not waiting:
            return 0
        command = {"kind": "approvePayout", "provider": "bank", "actor": f"admin/{user}", "withdrawals": [
            {"user": one["user"], "withdrawal": one["withdrawal"]} for one in waiting[:500]]}
        answer = await self.insist("POST", "/v1/commands", token, command, Idempotency_Key=os.urandom(16).hex())
        if answer.status != 200:
            raise SystemExit(f"a payout was answered {answer.status} {answer.body[:300]}")
        payout = next(event["position"] for event in answer.json["events"] if event["type"] == "PayoutApproved")
        file = await self.insist("GET", f"/v1/payouts/{payout}", token, Accept="text/csv")
        self.bank.pay(file.body.decode())
        return len(waiting)

    async def kill(self) -> None:
        for _ in range(self.kills):
            await asyncio.sleep(1 + self.chance.random() * 2)
            await self.server.kill()
            await self.server.start()

    async def run(self) -> int:
        folder = self.server.folder
        await self.server.prepare(pool(), contest(2, 2, 3_600))
        await self.processor.serve()
        (folder / "cards.apikey").write_text("sk_test_trial\n")
        (folder / "payments.json").write_text(json.dumps({"providers": [
            {"name": "cards", "form": "card", "secrets": [CARD_SECRET], "currency": "usd",
             "api": f"http://127.0.0.1:{self.processor.port}", "apiKey": "cards.apikey"},
            {"name": "bank", "form": "standard", "secrets": ["whsec_" + BANK_SECRET]}],
            "withdrawals": "bank", "deposits": "cards"}))
        self.server.settings["payments"] = {"file": str(folder / "payments.json")}
        await self.server.start()
        for member in self.members:
            member["token"] = self.server.issuer.token(member["name"])
            member["user"] = int((await ask(self.server.port, "GET", "/api/user", member["token"])).json["id"])
        person = self.server.issuer.token("the cashier")
        user = int((await ask(self.server.port, "GET", "/api/user", person)).json["id"])
        token = self.server.run("token", "create", "cashier", "--for-user", user, "--roles", "cashier").strip()
        deliveries = [asyncio.create_task(provider.deliver()) for provider in (self.processor, self.bank) for _ in range(6)]
        kills = asyncio.create_task(self.kill())
        lives = asyncio.gather(*(self.live(member) for member in self.members))
        payouts = 0
        while not (lives.done() and kills.done()):
            await asyncio.sleep(1)
            payouts += await self.cashier(token, user)
            for task in deliveries:
                if task.done():
                    task.result()
        await lives
        payouts += await self.cashier(token, user)
        began = time.monotonic()
        while (self.processor.open or self.bank.open) and time.monotonic() - began < 60:
            await asyncio.sleep(0.1)
        for task in deliveries:
            task.cancel()
        for provider in (self.processor, self.bank):
            print(f"     {provider.name}: {len(provider.books)} payments, {provider.sent} deliveries, {provider.lost} answers "
                  f"lost, {provider.down} not answered, {provider.early} too early", flush=True)
            self.expect(f"all messages of {provider.name} were taken", provider.open == 0)
            self.expect(f"no message of {provider.name} was refused {provider.refused[:3]}", not provider.refused)
        self.expect("members withdrew, and the bank could not pay all", payouts > 0 and len(self.bank.books) < payouts)
        forged = await ask(self.server.port, "POST", "/v1/providers/cards/events", None, {"id": "evt_1"},
                           Stripe_Signature=f"t={now()},v1={'0' * 64}")
        self.expect("a message without the processor's key is refused", forged.status == 401)
        await self.server.end()
        self.check()
        print(f"{'No faults' if not self.faults else f'{len(self.faults)} faults'}: {len(self.members)} members, "
              f"{self.kills} kills, {payouts} withdrawals in payouts.")
        return 1 if self.faults else 0

    def check(self) -> None:
        """The ledger against both books."""
        sums = {}
        for provider in (self.processor, self.bank):
            path = self.server.folder / f"{provider.name}.csv"
            provider.report(path)
            said = self.server.run("reconcile", "--provider", provider.name, "--file", path, expected=(0, 1))
            self.expect(f"the report of {provider.name} agrees: {said.strip().splitlines()[-1]}", "agree." in said)
            signs = {"deposit": 1, "reversal": 1, "withdrawal": -1, "chargeback": -1, "refund": -1}
            sums[provider.name] = sum(signs[row["type"]] * row["amountCents"] for row in provider.books)
        balances = json.loads(self.server.run("balances", "--format", "json"))
        found = {row["account"]: row["balanceCents"] for row in balances["accounts"]}
        for name, total in sums.items():
            self.expect(f"external/{name} is {-total} cents", found.get(f"external/{name}", 0) == -total)
        self.expect("all accounts together are zero", balances["totalCents"] == 0)
        ours = {member["account"] for member in self.members}
        self.expect("the bank paid to accounts of members only", set(self.bank.accounts) <= ours)
        audit = self.server.run("audit", expected=(0, 1, 3))
        self.expect(f"the audit: {audit.strip().splitlines()[0]}", "follows every rule" in audit)


async def run(server: Server, members: int, kills: int, seed: int) -> int:
    return await Trial(server, members, kills, seed).run()
