#define _GNU_SOURCE
#ifdef __linux__

#include "recording.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static char folder[longest_path];
static size_t folder_length;
static int trace = -1;

static uint32_t calls;
static uint32_t first_fault, fault_count;
static enum fault chosen_fault;

/* POWERCUT_FAULT is "KIND FIRST COUNT": io|full|short|interrupted|killed, the number of the first call that fails, and how many
 * do. */
static void read_fault(const char *text) {
    char kind[32];
    if (sscanf(text, "%31s %u %u", kind, &first_fault, &fault_count) != 3) abort();
    const char *names[] = {"", "io", "full", "short", "interrupted", "killed"};
    for (int i = 1; i < 6; i++)
        if (strcmp(kind, names[i]) == 0) chosen_fault = (enum fault)i;
    if (chosen_fault == no_fault) abort();
}

__attribute__((constructor)) static void begin(void) {
    const char *below = getenv("POWERCUT_FOLDER"), *path = getenv("POWERCUT_TRACE"), *fault = getenv("POWERCUT_FAULT");
    if (!below || !path) return;
    if (!realpath(below, folder)) abort();
    folder_length = strlen(folder);
    int low = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    /* Out of the way of programs that close every number that they know of. */
    trace = fcntl(low, F_DUPFD_CLOEXEC, 500);
    if (trace < 0) abort();
    close(low);
    if (fault) read_fault(fault);
}

static bool is_below(const char *path, struct place *place) {
    if (trace < 0 || strncmp(path, folder, folder_length) != 0) return false;
    const char *rest = path + folder_length;
    if (*rest != '/' && *rest != 0) return false;
    strncpy(place->name, *rest ? rest + 1 : rest, longest_path - 1);
    place->name[longest_path - 1] = 0;
    return true;
}

bool place_of_descriptor(int descriptor, struct place *place) {
    struct stat status;
    if (trace < 0 || fstat(descriptor, &status) != 0) return false;
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return false;
    char link[64], path[longest_path];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return false;
    path[length] = 0;
    place->file = status.st_ino;
    place->is_folder = S_ISDIR(status.st_mode);
    return is_below(path, place);
}

bool place_of_path(int start, const char *path, struct place *place) {
    if (trace < 0) return false;
    char whole[longest_path], link[64], parent[longest_path];
    size_t used = 0;
    if (*path != '/') {
        snprintf(link, sizeof link, start == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", start);
        ssize_t length = readlink(link, whole, sizeof whole - 2);
        if (length < 0) return false;
        used = (size_t)length;
        whole[used++] = '/';
    }
    if (strlen(path) >= sizeof whole - used) return false;
    strcpy(whole + used, path);
    for (size_t end = strlen(whole); end > 1 && whole[end - 1] == '/'; end--) whole[end - 1] = 0;
    char *slash = strrchr(whole, '/');
    *slash = 0;
    /* What leads to the name is resolved, the name itself is not: it may be new, or a link. */
    if (!realpath(slash == whole ? "/" : whole, parent)) return false;
    size_t length = strlen(parent);
    if (length + strlen(slash + 1) + 2 > sizeof parent) return false;
    parent[length] = '/';
    strcpy(parent + length + 1, slash + 1);
    struct stat status;
    bool exists = lstat(parent, &status) == 0;
    place->file = exists ? status.st_ino : 0;
    place->is_folder = exists && S_ISDIR(status.st_mode);
    return is_below(parent, place);
}

void trace_begin(void) { pthread_mutex_lock(&order); }
void trace_end(void) { pthread_mutex_unlock(&order); }

void trace_add(
    enum trace_kind kind, const struct place *place, uint64_t offset, bool synchronous, const void *data, size_t length) {
    if (trace < 0) return;
    int error = errno;
    struct trace_head head = {
        .kind = (uint8_t)kind,
        .synchronous = synchronous,
        .call = calls,
        .file = place ? place->file : 0,
        .offset = offset,
        .name_length = place ? (uint32_t)strlen(place->name) : 0,
        .data_length = (uint32_t)length,
    };
    struct iovec parts[] = {
        {&head, sizeof head}, {(void *)(place ? place->name : ""), head.name_length}, {(void *)data, length}};
    if (syscall(SYS_writev, trace, parts, 3) != (long)(sizeof head + head.name_length + length)) abort();
    errno = error;
}

void trace_kill(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

enum fault trace_fault(const char *call, const struct place *place, bool is_write, bool is_sync) {
    calls++;
    if (calls < first_fault || calls - first_fault >= fault_count) return no_fault;
    /* Only a write can be short; a disk can be found full by whatever takes room, an interruption by what waits. */
    if (chosen_fault == fault_short && !is_write) return no_fault;
    if (chosen_fault == fault_interrupted && !is_write && !is_sync) return no_fault;
    /* A write that is cut short this way has reached memory, and perhaps not the disk. */
    if (chosen_fault == fault_killed) {
        if (!is_write) trace_kill();
        return fault_killed;
    }
    struct place named = *place;
    snprintf(named.name, sizeof named.name, "%.32s %.4000s", call, place->name);
    bool is_lost = is_sync && !place->is_folder && chosen_fault == fault_io;
    /* A synchronous write stands in the trace before its failure does. */
    if (!is_lost || !is_write) trace_add(is_lost ? trace_sync_failed : trace_failed, &named, 0, false, NULL, 0);
    errno = chosen_fault == fault_full ? ENOSPC : chosen_fault == fault_interrupted ? EINTR : EIO;
    return chosen_fault;
}

#endif
