import CLMDB

/// A transaction's place in LMDB. Only this module can look inside.
public struct TransactionHandle {
    let pointer: OpaquePointer
    /// Whether all that it sees lies in the map and does not change: a transaction's own changes lie elsewhere.
    let isSnapshot: Bool
}

/// The common part of reading and writing transactions: a consistent view of the tables.
///
/// A transaction cannot be copied. It is lent to a closure and ends with it.
public protocol Transaction: ~Copyable {
    /// The environment that it belongs to.
    var environment: Environment { get }
    /// Its place in LMDB.
    var handle: TransactionHandle { get }
}

extension Transaction where Self: ~Copyable {
    /// Lends the value at `key`, without copying it, to `body`; nil, without calling it, if the table has no such key.
    public func withValue<Key: TableKey, Result>(
        at key: Key, in table: Table<Key>, _ body: (RawSpan) throws -> Result
    ) throws -> Result? {
        guard let value = try find(key, in: table) else { return nil }
        return try body(UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size).bytes)
    }

    /// Returns a copy of the value at `key`; nil if the table has no such key.
    public func value<Key: TableKey>(at key: Key, in table: Table<Key>) throws(LMDBError) -> [UInt8]? {
        guard let value = try find(key, in: table) else { return nil }
        return Array(UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size))
    }

    /// Whether there is a value at `key`.
    public func contains<Key: TableKey>(_ key: Key, in table: Table<Key>) throws(LMDBError) -> Bool {
        try find(key, in: table) != nil
    }

    /// The number of keys in a table. Kept by LMDB: one look, whatever the size.
    public func count<Key: TableKey>(of table: Table<Key>) throws(LMDBError) -> Int {
        var statistics = MDB_stat()
        try environment.check(mdb_stat(handle.pointer, table.identifier, &statistics), "measuring \(table.name)")
        return statistics.ms_entries
    }

    private func find<Key: TableKey>(_ key: Key, in table: Table<Key>) throws(LMDBError) -> MDB_val? {
        var value = MDB_val()
        let status = key.withKeyBytes { bytes in
            var key = MDB_val(bytes)
            return mdb_get(handle.pointer, table.identifier, &key, &value)
        }
        if status == MDB_NOTFOUND { return nil }
        try environment.check(status, "reading \(table.name)")
        return value
    }
}
