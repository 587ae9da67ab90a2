/* One ordered trace of what a process does to the files below a folder. */
#ifndef POWERCUT_RECORDING_H
#define POWERCUT_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "include/trace.h"

enum { longest_path = 4096 };

/* Something below the folder. */
struct place {
    uint64_t file;
    bool is_folder;
    char name[longest_path]; /* relative to the folder; empty for the folder itself */
};

/* How a call is made to fail. */
enum fault { no_fault, fault_io, fault_full, fault_short, fault_interrupted, fault_killed };

/* Whether an open descriptor is a file or folder that is recorded. */
bool place_of_descriptor(int descriptor, struct place *place);

/* Whether a name is, of something that is there or not. */
bool place_of_path(int folder, const char *path, struct place *place);

/* Held over a call and its entry, so that the trace has them in the order in which they happened. */
void trace_begin(void);
void trace_end(void);

/* The end of the process, in the middle of a call. */
void trace_kill(void);

/* Counts a call, and says whether it is to fail; if so, that is in the trace, but of a synchronous write that is not. */
enum fault trace_fault(const char *call, const struct place *place, bool is_write, bool is_sync);

/* Adds an entry. */
void trace_add(
    enum trace_kind kind, const struct place *place, uint64_t offset, bool synchronous, const void *data, size_t length);

#endif
