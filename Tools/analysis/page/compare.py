"""The page of an export, compared with pandas: Tools/analysis/run page EXPORT.csv [--made-up]

Computes exposure, ADP, CLV, stacks, week 17, fees at risk, builds, pairs, archetypes and the headline from the export alone, and
compares each figure with the page that `draftledger page` makes of it. Names every difference, and ends with 0 without any.
"""

import argparse
import contextlib
import html
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

import pandas as pd

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = ROOT / ".build" / "release" / "draftledger"


# MARK: The export


def squeezed(frame):
    """Column names without spaces: the site's own files have them, and files of tools do not."""
    return frame.rename(columns=lambda name: name.replace(" ", ""))


def underdog(frame):
    fees = frame[["DraftEntryFee", "TournamentEntryFee", "DraftPoolEntryFee", "WeeklyWinnerEntryFee"]].apply(pd.to_numeric)
    return pd.DataFrame({
        "entry": frame.DraftEntry, "draft": frame.Draft, "pick": frame.PickNumber, "fee": fees.bfill(axis=1).iloc[:, 0],
        "name": (frame.FirstName.fillna("") + " " + frame.LastName.fillna("")).str.strip(), "position": frame.Position, "team": frame.Team, "adp": None,
    })


def draft_kings(frame):
    return pd.DataFrame({
        "entry": frame.LineupKey, "draft": frame.ContestKey, "pick": frame.OverallPick, "name": frame.Player, "position": frame.Position,
        "fee": pd.to_numeric(frame.EntryFee.astype(str).str.replace(r"[$,]", "", regex=True)), "team": None, "adp": pd.to_numeric(frame.SiteADP),
    })


def drafters(frame):
    # A snake's first two picks of a seat add up to one more than the number of teams.
    teams = frame[frame.Round <= 2].groupby("draftID").Picknumber.sum().max() - 1
    return pd.DataFrame({
        "entry": frame.draftID, "draft": frame.draftID, "pick": (frame.Round - 1) * teams + frame.Picknumber, "name": frame.PlayerName,
        "position": frame.Position, "team": frame.Team, "fee": float("nan"), "adp": None,
    })


def read(path):
    """The picks of an export, one a row."""
    frame = squeezed(pd.read_csv(path))
    form = underdog if "DraftEntry" in frame else draft_kings if "LineupKey" in frame else drafters if "draftID" in frame else None
    if form is None:
        raise SystemExit(f"{path} is not an export of Underdog, DraftKings or Drafters.")
    picks = form(frame).sort_values(["entry", "pick"], ignore_index=True)
    picks["round"] = picks.groupby("entry").cumcount() + 1
    return picks


def made_up_references(picks, folder):
    """ADPs and games from the export itself: each player's mean pick, and the teams of the alphabet in pairs."""
    players = picks.groupby(["name", "position"], as_index=False).agg(team=("team", "first"), adp=("pick", "mean"))
    # Every tenth player has no ADP.
    players = players[players.index % 10 != 9].assign(adp=lambda frame: frame.adp.round(1), date="2000-01-01")
    players.to_csv(folder / "adp.csv", index=False)
    teams = sorted(picks.team.dropna().unique())
    games = pd.DataFrame([{"season": 2024, "game_type": "REG", "week": 17, "away_team": away, "home_team": home} for away, home in zip(teams[::2], teams[1::2])])
    games.to_csv(folder / "games.csv", index=False)
    return folder / "adp.csv", folder / "games.csv"


# MARK: Other forms


def of_dump(path, count):
    """One entry of each of the first drafts of a dump of a contest (Best Ball Mania III), as an export of Underdog."""
    frame = pd.read_csv(path)
    first = frame.sort_values("overall_pick_number").groupby("draft_id").draft_entry_id.first().head(count)
    mine = frame[frame.draft_entry_id.isin(set(first))].sort_values(["draft_id", "overall_pick_number"])
    names = mine.player_name.str.split(" ", n=1, expand=True)
    return pd.DataFrame({
        "Picked At": mine.draft_time.str.slice(0, 19) + " UTC", "Pick Number": mine.overall_pick_number, "Appearance": mine.player_name + mine.position_name,
        "First Name": names[0], "Last Name": names[1], "Team": None, "Position": mine.position_name, "Draft": mine.draft_id, "Draft Entry": mine.draft_entry_id,
        "Draft Entry Fee": None, "Draft Size": 12, "Draft Total Prizes": None, "Tournament Title": "Best Ball Mania III", "Tournament": "bbm3",
        "Tournament Entry Fee": 25.0, "Tournament Total Prizes": 10_000_000.0, "Tournament Size": 451_200,
    } | {f"{kind} {what}": None for kind in ("Draft Pool", "Weekly Winner") for what in ("Title", "", "Entry Fee", "Total Prizes", "Size")}).rename(
        columns=str.strip)


def in_form(frame, form):
    """An export of Underdog in the columns of another site: the same picks."""
    frame = squeezed(frame)
    number, when = frame.PickNumber, frame.PickedAt.str.replace(" UTC", "")
    name = (frame.FirstName.fillna("") + " " + frame.LastName.fillna("")).str.strip()
    rounds, places = (number - 1) // 12 + 1, (number - 1) % 12 + 1
    if form == "drafters":
        return pd.DataFrame({
            "draftID": frame.Draft, "Contest Name": frame.TournamentTitle, "Team Name": "mine", "Round": rounds, "Pick number": places,
            "Player Name": name, "Position": frame.Position, "Team": frame.Team, "Pick Time": when})
    # The site shows an ADP at each pick: here the pick and a half.
    return pd.DataFrame({
        "LineupKey": frame.DraftEntry, "ContestKey": frame.Draft, "TournamentKey": frame.Tournament, "ContestName": frame.TournamentTitle,
        "EntryFee": "$" + frame.TournamentEntryFee.astype(str), "OverallPick": number, "Round": rounds, "PickInRound": places, "Player": name,
        "Position": frame.Position, "SiteADP": number + 0.5, "PickedAt": when.str.replace(" ", "T") + "Z"})


def prepared(arguments, folder):
    """The export, cut from a dump or written in another form first if that is asked for."""
    path = pathlib.Path(arguments.export)
    if not (arguments.entries or arguments.form):
        return path
    frame = of_dump(path, arguments.entries) if arguments.entries else pd.read_csv(path)
    if arguments.form:
        frame = in_form(frame, arguments.form)
    frame.to_csv(folder / "export.csv", index=False)
    return folder / "export.csv"


# MARK: The page


class Page:
    """The sections of a page: notes, tables and the tips of charts."""

    def __init__(self, text):
        self.text, self.sections = text, {}
        for part in re.findall(r"<section.*?</section>", text, flags=re.S):
            title = self.plain(re.search(r"<h2>(.*?)</h2>", part).group(1))
            heads = [self.plain(one) for one in re.findall(r"<th .*?>(.*?)</th>", part, flags=re.S)]
            rows = [re.findall(r"<td([^>]*)>(.*?)</td>", row, flags=re.S) for row in re.findall(r"<tr(?: class=\"more\")?>(<td.*?)</tr>", part, flags=re.S)]
            self.sections[title] = {
                "note": self.plain(" ".join(re.findall(r"<p class=\"note\">(.*?)</p>", part, flags=re.S))),
                "rows": [{head: self.value(*cell) for head, cell in zip(heads, row)} for row in rows],
                "tips": [self.plain(tip) for tip in re.findall(r"<title>(.*?)</title>", part, flags=re.S)],
                "texts": [self.plain(one) for one in re.findall(r"<text[^>]*>(.*?)</text>", part, flags=re.S)],
            }
        self.headline = self.plain((re.search(r"<p class=\"headline\">(.*?)</p>", text) or [None, ""])[1])
        self.facts = {words: self.plain(number) for number, words in re.findall(r"<li><b>(.*?)</b>(.*?)</li>", text)}

    @staticmethod
    def plain(text):
        return html.unescape(re.sub(r"<[^>]*>", "", text)).replace("\u2068", "").replace("\u2069", "").strip()

    @classmethod
    def value(cls, attributes, text):
        number = re.search(r"data-v=\"(.*?)\"", attributes)
        if not number:
            return cls.plain(text)
        return float("nan") if float(number[1]) < -1e300 else float(number[1])

    def section(self, *titles):
        return next((self.sections[title] for title in titles if title in self.sections), None)

    def table(self, title):
        found = self.section(title)
        return pd.DataFrame(found["rows"]) if found else pd.DataFrame()


# MARK: The comparison


class Comparison:
    def __init__(self, picks, page):
        self.picks, self.page = picks, page
        self.entries = picks.entry.nunique()
        self.fees = picks.groupby("entry").fee.first()
        self.compared, self.differences = 0, []

    def same(self, what, on_page, expected, within=1e-9):
        self.compared += 1
        if isinstance(expected, float) or isinstance(on_page, float):
            with contextlib.suppress(TypeError, ValueError):
                one, other = float(on_page), float(expected)
                if (pd.isna(one) and pd.isna(other)) or abs(one - other) <= within * max(1, abs(other)):
                    return
        elif on_page == expected:
            return
        self.differences.append(f"{what}: the page has {on_page!r}, pandas has {expected!r}")

    def frame(self, title, on_page, expected, keys):
        """Compares two tables of the same columns, row by row."""
        if on_page.empty:
            self.differences.append(f"{title}: the page has no such table")
            return
        merged = expected.merge(on_page, how="outer", on=keys, suffixes=(" expected", ""), indicator="side")
        for row in merged[merged.side != "both"].to_dict("records"):
            side = "the page" if row["side"] == "right_only" else "pandas"
            self.differences.append(f"{title}: only {side} has {[row[key] for key in keys]}")
        both = merged[merged.side == "both"].to_dict("records")
        for row in both:
            for column in expected.columns.difference(keys):
                if column in on_page:
                    self.same(f"{title}, {[row[key] for key in keys]}, {column}", row[column], row[column + " expected"])

    def run(self, adp=None, games=None):
        self.lead()
        self.exposure()
        self.average_picks()
        self.fees_at_risk()
        self.builds()
        self.pairs()
        self.archetypes()
        if self.picks.team.notna().any():
            self.stacks()
            if games is not None:
                self.week(games)
        if adp is not None or self.picks.adp.notna().any():
            self.closing_line_value(adp)

    def players(self):
        """One row for each player."""
        entry_fees = self.picks.entry.map(self.fees)
        frame = self.picks.assign(entry_fee=entry_fees)
        grouped = frame.groupby(["name", "position"], as_index=False).agg(
            drafted=("entry", "nunique"), average=("pick", "mean"), deviation=("pick", lambda picks: picks.std(ddof=0)),
            earliest=("pick", "min"), latest=("pick", "max"), fee=("entry_fee", "sum"))
        return grouped.assign(exposure=grouped.drafted / self.entries)

    def lead(self):
        self.same("entries", self.page.facts.get("entries", self.page.facts.get("entry")), f"{self.entries:,}")
        self.same("drafts", self.page.facts.get("drafts", self.page.facts.get("draft")), f"{self.picks.draft.nunique():,}")
        self.same("players drafted", self.page.facts.get("players drafted"), f"{len(self.players()):,}")
        if self.fees.notna().any():
            self.same("known fees", self.page.facts.get("in known fees"), f"${self.fees.sum():,.2f}")
        players, most = self.players(), int(self.players().drafted.max())
        named = re.match(r"(.+?) is in (\d+) of (\d+) teams", self.page.headline)
        if named:
            self.same("the headline's count", (int(named[2]), int(named[3])), (most, self.entries))
            self.same("the headline's player", named[1] in set(players[players.drafted == most].name), True)

    def exposure(self):
        players = self.players()
        expected = pd.DataFrame({
            "Player": players.name, "Pos": players.position, "Drafted": players.drafted.astype(float), "Exposure": players.exposure,
            "By fees": players.fee / self.fees.sum() if self.fees.sum() else float("nan"), "Avg pick": players.average,
            "Earliest": players.earliest.astype(float), "Latest": players.latest.astype(float)})
        on_page = self.page.table("Exposure")
        if len(on_page) < len(expected):
            # A page has the first 250.
            self.same("rows of Exposure", len(on_page), 250)
            expected = expected.merge(on_page[["Player", "Pos"]], on=["Player", "Pos"])
        self.frame("Exposure", on_page, expected, ["Player", "Pos"])
        leaders = self.page.section("Exposure by position")["tips"]
        for tip in leaders:
            name, count, share = re.match(r"(.*): ([\d,]+) entr\w+, ([\d.]+)%", tip).groups()
            fits = players[(players.name == name) & (players.drafted == int(count.replace(",", "")))]
            self.same(f"Exposure by position, {name}", not fits.empty and share in {f"{one:.1f}" for one in fits.exposure * 100}, True)

    def average_picks(self):
        players = self.players()
        title = "My average pick" if "My average pick" in self.page.sections else "ADP"
        expected = pd.DataFrame({
            "Player": players.name, "Pos": players.position, title: players.average, "SD": players.deviation,
            "Min": players.earliest.astype(float), "Max": players.latest.astype(float)})
        on_page = self.page.table(title)
        if len(on_page) < len(expected):
            self.same(f"rows of {title}", len(on_page), 250)
            expected = expected.merge(on_page[["Player", "Pos"]], on=["Player", "Pos"])
        self.frame(title, on_page, expected, ["Player", "Pos"])

    def fees_at_risk(self):
        section = self.page.section("Fees at risk")
        if not self.fees.sum():
            self.same("Fees at risk without fees", section, None)
            return
        self.same("fees in all", f"${self.fees.sum():,.2f} in all" in section["note"], True)
        players = self.players().sort_values(["fee", "name"], ascending=[False, True]).head(10)
        shown = [re.match(r"(.*): entries with \$([\d,.]+), ([\d.]+)% of", tip).groups() for tip in section["tips"]]
        self.same("Fees at risk", sorted(fee for _, fee, _ in shown), sorted(f"{fee:,.2f}" for fee in players.fee))
        for name, fee, share in shown:
            fits = {f"{one:,.2f}" for one in self.players()[self.players().name == name].fee}
            self.same(f"Fees at risk, {name}", fee in fits, True)
            self.same(f"Fees at risk, {name}, share", float(share), round(100 * float(fee.replace(",", "")) / self.fees.sum(), 1), within=0.051)

    def builds(self):
        counts = self.picks.pivot_table(index="entry", columns="position", values="pick", aggfunc="count", fill_value=0)
        build = counts.reindex(columns=["QB", "RB", "WR", "TE"], fill_value=0).astype(str).agg("-".join, axis=1)
        expected = build.value_counts().rename_axis("QB-RB-WR-TE").rename("Entries").reset_index()
        expected = expected.assign(Entries=expected.Entries.astype(float), Share=expected.Entries / self.entries)
        self.frame("Builds", self.page.table("Builds"), expected, ["QB-RB-WR-TE"])

    def pairs(self):
        """Each listed pair, and that no pair is together more often than the last one listed."""
        rosters = self.picks.groupby("entry").name.agg(set)
        have = self.picks.groupby("name").entry.nunique()
        together = {}
        for roster in rosters:
            for pair in itertools.combinations(sorted(roster), 2):
                together[pair] = together.get(pair, 0) + 1
        listed = self.page.table("Pairs")
        for row in listed.to_dict("records"):
            first, second = row["Player"], row["And"]
            if first not in have or second not in have:
                self.differences.append(f"Pairs: only the page has {[first, second]}")
                continue
            count = together.get(tuple(sorted((first, second))), 0)
            self.same(f"Pairs, {first} and {second}, Together", row["Together"], float(count))
            self.same(f"Pairs, {first} and {second}, P(2nd|1st)", row["P(2nd|1st)"], count / have[first])
            self.same(f"Pairs, {first} and {second}, Lift", row["Lift"], count * self.entries / (have[first] * have[second]))
        self.same("Pairs, the counts", sorted(listed["Together"], reverse=True), [float(count) for count in sorted(together.values(), reverse=True)[:len(listed)]])

    def archetypes(self):
        """Running backs, as the note of the card defines them."""
        backs = self.picks[self.picks.position == "RB"]
        early = lambda rounds: backs[backs["round"] <= rounds].groupby("entry").size().reindex(self.picks.entry.unique(), fill_value=0)
        expected = {
            "zero-RB": int((early(5) == 0).sum()), "robust-RB": int((early(4) >= 3).sum()),
        }
        table = self.page.table("Archetypes")
        for name, count in expected.items():
            rows = table[table.Archetype == name] if not table.empty else table
            self.same(f"Archetypes, {name}", float(rows.Entries.iloc[0]) if len(rows) else 0.0, float(count))

    def mates(self):
        """For each entry and team with a quarterback: how many other players of the team it has."""
        known = self.picks.dropna(subset=["team"])
        sizes = known.groupby(["entry", "team"]).position.agg(quarterbacks=lambda one: (one == "QB").sum(), players="size").reset_index()
        stacks = sizes[sizes.quarterbacks > 0]
        return stacks.assign(mates=stacks.players - stacks.quarterbacks)

    def stacks(self):
        section, stacks = self.page.section("Stacks"), self.mates()
        kinds = [("naked", stacks.mates == 0), ("single", stacks.mates == 1), ("double", stacks.mates == 2), ("triple or more", stacks.mates >= 3)]
        for words, holds in kinds:
            count = re.search(rf"([\d,]+) {words}", section["note"])
            self.same(f"Stacks, {words}", int(count[1].replace(",", "")) if count else None, int(holds.sum()))
        for tip in section["tips"]:
            team, size, count = re.match(r"(\w+), QB \+(\d)(?: or more)?: ([\d,]+) entr", tip).groups()
            mine = stacks[stacks.team == team].mates
            expected = (mine >= 3).sum() if size == "3" else (mine == int(size)).sum()
            self.same(f"Stacks, {team} +{size}", int(count.replace(",", "")), int(expected))

    def week(self, games):
        section = self.page.section("Week 17")
        if section is None:
            self.differences.append("Week 17: the page has no such card")
            return
        schedule = pd.read_csv(games).query("week == 17")
        opponent = dict(zip(schedule.away_team, schedule.home_team)) | dict(zip(schedule.home_team, schedule.away_team))
        stacks = self.mates().query("mates > 0").assign(opponent=lambda frame: frame.team.map(opponent)).dropna(subset=["opponent"])
        teams = self.picks.groupby("entry").team.agg(set)
        stacks["back"] = [row.opponent in teams[row.entry] for row in stacks.itertuples()]
        with_opponent, known = re.search(r"([\d,]+) of ([\d,]+) entries have one with a player of the opponent", section["note"]).groups()
        self.same("Week 17, entries", (int(with_opponent.replace(",", "")), int(known.replace(",", ""))), (stacks[stacks.back].entry.nunique(), self.entries))
        shown = {}
        for tip in section["tips"]:
            team, count, other, without = re.match(r"(\w+) quarterback with a team mate: ([\d,]+) entr\w+ with a player of (\w+), ([\d,]+) without", tip).groups()
            shown[team] = (other, int(count.replace(",", "")), int(without.replace(",", "")))
        for team, (other, count, without) in shown.items():
            mine = stacks[stacks.team == team]
            self.same(f"Week 17, {team}", (other, count, without), (opponent.get(team), int(mine.back.sum()), int((~mine.back).sum())))
        counts = stacks.groupby("team").back.sum().sort_values(ascending=False).head(len(shown))
        self.same("Week 17, the teams with most", sorted(one[1] for one in shown.values()), sorted(int(count) for count in counts))

    def closing_line_value(self, adp):
        section = self.page.section("Closing line value")
        if section is None:
            self.differences.append("Closing line value: the page has no such card")
            return
        picks = self.picks
        if adp is not None:
            prices = pd.read_csv(adp).groupby(["name", "position"]).adp.first()
            picks = picks.assign(adp=[prices.get((row.name, row.position)) for row in picks[["name", "position"]].itertuples(index=False, name="Row")])
        priced = picks.dropna(subset=["adp"])
        values = priced.pick - priced.adp.astype(float)
        average, count, without = re.search(r"Average ([-−\d.]+) over ([\d,]+) picks; ([\d,]+) have no reference", section["note"]).groups()
        self.same("CLV, picks", (int(count.replace(",", "")), int(without.replace(",", ""))), (len(priced), len(picks) - len(priced)))
        self.same("CLV, average", float(average.replace("−", "-")), float(values.mean()), within=0.0051)
        means = values.groupby(priced["name"]).mean()
        for tip in section["tips"]:
            found = re.match(r"(.*?): ([-+−]?[\d.]+)", tip)
            if found and found[1] in means:
                self.same(f"CLV, {found[1]}", abs(float(found[2].replace("−", "-"))), abs(float(means[found[1]])), within=0.051)


def made(arguments, export, adp, games, folder):
    """The page, and the seconds that it took."""
    start = time.monotonic()
    if arguments.server:
        request = urllib.request.Request(
            arguments.server + "/v1/page", export.read_bytes(), method="POST",
            headers={"Authorization": "Bearer " + arguments.token, "Content-Type": "text/csv"})
        with urllib.request.urlopen(request, timeout=300) as answer:
            return answer.read().decode(), time.monotonic() - start
    if arguments.page:
        return pathlib.Path(arguments.page).read_text(encoding="utf-8"), None
    command = [arguments.program, "page", export, "--output", folder / "page.html"]
    if adp:
        command += ["--adp", adp]
    if games:
        command += ["--schedule", games]
    subprocess.run(command, check=True, stderr=subprocess.PIPE)
    return (folder / "page.html").read_text(encoding="utf-8"), time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(prog="Tools/analysis/run page", description=__doc__.split("\n\n")[1])
    parser.add_argument("export", help="an export of Underdog, DraftKings or Drafters, or with --entries a dump of a contest")
    parser.add_argument("--page", help="a page that was made of it before")
    parser.add_argument("--program", default=str(PROGRAM), help="the program that makes the page (default: %(default)s)")
    parser.add_argument("--server", help="a server that makes the page, such as http://127.0.0.1:3000")
    parser.add_argument("--token", default="", help="a token of a member of the server")
    parser.add_argument("--adp", help="a file of ADPs: name, position, adp")
    parser.add_argument("--schedule", help="a file of games")
    parser.add_argument("--made-up", action="store_true", help="make ADPs and games of week 17 up from the export, and compare CLV and stacks with them")
    parser.add_argument("--form", choices=["draftkings", "drafters"], help="write the picks in the form of another site first")
    parser.add_argument("--entries", type=int, help="the file is a dump of a contest: use one entry of each of so many drafts")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        export = prepared(arguments, folder)
        picks, adp, games = read(export), arguments.adp, arguments.schedule
        if arguments.made_up:
            adp, games = made_up_references(picks, folder)
            if not picks.team.notna().any():
                games = None
        text, seconds = made(arguments, export, adp, games, folder)
        comparison = Comparison(picks, Page(text))
        comparison.run(adp, games)
    if arguments.json:
        print(json.dumps({"compared": comparison.compared, "differences": comparison.differences, "seconds": seconds}))
    else:
        print("\n".join(comparison.differences))
        took = "" if seconds is None else f", made in {seconds:.1f} s"
        print(f"{comparison.compared:,} figures of {comparison.entries:,} entries compared, {len(comparison.differences):,} differ{took}.")
    return 1 if comparison.differences else 0


if __name__ == "__main__":
    sys.exit(main())
