import CLMDB
import Platform

/// A snapshot of an environment, lent to the body of `Environment.read`.
public struct ReadTransaction: Transaction, ~Copyable {
    public let environment: Environment
    public let handle: TransactionHandle
    private let isOwner: Bool
    /// The mark of a reader without a slot.
    private var mark: UInt64?
    /// When it began, for a reader without a slot; on the monotonic clock.
    private var begun: UInt64 = 0
    private var isOpen = true

    init(environment: Environment) throws(LMDBError) {
        self.environment = environment
        if let marks = environment.marks {
            (handle, mark) = try Self.begin(in: environment, marks)
            begun = SystemClock.monotonic()
        } else {
            handle = try Self.begin(in: environment)
        }
        self.isOwner = true
        environment.current.value = handle.pointer
    }

    /// Begins a snapshot that is marked, and has not been replaced while LMDB read its meta page.
    private static func begin(
        in environment: Environment, _ marks: SnapshotMarks
    ) throws(LMDBError) -> (TransactionHandle, mark: UInt64) {
        while true {
            let mark = try marks.begin()
            do throws(LMDBError) {
                let handle = try begin(in: environment)
                // The meta page of a commit is overwritten by the second one after it, and not before the first one is done.
                do throws(LMDBError) {
                    if try marks.lastCommit() == UInt64(mdb_txn_id(handle.pointer)) { return (handle, mark) }
                } catch {
                    giveBack(handle, to: environment)
                    throw error
                }
                giveBack(handle, to: environment)
            } catch {
                marks.end(mark)
                throw error
            }
            marks.end(mark)
        }
    }

    private static func begin(in environment: Environment) throws(LMDBError) -> TransactionHandle {
        while true {
            guard environment.gate.enter() else { throw environment.closedError }
            var handle = environment.idleReaders.take()
            var status = MDB_SUCCESS
            if let idle = handle {
                status = mdb_txn_renew(idle)
                if status != MDB_SUCCESS { mdb_txn_abort(idle) }
            } else {
                status = mdb_txn_begin(environment.handle, nil, UInt32(MDB_RDONLY), &handle)
            }
            if status == MDB_SUCCESS, let handle { return TransactionHandle(pointer: handle, isSnapshot: true) }
            environment.gate.leave()
            guard status == MDB_MAP_RESIZED else {
                throw LMDBError(status: status, path: environment.path, doing: "beginning to read")
            }
            try environment.adoptMapSize()
        }
    }

    private static func giveBack(_ handle: TransactionHandle, to environment: Environment) {
        environment.idleReaders.giveBack(handle.pointer)
        environment.gate.leave()
    }

    /// Makes sure that what was read was the snapshot, which a reader without a slot cannot rely on.
    ///
    /// - Throws: `readerNotProtected`.
    func confirm(hasFailed: Bool = false) throws(LMDBError) {
        guard isOwner, mark != nil, let marks = environment.marks else { return }
        try marks.confirm(UInt64(mdb_txn_id(handle.pointer)), begun: begun, hasFailed: hasFailed)
    }

    /// Reads through the transaction that the thread is already in.
    init(environment: Environment, sharing outer: OpaquePointer) {
        self.environment = environment
        // It may be one that writes.
        self.handle = TransactionHandle(pointer: outer, isSnapshot: false)
        self.isOwner = false
    }

    /// Ends the transaction so that the tables it opened stay open.
    consuming func commitKeepingTables() throws(LMDBError) {
        isOpen = false
        environment.current.value = nil
        let status = mdb_txn_commit(handle.pointer)
        environment.gate.leave()
        if let mark { environment.marks?.end(mark) }
        try environment.check(status, "keeping a table open")
    }

    deinit {
        guard isOwner, isOpen else { return }
        environment.current.value = nil
        Self.giveBack(handle, to: environment)
        if let mark { environment.marks?.end(mark) }
    }
}

/// Read transactions that have ended and can begin again.
///
/// A new one costs memory and a slot in the reader table, for which LMDB takes a lock that all processes share. One
/// that is kept has its slot, which pins nothing while it is idle.
final class IdleReaders: Sendable {
    private static let limit = 64

    private let handles = Guarded<[Handle]>([])

    /// Unchecked because the thread that takes a handle out of the list is the only one that uses it.
    private struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// A transaction to renew; nil if no transaction is idle.
    func take() -> OpaquePointer? {
        handles.withLock { $0.popLast()?.pointer }
    }

    /// Ends a transaction's snapshot and keeps the rest of it.
    func giveBack(_ pointer: OpaquePointer) {
        mdb_txn_reset(pointer)
        let isKept = handles.withLock { handles in
            guard handles.count < Self.limit else { return false }
            handles.append(Handle(pointer: pointer))
            return true
        }
        if !isKept { mdb_txn_abort(pointer) }
    }

    /// Frees them all, before the environment is closed.
    func removeAll() {
        handles.withLock { handles in
            for handle in handles { mdb_txn_abort(handle.pointer) }
            handles = []
        }
    }
}
