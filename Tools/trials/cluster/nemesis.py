"""Faults of a cluster from a seed: one at a time, sometimes two, each with its end."""

import asyncio
import random
import signal
import struct
from pathlib import Path

from .history import History
from .network import Network
from .nodes import Cluster, Node

KINDS = ("kill", "partition", "stop", "clock", "disk")

# The file that fills a node's file system.
FILLER = "filler"


class Nemesis:
    def __init__(self, cluster: Cluster, network: Network | None, history: History, seed: int, kinds: list[str]):
        self.cluster, self.network, self.history, self.kinds = cluster, network, history, kinds
        self.chance = random.Random(f"{seed}/nemesis")
        self.offsets: dict[str, Path] = {}  # by node, the file with the microseconds by which its clock is off
        self.count = 0

    # MARK: Targets

    async def leader(self) -> Node | None:
        return await asyncio.to_thread(self.cluster.leader)

    async def host(self) -> int:
        """The index of the host to disturb: the leader's more often than another."""
        leader = await self.leader()
        if leader and self.chance.random() < 0.6:
            return self.cluster.nodes.index(leader)
        return self.chance.randrange(len(self.cluster.nodes))

    def note(self, fault: str, target: str, **more) -> None:
        self.history.add("fault", fault=fault, target=target, **more)

    def duration(self, longest: float) -> float:
        """More often short than long."""
        return 0.2 + (longest - 0.2) * self.chance.random() ** 2

    # MARK: Faults

    async def kill(self, alone: bool) -> None:
        leader = await self.leader()
        index = await self.host()
        node, member = self.cluster.nodes[index], self.cluster.etcd[index]
        leads = node is leader
        match self.chance.choice(["node", "node", "node", "etcd", "host", "nodes", "everything"]):
            case "node":
                self.note("kill", f"node {node.name}", leads=leads, alone=alone)
                await asyncio.to_thread(node.kill)
            case "etcd":
                self.note("kill", member.name, alone=alone)
                await asyncio.to_thread(member.kill)
            case "host":
                self.note("kill", f"node {node.name} and {member.name}", alone=alone)
                for one in (node, member):
                    await asyncio.to_thread(one.kill)
            case what:
                self.note("kill", "all nodes" if what == "nodes" else "all nodes and all of etcd", alone=alone)
                for one in [*self.cluster.nodes, *(self.cluster.etcd if what == "everything" else [])]:
                    one.signal(signal.SIGKILL)
                for one in [*self.cluster.nodes, *(self.cluster.etcd if what == "everything" else [])]:
                    await asyncio.to_thread(one.kill)
        await asyncio.sleep(self.duration(4))

    async def stop(self, alone: bool) -> None:
        index = await self.host()
        node, member = self.cluster.nodes[index], self.cluster.etcd[index]
        targets = self.chance.choice([[node], [node], [member], [node, member]])
        for one in targets:
            one.signal(signal.SIGSTOP)
        duration = self.duration(8)
        self.note("stop", " and ".join(f"{one.name}" for one in targets), seconds=round(duration, 2))
        await asyncio.sleep(duration)

    async def partition(self, alone: bool) -> None:
        names = [node.name for node in self.cluster.nodes]
        one = names[await self.host()]
        others = [name for name in names if name != one]
        shape = self.chance.choice(["alone", "alone", "one-way", "one-way to one", "link"])
        match shape:
            case "alone":
                cuts = [(one, other) for other in others] + [(other, one) for other in others]
            case "one-way":
                cuts = [(one, other) for other in others]
            case "one-way to one":
                cuts = [(one, self.chance.choice(others))]
            case _:
                other = self.chance.choice(others)
                cuts = [(one, other), (other, one)]
        for sender, receiver in cuts:
            self.network.cut(sender, receiver)
        duration = self.duration(8)
        self.note("partition", one, shape=shape, seconds=round(duration, 2))
        await asyncio.sleep(duration)

    async def clock(self, alone: bool) -> None:
        node = self.cluster.nodes[await self.host()]
        jump = self.chance.choice([-3, -1, -0.3, 0.3, 1, 3])
        with open(self.offsets[node.name], "r+b") as file:
            file.write(struct.pack("<q", int(jump * 1e6)))
        self.note("clock", f"node {node.name}", seconds=jump)
        await asyncio.sleep(self.duration(5))

    async def disk(self, alone: bool) -> None:
        node = self.cluster.nodes[await self.host()]
        self.note("disk", f"node {node.name}")

        def fill() -> None:
            with open(node.folder / FILLER, "wb", buffering=0) as file:
                try:
                    while True:
                        file.write(bytes(1 << 16))
                except OSError:
                    pass  # It is full.

        await asyncio.to_thread(fill)
        await asyncio.sleep(self.duration(5))

    # MARK: The end of faults

    async def heal(self) -> None:
        """Ends all faults that are active, and starts what does not run."""
        if self.network:
            self.network.heal()
        for one in [*self.cluster.nodes, *self.cluster.etcd]:
            one.signal(signal.SIGCONT)
        for node in self.cluster.nodes:
            (node.folder / FILLER).unlink(missing_ok=True)
        for offset in self.offsets.values():
            with open(offset, "r+b") as file:
                file.write(struct.pack("<q", 0))
        for member in self.cluster.etcd:
            if not member.is_running:
                member.start(self.cluster.etcd)
        for node in self.cluster.nodes:
            if not node.is_running:
                if node.process and node.process.returncode != -signal.SIGKILL:
                    self.history.add("ended", node=node.name, status=node.process.returncode)
                node.start()
        self.history.add("heal")

    async def run(self, seconds: float) -> None:
        """Disturbs the cluster for a time, and leaves it healed."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        try:
            while True:
                await asyncio.sleep(self.chance.uniform(1, 4))
                if loop.time() > end:
                    return
                chosen = self.chance.sample(self.kinds, min(len(self.kinds), 2 if self.chance.random() < 0.15 else 1))
                await asyncio.gather(*(getattr(self, kind)(len(chosen) == 1) for kind in chosen))
                self.count += len(chosen)
                await self.heal()
        finally:
            await self.heal()

    async def kill_leaders(self, count: int, say, with_etcd: bool = False) -> None:
        """Kills the leader `count` times, each time when all nodes have caught up again.

        With `with_etcd`, the whole host is lost: the member of etcd on it ends at the same time.
        """
        for number in range(count):
            await asyncio.to_thread(self.cluster.await_ready)
            await asyncio.sleep(1 + self.chance.random())
            leader = await self.leader()
            if leader is None:
                continue
            member = self.cluster.etcd[self.cluster.nodes.index(leader)]
            name = f"node {leader.name}" + (f" and {member.name}" if with_etcd else "")
            self.note("kill", name, leads=True, alone=True)
            for one in [leader, *([member] if with_etcd else [])]:
                one.signal(signal.SIGKILL)
            await asyncio.to_thread(leader.kill)
            say(f"{number + 1} of {count}: {name}")
            await asyncio.sleep(2)
            if with_etcd:
                await asyncio.to_thread(member.kill)
                member.start(self.cluster.etcd)
            leader.start()
            self.count += 1
