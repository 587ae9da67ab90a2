// The floor of verifying: SHA-256 through OpenSSL's libcrypto, over the messages of an RFC 6962 tree. Each event costs
// one leaf (0x00 and the record) and, near enough, one inner node (0x01 and two hashes: 65 bytes).
//
// `digest` hashes messages of --message bytes; `verify` hashes a leaf and a node for each event of the shape.

#define OPENSSL_SUPPRESS_DEPRECATED
#include "process.h"

#include <openssl/sha.h>

const char *const contestantName = "openssl";

enum { stride = 1024 };  // events between two looks at the clock

typedef struct {
    const Options *options;
    double deadline;
    uint64_t events;
    uint64_t check;
} Task;

static void hash(const uint8_t *message, size_t length, uint8_t *digest) {
    SHA256_CTX context;
    SHA256_Init(&context);
    SHA256_Update(&context, message, length);
    SHA256_Final(digest, &context);
}

// Each digest goes into the next message, so that no digest can be left out.
static void *digest_body(void *argument) {
    Task *task = argument;
    size_t length = task->options->message;
    if (length < 32 || length > fillerSize) fail("--message", "expected 32 to 65,536");
    uint8_t message[fillerSize];
    memcpy(message, filler_bytes(), length);
    while (seconds_now() < task->deadline) {
        for (unsigned i = 0; i < stride; i++) hash(message, length, message);
        task->events += stride;
    }
    memcpy(&task->check, message, 8);
    return NULL;
}

static void *verify_body(void *argument) {
    Task *task = argument;
    Source source = {task->options->shape, task->options->rooms, 0, 1, filler_bytes()};
    uint8_t leaf[1 + largestRecord] = {0}, node[65] = {1};
    Event event;
    while (seconds_now() < task->deadline) {
        for (unsigned i = 0; i < stride; i++) {
            source_next(&source, &event);
            memcpy(leaf + 1, event.bytes, event.length);
            hash(leaf, 1 + event.length, node + 1);
            hash(node, sizeof node, node + 33);
        }
        task->events += stride;
    }
    memcpy(&task->check, node + 33, 8);
    return NULL;
}

int main(int count, char **arguments) {
    Options options = parse_options(count, arguments);
    bool verifies = strcmp(options.workload, "verify") == 0;
    if (!verifies && strcmp(options.workload, "digest") != 0) fail("--workload", "expected digest or verify");
    if (options.threads == 0 || options.threads > mostThreads) fail("--threads", "expected 1 to 256");
    if (options.seconds <= 0) fail("--seconds", "must be positive");
    Task tasks[mostThreads] = {0};
    double start = seconds_now();
    for (unsigned i = 0; i < options.threads; i++) {
        tasks[i] = (Task){.options = &options, .deadline = deadline_from(&options, start)};
    }
    run_threads(options.threads, tasks, sizeof(Task), verifies ? verify_body : digest_body);
    Outcome outcome = {.seconds = seconds_now() - start};
    for (unsigned i = 0; i < options.threads; i++) {
        outcome.events += tasks[i].events;
        outcome.check ^= tasks[i].check;
    }
    outcome.operations = outcome.events;
    print_outcome(&options, outcome);
    return 0;
}
