import LMDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The right to write to a ledger: an advisory lock on its directory.
///
/// The kernel drops it when the process ends, however it ends, so there is nothing to clean up. It is on the directory
/// itself to leave no file behind, and it is `flock` because that keeps two holders in one process apart too.
final class WriterLock: Sendable {
    private let descriptor: Int32
    private let isReleased = Guarded(false)

    /// Takes the lock or throws `lockedByAnotherWriter`; never waits.
    init(directory: String) throws(LedgerError) {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw LedgerError(
                .storage, path: directory, detail: "opening the directory to lock it: \(Self.text(errno))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let status = errno
            close(descriptor)
            guard status == EWOULDBLOCK else {
                throw LedgerError(.storage, path: directory, detail: "locking the directory: \(Self.text(status))")
            }
            throw LedgerError(
                .lockedByAnotherWriter, path: directory, detail: "another writer has the ledger open")
        }
        self.descriptor = descriptor
    }

    deinit { release() }

    /// Lets the next writer in.
    func release() {
        isReleased.withLock { isReleased in
            guard !isReleased else { return }
            // Unlocked and not only closed: a process that is being spawned at this moment still has a copy.
            flock(descriptor, LOCK_UN)
            close(descriptor)
            isReleased = true
        }
    }

    private static func text(_ status: Int32) -> String { String(cString: strerror(status)) }
}
