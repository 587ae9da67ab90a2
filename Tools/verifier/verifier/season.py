"""The points of a season, matched to the players of a pool: by external ID, else by name and position."""

import unicodedata
from dataclasses import dataclass, field

SUFFIXES = {"jr", "sr", "ii", "iii", "iv"}
LETTERS = {"ð": "d", "þ": "th", "ß": "ss", "œ": "oe", "ı": "i"}
FREE_AGENTS = {"FA", "NONE", "NA"}
CLUBS = {
    "ARZ": "ARI", "BLT": "BAL", "CLV": "CLE", "GBP": "GB", "GNB": "GB", "HST": "HOU", "JAC": "JAX", "KCC": "KC", "KAN": "KC",
    "LA": "LAR", "STL": "LAR", "SD": "LAC", "SDC": "LAC", "LVR": "LV", "OAK": "LV", "RAI": "LV", "NEP": "NE", "NWE": "NE",
    "NOS": "NO", "NOR": "NO", "SFO": "SF", "TBB": "TB", "TAM": "TB", "WSH": "WAS", "WFT": "WAS",
}


def plain_name(name: str) -> str:
    """The letters and digits of a name, without accents and generational suffix."""
    words = [word for word in (folded(word) for word in name.split()) if word]
    if len(words) > 1 and (words[-1] in SUFFIXES or len(words) > 2 and words[-1] == "v"):
        words.pop()
    return "".join(words)


def folded(word: str) -> str:
    return "".join(LETTERS.get(letter) or base_of(letter) for letter in word.lower())


def base_of(letter: str) -> str:
    prefix = "LATIN SMALL LETTER "
    name = unicodedata.name(letter, "")
    base = name.removeprefix(prefix).split(" ")[0]
    if name.startswith(prefix) and len(base) <= 2:
        return base.lower()
    return letter if letter.isalpha() or letter.isnumeric() else ""


def club(team: str) -> str:
    plain = "".join(one for one in team.upper() if one.isalnum())
    return "" if plain in FREE_AGENTS else CLUBS.get(plain, plain)


DAY = 24 * 60 * 60 * 1_000_000


@dataclass
class Player:
    position: str
    teams: set[str] = field(default_factory=set)
    points: dict[int, int] = field(default_factory=dict)


class Season:
    """The records about a season, in the order of its stream."""

    def __init__(self) -> None:
        # Version, type, microseconds at which it was recorded, and fields.
        self._told: list[tuple[int, str, int, dict]] = []

    def add(self, version: int, type_name: str, recorded_at: int, values: dict) -> None:
        self._told.append((version, type_name, recorded_at, values))

    def final_weeks(self, version: int, scoring: str) -> dict[int, int]:
        """When each week became final."""
        final: dict[int, int] = {}
        for told, type_name, recorded_at, values in self._told:
            if told <= version and type_name == "WeekFinal" and values["scoring"] == scoring:
                final.setdefault(values["week"], recorded_at)
        return final

    def corrections_end(self, version: int, scoring: str, days: int) -> dict[int, int]:
        """By week that is final: until when its corrections count."""
        return {week: moment + days * DAY for week, moment in self.final_weeks(version, scoring).items()}

    def last_counting(self, version: int, scoring: str, weeks: range, days: int) -> int:
        """The version that has all that counts of some weeks."""
        ends = self.corrections_end(version, scoring, days)
        return max((told for told, type_name, recorded_at, values in self._told
                    if told <= version and type_name == "PlayerScored" and values["scoring"] == scoring
                    and values["week"] in weeks and recorded_at <= ends.get(values["week"], recorded_at)), default=0)

    def points(self, version: int, scoring: str, pool: list[dict], days: int | None,
            pool_number: int) -> list[dict[int, int]]:
        """By player of the pool: the points of each week that count, as of a version of the season's stream."""
        players: dict[tuple, Player] = {}
        by_id: dict[str, Player] = {}
        by_name: dict[str, list[Player]] = {}
        ends = {} if days is None else self.corrections_end(version, scoring, days)
        for told, type_name, recorded_at, values in self._told:
            if told > version or type_name != "PlayerScored" or values["scoring"] != scoring:
                continue
            if recorded_at > ends.get(values["week"], recorded_at):
                continue
            outside, name = values["externalID"], values["name"]
            key = (outside,) if outside else (name, values["position"])
            player = players.get(key)
            if player is None:
                player = players[key] = Player(values["position"])
                by_name.setdefault(plain_name(name), []).append(player)
                if outside:
                    by_id[outside] = player
            if club(values["team"]):
                player.teams.add(club(values["team"]))
            player.points[values["week"]] = values["points"]
        own, others = self._assigned(version, pool_number)
        return [
            match(index, listing, by_id, by_name, players, own, others) for index, listing in enumerate(pool)]

    def _assigned(self, version: int, pool: int) -> tuple[dict[int, set], dict[tuple, dict[int, bool]]]:
        """Whose points somebody's are by statements of staff: by player of the pool, and by the season's person."""
        own: dict[int, set] = {}
        stated: dict[tuple, dict[int, bool]] = {}
        for told, type_name, _, values in self._told:
            if told > version or type_name != "ScoresAssigned" or values["pool"] != pool:
                continue
            outside = values["externalID"]
            key = (outside,) if outside else (values["name"], values["position"])
            stated.setdefault(key, {})[values["player"]] = values["belongs"] in (True, "yes", 1)
        for key, players in stated.items():
            for player, belongs in players.items():
                if belongs:
                    own.setdefault(player, set()).add(key)
        return own, stated


def match(
        index: int, listing: dict, by_id: dict[str, Player], by_name: dict[str, list[Player]], players: dict[tuple, Player],
        own: dict[int, set], stated: dict[tuple, dict[int, bool]]) -> dict[int, int]:
    """The player's points by week: those that staff has assigned go before all others."""
    excluded = [
        players[key] for key, about in stated.items()
        if key in players and (about.get(index) is False or any(one != index and his for one, his in about.items()))]
    name, team = plain_name(listing["name"]), club(listing["team"])
    candidates = [
        one for one in by_name.get(name, [])
        if name and one.position == listing["position"] and not any(one is other for other in excluded)]
    assigned = [players[key] for key in sorted(own.get(index, ()), key=str) if key in players]
    if assigned:
        points: dict[int, int] = {}
        for one in assigned:
            points = {**one.points, **points}
        for one in candidates:
            if not points.keys() & one.points.keys():
                points.update(one.points)
        return points
    known = by_id.get(listing["externalID"])
    if known is not None and known.position == listing["position"] and not any(known is other for other in excluded):
        return known.points
    fitting = [one for one in candidates if not team or not one.teams or team in one.teams]
    found = candidates if len(candidates) == 1 else fitting
    return found[0].points if len(found) == 1 else {}
