/* What the recorder writes, and whoever replays it reads: entries one behind the other, numbers in the machine's order.
 * An entry is this head, the bytes of its name, and then the bytes of its data. */
#ifndef TRACE_H
#define TRACE_H

#include <stdint.h>

enum trace_kind {
    trace_write = 1,          /* file, offset, data; `synchronous` where the call returned when they were durable */
    trace_truncate = 2,       /* file; offset is the new length */
    trace_sync = 3,           /* file */
    trace_create = 4,         /* file, name */
    trace_link = 5,           /* file, name */
    trace_rename = 6,         /* name, and the new name as data */
    trace_remove = 7,         /* name of a file */
    trace_make_folder = 8,    /* name */
    trace_remove_folder = 9,  /* name */
    trace_sync_folder = 10,   /* name */
    trace_said = 11,          /* data: what went to standard output */
    trace_failed = 12,        /* name of the call and of its file: it was made to fail */
    trace_open = 14,          /* file: opened to be written, and there already */
    trace_sync_failed = 13,   /* file: as above, and what it should have synced counts as written from now on */
};

struct trace_head {
    uint8_t kind;
    uint8_t synchronous;
    uint16_t unused;
    uint32_t call; /* of the calls that can be made to fail, how many there were; the first is 1 */
    uint64_t file; /* its inode; from `create` on another one than before */
    uint64_t offset;
    uint32_t name_length;
    uint32_t data_length;
};

#endif
