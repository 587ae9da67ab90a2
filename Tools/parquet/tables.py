"""The picks of a ledger as flat tables of Parquet: picks by contest and day, entries, rooms, contests and players."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as csv
import pyarrow.parquet as parquet

LONG, SMALL, TEXT, TRUTH = pa.int64(), pa.int32(), pa.string(), pa.bool_()

# The one description of every table: column, type, meaning. `columns` prints it, and the article shows what that prints.
TABLES = {
    "picks": [
        ("room_id", LONG, "the room"),
        ("contest_id", LONG, "the contest; null without one"),
        ("pool_id", LONG, "the player pool in which player_index counts"),
        ("entry_id", LONG, "the entry that made the pick; null if it is not known"),
        ("user_id", LONG, "the user of the entry, pseudonymous; null if it is not known"),
        ("slot", SMALL, "the draft position, from 0"),
        ("pick_number", SMALL, "the overall pick, from 1"),
        ("round", SMALL, "from 1"),
        ("pick_in_round", SMALL, "from 1"),
        ("player_index", LONG, "the player in the pool, from 0; null for a pick that was skipped or is not known"),
        ("person_id", LONG, "the same for one player in several pools; numbered for these files alone"),
        ("player_external_id", TEXT, "the ID at the source; null without one"),
        ("player", TEXT, "the name"),
        ("position", TEXT, "QB, RB, WR, TE, ..."),
        ("team", TEXT, "the NFL team under one abbreviation for each club; null if no source names it"),
        ("bye_week", SMALL, "null if no source names it"),
        ("source", TEXT, "manual, queue, rankings, adp, fallback, skipped, corrected, unknown"),
        ("adp_hundredths", LONG, "the ADP that was recorded with the pick, in hundredths of a pick"),
        ("occurred_us", LONG, "when the pick reached the system, or the time of the source"),
        ("recorded_us", LONG, "when the ledger recorded it"),
    ],
    "entries": [
        ("entry_id", LONG, "room_id * 65536 + the number of the join"),
        ("room_id", LONG, "the room"),
        ("contest_id", LONG, "the contest; null without one"),
        ("user_id", LONG, "the user, pseudonymous; null if it is not known"),
        ("external_id", TEXT, "the ID at the source"),
        ("slot", SMALL, "the draft position, from 0"),
        ("fee_cents", LONG, "the entry fee in cents; null if it is not known"),
        ("through_week", SMALL, "the last week of round 1 that counts so far; null without points"),
        ("points_hundredths", LONG, "the points of round 1 in hundredths"),
        ("place", LONG, "the place in the room, from 1; null if not all entries of the room are known"),
        ("advances", TRUTH, "whether the entry advances from round 1; null if the place is"),
    ],
    "rooms": [
        ("room_id", LONG, "the room"),
        ("external_id", TEXT, "the ID at the source"),
        ("contest_id", LONG, "the contest; null without one"),
        ("pool_id", LONG, "the player pool"),
        ("status", TEXT, "active, paused, complete, cancelled, voided"),
        ("clock", TEXT, "fast, slow, custom, untimed"),
        ("clock_us", LONG, "the time for a pick in microseconds; null if it is not known"),
        ("teams", SMALL, "the seats"),
        ("rounds", SMALL, "the rounds of the draft"),
        ("started_us", LONG, "when the draft started; null if it is not known"),
        ("day", pa.date32(), "the day of that in UTC, as in the folders of picks"),
        ("fee_cents", LONG, "the entry fee in cents; null if it is not known"),
        ("entries", LONG, "the entries that are known: fewer than teams in a user's own export"),
        ("picks", LONG, "the rows in picks"),
    ],
    "contests": [
        ("contest_id", LONG, "the contest"),
        ("title", TEXT, "the title"),
        ("closed_us", LONG, "when it took its last entry; null while it is open and if the source does not say it"),
        ("rooms", LONG, "the rows in rooms"),
        ("entries", LONG, "the rows in entries"),
        ("picks", LONG, "the rows in picks"),
    ],
    "players": [
        ("pool_id", LONG, "the player pool: one row for each player and each pool from which a draft took the player"),
        ("player_index", LONG, "the player in the pool, from 0"),
        ("person_id", LONG, "as in picks"),
        ("external_id", TEXT, "the ID at the source; null without one"),
        ("player", TEXT, "the name"),
        ("position", TEXT, "QB, RB, WR, TE, ..."),
        ("team", TEXT, "the NFL team; null if no source names it"),
        ("bye_week", SMALL, "null if no source names it"),
        ("picks", LONG, "the rows in picks"),
    ],
}

FORMAT = 1
# Both DuckDB and Spark read it as null in the name of a folder.
UNKNOWN = "__HIVE_DEFAULT_PARTITION__"
# Bytes of picks that wait for a file of their partition, and seconds between two lines on progress.
WAITING, INTERVAL = 256 << 20, 5

MOMENTS = ("started_at", "occurred_at", "recorded_at", "contest_closed_at")
HUNDREDTHS = ("entry_points", "adp")
WORDS = ("contest", "room_external_id", "room_status", "clock", "entry_external_id", "player_external_id", "player",
         "position", "team", "source")


class Failed(Exception):
    """A failure, in words for the person who asked."""


def described():
    """The columns of all tables, as the article has them."""
    for table, columns in TABLES.items():
        yield f"| {table} | type | |\n|---|---|---|"
        for name, kind, meaning in columns:
            yield f"| `{name}` | {kind} | {meaning} |"
        yield ""


def source_kind(column):
    """The type of a column of `export --format picks`."""
    if column in WORDS:
        return TEXT
    if column in MOMENTS:
        return pa.timestamp("us", tz="UTC")
    if column in HUNDREDTHS:
        # Never as floating point: 0.29 is 29 hundredths.
        return pa.decimal128(18, 2)
    if column == "clock_seconds":
        return pa.float64()
    return TRUTH if column == "entry_advances" else LONG


def stored(column, values):
    """Whole numbers: hundredths, microseconds."""
    if column in MOMENTS:
        return values.cast(LONG)
    if column in HUNDREDTHS:
        return pc.multiply(values, pa.scalar(100, pa.decimal128(3, 0))).cast(LONG)
    if column == "clock_seconds":
        return pc.round(pc.multiply(values, 1e6)).cast(LONG)
    return values


SOURCES = {
    "picks": {"adp_hundredths": "adp", "occurred_us": "occurred_at", "recorded_us": "recorded_at"},
    "entries": {"external_id": "entry_external_id", "fee_cents": "entry_fee_cents", "through_week": "entry_through_week",
                "points_hundredths": "entry_points", "place": "entry_place", "advances": "entry_advances"},
    "rooms": {"external_id": "room_external_id", "status": "room_status", "clock_us": "clock_seconds",
              "started_us": "started_at", "fee_cents": "entry_fee_cents"},
    "players": {"external_id": "player_external_id"},
}


def schema(table):
    return pa.schema([(name, kind) for name, kind, _ in TABLES[table]])


def shaped(table, columns):
    """A table of the columns that it has, under its own names; `columns` has them under those of the export."""
    names = SOURCES.get(table, {})
    return pa.table([columns[names.get(field.name, field.name)].cast(field.type) for field in schema(table)],
                    schema=schema(table))


def once(chunk, keys, columns, counted=None):
    """One row for each of the keys, of which all rows say the same in `columns`."""
    others = [column for column in columns if column not in keys]
    grouped = pa.TableGroupBy(chunk, keys, use_threads=False).aggregate(
        [(column, "first") for column in others] + ([([], "count_all")] if counted else []))
    renamed = {f"{column}_first": column for column in others} | {"count_all": counted}
    return grouped.rename_columns([renamed.get(name, name) for name in grouped.column_names])


class Partitions:
    """Picks on their way into the files of their contest and day. Memory is bounded: too many of them become a file."""

    def __init__(self, folder):
        self.folder, self.waiting, self.sizes, self.files = folder, {}, {}, 0

    def add(self, picks, days):
        """- `days`: by row, the day on which the draft started."""
        keyed = picks.append_column("day", days)
        keyed = keyed.take(pc.sort_indices(keyed, [("contest_id", "ascending"), ("day", "ascending"),
                                                   ("room_id", "ascending"), ("pick_number", "ascending")]))
        runs = pa.TableGroupBy(keyed.select(["contest_id", "day"]), ["contest_id", "day"], use_threads=False).aggregate(
            [([], "count_all")]).to_pylist()
        start = 0
        for run in runs:
            key, count = (run["contest_id"], run["day"]), run["count_all"]
            piece = keyed.slice(start, count).drop_columns("day")
            start += count
            self.waiting.setdefault(key, []).append(piece)
            self.sizes[key] = self.sizes.get(key, 0) + piece.nbytes
        while sum(self.sizes.values()) > WAITING:
            self.write(max(self.sizes, key=self.sizes.get))

    def write(self, key):
        contest, day = (UNKNOWN if part is None else part for part in key)
        place = self.folder / f"contest={contest}" / f"day={day}"
        place.mkdir(parents=True, exist_ok=True)
        parquet.write_table(pa.concat_tables(self.waiting.pop(key)), place / f"part-{self.files}.parquet",
                            compression="zstd", row_group_size=1 << 20)
        self.files += 1
        del self.sizes[key]

    def finish(self):
        for key in list(self.waiting):
            self.write(key)
        # Without a pick there still is a table, with its columns.
        if not self.files:
            place = self.folder / f"contest={UNKNOWN}" / f"day={UNKNOWN}"
            place.mkdir(parents=True)
            parquet.write_table(schema("picks").empty_table(), place / "part-0.parquet")


class Tables:
    """The tables under way. Memory grows with contests and listed players, not with picks, entries or rooms."""

    def __init__(self, folder):
        self.folder = folder
        self.partitions = Partitions(folder / "picks")
        self.contests, self.players, self.rows = {}, {}, dict.fromkeys(TABLES, 0)
        self.writers = {}
        for table in ("entries", "rooms"):
            (folder / table).mkdir()
            self.writers[table] = parquet.ParquetWriter(
                folder / table / f"{table}.parquet", schema(table), compression="zstd")

    def add(self, chunk):
        """- `chunk`: picks of whole rooms, as the export has them."""
        if not chunk.num_rows:
            return
        days = chunk["started_at"].cast(pa.timestamp("us")).cast(pa.date32(), safe=False)
        chunk = pa.table({name: stored(name, chunk[name]) for name in chunk.column_names}).append_column("day", days)
        self.partitions.add(shaped("picks", chunk), days)
        self.rows["picks"] += chunk.num_rows

        known = chunk.filter(pc.is_valid(chunk["entry_id"]))
        entry = ["entry_id"] + [SOURCES["entries"].get(name, name) for name, _, _ in TABLES["entries"][1:]]
        entries = shaped("entries", once(known, ["entry_id"], entry))
        room = ["room_id", "contest", "contest_closed_at"] + [
            SOURCES["rooms"].get(name, name) for name, _, _ in TABLES["rooms"][1:-2]]
        rooms = once(chunk, ["room_id"], room, counted="picks")
        count = {row["room_id"]: row["count_all"] for row in pa.TableGroupBy(entries, ["room_id"]).aggregate(
            [([], "count_all")]).to_pylist()}
        rooms = rooms.append_column("entries", pa.array([count.get(id, 0) for id in rooms["room_id"].to_pylist()], LONG))
        self.writers["entries"].write_table(entries, row_group_size=1 << 20)
        self.writers["rooms"].write_table(shaped("rooms", rooms), row_group_size=1 << 20)
        self.rows["entries"] += entries.num_rows
        self.rows["rooms"] += rooms.num_rows
        self.add_contests(rooms)
        self.add_players(chunk)

    def add_contests(self, rooms):
        for row in rooms.filter(pc.is_valid(rooms["contest_id"])).select(
                ["contest_id", "contest", "contest_closed_at", "entries", "picks"]).to_pylist():
            contest = self.contests.setdefault(row["contest_id"], {
                "contest_id": row["contest_id"], "title": row["contest"], "closed_us": row["contest_closed_at"],
                "rooms": 0, "entries": 0, "picks": 0})
            contest["rooms"] += 1
            contest["entries"] += row["entries"]
            contest["picks"] += row["picks"]

    def add_players(self, chunk):
        taken = chunk.filter(pc.is_valid(chunk["person_id"]))
        columns = [SOURCES["players"].get(name, name) for name, _, _ in TABLES["players"][:-1]]
        for row in shaped("players", once(taken, ["pool_id", "player_index"], columns, counted="picks")).to_pylist():
            key = (row["pool_id"], row["player_index"])
            if key in self.players:
                self.players[key]["picks"] += row["picks"]
            else:
                self.players[key] = row

    def finish(self):
        self.partitions.finish()
        for writer in self.writers.values():
            writer.close()
        for table, rows in (("contests", self.contests), ("players", self.players)):
            (self.folder / table).mkdir()
            ordered = [rows[key] for key in sorted(rows)]
            parquet.write_table(pa.Table.from_pylist(ordered, schema=schema(table)),
                                self.folder / table / f"{table}.parquet", compression="zstd")
            self.rows[table] = len(ordered)
        manifest = {"format": FORMAT, "rows": self.rows, "columns": {
            table: {name: f"{kind}: {meaning}" for name, kind, meaning in columns} for table, columns in TABLES.items()}}
        (self.folder / "tables.json").write_text(json.dumps(manifest, indent=1) + "\n")

    def close(self):
        for writer in self.writers.values():
            writer.close()


def whole_rooms(batches):
    """The rows of batches, so that no room is in two of what it yields: the export writes room after room."""
    rest = None
    for batch in batches:
        chunk = pa.Table.from_batches([batch])
        chunk = chunk if rest is None else pa.concat_tables([rest, chunk])
        rooms = chunk["room_id"]
        start = pc.index(rooms, rooms[-1]).as_py() if chunk.num_rows else 0
        yield chunk.slice(0, start)
        rest = chunk.slice(start)
    if rest is not None:
        yield rest


def stream(pipe):
    """The picks of an export, in batches."""
    names = pipe.readline().decode().rstrip("\r\n").split(",")
    if names == [""]:
        return None
    asked = {SOURCES.get(table, {}).get(name, name) for table in ("picks", "entries") for name, _, _ in TABLES[table]}
    if missing := (asked | {"contest_closed_at", "player_index"}) - set(names):
        raise Failed(f"the program's picks have no {', '.join(sorted(missing))}: it is older than this tool. Build it again")
    # Arrow takes a file without rows for a broken one.
    if not pipe.peek(1):
        return ()
    return csv.open_csv(
        pipe, read_options=csv.ReadOptions(column_names=names, block_size=1 << 24),
        # A contest's title may have several lines.
        parse_options=csv.ParseOptions(newlines_in_values=True),
        convert_options=csv.ConvertOptions(
            column_types={name: source_kind(name) for name in names}, null_values=[""], strings_can_be_null=True,
            quoted_strings_can_be_null=False, true_values=["1"], false_values=["0"], timestamp_parsers=[csv.ISO8601]))


def check(target):
    """Refuses a place in which something else is."""
    if target.is_dir():
        if any(target.iterdir()) and not (target / "tables.json").is_file():
            raise Failed(f"{target} has files that are not these tables. Name another folder, or remove it")
    elif target.exists() or target.is_symlink():
        raise Failed(f"{target} is not a folder. Name another one")
    elif not target.parent.is_dir():
        raise Failed(f"{target.parent} is not there")


def move(unfinished, target):
    """Puts the tables in their place; those of before go when the new ones are there."""
    former = target.with_name(f".{target.name}.former-{os.getpid()}")
    if target.exists():
        os.rename(target, former)
    try:
        os.rename(unfinished, target)
    except OSError:
        if former.exists():
            os.rename(former, target)
        raise
    shutil.rmtree(former, ignore_errors=True)


def write(program, target, options):
    """Writes all tables of a ledger, whole or not at all.

    - `options`: of the export, such as `--ledger`.
    """
    target = pathlib.Path(os.path.abspath(target))
    check(target)
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    unfinished.mkdir()
    export = subprocess.Popen([program, "export", "--format", "picks", *options], stdout=subprocess.PIPE)
    tables, status = None, 1
    try:
        tables = Tables(unfinished)
        batches = stream(export.stdout)
        told = time.monotonic()
        for chunk in whole_rooms(batches or ()):
            tables.add(chunk)
            if time.monotonic() - told > INTERVAL:
                told = time.monotonic()
                print(f"{tables.rows['picks']:,} picks of {tables.rows['rooms']:,} rooms", file=sys.stderr, flush=True)
        if status := export.wait():
            raise SystemExit(status)
        if batches is None:
            raise Failed("the export wrote nothing")
        tables.finish()
        move(unfinished, target)
    finally:
        export.kill()
        export.wait()
        if tables:
            tables.close()
        shutil.rmtree(unfinished, ignore_errors=True)
    print(", ".join(f"{count:,} {table}" for table, count in tables.rows.items()) + f" written to {target}",
          file=sys.stderr)
