import CLMDB
import Platform

/// The one transaction that may change an environment, lent to the body of `Environment.write`.
public struct WriteTransaction: Transaction, ~Copyable {
    public let environment: Environment
    public let handle: TransactionHandle
    let mapWasFull: UnsafeMutablePointer<Bool>
    private var isOpen = true

    init(environment: Environment, mapWasFull: UnsafeMutablePointer<Bool>) throws(LMDBError) {
        self.environment = environment
        self.mapWasFull = mapWasFull
        var handle: OpaquePointer?
        while true {
            guard environment.gate.enter() else { throw environment.closedError }
            let status = mdb_txn_begin(environment.handle, nil, 0, &handle)
            if status == MDB_SUCCESS { break }
            environment.gate.leave()
            guard status == MDB_MAP_RESIZED else {
                throw LMDBError(status: status, path: environment.path, doing: "beginning to write")
            }
            try environment.adoptMapSize()
        }
        // Set by a call that has succeeded.
        self.handle = TransactionHandle(pointer: handle!)
        environment.current.value = handle
    }

    consuming func commit() throws(LMDBError) {
        isOpen = false
        let status = mdb_txn_commit(handle.pointer)
        if status == MDB_MAP_FULL { mapWasFull.pointee = true }
        environment.current.value = nil
        environment.gate.leave()
        guard status == MDB_SUCCESS else { throw environment.commitError(status) }
    }

    deinit {
        guard isOpen else { return }
        mdb_txn_abort(handle.pointer)
        environment.current.value = nil
        environment.gate.leave()
    }

    func check(_ status: Int32, _ action: @autoclosure () -> String) throws(LMDBError) {
        guard status != MDB_SUCCESS else { return }
        if status == MDB_MAP_FULL { mapWasFull.pointee = true }
        throw LMDBError(status: status, path: environment.path, doing: action())
    }
}
