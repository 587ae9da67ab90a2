"""Scores a whole contest in SQL: sql_standings.py duckdb|sqlite FOLDER REPEATS

Reads picks.csv and scores.csv in the folder, loads them once, and prints one line of JSON as the program `standings` does: the
seconds of each repetition, and a check of what they came to. The same statements for both engines. A week at a time, so that
no sort is larger than the picks.
"""
import csv
import json
import sys
import time
from pathlib import Path

SLOTS = {"QB": 1, "RB": 2, "WR": 3, "TE": 1}
WEEKS = range(1, 18)
OF_USER = 150
CORRECTED = "Player 1"

STARTERS = "CASE plays " + " ".join(f"WHEN '{name}' THEN {count}" for name, count in SLOTS.items()) + " END"

# The best of each position start there, and the flex takes the best of those who are next in line.
SCORE = f"""
    INSERT INTO weekly
    SELECT entry, {{week}},
        sum(points) FILTER (WHERE line <= starters)
            + coalesce(max(points) FILTER (WHERE line = starters + 1 AND plays <> 'QB'), 0)
    FROM (
        SELECT entry, plays, points, {STARTERS} AS starters,
            row_number() OVER (PARTITION BY entry, plays ORDER BY points DESC, number) AS line
        FROM (
            SELECT picks.entry AS entry, players.plays AS plays, picks.number AS number,
                coalesce(scores.points, 0) AS points
            FROM picks JOIN players ON players.player = picks.player
            LEFT JOIN scores ON scores.player = picks.player AND scores.week = {{week}}
            {{where}}
        ) AS scored
    ) AS ranked
    GROUP BY entry"""

RANK = """
    CREATE TABLE standings AS
    SELECT entry, total, best, row_number() OVER (PARTITION BY entry - entry % 12 ORDER BY total DESC, best DESC, entry) AS place
    FROM (SELECT entry, sum(points) AS total, max(points) AS best FROM weekly GROUP BY entry) AS scored"""


def connect(engine, folder):
    if engine == "sqlite":
        import sqlite3
        return sqlite3.connect(folder / "standings.sqlite", isolation_level=None)
    import duckdb
    return duckdb.connect(str(folder / "standings.duckdb"))


def load(engine, base, folder):
    """Drafts are numbered in the order of the file, their entries by the place in the first round."""
    base.execute("CREATE TABLE picks (entry INTEGER, player INTEGER, number INTEGER)")
    base.execute("CREATE TABLE players (player INTEGER PRIMARY KEY, plays TEXT)")
    base.execute("CREATE TABLE scores (player INTEGER, week INTEGER, points INTEGER)")
    base.execute("CREATE TABLE weekly (entry INTEGER, week INTEGER, points INTEGER)")
    picks = str(folder / "picks.csv").replace("'", "''")
    scores = str(folder / "scores.csv").replace("'", "''")
    if engine == "duckdb":
        base.execute(f"""INSERT INTO picks SELECT draft_id * 12 + pick_order - 1, substr(player_name, 8)::INTEGER,
            overall_pick_number FROM read_csv('{picks}')""")
        base.execute(f"""INSERT INTO scores SELECT substr(player, 8)::INTEGER, week, round(points * 100)::INTEGER
            FROM read_csv('{scores}')""")
        base.execute(f"""INSERT INTO players SELECT DISTINCT substr(player_name, 8)::INTEGER, position_name
            FROM read_csv('{picks}')""")
        return
    base.execute("BEGIN")
    positions = {}

    def rows():
        with open(folder / "picks.csv", newline="") as file:
            for row in csv.DictReader(file):
                player = int(row["player_name"][7:])
                positions[player] = row["position_name"]
                yield int(row["draft_id"]) * 12 + int(row["pick_order"]) - 1, player, int(row["overall_pick_number"])

    base.executemany("INSERT INTO picks VALUES (?, ?, ?)", rows())
    base.executemany("INSERT INTO players VALUES (?, ?)", positions.items())
    with open(folder / "scores.csv", newline="") as file:
        base.executemany(
            "INSERT INTO scores VALUES (?, ?, ?)",
            ((int(row["player"][7:]), int(row["week"]), round(float(row["points"]) * 100)) for row in csv.DictReader(file)))
    base.execute("COMMIT")


def score(base):
    base.execute("DELETE FROM weekly")
    for week in WEEKS:
        base.execute(SCORE.format(week=week, where=""))
    rank(base)


def rank(base):
    base.execute("DROP TABLE IF EXISTS standings")
    base.execute(RANK)


def restate(base, player):
    """Adds one point in the first week: only the entries with the player are rescored."""
    owners = f"(SELECT entry FROM picks WHERE player = {player})"
    base.execute(f"UPDATE scores SET points = points + 1 WHERE player = {player} AND week = 1")
    base.execute(f"DELETE FROM weekly WHERE week = 1 AND entry IN {owners}")
    base.execute(SCORE.format(week=1, where=f"WHERE picks.entry IN {owners}"))
    rank(base)


def timed(work, repeats):
    seconds = []
    for number in range(repeats):
        began = time.perf_counter()
        work(number)
        seconds.append(time.perf_counter() - began)
    return seconds


def main(engine, folder, repeats):
    base = connect(engine, folder)
    loading = timed(lambda _: load(engine, base, folder), 1)[0]
    scoring = timed(lambda _: score(base), repeats)
    query = "SELECT count(*), sum(total * (place * 1000003 + 1) + best) FROM standings"
    entries, check = base.execute(query).fetchone()
    restating = timed(lambda _: restate(base, int(CORRECTED[7:])), repeats)

    def list_entries(number):
        # The user of the first entry has the entry of the same place in the drafts after it.
        found = base.execute(
            f"SELECT * FROM standings WHERE entry < {OF_USER * 12} AND entry % 12 = {number % 12}").fetchall()
        assert len(found) == min(OF_USER, entries // 12), len(found)

    live = timed(list_entries, repeats)
    print(json.dumps({
        "entries": entries, "weeks": len(WEEKS), "loading": loading, "scoring": scoring, "restating": restating,
        "live": live, "check": int(check) % 2**64,
    }))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
