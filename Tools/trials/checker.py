"""Compares the members' reported outcomes with the ledger."""

from collections import defaultdict
from datetime import datetime

from members import History, Watching

# The events that the room stream of another user does not show.
HIDDEN = {"ClockTicked", "CommandRejected"}


def moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def check_outcomes(history: History, events: list[dict]) -> None:
    """Every acknowledged outcome is in the ledger once, as it was reported; nothing else was done."""
    by_command: dict[str, list[dict]] = defaultdict(list)
    for event in events:
        # A command under an ID that was used already is evidence, not a second outcome.
        if event["type"] != "CommandRejected" or event["body"]["code"] != "duplicateCommand":
            by_command[event["commandID"]].append(event)
    for operation in history.operations.values():
        found = by_command.get(operation.id, [])
        stored = tuple((event["position"], event["type"]) for event in found)
        if len({event["recordedAt"] for event in found}) > 1:
            history.fault(f"{operation.id} stands in the ledger more than once: {stored}")
        if operation.outcome is None:
            history.counts["commands whose outcome nobody saw"] += 1
        elif operation.outcome[0] == 200:
            if operation.outcome[1] != stored:
                history.fault(f"{operation.id} was told {operation.outcome}, the ledger has {stored}")
            history.counts["accepted commands checked"] += 1
        elif operation.is_recorded:
            if stored != ((operation.outcome[2], "CommandRejected"),):
                history.fault(f"{operation.id} was told {operation.outcome}, the ledger has {stored}")
            history.counts["refused commands checked"] += 1
    for event in events:
        if event["type"] in ("PickMade", "SeatTaken") and event["commandID"] not in history.operations:
            history.fault(f"nobody sent what is at {event['position']}: {event['type']}")


def check_stream(history: History, watching: Watching, events: list[dict]) -> None:
    """Each event of the room once and in order, from the first snapshot on to the last that came."""
    got = [frame.id for frame in watching.received]
    if any(one >= other for one, other in zip(got, got[1:])):
        history.fault(f"user {watching.user}, room {watching.room}: not in order, or twice: {got}")
    if watching.version is None or watching.last is None:
        return
    public = [event["position"] for event in events
              if event["stream"] == f"room/{watching.room}" and event["type"] not in HIDDEN
              and event["version"] > watching.version and event["position"] <= watching.last]
    shown = [frame.id for frame in watching.received if frame.name == "events"]
    if shown != public:
        missing, surplus = sorted(set(public) - set(shown)), sorted(set(shown) - set(public))
        history.fault(f"user {watching.user}, room {watching.room}: missing {missing}, surplus {surplus}")
    own = [event["position"] for event in events
           if event["stream"] == f"room/{watching.room}" and event["type"] == "CommandRejected"
           and event["actor"] == f"user/{watching.user}" and (watching.live or 0) < event["position"] <= watching.last]
    told = {frame.id for frame in watching.received if frame.name == "you"}
    if not told.issuperset(own):
        history.fault(f"user {watching.user}, room {watching.room}: refusals missing {sorted(set(own) - told)}")
    history.counts["streams checked"] += 1
    history.counts["deliveries checked"] += len(got)
    history.counts["connections of streams"] += watching.connections


def check_clocks(history: History, events: list[dict], outages: list[tuple[float, float]], clock: float) -> float:
    """The least time that an absent member had outside all outages, in seconds: less than the clock's is a fault.

    An outage is from the signal that ended the server to the first answer of the next one.
    """
    started: dict[tuple[str, int], float] = {}
    least = float("inf")
    for event in events:
        body = event["body"]
        if event["type"] == "ClockStarted":
            started.setdefault((event["stream"], body["pick"]), moment(event["recordedAt"]))
        elif event["type"] == "PickAutomated" and body["reason"] == "clockExpired":
            begin, end = started[event["stream"], body["pick"]], moment(event["recordedAt"])
            lost = sum(max(0.0, min(end, until) - max(begin, since)) for since, until in outages)
            least = min(least, end - begin - lost)
            history.counts["expiries checked"] += 1
            history.counts["expiries with an outage within"] += lost > 0
            if end - begin - lost < clock:
                history.fault(f"{event['stream']}, pick {body['pick']}: {end - begin - lost:.3f} s of {clock} s")
    return least


def check_order(history: History, events: list[dict]) -> None:
    """Time does not go back, and positions leave nothing out."""
    for one, other in zip(events, events[1:]):
        if other["position"] != one["position"] + 1 or other["recordedAt"] < one["recordedAt"]:
            history.fault(f"after {one['position']}, {one['recordedAt']}: {other['position']}, {other['recordedAt']}")


def late(events: list[dict]) -> list[float]:
    """By how much expiries came after the end of the grace, in milliseconds."""
    deadlines: dict[str, float] = {}
    found = []
    for event in events:
        if event["type"] in ("ClockStarted", "ClockExtended"):
            deadlines[event["stream"]] = moment(event["body"]["graceEndsAt"])
        elif event["type"] == "PickAutomated" and event["body"]["reason"] == "clockExpired":
            found.append((moment(event["recordedAt"]) - deadlines[event["stream"]]) * 1_000)
    return sorted(found)
