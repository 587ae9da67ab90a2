"""The server under trial, as a process that can be ended and started again, and its ledger."""

import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
import time
from pathlib import Path

from tokens import Issuer
from wire import Gone, ask

ORIGIN = "example.com/trials"
SECONDS = 1_000_000
POSITIONS = ["quarterback", "runningBack", "wideReceiver", "tightEnd"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def pool(players: int = 400) -> dict:
    return {"kind": "publishPool", "pool": 1, "externalID": "", "title": "Pool", "players": [
        {"index": index, "position": POSITIONS[index % 4], "adp": (index + 1) * 100, "externalID": f"p{index}",
         "name": f"Player {index}", "team": ""} for index in range(players)]}


def contest(teams: int, rounds: int, clock: float, grace: float = 1, countdown: float = 2, number: int = 1) -> dict:
    """A contest without a fee, so that members need no money for it. Times are in seconds."""
    times = {"pickClock": clock, "grace": grace, "countdown": countdown, "tickInterval": 1 if clock < 60 else 3_600}
    return {
        "kind": "createTournament", "tournament": number, "pool": 1, "entryFee": 0, "rakeBasisPoints": 0,
        "preset": "custom", "teams": teams, "rounds": rounds, "limitQB": 7, "limitRB": 9, "limitWR": 9, "limitTE": 7,
        "autopickPolicy": 1, "missedPicksBeforeAutodraft": 0, "prizes": [], "title": f"Trial {number}",
        "externalID": "", **{name: int(value * SECONDS) for name, value in times.items()}}


class Server:
    def __init__(self, program: Path, folder: Path, ledger: Path | None = None, **environment: str):
        self.program, self.folder = program, folder
        self.ledger = ledger or folder / "trial.ledger"
        self.environment = os.environ | environment
        self.issuer = Issuer(folder)
        self.port = free_port()
        self.process: asyncio.subprocess.Process | None = None
        self.before: list[str] = []     # the program's surroundings: a command that runs it
        # Quotas must not prevent any attempt.
        self.settings: dict = {"rates": dict.fromkeys(
            ["commands", "reads", "reports", "writes", "failures"], 1_000_000)}

    def run(self, *words, expected=(0,)) -> str:
        """What a command says of the ledger, which no server holds."""
        done = subprocess.run(
            [self.program, "--ledger", self.ledger, *map(str, words)], capture_output=True, text=True)
        if done.returncode not in expected:
            raise SystemExit(f"`{' '.join(map(str, words))}` ended with {done.returncode}: {done.stderr}{done.stdout}")
        return done.stdout

    async def prepare(self, *commands: dict) -> None:
        """Creates the ledger, with the operator's commands."""
        await self.start("--create", ORIGIN)
        await self.end()
        lines = self.folder / "house.jsonl"
        lines.write_text("".join(json.dumps(command) + "\n" for command in commands))
        self.run("send", lines, "--as", "admin")

    async def launch(self, *words: str) -> None:
        """Begins a process, without waiting for what becomes of it."""
        config = self.folder / "settings.json"
        config.write_text(json.dumps(self.settings))
        with open(self.folder / "server.log", "ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self.before, self.program, "--ledger", self.ledger, "serve", "--listen", f"127.0.0.1:{self.port}", "--issuers",
                self.issuer.file, "--config", config, *words, stdout=log, stderr=log, env=self.environment,
                preexec_fn=lambda: resource.setrlimit(
                    resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2))

    async def start(self, *words: str, within: float = 60) -> float:
        """The seconds until it answered."""
        began = time.monotonic()
        await self.launch(*words)
        while time.monotonic() - began < within:
            if self.process.returncode is not None:
                raise SystemExit(f"the server ended with {self.process.returncode}: {self.log()[-2_000:]}")
            try:
                await ask(self.port, "GET", "/livez", within=1)
                return time.monotonic() - began
            except Gone:
                await asyncio.sleep(0.01)
        raise SystemExit(f"the server did not answer within {within} s: {self.log()[-2_000:]}")

    async def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def end(self, within: float = 30) -> int:
        """As an operator does; returns its exit status."""
        if self.process is None or self.process.returncode is not None:
            return self.process.returncode if self.process else 0
        self.process.terminate()
        try:
            return await asyncio.wait_for(self.process.wait(), within)
        except TimeoutError:
            await self.kill()
            raise SystemExit(f"the server did not end within {within} s of SIGTERM") from None

    def log(self) -> str:
        return (self.folder / "server.log").read_text(errors="replace")

    def memory(self) -> int:
        """Resident bytes that are no file's."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("RssAnon:"))

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def events(self) -> list[dict]:
        """All events of the ledger, which no server holds."""
        path = self.folder / "events.jsonl"
        with open(path, "w") as file:
            subprocess.run(
                [self.program, "--ledger", self.ledger, "events", "--format", "json"], stdout=file, check=True)
        with open(path) as file:
            return [json.loads(line) for line in file]
