/* Loaded before the C library (LD_PRELOAD): writes and syncs of a ledger's file fail with the error number in a file. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

static volatile const int *failure;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FAILING_DISK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *map = mmap(NULL, sizeof *failure, PROT_READ, MAP_SHARED, file, 0);
    if (map != MAP_FAILED) failure = map;
}

static int fails(int file) {
    if (!failure || !*failure) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 4 || memcmp(path + length - 4, ".mdb", 4)) return 0;
    errno = *failure;
    return 1;
}

#define INSTEAD(TYPE, NAME, PARAMETERS, ...)                                   \
    TYPE NAME PARAMETERS {                                                     \
        static TYPE (*real) PARAMETERS;                                        \
        if (!real) real = (TYPE (*) PARAMETERS)dlsym(RTLD_NEXT, #NAME);        \
        return fails(file) ? -1 : real(__VA_ARGS__);                           \
    }

INSTEAD(ssize_t, write, (int file, const void *bytes, size_t count), file, bytes, count)
INSTEAD(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), file, bytes, count, at)
INSTEAD(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), file, bytes, count, at)
INSTEAD(ssize_t, pwritev, (int file, const struct iovec *parts, int count, off_t at), file, parts, count, at)
INSTEAD(ssize_t, pwritev64, (int file, const struct iovec *parts, int count, off64_t at), file, parts, count, at)
INSTEAD(int, fsync, (int file), file)
INSTEAD(int, fdatasync, (int file), file)
