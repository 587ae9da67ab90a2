"""A member of etcd as a process, and the little of its JSON gateway that trials read."""

import base64
import hashlib
import http.client
import json
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

# Those of the article RunningACluster: a new leader of etcd in less than a second.
FLAGS = ["--heartbeat-interval", "50", "--election-timeout", "500", "--snapshot-count", "1000",
         "--quota-backend-bytes", "4294967296", "--auto-compaction-mode", "revision",
         "--auto-compaction-retention", "10000"]


class Unreachable(Exception):
    """No answer of etcd."""


def program() -> str:
    """The path of etcd, which `Tools/install --for-tests` installs if it is missing."""
    found = shutil.which("etcd")
    if not found:
        subprocess.run([Path(__file__).parents[2] / "install", "--for-tests"], check=True)
        found = shutil.which("etcd")
    if not found:
        raise SystemExit("etcd is not installed. Install the package etcd-server, version 3.4.23 or newer.")
    return found


def end(process: subprocess.Popen | None, number: int = signal.SIGTERM, within: float = 20) -> None:
    """Sends a signal to a process and waits until it has ended; kills it if that takes too long."""
    if process is None or process.poll() is not None:
        return
    # A stopped process handles no other signal.
    process.send_signal(signal.SIGCONT)
    process.send_signal(number)
    try:
        process.wait(within)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Member:
    """One member of etcd, with its data in a folder that outlives its process."""

    def __init__(self, name: str, folder: Path, host: str, ports: tuple[int, int], before: list[str] | None = None):
        self.name, self.folder, self.host = name, folder, host
        self.client_port, self.peer_port = ports
        self.before = before or []  # a command that runs it, such as `ip netns exec NAME`
        self.process: subprocess.Popen | None = None

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.client_port}"

    @property
    def peer_url(self) -> str:
        return f"http://{self.host}:{self.peer_port}"

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self, members: list["Member"]) -> None:
        """Starts the process. A member whose folder has data already rejoins with it."""
        everyone = ",".join(f"{one.name}={one.peer_url}" for one in members)
        with open(self.folder / f"{self.name}.log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.before, program(), "--name", self.name, "--data-dir", self.folder / self.name,
                 "--listen-client-urls", self.url, "--advertise-client-urls", self.url,
                 "--listen-peer-urls", self.peer_url, "--initial-advertise-peer-urls", self.peer_url,
                 "--initial-cluster", everyone, "--initial-cluster-state", "new",
                 "--initial-cluster-token", "draft-ledger-trial", *FLAGS],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                start_new_session=True)

    def signal(self, number: int) -> None:
        if self.is_running:
            self.process.send_signal(number)

    def kill(self) -> None:
        end(self.process, signal.SIGKILL)


def ask(url: str, path: str, body: dict, within: float = 2) -> dict:
    """One request to the gateway of one member.

    Raises `Unreachable` without a whole answer of status 200.
    """
    host, _, port = url.removeprefix("http://").partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=within)
    try:
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise Unreachable(f"{url}{path}: {answer.status} {content[:200]!r}")
        return json.loads(content)
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise Unreachable(f"{url}{path}: {error}") from error
    finally:
        connection.close()


def coded(text: str | bytes) -> str:
    return base64.b64encode(text.encode() if isinstance(text, str) else text).decode()


@dataclass(frozen=True)
class Batch:
    """The heading of a batch in the shared log; roots are hexadecimal."""

    number: int
    epoch: int
    nonce: int
    first: int
    count: int
    before: str
    after: str

    @property
    def size(self) -> int:
        return self.first + self.count

    @classmethod
    def read(cls, data: bytes) -> "Batch":
        if data[:4] != b"dlb1" or len(data) < 104:
            raise ValueError("this is not a batch of a cluster")
        number, epoch, nonce, first = (int.from_bytes(data[at:at + 8], "little") for at in (4, 12, 20, 28))
        return cls(number, epoch, nonce, first, int.from_bytes(data[36:40], "little"), data[40:72].hex(),
                   data[72:104].hex())


@dataclass(frozen=True)
class Head:
    """The end of the shared log."""

    number: int
    epoch: int
    node: str
    size: int
    root: str

    @classmethod
    def read(cls, data: bytes) -> "Head":
        number, epoch, _, size = (int.from_bytes(data[at:at + 8], "big") for at in (1, 9, 17, 25))
        return cls(number, epoch, data[98:].decode(), size, data[33:65].hex())


class Tail:
    """The keys of one ledger in etcd, as any of the members answers."""

    def __init__(self, origin: str, urls: list[str]):
        self.prefix = f"dl/{hashlib.sha256(origin.encode()).hexdigest()}/"
        self.urls = urls

    def ask(self, path: str, body: dict, within: float = 2) -> dict:
        """Asks one member after the other until one answers."""
        last = Unreachable("there are no members")
        for url in self.urls:
            try:
                return ask(url, path, body, within)
            except Unreachable as error:
                last = error
        raise last

    def value(self, name: str) -> bytes | None:
        found = self.ask("/v3/kv/range", {"key": coded(self.prefix + name)}).get("kvs", [])
        return base64.b64decode(found[0].get("value", "")) if found else None

    def head(self) -> Head | None:
        data = self.value("head")
        return Head.read(data) if data else None

    def leader(self) -> str | None:
        """The name of the node that says that it leads. Its lease may be older than it is."""
        data = self.value("leader")
        return json.loads(data)["node"] if data else None

    def nodes(self) -> dict[str, int]:
        """The nodes that have caught up, by name, with their last batch as of the last renewal of their lease."""
        found = self.ask("/v3/kv/range", {
            "key": coded(self.prefix + "nodes/"), "range_end": coded(self.prefix + "nodes0")}).get("kvs", [])
        said = [json.loads(base64.b64decode(entry["value"])) for entry in found]
        return {one["node"]: one["batch"] for one in said}

    def batches(self) -> list[Batch]:
        """The headings of all batches that are still in the log, in order."""
        found, key = [], self.prefix + "log/"
        while True:
            page = self.ask("/v3/kv/range", {
                "key": coded(key), "range_end": coded(self.prefix + "log0"), "limit": 100}, within=20)
            entries = page.get("kvs", [])
            found += [Batch.read(base64.b64decode(entry.get("value", ""))) for entry in entries]
            if not page.get("more"):
                return found
            key = base64.b64decode(entries[-1]["key"]).decode() + "\0"

    def batch_sizes(self, first: int, most: int) -> list[tuple[int, int]]:
        """The numbers and sizes in bytes of batches from a number on."""
        page = self.ask("/v3/kv/range", {
            "key": coded(f"{self.prefix}log/{first:016x}"), "range_end": coded(self.prefix + "log0"), "limit": most},
            within=20)
        return [(int(base64.b64decode(entry["key"]).rpartition(b"/")[2], 16), len(base64.b64decode(entry["value"])))
                for entry in page.get("kvs", [])]


def await_quorum(members: list[Member], within: float = 30) -> None:
    """Waits until a majority answers a linearizable read."""
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        for one in members:
            try:
                ask(one.url, "/v3/kv/range", {"key": coded("probe")}, within=1)
                return
            except Unreachable:
                time.sleep(0.1)
    raise SystemExit(f"etcd did not answer within {within:.0f} s. Its logs are in {members[0].folder}.")
