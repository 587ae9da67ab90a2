"""Picks of a ledger as one Parquet file or as flat tables, and Parquet files as CSV for `draftledger import`."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

import pyarrow as pa
import pyarrow.csv as csv
import pyarrow.parquet as parquet

import tables

TEXTS = ("contest", "room_external_id", "room_status", "clock", "entry_external_id", "player_external_id", "player",
         "position", "team", "source")
MOMENTS = ("started_at", "occurred_at", "recorded_at", "contest_closed_at")
FIGURES = ("clock_seconds", "entry_points", "adp")
SMALL = ("teams", "rounds", "entry_through_week", "bye_week", "slot", "round", "pick_in_round")


def kind(column):
    """What a column of `export --as picks` holds; whatever else there is are numbers and whole."""
    if column in TEXTS:
        return pa.string()
    if column in MOMENTS:
        return pa.timestamp("us", tz="UTC")
    if column in FIGURES:
        return pa.float64()
    if column == "entry_advances":
        return pa.bool_()
    return pa.uint8() if column in SMALL else pa.int64()


def program(given):
    """The program: the one that --program names, that of the build next to this folder, or the one on the path."""
    builds = pathlib.Path(__file__).resolve().parents[2] / ".build"
    candidates = [given] if given else [builds / "release/draftledger", builds / "debug/draftledger", "draftledger"]
    for candidate in candidates:
        if found := shutil.which(candidate):
            return found
    sys.exit("parquet: draftledger is missing: build it with `swift build -c release`, or name it with --program")


def write(arguments, options):
    """Streams the picks into a file that appears whole or not at all."""
    target = pathlib.Path(arguments.file)
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    export = subprocess.Popen([program(arguments.program), "export", "--as", "picks", *options], stdout=subprocess.PIPE)
    rows = 0
    try:
        header = export.stdout.readline().decode().rstrip("\r\n")
        if header:
            names = header.split(",")
            schema = pa.schema([(name, kind(name)) for name in names])
            table = csv.open_csv(
                export.stdout, read_options=csv.ReadOptions(column_names=names, block_size=1 << 24),
                # A contest's title may have several lines.
                parse_options=csv.ParseOptions(newlines_in_values=True),
                convert_options=csv.ConvertOptions(
                    column_types=schema, null_values=[""], strings_can_be_null=True, quoted_strings_can_be_null=False,
                    true_values=["1"], false_values=["0"], timestamp_parsers=[csv.ISO8601]))
            with parquet.ParquetWriter(unfinished, schema, compression="zstd") as writer:
                for batch in table:
                    writer.write_batch(batch, row_group_size=1 << 20)
                    rows += batch.num_rows
        if status := export.wait():
            sys.exit(status)
        if not header:
            sys.exit("parquet: the export wrote nothing")
        os.replace(unfinished, target)
    except (pa.ArrowException, OSError) as error:
        sys.exit(f"parquet: {target} cannot be written: {error}. What stood there before still does.")
    finally:
        export.kill()
        unfinished.unlink(missing_ok=True)
    print(f"{rows:,} picks written to {target}", file=sys.stderr)


def write_tables(arguments, options):
    """Writes the folder of flat tables."""
    try:
        tables.write(program(arguments.program), arguments.folder, options)
    except (tables.Failed, pa.ArrowException, OSError) as error:
        sys.exit(f"parquet: {arguments.folder} cannot be written: {error}. What stood there before still does.")


def told(column):
    """A column as CSV has it: moments in UTC without a zone, truth as 1 and 0."""
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if pa.types.is_timestamp(column.type) and column.type.tz:
        column = column.cast(pa.timestamp(column.type.unit, tz="UTC")).cast(pa.timestamp(column.type.unit))
    if pa.types.is_boolean(column.type):
        column = column.cast(pa.uint8())
    if pa.types.is_nested(column.type) or pa.types.is_binary(column.type):
        raise pa.ArrowTypeError(f"CSV cannot represent a column of {column.type}")
    return column


def read(arguments):
    """Writes the rows of files of the same columns, one after the other."""
    output = sys.stdout.buffer
    schema = None
    for path in arguments.files:
        try:
            with parquet.ParquetFile(path) as file:
                names = file.schema_arrow.names
                if schema is not None and names != schema:
                    sys.exit(f"parquet: {path} has other columns than {arguments.files[0]}: read it by itself")
                for batch in file.iter_batches(batch_size=1 << 16):
                    table = pa.Table.from_arrays([told(column) for column in batch.columns], names=names)
                    csv.write_csv(table, output, csv.WriteOptions(include_header=schema is None))
                    schema = names
                if schema is None:
                    csv.write_csv(file.schema_arrow.empty_table(), output)
                    schema = names
            output.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return
        except (pa.ArrowException, OSError) as error:
            sys.exit(f"parquet: {path} cannot be read: {error}")


def main():
    parser = argparse.ArgumentParser(prog="Tools/parquet/run", description=__doc__, epilog="""
        examples: Tools/parquet/run write picks.parquet --ledger drafts.ledger; Tools/parquet/run tables field --ledger
        drafts.ledger; Tools/parquet/run read dump.parquet | draftledger import - --as bbm""")
    verbs = parser.add_subparsers(dest="verb", required=True)
    writing = verbs.add_parser("write", help="the picks of a ledger, as export --as picks has them",
                               epilog="Whatever else is given goes to export: --ledger, --user, --room.")
    writing.add_argument("file", help="replaced when it is complete")
    writing.add_argument("--program", help="draftledger (default: that of the build next to this folder)")
    folder = verbs.add_parser("tables", help="picks by contest and day, entries, rooms, contests and players",
                              epilog="Whatever else is given goes to export: --ledger, --user, --room.")
    folder.add_argument("folder", help="replaced when it is complete")
    folder.add_argument("--program", help="draftledger (default: that of the build next to this folder)")
    verbs.add_parser("columns", help="the columns of these tables, with their units")
    reading = verbs.add_parser("read", help="a file of Parquet as CSV, to standard output")
    reading.add_argument("files", nargs="+", metavar="file")
    arguments, options = parser.parse_known_args()
    if arguments.verb == "write":
        write(arguments, options)
    elif arguments.verb == "tables":
        write_tables(arguments, options)
    elif options:
        parser.error(f"unrecognized arguments: {' '.join(options)}")
    elif arguments.verb == "columns":
        print("\n".join(tables.described()))
    else:
        read(arguments)


main()
