#define _GNU_SOURCE
#include "process.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

static const char *const shapeNames[] = {"tick", "pick", "draft", "wide"};

_Noreturn void fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s: %s\n", contestantName, what, why);
    exit(1);
}

double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double deadline_from(const Options *options, double start) {
    return options->seconds > 0 ? start + options->seconds : 1e300;
}

void run_threads(unsigned count, void *tasks, size_t size, void *(*body)(void *)) {
    pthread_t threads[mostThreads];
    if (count == 1) {
        body(tasks);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        if (pthread_create(&threads[i], NULL, body, (char *)tasks + i * size) != 0) fail("pthread_create", "refused");
    }
    for (unsigned i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

const uint8_t *filler_bytes(void) {
    static uint64_t words[fillerSize / 8];
    static bool filled = false;
    // The first call is parse_options', before there are threads.
    if (!filled) {
        uint64_t state = 0;
        for (unsigned i = 0; i < fillerSize / 8; i++) {
            uint64_t mixed = (state += 0x9E3779B97F4A7C15);
            mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
            mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
            words[i] = mixed ^ (mixed >> 31);
        }
        filled = true;
    }
    return (const uint8_t *)words;
}

static Shape parse_shape(const char *name) {
    for (unsigned i = 0; i < 4; i++) {
        if (strcmp(name, shapeNames[i]) == 0) return (Shape)i;
    }
    fail("--shape", "expected tick, pick, draft or wide");
}

static void read_flag(Options *options, const char *flag, const char *value) {
    if (strcmp(flag, "--workload") == 0) options->workload = value;
    else if (strcmp(flag, "--dir") == 0) options->directory = value;
    else if (strcmp(flag, "--shape") == 0) options->shape = parse_shape(value);
    else if (strcmp(flag, "--events") == 0) options->events = strtoull(value, NULL, 10);
    else if (strcmp(flag, "--rooms") == 0) options->rooms = strtoull(value, NULL, 10);
    else if (strcmp(flag, "--seconds") == 0) options->seconds = strtod(value, NULL);
    else if (strcmp(flag, "--batch") == 0) options->batch = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(flag, "--clients") == 0) options->clients = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(flag, "--threads") == 0) options->threads = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(flag, "--message") == 0) options->message = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(flag, "--touch-only") == 0) options->touchOnly = strcmp(value, "yes") == 0;
    else fail(flag, "unknown flag");
}

Options parse_options(int count, char **arguments) {
    Options options = {.shape = shapeDraft, .events = 100000, .rooms = 64, .batch = 1, .clients = 1, .threads = 1};
    for (int i = 1; i < count; i += 2) {
        if (i + 1 == count) fail(arguments[i], "needs a value");
        read_flag(&options, arguments[i], arguments[i + 1]);
    }
    if (!options.workload || !options.directory) fail("flags", "--workload and --dir are needed");
    if (options.rooms == 0 || options.batch == 0) fail("flags", "--rooms and --batch must be positive");
    filler_bytes();
    return options;
}

// Blocks on disk of the files in the directory; contestants keep no deeper folders.
static uint64_t bytes_on_disk(const char *directory) {
    uint64_t total = 0;
    DIR *listing = opendir(directory);
    if (!listing) return 0;
    for (struct dirent *entry; (entry = readdir(listing));) {
        char path[4096];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        if (stat(path, &status) == 0 && S_ISREG(status.st_mode)) total += (uint64_t)status.st_blocks * 512;
    }
    closedir(listing);
    return total;
}

// Not getrusage on Linux, whose ru_maxrss begins at the size of the process that called exec: the driver's.
static uint64_t peak_resident_bytes(void) {
#ifdef __APPLE__
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_maxrss;
#else
    unsigned long long kibibytes = 0;
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status) && sscanf(line, "VmHWM: %llu", &kibibytes) != 1) {}
    if (status) fclose(status);
    return kibibytes * 1024;
#endif
}

void print_outcome(const Options *options, Outcome outcome) {
    printf("{\"contestant\":\"%s\",\"workload\":\"%s\",\"shape\":\"%s\",\"events\":%llu,\"operations\":%llu,"
           "\"seconds\":%.9f,\"bytes\":%llu,\"peakRSS\":%llu,\"check\":\"%016llx\"}\n",
           contestantName, options->workload, shapeNames[options->shape], (unsigned long long)outcome.events,
           (unsigned long long)outcome.operations, outcome.seconds,
           (unsigned long long)bytes_on_disk(options->directory), (unsigned long long)peak_resident_bytes(),
           (unsigned long long)outcome.check);
}
