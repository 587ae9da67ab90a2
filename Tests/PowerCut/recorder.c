/* Preloaded into a process (LD_PRELOAD), records everything that it does to the files below a folder: what it writes,
 * syncs, creates, renames and removes, and between them what it says on standard output, in the order in which it
 * happened. Calls can be made to fail by their number.
 *
 *   POWERCUT_FOLDER  below it everything is recorded; it has to be empty at first
 *   POWERCUT_TRACE   where the trace goes; see include/trace.h
 *   POWERCUT_FAULT   see trace.c
 *
 * What is written through a mapping is not seen: LMDB does so with its table of readers only, which no crash outlives. */
#define _GNU_SOURCE
#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "recording.h"

/* MARK: Writing */

static ssize_t record_write(const char *call, int descriptor, const struct iovec *parts, int count, off_t offset) {
    struct place place;
    bool is_output = descriptor == STDOUT_FILENO;
    if (!place_of_descriptor(descriptor, &place) && !is_output)
        return offset < 0 ? syscall(SYS_writev, descriptor, parts, count)
                          : syscall(SYS_pwritev, descriptor, parts, count, offset, 0);
    size_t length = 0;
    for (int i = 0; i < count; i++) length += parts[i].iov_len;
    char *bytes = malloc(length ? length : 1);
    size_t filled = 0;
    for (int i = 0; i < count; i++)
        for (size_t j = 0; j < parts[i].iov_len; j++) bytes[filled++] = ((const char *)parts[i].iov_base)[j];

    trace_begin();
    ssize_t written = -1;
    bool synchronous = !is_output && fcntl(descriptor, F_GETFL) & O_DSYNC;
    if (is_output) {
        written = syscall(SYS_write, descriptor, bytes, length);
        if (written > 0) trace_add(trace_said, NULL, 0, false, bytes, (size_t)written);
    } else {
        enum fault fault = trace_fault(call, &place, true, synchronous);
        int error = errno;
        off_t start = offset < 0 ? lseek(descriptor, 0, SEEK_CUR) : offset;
        if (fault == fault_short) length /= 2;
        if (fault == fault_killed) {
            trace_add(trace_write, &place, (uint64_t)start, false, bytes, length);
            if (syscall(SYS_pwrite64, descriptor, bytes, length, start) < 0) abort();
            trace_kill();
        }
        /* What could not be made durable is in memory all the same, where it is read. */
        if (fault == fault_io && synchronous) {
            if (syscall(SYS_pwrite64, descriptor, bytes, length, start) < 0) abort();
            trace_add(trace_write, &place, (uint64_t)start, false, bytes, length);
            trace_add(trace_sync_failed, &place, 0, false, NULL, 0);
        }
        if (fault == no_fault || (fault == fault_short && length > 0)) {
            written = offset < 0 ? syscall(SYS_write, descriptor, bytes, length)
                                 : syscall(SYS_pwrite64, descriptor, bytes, length, offset);
            error = errno;
            if (written > 0)
                trace_add(trace_write, &place, (uint64_t)start, synchronous, bytes, (size_t)written);
        } else if (fault == fault_short) {
            written = 0;
        }
        errno = error;
    }
    trace_end();
    int error = errno;
    free(bytes);
    errno = error;
    return written;
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    struct iovec part = {(void *)bytes, length};
    return record_write("write", descriptor, &part, 1, -1);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    return record_write("writev", descriptor, parts, count, -1);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    struct iovec part = {(void *)bytes, length};
    return record_write("pwrite", descriptor, &part, 1, offset);
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
    return record_write("pwritev", descriptor, parts, count, offset);
}

ssize_t pwrite64(int d, const void *bytes, size_t length, off64_t offset) { return pwrite(d, bytes, length, offset); }
ssize_t pwritev64(int d, const struct iovec *parts, int n, off64_t offset) { return pwritev(d, parts, n, offset); }

/* MARK: Lengths */

int ftruncate(int descriptor, off_t length) {
    struct place place;
    if (!place_of_descriptor(descriptor, &place)) return (int)syscall(SYS_ftruncate, descriptor, length);
    trace_begin();
    int result = -1;
    if (trace_fault("ftruncate", &place, false, false) == no_fault) {
        result = (int)syscall(SYS_ftruncate, descriptor, length);
        if (result == 0) trace_add(trace_truncate, &place, (uint64_t)length, false, NULL, 0);
    }
    trace_end();
    return result;
}

int fallocate(int descriptor, int mode, off_t offset, off_t length) {
    struct place place;
    if (!place_of_descriptor(descriptor, &place))
        return (int)syscall(SYS_fallocate, descriptor, mode, offset, length);
    trace_begin();
    int result = -1;
    if (trace_fault("fallocate", &place, false, false) == no_fault) {
        result = (int)syscall(SYS_fallocate, descriptor, mode, offset, length);
        struct stat status;
        if (result == 0 && fstat(descriptor, &status) == 0)
            trace_add(trace_truncate, &place, (uint64_t)status.st_size, false, NULL, 0);
    }
    trace_end();
    return result;
}

int posix_fallocate(int descriptor, off_t offset, off_t length) {
    int before = errno, result = fallocate(descriptor, 0, offset, length) == 0 ? 0 : errno;
    errno = before;
    return result;
}

int ftruncate64(int descriptor, off64_t length) { return ftruncate(descriptor, length); }
int fallocate64(int d, int mode, off64_t offset, off64_t length) { return fallocate(d, mode, offset, length); }
int posix_fallocate64(int d, off64_t offset, off64_t length) { return posix_fallocate(d, offset, length); }

/* MARK: Syncing */

static int record_sync(const char *call, long number, int descriptor) {
    struct place place;
    if (!place_of_descriptor(descriptor, &place)) return (int)syscall(number, descriptor);
    trace_begin();
    int result = -1;
    if (trace_fault(call, &place, false, true) == no_fault) {
        result = (int)syscall(number, descriptor);
        if (result == 0) trace_add(place.is_folder ? trace_sync_folder : trace_sync, &place, 0, false, NULL, 0);
    }
    trace_end();
    return result;
}

int fsync(int descriptor) { return record_sync("fsync", SYS_fsync, descriptor); }
int fdatasync(int descriptor) { return record_sync("fdatasync", SYS_fdatasync, descriptor); }

/* MARK: Names */

int openat(int folder, const char *path, int flags, ...) {
    mode_t mode = 0;
    if (flags & (O_CREAT | O_TMPFILE)) {
        va_list rest;
        va_start(rest, flags);
        mode = va_arg(rest, mode_t);
        va_end(rest);
    }
    struct place place;
    if (!(flags & (O_CREAT | O_TRUNC)) || !place_of_path(folder, path, &place))
        return (int)syscall(SYS_openat, folder, path, flags, mode);
    trace_begin();
    /* Of what others do meanwhile nothing is known before the lock is held. */
    place_of_path(folder, path, &place);
    bool is_new = place.file == 0, cuts = flags & O_TRUNC;
    int descriptor = -1;
    if (!(is_new || cuts) || trace_fault("open", &place, false, false) == no_fault) {
        descriptor = (int)syscall(SYS_openat, folder, path, flags, mode);
        struct place opened;
        if (descriptor >= 0 && is_new && place_of_descriptor(descriptor, &opened))
            trace_add(trace_create, &opened, 0, false, NULL, 0);
        else if (descriptor >= 0)
            trace_add(cuts ? trace_truncate : trace_open, &place, 0, false, NULL, 0);
    }
    trace_end();
    return descriptor;
}

int open(const char *path, int flags, ...) {
    mode_t mode = 0;
    if (flags & (O_CREAT | O_TMPFILE)) {
        va_list rest;
        va_start(rest, flags);
        mode = va_arg(rest, mode_t);
        va_end(rest);
    }
    return openat(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));
int openat64(int folder, const char *path, int flags, ...) __attribute__((alias("openat")));
int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

/* A name that comes to be or ceases to: `other` is the new one of a renaming, and of a link the one that is there. */
static int record_name(
    enum trace_kind kind, const char *call, int folder, const char *path, int other_folder, const char *other, int flags) {
    struct place place, second;
    bool is_recorded = place_of_path(folder, path, &place);
    if (is_recorded) trace_begin();
    int result = -1;
    if (!is_recorded || trace_fault(call, &place, false, false) == no_fault) {
        if (is_recorded) place_of_path(folder, path, &place);
        switch (kind) {
        case trace_rename: result = (int)syscall(SYS_renameat2, folder, path, other_folder, other, flags); break;
        case trace_link: result = (int)syscall(SYS_linkat, other_folder, other, folder, path, flags); break;
        case trace_make_folder: result = (int)syscall(SYS_mkdirat, folder, path, flags); break;
        default: result = (int)syscall(SYS_unlinkat, folder, path, flags); break;
        }
        if (is_recorded && result == 0) {
            if (kind == trace_link) place_of_path(folder, path, &place);
            bool has_other = kind == trace_rename && place_of_path(other_folder, other, &second);
            size_t length = 0;
            while (has_other && second.name[length]) length++;
            trace_add(kind, &place, 0, false, second.name, length);
        }
    }
    if (is_recorded) trace_end();
    return result;
}

int renameat2(int from, const char *path, int to, const char *other, unsigned flags) {
    return record_name(trace_rename, "rename", from, path, to, other, (int)flags);
}
int renameat(int from, const char *path, int to, const char *other) { return renameat2(from, path, to, other, 0); }
int rename(const char *path, const char *other) { return renameat2(AT_FDCWD, path, AT_FDCWD, other, 0); }

int linkat(int from, const char *path, int to, const char *other, int flags) {
    return record_name(trace_link, "link", to, other, from, path, flags);
}
int link(const char *path, const char *other) { return linkat(AT_FDCWD, path, AT_FDCWD, other, 0); }

int unlinkat(int folder, const char *path, int flags) {
    bool is_folder = flags & AT_REMOVEDIR;
    return record_name(
        is_folder ? trace_remove_folder : trace_remove, is_folder ? "rmdir" : "unlink", folder, path, -1, NULL, flags);
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
    int result = unlink(path);
    return result != 0 && errno == EISDIR ? rmdir(path) : result;
}

int mkdirat(int folder, const char *path, mode_t mode) {
    return record_name(trace_make_folder, "mkdir", folder, path, -1, NULL, (int)mode);
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

#endif
