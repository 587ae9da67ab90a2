/* Loaded before the C library (LD_PRELOAD): the time of day, offset by the microseconds in a file. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static int (*real)(clockid_t, struct timespec *);
static volatile const int64_t *offset;

__attribute__((constructor)) static void begin(void) {
    real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    const char *path = getenv("SHIFTED_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *map = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    if (map != MAP_FAILED) offset = map;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!real) begin();
    int status = real(clock, time);
    if (status == 0 && clock == CLOCK_REALTIME && offset) {
        int64_t shifted = (int64_t)time->tv_sec * 1000000000 + time->tv_nsec + *offset * 1000;
        time->tv_sec = shifted / 1000000000;
        time->tv_nsec = shifted % 1000000000;
    }
    return status;
}
