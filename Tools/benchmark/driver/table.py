"""Medians over rounds, ratios, and their table."""

from dataclasses import dataclass
from statistics import median, quantiles

from contestants import Contestant
from contract import Outcome
from plan import Cell
from rounds import Samples

HEADINGS = ("", "median", "spread", "x floor", "x best rival", "B/event", "peak RSS", "private")


@dataclass(frozen=True)
class Row:
    contestant: str
    role: str
    rate: float                 # median events a second
    latency: float              # median seconds an operation
    spread: float               # half of the range between quartiles of the rates, over the median
    to_floor: float | None      # ratios of rates
    to_best_rival: float | None
    bytes_per_event: float
    peak_rss: int
    private_bytes: int | None


def paired_ratio(outcomes: list[Outcome], others: list[Outcome]) -> float | None:
    """The median over rounds of the ratio within a round: both were measured moments apart, so whatever else kept the
    machine busy weighs on both."""
    ratios = [one.rate / other.rate for one, other in zip(outcomes, others)]
    return median(ratios) if ratios else None


def spread_of(rates: list[float]) -> float:
    if len(rates) < 2:
        return 0
    lower, middle, upper = quantiles(rates, n=4, method="inclusive")
    return (upper - lower) / 2 / middle


def best_rival(samples: Samples, cell: str, contestants: list[Contestant]) -> list[Outcome]:
    """The outcomes of the rival with the best median rate in a cell, or none."""
    entries = [samples.get((cell, one.name), []) for one in contestants if one.role == "rival"]
    return max(filter(None, entries), key=lambda outcomes: median(one.rate for one in outcomes), default=[])


def make_row(cell: Cell, contestant: Contestant, outcomes: list[Outcome], floor: list, rival: list) -> Row:
    rates = [outcome.rate for outcome in outcomes]
    rate = median(rates)
    private = [outcome.private_bytes for outcome in outcomes if outcome.private_bytes is not None]
    return Row(
        contestant.name, contestant.role, rate,
        median(outcome.seconds / outcome.operations for outcome in outcomes),
        spread_of(rates), paired_ratio(outcomes, floor), paired_ratio(outcomes, rival),
        median(outcome.bytes / outcome.events for outcome in outcomes),
        max(outcome.peak_rss for outcome in outcomes), max(private) if private else None,
    )


def rows_of(cell: Cell, contestants: list[Contestant], samples: Samples) -> list[Row]:
    floor = samples.get((cell.id, cell.floor), [])
    rival = best_rival(samples, cell.id, contestants)
    return [
        make_row(cell, one, samples[cell.id, one.name], floor, rival)
        for one in contestants if samples.get((cell.id, one.name))
    ]


def show_rate(rate: float) -> str:
    for unit, name in ((1e6, "M/s"), (1e3, "k/s")):
        if rate >= unit:
            return f"{rate / unit:,.3g} {name}"
    return f"{rate:.3g} /s"


def show_ratio(value: float | None) -> str:
    if value is None:
        return "-"
    for least, digits in ((100, 0), (10, 1), (0.1, 2)):
        if value >= least:
            return f"{value:.{digits}f}"
    return f"{value:.2g}"


def show_memory(size: int | None) -> str:
    return "-" if size is None else f"{size / 2**20:.0f} MiB"


def cells_of_row(cell: Cell, row: Row) -> tuple[str, ...]:
    return (
        row.contestant,
        f"{row.latency * 1000:.3g} ms" if cell.shows == "latency" else show_rate(row.rate),
        f"±{row.spread:.0%}", show_ratio(row.to_floor), show_ratio(row.to_best_rival),
        f"{row.bytes_per_event:.1f}" if cell.shows_disk else "-",
        show_memory(row.peak_rss), show_memory(row.private_bytes),
    )


def render(cells: list[Cell], contestants: list[Contestant], samples: Samples) -> str:
    """The whole table; ratios are of rates, so more is better in every row, also where a time is shown.

    Spread is half of the range between quartiles. Peak RSS includes mapped files, private excludes them.
    """
    groups = [(cell, [cells_of_row(cell, row) for row in rows_of(cell, contestants, samples)]) for cell in cells]
    groups = [(cell, rows) for cell, rows in groups if rows]
    table = [HEADINGS] + [row for _, rows in groups for row in rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEADINGS))]

    def line(row: tuple[str, ...]) -> str:
        first, *rest = (
            text.ljust(width) if index == 0 else text.rjust(width)
            for index, (text, width) in enumerate(zip(row, widths))
        )
        return "  ".join(["  " + first, *rest]).rstrip()

    lines = [line(HEADINGS)]
    for cell, rows in groups:
        lines += ["", f"{cell.name}, {cell.shape}: {cell.title}"]
        lines += [line(row) for row in rows]
    return "\n".join(lines)
