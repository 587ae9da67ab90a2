#include "harness.h"

#include <stdlib.h>

typedef struct {
    const Options *options;
    Store *store;
    Room *rooms;
    unsigned index;
    uint64_t from, to;
    uint64_t events;
    uint64_t sum;
    double deadline;
} Task;

static void *append_body(void *argument) {
    Task *task = argument;
    const Options *options = task->options;
    Session *session = session_open(task->store);
    bool alone = options->clients == 1;
    Source source = {
        options->shape, options->rooms, alone ? 0 : task->index, alone ? 1 : options->rooms, filler_bytes(),
    };
    uint64_t quota = options->events / options->clients;
    while (task->events < quota && seconds_now() < task->deadline) {
        uint64_t left = quota - task->events;
        unsigned count = left < options->batch ? (unsigned)left : options->batch;
        session_append(session, &source, count);
        task->events += count;
    }
    session_close(session);
    return NULL;
}

static void *replay_body(void *argument) {
    Task *task = argument;
    Session *session = session_open(task->store);
    task->sum = session_replay(session, task->from, task->to, task->rooms, task->options->touchOnly);
    session_close(session);
    return NULL;
}

static void prepare_tasks(Task *tasks, unsigned count, const Options *options, Store *store) {
    if (count == 0 || count > mostThreads) fail("threads or clients", "must be 1 to 256");
    for (unsigned i = 0; i < count; i++) {
        tasks[i] = (Task){.options = options, .store = store, .index = i, .deadline = 1e300};
    }
}

static Outcome run_append(const Options *options, Store *store) {
    Task tasks[mostThreads];
    prepare_tasks(tasks, options->clients, options, store);
    if (options->clients > 1 && options->clients != options->rooms) fail("--clients", "must equal --rooms");
    double start = seconds_now();
    for (unsigned i = 0; i < options->clients; i++) tasks[i].deadline = deadline_from(options, start);
    run_threads(options->clients, tasks, sizeof(Task), append_body);
    Outcome outcome = {.seconds = seconds_now() - start};
    for (unsigned i = 0; i < options->clients; i++) outcome.events += tasks[i].events;
    outcome.operations = (outcome.events + options->batch - 1) / options->batch;
    return outcome;
}

static Outcome run_replay(const Options *options, Store *store) {
    Task tasks[mostThreads];
    prepare_tasks(tasks, options->threads, options, store);
    uint64_t count = store_count(store);
    Outcome outcome = {0};
    for (unsigned i = 0; i < options->threads; i++) {
        tasks[i].from = count * i / options->threads;
        tasks[i].to = count * (i + 1) / options->threads;
        tasks[i].rooms = calloc(options->rooms + 1, sizeof(Room));
    }
    double start = seconds_now();
    do {
        outcome.check = 0;
        for (unsigned i = 0; i < options->threads; i++) {
            memset(tasks[i].rooms, 0, (options->rooms + 1) * sizeof(Room));
        }
        run_threads(options->threads, tasks, sizeof(Task), replay_body);
        for (unsigned i = 0; i < options->threads; i++) {
            outcome.check += options->touchOnly ? tasks[i].sum : rooms_check(tasks[i].rooms, options->rooms);
        }
        outcome.events += count;
        outcome.operations += 1;
        outcome.seconds = seconds_now() - start;
    } while (outcome.seconds < options->seconds);
    return outcome;
}

// Rooms are asked for in an order that visits all of them and never the neighbour next.
static Outcome run_stream(const Options *options, Store *store) {
    Session *session = session_open(store);
    Room *rooms = calloc(options->rooms + 1, sizeof(Room));
    Outcome outcome = {0};
    double start = seconds_now();
    do {
        uint64_t room = (outcome.operations * 7919) % options->rooms + 1;
        memset(&rooms[room], 0, sizeof(Room));
        outcome.events += session_stream(session, options, room, rooms);
        outcome.operations += 1;
        if (room == 1) outcome.check = rooms_check(rooms, 1);
        outcome.seconds = seconds_now() - start;
    } while (outcome.seconds < options->seconds);
    session_close(session);
    return outcome;
}

int main(int count, char **arguments) {
    Options options = parse_options(count, arguments);
    Store *store = store_open(&options);
    Outcome outcome;
    if (strcmp(options.workload, "append") == 0) {
        outcome = run_append(&options, store);
    } else if (strcmp(options.workload, "replay") == 0) {
        outcome = run_replay(&options, store);
    } else if (strcmp(options.workload, "as-of") == 0) {
        outcome = run_stream(&options, store);
    } else {
        fail("--workload", "this contestant has append, replay and as-of");
    }
    store_close(store);
    print_outcome(&options, outcome);
    return 0;
}
