"""The contract between the driver and a contestant.

A contestant is a program. One run of it does one workload once and prints one line of JSON on its standard output;
anything it has to complain about goes to standard error with an exit status other than 0. It accepts these flags, each
followed by a value, and ignores or refuses those that do not concern its workload:

    --workload NAME   append, load, replay, as-of, verify, rebuild or digest
    --dir PATH        an existing directory: empty for append, the result of an earlier append for the reading ones
    --shape SHAPE     tick (48-byte records), pick (96), draft (one pick in 13 events, else ticks), wide (all 200)
    --rooms R         event p of the log belongs to room p % R + 1 and is its version p / R + 1
    --events N        append at most N events, rounded down to a multiple of --clients
    --seconds S       start no new transaction, pass or query after S seconds; 0 means no limit (one pass or query)
    --batch B         events in one durable transaction
    --clients C       concurrent appenders; client c owns room c + 1, and R = C
    --threads T       concurrent readers or hashers in all
    --message L       bytes in a message to hash
    --through WAY     which of the product's entrances: records (the log alone), events (encoded by the product too) or
                      commands (decided by the product too, counted as commands, of which some are several events)

Workloads:

    append   stores events 0, 1, 2 ... B at a time, each transaction durable before the next begins. With --clients,
             each client appends single events to its own room and waits until each is durable; a single event carries
             its expected version, and is refused if the room has moved on.
    load     the same for the logs that are read, by those who cannot read the records above: the product stores drafts
             of the same rooms, events and picks as records of its own, which are smaller than `wide` asks for.
    replay   reads the whole log in order, decodes each event, counts events and picks and adds up picked players in
             each room; whole passes, as many as begin within --seconds. With --threads, the log is cut into ranges.
    as-of    reads the history of one room and folds it, through the store's own way of finding a room's events; rooms
             in the order q * 7919 % R + 1 for q = 0, 1, 2 ...
    verify   recomputes every hash of the log's RFC 6962 tree: a leaf (one byte and the record) and about one inner node
             (65 bytes) for each event. The product verifies the log in --dir; the floors hash messages of those sizes.
    rebuild  refolds every projection from the log in --dir and writes its rows. The product's alone.
    digest   SHA-256 of messages of --message bytes, one after another.

The line:

    {"contestant": "lmdb", "workload": "append", "shape": "wide",
     "events": 477800,       events appended, read, folded or hashed, all passes together
     "operations": 4778,     transactions, passes, queries
     "seconds": 1.000189296, wall clock around the work alone: no start-up, no making of rooms
     "bytes": 109281280,     disk blocks of the directory after the store is closed
     "peakRSS": 100966400,   bytes, with mapped files: the process's own peak, or its largest child's if that is more.
                             On Linux VmHWM of /proc/self/status: ru_maxrss begins at the size of the driver
     "check": "00000278e73b7952"}

`check` proves that contestants did the same work. For replay it is, in 64-bit arithmetic that wraps around, the sum
over rooms of room * (events + picks * 1000003 + players), after one pass; for as-of the same of room 1 alone; otherwise
zeros. The records, byte by byte, are in contestants/c/events.h; a contestant that keeps events in a form of its own
derives room, version, kind and player as that file does.

The product takes part as `ours`: an executable target in Sources/ours of the package here. Above the log alone it is
measured as `ours-events` and `ours-commands`.
"""

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """One line of the contract, and the peak of private memory that the driver saw."""

    events: int
    operations: int
    seconds: float
    bytes: int
    peak_rss: int
    check: str
    private_bytes: int | None

    @property
    def rate(self) -> float:
        """Events a second."""
        return self.events / self.seconds

    @staticmethod
    def parse(text: str, private_bytes: int | None) -> "Outcome":
        """Raises ValueError, KeyError or TypeError for a line that breaks the contract."""
        line = json.loads(text)
        outcome = Outcome(
            int(line["events"]), int(line["operations"]), float(line["seconds"]), int(line["bytes"]),
            int(line["peakRSS"]), str(line["check"]), private_bytes,
        )
        if outcome.events <= 0 or outcome.seconds <= 0:
            raise ValueError("events and seconds must be positive")
        return outcome
