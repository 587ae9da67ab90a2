"""The reports of a ledger as SQL over its Parquet tables, with DuckDB or Spark, compared with the program figure by figure."""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import engines

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = HERE.parent
# A list of the program that is longer is cut there; the SQL of duplicates has the same limit.
STARTS = 1_000
ALL = 1_000_000_000
PLAYER = ("playerID", "name", "position", "team")
PAIR = ("firstID", "first", "secondID", "second")


class Report:
    """A report of the program next to the SQL that says the same.

    - `command`: its words; `{user}` is the user of the comparison.
    - `rows`: the member of its JSON that has the rows, or a function of the JSON.
    - `keys`: the columns that tell rows apart; none for a single row.
    """

    def __init__(self, command, rows, keys=()):
        self.command, self.rows, self.keys = command.split(), rows, tuple(keys)

    def figures(self, page):
        """The program's rows."""
        rows = self.rows(page) if callable(self.rows) else page[self.rows]
        # Rows are null if no source has the data for them.
        return list(rows or ())


def series(name, value, pattern):
    """Rows of a series of columns, one for each column: `slot0`, or the Monday of a week."""
    def rows(page):
        for row in page["players"]:
            for key, figure in row.items():
                if re.fullmatch(pattern, key) and figure is not None:
                    yield {column: row[column] for column in PLAYER} | {name: key, value: figure}
    return rows


def members(*names):
    """Members of a page as its only row."""
    return lambda page: [{name: page[name] for name in names}]


def starts(page):
    for row in page["starts"]:
        yield {"players": "; ".join(row["players"]), "entries": row["entries"], "share": row["share"]}


def identical(page):
    return [{"entry": entry, "sameAs": min(group)} for group in page["identical"] for entry in group]


def totals(page):
    return [{name: page[name] for name in ("entries", "drafts", "feesCents", "entriesWithoutFee")}]


REPORTS = {
    "totals": Report("exposure", totals),
    "exposure": Report("exposure", "players", PLAYER),
    "exposure_by_slot": Report("exposure --by slot", series("slot", "share", r"slot\d+"), (*PLAYER, "slot")),
    "ownership": Report("ownership --user {user}", "players", PLAYER),
    "adp": Report("adp", "players", PLAYER),
    "adp_by_week": Report("adp --by week", series("week", "average", r"\d+-\d+-\d+"), (*PLAYER, "week")),
    "movers": Report("movers", "players", PLAYER),
    "pairs": Report(f"pairs --limit {ALL}", "pairs", PAIR),
    "stacks": Report("stacks", "teams", ("team",)),
    "clv": Report("clv", "players", PLAYER),
    "clv_power": Report("clv --curve power", "players", PLAYER),
    "clv_totals": Report("clv", members("picks", "picksWithoutReference", "partialDrafts")),
    "construction": Report("construction", "builds", ("build",)),
    "construction_by_round": Report("construction --by round", "rounds", ("round",)),
    "construction_by_archetype": Report("construction --by archetype", "archetypes", ("archetype",)),
    "byes": Report("byes", "distribution", ("onBye",)),
    "duplicates": Report(f"duplicates --limit {STARTS}", starts, ("players", "entries")),
    "duplicates_totals": Report("duplicates", members("fieldEntries", "entriesWithMatch")),
    "duplicates_identical": Report("duplicates", identical, ("entry",)),
    "advance_by_player": Report("advance --by player", "rows", PLAYER),
    "advance_by_pair": Report(f"advance --by pair --limit {ALL}", "rows", PAIR),
    "advance_by_build": Report("advance --by build", "rows", ("build",)),
    "advance_by_stack": Report("advance --by stack", "rows", ("team", "stack")),
    "advance_by_slot": Report("advance --by slot", "rows", ("draftPosition",)),
    "advance_by_archetype": Report("advance --by archetype", "rows", ("archetype",)),
    "advance_totals": Report("advance", members("advanced", "leftOut", "baseRate")),
}


def program(given):
    """The program: the one that --program names, that of the build next to this folder, or the one on the path."""
    builds = TOOLS.parent / ".build"
    for candidate in [given] if given else [builds / "release/draftledger", builds / "debug/draftledger", "draftledger"]:
        if found := shutil.which(candidate):
            return found
    sys.exit("analysis: draftledger is missing: build it with `swift build -c release`, or name it with --program")


def called(*command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout


def sql(name):
    return (HERE / "reports" / f"{name}.sql").read_text()


def opened(arguments, folder):
    """The engine with the tables, the view of what is asked, and the views that reports share."""
    if not (pathlib.Path(folder) / "tables.json").is_file():
        sys.exit(f"analysis: {folder} has no tables: write them with `Tools/parquet/run tables {folder}`")
    engine = engines.opened(arguments.engine, pathlib.Path(folder))
    user = engine.user_with_most_entries() if arguments.user is None else arguments.user
    asked = "NULL" if user is None else user
    engine.run(f"CREATE OR REPLACE TEMPORARY VIEW question AS SELECT CAST({asked} AS BIGINT) AS user_id")
    for statement in filter(str.strip, sql("views").split(";\n")):
        engine.run(statement)
    return engine, user


def chosen(arguments):
    if unknown := [name for name in arguments.report or () if name not in REPORTS]:
        sys.exit(f"analysis: {unknown[0]} is not a report. The reports are {', '.join(REPORTS)}.")
    return arguments.report or list(REPORTS)


def text(value):
    """A cell as JSON has it: doubles to the last digit, so that equal texts are equal figures."""
    return json.dumps(value, ensure_ascii=False)


def is_same(one, other):
    """Equal to the last bit; a whole number is not a fraction, and null is nothing but null."""
    return type(one) is type(other) and one == other


def compared(report, mine, theirs):
    """- Returns: how many cells were compared, and what differs."""
    def keyed(rows):
        groups = {}
        for row in rows:
            groups.setdefault(tuple(row[key] for key in report.keys), []).append(row)
        for rows in groups.values():
            # Namesakes without an ID have one key: they are compared in the order of their cells.
            rows.sort(key=text)
        return groups

    cells, differences = 0, []
    mine, theirs = keyed(mine), keyed(theirs)
    for key in mine.keys() | theirs.keys():
        ours, others = mine.get(key, []), theirs.get(key, [])
        if len(ours) != len(others):
            differences.append(f"{key}: {len(ours)} rows in SQL, {len(others)} in the program")
        for ours, others in zip(ours, others):
            for column in ours.keys() | others.keys():
                cells += 1
                one, other = ours.get(column, "missing"), others.get(column, "missing")
                if not is_same(one, other):
                    differences.append(f"{key} {column}: {text(one)} in SQL, {text(other)} in the program")
    return cells, differences


def missing(engine, report, user):
    """The reason why the program has no such report of this ledger; None if it has."""
    if "{user}" in report.command and user is None:
        return "no user is known"
    if report.command[0] == "advance" and not engine.rows("SELECT count(advances) AS known FROM entries")[0]["known"]:
        return "no entry is known to advance"
    return None


def compare(arguments):
    """Compares every cell of every report; 1 if one differs."""
    draftledger = program(arguments.program)
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.tables
        if folder is None:
            folder = os.path.join(scratch, "tables")
            called(TOOLS / "parquet/run", "tables", folder, "--program", draftledger, "--ledger", arguments.ledger)
        engine, user = opened(arguments, folder)
        pages, total, wrong = {}, 0, 0
        print(f"{'report':<28}{'rows':>10}{'cells':>12}{'differences':>13}{arguments.engine + ' s':>11}{'program s':>11}")
        for name in chosen(arguments):
            report = REPORTS[name]
            if reason := missing(engine, report, user):
                print(f"{name:<28}skipped: {reason}")
                continue
            command = tuple(word.format(user=user) for word in report.command)
            start = time.monotonic()
            rows = engine.rows(sql(name))
            seconds = time.monotonic() - start
            if command not in pages:
                start = time.monotonic()
                page = json.loads(called(draftledger, *command, "--ledger", arguments.ledger, "--format", "json"))
                pages[command] = (page, time.monotonic() - start)
            page, asked = pages[command]
            cells, differences = compared(report, rows, report.figures(page))
            total += cells
            wrong += len(differences)
            print(f"{name:<28}{len(rows):>10,}{cells:>12,}{len(differences):>13,}{seconds:>11.2f}{asked:>11.2f}", flush=True)
            for difference in sorted(differences)[:arguments.show]:
                print(f"    {difference}")
        engine.close()
    print(f"{total:,} cells compared, {wrong:,} differences")
    return 1 if wrong else 0


def show(arguments):
    """Prints a report as CSV."""
    engine, _ = opened(arguments, arguments.tables)
    for name in chosen(arguments):
        engine.print(sql(name))
    engine.close()
    return 0


def notebook(arguments):
    """Runs the notebook from start to end, and writes a copy with its output if --output names one."""
    import nbclient
    import nbformat
    import traitlets.config

    book = nbformat.read(HERE / "analysis.ipynb", as_version=4)
    with tempfile.TemporaryDirectory() as scratch:
        # Nothing of a person's own Jupyter has a part in it.
        os.environ.update(
            DRAFTLEDGER=program(arguments.program), DRAFT_LEDGER_TOOLS=str(TOOLS), IPYTHONDIR=f"{scratch}/ipython",
            JUPYTER_CONFIG_DIR=f"{scratch}/jupyter", MPLCONFIGDIR=f"{scratch}/matplotlib",
            PATH=os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]]))
        client = nbclient.NotebookClient(
            book, timeout=3_600, kernel_name="python3", resources={"metadata": {"path": scratch}},
            # Sockets of this machine's own: no other user can connect to them.
            config=traitlets.config.Config({"KernelManager": {"transport": "ipc", "ip": f"{scratch}/kernel"}}))
        try:
            client.execute()
        except nbclient.exceptions.CellExecutionError as error:
            sys.exit(f"analysis: {error}")
        finally:
            if arguments.output:
                nbformat.write(book, arguments.output)
    charts = 0
    for cell in book.cells:
        for output in cell.get("outputs", ()):
            if output.output_type == "stream" and output.name == "stdout":
                print(output.text, end="")
            charts += "image/png" in output.get("data", {})
    print(f"{sum(cell.cell_type == 'code' for cell in book.cells)} cells ran, {charts} charts drawn")
    return 0


def main():
    parser = argparse.ArgumentParser(prog="Tools/analysis/run", description=__doc__, epilog="""
        examples: Tools/analysis/run compare --ledger drafts.ledger; Tools/analysis/run compare --ledger drafts.ledger
        --engine spark --report pairs; Tools/parquet/run tables field --ledger drafts.ledger && Tools/analysis/run show field
        --report stacks; Tools/analysis/run notebook --output seen.ipynb""")
    verbs = parser.add_subparsers(dest="verb", required=True)
    comparing = verbs.add_parser("compare", help="every cell of every report with that of the program")
    comparing.add_argument("--ledger", required=True)
    comparing.add_argument("--tables", help="the tables of this ledger, written before (default: written now)")
    comparing.add_argument("--show", type=int, default=5, help="how many differences of a report are shown (default: 5)")
    comparing.add_argument("--program", help="draftledger (default: that of the build next to this folder)")
    showing = verbs.add_parser("show", help="a report as CSV, of tables alone")
    showing.add_argument("tables")
    for verb in (comparing, showing):
        verb.add_argument("--report", action="append", help="only this one; may be repeated (default: all)")
        verb.add_argument("--engine", choices=("duckdb", "spark"), default="duckdb")
        verb.add_argument("--user", type=int, help="the user whose leverage ownership has, by number (default: the one"
                          " with most entries)")
    running = verbs.add_parser("notebook", help="the notebook, from start to end")
    running.add_argument("--output", help="a copy with what its cells show")
    running.add_argument("--program", help="draftledger (default: that of the build next to this folder)")
    arguments = parser.parse_args()
    sys.exit({"compare": compare, "show": show, "notebook": notebook}[arguments.verb](arguments))


main()
