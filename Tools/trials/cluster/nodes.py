"""Nodes of a cluster as processes, and the cluster that they are."""

import http.client
import json
import os
import resource
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from . import etcd

ROOT = Path(__file__).resolve().parents[3]
NAMES = ("a", "b", "c")


def free_ports(count: int) -> list[int]:
    """Ports of this machine that are free at the moment. All are held until the last is found."""
    probes = [socket.socket() for _ in range(count)]
    try:
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]
    finally:
        for probe in probes:
            probe.close()


def draftledger(given: Path | None = None) -> Path:
    """The program: the one that is named here or in $DRAFTLEDGER, one that is built, or a new release build."""
    named = given or (Path(os.environ["DRAFTLEDGER"]) if os.environ.get("DRAFTLEDGER") else None)
    if named:
        if not named.is_file():
            raise SystemExit(f"{named} does not exist.")
        return named.resolve()
    built = ROOT / ".build/release/draftledger"
    if not built.is_file():
        subprocess.run([ROOT / "Tools/install"], check=True, stdout=sys.stderr)
        print("Building draftledger. The first build takes some minutes and shows each step.", file=sys.stderr)
        subprocess.run(["swift", "build", "--package-path", ROOT, "-c", "release", "--product", "draftledger"],
                       check=True, stdout=sys.stderr)
    return built.resolve()


class Node:
    """A server of the cluster, with its ledger, its log and its address."""

    def __init__(self, cluster: "Cluster", name: str, host: str, port: int, folder: Path,
                 before: list[str] | None = None):
        self.cluster, self.name, self.host, self.port, self.folder = cluster, name, host, port, folder
        self.before = before or []
        self.environment: dict[str, str] = {}
        self.process: subprocess.Popen | None = None
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def ledger(self) -> Path:
        return self.folder / f"{self.name}.ledger"

    @property
    def address(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.address}"

    @property
    def log(self) -> Path:
        return self.cluster.folder / f"node-{self.name}.log"

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def is_stopped(self) -> bool:
        """Whether the process is suspended."""
        if not self.is_running:
            return False
        try:
            return Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
        except OSError:
            return False

    def run(self, *words: str, expected: tuple[int, ...] = (0,)) -> str:
        """The output of a command on this node's ledger, in the node's place in the network."""
        done = subprocess.run([*self.before, self.cluster.program, "--ledger", self.ledger, *map(str, words)],
                              capture_output=True, text=True)
        if done.returncode not in expected:
            raise SystemExit(f"node {self.name}: `draftledger {' '.join(map(str, words))}` ended with "
                             f"{done.returncode}: {done.stderr}{done.stdout}")
        return done.stdout

    def serve(self, *words: str) -> None:
        """Starts the process, without waiting for it."""
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*self.before, self.cluster.program, "--ledger", self.ledger, "serve", "--listen", self.address, *words],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True,
                env=os.environ | {"NO_COLOR": "1"} | self.environment,
                preexec_fn=lambda: resource.setrlimit(
                    resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2))

    def start(self) -> None:
        """Starts the process as a node, without waiting for it."""
        if not self.is_running:
            self.serve(*self.cluster.serve_words)

    def signal(self, number: int) -> None:
        if self.is_running:
            self.process.send_signal(number)

    def kill(self) -> None:
        etcd.end(self.process, signal.SIGKILL)

    def end(self) -> None:
        etcd.end(self.process)


class Cluster:
    """Nodes and the members of etcd that they share, in one folder."""

    def __init__(self, program: Path, folder: Path, origin: str, is_dev: bool = False):
        self.program, self.folder, self.origin, self.is_dev = program, folder, origin, is_dev
        self.etcd: list[etcd.Member] = []
        self.nodes: list[Node] = []
        self.extra_words: list[str] = []
        self.secret = folder / "secret.txt"
        folder.mkdir(parents=True, exist_ok=True)
        if not self.secret.exists():
            self.secret.write_text(secrets.token_hex(32))
            self.secret.chmod(0o600)

    @classmethod
    def local(cls, program: Path, folder: Path, origin: str, nodes: int = 3, members: int = 3,
              is_dev: bool = False) -> "Cluster":
        """A cluster whose processes all listen on this machine's loopback address."""
        cluster = cls(program, folder, origin, is_dev)
        ports = free_ports(2 * members + nodes)
        cluster.etcd = [etcd.Member(f"etcd{index + 1}", folder, "127.0.0.1", (ports.pop(), ports.pop()))
                        for index in range(members)]
        cluster.nodes = [Node(cluster, name, "127.0.0.1", ports.pop(), folder) for name in NAMES[:nodes]]
        return cluster

    @property
    def urls(self) -> str:
        return ",".join(member.url for member in self.etcd)

    @property
    def cluster_words(self) -> list[str]:
        return ["--cluster", self.urls, "--set", f"cluster.secret={self.secret}"]

    @property
    def serve_words(self) -> list[str]:
        return [*self.cluster_words, *(["--dev"] if self.is_dev else []), *self.extra_words]

    @property
    def tail(self) -> etcd.Tail:
        """The shared log, asked at the members that run."""
        return etcd.Tail(self.origin, [member.url for member in self.etcd if member.is_running])

    def __getitem__(self, name: str) -> Node:
        return next(node for node in self.nodes if node.name == name)

    def start_etcd(self) -> None:
        for member in self.etcd:
            member.start(self.etcd)
        etcd.await_quorum(self.etcd)

    def found(self) -> None:
        """Founds the cluster with the first node's ledger, lets the others join, and starts all nodes."""
        first, *others = self.nodes
        first.run("cluster", "begin", "--node", first.name, "--cluster", self.urls)
        first.start()
        self.await_leader()
        for node in others:
            node.run("cluster", "join", "--node", node.name, "--peer", first.url, *self.cluster_words)
            node.start()
        self.await_ready()

    def leader(self) -> Node | None:
        """The node that says in etcd that it leads; None without one, or while etcd does not answer."""
        try:
            name = self.tail.leader()
        except etcd.Unreachable:
            return None
        return next((node for node in self.nodes if node.name == name), None)

    def await_leader(self, within: float = 30) -> Node:
        return self.awaited(self.leader, within, "no node took the lead")

    def await_ready(self, within: float = 60) -> None:
        """Waits until each node that runs answers, and has what the shared log had at the call."""
        self.awaited(lambda: self.leader() is not None, within, "no node took the lead")
        target = self.awaited(self.head_number, within, "etcd did not answer")

        def are_ready() -> bool:
            try:
                nodes = self.tail.nodes()
            except etcd.Unreachable:
                return False
            return all(nodes.get(node.name, -1) >= target and get(node, "/livez")[0] == 200
                       for node in self.nodes if node.is_running)

        self.awaited(are_ready, within, "not every node has caught up")

    def head_number(self) -> int | None:
        """The number of the newest batch; None while etcd does not answer."""
        try:
            head = self.tail.head()
        except etcd.Unreachable:
            return None
        return head.number if head else None

    def awaited(self, condition, within: float, complaint: str):
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            found = condition()
            if found is not None and found is not False:
                return found
            for node in self.nodes:
                if node.process and node.process.poll() not in (None, -signal.SIGKILL):
                    raise SystemExit(f"Node {node.name} ended with {node.process.returncode}. {tail_of(node.log)}")
            time.sleep(0.05)
        logs = "\n".join(f"{node.name}: {tail_of(node.log)}" for node in self.nodes)
        raise SystemExit(f"After {within:.0f} s, {complaint}.\n{logs}")

    def end(self) -> None:
        """Ends all processes: the nodes in an orderly way while etcd still runs."""
        for node in self.nodes:
            if node.is_running:
                node.signal(signal.SIGCONT)
                node.signal(signal.SIGTERM)
        for node in self.nodes:
            node.end()
        for member in self.etcd:
            member.kill()

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def tail_of(path: Path, lines: int = 8) -> str:
    """The last lines of a log."""
    return "\n".join(path.read_text(errors="replace").splitlines()[-lines:]) if path.exists() else ""


def get(node: Node, path: str, token: str | None = None, within: float = 2) -> tuple[int, bytes]:
    """One request on a connection of its own; the status is 0 without an answer."""
    return exchange(node, "GET", path, None, token, within)


def exchange(node: Node, method: str, path: str, body=None, token: str | None = None,
             within: float = 10) -> tuple[int, bytes]:
    """One request with a JSON body on a connection of its own; the status is 0 without an answer."""
    connection = http.client.HTTPConnection(node.host, node.port, timeout=within)
    headers = {"Host": f"127.0.0.1:{node.port}"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if body is not None:
        headers["Content-Type"] = "application/json"
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


def size_and_root(node: Node) -> tuple[int, str]:
    """The size and root of a ledger that no server holds."""
    status = json.loads(node.run("status", "--format", "json"))
    return status["size"], status["root"]


def last_load() -> str:
    """The machine's load averages, which every printed figure is read with."""
    return " ".join(f"{one:.1f}" for one in os.getloadavg())

