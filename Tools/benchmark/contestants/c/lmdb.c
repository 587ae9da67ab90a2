// The floor: liblmdb with one table, position to record, appended in order and synced. No stream index, no hashing, no
// versions. A room is read as the ledger reads one: back through `previous` from the head, then folded forward; the
// head's position is computed here, which a real store must look up.

#include "harness.h"

#include <lmdb.h>
#include <stdlib.h>

const char *const contestantName = "lmdb";

struct Store {
    MDB_env *environment;
    MDB_dbi table;
};

struct Session {
    Store *store;
    const uint8_t **records;  // the records of one room, newest first
    uint64_t capacity;
};

static void check(int code, const char *what) {
    if (code != MDB_SUCCESS) fail(what, mdb_strerror(code));
}

Store *store_open(const Options *options) {
    Store *store = calloc(1, sizeof *store);
    check(mdb_env_create(&store->environment), "mdb_env_create");
    check(mdb_env_set_mapsize(store->environment, (size_t)1 << 36), "mdb_env_set_mapsize");
    check(mdb_env_set_maxreaders(store->environment, 512), "mdb_env_set_maxreaders");
    check(mdb_env_set_maxdbs(store->environment, 1), "mdb_env_set_maxdbs");
    check(mdb_env_open(store->environment, options->directory, MDB_NOTLS, 0644), "mdb_env_open");
    MDB_txn *transaction;
    check(mdb_txn_begin(store->environment, NULL, 0, &transaction), "mdb_txn_begin");
    check(mdb_dbi_open(transaction, "events", MDB_CREATE | MDB_INTEGERKEY, &store->table), "mdb_dbi_open");
    check(mdb_txn_commit(transaction), "mdb_txn_commit");
    return store;
}

void store_close(Store *store) {
    mdb_env_close(store->environment);
    free(store);
}

static MDB_txn *begin(Store *store, unsigned flags) {
    MDB_txn *transaction;
    check(mdb_txn_begin(store->environment, NULL, flags, &transaction), "mdb_txn_begin");
    return transaction;
}

uint64_t store_count(Store *store) {
    MDB_txn *transaction = begin(store, MDB_RDONLY);
    MDB_stat status;
    check(mdb_stat(transaction, store->table, &status), "mdb_stat");
    mdb_txn_abort(transaction);
    return status.ms_entries;
}

Session *session_open(Store *store) {
    Session *session = calloc(1, sizeof *session);
    session->store = store;
    return session;
}

void session_close(Session *session) {
    free(session->records);
    free(session);
}

void session_append(Session *session, Source *source, unsigned count) {
    MDB_txn *transaction = begin(session->store, 0);
    Event event;
    for (unsigned i = 0; i < count; i++) {
        uint64_t position = source->next;
        source_next(source, &event);
        MDB_val key = {sizeof position, &position};
        MDB_val value = {event.length, event.bytes};
        check(mdb_put(transaction, session->store->table, &key, &value, MDB_APPEND), "mdb_put");
    }
    check(mdb_txn_commit(transaction), "mdb_txn_commit");
}

uint64_t session_replay(Session *session, uint64_t from, uint64_t to, Room *rooms, bool touchOnly) {
    MDB_txn *transaction = begin(session->store, MDB_RDONLY);
    MDB_cursor *cursor;
    check(mdb_cursor_open(transaction, session->store->table, &cursor), "mdb_cursor_open");
    MDB_val key = {sizeof from, &from}, value;
    MDB_cursor_op operation = MDB_SET_RANGE;
    uint64_t sum = 0;
    for (uint64_t position = from; position < to; position++) {
        check(mdb_cursor_get(cursor, &key, &value, operation), "mdb_cursor_get");
        operation = MDB_NEXT;
        if (touchOnly) {
            uint64_t word;
            memcpy(&word, value.mv_data, 8);
            sum += word;
        } else {
            fold_record(rooms, value.mv_data);
        }
    }
    mdb_cursor_close(cursor);
    mdb_txn_abort(transaction);
    return sum;
}

uint64_t session_stream(Session *session, const Options *options, uint64_t room, Room *rooms) {
    MDB_txn *transaction = begin(session->store, MDB_RDONLY);
    MDB_stat status;
    check(mdb_stat(transaction, session->store->table, &status), "mdb_stat");
    uint64_t position = room - 1 + (status.ms_entries - room) / options->rooms * options->rooms;
    uint64_t count = 0;
    while (position != UINT64_MAX) {
        MDB_val key = {sizeof position, &position}, value;
        check(mdb_get(transaction, session->store->table, &key, &value), "mdb_get");
        if (count == session->capacity) {
            session->capacity = session->capacity ? session->capacity * 2 : 1024;
            session->records = realloc(session->records, session->capacity * sizeof *session->records);
        }
        session->records[count++] = value.mv_data;
        memcpy(&position, (const uint8_t *)value.mv_data + 20, 8);
    }
    for (uint64_t i = count; i > 0; i--) fold_record(rooms, session->records[i - 1]);
    mdb_txn_abort(transaction);
    return count;
}
