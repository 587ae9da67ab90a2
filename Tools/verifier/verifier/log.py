"""Reads the table `events` as LMDB stores it: 64-bit positions in the machine's byte order, and records."""

import os
import struct
from contextlib import contextmanager
from pathlib import Path

import lmdb

TABLE = b"events"
POSITION = struct.Struct("=Q")


class NoLedger(Exception):
    """The path has no ledger."""


class Damaged(Exception):
    """LMDB's file cannot be what it says it is."""


class Log:
    def __init__(self, ledger: Path) -> None:
        data = ledger / "data.mdb"
        if not data.is_file():
            raise NoLedger(f"{ledger}: data.mdb is missing. Check the path.")
        self._environment = open_environment(ledger)
        info = self._environment.info()
        pages = (info["last_pgno"] + 1) * self._environment.stat()["psize"]
        # Checked before a page is touched: reading past the end of a mapped file kills the process.
        if os.stat(data).st_size < pages:
            raise Damaged(f"{data} is cut off: {os.stat(data).st_size} bytes, and its pages need {pages}")
        try:
            self._events = self._environment.open_db(TABLE, integerkey=True, create=False)
        except lmdb.NotFoundError as error:
            raise NoLedger(f"{ledger}: LMDB's file has no table 'events'. Check the path.") from error

    @contextmanager
    def _reading(self, **options):
        try:
            with self._environment.begin(self._events, **options) as transaction:
                yield transaction
        except lmdb.Error as error:
            raise Damaged(f"LMDB cannot read its own pages: {error}") from error

    def size(self) -> tuple[int, int]:
        """The number of records, and the number that there would be without gaps."""
        with self._reading() as transaction:
            cursor = transaction.cursor()
            end = POSITION.unpack(cursor.key())[0] + 1 if cursor.last() else 0
            return transaction.stat(self._events)["entries"], end

    def records(self, start: int, end: int):
        """Positions and records of a range, where there are any. The memory is valid until the next step."""
        with self._reading(buffers=True) as transaction:
            cursor = transaction.cursor()
            if not cursor.set_range(POSITION.pack(start)):
                return
            for key, record in cursor:
                position = POSITION.unpack(key)[0]
                if position >= end:
                    return
                yield position, record


def open_environment(ledger: Path) -> lmdb.Environment:
    # A process that may not write the table of readers must read without a place in it.
    lock = os.access(ledger / "lock.mdb", os.W_OK)
    try:
        return lmdb.open(str(ledger), readonly=True, create=False, max_dbs=64, map_size=0, lock=lock)
    except lmdb.Error as error:
        raise Damaged(f"LMDB cannot open {ledger}: {error}") from error
