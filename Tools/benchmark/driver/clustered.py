"""Picks through one server, a cluster of one node and a cluster of three, compared with etcd alone in one run.

All processes are on this machine, and so is the client, which keeps its connections open. A transaction of etcd here is
what a commit of the leader is: one request to the JSON gateway that puts a batch and the head, as large as batches were.
"""

import asyncio
import functools
import json
import statistics
import sys
from pathlib import Path

import machine
import prepare

# The server as a process, its tokens, HTTP, and the cluster.
sys.path.append(str(prepare.ROOT.parent / "trials"))

import server as trial  # noqa: E402
from cluster import etcd, judge, nodes  # noqa: E402
from cluster.history import History  # noqa: E402
from cluster.nemesis import Nemesis  # noqa: E402
from cluster.workload import Workload  # noqa: E402
from serving import House, Load, row  # noqa: E402
from tokens import Issuer  # noqa: E402
from wire import request  # noqa: E402

# Connections of a phase, and the rooms that they draft. A room is 216 picks, in order.
PHASES = {1: 4, 8: 24, 64: 96}


class Served:
    """A cluster in the place of a server: `House` fills its rooms through the leader."""

    def __init__(self, program: Path, folder: Path, count: int):
        folder.mkdir()
        self.cluster = nodes.Cluster.local(program, folder, trial.ORIGIN, nodes=count)
        self.issuer = Issuer(folder)
        self.port = self.cluster.nodes[0].port
        self.cluster.extra_words = ["--issuers", str(self.issuer.file)]
        for name in ("commands", "reads", "reports", "writes", "failures"):
            self.cluster.extra_words += ["--set", f"rates.{name}=1000000"]

    async def prepare(self, *commands: dict) -> None:
        cluster, first = self.cluster, self.cluster.nodes[0]
        cluster.start_etcd()
        first.serve("--origin", trial.ORIGIN, *cluster.extra_words)
        cluster.awaited(lambda: nodes.get(first, "/livez")[0] == 200, 30, "the first server did not answer")
        first.end()
        lines = cluster.folder / "operator.jsonl"
        lines.write_text("".join(json.dumps(command) + "\n" for command in commands))
        first.run("send", str(lines), "--as", "admin")

    async def start(self) -> None:
        await asyncio.to_thread(self.cluster.found)
        self.port = self.cluster.await_leader().port

    @property
    def follower(self) -> int | None:
        return next((node.port for node in self.cluster.nodes if node.port != self.port), None)


def picks(load: Load, house: House, port: int, connections: int, seconds: float) -> dict:
    """Drafts rooms that have not begun, at a number of connections."""
    count = PHASES[connections]
    mine, house.rooms = house.rooms[:count], house.rooms[count:]
    return load.run(port, connections, seconds, [house.script(*room) for room in mine])


def transactions(load: Load, member: etcd.Member, size: int, connections: int, seconds: float) -> dict:
    """Transactions of etcd alone. Each puts `size` bytes under a key of its own, and a head."""
    scripts = []
    for connection in range(connections):
        bodies = []
        for number in range(64):
            puts = {f"bench/log/{connection}-{number}": bytes(size), f"bench/head-{connection}": bytes(99)}
            bodies.append(json.dumps({"success": [
                {"requestPut": {"key": etcd.coded(key), "value": etcd.coded(value)}} for key, value in puts.items()
            ]}).encode())
        scripts.append([request("POST", "/v3/kv/txn", None, body, Content_Type="application/json") for body in bodies])
    return load.run(member.client_port, connections, seconds, scripts, again=True)


async def through_server(load: Load, program: Path, folder: Path, seconds: float) -> dict[int, float]:
    folder.mkdir()
    house = House(trial.Server(program, folder))
    rates = {}
    try:
        await house.open(sum(PHASES.values()))
        for connections in PHASES:
            found = picks(load, house, house.server.port, connections, seconds)
            rates[connections] = found["requests"] / found["seconds"]
            row(f"picks, one server, {connections} connections", rates[connections], found)
    finally:
        if house.server.process and house.server.process.returncode is None:
            await house.server.kill()
    return rates


async def through_cluster(load: Load, program: Path, folder: Path, count: int, seconds: float,
                          single: dict[int, float]) -> None:
    served = Served(program, folder, count)
    cluster, house = served.cluster, House(served)
    title = f"cluster of {count} node{'s' if count > 1 else ''}"
    try:
        places = ["leader", "follower"] if count > 1 else ["leader"]
        await house.open(len(places) * sum(PHASES.values()))
        for place in places:
            for connections in PHASES:
                before = cluster.tail.head()
                port = served.port if place == "leader" else served.follower
                found = picks(load, house, port, connections, seconds)
                after = cluster.tail.head()
                rate = found["requests"] / found["seconds"]
                commits = (after.number - before.number) / found["seconds"]
                row(f"picks, {title}, through the {place}, {connections} connections", rate, found,
                    f"   {rate / single[connections]:.2f} of one server")
                if place == "leader":
                    against_etcd(load, served, commits, (before, after), min(seconds, 5))
    finally:
        cluster.end()


def against_etcd(load: Load, served: Served, commits: float, heads: tuple[etcd.Head, etcd.Head], seconds: float) -> None:
    """The commits that were just made, next to as many bytes in transactions of etcd alone, one at a time."""
    before, after = heads
    made = after.number - before.number
    sizes = [size for _, size in served.cluster.tail.batch_sizes(before.number + 1, 200)]
    if not sizes or not made:
        return
    size = round(statistics.mean(sizes))
    found = transactions(load, served.cluster.etcd[0], size, 1, seconds)
    floor = found["requests"] / found["seconds"]
    row(f"  commits of the leader, {(after.size - before.size) / made:.1f} events and {size:,} bytes each", commits,
        more=f"   {commits / floor:.2f} of etcd")
    row(f"  etcd alone, transactions of {size:,} bytes, one at a time", floor, found)


async def kills(program: Path, folder: Path, count: int) -> None:
    """Kills the leader again and again while rooms draft, and compares every outcome with the ledgers."""
    served = Served(program, folder, 3)
    cluster, history, complaints = served.cluster, History(), []
    await served.prepare(trial.pool(), trial.contest(6, 12, clock=30, countdown=1))
    try:
        await served.start()
        nemesis = Nemesis(cluster, None, history, 1, [])
        workload = Workload(cluster.nodes, functools.cache(served.issuer.token), history, 1, 6, 12, 400, 0.1,
                            complaints.append)
        await workload.run(6, nemesis.kill_leaders(count, lambda text: None), 120)
    finally:
        cluster.end()
    events = [json.loads(line) for line in cluster.nodes[0].run("events", "--format", "json").splitlines()]
    verdict = judge.Verdict()
    judge.check_outcomes(verdict, history.records, events)
    gaps = sorted(judge.gaps(history.records))
    accepted = verdict.counts["accepted commands"]
    if not gaps:
        raise prepare.Unavailable("no write was accepted after any kill of the leader")
    print(f"  {len(gaps)} kills of the leader, {accepted:,} accepted commands of 36 members: the next command is accepted "
          f"after {statistics.median(gaps):.2f} s (median), {gaps[len(gaps) * 9 // 10]:.2f} s (p90), "
          f"{gaps[-1]:.2f} s (worst)")
    for text in [*complaints, *(text for _, text in verdict.faults)][:10]:
        print(f"  BAD  {text}")


async def measure(folder: Path, seconds: float, count: int, program: Path) -> None:
    host = machine.describe(folder)
    print(f"{host['processor']}, {host['cores']} cores, {host['fileSystem']}, load {host['loadBefore']} before; "
          "etcd, nodes and the client on the same cores", flush=True)
    load = Load(folder)
    single = await through_server(load, program, folder / "single", seconds)
    for nodes_of in (1, 3):
        await through_cluster(load, program, folder / f"cluster-{nodes_of}", nodes_of, seconds, single)
    await kills(program, folder / "kills", count)
    print(f"load {nodes.last_load()} after", flush=True)


def run(folder: Path, seconds: float, count: int, program: Path | None) -> None:
    etcd.program()
    asyncio.run(measure(folder, seconds, count, prepare.draftledger(program)))
