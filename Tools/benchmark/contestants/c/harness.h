// The workloads of every store written in C. A contestant is this harness linked with one file that implements the
// functions below.

#pragma once

#include "process.h"

typedef struct Store Store;      // what a process opens once
typedef struct Session Session;  // what each of its threads opens

Store *store_open(const Options *options);
void store_close(Store *store);

// The number of events in the store: one more than the last position.
uint64_t store_count(Store *store);

Session *session_open(Store *store);
void session_close(Session *session);

// Takes `count` events from `source` and makes them durable in one transaction. Where the store can, a single event is
// refused unless its version is the next of its room.
void session_append(Session *session, Source *source, unsigned count);

// Folds the events at positions `from..<to` into `rooms`, or adds up their first words when `touchOnly` is set.
// Returns that sum, or 0.
uint64_t session_replay(Session *session, uint64_t from, uint64_t to, Room *rooms, bool touchOnly);

// Folds every event of one room, found through whatever index the store keeps. Returns how many there were.
uint64_t session_stream(Session *session, const Options *options, uint64_t room, Room *rooms);
