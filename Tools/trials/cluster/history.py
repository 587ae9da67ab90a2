"""What was sent to a cluster, what came back, and what was done to it: one line of JSON each, in order of time."""

import json
import time
from pathlib import Path

from wire import Answer


class History:
    """Records in memory and in a file. Each has `t`, seconds of the monotonic clock since the beginning, and `kind`:

    `invoke`   a command is sent: `op` is its ID, `attempt` counts its sendings, `node`, `command`
    `answer`   the outcome of an attempt: `outcome`, `recorded`, the `room` of a join, and the `receipt` that was asked for
    `unclear`  an attempt without an outcome: `reason`
    `frame`    a frame of a stream: `reader`, `room`, `node`, `name`, `id`, and `version` of a snapshot
    `fault`    `fault` has begun, such as `kill`, at `target`; `heal` when all are over
    """

    def __init__(self, path: Path | None = None):
        self.records: list[dict] = []
        self.began = time.monotonic()
        self.file = open(path, "w") if path else None

    def add(self, kind: str, **fields) -> dict:
        record = {"t": round(time.monotonic() - self.began, 6), "kind": kind, **fields}
        self.records.append(record)
        if self.file:
            self.file.write(json.dumps(record, separators=(",", ":")) + "\n")
        return record

    def close(self) -> None:
        if self.file:
            self.file.close()
            self.file = None


def read(path: Path) -> list[dict]:
    with open(path) as file:
        return [json.loads(line) for line in file]


# Answers that are no outcome: the same command is sent again under the same ID.
UNDECIDED = (429, 502, 503, 504)


def outcome_of(answer: Answer) -> dict:
    """The outcome that an answer states, in the form of an `answer` record. Answers of `UNDECIDED` have none."""
    said = answer.json
    receipt = {"receipt": said["receipt"]} if said.get("receipt") else {}
    if answer.status == 200:
        events = [[event["position"], event["type"]] for event in said["events"]]
        room = {"room": said["room"]} if "room" in said else {}
        return {"outcome": ["accepted", events], "recorded": True, **receipt, **room}
    return {"outcome": ["refused", answer.status, said.get("code"), said.get("position")],
            "recorded": bool(said.get("recorded")), **receipt}
