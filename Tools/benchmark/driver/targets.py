"""The product's targets, as ratios within one run, and whether this run met them."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from contestants import Contestant
from plan import CORES
from rounds import Samples
from table import best_rival, paired_ratio

OURS = "ours"
INTERNATIONAL = 142_000_000  # events of the largest tournament, ticks included


class Measured:
    """The medians of a run, by cell and contestant; a KeyError says that one is missing."""

    def __init__(self, samples: Samples, contestants: list[Contestant]):
        self.samples = samples
        self.contestants = contestants

    def outcomes(self, cell: str, name: str) -> list:
        outcomes = self.samples.get((cell, name))
        if not outcomes:
            raise KeyError(f"{name} in {cell}")
        return outcomes

    def ratio(self, cell: str, to: str, other_cell: str | None = None) -> float:
        """Of our rate in a cell to another's, in the same cell or another, round by round."""
        return paired_ratio(self.outcomes(cell, OURS), self.outcomes(other_cell or cell, to))

    def ratio_to_best_rival(self, cell: str) -> float:
        rival = best_rival(self.samples, cell, self.contestants)
        if not rival:
            raise KeyError(f"any rival in {cell}")
        return paired_ratio(self.outcomes(cell, OURS), rival)

    def milliseconds(self, cell: str) -> float:
        return median(outcome.seconds / outcome.operations for outcome in self.outcomes(cell, OURS)) * 1000

    def bytes_per_event(self, cell: str) -> float:
        return median(outcome.bytes / outcome.events for outcome in self.outcomes(cell, OURS))

    def seconds_for_international(self, cell: str) -> float:
        """How long one TopDog International would take at the rate of a cell."""
        return INTERNATIONAL / median(outcome.rate for outcome in self.outcomes(cell, OURS))

    def private_mebibytes(self, cell: str) -> float:
        peaks = [one.private_bytes for one in self.outcomes(cell, OURS) if one.private_bytes is not None]
        if not peaks:
            raise KeyError("private memory, on this system,")
        return max(peaks) / 2**20


@dataclass(frozen=True)
class Target:
    subject: str
    bound: float
    unit: str
    figure: Callable[[Measured], float]
    at_most: bool = False

    def met(self, figure: float) -> bool:
        return figure <= self.bound if self.at_most else figure >= self.bound


def verify_share(run: Measured) -> float:
    """Of `CORES` times what OpenSSL hashes on one core."""
    return run.ratio("verify/draft", "openssl", "verify-core/draft") / CORES


# The target times of a whole International are stated for two cores.
PER_CORES = 2 / CORES

TARGETS = [
    *(
        Target(f"one durable append alone ({shape}), of raw LMDB", 0.97, "x",
               lambda run, shape=shape: run.ratio(f"append-1/{shape}", "lmdb"))
        for shape in ("tick", "pick", "wide")
    ),
    *(
        Target(f"64 appenders ({shape}), of raw LMDB with 64 in a transaction", 0.8, "x",
               lambda run, shape=shape: run.ratio(f"append-64/{shape}", "lmdb"))
        for shape in ("draft", "wide")
    ),
    Target("64 appenders, to UmaDB", 20, "x", lambda run: run.ratio("append-64/wide", "umadb")),
    Target("64 appenders, to the best rival", 5, "x",
           lambda run: run.ratio_to_best_rival("append-64/wide")),
    Target("bulk append, hashed, of raw LMDB", 0.7, "x", lambda run: run.ratio("append-bulk/draft", "lmdb")),
    Target("replay on one core, of a raw cursor scan", 0.6, "x", lambda run: run.ratio("replay/draft", "lmdb-scan")),
    Target("replay on one core, to eventsourcing", 100, "x", lambda run: run.ratio("replay/wide", "eventsourcing")),
    Target(f"replay on {CORES} cores, to one", 0.85 * min(CORES, 4), "x",
           lambda run: run.ratio("replay-cores/draft", OURS, "replay/draft")),
    Target("rebuild with its rows written, of a raw scan on one core", 0.5, "x",
           lambda run: run.ratio("rebuild/draft", "lmdb-scan", "replay/draft")),
    Target(f"verify on {CORES} cores, of {CORES} x OpenSSL's SHA-256", 0.8, "x", verify_share),
    Target("a whole International rebuilt", 6 * PER_CORES, "s",
           lambda run: run.seconds_for_international("rebuild/draft"), True),
    Target("a whole International verified", 15 * PER_CORES, "s",
           lambda run: run.seconds_for_international("verify/draft"), True),
    Target("one room of 7,000 events as of a moment", 1, "ms", lambda run: run.milliseconds("as-of/draft"), True),
    Target("disk, all included", 72, "B/event", lambda run: run.bytes_per_event("append-bulk/draft"), True),
    Target("memory of a replay without the page cache", 1024, "MiB",
           lambda run: run.private_mebibytes("replay-cores/draft"), True),
]


def render(samples: Samples, contestants: list[Contestant]) -> str:
    run = Measured(samples, contestants)
    width = max(len(target.subject) for target in TARGETS)
    lines = ["targets of the product"]
    for target in TARGETS:
        sign = "<=" if target.at_most else ">="
        wanted = f"{sign} {target.bound:g} {target.unit}"
        try:
            figure = target.figure(run)
            verdict = f"{figure:>9.2f} {target.unit:<8}{'met' if target.met(figure) else 'MISSED'}"
        except KeyError as missing:
            verdict = f"not measured: {missing.args[0]} is missing"
        lines.append(f"  {target.subject.ljust(width)}  {wanted:<14}{verdict}")
    return "\n".join(lines)
