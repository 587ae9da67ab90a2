import CLMDB

/// Puts value after value at the end of a table, lent to the body of `withAppender`.
///
/// A put of its own finds its way down the tree each time; an appender stays at the last leaf.
public struct Appender<Key: TableKey>: ~Copyable {
    let pointer: OpaquePointer
    let table: Table<Key>
    let mapWasFull: UnsafeMutablePointer<Bool>
    let environment: Environment

    deinit { mdb_cursor_close(pointer) }

    /// Stores a value at `key`, which must be greater than every key of the table.
    ///
    /// - Throws: `keyOrder` when it is not; otherwise like `WriteTransaction.put`.
    public func append(_ bytes: UnsafeRawBufferPointer, at key: Key) throws(LMDBError) {
        let status = key.withKeyBytes { keyBytes in
            var key = MDB_val(keyBytes)
            var value = MDB_val(bytes)
            return mdb_cursor_put(pointer, &key, &value, UInt32(MDB_APPEND))
        }
        guard status != MDB_SUCCESS else { return }
        if status == MDB_MAP_FULL { mapWasFull.pointee = true }
        throw LMDBError(status: status, path: environment.path, doing: "appending to \(table.name)")
    }
}

extension WriteTransaction {
    /// Lends `body` an appender to the end of a table.
    public func withAppender<Key: TableKey, Result>(
        to table: Table<Key>, _ body: (borrowing Appender<Key>) throws -> Result
    ) throws -> Result {
        var pointer: OpaquePointer?
        try check(
            mdb_cursor_open(handle.pointer, table.identifier, &pointer), "opening a cursor on \(table.name)")
        return try body(
            // Set by a call that has succeeded.
            Appender(pointer: pointer!, table: table, mapWasFull: mapWasFull, environment: environment))
    }
}
