"""The workloads of every store reached from Python. A contestant is a module with a `Store` class, handed to `main`.

The contract of flags and output is in driver/contract.py. Readers that are to use several cores are processes, because
threads of one interpreter take turns.
"""

import argparse
import ctypes
import json
import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
from abc import ABC, abstractmethod

from events import NONE, Rooms, record

fork = multiprocessing.get_context("fork")


class Session(ABC):
    """What each client or reader opens for itself."""

    @abstractmethod
    def append(self, events: list[tuple[int, int, bytes]]) -> None:
        """Makes (room, version, record) events durable in one transaction. A lone event is refused unless its
        version is the next of its room."""

    @abstractmethod
    def replay(self, start: int, end: int):
        """The records at positions `start..<end`, as an iterable."""

    @abstractmethod
    def stream(self, room: int):
        """The records of one room, in order."""

    def close(self) -> None:
        pass


class Store(ABC):
    """What the contestant opens once. Sessions of other processes are opened after a fork."""

    largest_batch = 10_000
    client_processes = 1

    @abstractmethod
    def __init__(self, options): ...

    @abstractmethod
    def session(self) -> Session: ...

    @abstractmethod
    def count(self) -> int: ...

    @abstractmethod
    def close(self) -> None: ...

    def bytes_on_disk(self, directory: str) -> int:
        return sum(entry.stat().st_blocks * 512 for entry in os.scandir(directory) if entry.is_file())


def end_with_parent() -> None:
    """Asks Linux to end this process when its parent ends, so that an interrupted run leaves no process."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def in_processes(count: int, body) -> list:
    """The results of `body(0) ... body(count - 1)`, each in a forked process; a lone one runs here."""
    if count == 1:
        return [body(0)]
    queue = fork.SimpleQueue()

    def child(index: int) -> None:
        end_with_parent()
        queue.put((index, body(index)))

    children = [fork.Process(target=child, args=(index,)) for index in range(count)]
    for process in children:
        process.start()
    results = []
    while len(results) < count:
        if queue.empty() and any(process.exitcode for process in children):
            raise SystemExit("a client or reader process failed")
        if queue.empty():
            time.sleep(0.0005)
        else:
            results.append(queue.get())
    for process in children:
        process.join()
    return [result for _, result in sorted(results)]


def append_alone(store, options) -> dict:
    """Making records is not timed: Python takes as long for it as some stores take to keep them."""
    batch = min(options.batch, store.largest_batch)
    session = store.session()
    seconds, appended, operations = 0.0, 0, 0
    while appended < options.events and (not options.seconds or seconds < options.seconds):
        count = min(batch, options.events - appended)
        events = [record(options.shape, options.rooms, appended + i) for i in range(count)]
        start = time.monotonic()
        session.append(events)
        seconds += time.monotonic() - start
        appended += count
        operations += 1
    session.close()
    return dict(events=appended, operations=operations, seconds=seconds, batch=batch)


def append_clients(store, options) -> dict:
    """Clients spread over `client_processes` processes, a thread each; every client owns one room."""
    processes = min(store.client_processes, options.clients)
    quota = options.events // options.clients

    def client(index: int, totals: list) -> None:
        session = store.session()
        number, appended = index, 0
        start = time.monotonic()
        while appended < quota and (not options.seconds or time.monotonic() - start < options.seconds):
            session.append([record(options.shape, options.rooms, number)])
            number += options.rooms
            appended += 1
        totals.append(appended)
        session.close()

    def process(index: int) -> int:
        totals: list[int] = []
        threads = [threading.Thread(target=client, args=(i, totals)) for i in range(index, options.clients, processes)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if len(totals) < len(threads):
            raise SystemExit("a client failed")
        return sum(totals)

    start = time.monotonic()
    appended = sum(in_processes(processes, process))
    return dict(events=appended, operations=appended, seconds=time.monotonic() - start)


def replay(store, options) -> dict:
    count = store.count()

    def reader(index: int) -> tuple[int, int]:
        session, rooms = store.session(), Rooms(options.rooms)
        start, end = count * index // options.threads, count * (index + 1) // options.threads
        folded = rooms.fold(session.replay(start, end))
        session.close()
        return folded, rooms.check()

    start, events, passes = time.monotonic(), 0, 0
    while True:
        results = in_processes(options.threads, reader)
        events += sum(folded for folded, _ in results)
        passes += 1
        seconds = time.monotonic() - start
        if seconds >= options.seconds:
            break
    if events != count * passes:
        raise SystemExit(f"read {events} events in {passes} passes over {count}")
    return dict(events=events, operations=passes, seconds=seconds, check=sum(check for _, check in results) & NONE)


def as_of(store, options) -> dict:
    session = store.session()
    check, start, events, queries = 0, time.monotonic(), 0, 0
    while True:
        room = queries * 7919 % options.rooms + 1
        rooms = Rooms(options.rooms)
        events += rooms.fold(session.stream(room))
        queries += 1
        if room == 1:
            check = rooms.check(through=1)
        seconds = time.monotonic() - start
        if seconds >= options.seconds:
            break
    session.close()
    return dict(events=events, operations=queries, seconds=seconds, check=check)


def peak_resident_bytes() -> int:
    """Of this process or its largest child, whichever is more: the children are servers, clients and readers."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if sys.platform == "darwin":
        return max(children, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    with open("/proc/self/status") as status:
        own = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
    return 1024 * max(children, own)


def parse_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--workload", required=True, choices=["append", "replay", "as-of"])
    parser.add_argument("--dir", required=True)
    parser.add_argument("--shape", default="draft", choices=["tick", "pick", "draft", "wide"])
    for name, default in dict(events=100_000, rooms=64, batch=1, clients=1, threads=1).items():
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--seconds", type=float, default=0)
    return parser.parse_args()


def main(name: str, store_type: type[Store]) -> None:
    options = parse_options()
    store = store_type(options)
    try:
        if options.workload == "append":
            outcome = (append_alone if options.clients == 1 else append_clients)(store, options)
        else:
            outcome = {"replay": replay, "as-of": as_of}[options.workload](store, options)
    finally:
        store.close()
    outcome.update(
        contestant=name, workload=options.workload, shape=options.shape, check=f"{outcome.get('check', 0):016x}",
        bytes=store.bytes_on_disk(options.dir), peakRSS=peak_resident_bytes(),
    )
    print(json.dumps(outcome))
