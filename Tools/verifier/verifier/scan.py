"""Decodes and hashes a ledger chunk by chunk, on all processors."""

import multiprocessing
import os
from array import array
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import draws
import rounds
from draws import Draws
from findings import Finding, Findings
from history import History
from log import Damaged, Log
from records import Decoder, Record, Unreadable
from rounds import Picks, Rounds
from tree import Tree

# A power of two, so that every chunk but the last is one complete subtree.
CHUNK = 1 << 13
NONE = (1 << 64) - 1


@dataclass
class Chunk:
    """What is kept of the records of a range: their headers by column, their hashes, and how many of which type."""

    positions: array = field(default_factory=lambda: array("Q"))
    streams: array = field(default_factory=lambda: array("Q"))
    versions: array = field(default_factory=lambda: array("Q"))
    previous: array = field(default_factory=lambda: array("Q"))
    recorded_at: array = field(default_factory=lambda: array("q"))
    # The records that draws and rounds depend on: position, type, stream, version, time of the record and fields.
    told: list[tuple[int, str, int, int, int, dict]] = field(default_factory=list)
    picks: Picks = field(default_factory=Picks)
    edge: list[tuple[int, bytes]] = field(default_factory=list)
    count: int = 0
    types: Counter = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def add(self, position: int, record: Record) -> None:
        header, previous = record.header, record.header["previous"]
        self.types[record.type] += 1
        if record.type in draws.TYPES or record.type in rounds.TYPES:
            fields = {name: value for name, value in record.values.items() if name not in ("recordHeader", "commandOrigin")}
            self.told.append(
                (position, record.type, header["stream"], header["version"], header["recordedAt"], fields))
        elif record.type in ("PickMade", "PickAutomated"):
            self.picks.add(position, header["stream"], record.values)
        self.positions.append(position)
        self.streams.append(header["stream"])
        self.versions.append(header["version"])
        self.previous.append(NONE if previous is None else previous)
        self.recorded_at.append(header["recordedAt"])

    def headers(self):
        """Position, stream, version, previous and recordedAt of each record that could be decoded."""
        links = (None if link == NONE else link for link in self.previous)
        return zip(self.positions, self.streams, self.versions, links, self.recorded_at)


@dataclass
class Result:
    size: int
    root: bytes | None
    streams: int
    types: Counter
    draws: int = 0
    standings: int = 0


class Worker:
    """One process's view of the ledger, opened when it is first needed, so that a failure reaches the caller."""

    paths: tuple[Path, Path]

    @classmethod
    def prepare(cls, ledger: Path, schema: Path) -> None:
        cls.paths = ledger, schema

    @classmethod
    @cache
    def opened(cls) -> tuple[Log, Decoder]:
        ledger, schema = cls.paths
        return Log(ledger), Decoder(schema)


def read_size() -> tuple[int, int]:
    return Worker.opened()[0].size()


def read_chunk(start: int, end: int) -> Chunk:
    log, decoder = Worker.opened()
    chunk, tree = Chunk(), Tree()
    for position, record in log.records(start, end):
        tree.add(record)
        chunk.count += 1
        try:
            chunk.add(position, decoder.decode(record))
        except Unreadable as error:
            chunk.findings.append(Finding("records", position, str(error)))
    chunk.edge = tree.edge
    return chunk


def scan(ledger: Path, schema: Path, findings: Findings) -> Result:
    """Reads every record that is in the ledger now.

    Only other processes touch LMDB's pages: where those are overwritten, LMDB ends the process that meets them.
    """
    processes = max(1, os.cpu_count() or 1)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, Worker.prepare, (ledger, schema)) as pool:
        try:
            count, end = pool.submit(read_size).result()
            if count != end:
                findings.add("positions", None, f"there are {count} records, but the last has position {end - 1}")
            return put_together(pool, end, findings)
        except BrokenProcessPool as error:
            raise Damaged(f"{ledger}: reading LMDB's pages ended a process; they are torn or overwritten") from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def put_together(pool: ProcessPoolExecutor, end: int, findings: Findings) -> Result:
    starts = range(0, end, CHUNK)
    ends = [min(start + CHUNK, end) for start in starts]
    tree, history, types, size = Tree(), History(findings), Counter(), 0
    drawn, played = Draws(findings), Rounds(findings)
    for start, end_of_chunk, chunk in zip(starts, ends, pool.map(read_chunk, starts, ends)):
        missing = end_of_chunk - start - chunk.count
        if missing:
            findings.add("positions", start, f"{missing} of the {end_of_chunk - start} records from here on are missing")
        findings.extend(chunk.findings)
        tree.join(chunk.edge)
        types.update(chunk.types)
        size += chunk.count
        for header in chunk.headers():
            history.add(*header)
        for position, type_name, stream, version, recorded_at, fields in chunk.told:
            if type_name in draws.TYPES:
                drawn.add(position, type_name, stream, fields)
            if type_name in rounds.TYPES:
                played.add(position, type_name, stream, version, recorded_at, fields)
        played.add_picks(chunk.picks)
    played.finish()
    # After a gap, no leaf has its place.
    return Result(size, tree.root() if size == end else None, history.streams, types, drawn.redone, played.standings)
