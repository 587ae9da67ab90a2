"""The engines that run the SQL: DuckDB in this process, or Spark on the cores of this machine."""

import csv
import datetime
import pathlib
import sys

TABLES = ("picks", "entries", "rooms", "contests", "players")
MOST = """SELECT user_id FROM entries WHERE user_id IS NOT NULL
    GROUP BY user_id ORDER BY count(*) DESC, user_id LIMIT 1"""


class Engine:
    """An engine over the tables: each statement is the same text for all of them."""

    def user_with_most_entries(self):
        """The number of a user; None if no user is known."""
        rows = self.rows(MOST)
        return rows[0]["user_id"] if rows else None

    def print(self, statement):
        """Prints rows as CSV."""
        names, rows = self.fetch(statement)
        writer = csv.writer(sys.stdout)
        writer.writerow(names)
        writer.writerows(rows)

    def rows(self, statement):
        """The rows as dictionaries, in their order."""
        names, rows = self.fetch(statement)
        return [dict(zip(names, map(plain, row))) for row in rows]


def plain(value):
    """As JSON has it."""
    return value.isoformat() if isinstance(value, datetime.date) else value


class DuckDB(Engine):
    def __init__(self, folder):
        import duckdb

        self.connection = duckdb.connect()
        # Nothing of it needs an extension, and none is fetched.
        self.connection.execute("SET autoinstall_known_extensions = false")
        for table in TABLES:
            files = str(folder / table / "**" / "*.parquet").replace("'", "''")
            self.run(f"CREATE TEMPORARY VIEW {table} AS SELECT * FROM "
                     f"read_parquet('{files}', hive_partitioning = {'true' if table == 'picks' else 'false'})")

    def run(self, statement):
        self.connection.execute(statement)

    def fetch(self, statement):
        result = self.connection.execute(statement)
        return [column[0] for column in result.description], result.fetchall()

    def close(self):
        self.connection.close()


class Spark(Engine):
    def __init__(self, folder):
        from pyspark.sql import SparkSession

        self.session = (
            SparkSession.builder.master("local[*]").appName("draft-ledger")
            .config("spark.ui.enabled", "false").config("spark.sql.session.timeZone", "UTC")
            .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.memory", "4g").config("spark.driver.maxResultSize", "2g")
            .config("spark.sql.shuffle.partitions", "16").config("spark.log.level", "ERROR")
            .config("spark.ui.showConsoleProgress", "false").getOrCreate())
        for table in TABLES:
            self.session.read.parquet(str(pathlib.Path(folder).absolute() / table)).createOrReplaceTempView(table)

    def run(self, statement):
        self.session.sql(statement)

    def fetch(self, statement):
        frame = self.session.sql(statement)
        return frame.columns, [tuple(row) for row in frame.collect()]

    def close(self):
        self.session.stop()


def opened(name, folder):
    """An engine with the tables of a folder as views."""
    return {"duckdb": DuckDB, "spark": Spark}[name](folder)
