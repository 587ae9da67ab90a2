import CLMDB
import Platform

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
