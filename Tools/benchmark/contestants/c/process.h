// The process support of every C contestant: flags, a clock, threads, and the result line. The contract of flags and
// output is in driver/contract.py.

#pragma once

#include "events.h"

#include <stddef.h>

typedef struct {
    const char *workload;
    const char *directory;
    Shape shape;
    uint64_t events;    // at most this many are appended
    uint64_t rooms;
    double seconds;     // start no new work after this long; 0 means no limit
    unsigned batch;     // events in one durable transaction
    unsigned clients;   // concurrent appenders, one room each
    unsigned threads;   // concurrent readers
    unsigned message;   // bytes in a message to hash
    bool touchOnly;     // replay reads one word of each record and folds nothing
} Options;

typedef struct {
    uint64_t events;
    uint64_t operations;  // transactions, passes or queries
    double seconds;
    uint64_t check;
} Outcome;

enum { mostThreads = 256 };

extern const char *const contestantName;

_Noreturn void fail(const char *what, const char *why);
double seconds_now(void);

// The time after which no work is started.
double deadline_from(const Options *options, double start);

// Runs `body` on each of `count` tasks of `size` bytes, a thread each, and waits. One task runs on the calling thread.
void run_threads(unsigned count, void *tasks, size_t size, void *(*body)(void *));

Options parse_options(int count, char **arguments);
void print_outcome(const Options *options, Outcome outcome);
