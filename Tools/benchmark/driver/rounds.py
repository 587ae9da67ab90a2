"""The measuring itself: load the logs once, then rounds, in each of which every cell's contestants take turns."""

import shutil
import tempfile
from collections import defaultdict
from pathlib import Path

from call import Failed, call
from contestants import Contestant
from contract import Outcome
from plan import BULK, STREAM_LENGTH, Cell, Size
from prepare import say

Samples = dict[tuple[str, str], list[Outcome]]  # (cell id, contestant) to an outcome for each round


class Rounds:
    def __init__(self, cells: list[Cell], ready: dict[Contestant, list[str]], size: Size, folder: Path):
        self.cells = cells
        self.ready = ready
        self.size = size
        self.folder = folder
        self.logs: dict[tuple[str, str], Path] = {}
        self.samples: Samples = defaultdict(list)
        self.failures: dict[tuple[str, str], str] = {}

    def run(self) -> None:
        self.load_logs()
        for number in range(self.size.rounds):
            say(f"round {number + 1} of {self.size.rounds}")
            for cell in self.cells:
                entrants = [one for one in self.ready if cell.admits(one) and (cell.id, one.name) not in self.failures]
                # Whoever goes first in one round goes later in the next.
                turn = number % len(entrants) if entrants else 0
                for contestant in entrants[turn:] + entrants[:turn]:
                    self.measure(cell, contestant)
        self.compare_checks()

    def load_logs(self) -> None:
        needed = {(one.log_owner, cell.shape) for cell in self.cells for one in self.ready
                  if cell.reads and cell.admits(one) and one.keeps_log}
        for owner in self.ready:
            for shape in sorted(shape for name, shape in needed if name == owner.name):
                rooms = self.size.rooms(shape)
                say(f"loading {rooms * STREAM_LENGTH:,} {shape} events into {owner.name}")
                log = self.folder / f"{owner.name}-{shape}"
                log.mkdir()
                flags = {"batch": BULK, "events": rooms * STREAM_LENGTH, "rooms": rooms}
                try:
                    self.invoke(owner, "load" if owner.loads else "append", shape, log, flags)
                    self.logs[owner.name, shape] = log
                except Failed as failure:
                    say(f"  {owner.name} could not load: {failure}")

    def measure(self, cell: Cell, contestant: Contestant) -> None:
        flags = {"seconds": self.size.seconds, "rooms": self.size.rooms(cell.shape), **cell.flags}
        if contestant.role == "floor":
            flags |= cell.floor_flags
        try:
            if cell.workload == "append":
                with tempfile.TemporaryDirectory(dir=self.folder) as log:
                    outcome = self.invoke(contestant, "append", cell.shape, Path(log), {"events": 10**9, **flags})
            else:
                log = self.logs.get((contestant.log_owner, cell.shape)) if contestant.keeps_log else self.folder
                if log is None:
                    raise Failed("its log could not be loaded")
                outcome = self.invoke(contestant, cell.workload, cell.shape, log, flags)
            self.samples[cell.id, contestant.name].append(outcome)
        except Failed as failure:
            say(f"  {cell.id}: {contestant.name} failed: {failure}")
            self.failures[cell.id, contestant.name] = str(failure)

    def invoke(self, contestant: Contestant, workload: str, shape: str, log: Path, flags: dict) -> Outcome:
        words = [word for name, value in flags.items() for word in (f"--{name}", str(value))]
        command = [*self.ready[contestant], "--workload", workload, "--shape", shape, "--dir", str(log)]
        return call(command + words + contestant.flags)

    def compare_checks(self) -> None:
        """Excludes contestants whose result differs from that of the others."""
        for cell in self.cells:
            if cell.workload not in ("replay", "as-of"):
                continue
            voters = {name: {outcome.check for outcome in outcomes} for (id, name), outcomes in self.samples.items()
                      if id == cell.id and name != "lmdb-scan"}
            expected = voters.get("lmdb") or next(iter(voters.values()), set())
            for name, checks in voters.items():
                if checks != expected:
                    say(f"  {cell.id}: {name} folded something else: {checks} is not {expected}")
                    self.failures[cell.id, name] = "folded something else than the floor"
                    del self.samples[cell.id, name]


def with_scratch(parent: Path | None, body) -> None:
    """Calls `body` with a folder on a real disk, and removes the folder whatever happens."""
    if parent:
        parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="ledger-benchmark-", dir=parent))
    try:
        body(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
