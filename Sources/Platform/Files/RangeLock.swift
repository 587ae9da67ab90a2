#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Advisory locks on ranges of bytes, which need not exist. They belong to the open file (Linux: "open file description
/// locks"), so that closing another descriptor of the same file does not drop them, as it drops a process's own locks.
///
/// A shared lock needs no right to write, neither to the file nor to the file system: a reader of a read-only mount can
/// hold one, and a writer elsewhere on the machine sees it.
extension OpenFile {
    #if canImport(Glibc)
        // F_OFD_GETLK and F_OFD_SETLK, which glibc declares for _GNU_SOURCE only.
        private static let queryCommand: Int32 = 36
        private static let setCommand: Int32 = 37
    #else
        // F_OFD_GETLK and F_OFD_SETLK of macOS.
        private static let queryCommand: Int32 = 92
        private static let setCommand: Int32 = 90
    #endif

    /// Locks a range; never waits.
    ///
    /// - Throws: `wouldBlock` where another open file has a lock that excludes it; what the file system cannot do.
    package func lockRange(from start: UInt64, count: UInt64 = 1, isShared: Bool) throws(Errno) {
        try setLock(isShared ? F_RDLCK : F_WRLCK, start, count)
    }

    /// Unlocks a range.
    package func unlockRange(from start: UInt64, count: UInt64 = 1) throws(Errno) {
        try setLock(F_UNLCK, start, count)
    }

    /// Returns the first byte of a lock that another open file has in a range; nil if no other file has a lock there.
    ///
    /// One system call, about half a microsecond.
    package func foreignLock(from start: UInt64, count: UInt64) throws(Errno) -> UInt64? {
        var lock = Self.lock(F_WRLCK, start, count)
        guard fcntl(descriptor, Self.queryCommand, &lock) == 0 else { throw .last }
        return Int32(lock.l_type) == Int32(F_UNLCK) ? nil : max(start, UInt64(lock.l_start))
    }

    private func setLock(_ kind: some BinaryInteger, _ start: UInt64, _ count: UInt64) throws(Errno) {
        var lock = Self.lock(kind, start, count)
        guard fcntl(descriptor, Self.setCommand, &lock) == 0 else {
            throw errno == EACCES ? .wouldBlock : .last
        }
    }

    private static func lock(_ kind: some BinaryInteger, _ start: UInt64, _ count: UInt64) -> flock {
        var lock = flock()
        lock.l_type = Int16(truncatingIfNeeded: kind)
        lock.l_whence = Int16(truncatingIfNeeded: SEEK_SET)
        lock.l_start = off_t(start)
        lock.l_len = off_t(count)
        return lock
    }
}
