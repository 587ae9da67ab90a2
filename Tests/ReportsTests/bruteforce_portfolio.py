"""Counts what portfolios and movements are from a ledger's events, without the ledger's own code.

One JSON object a line on standard input; the moment that splits the drafts of `movers` as the argument. Prints one JSON
object: the slow, independent answer that ReportsTests hold the reports against.
"""
import collections
import datetime
import itertools
import json
import sys
import unicodedata

import bruteforce

SLOTS = {"QB": "startersQB", "RB": "startersRB", "WR": "startersWR", "TE": "startersTE"}


def first_taken(groups, wanted):
    rounds = [number for number, name in groups if name == wanted]
    if not rounds:
        return "no-" + wanted
    return ("elite-" if rounds[0] <= 4 else "mid-" if rounds[0] <= 8 else "late-") + wanted


def archetype(entry, rounds):
    """By the definitions of the documentation; the entry's draft is complete."""
    groups = [(around, bruteforce.group(player)) for _, around, player, _ in entry["picks"]]
    names = []
    if rounds >= 5:
        backs = [number for number, name in groups if name == "RB" and number <= 5]
        if not backs:
            names.append("zero-RB")
        elif len(backs) == 1 and backs[0] < 3:
            names.append("hero-RB")
        elif len([number for number in backs if number < 5]) > 2:
            names.append("robust-RB")
        else:
            names.append("balanced-RB")
    return names + [first_taken(groups, "QB"), first_taken(groups, "TE")]


def stacks(entry):
    """Team mates by the quarterback's team; nothing known without any team."""
    players = [player for _, _, player, _ in entry["picks"] if player["team"]]
    if entry["picks"] and not players:
        return None
    teams = {player["team"] for player in players if bruteforce.group(player) == "QB"}
    return {
        team: sum(1 for player in players if player["team"] == team and bruteforce.group(player) != "QB")
        for team in teams
    }


def portfolio(entries, rooms):
    """By entry: archetype, stacks, and what it shares with the others."""
    rosters = [(entry["entry"], frozenset(player["name"] for _, _, player, _ in entry["picks"])) for entry in entries]
    rosters.sort()
    result = {}
    for entry in entries:
        mine = next(roster for number, roster in rosters if number == entry["entry"])
        shared = [(len(mine & roster), -number) for number, roster in rosters if number != entry["entry"]]
        most = max(shared)
        result[str(entry["entry"])] = {
            "archetype": archetype(entry, rooms[entry["room"]]["rounds"]), "stacks": stacks(entry),
            "nearest": [-number for count, number in shared if count == most[0]], "shared": most[0],
            "sum": sum(count for count, _ in shared),
        }
    return result


def weeks(entries, rooms):
    """Entries by the Monday of their week, and by Monday and player."""
    totals, drafted = collections.Counter(), collections.Counter()
    for entry in entries:
        start = rooms[entry["room"]]["start"]
        if start is None:
            continue
        day = datetime.date.fromisoformat(start[:10])
        monday = (day - datetime.timedelta(days=day.weekday())).isoformat()
        totals[monday] += 1
        for _, _, player, _ in entry["picks"]:
            drafted[monday + "|" + player["name"]] += 1
    return totals, drafted


def cores(entries, size):
    counts = collections.Counter()
    for entry in entries:
        names = sorted(player["name"] for _, _, player, _ in entry["picks"])
        counts.update("|".join(core) for core in itertools.combinations(names, size))
    return {core: count for core, count in counts.items() if count > 1}


def movers(entries, rooms, split):
    """By player: picks and their sum before the moment, and from it on."""
    result = collections.defaultdict(lambda: [0, 0, 0, 0])
    for entry in entries:
        start = rooms[entry["room"]]["start"]
        if start is None:
            continue
        place = 0 if start < split else 2
        for number, _, player, _ in entry["picks"]:
            result[player["name"]][place] += 1
            result[player["name"]][place + 1] += number
    return {name: counts for name, counts in result.items() if counts[0] and counts[2]}


def folded(name):
    plain = "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))
    words = ["".join(letter for letter in word if letter.isalnum()) for word in plain.lower().split()]
    words = [word for word in words if word]
    if len(words) > 1 and words[-1] in ("jr", "sr", "ii", "iii", "iv"):
        words.pop()
    return "".join(words)


def luck(entries, events):
    """By entry: points of the best lineups, of the roster, and expected; for a ledger with one contest."""
    terms, lineup, scores = None, None, {}
    for event in events:
        body = event["body"]
        if event["type"] == "ContestRoundsSet":
            terms = body["rounds"][0]
        elif event["type"] == "ScoringSet":
            lineup = body
        elif event["type"] == "PlayerScored":
            scores[(body["week"], folded(body["name"]), body["position"])] = body["points"]
    if not (terms and lineup and scores):
        return {}
    played = sorted({week for week, _, _ in scores if terms["firstWeek"] <= week <= terms["lastWeek"]})

    def points(player, week):
        return scores.get((week, folded(player["name"]), player["position"]), 0)

    picks = collections.defaultdict(list)
    players = {}
    for entry in entries:
        for number, _, player, _ in entry["picks"]:
            picks[player["name"]].append(number)
            players[player["name"]] = player
    totals = {name: sum(points(player, week) for week in played) for name, player in players.items()}
    expected = {}
    for position in {player["position"] for player in players.values()}:
        ranked = sorted(
            (sum(numbers) / len(numbers), name) for name, numbers in picks.items()
            if players[name]["position"] == position)
        names = [name for _, name in ranked]
        for rank, name in enumerate(names):
            near = names[max(0, rank - 4):rank] + names[rank + 1:rank + 5]
            expected[name] = sum(totals[other] for other in near) / len(near) if near else None

    def best(roster, week):
        left = sorted(((points(player, week), bruteforce.group(player)) for player in roster), key=lambda pair: -pair[0])
        total = 0
        for name, slot in SLOTS.items():
            for _ in range(lineup[slot]):
                found = next((pair for pair in left if pair[1] == name), None)
                if found:
                    left.remove(found)
                    total += found[0]
        for _ in range(lineup["startersFLEX"]):
            found = next((pair for pair in left if pair[1] in ("RB", "WR", "TE")), None)
            if found:
                left.remove(found)
                total += found[0]
        return total

    result = {}
    for entry in entries:
        roster = [player for _, _, player, _ in entry["picks"]]
        known = [player["name"] for player in roster if expected[player["name"]] is not None]
        result[str(entry["entry"])] = [
            sum(best(roster, week) for week in played), sum(totals[player["name"]] for player in roster),
            sum(expected[name] for name in known), sum(totals[name] for name in known),
        ]
    return result


if __name__ == "__main__":
    lines = sys.stdin.readlines()
    events = [json.loads(line) for line in lines]
    rooms, pools = bruteforce.fold(lines)
    entries = list(bruteforce.gather(rooms, pools))
    totals, drafted = weeks(entries, rooms)
    json.dump(
        {
            "rosters": portfolio(entries, rooms), "weekEntries": totals, "weekDrafted": drafted,
            "trios": cores(entries, 3), "movers": movers(entries, rooms, sys.argv[1]),
            "luck": luck(entries, events),
        }, sys.stdout)
