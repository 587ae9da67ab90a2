"""Counts every report from a ledger's events, one JSON object a line on standard input, without the ledger's own code.

Prints one JSON object: the slow, independent answer that ReportsTests hold the reports against.
"""
import collections
import itertools
import json
import sys

GROUPS = {"quarterback": "QB", "runningBack": "RB", "wideReceiver": "WR", "tightEnd": "TE"}


def fold(lines):
    """Rooms as their events leave them, and the pools that they draft from."""
    rooms, pools = {}, collections.defaultdict(list)
    for line in lines:
        event = json.loads(line)
        stream, kind, body = event["stream"], event["type"], event["body"]
        if kind in ("PlayerListed", "PlayerAdded"):
            pools[int(stream.split("/")[1])].append(body)
        if kind == "RoomOpened":
            rooms[stream] = dict(body, seats={}, order=[], picks=[], status="waiting", start=None)
        room = rooms.get(stream)
        if room is None:
            continue
        if kind == "SeatTaken":
            room["seats"][body["seat"]] = {"entry": body["entry"], "user": body["user"]}
        elif kind == "SeatLeft":
            del room["seats"][body["seat"]]
        elif kind == "DraftStarted":
            room["start"], room["status"] = event["occurredAt"] or event["recordedAt"], "active"
        elif kind in ("PickMade", "PickAutomated"):
            if body["pick"] == len(room["picks"]) + 1:
                room["picks"].append([body["seat"], body["player"], body["adp"]])
        elif kind == "PickCorrected":
            if 1 <= body["pick"] <= len(room["picks"]):
                if body["mode"] == "cascade":
                    del room["picks"][body["pick"] - 1:]
                else:
                    room["picks"][body["pick"] - 1][1:] = [body["newPlayer"], None]
        elif kind in ("DraftCompleted", "RoomCancelled", "RoomVoided"):
            room["status"] = kind
    return rooms, pools


def gather(rooms, pools):
    """The entries of complete rooms, each with its picks as (overall number, round, player, ADP)."""
    for stream, room in rooms.items():
        if room["status"] != "DraftCompleted":
            continue
        pool = pools[room["pool"]]
        entries = {seat: dict(member, fee=room["entryFee"], room=stream, picks=[]) for seat, member in room["seats"].items()}
        for index, (seat, player, adp) in enumerate(room["picks"]):
            if player is not None and seat in entries:
                listing = pool[player]
                entries[seat]["picks"].append(
                    (index + 1, index // room["teams"] + 1, listing, adp if adp is not None else shown(listing, room)))
        yield from entries.values()


def shown(listing, room):
    """The ADP of a pick that names none: the pool's where the draft was held here; what another site showed is not known."""
    return None if room["preset"] == "untimed" else listing["adp"]


def group(player):
    return GROUPS.get(player["position"], "other")


def report(entries):
    result = collections.defaultdict(dict)
    picks = collections.defaultdict(list)
    pairs, builds, byes, rounds = (collections.Counter() for _ in range(4))
    naked, stacked, values = collections.Counter(), collections.Counter(), collections.defaultdict(int)
    starts = collections.Counter()
    for entry in entries:
        names = [player["name"] for _, _, player, _ in entry["picks"]]
        for number, around, player, adp in entry["picks"]:
            picks[player["name"]].append((number, entry["fee"] or 0))
            rounds["%d %s" % (around, group(player))] += 1
            if adp is not None:
                values[player["name"]] += number * 100 - adp
        pairs.update("|".join(sorted(pair)) for pair in itertools.combinations(names, 2))
        counts = collections.Counter(group(player) for _, _, player, _ in entry["picks"])
        builds["-".join(str(counts[name]) for name in ("QB", "RB", "WR", "TE"))] += 1
        weeks = collections.Counter(player["byeWeek"] for _, _, player, _ in entry["picks"] if player["byeWeek"])
        if weeks or not entry["picks"]:
            byes[str(max(weeks.values(), default=0))] += 1
        teams = collections.defaultdict(list)
        for _, _, player, _ in entry["picks"]:
            if player["team"]:
                teams[player["team"]].append(group(player))
        for team, members in teams.items():
            if "QB" in members:
                (stacked if any(name != "QB" for name in members) else naked)[team] += 1
        if len(names) >= 3:
            starts["|".join(sorted(names[:3]))] += 1
    result["exposure"] = {
        name: [len(made), sum(n for n, _ in made), min(made)[0], max(made)[0], sum(fee for _, fee in made)]
        for name, made in picks.items()
    }
    result.update(
        entries=len(entries), drafts=len({entry["room"] for entry in entries}), pairs=pairs, builds=builds, byes=byes,
        rounds=rounds, naked=naked, stacked=stacked, values=values, starts=starts)
    return result


if __name__ == "__main__":
    json.dump(report(list(gather(*fold(sys.stdin)))), sys.stdout)
