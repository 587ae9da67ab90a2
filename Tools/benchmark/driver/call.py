"""Calling a contestant once: a process group of its own, a time limit, and a watch on its memory."""

import os
import signal
import subprocess
import threading
from pathlib import Path

from contract import Outcome

TIME_LIMIT = 180  # seconds; the longest honest call, loading a log, takes a tenth of it
SAMPLING = 0.01   # seconds between two looks at memory


class Failed(Exception):
    """Why a call gave no outcome."""


def family(process: int) -> list[int]:
    """A process and its descendants, on Linux."""
    members, index = [process], 0
    while index < len(members):
        try:
            for listing in Path(f"/proc/{members[index]}/task").glob("*/children"):
                members += [int(child) for child in listing.read_text().split()]
        except OSError:
            pass  # it ended while we looked
        index += 1
    return members


def private_bytes(process: int) -> int:
    """Anonymous resident memory of a process and its descendants: its memory without the page cache."""
    total = 0
    for member in family(process):
        try:
            status = Path(f"/proc/{member}/status").read_text()
        except OSError:
            continue
        for line in status.splitlines():
            if line.startswith("RssAnon:"):
                total += int(line.split()[1]) * 1024
    return total


class MemoryWatch:
    """The peak of `private_bytes` while a process runs; None on systems without /proc."""

    def __init__(self, process: int):
        self.process = process
        self.peak: int | None = None
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        if os.path.exists("/proc/self/status"):
            self.thread.start()

    def watch(self) -> None:
        while not self.done.wait(SAMPLING):
            self.peak = max(self.peak or 0, private_bytes(self.process))

    def finish(self) -> int | None:
        self.done.set()
        if self.thread.is_alive():
            self.thread.join()
        return self.peak


def end_group(process: subprocess.Popen) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def call(command: list[str]) -> Outcome:
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )
    watch = MemoryWatch(process.pid)
    try:
        output, complaint = process.communicate(timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        raise Failed(f"took longer than {TIME_LIMIT} s") from None
    finally:
        peak = watch.finish()
        end_group(process)
    if process.returncode != 0:
        lines = complaint.strip().splitlines() or [f"status {process.returncode}"]
        raise Failed(lines[-1])
    try:
        return Outcome.parse(output.strip().splitlines()[-1], peak)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise Failed(f"printed no line of the contract: {error}") from error
