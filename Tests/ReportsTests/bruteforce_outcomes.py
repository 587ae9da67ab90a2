"""Plays the rounds of a contest from a ledger's events, as they are and as they would have been, and counts what follows from
them and what else reports tell of rosters, without the ledger's own code.

One JSON object a line on standard input, of a ledger with one contest. One argument, a JSON object: `lineup` (starters by QB,
RB, WR, TE, FLEX, and `flex`, the positions that it takes), `pick` (room, overall number, index of the player), `table` (points
by statistic, in hundredths) with `statistics` (a CSV file), `games` (week, home, away), each only where it is asked for.
Prints one JSON object: the slow, independent answer that ReportsTests hold the reports against.
"""
import collections
import csv
import hashlib
import hmac
import itertools
import json
import sys

import bruteforce
from bruteforce_portfolio import archetype, folded, stacks

GROUPS = {"fullback": "RB", **bruteforce.GROUPS}
SLOTS = ("QB", "RB", "WR", "TE")
COLUMNS = {
    "passingYards": "pass_yd", "passingTouchdowns": "pass_td", "interceptions": "int", "rushingYards": "rush_yd",
    "rushingTouchdowns": "rush_td", "receptions": "rec", "receivingYards": "rec_yd", "receivingTouchdowns": "rec_td",
    "otherTouchdowns": "other_td", "twoPointConversions": "two_pt", "fumblesLost": "fum_lost",
}


class Contest:
    """What its events and its season's say; rounds as they were put on record."""

    def __init__(self, events):
        self.number, self.terms, self.ties, self.lineup, self.prizes = None, [], [], {}, []
        self.closed, self.secrets, self.drawn = {}, {}, collections.defaultdict(list)
        self.told, self.entropy = [], b""
        for event in events:
            kind, body = event["type"], event["body"]
            if kind == "TournamentCreated":
                self.number, self.prizes = int(event["stream"].split("/")[1]), body["prizes"]
            elif kind == "ContestRoundsSet":
                self.terms, self.ties = body["rounds"], body["ties"]
            elif kind == "ScoringSet":
                self.lineup = {name: body["starters" + name] for name in (*SLOTS, "FLEX")}
                self.lineup["flex"] = [name for bit, name in enumerate(SLOTS) if body["flexPositions"] >> bit & 1]
            elif kind == "PlayerScored":
                self.told.append((event["version"], body))
            elif kind == "RoundClosed":
                self.closed.setdefault(body["round"], (body["seasonVersion"], []))[1].extend(body["standings"])
                if body.get("entropy"):
                    own = bytes.fromhex(body["entropy"])
                    self.entropy = bytes(a ^ b for a, b in zip(self.entropy or bytes(32), own))
            elif kind == "PodsDrawn":
                self.secrets[body["round"]] = bytes.fromhex(body["secret"])
                self.drawn[body["round"]] += body["entries"]

    def scores(self, number):
        """By week, name and position: as of when the round was closed."""
        version = self.closed[number][0] if number in self.closed else float("inf")
        return {
            (body["week"], folded(body["name"]), body["position"]): body["points"]
            for told, body in self.told if told <= version
        }


def statistics(path, table):
    positions = {short: name for name, short in GROUPS.items() if name != "fullback"}
    with open(path, newline="") as file:
        return {
            (int(row["week"]), folded(row["player"]), positions[row["position"]]):
                sum(int(row[column]) * table[name] for name, column in COLUMNS.items())
            for row in csv.DictReader(file)
        }


def best(roster, lineup):
    """Of (group, points), in the order of the picks: the most that any choice of starters scores."""
    left = sorted(enumerate(roster), key=lambda one: -one[1][1])
    slots, total = ["BN"] * len(roster), 0
    for slot in (*SLOTS, "FLEX"):
        takes = lineup["flex"] if slot == "FLEX" else [slot]
        for _ in range(lineup[slot]):
            found = next((one for one in left if one[1][0] in takes), None)
            if found:
                left.remove(found)
                slots[found[0]] = slot
                total += found[1][1]
    return total, slots


def shuffled(elements, key):
    elements, counter = list(elements), itertools.count()
    for place in range(len(elements) - 1, 0, -1):
        while True:
            word = int.from_bytes(hmac.digest(key, next(counter).to_bytes(8, "big"), "sha256")[:8], "big")
            if word < 2**64 - 2**64 % (place + 1):
                break
        other = word % (place + 1)
        elements[place], elements[other] = elements[other], elements[place]
    return elements


def dealt(drawn, size):
    count = -(-len(drawn) // size)
    whole, rest = divmod(len(drawn), count)
    cut, start = [], 0
    for pod in range(count):
        end = start + whole + (pod < rest)
        cut.append(drawn[start:end])
        start = end
    return cut


def score(entry, lineup, points, weeks):
    each = [
        best([(GROUPS.get(player["position"]), points.get((week, folded(player["name"]), player["position"]), 0))
              for _, _, player, _ in entry["picks"]], lineup)[0]
        for week in weeks
    ]
    return sum(each), max(each, default=0)


def play(contest, entries, lineup, points_of):
    """Round by round, as far as it can be known: by entry, points, best week, place, whether it goes on."""
    by_number = {entry["entry"]: entry for entry in entries}
    rooms = collections.defaultdict(list)
    for number in sorted(by_number):
        rooms[number >> 16].append(number)
    pods, played = list(rooms.values()), []
    for index, terms in enumerate(contest.terms):
        number, points = index + 1, points_of(index + 1)
        weeks = [week for week in range(terms["firstWeek"], terms["lastWeek"] + 1) if any(key[0] == week for key in points)]
        result, going = {}, []
        for place_of_pod, pod in enumerate(pods):
            scored = {entry: score(by_number[entry], lineup, points, weeks) for entry in pod}

            def order(entry):
                steps = {"bestWeek": -scored[entry][1], "earlierEntry": entry}
                return -scored[entry][0], *(steps[tie] for tie in contest.ties)

            for place, entry in enumerate(sorted(pod, key=order), 1):
                goes_on = place <= terms["advancing"] if terms["advancing"] else None
                result[str(entry)] = [*scored[entry], place, goes_on, place_of_pod + 1 if index else None]
                going += [entry] if goes_on else []
        played.append(result)
        if number not in contest.closed or number + 1 not in contest.secrets:
            break
        message = b"".join(value.to_bytes(8, "big") for value in (contest.number, number + 1, *sorted(going)))
        message += contest.entropy
        key = hmac.digest(contest.secrets[number + 1], message, hashlib.sha256)
        pods = dealt(shuffled(sorted(going), key), contest.terms[index + 1]["podSize"])
    return played


def prizes(contest, played):
    """By entry: what it wins, once all rounds are played; nobody wins before."""
    if not contest.terms or len(played) < len(contest.terms) or len(contest.closed) < len(contest.terms):
        return {}
    ranking = []
    for terms, result in reversed(list(zip(contest.terms, played))):
        out = [(entry, row) for entry, row in result.items() if row[2] > terms["advancing"]]
        steps = {"bestWeek": lambda one: -one[1][1], "earlierEntry": lambda one: int(one[0])}
        ranking += sorted(out, key=lambda one: (one[1][2], -one[1][0], *(steps[tie](one) for tie in contest.ties)))
    amounts = [tier["amount"] for tier in contest.prizes for _ in range(tier["firstPlace"], tier["lastPlace"] + 1)]
    return {entry: amount for (entry, _), amount in zip(ranking, amounts)}


def lineups(contest, entries):
    """By entry and week of the first round: its points, and where each player stands, in the order of the picks."""
    points, result = contest.scores(1), {}
    for entry in entries:
        for week in range(contest.terms[0]["firstWeek"], contest.terms[0]["lastWeek"] + 1) if contest.terms else ():
            roster = [(GROUPS.get(player["position"]), points.get((week, folded(player["name"]), player["position"]), 0))
                      for _, _, player, _ in entry["picks"]]
            result["%d|%d" % (entry["entry"], week)] = list(best(roster, contest.lineup))
    return result


def advance(entries, rooms, first):
    """By what entries have in common: how many there are, and how many go on from the first round."""
    result = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))
    for entry in entries:
        goes_on = first.get(str(entry["entry"]), [None] * 4)[3]
        if goes_on is None:
            continue
        room = rooms[entry["room"]]
        names = sorted(player["name"] for _, _, player, _ in entry["picks"])
        groups = collections.Counter(bruteforce.group(player) for _, _, player, _ in entry["picks"])
        slot = [seat for seat, *_ in room["picks"][:room["teams"]]].index(entry["seat"])
        keys = {
            "player": names, "pair": ["|".join(pair) for pair in itertools.combinations(names, 2)],
            "build": ["-".join(str(groups[name]) for name in SLOTS)], "slot": [str(slot)],
            "archetype": archetype(entry, room["rounds"]),
            "stack": ["%s %d" % stack for stack in (stacks(entry) or {}).items()],
        }
        for dimension, common in keys.items():
            for key in common:
                result[dimension][key][0] += 1
                result[dimension][key][1] += goes_on
    return result


def game_stacks(entries, games):
    """By week and team: entries with a bring-back and without; and in how many there is one by week, and in any."""
    against = {(week, team): other for week, *pair in games for team, other in (pair, pair[::-1])}
    weeks = sorted({week for week, _, _ in games})
    rows, by_week, any_week, unknown = collections.defaultdict(lambda: [0, 0]), collections.Counter(), 0, 0
    for entry in entries:
        sizes = stacks(entry)
        if sizes is None:
            unknown += 1
            continue
        teams = {player["team"] for _, _, player, _ in entry["picks"] if player["team"]}
        has = set()
        for week, (team, mates) in itertools.product(weeks, sizes.items()):
            other = against.get((week, team))
            if mates and other:
                rows["%d %s %s" % (week, team, other)][other not in teams] += 1
                if other in teams:
                    has.add(week)
        by_week.update(map(str, has))
        any_week += bool(has)
    return {"rows": rows, "weeks": by_week, "any": any_week, "unknown": unknown}


def next_picks(entries, rooms, pools):
    """By room and seat of drafts under way: who is left, and what each would make of the roster."""
    result = {}
    for stream, room in rooms.items():
        if room["status"] != "active":
            continue
        pool, taken = pools[room["pool"]], {player for _, player, _ in room["picks"]}
        for seat, member in room["seats"].items():
            mine = [player for one, player, _ in room["picks"] if one == seat and player is not None]
            roster = [pool[player] for player in mine]
            own = [{player["name"] for _, _, player, _ in entry["picks"]} for entry in entries
                   if member["user"] is not None and entry["user"] == member["user"]]
            left = {}
            for player in pool:
                if player["index"] in taken:
                    continue
                both = [sum(player["name"] in names and mate["name"] in names for names in own) for mate in roster]
                left[player["name"]] = [
                    sum(player["name"] in names for names in own),
                    sum(bool(player["team"]) and mate["team"] == player["team"] for mate in roster),
                    sum(mate["byeWeek"] == player["byeWeek"] for mate in roster) if player["byeWeek"] else None,
                    max(both, default=0),
                ]
            result["%s %d" % (stream.split("/")[1], seat)] = {"own": len(own), "left": left}
    return result


def exchanged(entries, pools, pick):
    """The rosters with one pick changed: whoever took the player later gets the one who is left for him."""
    room, number, wanted = pick
    stream = "room/%d" % room
    listing = next(pools[pool][wanted] for pool in [next(e for e in entries if e["room"] == stream)["pool"]])
    was = next(player for entry in entries if entry["room"] == stream for n, _, player, _ in entry["picks"] if n == number)

    def changed(entry, one):
        number_of, around, player, adp = one
        if entry["room"] == stream and player["index"] in (was["index"], wanted):
            player = listing if player["index"] == was["index"] else was
        return number_of, around, player, adp

    return [dict(entry, picks=[changed(entry, one) for one in entry["picks"]]) for entry in entries]


if __name__ == "__main__":
    change = json.loads(sys.argv[1])
    lines = sys.stdin.readlines()
    rooms, pools = bruteforce.fold(lines)
    entries = list(bruteforce.gather(rooms, pools))
    for entry in entries:
        room = rooms[entry["room"]]
        entry["pool"] = room["pool"]
        entry["seat"] = next(seat for seat, member in room["seats"].items() if member["entry"] == entry["entry"])
    contest = Contest([json.loads(line) for line in lines])
    whole = [entry for entry in entries if len(rooms[entry["room"]]["seats"]) == rooms[entry["room"]]["teams"]]
    was = play(contest, whole, contest.lineup, contest.scores) if contest.terms else []
    points_of = contest.scores
    if "table" in change:
        restated = statistics(change["statistics"], change["table"])
        points_of = lambda number: restated
    would = exchanged(whole, pools, change["pick"]) if "pick" in change else whole
    becomes = play(contest, would, change.get("lineup", contest.lineup), points_of) if contest.terms else []
    json.dump(
        {
            "was": was, "becomes": becomes, "prizesWas": prizes(contest, was), "prizesBecome": prizes(contest, becomes),
            "lineups": lineups(contest, whole), "advance": advance(entries, rooms, was[0] if was else {}),
            "gameStacks": game_stacks(entries, change.get("games", [])),
            "next": next_picks(entries, rooms, pools),
        }, sys.stdout)
