"""Starts three members of etcd and three nodes for development on this machine, and drafts rooms through them.

At the terminal it takes these orders. NAME is a, b, c, etcd1, etcd2, etcd3, leader or all:

  kill NAME     end the process at once, as a crash does
  stop NAME     suspend the process, as a long pause does
  go NAME       resume it
  start NAME    start it again
  status        show the nodes, the leader and the shared log
  quit          end everything

Ctrl-C ends everything, too. The ledgers are removed unless --keep names a folder.
"""

import argparse
import asyncio
import json
import resource
import shutil
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

from . import etcd
from .history import History
from .judge import last_position
from .nodes import Cluster, Node, draftledger, exchange, get, last_load, tail_of
from .workload import Workload

# The name that a ledger for development gets.
ORIGIN = "localhost/draft-ledger"
TEAMS, ROUNDS, PLAYERS = 12, 18, 480


def say(text: str = "") -> None:
    print(text, flush=True)


class Outcomes(History):
    """Keeps no records, only what is shown: accepted commands, and the gap after the last kill."""

    def __init__(self):
        super().__init__()
        self.accepted, self.highest, self.room = 0, -1, None
        self.killed: float | None = None
        self.sent: set[tuple[str, int]] = set()
        self.gaps: list[float] = []
        self.seen = asyncio.Event()

    def kill(self) -> None:
        self.killed = time.monotonic()
        self.sent = set()

    def add(self, kind: str, **fields) -> dict:
        record = {"kind": kind, **fields}
        if kind == "invoke":
            self.room = fields["command"].get("room", self.room)
            if self.killed:
                self.sent.add((fields["op"], fields["attempt"]))
        position = last_position(record)
        if position > self.highest:
            self.accepted, self.highest = self.accepted + 1, position
            if self.killed and (fields["op"], fields["attempt"]) in self.sent:
                self.gaps.append(time.monotonic() - self.killed)
                self.killed = None
                say(f"  {self.gaps[-1]:.2f} s until the next command was accepted, through node {fields['node']}")
            self.seen.set()
        return record


class Live:
    def __init__(self, cluster: Cluster, outcomes: Outcomes):
        self.cluster, self.outcomes = cluster, outcomes

    # MARK: Orders

    def targets(self, name: str) -> list[Node | etcd.Member]:
        if name == "leader":
            leader = self.cluster.leader()
            return [leader] if leader else []
        everything = [*self.cluster.nodes, *self.cluster.etcd]
        return everything if name == "all" else [one for one in everything if one.name == name]

    async def order(self, text: str) -> bool:
        """Does what a line says. Returns whether it was an order to quit."""
        words = text.split()
        match words:
            case []:
                pass
            case ["quit" | "exit" | "q"]:
                return True
            case ["status"]:
                say(await asyncio.to_thread(self.status))
            case ["kill" | "stop" | "go" | "start" as what, name]:
                await self.disturb(what, name)
            case _:
                say(__doc__.partition("\n\n")[2].partition("\n\nCtrl")[0])
        return False

    async def disturb(self, what: str, name: str) -> None:
        found = await asyncio.to_thread(self.targets, name)
        if not found:
            say(f"  '{name}' is not there: use a, b, c, etcd1, etcd2, etcd3, leader or all")
        for one in found:
            say(f"  {what} {one.name}")
            match what:
                case "kill":
                    self.outcomes.kill()
                    one.signal(signal.SIGKILL)
                    await asyncio.to_thread(one.kill)
                case "stop":
                    self.outcomes.kill()
                    one.signal(signal.SIGSTOP)
                case "go":
                    one.signal(signal.SIGCONT)
                case "start" if one.is_running:
                    say(f"  {one.name} runs already")
                case "start":
                    if isinstance(one, Node):
                        one.start()
                    else:
                        one.start(self.cluster.etcd)

    def status(self) -> str:
        lines = []
        head, nodes, leader = None, {}, None
        try:
            head, nodes, leader = self.cluster.tail.head(), self.cluster.tail.nodes(), self.cluster.leader()
        except etcd.Unreachable:
            lines.append("  etcd has no majority")
        if head:
            lines.append(f"  epoch {head.epoch}, batch {head.number}, {head.size:,} events, "
                         f"{self.outcomes.accepted:,} commands accepted")
        for node in self.cluster.nodes:
            state = "stopped" if node.is_stopped else "running" if node.is_running else "ended"
            role = "leader" if node is leader else "follower" if node.name in nodes else "not registered"
            batch = f"batch {nodes[node.name]}" if node.name in nodes else ""
            lines.append(f"  {node.name}      {state:8} {role:15} {batch:14} {node.url}")
        for member in self.cluster.etcd:
            lines.append(f"  {member.name}  {'running' if member.is_running else 'ended':8} {'':30} {member.url}")
        return "\n".join(lines)

    # MARK: Running

    async def at_terminal(self) -> None:
        lines: asyncio.Queue[str] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        loop.add_reader(sys.stdin, lambda: lines.put_nowait(sys.stdin.readline()))
        try:
            while line := await lines.get():
                if await self.order(line):
                    return
        finally:
            loop.remove_reader(sys.stdin)

    async def by_itself(self, name: str, every: float, duration: float) -> None:
        """Kills a process again and again, and starts it after some seconds."""
        end = time.monotonic() + duration
        while time.monotonic() + every < end:
            await asyncio.sleep(every / 2)
            found = await asyncio.to_thread(self.targets, name)
            await self.disturb("kill", name)
            await asyncio.sleep(every / 2)
            for one in found:
                await self.disturb("start", one.name)
        await asyncio.sleep(max(0, end - time.monotonic()))

    async def welcome(self) -> None:
        """Prints addresses when a room drafts."""
        while self.outcomes.room is None:
            await self.outcomes.seen.wait()
            await asyncio.sleep(0.2)
        say()
        for node in self.cluster.nodes:
            say(f"node {node.name}   {node.url}/   {node.url}/drafts   {node.url}/desk")
        say(f"a live room, at any node: {self.cluster.nodes[1].url}/draft/{self.outcomes.room}#board")
        say("sign in with any name; alma, boris and clara are staff")
        say(f"logs and ledgers: {self.cluster.folder}")

    async def run(self, workload: Workload, options) -> None:
        drafting = asyncio.create_task(workload.run(options.rooms, asyncio.Event().wait(), 0))
        welcome = asyncio.create_task(self.welcome())
        if options.kill or options.orders or sys.stdin.isatty():
            await asyncio.wait([welcome, drafting], timeout=60, return_when=asyncio.FIRST_COMPLETED)
        if options.kill:
            doing = self.by_itself(options.kill, options.every, options.duration)
        elif options.orders or sys.stdin.isatty():
            say("orders: kill, stop, go, start NAME; status; quit; help")
            doing = self.at_terminal()
        else:
            doing = asyncio.sleep(options.duration)
        work = asyncio.create_task(doing)
        try:
            await asyncio.wait([work, drafting], return_when=asyncio.FIRST_COMPLETED)
            if drafting.done():
                drafting.result()
            work.result() if work.done() else None
        finally:
            for task in (work, drafting, welcome):
                task.cancel()
            workload.is_over = True
            await asyncio.gather(work, drafting, welcome, return_exceptions=True)


def found(cluster: Cluster) -> None:
    """Creates the ledger for development, and founds the cluster with it."""
    cluster.start_etcd()
    first = cluster.nodes[0]
    first.serve("--dev")
    cluster.awaited(lambda: get(first, "/livez")[0] == 200, 30, "the first server did not answer")
    first.end()
    cluster.found()


def token_of(cluster: Cluster):
    """Returns a function that gets a token for a name from any node that answers."""
    known: dict[str, str] = {}

    def token(name: str) -> str:
        deadline = time.monotonic() + 20
        while name not in known and time.monotonic() < deadline:
            for node in cluster.nodes:
                status, body = exchange(node, "POST", "/dev/tokens", {"name": name})
                if status == 200:
                    known[name] = json.loads(body)["token"]
                    break
        return known[name]

    return token


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="Tools/cluster", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.error = lambda message: (print(f"{parser.prog}: {message}", file=sys.stderr), sys.exit(64))
    parser.add_argument("--rooms", type=int, default=2, metavar="N", help="rooms that draft at a time (default: 2)")
    parser.add_argument("--pace", type=float, default=2, metavar="S",
                        help="the longest time that a member thinks about a pick (default: 2)")
    parser.add_argument("--kill", metavar="NAME", help="take no orders, and kill this again and again")
    parser.add_argument("--every", type=float, default=10, metavar="S", help="seconds between two kills (default: 10)")
    parser.add_argument("--for", type=float, default=60, metavar="S", dest="duration",
                        help="seconds until the end, without orders (default: 60)")
    parser.add_argument("--orders", action="store_true", help="take orders from standard input that is not a terminal")
    parser.add_argument("--program", type=Path, metavar="FILE", help="the draftledger to run (default: a release build)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep ledgers and logs in FOLDER, which is new")
    options = parser.parse_args()
    if options.keep and options.keep.exists():
        parser.error(f"{options.keep} exists: name a new folder")
    program = draftledger(options.program)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    folder = options.keep or Path(tempfile.mkdtemp(prefix="draft-ledger-cluster-"))
    cluster = Cluster.local(program, folder, ORIGIN, is_dev=True)
    try:
        say("starting three members of etcd and three nodes")
        found(cluster)
        outcomes = Outcomes()
        workload = Workload(cluster.nodes, token_of(cluster), outcomes, time.time_ns(), TEAMS, ROUNDS, PLAYERS,
                            options.pace, lambda text: say(f"  {text}"))
        asyncio.run(Live(cluster, outcomes).run(workload, options))
        if outcomes.gaps:
            say(f"{len(outcomes.gaps)} gaps: median {statistics.median(outcomes.gaps):.2f} s, worst "
                f"{max(outcomes.gaps):.2f} s; {outcomes.accepted:,} commands accepted; load {last_load()}")
        return 0
    finally:
        cluster.end()
        for node in cluster.nodes:
            if node.process and node.process.returncode not in (0, -signal.SIGKILL):
                say(f"node {node.name} ended with {node.process.returncode}: {tail_of(node.log, 1)}")
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
