"""Plays a contest through simulated seasons from a ledger's events, without the ledger's own code.

One JSON object a line on standard input. Arguments: the seed, how many seasons, how many entries the contest has, its prizes
as JSON (first place, last place, cents), what is projected as JSON (name, position, week, hundredths) or [], and the level
error in thousandths. All drafts are played. Prints one JSON object: the slow, independent answer that ReportsTests hold `expect` against.
"""
import collections
import datetime
import functools
import itertools
import json
import math
import sys

import bruteforce
from bruteforce_portfolio import SLOTS, folded

WORD = (1 << 64) - 1
NEIGHBOURS = 8
WIDTH = 23
POSITIONS = ["quarterback", "runningBack", "wideReceiver", "tightEnd"]


def splitmix(seed, number):
    """The number-th output of SplitMix64, from 1."""
    word = (seed + number * 0x9E3779B97F4A7C15) & WORD
    word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ word >> 27) * 0x94D049BB133111EB) & WORD
    return word ^ word >> 31


def nearest(value):
    """A whole number; halves away from zero."""
    size = math.floor(abs(value))
    size += 1 if abs(value) - size >= 0.5 else 0
    return -size if value < 0 else size


def window(starts):
    """From when on drafts make the closing ADP: two weeks, or the last 20 drafts."""
    starts = sorted(starts)
    return min(starts[-1] - datetime.timedelta(days=14), starts[max(0, len(starts) - 20)])


def averages(entries, whole):
    """The players whom any of the entries took, by their mean pick: one after the last pick of each draft that is known
    from all seats and did not take them."""
    picks, taken, players = collections.defaultdict(list), collections.defaultdict(set), {}
    rooms = {entry["room"] for entry in entries} & set(whole)
    for entry in entries:
        for number, _, player, _ in entry["picks"]:
            picks[player["index"]].append(number)
            taken[player["index"]].add(entry["room"])
            players[player["index"]] = player
    for index, made in picks.items():
        made += [whole[room] for room in rooms - taken[index]]
    return sorted((sum(made) / len(made), players[index]["name"], index, players[index]) for index, made in picks.items())


def ranks(entries, starts, whole):
    """By position, the players in the order of their closing ADP."""
    start = window([starts[room] for room in {entry["room"] for entry in entries}])
    closing = averages([entry for entry in entries if starts[entry["room"]] >= start], whole)
    known = {index for _, _, index, _ in closing}
    result = collections.defaultdict(list)
    for _, _, _, player in closing + [row for row in averages(entries, whole) if row[2] not in known]:
        result[player["position"]].append(player)
    return result


def line(totals):
    """The line through totals over the harmonic numbers of their ranks, by least squares."""
    steps = list(itertools.accumulate(1 / rank for rank in range(1, len(totals) + 1)))
    count, sums, squares = len(totals), 0.0, 0.0
    for step in steps:
        sums += step
        squares += step * step
    products = 0.0
    for step, total in zip(steps, totals):
        products += step * total
    spread = count * squares - sums * sums
    slope = (count * products - sums * sum(totals)) / spread if count > 1 else 0.0
    return (sum(totals) - slope * sums) / count, slope


def model(entries, scores, weeks, projections, starts, whole):
    """By place in the pool, in the order of the players' numbers: donors' seasons, factors by week, and the team's number."""
    drafted = ranks(entries, starts, whole)
    wanted = collections.defaultdict(dict)
    for name, position, week, points in projections:
        wanted[(folded(name), position)][week] = points
    teams = sorted({player["team"] for players in drafted.values() for player in players if player["team"]})

    def season(player):
        return [scores.get((week, folded(player["name"]), player["position"]), 0) for week in range(WIDTH)]

    def projected(player):
        return wanted.get((folded(player["name"]), player["position"]))

    result = {}
    for position, players in sorted(drafted.items(), key=lambda item: POSITIONS.index(item[0])):
        known = [player for player in players if projected(player)]
        known.sort(key=lambda player: -sum(projected(player).get(week, 0) for week in weeks))
        base, slope = line([sum(season(player)[week] for week in weeks) for player in players])
        step = 0.0
        for rank, player in enumerate(known + [player for player in players if not projected(player)]):
            step += 1 / (rank + 1)
            near = players[max(0, rank - NEIGHBOURS):rank + NEIGHBOURS + 1]
            # Nobody gets their own season.
            near = [donor for donor in near if donor["index"] != player["index"]] if len(near) > 1 else near
            seasons = [season(donor) for donor in near]
            if not projected(player):
                for donor, points in zip(near, seasons):
                    mine, his = player["byeWeek"], donor["byeWeek"]
                    if mine and his:
                        points[mine], points[his] = points[his], points[mine]
            total = sum(points[week] for points in seasons for week in weeks)
            if projected(player):
                by_week = [projected(player).get(week, 0) for week in range(WIDTH)]
                if total > 0:
                    factors = [points * (len(seasons) * len(weeks)) / total for points in by_week]
                else:
                    seasons, factors = [[1] * WIDTH], by_week
            else:
                level = max(0, math.floor(base + slope * step + 0.5))
                factors = [level * len(seasons) / total if total > 0 else 0] * WIDTH
            catches = position in ("quarterback", "wideReceiver", "tightEnd")
            result[player["index"]] = {
                "seasons": seasons, "factors": factors, "turns": len(weeks) if projected(player) else 1,
                "team": teams.index(player["team"]) + 1 if catches and player["team"] else 0,
                "leads": position == "quarterback"}
    return result


def drawn_season(player, number, state, weeks, error):
    """What a player scores by week in the simulated season of a state."""
    own = splitmix(state, number)
    choice = splitmix(own, 1) * (len(player["seasons"]) * player["turns"]) >> 64
    donor, start = player["seasons"][choice // player["turns"]], choice % player["turns"]
    played = [donor[weeks[(place + start) % len(weeks)]] for place in range(len(weeks))]
    game = splitmix(state, (1 << 32) + player["team"])

    def luck(place):
        team, mine = splitmix(game, weeks[place]) >> 8, splitmix(own, 2 + weeks[place]) >> 8
        return (mine if not player["team"] else team if player["leads"] else 3 * team + 8 * mine, place)

    places = [place for place, points in enumerate(played) if points != 0]
    for place, points in zip(sorted(places, key=luck), sorted(played[place] for place in places)):
        played[place] = points
    level = float(1000 - error + (splitmix(own, 2) * (2 * error + 1) >> 64))
    season = [0] * WIDTH
    for week, points in zip(weeks, played):
        season[week] = nearest(points * player["factors"][week] * level / 1000)
    return season


def best(lineup, roster):
    """The best lineup of (group, points), in the order of the picks."""
    left = sorted(roster, key=lambda pair: -pair[1])
    total = 0
    for groups, count in [((name,), lineup[slot]) for name, slot in SLOTS.items()] + [
            (("RB", "WR", "TE"), lineup["startersFLEX"])]:
        for pair in [pair for pair in left if pair[0] in groups][:count]:
            left.remove(pair)
            total += pair[1]
    return total


def sizes(count, size):
    pods = -(-count // size)
    return [count // pods + (1 if pod < count % pods else 0) for pod in range(pods)]


@functools.cache
def choices(size):
    return [math.comb(size, number) for number in range(size + 1)]


def worth(places, share):
    """What a pod's places are worth to the best share of a field: the mean over how many of the pod that are."""
    size = len(places)
    return sum(
        choices(size)[number] * share ** number * (1 - share) ** (size - number) * first
        for number, first in enumerate(itertools.accumulate(places, initial=0)))


def shape(rounds, entries, prizes):
    result = []
    for terms in rounds:
        pods = sizes(entries, terms["podSize"])
        going = sum(min(size, terms["advancing"]) for size in pods)
        result.append({"entries": entries, "pods": pods, "terms": terms, "behind": going})
        entries = going

    def prize(place):
        return next((cents for first, last, cents in prizes if first <= place <= last), 0)

    for one in result:
        place, one["prizes"] = one["behind"] + 1, []
        for number in range(1, max(one["pods"]) + 1):
            count = sum(size >= number for size in one["pods"]) if number > one["terms"]["advancing"] else 0
            one["prizes"].append(sum(prize(place + next) for next in range(count)) / count if count else 0)
            place += count
    return result


def drafted(entries, numbers):
    """Whom the entries of a draft have, by the players' numbers, slot by slot."""
    result = []
    for entry in sorted(entries, key=lambda entry: entry["picks"][0][0]):
        picks = [0] * max(around for _, around, _, _ in entry["picks"])
        for _, around, player, _ in entry["picks"]:
            picks[around - 1] = numbers[player["index"]]
        result += picks
    return result


def play(entries, events, seed, seasons, size, prizes, projections, error):
    rounds = lineup = None
    scores, starts = {}, {}
    for event in events:
        body = event["body"]
        if event["type"] == "DraftStarted":
            starts[event["stream"]] = event.get("occurredAt") or event["recordedAt"]
        if event["type"] == "ContestRoundsSet":
            rounds = body["rounds"]
        elif event["type"] == "ScoringSet":
            lineup = body
        elif event["type"] == "PlayerScored":
            scores[(body["week"], folded(body["name"]), body["position"])] = body["points"]
    weeks = [week for terms in rounds for week in range(terms["firstWeek"], terms["lastWeek"] + 1)]
    form = shape(rounds, size, prizes)
    rooms = collections.defaultdict(list)
    for entry in entries:
        rooms[entry["room"]].append(entry)
    # Of the others nobody knows who else is in them.
    rooms = {room: members for room, members in rooms.items() if len(members) == rounds[0]["podSize"]}
    moments = {room: datetime.datetime.fromisoformat(starts[room].replace("Z", "+00:00")) for room in starts if starts[room]}
    known = model(entries, scores, weeks, projections, moments, {
        room: sum(len(entry["picks"]) for entry in members) + 1 for room, members in rooms.items()})
    numbers = {player: number + 1 for number, player in enumerate(known)}
    places = {room: place for place, room in enumerate(
        sorted(rooms, key=lambda room: (starts[room], drafted(rooms[room], numbers))))}
    result = {entry["entry"]: {"points": 0, "reached": [0.0] * (len(rounds) - 1), "won": 0.0} for entry in entries}

    def score(entry, terms, drawn):
        totals = []
        for week in range(terms["firstWeek"], terms["lastWeek"] + 1):
            roster = [
                (bruteforce.group(player), drawn[player["index"]][week])
                for _, _, player, _ in entry["picks"]]
            totals.append(best(lineup, roster))
        return (-sum(totals), -max(totals), places[entry["room"]], entry["entry"])

    for season in range(seasons):
        state = splitmix(seed, season + 1)
        drawn = {
            number: drawn_season(player, place + 1, state, weeks, error)
            for place, (number, player) in enumerate(known.items())}
        alive = []
        for room in rooms.values():
            ranked = sorted((score(entry, rounds[0], drawn), entry) for entry in room)
            for place, (points, entry) in enumerate(ranked):
                result[entry["entry"]]["points"] -= points[0]
                if place < rounds[0]["advancing"]:
                    alive.append((entry, 1.0))
                elif place < len(form[0]["prizes"]):
                    result[entry["entry"]]["won"] += form[0]["prizes"][place]
        for number, one in enumerate(form[1:]):
            for entry, chance in alive:
                result[entry["entry"]]["reached"][number] += chance
            ranked = sorted((score(entry, one["terms"], drawn), chance, entry) for entry, chance in alive)
            total = sum(chance for _, chance, _ in ranked)
            before, alive = 0.0, []
            counts = collections.Counter(one["pods"])
            for _, chance, entry in ranked:
                advance = prize = 0.0
                for pod, count in counts.items():
                    weight = count * total / one["entries"]
                    going = [1 if place < one["terms"]["advancing"] else 0 for place in range(pod)]
                    ends = [min(1, (before + more) / total) for more in (0, chance)]
                    advance += weight * (worth(going, ends[1]) - worth(going, ends[0]))
                    prize += weight * (worth(one["prizes"][:pod], ends[1]) - worth(one["prizes"][:pod], ends[0]))
                before += chance
                result[entry["entry"]]["won"] += prize
                alive.append((entry, advance))
    return result


if __name__ == "__main__":
    lines = sys.stdin.readlines()
    rooms, pools = bruteforce.fold(lines)
    for pool in pools.values():
        for index, player in enumerate(pool):
            player["index"] = index
    seed, seasons, size = (int(argument) for argument in sys.argv[1:4])
    json.dump(
        play(
            list(bruteforce.gather(rooms, pools)), [json.loads(line) for line in lines], seed, seasons, size,
            json.loads(sys.argv[4]), json.loads(sys.argv[5]), int(sys.argv[6])), sys.stdout)
