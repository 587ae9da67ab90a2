"""An event table in PostgreSQL, served over HTTP: a backend without the product. No tokens, no rules, no draft;
the only check is that an event is the next of its stream, and that its id is new.

    postgres_events.py PORT DATABASE    serves until it is ended; `POST /events` of a JSON object, and `GET /livez`
"""

import asyncio
import json
import sys
import uuid

import asyncpg
from aiohttp import web

TABLE = """
CREATE TABLE IF NOT EXISTS event (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    stream bigint NOT NULL, version int NOT NULL, id uuid NOT NULL UNIQUE, body jsonb NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(), UNIQUE (stream, version))
"""
INSERT = "INSERT INTO event (stream, version, id, body) VALUES ($1, $2, $3, $4) RETURNING position"


async def append(request: web.Request) -> web.Response:
    body = json.loads(await request.read())
    try:
        position = await request.app["pool"].fetchval(
            INSERT, body["room"], body["pick"], uuid.UUID(body["id"]), json.dumps(body))
    except asyncpg.UniqueViolationError as error:
        return web.json_response({"code": "conflict", "detail": str(error)}, status=409)
    return web.json_response({"position": position})


async def live(_: web.Request) -> web.Response:
    return web.json_response({"status": "live"})


async def main(port: int, database: str) -> None:
    app = web.Application()
    app.add_routes([web.post("/events", append), web.get("/livez", live)])
    app["pool"] = await asyncpg.create_pool(database, min_size=16, max_size=16)
    async with app["pool"].acquire() as connection:
        # Of two processes that start at once, one makes the table; statements in one call would be one transaction, whose
        # table the other would not see yet when it has the lock.
        for statement in ("SELECT pg_advisory_lock(1)", TABLE, "SELECT pg_advisory_unlock(1)"):
            await connection.execute(statement)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, reuse_port=True).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
