// RocksDB as an event store: `e` + position holds the record, `s` + room + version holds the position (big-endian, so
// that keys sort as numbers). Each write is one WriteBatch with a synced write-ahead log; RocksDB groups the writes of
// concurrent threads by itself. A single event is refused if its version exists, under a lock for its room, because
// RocksDB alone has no such check.

#include "harness.h"

#include <pthread.h>
#include <rocksdb/c.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

const char *const contestantName = "rocksdb";

enum { lockCount = 256, eventKeySize = 9, streamKeySize = 17 };

struct Store {
    rocksdb_t *database;
    rocksdb_options_t *options;
    rocksdb_readoptions_t *read;
    rocksdb_writeoptions_t *write;
    _Atomic uint64_t next;
    bool appended;
    pthread_mutex_t locks[lockCount];
};

struct Session {
    Store *store;
};

static void check(char *error, const char *what) {
    if (error) fail(what, error);
}

static void put_big_endian(char *bytes, uint64_t number) {
    for (int i = 0; i < 8; i++) bytes[i] = (char)(number >> (56 - 8 * i));
}

static uint64_t get_big_endian(const char *bytes) {
    uint64_t number = 0;
    for (int i = 0; i < 8; i++) number = number << 8 | (uint8_t)bytes[i];
    return number;
}

static void event_key(char *key, uint64_t position) {
    key[0] = 'e';
    put_big_endian(key + 1, position);
}

static void stream_key(char *key, uint64_t room, uint64_t version) {
    key[0] = 's';
    put_big_endian(key + 1, room);
    put_big_endian(key + 9, version);
}

// The event keys sort before every `f`, so the last one is just before it.
static uint64_t count_events(Store *store) {
    rocksdb_iterator_t *iterator = rocksdb_create_iterator(store->database, store->read);
    rocksdb_iter_seek_for_prev(iterator, "f", 1);
    uint64_t count = 0;
    size_t length;
    if (rocksdb_iter_valid(iterator)) count = get_big_endian(rocksdb_iter_key(iterator, &length) + 1) + 1;
    rocksdb_iter_destroy(iterator);
    return count;
}

Store *store_open(const Options *options) {
    Store *store = calloc(1, sizeof *store);
    char *error = NULL;
    store->options = rocksdb_options_create();
    rocksdb_options_set_create_if_missing(store->options, 1);
    rocksdb_options_increase_parallelism(store->options, 4);
    store->database = rocksdb_open(store->options, options->directory, &error);
    check(error, "rocksdb_open");
    store->read = rocksdb_readoptions_create();
    store->write = rocksdb_writeoptions_create();
    rocksdb_writeoptions_set_sync(store->write, 1);
    for (unsigned i = 0; i < lockCount; i++) pthread_mutex_init(&store->locks[i], NULL);
    atomic_init(&store->next, count_events(store));
    return store;
}

// Flushes, so that the bytes on disk are those of sorted files and not of a log that says the same again.
void store_close(Store *store) {
    if (store->appended) {
        char *error = NULL;
        rocksdb_flushoptions_t *options = rocksdb_flushoptions_create();
        rocksdb_flushoptions_set_wait(options, 1);
        rocksdb_flush(store->database, options, &error);
        check(error, "rocksdb_flush");
        rocksdb_flushoptions_destroy(options);
    }
    rocksdb_close(store->database);
    free(store);
}

uint64_t store_count(Store *store) {
    return atomic_load(&store->next);
}

Session *session_open(Store *store) {
    Session *session = calloc(1, sizeof *session);
    session->store = store;
    return session;
}

void session_close(Session *session) {
    free(session);
}

static void refuse_taken_version(Store *store, const Event *event) {
    char key[streamKeySize], *error = NULL;
    size_t length;
    stream_key(key, event->room, event->version);
    char *found = rocksdb_get(store->database, store->read, key, sizeof key, &length, &error);
    check(error, "rocksdb_get");
    if (found) fail("append", "the version is taken");
}

void session_append(Session *session, Source *source, unsigned count) {
    Store *store = session->store;
    rocksdb_writebatch_t *batch = rocksdb_writebatch_create();
    pthread_mutex_t *lock = count == 1 ? &store->locks[source->next % source->rooms % lockCount] : NULL;
    if (lock) pthread_mutex_lock(lock);
    uint64_t position = atomic_fetch_add(&store->next, count);
    Event event;
    for (unsigned i = 0; i < count; i++) {
        source_next(source, &event);
        if (lock) refuse_taken_version(store, &event);
        char key[eventKeySize], index[streamKeySize], value[8];
        event_key(key, position + i);
        stream_key(index, event.room, event.version);
        put_big_endian(value, position + i);
        rocksdb_writebatch_put(batch, key, sizeof key, (const char *)event.bytes, event.length);
        rocksdb_writebatch_put(batch, index, sizeof index, value, sizeof value);
    }
    char *error = NULL;
    rocksdb_write(store->database, store->write, batch, &error);
    check(error, "rocksdb_write");
    if (lock) pthread_mutex_unlock(lock);
    rocksdb_writebatch_destroy(batch);
    store->appended = true;
}

uint64_t session_replay(Session *session, uint64_t from, uint64_t to, Room *rooms, bool touchOnly) {
    if (touchOnly) fail("--touch-only", "only the floor has it");
    rocksdb_iterator_t *iterator = rocksdb_create_iterator(session->store->database, session->store->read);
    char key[eventKeySize];
    event_key(key, from);
    rocksdb_iter_seek(iterator, key, sizeof key);
    for (uint64_t position = from; position < to; position++) {
        if (!rocksdb_iter_valid(iterator)) fail("replay", "an event is missing");
        size_t length;
        fold_record(rooms, (const uint8_t *)rocksdb_iter_value(iterator, &length));
        rocksdb_iter_next(iterator);
    }
    rocksdb_iter_destroy(iterator);
    return 0;
}

uint64_t session_stream(Session *session, const Options *options, uint64_t room, Room *rooms) {
    (void)options;
    Store *store = session->store;
    rocksdb_iterator_t *iterator = rocksdb_create_iterator(store->database, store->read);
    char start[streamKeySize], key[eventKeySize], *error = NULL;
    stream_key(start, room, 0);
    uint64_t count = 0;
    for (rocksdb_iter_seek(iterator, start, sizeof start); rocksdb_iter_valid(iterator); rocksdb_iter_next(iterator)) {
        size_t length;
        if (memcmp(rocksdb_iter_key(iterator, &length), start, 9) != 0) break;
        event_key(key, get_big_endian(rocksdb_iter_value(iterator, &length)));
        char *record = rocksdb_get(store->database, store->read, key, sizeof key, &length, &error);
        check(error, "rocksdb_get");
        if (!record) fail("stream", "an event is missing");
        fold_record(rooms, (const uint8_t *)record);
        rocksdb_free(record);
        count += 1;
    }
    rocksdb_iter_destroy(iterator);
    return count;
}
