"""A whole contest scored, compared with SQL engines on the same question: every entry's best lineup of each week, added up,
and its place in its draft; then the restatement after a correction, and a user's entries.

All contestants get the same two files: the drafts as Underdog publishes them, and the players' points. The results must be
equal, point by point and place by place.
"""

import json
import random
import tempfile
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

import machine
import prepare

TEAMS, ROUNDS, PLAYERS, WEEKS, SEASON = 12, 18, 480, 17, 2023
OF_USER = 150  # entries, in as many drafts
INTERNATIONAL = 47_623  # drafts: 571,476 entries
MOST_OF_SQLITE = 10_000  # drafts: more of them take it hours
POSITIONS = ["RB", "WR", "WR", "RB", "QB", "WR", "RB", "TE"]
HEADER = "draft_id,draft_time,draft_entry_id,user_id,player_name,position_name,projection_adp,pick_order,overall_pick_number\n"


def write_drafts(path: Path, drafts: int) -> None:
    """Players are picked near their ADP; a late draft position gets as much as an early one."""
    chance, began = random.Random(7), datetime(SEASON, 7, 1, 12)
    players = [f"Player {number},{POSITIONS[number % 8]},{number}.5" for number in range(1, PLAYERS + 1)]
    turns = [[place + 1, TEAMS - place][around % 2] for around in range(ROUNDS) for place in range(TEAMS)]
    with open(path, "w") as file:
        file.write(HEADER)
        for draft in range(drafts):
            moment = (began + timedelta(seconds=draft)).isoformat(" ")
            order = sorted(range(PLAYERS), key=lambda number: number + 30 * chance.random())
            file.writelines(
                f"{draft},{moment},{draft}-{turn},{draft // OF_USER * TEAMS + turn},{players[player]},{turn},{number}\n"
                for number, (turn, player) in enumerate(zip(turns, order), 1))


def write_scores(path: Path) -> None:
    chance = random.Random(11)
    with open(path, "w") as file:
        file.write("season,week,player,position,points\n")
        for week in range(1, WEEKS + 1):
            for number in range(1, PLAYERS + 1):
                # The corrected player has points in every week; of the others, one in ten has no points.
                if number > 1 and chance.random() < 0.1:
                    continue
                points = max(-2, chance.gauss(14 - number / 45, 7))
                file.write(f"{SEASON},{week},Player {number},{POSITIONS[number % 8]},{points:.2f}\n")


def commands() -> str:
    rounds = [
        {"firstWeek": 1, "lastWeek": WEEKS, "podSize": TEAMS, "advancing": 2},
        {"firstWeek": WEEKS + 1, "lastWeek": WEEKS + 1, "podSize": 10, "advancing": 0},
    ]
    lines = [
        {"kind": "setContestRounds", "tournament": 1, "season": SEASON, "rounds": rounds,
         "ties": ["bestWeek", "earlierEntry"]},
        {"kind": "setScoring", "tournament": 1, "startersQB": 1, "startersRB": 2, "startersWR": 3, "startersTE": 1,
         "startersFLEX": 1, "flexPositions": 14, "scoring": "half-ppr"},
    ]
    return "".join(json.dumps({**line, "actor": "admin"}) + "\n" for line in lines)


def fill(program: Path, folder: Path, ledger: Path) -> None:
    def tool(*words: object, **options: object) -> None:
        prepare.run_quietly([str(program), "--ledger", str(ledger), *map(str, words)], str(words[0]), **options)

    prepare.say("importing the drafts and the scores")
    tool("import", folder / "picks.csv", "--as", "bbm")
    (folder / "commands.jsonl").write_text(commands())
    tool("send", folder / "commands.jsonl")
    tool("import", folder / "scores.csv", "--as", "scores", "--season", SEASON, "--final")


def measure(command: list[str], name: str) -> dict | None:
    prepare.say(f"measuring {name}")
    try:
        found = prepare.run_quietly(command, name, timeout=7200)
    except prepare.Unavailable as reason:
        prepare.say(f"skipping {name}: {reason}")
        return None
    return json.loads(found)


def run(folder: Path, drafts: int, repeats: int, program: Path | None) -> None:
    host = machine.describe(folder)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        place = Path(scratch)
        write_drafts(place / "picks.csv", drafts)
        write_scores(place / "scores.csv")
        ledger = place / "ledger"
        fill(prepare.draftledger(program), place, ledger)
        found = {"ours": measure([str(prepare.swift_product("standings")), str(ledger), str(repeats)], "ours")}
        script = str(prepare.PYTHON_SOURCES / "sql_standings.py")
        for engine, package in (("duckdb", "duckdb"), ("sqlite", None)):
            if engine == "sqlite" and drafts > MOST_OF_SQLITE:
                prepare.say(f"skipping sqlite: of more than {MOST_OF_SQLITE:,} drafts it takes hours")
                continue
            try:
                python = prepare.python_with(package) if package else "python3"
            except prepare.Unavailable as reason:
                prepare.say(f"skipping {engine}: {reason}")
                continue
            found[engine] = measure([str(python), script, engine, scratch, str(repeats)], engine)
    show(host, {name: one for name, one in found.items() if one})


def show(host: dict, found: dict[str, dict]) -> None:
    entries = {one["entries"] for one in found.values()}
    print(f"{host['processor']}, {host['cores']} cores, {host['fileSystem']}, load {host['loadBefore']} before\n")
    print(f"a whole contest scored: {'/'.join(f'{count:,}' for count in sorted(entries))} entries x {WEEKS} weeks")
    print(f"  {'':10}{'loaded':>12}{'scored':>12}{'restated':>12}{'150 entries':>14}")
    for name, one in found.items():
        times = [one["loading"], median(one["scoring"]), median(one["restating"])]
        print(f"  {name:10}" + "".join(f"{seconds:>10.2f} s" for seconds in times)
              + f"{median(one['live']) * 1000:>11.2f} ms")
    print("  restated: one player's week corrected, up to everybody's place by it. SQL scores only who has him again")
    if len({one["check"] for one in found.values()}) > 1 or len(entries) > 1:
        print("FAILED: not all came to the same points and places")
    if ours := found.get("ours"):
        restated, live = median(ours["restating"]), median(ours["live"]) * 1000
        print(f"  a correction restated in < 1 s: {'met' if restated < 1 else 'MISSED'};"
              f" 150 entries in < 5 ms: {'met' if live < 5 else 'MISSED'}")
