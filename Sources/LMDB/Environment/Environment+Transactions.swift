import CLMDB
import Platform

extension Environment {
    /// Runs `body` on a snapshot of the environment: what was committed when it began, whatever is written meanwhile.
    ///
    /// While `body` runs, pages that writers replace stay in use and the map cannot grow, so keep it short: copy what
    /// is needed, or read in chunks. Inside another transaction of the same thread, `body` sees that one's snapshot.
    /// About a tenth of a microsecond.
    ///
    /// - Throws: what `body` throws, or an `LMDBError`: `closed`, `readersFull`, `readerNotProtected`, `system`.
    public func read<Result>(_ body: (borrowing ReadTransaction) throws -> Result) throws -> Result {
        if let outer = current.value {
            return try body(ReadTransaction(environment: self, sharing: outer))
        }
        let transaction = try ReadTransaction(environment: self)
        let result: Result
        do {
            result = try body(transaction)
        } catch {
            try transaction.confirm(hasFailed: true)
            throw error
        }
        try transaction.confirm()
        return result
    }

    /// Whether the current thread is in a transaction of this environment: what it reads is of that one's snapshot.
    public var isInTransaction: Bool { current.value != nil }

    /// Runs `body` in a transaction that is committed when it returns and leaves no trace when it throws.
    ///
    /// One write transaction runs at a time; others wait. When the map turns out to be too small, the transaction is
    /// undone, the map grows and `body` runs **again**: until it returns, it must not change anything but the
    /// transaction, or be ready to do so again.
    ///
    /// - Parameters:
    ///   - journal: notes the changes of tables; nil where they need not be known, which costs nothing.
    ///   - body: makes the changes.
    /// - Throws: what `body` throws, or an `LMDBError`: `readOnly`, `diskFull`, `mapFull` (the map cannot grow),
    ///   `closed`, `writingFailed`, `system`. The environment is then as it was before the call.
    /// - Precondition: the thread is in no other transaction of this environment.
    public func write<Result>(
        notedIn journal: ChangeJournal? = nil, _ body: (borrowing WriteTransaction) throws -> Result
    ) throws -> Result {
        precondition(current.value == nil, "a write transaction inside another transaction of the same thread")
        guard access == .readWrite else {
            throw LMDBError(.readOnly, path: path, detail: "opened for reading only")
        }
        return try writing.withLock { state in
            freeDeadReadersNowAndThen(&state)
            pinForReadersWithoutSlot()
            if state.isMapFilling { growIfIdle() }
            while true {
                state.mapWasFull = false
                journal?.restart()
                do {
                    return try attempt(body, journal, &state)
                } catch  where state.mapWasFull {
                    try grow()
                }
            }
        }
    }

    private func attempt<Result>(
        _ body: (borrowing WriteTransaction) throws -> Result, _ journal: ChangeJournal?, _ state: inout WriteState
    ) throws -> Result {
        let (result, isFilling) = try withUnsafeMutablePointer(to: &state.mapWasFull) { mapWasFull in
            let transaction = try WriteTransaction(environment: self, mapWasFull: mapWasFull, journal: journal)
            let result = try body(transaction)
            let isFilling = isMapFilling()
            try transaction.commit()
            return (result, isFilling)
        }
        state.isMapFilling = isFilling
        return result
    }
}

/// The state of an environment after a failed commit.
///
/// After a failed sync, the kernel treats the pages that it could not write as written, and the next sync reports
/// success. So a sync is never retried: the environment takes no further transaction. The contents of the disk are
/// known only when it is opened again.
///
/// A full disk is the exception. Every page that a later commit refers to was either synced by an earlier one or is
/// written by the later one itself, the whole of it: nothing that the full disk did not take is relied on.
extension Environment {
    /// Translates the answer to a failed commit or sync.
    ///
    /// When a write stores less than it was asked to, LMDB answers EIO, whatever the reason. On a disk without room
    /// for a further page the reason is known.
    func commitError(_ status: Int32, doing action: String = "committing") -> LMDBError {
        if Errno(status) == .inputOutput, isDiskFull {
            return LMDBError(.diskFull, path: path, status: status, detail: "\(action): no space left on the disk")
        }
        let error = LMDBError(status: status, path: path, doing: action)
        let isOfDisk = error.code == .system && status > 0 && Errno(status) != .noMemory
        guard isOfDisk || error.code == .writingFailed else { return error }
        let failed = LMDBError(.writingFailed, path: path, status: status, detail: error.detail)
        failure.withLock { $0 = $0 ?? failed }
        return failed
    }

    /// - Throws: `writingFailed` after a commit or sync that failed.
    func checkWritable() throws(LMDBError) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Has the drive empty its own cache where a commit is promised to be durable and LMDB does not see to that.
    ///
    /// On macOS neither `fsync` nor a descriptor opened with `O_DSYNC`, by which LMDB writes the root, waits for the drive
    /// itself. LMDB's own sync of the data before the root asks for that in the later releases of 0.9.
    func syncDrive() throws(LMDBError) {
        #if canImport(Darwin)
            var descriptor: Int32 = -1
            mdb_env_get_fd(handle, &descriptor)
            do {
                try Descriptor(descriptor).sync()
            } catch {
                throw commitError(error.rawValue, doing: "syncing the drive")
            }
        #endif
    }

    private var isDiskFull: Bool { FileSystem.freeSpace(at: path).map { $0 < 1 << 20 } ?? false }
}

extension Environment {
    /// How long a writer leaves the slots of dead readers alone. Looking costs a system call for each process that
    /// reads, a few microseconds.
    private static let nanosecondsBetweenChecks: UInt64 = 1_000_000_000

    /// Frees the slots of readers whose process has ended, unless that was done recently.
    ///
    /// The slot of a reader that was killed in a transaction keeps its snapshot until the slot is freed. Until then, a
    /// writer reuses no page, and each commit makes the file longer. So a long-running writer must do this itself.
    func freeDeadReadersNowAndThen(_ state: inout WriteState) {
        let now = SystemClock.monotonic()
        guard now >= state.nextReaderCheck else { return }
        state.nextReaderCheck = now + Self.nanosecondsBetweenChecks
        guard gate.enter() else { return }
        defer { gate.leave() }
        freeDeadReaders()
    }

    /// Keeps the pages of readers that have no slot in the table; see `SnapshotMarks`.
    func pinForReadersWithoutSlot() {
        guard let pins, gate.enter() else { return }
        defer { gate.leave() }
        pins.update(in: handle)
    }

    /// Frees the slots of readers whose process has ended. Failing to free them costs space, nothing else.
    func freeDeadReaders() {
        var dead: Int32 = 0
        mdb_reader_check(handle, &dead)
    }
}
