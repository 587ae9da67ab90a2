"""Redoes what contests make of their drafts: the standings of every closed round, the draw of its pods, and who wins what.

Every entry's best lineup of each week is found from its picks and the season's points as they were when the round closed; a
pod's entries go by points, then by what the contest lists. Pods behind the first round are drawn by a secret that hashes to
the one before, and that to what the contest committed to when entries closed.
"""

import hashlib
import hmac
from array import array
from dataclasses import dataclass, field

from draws import digest, shuffled, word
from findings import Findings
from season import Season

TYPES = {
    "PlayerListed", "PlayerAdded", "TournamentCreated", "EntriesClosed", "ContestRoundsSet", "ScoringSet", "RoundClosed",
    "PodsDrawn", "PrizeCredited", "RoomOpened", "SeatTaken", "SeatLeft", "PickCorrected", "DraftCompleted", "RoomVoided",
    "PlayerScored", "WeekFinal", "ScoresAssigned",
}
STARTERS = (("startersQB", {"quarterback"}), ("startersRB", {"runningBack", "fullback"}), ("startersWR", {"wideReceiver"}),
            ("startersTE", {"tightEnd"}))
FLEX = ({"quarterback"}, {"runningBack", "fullback"}, {"wideReceiver"}, {"tightEnd"})
NO_PLAYER = (1 << 16) - 1
# A version that no stream reaches: all records so far.
LATEST = 1 << 32


@dataclass
class Picks:
    """Who was picked, by column: nine in ten of what rounds depend on."""

    positions: array = field(default_factory=lambda: array("Q"))
    streams: array = field(default_factory=lambda: array("Q"))
    seats: array = field(default_factory=lambda: array("B"))
    players: array = field(default_factory=lambda: array("H"))

    def add(self, position: int, stream: int, values: dict) -> None:
        self.positions.append(position)
        self.streams.append(stream)
        self.seats.append(values["seat"])
        self.players.append(NO_PLAYER if values["player"] is None else values["player"])

    def extend(self, other: "Picks") -> None:
        for name in ("positions", "streams", "seats", "players"):
            getattr(self, name).extend(getattr(other, name))


@dataclass
class Room:
    tournament: int | None
    entries: dict[int, int] = field(default_factory=dict)
    # Seat and player, in order.
    picks: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Round:
    season_version: int | None = None
    pods: int = 0
    drawn: list[int] = field(default_factory=list)
    # Pod after pod: entry, points, best week, place.
    standings: list[tuple[int, int, int, int]] = field(default_factory=list)
    closed: int = 0
    # Of the last record that closed a part of it, until its pods are looked at: those of large ones take several records.
    position: int | None = None

    def is_closed(self) -> bool:
        return self.pods > 0 and self.closed == self.pods


@dataclass
class Contest:
    pool: int
    prizes: list[dict]
    rounds: dict | None = None
    scoring: dict | None = None
    secret: bytes | None = None
    commits: bool = False
    played: list[Round] = field(default_factory=list)
    complete: set[int] = field(default_factory=set)
    cache: tuple | None = None

    def has_standings_of(self, room: int) -> bool:
        return bool(self.played) and any(entry >> 16 == room for entry, _, _, _ in self.played[0].standings)


class Rounds:
    """Takes what rounds depend on, in the order of the ledger."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._events: list[tuple[int, str, int, int, int, dict]] = []
        self._picks = Picks()
        self._pools: dict[int, list[dict]] = {}
        self._contests: dict[int, Contest] = {}
        self._rooms: dict[int, Room] = {}
        self._seasons: dict[int, Season] = {}
        self.standings = 0

    def add(self, position: int, type_name: str, stream: int, version: int, recorded_at: int, values: dict) -> None:
        self._events.append((position, type_name, stream, version, recorded_at, values))

    def add_picks(self, picks: Picks) -> None:
        self._picks.extend(picks)

    def finish(self) -> None:
        """Redoes them, if anybody has closed any, or won by any."""
        if not any(name in ("RoundClosed", "ContestRoundsSet") for _, name, _, _, _, _ in self._events):
            return
        picks, place = self._picks, 0
        for position, type_name, stream, version, recorded_at, values in self._events:
            while place < len(picks.positions) and picks.positions[place] < position:
                room = self._rooms.get(picks.streams[place])
                if room is not None:
                    room.picks.append((picks.seats[place], picks.players[place]))
                place += 1
            self._take(position, type_name, stream, version, recorded_at, values)
        for number, contest in self._contests.items():
            self._check_pods(number, contest)

    def _take(self, position: int, type_name: str, stream: int, version: int, recorded_at: int, values: dict) -> None:
        number = stream >> 8 & (1 << 48) - 1
        match type_name:
            case "PlayerListed" | "PlayerAdded":
                self._pools.setdefault(number, []).append(values)
            case "PlayerScored" | "WeekFinal" | "ScoresAssigned":
                self._seasons.setdefault(number, Season()).add(version, type_name, recorded_at, values)
            case "TournamentCreated":
                self._contests[number] = Contest(values["pool"], values["prizes"])
            case "PrizeCredited":
                self._check_prize(position, values)
            case "RoomOpened":
                self._rooms[stream] = Room(values["tournament"])
            case "SeatTaken" | "SeatLeft" | "PickCorrected" | "DraftCompleted" | "RoomVoided":
                self._room(position, type_name, stream, number, values)
            case _:
                contest = self._contests.get(number)
                if contest is not None:
                    self._contest(position, type_name, number, contest, recorded_at, values)

    def _room(self, position: int, type_name: str, stream: int, number: int, values: dict) -> None:
        room = self._rooms.get(stream)
        if room is None:
            return
        contest = self._contests.get(room.tournament)
        match type_name:
            case "SeatTaken":
                room.entries[values["seat"]] = values["entry"]
            case "SeatLeft":
                room.entries.pop(values["seat"], None)
            case "PickCorrected":
                if contest is not None and contest.has_standings_of(number):
                    self._report(position, f"a pick of room {number} is corrected, whose standings are on record")
                index = values["pick"] - 1
                if values["mode"] == "cascade":
                    del room.picks[index:]
                else:
                    player = NO_PLAYER if values["newPlayer"] is None else values["newPlayer"]
                    room.picks[index] = room.picks[index][0], player
            case "DraftCompleted" if contest is not None:
                contest.complete.add(number)
            case "RoomVoided" if contest is not None:
                contest.complete.discard(number)

    def _contest(
            self, position: int, type_name: str, number: int, contest: Contest, recorded_at: int, values: dict) -> None:
        match type_name:
            case "ContestRoundsSet":
                contest.rounds = values
            case "ScoringSet":
                contest.scoring = values
            case "EntriesClosed":
                contest.secret = digest(values["podCommitment"]) if values.get("podCommitment") else None
                contest.commits = contest.secret is not None
            case "RoundClosed":
                self._check_round(position, number, contest, recorded_at, values)
            case "PodsDrawn":
                self._check_draw(position, number, contest, values)

    # Rounds

    def _check_round(self, position: int, number: int, contest: Contest, recorded_at: int, values: dict) -> None:
        round_number, terms = values["round"], self._terms(contest, values["round"])
        if round_number == 1 and not contest.played:
            contest.played.append(Round())
            if contest.secret is None:
                contest.secret = digest(values["podCommitment"])
        if terms is None or round_number != len(contest.played) or contest.played[-1].is_closed() and not continues(values):
            return self._report(position, f"contest {number} closes round {round_number}, which is not the next one")
        played = contest.played[-1]
        if played.season_version not in (None, values["seasonVersion"]):
            self._report(position, f"round {round_number} of contest {number} closes as of two versions of its season")
        played.season_version, played.pods = values["seasonVersion"], values["pods"]
        points = self._points(position, number, contest, terms, values["seasonVersion"], recorded_at)
        before = len(played.standings)
        played.standings += [(one["entry"], one["points"], one["bestWeek"], one["place"]) for one in values["standings"]]
        played.closed += sum(one["place"] == 1 for one in values["standings"])
        self.standings += len(values["standings"])
        weeks = range(terms["firstWeek"], terms["lastWeek"] + 1)
        for entry, total, best, _ in played.standings[before:]:
            expected = self._score(entry, contest, points, weeks)
            if (total, best) != expected:
                self._report(position, f"entry {entry} has {total} hundredths, {best} in its best week, expected {expected}")
        played.position = position

    def _check_pods(self, number: int, contest: Contest) -> None:
        """Checks a round's pods once all of it is recorded."""
        if not contest.played or not contest.played[-1].is_closed() or contest.played[-1].position is None:
            return
        played, round_number = contest.played[-1], len(contest.played)
        position, played.position = played.position, None
        terms, pods = self._terms(contest, round_number), split(played.standings)
        ties = [one["value"] for one in contest.rounds["ties"]]
        for pod in pods:
            ranked = sorted(pod, key=lambda one: order_of(one, ties))
            if [one[3] for one in pod] != list(range(1, len(pod) + 1)) or ranked != pod:
                self._report(position, f"a pod of round {round_number} of contest {number} does not go by its points: {pod}")
        entries = [[one[0] for one in pod] for pod in pods]
        if round_number > 1:
            expected = [set(pod) for pod in deal(played.drawn, terms["podSize"])]
            if [set(pod) for pod in entries] != expected:
                self._report(position, f"round {round_number} of contest {number} has other pods than were drawn")
            return
        rooms = {pod[0] >> 16: set(pod) for pod in entries}
        if set(rooms) != contest.complete or len(rooms) != len(pods):
            self._report(position, f"round 1 of contest {number} has other rooms than have drafted to their end")
        for room, pod in rooms.items():
            if pod != set(self._rooms[3 << 56 | room << 8].entries.values()):
                self._report(position, f"round 1 of contest {number} has other entries in room {room} than drafted there")

    def _check_draw(self, position: int, number: int, contest: Contest, values: dict) -> None:
        round_number, secret, terms = values["round"], digest(values["secret"]), self._terms(contest, values["round"])
        entries = [one["value"] for one in values["entries"]]
        if round_number > len(contest.played):
            self._check_pods(number, contest)
        if round_number == len(contest.played) and contest.played[-1].drawn and secret == contest.secret:
            contest.played[-1].drawn += entries
        elif terms is None or round_number != len(contest.played) + 1 or not contest.played[-1].is_closed():
            return self._report(position, f"contest {number} draws round {round_number}, which is not the next one")
        else:
            if hashlib.sha256(secret).digest() != contest.secret:
                self._report(position, f"round {round_number} of contest {number} is drawn by a secret that was not promised")
            contest.secret = secret
            contest.played.append(Round(pods=values["pods"], drawn=entries))
        before = self._terms(contest, round_number - 1)
        entrants = sorted(one[0] for one in contest.played[-2].standings if one[3] <= before["advancing"])
        drawn = contest.played[-1].drawn
        message = word(number) + word(round_number) + b"".join(word(entry) for entry in entrants)
        order = shuffled(entrants, hmac.digest(secret, message, "sha256"))
        if drawn != order[:len(drawn)] or values["pods"] != len(deal(order, terms["podSize"])):
            self._report(position, f"round {round_number} of contest {number} has other pods than its secret draws")

    # Points

    @staticmethod
    def _terms(contest: Contest, round_number: int) -> dict | None:
        rounds = contest.rounds["rounds"] if contest.rounds and contest.scoring else []
        return rounds[round_number - 1] if 0 < round_number <= len(rounds) else None

    def _points(
            self, position: int, number: int, contest: Contest, terms: dict, version: int,
            recorded_at: int) -> list[dict[int, int]]:
        season, scoring = self._seasons.get(contest.rounds["season"], Season()), contest.scoring["scoring"]
        pool, days = self._pools.get(contest.pool, []), contest.rounds.get("correctionDays")
        weeks = range(terms["firstWeek"], terms["lastWeek"] + 1)
        key = terms["firstWeek"], version, len(pool)
        if contest.cache is None or contest.cache[0] != key:
            if not season.final_weeks(version, scoring).keys() >= set(weeks):
                self._report(position, f"contest {number} closes a round before its weeks are final")
            contest.cache = key, season.points(version, scoring, pool, days, contest.pool)
        if days is not None:
            ends = season.corrections_end(version, scoring, days)
            if any(recorded_at <= end for week, end in ends.items() if week in weeks):
                self._report(position, f"contest {number} closes a round while corrections of its weeks count")
            if season.last_counting(LATEST, scoring, weeks, days) > version:
                self._report(position, f"contest {number} closes a round without corrections that count")
        return contest.cache[1]

    def _score(self, entry: int, contest: Contest, points: list, weeks: range) -> tuple[int, int]:
        room, pool = self._rooms.get(3 << 56 | entry >> 16 << 8), self._pools.get(contest.pool, [])
        seats = [seat for seat, one in room.entries.items() if one == entry] if room else []
        roster = [player for seat, player in room.picks if seat in seats and player < len(pool)] if room else []
        each = [
            lineup([(pool[player]["position"], points[player].get(week, 0)) for player in roster], contest.scoring)
            for week in weeks]
        return sum(each), max(each)

    # Prizes

    def _check_prize(self, position: int, values: dict) -> None:
        contest = self._contests.get(values["tournament"])
        if contest is None or not contest.rounds or not contest.scoring or not (contest.commits or contest.played):
            return
        if len(contest.played) < len(contest.rounds["rounds"]) or not contest.played[-1].is_closed():
            return self._report(position, f"contest {values['tournament']} pays a prize before its rounds are closed")
        self._check_pods(values["tournament"], contest)
        ranking, place, entry = ranked_entries(contest), values["place"], values["entry"]
        if place > len(ranking) or ranking[place - 1] != entry:
            self._report(position, f"place {place} of contest {values['tournament']} is not entry {entry}'s")
        amount = next((one["amount"] for one in contest.prizes if one["firstPlace"] <= place <= one["lastPlace"]), 0)
        if values["amount"] != amount:
            self._report(position, f"place {place} of contest {values['tournament']} wins {values['amount']}, expected {amount}")

    def _report(self, position: int, message: str) -> None:
        self._findings.add("rounds", position, message)


def continues(values: dict) -> bool:
    """Whether a record continues the pod that the previous one began."""
    return bool(values["standings"]) and values["standings"][0]["place"] > 1


def split(standings: list) -> list[list]:
    pods: list[list] = []
    for one in standings:
        if one[3] == 1 or not pods:
            pods.append([])
        pods[-1].append(one)
    return pods


def deal(drawn: list[int], pod_size: int) -> list[list[int]]:
    """As many pods as it takes; the first ones have one more where it does not come out even."""
    count = -(-len(drawn) // max(1, pod_size))
    pods, start = [], 0
    for index in range(count):
        size = len(drawn) // count + (index < len(drawn) % count)
        pods.append(drawn[start:start + size])
        start += size
    return pods


def order_of(standing: tuple, ties: list[str]) -> list[int]:
    entry, points, best, _ = standing
    steps = {"bestWeek": -best, "earlierEntry": entry}
    return [-points] + [steps[tie] for tie in ties]


def lineup(roster: list[tuple[str, int]], scoring: dict) -> int:
    """The most that one lineup scores: the best of each position, then of the rest."""
    left, total = sorted(roster, key=lambda one: -one[1]), 0
    flex = set().union(*(names for bit, names in enumerate(FLEX) if scoring["flexPositions"] >> bit & 1))
    for name, positions in (*STARTERS, ("startersFLEX", flex)):
        for _ in range(scoring[name]):
            best = next((index for index, one in enumerate(left) if one[0] in positions), None)
            if best is None:
                break
            total += left.pop(best)[1]
    return total


def ranked_entries(contest: Contest) -> list[int]:
    """Who got into a later round is better; then the place in the pod, then that round's points."""
    ties, ranking = [one["value"] for one in contest.rounds["ties"]], []
    for terms, played in reversed(list(zip(contest.rounds["rounds"], contest.played))):
        out = [one for one in played.standings if one[3] > terms["advancing"]]
        ranking += [one[0] for one in sorted(out, key=lambda one: [one[3], *order_of(one, ties)])]
    return ranking
