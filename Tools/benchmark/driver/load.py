"""The product under load: the latency of its senders by load, compared with the latency of the disk alone."""

import tempfile
from pathlib import Path

import prepare

# Each in a new ledger: 2,000 rooms of 12 x 18 in draft, except the last.
CASES = [
    *(["--workload", "send", "--rooms", "2000", "--clients", str(senders)] for senders in (1, 64, 256, 1000)),
    ["--workload", "signed", "--rooms", "2000", "--clients", "64"],
    ["--workload", "append", "--rooms", "2000", "--clients", "64"],
    ["--workload", "subscribers", "--rooms", "2000", "--clients", "64", "--threads", "2000"],
    ["--workload", "restart", "--rooms", "2000", "--clients", "64"],
    ["--workload", "stale", "--rooms", "300", "--clients", "32"],
]


def run(folder: Path, seconds: float) -> None:
    program = prepare.swift_product("under-load")
    for case in CASES:
        with tempfile.TemporaryDirectory(dir=folder) as log:
            command = [str(program), *case, "--dir", f"{log}/ledger", "--seconds", str(seconds)]
            print(f"{' '.join(case)}\n{prepare.run_quietly(command, case[1])}", flush=True)
