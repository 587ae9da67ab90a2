"""Reads an exported SQLite file with readers that know nothing of this project, and prints what they find as JSON.

read.py sqlite FILE   with the sqlite3 module of Python
read.py duckdb FILE   with DuckDB and its SQLite scanner (pip install duckdb duckdb-extension-sqlite-scanner)
"""
import json
import pathlib
import sqlite3
import sys

TABLES = ["contest", "room", "player", "entry", "pick", "event", "posting", "dispute"]

# Not the file's own view: a second opinion on it.
EXPOSURE = """
    SELECT min(player.name), count(*), sum(pick.pick_number), sum(entry.fee_cents)
    FROM pick
    JOIN entry ON entry.entry_id = pick.entry_id
    JOIN room ON room.room_id = pick.room_id
    JOIN player ON player.pool_id = pick.pool_id AND player.player_index = pick.player_index
    WHERE room.status = 'complete'
    GROUP BY pick.person_id"""

BALANCES = "SELECT account, sum(amount_cents) FROM posting GROUP BY account HAVING sum(amount_cents) <> 0"


def sqlite(path):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    return lambda sql: connection.execute(sql).fetchall()


def duckdb(path):
    import duckdb
    import duckdb_extension_sqlite_scanner as scanner

    extension = next(pathlib.Path(scanner.__file__).parent.glob("extensions/*/*.duckdb_extension"))
    connection = duckdb.connect()
    connection.execute(f"LOAD '{extension}'")
    connection.execute(f"ATTACH '{path}' AS ledger (TYPE sqlite, READ_ONLY)")
    connection.execute("USE ledger")
    return lambda sql: connection.execute(sql).fetchall()


query = {"sqlite": sqlite, "duckdb": duckdb}[sys.argv[1]](sys.argv[2])
print(
    json.dumps(
        {
            "counts": {table: query(f"SELECT count(*) FROM {table}")[0][0] for table in TABLES},
            "meta": dict(query("SELECT key, value FROM meta")),
            "postings": int(query("SELECT coalesce(sum(amount_cents), 0) FROM posting")[0][0]),
            "exposure": [f"{name} {n} {int(picks)} {int(fees)}" for name, n, picks, fees in query(EXPOSURE)],
            "view": [list(row) for row in query("SELECT name, drafted, exposure, average_pick FROM exposure")],
            "balances": {account: int(cents) for account, cents in query(BALANCES)},
            "bodies": all(isinstance(json.loads(body), dict) for (body,) in query("SELECT body FROM event")),
        }
    )
)
