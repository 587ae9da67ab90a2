"""Disturbs a cluster of three hosts while rooms draft, and compares every outcome with the ledgers of all nodes.

Each host is a network namespace with a member of etcd and a node. Members draft through random nodes, and repeat a command
under its ID after every unclear answer. One reader follows each room's stream. After the last fault, all drafts finish.
Then every property of a cluster is checked. Needs Linux and root.

The exit status is 0 if all properties hold, 1 if one does not, 69 if this machine cannot run it.
"""

import argparse
import asyncio
import base64
import functools
import json
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import clock
import server
from tokens import Issuer

from . import etcd, judge, network
from .history import History
from .nemesis import KINDS, Nemesis
from .nodes import NAMES, Cluster, Node, draftledger, get, last_load, size_and_root, tail_of
from .workload import Workload

ORIGIN = "example.com/faults"
PLAYERS = 200


def say(text: str) -> None:
    print(text, flush=True)


def hosts(program: Path, folder: Path, space: network.Network) -> Cluster:
    """A cluster with a host for each node."""
    cluster = Cluster(program, folder, ORIGIN)
    for index, name in enumerate(NAMES):
        before = space.before(name)
        cluster.etcd.append(etcd.Member(f"etcd{index + 1}", folder, space.host(name), (2379, 2380), before))
        cluster.nodes.append(Node(cluster, name, space.host(name), 3000, folder / name, before))
    return cluster


def prepare(cluster: Cluster, issuer: Issuer, teams: int, rounds: int, clock_seconds: float) -> None:
    """Creates the first node's ledger with a contest, and founds the cluster."""
    first = cluster.nodes[0]
    rates = ",".join(["commands", "reads", "reports", "writes", "failures"])
    cluster.extra_words = ["--issuers", str(issuer.file)]
    for name in rates.split(","):
        cluster.extra_words += ["--set", f"rates.{name}=1000000"]
    cluster.start_etcd()
    first.serve("--origin", ORIGIN, *cluster.extra_words)
    cluster.awaited(lambda: get(first, "/livez")[0] == 200, 30, "the first server did not answer")
    first.end()
    commands = cluster.folder / "operator.jsonl"
    commands.write_text("".join(json.dumps(one) + "\n" for one in (
        server.pool(PLAYERS), server.contest(teams, rounds, clock_seconds))))
    first.run("send", str(commands), "--as", "admin")
    cluster.found()


def evidence(cluster: Cluster) -> dict[str, judge.Ledger]:
    """What each node has. No server runs any more."""

    found = {}
    for node in cluster.nodes:
        size, root = size_and_root(node)
        events = [json.loads(line) for line in node.run("events", "--format", "json").splitlines()]
        complaints = []
        for words in (("verify", "--full"), ("audit",)):
            done = subprocess.run([cluster.program, "--ledger", node.ledger, *words], capture_output=True, text=True)
            if done.returncode != 0:
                said = done.stdout + done.stderr
                kinds = Counter(re.findall(r"^(\w[\w ]*) at position \d+", said, re.MULTILINE))
                complaints.append(f"`{' '.join(words)}` ended with {done.returncode}, {dict(kinds)}: {said[:700]}")
        found[node.name] = judge.Ledger(size, base64.b64decode(root).hex(), events, complaints)
    return found


def verify_receipts(cluster: Cluster, history: History, most: int) -> list[str]:
    """Verifies some of the receipts with the program itself, each by another node's ledger."""
    complaints = []
    receipts = [record for record in history.records if record.get("receipt")]
    for index, record in enumerate(receipts[:: max(1, len(receipts) // most)][:most]):
        path = cluster.folder / "receipt"
        path.write_text(record["receipt"])
        node = cluster.nodes[index % len(cluster.nodes)]
        done = subprocess.run([cluster.program, "--ledger", node.ledger, "receipt", "verify", path],
                              capture_output=True, text=True)
        if done.returncode != 0:
            complaints.append(f"the receipt of {record['op']}, signed at {record['node']}, does not verify at "
                              f"{node.name}: {(done.stdout + done.stderr)[:400]}")
    return complaints


async def draft(cluster: Cluster, nemesis: Nemesis, workload: Workload, options) -> float:
    """Runs the workload with its faults. Returns the seconds from healing until all drafts were complete."""
    until = (nemesis.kill_leaders(options.kills, say, options.with_etcd) if options.kills else nemesis.run(options.seconds))
    return await workload.run(options.rooms, until, options.finish_within)


def run(options, program: Path, folder: Path) -> int:
    space = network.Network(NAMES)
    history = History(folder / "history.jsonl")
    kinds = [] if options.kills else list(KINDS) if "all" in options.nemesis else options.nemesis
    complaints: list[str] = []
    mounts: list[Path] = []
    cluster = hosts(program, folder, space)
    try:
        space.create()
        nemesis = Nemesis(cluster, space, history, options.seed, kinds)
        if "disk" in kinds:
            for node in cluster.nodes:
                subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "draft-ledger-faults", node.folder],
                               check=True)
                mounts.append(node.folder)
        if "clock" in kinds:
            for node in cluster.nodes:
                place = folder / f"clock-{node.name}"
                place.mkdir()
                prepared = clock.shifted(place)
                if prepared is None:
                    raise SystemExit("A clock that jumps needs a C compiler: leave `clock` out of --nemesis.")
                nemesis.offsets[node.name], node.environment = prepared
        issuer = Issuer(folder)
        prepare(cluster, issuer, options.teams, options.draft_rounds, options.pick_clock)
        say(f"seed {options.seed}; {options.rooms} rooms of {options.teams}, {options.draft_rounds} rounds; "
            f"{'the leader is killed ' + str(options.kills) + ' times' if options.kills else ', '.join(kinds)}; "
            f"load {last_load()}")
        workload = Workload(cluster.nodes, functools.cache(issuer.token), history, options.seed, options.teams,
                            options.draft_rounds, PLAYERS, options.pace, complaints.append)
        began = time.monotonic()
        finished = asyncio.run(draft(cluster, nemesis, workload, options))
        load = last_load()
        cluster.await_ready()
        batches = cluster.tail.batches()
        took = time.monotonic() - began
        for node in cluster.nodes:
            if not node.is_running:
                complaints.append(f"node {node.name} has ended with {node.process.returncode}: {tail_of(node.log, 3)}")
        cluster.end()
        history.close()
        for node in cluster.nodes:
            if node.process.returncode != 0:
                complaints.append(f"node {node.name} ended with {node.process.returncode} after SIGTERM: "
                                  f"{tail_of(node.log, 1)}")
        ledgers = evidence(cluster)
        # Batches that were still written while the nodes ended are not in the copy of the log.
        verdict = judge.judge(history.records, ledgers, [], options.longest_gap)
        judge.check_epochs(verdict, ledgers[NAMES[0]].events[:batches[-1].size], batches)
        for complaint in verify_receipts(cluster, history, 12):
            verdict.fault("h", complaint)
        return report(verdict, complaints, nemesis, workload, options, (took, finished, load))
    finally:
        cluster.end()
        for place in mounts:
            if options.keep:
                shutil.copytree(place, folder / f"{place.name}.kept", dirs_exist_ok=True)
            subprocess.run(["umount", place], check=False)
        space.remove()
        history.close()


def report(verdict: judge.Verdict, complaints: list[str], nemesis: Nemesis, workload: Workload, options,
           times: tuple[float, float, float]) -> int:
    took, finished, load = times
    faults = Counter(record["fault"] for record in nemesis.history.records if record["kind"] == "fault")
    said = ", ".join(f"{count} × {fault}" for fault, count in sorted(faults.items()))
    ends = Counter(record["status"] for record in nemesis.history.records if record["kind"] == "ended")
    say(f"{took:.0f} s, {nemesis.count} faults ({said}); all drafts complete {finished:.1f} s after the last")
    for what, count in sorted((verdict.counts + workload.counts).items()):
        say(f"{count:9,} {what}")
    if ends:
        say(f"nodes that ended by themselves, by exit status: {dict(ends)}")
    if verdict.gaps:
        worst = max(verdict.gaps)
        say(f"writes after a kill of the leader: {len(verdict.gaps)} gaps, median "
            f"{statistics.median(verdict.gaps):.2f} s, worst {worst:.2f} s; load {load}")
    for complaint in complaints:
        say(f"BAD  {complaint}")
    said = set()
    for letter, text in verdict.faults[:40]:
        # Equal ledgers have equal findings.
        if (text.partition(": ")[2] or text) not in said:
            say(f"BAD  ({letter}) {text}")
        said.add(text.partition(": ")[2] or text)
    if len(verdict.faults) > 40:
        say(f"… and {len(verdict.faults) - 40} more")
    bad = len(verdict.faults) + len(complaints)
    say(f"{bad} faults. Repeat with --seed {options.seed}." if bad else "No faults: all properties hold.")
    return 1 if bad else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="Tools/faults cluster", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.error = lambda message: (print(f"{parser.prog}: {message}", file=sys.stderr), sys.exit(64))
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="the time with faults (default: 60)")
    parser.add_argument("--rooms", type=int, default=8, metavar="N", help="rooms that draft at a time (default: 8)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of members and faults (default: 1)")
    parser.add_argument("--nemesis", type=lambda text: text.split(","), default=["all"], metavar="A,B",
                        help=f"{', '.join(KINDS)} or all (default: all)")
    parser.add_argument("--kills", type=int, default=0, metavar="N",
                        help="instead: kill the leader N times, and measure the time until the next accepted write")
    parser.add_argument("--with-etcd", action="store_true",
                        help="with --kills: also kill the member of etcd on the leader's host")
    parser.add_argument("--teams", type=int, default=6, metavar="N", help="members of a room (default: 6)")
    parser.add_argument("--draft-rounds", type=int, default=6, metavar="N", help="picks of a member (default: 6)")
    parser.add_argument("--pick-clock", type=float, default=8, metavar="S", help="seconds for a pick (default: 8)")
    parser.add_argument("--pace", type=float, default=0.3, metavar="S",
                        help="the longest time that a member thinks about a pick (default: 0.3)")
    parser.add_argument("--finish-within", type=float, default=180, metavar="S",
                        help="the time in which drafts finish after the last fault (default: 180)")
    parser.add_argument("--longest-gap", type=float, metavar="S",
                        help="the longest time without an accepted write after a kill of the leader alone")
    parser.add_argument("--program", type=Path, metavar="FILE", help="the draftledger to try (default: a release build)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep ledgers, logs and the history in FOLDER")
    options = parser.parse_args()
    for kind in options.nemesis:
        if kind not in (*KINDS, "all"):
            parser.error(f"'{kind}' is not a kind of fault: use {', '.join(KINDS)} or all")
    if reason := network.reason_against():
        print(f"Tools/faults cluster: {reason}", file=sys.stderr)
        return 69
    if not shutil.which("openssl"):
        print("Tools/faults cluster needs openssl, whose keys sign the members' tokens", file=sys.stderr)
        return 69
    # A signal to end also ends the processes, and removes the namespaces.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    program = draftledger(options.program)
    folder = options.keep or Path(tempfile.mkdtemp(prefix="cluster-faults-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return run(options, program, folder)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
