"""Places that a ledger lies in: another user's, a read-only mount, two containers, a directory that goes away."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import uuid
from pathlib import Path

from server import Server, contest, pool
from wire import ask

# Another user, without the right to write anything of the ledger.
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
# The first process of a container of its own.
CONTAINER = ["unshare", "--pid", "--fork", "--kill-child"]


class Places:
    def __init__(self, server: Server):
        self.server = server
        self.faults: list[str] = []

    def expect(self, holds: bool, what: str) -> None:
        print(f"{'good' if holds else 'BAD '} {what}", flush=True)
        if not holds:
            self.faults.append(what)

    def tool(self, *words, ledger: Path | None = None, within: list[str] = []) -> subprocess.CompletedProcess:
        return subprocess.run(
            [*within, self.server.program, "--ledger", ledger or self.server.ledger, *map(str, words)],
            capture_output=True, text=True)

    def readers(self, name: str, within: list[str], seconds: float) -> None:
        """Reads during a writer's work: the answers about an earlier moment do not change."""
        ledger = self.server.folder / f"{name}.ledger"
        self.tool("simulate", "--rooms", 20, "--seed", 7, "--profile", "quiet", ledger=ledger)
        size = json.loads(self.tool("status", "--format", "json", ledger=ledger).stdout)["size"]
        questions = [["rooms", "--at", f"pos:{size}", "--format", "json"], ["board", 7, "--format", "json"],
                     ["exposure", "--at", f"pos:{size}", "--format", "json"]]
        answers = [self.tool(*question, ledger=ledger).stdout for question in questions]
        writer = subprocess.Popen(
            ["sh", "-c", 'seed=100; while :; do seed=$((seed + 1)); "$0" --ledger "$1" simulate --rooms 6 --seed $seed '
             '--profile quiet; done', self.server.program, ledger],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        wrong, count, end = [], 0, asyncio.get_event_loop().time() + seconds
        while asyncio.get_event_loop().time() < end:
            number, count = count % len(questions), count + 1
            done = self.tool(*questions[number], ledger=ledger, within=within)
            if done.returncode or done.stdout != answers[number]:
                wrong.append((done.returncode, done.stderr[-300:]))
        audit = self.tool("audit", ledger=ledger, within=within)
        os.killpg(writer.pid, 9)
        writer.wait()
        self.expect(not wrong, f"{name}: {count} reads during writes, wrong: {wrong[:3]}")
        self.expect(audit.returncode == 0, f"{name}: an audit during writes: {audit.returncode} {audit.stderr[-300:]}")
        shutil.rmtree(ledger)

    async def containers(self) -> None:
        """The first processes of two containers on one volume, whichever comes first."""
        server = self.server
        # It has more to write than a pipe takes, and keeps the ledger open until somebody reads.
        reader = subprocess.Popen(
            [*CONTAINER, server.program, "--ledger", server.ledger, "events", "--format", "json"],
            stdout=subprocess.PIPE)
        await asyncio.sleep(1)
        server.before = CONTAINER
        await server.start()
        answer = await ask(server.port, "GET", "/readyz")
        self.expect(answer.status == 200, f"a server after a reader of another container: {answer.status}")
        self.expect(reader.poll() is None, "the reader has the ledger open")
        for words in (["rooms"], ["verify"], ["backup", server.folder / "copy"]):
            done = self.tool(*words, within=CONTAINER)
            self.expect(done.returncode == 0, f"`{words[0]}` in another container: {done.returncode} {done.stderr[-300:]}")
        text, _ = reader.communicate()
        self.expect(reader.returncode == 0 and text.endswith(b"}\n"), f"the reader ends well: {reader.returncode}")
        # The signal that ends `unshare` ends what it runs.
        await server.kill()
        server.before = []
        done = self.tool("audit", ledger=server.folder / "copy")
        self.expect(done.returncode == 0, f"an audit of the backup: {done.returncode} {done.stderr[-300:]}")

    async def away(self, name: str, away, back) -> None:
        """The directory goes while the server runs: nothing is acknowledged, and all continues when it is back."""
        server = self.server
        await server.start()
        token = server.issuer.token("ann")
        user = int((await ask(server.port, "GET", "/api/user", token)).json["id"])
        statuses, body = [], {"kind": "joinTournament", "user": user, "tournament": 1, "entries": 1}

        async def join() -> int:
            return (await ask(server.port, "POST", "/v1/commands", token, body,
                              Idempotency_Key=f'"{uuid.uuid4().hex}"')).status

        away()
        for _ in range(5):
            statuses.append(await join())
            await asyncio.sleep(0.2)
        ready = (await ask(server.port, "GET", "/readyz")).status
        self.expect(set(statuses) == {503} and ready == 503, f"{name}: commands {statuses}, /readyz {ready}")
        back()
        await asyncio.sleep(1.2)
        status = await join()
        self.expect(status in (200, 409), f"{name}: {status} when it is back")
        await server.end()
        audit = self.tool("audit")
        self.expect(audit.returncode == 0, f"{name}: the audit after it: {audit.returncode}")


async def run(server: Server, seconds: float) -> int:
    if os.geteuid() != 0 or not sys.platform.startswith("linux") or not all(map(shutil.which, ("unshare", "setpriv"))):
        print("skipped: other users and containers take root on Linux, unshare and setpriv")
        return 0
    server.folder.chmod(0o755)
    places = Places(server)
    places.readers("another user", NOBODY, seconds)
    mount = 'mount --bind -o ro "$0" "$0" && exec "$@"'
    places.readers("a read-only mount", ["unshare", "-m", "sh", "-c", mount, str(server.folder)], seconds)
    await server.prepare(pool(1_500), contest(teams=10, rounds=4, clock=3))
    await places.containers()
    ledger, aside = server.ledger, server.folder / "aside"

    def replace() -> None:
        ledger.rename(aside)
        shutil.copytree(aside, ledger)

    def restore() -> None:
        shutil.rmtree(ledger)
        aside.rename(ledger)

    await places.away("moved", lambda: ledger.rename(aside), lambda: aside.rename(ledger))
    await places.away("replaced", replace, restore)
    await places.away(
        "mounted over", lambda: subprocess.run(["mount", "-t", "tmpfs", "none", ledger], check=True),
        lambda: subprocess.run(["umount", ledger], check=True))
    print(f"{len(places.faults)} faults" if places.faults else "No faults.")
    return 1 if places.faults else 0
