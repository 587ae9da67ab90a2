"""UmaDB: a server of our own on the loopback address, and its own client over gRPC. An event carries its room as a
tag; the expected version is an append condition, "no event with this tag after the last one that I saw".
"""

import os
import socket
import subprocess
import sys
import time

import umadb

import harness

STARTUP_SECONDS = 10
SHUTDOWN_SECONDS = 10


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def used_bytes(path: str) -> int:
    """The file without the zeros at its end, which UmaDB writes ahead 256 MiB at a time."""
    with open(path, "rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end > 0:
            start = max(0, end - (1 << 20))
            file.seek(start)
            used = len(file.read(end - start).rstrip(b"\0"))
            if used:
                return start + used
            end = start
    return 0


def tag(room: int) -> str:
    return f"room:{room}"


class UmaSession(harness.Session):
    def __init__(self, url: str):
        self.client = umadb.Client(url)
        self.last_seen: dict[int, int] = {}
        self.queries: dict[int, umadb.Query] = {}

    def query(self, room: int) -> umadb.Query:
        if room not in self.queries:
            self.queries[room] = umadb.Query([umadb.QueryItem(tags=[tag(room)])])
        return self.queries[room]

    def append(self, events):
        wrapped = [umadb.Event("event", data, [tag(room)]) for room, _, data in events]
        if len(events) > 1:
            self.client.append(wrapped)
            return
        room = events[0][0]
        condition = umadb.AppendCondition(self.query(room), self.last_seen.get(room))
        self.last_seen[room] = self.client.append(wrapped, condition)

    def records(self, response):
        while batch := response.next_batch():
            for sequenced in batch:
                yield sequenced.event.data

    def replay(self, start, end):
        # Positions count from 1.
        return self.records(self.client.read(start=start + 1, limit=end - start))

    def stream(self, room):
        return self.records(self.client.read(query=self.query(room)))

    def close(self):
        self.client.close()


class UmaStore(harness.Store):
    # One interpreter cannot keep 64 clients busy; measured, four do best on four cores.
    client_processes = 4

    def __init__(self, options):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        command = os.path.join(os.path.dirname(sys.executable), "umadb")
        self.server = subprocess.Popen(
            [command, "--listen", f"127.0.0.1:{port}", "--db-path", options.dir],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=harness.end_with_parent,
        )
        deadline = time.monotonic() + STARTUP_SECONDS
        while True:
            try:
                umadb.Client(self.url).head()
                return
            except Exception as error:
                if self.server.poll() is not None or time.monotonic() > deadline:
                    self.close()
                    raise SystemExit(f"the UmaDB server did not start: {error}")
                time.sleep(0.01)

    def bytes_on_disk(self, directory):
        return sum(used_bytes(entry.path) for entry in os.scandir(directory) if entry.is_file())

    def session(self):
        return UmaSession(self.url)

    def count(self):
        return umadb.Client(self.url).head() or 0

    def close(self):
        self.server.terminate()
        try:
            self.server.wait(SHUTDOWN_SECONDS)
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.server.wait()


if __name__ == "__main__":
    harness.main("umadb", UmaStore)
