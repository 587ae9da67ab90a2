"""What is measured: the cells of the table, and how much work a quick and a full run do."""

import os
from dataclasses import dataclass, field

from contestants import Contestant

CORES = os.cpu_count() or 1
STREAM_LENGTH = 7000  # events in one room of a fast draft, as far as as-of queries are concerned
CLIENTS = 64
BULK = 10_000


@dataclass(frozen=True)
class Size:
    rounds: int
    seconds: float        # of work in one run of a contestant
    draft_rooms: int      # in the log that floors and ours read
    wide_rooms: int       # in the log that competitors read too

    def rooms(self, shape: str) -> int:
        return self.wide_rooms if shape == "wide" else self.draft_rooms


QUICK = Size(rounds=3, seconds=0.1, draft_rooms=150, wide_rooms=15)
# Many short turns rather than few long ones: ratios are taken within a round, and disks have moods that last seconds.
FULL = Size(rounds=9, seconds=0.3, draft_rooms=1500, wide_rooms=60)


@dataclass(frozen=True)
class Cell:
    """One group of rows: a workload at a shape, for everyone who can do it."""

    name: str
    title: str
    workload: str
    shape: str
    floor: str                                    # the contestant that ratios "to the floor" are taken to
    flags: dict[str, object] = field(default_factory=dict)
    floor_flags: dict[str, object] = field(default_factory=dict)  # what floors get instead
    shows: str = "rate"                           # or "latency": milliseconds an operation
    shows_disk: bool = False
    floors_only: bool = False                     # the product works on all cores here, whatever it is told

    @property
    def reads(self) -> bool:
        return self.workload in ("replay", "as-of", "verify", "rebuild")

    @property
    def id(self) -> str:
        return f"{self.name}/{self.shape}"

    def admits(self, contestant: Contestant) -> bool:
        """Rivals are measured at the size at which they publish: wide."""
        if self.floors_only and contestant.role != "floor":
            return False
        if contestant.cells is not None and self.name not in contestant.cells:
            return False
        return self.workload in contestant.workloads and (contestant.role != "rival" or self.shape == "wide") and (
            contestant.name != "fdatasync" or self.name != "append-bulk")


def append_cells() -> list[Cell]:
    one, group = {"batch": 1, "rooms": CLIENTS}, {"batch": 100, "rooms": CLIENTS}
    crowd = {"batch": 1, "rooms": CLIENTS, "clients": CLIENTS}
    crowd_floor = {"batch": CLIENTS, "clients": 1}
    cells = [
        Cell("append-1", f"one durable {shape} at a time", "append", shape, "lmdb", one) for shape in ("tick", "pick")
    ]
    cells.append(Cell("append-1", "one durable event at a time", "append", "wide", "lmdb", one))
    for shape in ("draft", "wide"):
        cells += [
            Cell("append-64", f"{CLIENTS} clients, one durable event each at a time, expected version checked;"
                 f" floors: one writer, {CLIENTS} in a transaction", "append", shape, "lmdb", crowd, crowd_floor),
            Cell("append-100", "100 in a durable transaction", "append", shape, "lmdb", group),
            Cell("append-bulk", "10,000 in a durable transaction", "append", shape, "lmdb", {"batch": BULK},
                 shows_disk=True),
        ]
    return cells


def reading_cells() -> list[Cell]:
    cells = []
    for shape in ("draft", "wide"):
        cells += [
            Cell("replay", "read, decode and fold every event, one core", "replay", shape, "lmdb-scan"),
            Cell("replay-cores", f"the same on {CORES} cores", "replay", shape, "lmdb-scan", {"threads": CORES}),
            Cell("as-of", f"one room of {STREAM_LENGTH:,} events out of the log, folded", "as-of", shape, "lmdb",
                 shows="latency"),
        ]
    cells.append(Cell("rebuild", "every projection refolded and its rows written, all cores", "rebuild", "draft",
                      "lmdb-scan"))
    return cells


def hashing_cells() -> list[Cell]:
    return [
        Cell("digest-43", "SHA-256 of 43 bytes, one core", "digest", "draft", "swift-crypto", {"message": 43}),
        Cell("digest-65", "SHA-256 of 65 bytes, one core", "digest", "draft", "swift-crypto", {"message": 65}),
        Cell("verify-core", "a leaf and a node for each event, one core", "verify", "draft", "swift-crypto",
             floors_only=True),
        Cell("verify", f"the same on {CORES} cores; the product also compares, and reads every record", "verify",
             "draft", "swift-crypto", {"threads": CORES}),
    ]


CELLS = append_cells() + reading_cells() + hashing_cells()
