// The least that a durable append can cost: overwrite blocks that already exist and wait for the disk, nothing else.
// It answers how much of an append is the disk's.

#define _GNU_SOURCE
#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *const contestantName = "fdatasync";

enum { fileSize = 8 << 20 };

struct Store {
    int file;
    off_t offset;
};

struct Session {
    Store *store;
    uint8_t *buffer;
};

Store *store_open(const Options *options) {
    if (options->clients > 1) fail("--clients", "this floor has one writer");
    char path[4096];
    snprintf(path, sizeof path, "%s/log", options->directory);
    Store *store = calloc(1, sizeof *store);
    store->file = open(path, O_RDWR | O_CREAT, 0644);
    if (store->file < 0) fail(path, strerror(errno));
    static const uint8_t zeros[1 << 20];
    for (int written = 0; written < fileSize; written += sizeof zeros) {
        if (write(store->file, zeros, sizeof zeros) != sizeof zeros) fail(path, strerror(errno));
    }
    if (fsync(store->file) != 0) fail(path, strerror(errno));
    return store;
}

void store_close(Store *store) {
    close(store->file);
    free(store);
}

uint64_t store_count(Store *store) {
    (void)store;
    fail("replay", "this floor only appends");
}

Session *session_open(Store *store) {
    Session *session = calloc(1, sizeof *session);
    session->store = store;
    session->buffer = malloc((size_t)10000 * largestRecord);
    return session;
}

void session_close(Session *session) {
    free(session->buffer);
    free(session);
}

void session_append(Session *session, Source *source, unsigned count) {
    if (count > 10000) fail("--batch", "at most 10,000");
    size_t length = 0;
    Event event;
    for (unsigned i = 0; i < count; i++) {
        source_next(source, &event);
        memcpy(session->buffer + length, event.bytes, event.length);
        length += event.length;
    }
    Store *store = session->store;
    if (store->offset + (off_t)length > fileSize) store->offset = 0;
    ssize_t written = pwrite(store->file, session->buffer, length, store->offset);
    if (written != (ssize_t)length) fail("pwrite", strerror(errno));
    store->offset += (off_t)length;
#ifdef __APPLE__
    if (fcntl(store->file, F_FULLFSYNC) != 0) fail("F_FULLFSYNC", strerror(errno));
#else
    if (fdatasync(store->file) != 0) fail("fdatasync", strerror(errno));
#endif
}

uint64_t session_replay(Session *session, uint64_t from, uint64_t to, Room *rooms, bool touchOnly) {
    (void)session, (void)from, (void)to, (void)rooms, (void)touchOnly;
    fail("replay", "this floor only appends");
}

uint64_t session_stream(Session *session, const Options *options, uint64_t room, Room *rooms) {
    (void)session, (void)options, (void)room, (void)rooms;
    fail("as-of", "this floor only appends");
}
