import CLMDB
import Platform

/// The one transaction that may change an environment, lent to the body of `Environment.write`.
public struct WriteTransaction: Transaction, ~Copyable {
    public let environment: Environment
    public let handle: TransactionHandle
    let mapWasFull: UnsafeMutablePointer<Bool>
    /// Notes the changes, where somebody wants to know them.
    let journal: ChangeJournal?
    private var isOpen = true

    init(
        environment: Environment, mapWasFull: UnsafeMutablePointer<Bool>, journal: ChangeJournal?
    ) throws(LMDBError) {
        self.environment = environment
        self.journal = journal
        self.mapWasFull = mapWasFull
        try environment.checkWritable()
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
        self.handle = TransactionHandle(pointer: handle!, isSnapshot: false)
        environment.current.value = handle
    }

    consuming func commit() throws(LMDBError) {
        isOpen = false
        let status = mdb_txn_commit(handle.pointer)
        if status == MDB_MAP_FULL { mapWasFull.pointee = true }
        environment.current.value = nil
        // While the gate keeps the environment from being closed.
        defer { environment.gate.leave() }
        guard status == MDB_SUCCESS else { throw environment.commitError(status) }
        if environment.durability == .full { try environment.syncDrive() }
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

extension WriteTransaction {
    /// The way in which a key gets its place.
    public enum Placement: Sendable {
        /// In the order of keys, replacing the value of an equal key.
        case ordered
        /// At the end of the table, unsearched; the key must be greater than all others (`keyOrder` otherwise).
        case appended

        var flags: UInt32 { self == .appended ? UInt32(MDB_APPEND) : 0 }
    }

    /// Stores a value at `key`.
    public func put<Key: TableKey>(
        _ bytes: UnsafeRawBufferPointer, at key: Key, in table: Table<Key>, placement: Placement = .ordered
    ) throws(LMDBError) {
        let status = key.withKeyBytes { keyBytes in
            var key = MDB_val(keyBytes)
            var value = MDB_val(bytes)
            return mdb_put(handle.pointer, table.identifier, &key, &value, placement.flags)
        }
        try check(status, "writing \(table.name)")
        note(key, bytes, in: table)
    }

    /// Stores a value at `key`.
    public func put<Key: TableKey>(
        _ bytes: [UInt8], at key: Key, in table: Table<Key>, placement: Placement = .ordered
    ) throws(LMDBError) {
        var failure: LMDBError?
        bytes.withUnsafeBytes { bytes in
            do throws(LMDBError) { try put(bytes, at: key, in: table, placement: placement) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Makes room for a value at `key` and lets `body` write it in place, all of it: the room is not cleared first.
    public func reserve<Key: TableKey>(
        _ count: Int, at key: Key, in table: Table<Key>, placement: Placement = .ordered,
        _ body: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(LMDBError) {
        var value = MDB_val(mv_size: count, mv_data: nil)
        let status = key.withKeyBytes { keyBytes in
            var key = MDB_val(keyBytes)
            return mdb_put(
                handle.pointer, table.identifier, &key, &value, placement.flags | UInt32(MDB_RESERVE))
        }
        try check(status, "writing \(table.name)")
        let room = UnsafeMutableRawBufferPointer(start: value.mv_data, count: value.mv_size)
        body(room)
        note(key, UnsafeRawBufferPointer(room), in: table)
    }

    /// Removes `key` and its value.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func remove<Key: TableKey>(_ key: Key, in table: Table<Key>) throws(LMDBError) -> Bool {
        let status = key.withKeyBytes { keyBytes in
            var key = MDB_val(keyBytes)
            return mdb_del(handle.pointer, table.identifier, &key, nil)
        }
        if status == MDB_NOTFOUND { return false }
        try check(status, "removing from \(table.name)")
        noteRemoval(key, in: table)
        return true
    }

    /// Removes every key of a table; the table stays.
    public func removeAll<Key: TableKey>(in table: Table<Key>) throws(LMDBError) {
        try check(mdb_drop(handle.pointer, table.identifier, 0), "emptying \(table.name)")
        noteRemoval(nil, in: table)
    }

    /// Returns the table of that name, and creates it if it is missing. If a transaction creates several, it creates
    /// all or none.
    ///
    /// Only for use in this transaction; later callers get it from the environment.
    public func createTable<Key: TableKey>(
        named name: String, keys: Key.Type = Key.self
    ) throws(LMDBError) -> Table<Key> {
        Table(name: name, identifier: try createTable(name, isInteger: Key.isInteger))
    }

    func createTable(_ name: String, isInteger: Bool) throws(LMDBError) -> UInt32 {
        let flags = UInt32(MDB_CREATE) | (isInteger ? UInt32(MDB_INTEGERKEY) : 0)
        var identifier: UInt32 = 0
        try check(mdb_dbi_open(handle.pointer, name, flags, &identifier), "creating table \(name)")
        return identifier
    }
}
