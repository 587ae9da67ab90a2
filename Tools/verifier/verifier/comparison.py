"""Compares the product's account of its events with a third party's reading of the records."""

import json
import subprocess
from datetime import datetime, timedelta
from pathlib import Path

from findings import Findings
from log import Log
from records import Decoder, Record, Unreadable

STREAM_KINDS = ["system", "pool", "tournament", "room", "wallet", "user", "case", "staff", "measure", "clock",
                "season", "aliases", "notes"]
ROLES = {1: "user", 2: "scheduler", 3: "admin", 4: "provider", 5: "importer"}
TIMES = {"timestamp", "timestampOptional"}
# 400 years in microseconds.
CALENDAR_CYCLE = 146_097 * 86_400_000_000
# The values with which a member is left out, because the event does not have it.
APPENDICES = {("signedCommands", "none"), ("drawVersion", None), ("poolPlayers", None), ("overnight", None),
              ("spectators", "none"), ("featured", "none")}
# Events that are compared in one go.
RUN = 200


def compare(ledger: Path, schema: Path, binary: Path, sample: int, findings: Findings) -> int:
    """Compares at least `sample` events, in runs spread over the ledger, and returns how many it compared."""
    log, decoder = Log(ledger), Decoder(schema)
    _, end = log.size()
    runs = max(1, min(-(-sample // RUN), -(-end // RUN)))
    compared = 0
    for index in range(runs):
        start = index * max(0, end - RUN) // max(1, runs - 1)
        stated = events(binary, ledger, start)
        for position, record in log.records(start, min(start + RUN, end)):
            found = next(stated, None)
            try:
                expected = as_json(position, decoder.decode(record), decoder)
            except Unreadable:
                continue  # a finding of the scan
            if found != expected:
                findings.add("comparison", position, difference(found, expected))
            compared += 1
    return compared


class ProductFailed(Exception):
    """The product could not print its events."""


def events(binary: Path, ledger: Path, start: int):
    command = [str(binary), "--ledger", str(ledger), "events", "--format", "json",
               "--from", str(start), "--limit", str(RUN)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise ProductFailed(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()}")
    return (json.loads(line) for line in done.stdout.splitlines())


def difference(found: dict | None, expected: dict) -> str:
    if found is None:
        return "the product has no such event"
    names = [name for name in expected | found if name not in found or found[name] != expected.get(name)]
    return "; ".join(f"{name}: the product says {json.dumps(found.get(name))}, the record {json.dumps(expected.get(name))}"
                     for name in names)


def as_json(position: int, record: Record, decoder: Decoder) -> dict:
    """The event in the form that the interface promises."""
    header, origin = record.header, record.values.get("commandOrigin")
    if origin and origin["actor"] is None:
        origin = None
    types = decoder.types(record.type)
    body = {name: value_of(value, types[name]) for name, value in record.values.items()
            if name not in ("recordHeader", "commandOrigin", "warrant", "recordSalt") and not is_left_out(name, value)}
    # Fields of later versions are left out of an event that does not have them. A count of refusals has an empty command.
    for name in decoder.appendices(record.type):
        if name != "content" and body.get(name, "") in (None, ""):
            body.pop(name, None)
    if record.type == "MeasureProposed":
        body["command"] = json.loads(body["command"])
    return {
        "position": position,
        "stream": stream_name(header["stream"]),
        "version": header["version"],
        "previous": header["previous"],
        "type": record.type,
        "recordedAt": time(header["recordedAt"]),
        "occurredAt": time(origin["occurredAt"]) if origin else None,
        "actor": actor_name(origin["actor"]) if origin else None,
        "commandID": f"{origin['commandIdHigh']:016x}{origin['commandIdLow']:016x}" if origin else None,
        "fingerprint": origin["fingerprint"] if origin else None,
        **warrant(bytes.fromhex(record.values.get("warrant", ""))),
        **({"salt": record.values["recordSalt"]} if record.values.get("recordSalt") else {}),
        "body": body,
    }


def is_left_out(name: str, value) -> bool:
    return not isinstance(value, (dict, list)) and (name, value) in APPENDICES


def warrant(content: bytes) -> dict:
    """Because of which case, and signed by which key; nothing where there is neither."""
    if not content:
        return {}
    case = int.from_bytes(content[:8], "little")
    stated = {} if case == (1 << 64) - 1 else {"case": case}
    if len(content) > 8:
        stated |= {
            "key": content[8:24].hex(),
            "anchor": int.from_bytes(content[24:32], "little"),
            "seenVersion": int.from_bytes(content[32:36], "little"),
            "signature": content[36:].hex(),
        }
    return {"warrant": stated}


def value_of(value, kind):
    if isinstance(kind, dict):
        entries = [{name: value_of(entry[name], kind[name]) for name in kind} for entry in value]
        return [entry["value"] for entry in entries] if list(kind) == ["value"] else entries
    if kind in TIMES:
        return time(value)
    if kind == "sender":
        return actor_name(value)
    if kind in ("boolean", "booleanOptional"):
        return value == "yes"
    if kind == "overnightWindowOptional":
        return hours(value)
    if kind in ("digest256", "digest256Optional"):
        if None in value.values():
            return None
        return b"".join(word.to_bytes(8, "little") for word in value.values()).hex()
    return value


def stream_name(stream: int) -> str:
    kind, number, part = stream >> 56, stream >> 8 & (1 << 48) - 1, stream & 255
    if number == 0:
        return STREAM_KINDS[kind]
    return f"queue/{number}.{part - 1}" if kind == 3 and part else f"{STREAM_KINDS[kind]}/{number}"


def hours(window: int) -> str:
    """When clocks rest: from, until, and how far that is ahead of UTC."""
    def clock(minutes: int) -> str:
        return f"{minutes // 60:02}:{minutes % 60:02}"

    ahead = (window >> 32 & 0xFFFF ^ 0x8000) - 0x8000
    return f"{clock(window & 0xFFFF)}-{clock(window >> 16 & 0xFFFF)}{'-' if ahead < 0 else '+'}{clock(abs(ahead))}"


def actor_name(actor: int) -> str:
    user, other = actor >> 30 & (1 << 30) - 1, actor & (1 << 30) - 1
    return ROLES[actor >> 60] + (f"/{user}" if user else "") + (f" for user/{other}" if other else "")


def time(microseconds: int | None) -> str | None:
    """ISO 8601 in UTC. Python's dates end with the year 9999; the calendar repeats itself every 400 years."""
    if microseconds is None:
        return None
    cycles, rest = divmod(microseconds, CALENDAR_CYCLE)
    moment = datetime(1970, 1, 1) + timedelta(microseconds=rest)
    year = moment.year + 400 * cycles
    return f"{'-' if year < 0 else ''}{abs(year):04}-" + moment.strftime("%m-%dT%H:%M:%S.%fZ")
