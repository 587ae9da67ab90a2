import CLMDB
import Platform

/// A snapshot of an environment, lent to the body of `Environment.read`.
public struct ReadTransaction: Transaction, ~Copyable {
    public let environment: Environment
    public let handle: TransactionHandle
    private let isOwner: Bool
    private var isOpen = true

    init(environment: Environment) throws(LMDBError) {
        self.environment = environment
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
            if status == MDB_SUCCESS, let handle {
                self.handle = TransactionHandle(pointer: handle, isSnapshot: true)
                break
            }
            environment.gate.leave()
            guard status == MDB_MAP_RESIZED else {
                throw LMDBError(status: status, path: environment.path, doing: "beginning to read")
            }
            try environment.adoptMapSize()
        }
        self.isOwner = true
        environment.current.value = handle.pointer
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
        try environment.check(status, "keeping a table open")
    }

    deinit {
        guard isOwner, isOpen else { return }
        environment.current.value = nil
        environment.idleReaders.giveBack(handle.pointer)
        environment.gate.leave()
    }
}

/// Read transactions that have ended and can begin again.
///
/// A new one costs memory and a slot in the reader table, for which LMDB takes a lock that all processes share. One
/// that is kept has its slot, which pins nothing while it is idle.
final class IdleReaders: Sendable {
    private static let limit = 64

    private let handles = Guarded<[Handle]>([])

    /// Unchecked because whoever takes a handle out of the list is alone with it.
    private struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// A transaction to renew; nil when none is idle.
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
