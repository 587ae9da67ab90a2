"""Compares a history of clients with the ledgers of all nodes and with the shared log.

The properties, by their letters:

(a) Each acknowledged outcome is in the log, at the position that was stated, under that ID, once.
(b) No ID is in the log twice.
(c) A repeated command gets the outcome of the first.
(d) All nodes have the same size, root and events, and each ledger verifies.
(e) Each reader saw each public event of its room once, in order.
(f) If a command was acknowledged before another was sent, its position is lower.
(g) Epochs never fall, each has one node, and the batches of the shared log are one chain.
(h) The event of each receipt is in the log by the time that the receipt promises.
(i) Writes continue soon after a fault that ends the leader.
"""

import bisect
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from .etcd import Batch

# The events of a room that its readers do not see.
HIDDEN = {"ClockTicked", "CommandRejected"}


@dataclass
class Ledger:
    """What one node has after all servers have ended."""

    size: int
    root: str  # hexadecimal
    events: list[dict]
    complaints: list[str] = field(default_factory=list)  # of `verify --full` and `audit`


@dataclass
class Verdict:
    faults: list[tuple[str, str]] = field(default_factory=list)
    counts: Counter = field(default_factory=Counter)
    gaps: list[float] = field(default_factory=list)

    def fault(self, letter: str, text: str) -> None:
        self.faults.append((letter, text))

    @property
    def letters(self) -> set[str]:
        return {letter for letter, _ in self.faults}


def judge(records: list[dict], ledgers: dict[str, Ledger], batches: list[Batch],
          longest_gap: float | None = None) -> Verdict:
    """Checks all properties. Without `longest_gap`, in seconds, (i) is only measured."""
    verdict = Verdict()
    check_nodes(verdict, ledgers)
    events = max(ledgers.values(), key=lambda one: one.size).events
    check_outcomes(verdict, records, events)
    check_order(verdict, records)
    check_readers(verdict, records, events)
    check_epochs(verdict, events, batches)
    check_receipts(verdict, records, events)
    verdict.gaps = gaps(records)
    if longest_gap is not None:
        for gap in verdict.gaps:
            if gap > longest_gap:
                verdict.fault("i", f"no write was accepted for {gap:.2f} s after the leader was killed")
    return verdict


def check_nodes(verdict: Verdict, ledgers: dict[str, Ledger]) -> None:
    states = {name: (one.size, one.root) for name, one in ledgers.items()}
    if len(set(states.values())) != 1:
        verdict.fault("d", f"the nodes have different ledgers: {states}")
    (first_name, first), *others = ledgers.items()
    for name, other in others:
        for one, another in zip(first.events, other.events):
            if one != another:
                verdict.fault("d", f"{first_name} and {name} differ at position {one['position']}")
                break
    for name, one in ledgers.items():
        if len(one.events) != one.size:
            verdict.fault("d", f"{name} has {one.size} events and lists {len(one.events)}")
        for complaint in one.complaints:
            verdict.fault("d", f"{name}: {complaint}")


def check_outcomes(verdict: Verdict, records: list[dict], events: list[dict]) -> None:
    by_command: dict[str, list[dict]] = defaultdict(list)
    for event in events:
        # A command under an ID that was used already is evidence, not a second outcome.
        if event["commandID"] and (event["type"] != "CommandRejected" or event["body"]["code"] != "duplicateCommand"):
            by_command[event["commandID"]].append(event)
    for command, found in by_command.items():
        times = {event["recordedAt"] for event in found}
        kinds = {event["type"] == "CommandRejected" for event in found}
        positions = [event["position"] for event in found]
        # All events of a command are recorded in one step, one after the other.
        if len(times) > 1 or len(kinds) > 1 or positions != list(range(positions[0], positions[0] + len(positions))):
            verdict.fault("b", f"{command} is in the log more than once, at {positions}")
    first: dict[str, dict] = {}
    for record in records:
        if record["kind"] != "answer":
            continue
        op = record["op"]
        if record["outcome"][0] == "unreadable":
            verdict.fault("a", f"{op}: an answer could not be read: {record['outcome'][1]}")
            continue
        if record["outcome"][0] == "refused" and record["outcome"][1] >= 500:
            verdict.fault("a", f"{op} was answered {record['outcome'][1:]}")
            continue
        if not record["recorded"] and record["outcome"][0] == "refused" and record["outcome"][1] != 422:
            verdict.counts["refusals that are only counted"] += 1
            continue
        if op in first:
            verdict.counts["repeats with an outcome"] += 1
            if first[op]["outcome"] != record["outcome"]:
                verdict.fault("c", f"{op}: first {first[op]['outcome']}, then {record['outcome']} of {record['node']}")
            continue
        first[op] = record
        stored = [[event["position"], event["type"]] for event in by_command.get(op, [])]
        match record["outcome"]:
            case ["accepted", told]:
                verdict.counts["accepted commands"] += 1
                if told != stored:
                    verdict.fault("a", f"{op} was told {told} by {record['node']}, the log has {stored}")
            case ["refused", _, _, position] if record["recorded"]:
                verdict.counts["recorded refusals"] += 1
                if stored != [[position, "CommandRejected"]]:
                    verdict.fault("a", f"{op} was told {record['outcome']} by {record['node']}, the log has {stored}")
    sent = {record["op"] for record in records if record["kind"] == "invoke"}
    verdict.counts["commands without an outcome"] = len(sent - set(first))
    verdict.counts["unclear answers"] = sum(record["kind"] == "unclear" for record in records)
    for event in events:
        if event["type"] in ("PickMade", "SeatTaken") and event["commandID"] not in sent:
            verdict.fault("a", f"position {event['position']} is {event['type']} of a command that no client sent")


def check_order(verdict: Verdict, records: list[dict]) -> None:
    """The positions of commands follow real time. O(n log n)."""
    sent: dict[str, float] = {}
    known: dict[str, tuple[float, int]] = {}
    for record in records:
        if record["kind"] == "invoke":
            sent.setdefault(record["op"], record["t"])
        elif record["kind"] == "answer" and record["recorded"] and record["op"] not in known:
            match record["outcome"]:
                case ["accepted", [[position, _], *_]] | ["refused", _, _, int(position)]:
                    known[record["op"]] = (record["t"], position)
    # For each command, the highest position of those acknowledged before it was sent.
    ends = sorted((time, position, op) for op, (time, position) in known.items())
    highest, maximum = [], (-1, "")
    for _, position, op in ends:
        maximum = max(maximum, (position, op))
        highest.append(maximum)
    times = [time for time, _, _ in ends]
    for op, (_, position) in known.items():
        before = bisect.bisect_left(times, sent.get(op, 0)) - 1
        if before >= 0 and highest[before][0] > position:
            verdict.fault("f", f"{op} is at {position}, and was sent after {highest[before][1]} had been acknowledged "
                               f"at {highest[before][0]}")
    verdict.counts["commands in the order of time"] = len(known)


def check_readers(verdict: Verdict, records: list[dict], events: list[dict]) -> None:
    rooms: dict[int, list[dict]] = defaultdict(list)
    for event in events:
        if event["stream"].startswith("room/") and event["type"] not in HIDDEN:
            rooms[int(event["stream"].removeprefix("room/"))].append(event)
    readers: dict[int, list[dict]] = defaultdict(list)
    for record in records:
        if record["kind"] == "frame":
            readers[record["reader"]].append(record)
    for reader, seen in readers.items():
        room, shown = seen[0]["room"], [one["id"] for one in seen if one["name"] == "events"]
        snapshots = [one["version"] for one in seen if one["name"] == "snapshot"]
        if any(one >= other for one, other in zip(shown, shown[1:])):
            repeated = [other for one, other in zip(shown, shown[1:]) if one >= other]
            verdict.fault("e", f"reader {reader} of room {room} saw events twice or not in order: {repeated[:5]}")
        if not snapshots or not shown:
            continue
        public = [event["position"] for event in rooms[room]
                  if event["version"] > snapshots[0] and event["position"] <= shown[-1]]
        missing, surplus = sorted(set(public) - set(shown)), sorted(set(shown) - set(public))
        if missing or surplus:
            verdict.fault("e", f"reader {reader} of room {room}: {missing[:5]} missing, {surplus[:5]} not in the log")
        verdict.counts["readers"] += 1
        verdict.counts["deliveries"] += len(shown)


def check_epochs(verdict: Verdict, events: list[dict], batches: list[Batch]) -> None:
    changes = [(event["position"], event["body"]["epoch"], event["body"]["node"])
               for event in events if event["type"] == "LeaderChanged"]
    nodes: dict[int, set[str]] = defaultdict(set)
    for _, epoch, node in changes:
        nodes[epoch].add(node)
    for epoch, names in nodes.items():
        if len(names) > 1:
            verdict.fault("g", f"epoch {epoch} has the leaders {sorted(names)}")
    for (_, one, _), (position, other, _) in zip(changes, changes[1:]):
        if other <= one:
            verdict.fault("g", f"position {position} begins epoch {other} after epoch {one}")
    positions = [position for position, _, _ in changes]
    for one, other in zip(batches, batches[1:]):
        if other.number != one.number + 1:
            verdict.fault("g", f"batch {one.number} is followed by batch {other.number}")
        elif other.first != one.size or other.before != one.after:
            verdict.fault("g", f"batch {other.number} does not continue batch {one.number}")
        if other.epoch < one.epoch:
            verdict.fault("g", f"batch {other.number} is of epoch {other.epoch}, after epoch {one.epoch}")
    for batch in batches:
        begun = bisect.bisect_left(positions, batch.size)
        if begun and changes[begun - 1][1] != batch.epoch:
            verdict.fault("g", f"batch {batch.number} is of epoch {batch.epoch}, and its events are of epoch "
                               f"{changes[begun - 1][1]}")
    if batches and events and batches[-1].size != len(events):
        verdict.fault("g", f"the shared log ends at {batches[-1].size} events, the ledgers at {len(events)}")
    verdict.counts["epochs"], verdict.counts["batches"] = len(nodes), len(batches)


def check_receipts(verdict: Verdict, records: list[dict], events: list[dict]) -> None:
    recorded = {event["commandID"]: event["recordedAt"] for event in events if event["commandID"]}
    for record in records:
        if record["kind"] != "answer" or "receipt" not in record:
            continue
        said = dict(re.findall(r"^(command|due) (\S+)$", record["receipt"], re.MULTILINE))
        verdict.counts["receipts"] += 1
        if said.get("command") not in recorded:
            verdict.fault("h", f"a receipt of {record['node']} promises {said.get('command')}, which is not in the log")
        elif moment(recorded[said["command"]]) > moment(said["due"]):
            verdict.fault("h", f"{said['command']} was due at {said['due']}, and recorded at "
                               f"{recorded[said['command']]}")


def moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def gaps(records: list[dict]) -> list[float]:
    """For each kill of the leader, the seconds until a command is accepted that was sent after the kill.

    A kill is left out if another fault was active, or if the next fault comes before any command is accepted.
    """
    found = []
    faults = [record for record in records if record["kind"] == "fault"]
    for index, fault in enumerate(faults):
        if not (fault["fault"] == "kill" and fault.get("leads") and fault.get("alone", True)):
            continue
        until = faults[index + 1]["t"] if index + 1 < len(faults) else float("inf")
        highest = max((last_position(record) for record in records if record["t"] <= fault["t"]), default=-1)
        begun: set[tuple[str, int]] = set()
        for record in records:
            if record["t"] <= fault["t"]:
                continue
            if record["kind"] == "invoke":
                begun.add((record["op"], record["attempt"]))
            elif last_position(record) > highest and (record["op"], record["attempt"]) in begun:
                if record["t"] < until:
                    found.append(record["t"] - fault["t"])
                break
    return found


def last_position(record: dict) -> int:
    """The position of the last event of an acceptance; -1 for any other record."""
    if record["kind"] == "answer" and record["outcome"][0] == "accepted" and record["outcome"][1]:
        return record["outcome"][1][-1][0]
    return -1
