#define _GNU_SOURCE
#include <stdlib.h>

// Another C library may be linked statically, where no function stands behind this one.
#if defined(__linux__) && defined(__GLIBC__)

#undef _FORTIFY_SOURCE

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/types.h>

typedef int (*open_function)(const char *, int, ...);

// Neither a descriptor nor -1, for which libdispatch looks.
enum { unreadable = -2 };

static int is_called_by_libdispatch(const void *caller) {
    Dl_info info;
    return dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "libdispatch");
}

// Stands before the C library's function of that name for all libraries of the program.
int open(const char *path, int flags, ...) {
    static _Atomic(open_function) known;
    open_function next = atomic_load_explicit(&known, memory_order_relaxed);
    if (!next) {
        next = (open_function)dlsym(RTLD_NEXT, "open");
        atomic_store_explicit(&known, next, memory_order_relaxed);
    }
    mode_t mode = 0;
    if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) {
        va_list rest;
        va_start(rest, flags);
        mode = va_arg(rest, mode_t);
        va_end(rest);
    }
    int descriptor = next(path, flags, mode);
    if (descriptor == -1 && strncmp(path, "/proc/", 6) == 0 && is_called_by_libdispatch(__builtin_return_address(0))) {
        return unreadable;
    }
    return descriptor;
}

#endif
