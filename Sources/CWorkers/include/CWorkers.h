#ifndef CWORKERS_H
#define CWORKERS_H

/// Keeps libdispatch from ending the process while it counts its threads.
///
/// Each second in which work waits for a thread, libdispatch on Linux opens `/proc/TID/stat` of all of its threads, and
/// traps if one cannot be opened: without free descriptors, without `/proc`, or below the `/proc` of another PID namespace,
/// as in a container or a chroot. A program that links this target answers such a call with a descriptor that cannot be
/// read, so that the thread is not counted. There is nothing to call.

#endif
