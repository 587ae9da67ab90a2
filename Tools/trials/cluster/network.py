"""Hosts as network namespaces on one bridge, and cuts between them. Needs Linux and root."""

import os
import shutil
import subprocess
import sys


def reason_against() -> str | None:
    """Why this machine cannot make such a network; None if it can."""
    if not sys.platform.startswith("linux") or not shutil.which("ip"):
        return "network namespaces need Linux and iproute2"
    if os.geteuid() != 0:
        return "network namespaces need root"
    return None


def ip(*words: str, check: bool = True) -> str:
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if check and done.returncode != 0:
        raise SystemExit(f"`ip {' '.join(words)}` ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


class Network:
    """Namespaces with an address each. This process reaches all of them over the bridge, whatever is cut between them."""

    def __init__(self, names: tuple[str, ...]):
        self.tag = f"dl{os.getpid() % 100_000}"
        self.names = names
        used = ip("-4", "route")
        self.prefix = next(f"10.{first}.{os.getpid() % 250}" for first in range(213, 250)
                           if f"10.{first}." not in used)
        self.cuts: set[tuple[str, str]] = set()

    def namespace(self, name: str) -> str:
        return f"{self.tag}{name}"

    def host(self, name: str) -> str:
        return f"{self.prefix}.{self.names.index(name) + 1}"

    def before(self, name: str) -> list[str]:
        """The words that run a command in the namespace. The command keeps their process ID."""
        return ["ip", "netns", "exec", self.namespace(name)]

    def create(self) -> None:
        ip("link", "add", self.tag, "type", "bridge")
        ip("addr", "add", f"{self.prefix}.254/24", "dev", self.tag)
        ip("link", "set", self.tag, "up")
        for name in self.names:
            space, outer = self.namespace(name), f"{self.tag}{name}o"
            ip("netns", "add", space)
            ip("link", "add", outer, "type", "veth", "peer", "name", "eth0", "netns", space)
            ip("link", "set", outer, "master", self.tag, "up")
            ip("-n", space, "addr", "add", f"{self.host(name)}/24", "dev", "eth0")
            ip("-n", space, "link", "set", "eth0", "up")
            ip("-n", space, "link", "set", "lo", "up")

    def remove(self) -> None:
        for name in self.names:
            ip("netns", "del", self.namespace(name), check=False)
        ip("link", "del", self.tag, check=False)

    def cut(self, sender: str, receiver: str) -> None:
        """Drops what one host sends to another. The other direction stays."""
        if (sender, receiver) not in self.cuts:
            ip("-n", self.namespace(sender), "route", "add", "blackhole", f"{self.host(receiver)}/32")
            self.cuts.add((sender, receiver))

    def heal(self) -> None:
        for sender, receiver in self.cuts:
            ip("-n", self.namespace(sender), "route", "del", "blackhole", f"{self.host(receiver)}/32")
        self.cuts = set()
