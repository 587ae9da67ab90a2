"""Measures the product, its baselines and its competitors side by side in one run, and prints medians and ratios."""

import argparse
import json
import signal
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path

import clustered
import contestants
import contract
import load
import machine
import plan
import prepare
import rounds
import serving
import standings
import table
import targets


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Tools/benchmark/run", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="less work and fewer rounds: under a minute")
    parser.add_argument("--rounds", type=int, metavar="N", help="measure each cell N times")
    parser.add_argument("--only", nargs="+", metavar="NAME", default=[],
                        help="only these contestants, workloads (append-1, replay ...) or cells (append-1/wide)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write every sample to FILE")
    parser.add_argument("--dir", type=Path, metavar="FOLDER",
                        help="keep the logs in FOLDER while measuring: it should be on a real disk (default: here)")
    parser.add_argument("--under-load", action="store_true",
                        help="instead: what senders wait for while how much is asked of the product (some minutes)")
    parser.add_argument("--server", action="store_true",
                        help="instead: the server over HTTP, compared with the library, the disk, UmaDB and PostgreSQL")
    parser.add_argument("--cluster", action="store_true",
                        help="instead: a cluster of one node and of three, compared with one server and with etcd alone")
    parser.add_argument("--kills", type=int, default=30, metavar="N",
                        help="how often --cluster kills the leader (default: 30, --quick 5)")
    parser.add_argument("--standings", action="store_true",
                        help="instead: a whole International scored, compared with DuckDB and SQLite on the same question")
    parser.add_argument("--drafts", type=int, metavar="N",
                        help="how many drafts of twelve --standings scores (default: 47623, --quick 500)")
    parser.add_argument("--program", type=Path, metavar="FILE",
                        help="the draftledger of --server, --cluster and --standings (default: one that is built in release)")
    parser.add_argument("--contract", action="store_true", help="print what a contestant must accept and print")
    arguments = parser.parse_args()
    if arguments.rounds is not None and arguments.rounds < 1:
        parser.error("--rounds must be positive")
    if arguments.drafts is not None and arguments.drafts < 1:
        parser.error("--drafts must be positive")
    known = {one.name for one in contestants.ALL} | {cell.name for cell in plan.CELLS} | {c.id for c in plan.CELLS}
    for name in arguments.only:
        if name not in known:
            parser.error(f"--only: nothing is called {name}; there are {', '.join(sorted(known))}")
    return arguments


def choose(only: list[str]) -> tuple[list[contestants.Contestant], list[plan.Cell]]:
    people = [one for one in contestants.ALL if one.name in only] or contestants.ALL
    cells = [cell for cell in plan.CELLS if cell.name in only or cell.id in only] or plan.CELLS
    return people, [cell for cell in cells if any(cell.admits(one) for one in people)]


def make_ready(people, cells) -> tuple[dict[contestants.Contestant, list[str]], dict[str, str]]:
    ready, skipped = {}, {}
    for one in people:
        if not any(cell.admits(one) for cell in cells):
            continue
        try:
            ready[one] = one.prepare()
        except prepare.Unavailable as reason:
            skipped[one.name] = str(reason)
            prepare.say(f"skipping {one.name}: {reason}")
    # Whoever reads another's log needs that other to load it.
    owners = {one.reads_log_of for one in ready}
    ready |= {one: one.prepare() for one in contestants.ALL if one.name in owners and one not in ready}
    return {one: ready[one] for one in contestants.ALL if one in ready}, skipped


def write_json(path: Path, host: dict, run: rounds.Rounds, skipped: dict[str, str]) -> None:
    document = {
        "machine": host,
        "size": asdict(run.size),
        "skipped": skipped,
        "failures": [{"cell": cell, "contestant": name, "reason": why} for (cell, name), why in run.failures.items()],
        "samples": [
            {"cell": cell, "contestant": name, "outcomes": [asdict(outcome) for outcome in outcomes]}
            for (cell, name), outcomes in run.samples.items()
        ],
        "rows": [
            {"cell": cell.id, **asdict(row)}
            for cell in run.cells for row in table.rows_of(cell, list(run.ready), run.samples)
        ],
    }
    path.write_text(json.dumps(document, indent=1) + "\n")


def main() -> None:
    # A signal to stop also ends the contestants and removes the logs.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    arguments = parse_arguments()
    if arguments.contract:
        print(contract.__doc__.strip())
        return
    logs = arguments.dir or prepare.SCRATCH / "logs"
    prepare.SCRATCH.mkdir(exist_ok=True)
    if arguments.under_load:
        rounds.with_scratch(logs, lambda folder: load.run(folder, 3 if arguments.quick else 10))
        return
    if arguments.server:
        rounds.with_scratch(logs, lambda folder: serving.run(folder, 3 if arguments.quick else 10, arguments.program))
        return
    if arguments.cluster:
        kills = min(arguments.kills, 5) if arguments.quick else arguments.kills
        rounds.with_scratch(
            logs, lambda folder: clustered.run(folder, 3 if arguments.quick else 10, kills, arguments.program))
        return
    if arguments.standings:
        drafts = arguments.drafts or (500 if arguments.quick else standings.INTERNATIONAL)
        repeats = arguments.rounds or (3 if arguments.quick else 5)
        rounds.with_scratch(logs, lambda folder: standings.run(folder, drafts, repeats, arguments.program))
        return
    people, cells = choose(arguments.only)
    size = plan.QUICK if arguments.quick else plan.FULL
    if arguments.rounds:
        size = replace(size, rounds=arguments.rounds)
    ready, skipped = make_ready(people, cells)

    def measure(folder: Path) -> None:
        host = machine.describe(folder)
        began = time.monotonic()
        run = rounds.Rounds(cells, ready, size, folder)
        run.run()
        print(f"{host['processor']}, {host['cores']} cores, {host['fileSystem']}, load {host['loadBefore']} before;"
              f" {size.rounds} rounds, {time.monotonic() - began:.0f} s\n")
        if host["loadBefore"] > host["cores"] / 4:
            print("The machine was busy before this began: trust ratios, and those only where the spread is small.\n")
        print(table.render(cells, list(ready), run.samples))
        if not arguments.only:
            print("\n" + targets.render(run.samples, list(ready)))
        for name, reason in skipped.items():
            print(f"\nskipped {name}: {reason}")
        for (cell, name), reason in run.failures.items():
            print(f"\nfailed {name} in {cell}: {reason}")
        if arguments.json:
            write_json(arguments.json, host, run, skipped)
        sys.stdout.flush()

    rounds.with_scratch(logs, measure)


if __name__ == "__main__":
    main()
