"""Who takes part, in what role, and how each is made ready and called."""

from collections.abc import Callable
from dataclasses import dataclass, field

import prepare

STORE = {"append", "replay", "as-of"}
HASHER = {"digest", "verify"}


@dataclass(frozen=True, eq=False)
class Contestant:
    name: str
    role: str  # floor, rival or ours
    workloads: set[str]
    prepare: Callable[[], list[str]]  # the command to call, or prepare.Unavailable
    flags: list[str] = field(default_factory=list)
    reads_log_of: str | None = None  # whose directories it reads, if not its own
    cells: set[str] | None = None    # the only cells that it takes part in, by name; None for all that it can do
    loads: bool = False              # fills the logs that are read with events of its own, by the workload `load`

    @property
    def keeps_log(self) -> bool:
        return "append" in self.workloads or self.reads_log_of is not None

    @property
    def log_owner(self) -> str:
        return self.reads_log_of or self.name


def c_program(name: str, sources: list[str], library: tuple[str, str, str, str] | None) -> Callable[[], list[str]]:
    return lambda: [str(prepare.compiled(name, sources, library))]


def python_program(package: str, source: str) -> Callable[[], list[str]]:
    return lambda: [str(prepare.python_with(package)), str(prepare.PYTHON_SOURCES / source)]


def swift_program(product: str) -> Callable[[], list[str]]:
    return lambda: [str(prepare.swift_product(product))]


LMDB = c_program("lmdb", ["harness.c", "process.c", "lmdb.c"], ("liblmdb-dev", "lmdb", "lmdb", "lmdb.h"))
WRITE = c_program("durable_write", ["harness.c", "process.c", "durable_write.c"], None)
OPENSSL = c_program(
    "openssl", ["process.c", "digest.c"], ("libssl-dev", "libcrypto", "crypto", "openssl/sha.h")
)
SQLITE = c_program(
    "sqlite", ["harness.c", "process.c", "sqlite.c"], ("libsqlite3-dev", "sqlite3", "sqlite3", "sqlite3.h")
)
ROCKSDB = c_program(
    "rocksdb", ["harness.c", "process.c", "rocksdb.c"], ("librocksdb-dev", "rocksdb", "rocksdb", "rocksdb/c.h")
)
OURS = swift_program("ours")

ALL = [
    Contestant("fdatasync", "floor", {"append"}, WRITE),
    Contestant("lmdb", "floor", STORE, LMDB),
    Contestant("lmdb-scan", "floor", {"replay"}, LMDB, ["--touch-only", "yes"], reads_log_of="lmdb"),
    Contestant("openssl", "floor", HASHER, OPENSSL),
    Contestant("swift-crypto", "floor", HASHER, swift_program("swift-crypto-digest")),
    Contestant("sqlite", "rival", STORE, SQLITE),
    Contestant("rocksdb", "rival", STORE, ROCKSDB),
    Contestant("umadb", "rival", STORE, python_program("umadb", "umadb_store.py")),
    Contestant("eventsourcing", "rival", STORE, python_program("eventsourcing", "eventsourcing_store.py")),
    Contestant("ours", "ours", STORE | {"verify", "rebuild"}, OURS, loads=True),
    Contestant("ours-events", "ours", {"append"}, OURS, ["--through", "events"], cells={"append-bulk"}),
    Contestant("ours-commands", "ours", {"append"}, OURS, ["--through", "commands"], cells={"append-64"}),
]
