#include <lmdb.h>

// LMDB knows the readers of a file by their process numbers: each has a slot with the number, and a lock on the byte of
// `lock.mdb` at that offset, by which others see that it is alive. Process numbers are unique within a PID namespace
// only. The first process of every container has number 1, so of two containers on one volume only one could read.
//
// Any number will do that no other process holds, and LMDB asks for it once, in `mdb_env_create`. So this creates the
// environment in a child that shares the memory (as `vfork` does) and ends at once: the environment has the child's
// number. The caller then owns the number as soon as LMDB has locked its byte, which fails where it is taken.
//
// `mdb_env_close` asks for the process number again, to free the slots that have it. In an environment from here those
// would be somebody else's: it must not be closed.
#include <errno.h>
#include <unistd.h>
#ifdef __linux__
#include <signal.h>
#include <sys/wait.h>

// glibc declares it for _GNU_SOURCE only, which an importer of this header need not have set.
extern int clone(int (*)(void *), void *, int, void *, ...);

static int clmdb_create(void *environment) {
    return mdb_env_create((MDB_env **)environment) & 0x7f;
}

static inline int clmdb_env_create_with_another_number(MDB_env **environment, int *number) {
    enum { share_memory = 0x100, wait_for_child = 0x4000, any_child = 0x40000000 };
    static const int stack_size = 1 << 16;
    char stack[1 << 16] __attribute__((aligned(16)));
    sigset_t all, before;
    int status = 0;
    *environment = 0;
    // A handler that ran in the child would run in the memory of this process.
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    // This thread waits until the child has ended, which sends no SIGCHLD.
    int child = clone(clmdb_create, stack + stack_size, share_memory | wait_for_child, environment);
    int failure = child < 0 ? errno : 0;
    *number = child;
    while (child > 0 && waitpid(child, &status, any_child) < 0 && errno == EINTR) {}
    pthread_sigmask(SIG_SETMASK, &before, 0);
    if (failure) return failure;
    return *environment ? 0 : ENOMEM;
}
#else
static inline int clmdb_env_create_with_another_number(MDB_env **environment, int *number) {
    return ENOSYS;
}
#endif

// Creates an environment under the number of this process.
static inline int clmdb_env_create(MDB_env **environment, int *number) {
    *number = getpid();
    return mdb_env_create(environment);
}
