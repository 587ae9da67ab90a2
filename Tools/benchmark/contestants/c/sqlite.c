// SQLite as an event store: write-ahead log, synchronous=FULL (each commit waits for the disk), one table, and a unique
// index on (room, version) that refuses a version taken already and finds the events of a room. Appenders take turns
// on one connection, which is quicker than letting 64 of them fight for SQLite's own lock.

#include "harness.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

const char *const contestantName = "sqlite";

struct Store {
    char path[4096];
    sqlite3 *writer;
    sqlite3_stmt *begin, *insert, *commit;
    pthread_mutex_t turn;
};

struct Session {
    Store *store;
    sqlite3 *reader;  // opened at the first read
    sqlite3_stmt *range, *stream;
};

static void check(int code, int expected, sqlite3 *connection, const char *what) {
    if (code != expected) fail(what, sqlite3_errmsg(connection));
}

static sqlite3 *open_connection(const char *path) {
    sqlite3 *connection;
    check(sqlite3_open(path, &connection), SQLITE_OK, connection, path);
    sqlite3_busy_timeout(connection, 30000);  // readers that open at the same moment wait for one another
    check(sqlite3_exec(connection,
                       "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA mmap_size=17179869184;",
                       NULL, NULL, NULL), SQLITE_OK, connection, "pragmas");
    return connection;
}

static sqlite3_stmt *prepare(sqlite3 *connection, const char *text) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v2(connection, text, -1, &statement, NULL), SQLITE_OK, connection, text);
    return statement;
}

Store *store_open(const Options *options) {
    Store *store = calloc(1, sizeof *store);
    snprintf(store->path, sizeof store->path, "%s/events.sqlite", options->directory);
    pthread_mutex_init(&store->turn, NULL);
    store->writer = open_connection(store->path);
    check(sqlite3_exec(store->writer,
                       "CREATE TABLE IF NOT EXISTS events (position INTEGER PRIMARY KEY, room INTEGER NOT NULL,"
                       " version INTEGER NOT NULL, record BLOB NOT NULL, UNIQUE (room, version))",
                       NULL, NULL, NULL), SQLITE_OK, store->writer, "create table");
    store->begin = prepare(store->writer, "BEGIN IMMEDIATE");
    store->insert = prepare(store->writer, "INSERT INTO events (room, version, record) VALUES (?, ?, ?)");
    store->commit = prepare(store->writer, "COMMIT");
    return store;
}

void store_close(Store *store) {
    sqlite3_finalize(store->begin);
    sqlite3_finalize(store->insert);
    sqlite3_finalize(store->commit);
    check(sqlite3_close(store->writer), SQLITE_OK, store->writer, "close");
    free(store);
}

uint64_t store_count(Store *store) {
    sqlite3_stmt *statement = prepare(store->writer, "SELECT coalesce(max(position), 0) FROM events");
    check(sqlite3_step(statement), SQLITE_ROW, store->writer, "count");
    uint64_t count = (uint64_t)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return count;
}

Session *session_open(Store *store) {
    Session *session = calloc(1, sizeof *session);
    session->store = store;
    return session;
}

void session_close(Session *session) {
    if (session->reader) {
        sqlite3_finalize(session->range);
        sqlite3_finalize(session->stream);
        check(sqlite3_close(session->reader), SQLITE_OK, session->reader, "close");
    }
    free(session);
}

static void step_and_reset(sqlite3_stmt *statement, sqlite3 *connection, const char *what) {
    check(sqlite3_step(statement), SQLITE_DONE, connection, what);
    sqlite3_reset(statement);
}

void session_append(Session *session, Source *source, unsigned count) {
    Store *store = session->store;
    Event event;
    pthread_mutex_lock(&store->turn);
    step_and_reset(store->begin, store->writer, "begin");
    for (unsigned i = 0; i < count; i++) {
        source_next(source, &event);
        sqlite3_bind_int64(store->insert, 1, (sqlite3_int64)event.room);
        sqlite3_bind_int64(store->insert, 2, event.version);
        sqlite3_bind_blob(store->insert, 3, event.bytes, (int)event.length, SQLITE_STATIC);
        step_and_reset(store->insert, store->writer, "insert");
    }
    step_and_reset(store->commit, store->writer, "commit");
    pthread_mutex_unlock(&store->turn);
}

static void open_reader(Session *session) {
    if (session->reader) return;
    session->reader = open_connection(session->store->path);
    session->range = prepare(session->reader,
                             "SELECT record FROM events WHERE position > ? AND position <= ? ORDER BY position");
    session->stream = prepare(session->reader, "SELECT record FROM events WHERE room = ? ORDER BY version");
}

uint64_t session_replay(Session *session, uint64_t from, uint64_t to, Room *rooms, bool touchOnly) {
    if (touchOnly) fail("--touch-only", "only the floor has it");
    open_reader(session);
    sqlite3_bind_int64(session->range, 1, (sqlite3_int64)from);
    sqlite3_bind_int64(session->range, 2, (sqlite3_int64)to);
    int code;
    while ((code = sqlite3_step(session->range)) == SQLITE_ROW) {
        fold_record(rooms, sqlite3_column_blob(session->range, 0));
    }
    check(code, SQLITE_DONE, session->reader, "replay");
    sqlite3_reset(session->range);
    return 0;
}

uint64_t session_stream(Session *session, const Options *options, uint64_t room, Room *rooms) {
    (void)options;
    open_reader(session);
    sqlite3_bind_int64(session->stream, 1, (sqlite3_int64)room);
    uint64_t count = 0;
    int code;
    while ((code = sqlite3_step(session->stream)) == SQLITE_ROW) {
        fold_record(rooms, sqlite3_column_blob(session->stream, 0));
        count += 1;
    }
    check(code, SQLITE_DONE, session->reader, "stream");
    sqlite3_reset(session->stream);
    return count;
}
