import CLMDB

/// A place in a table, lent to the body of `withCursor`.
///
/// Each move answers whether it found a key; the key and value there can be read until the next move or change.
public struct Cursor<Key: TableKey>: ~Copyable {
    let pointer: OpaquePointer
    let environment: Environment
    let table: Table<Key>
    @usableFromInline var keyBytes = UnsafeRawBufferPointer(start: nil, count: 0)
    @usableFromInline var valueBytes = UnsafeRawBufferPointer(start: nil, count: 0)

    init(pointer: OpaquePointer, environment: Environment, table: Table<Key>) {
        self.pointer = pointer
        self.environment = environment
        self.table = table
    }

    deinit { mdb_cursor_close(pointer) }

    /// The key at the cursor.
    ///
    /// - Throws: `corrupted` when the stored bytes are no such key.
    /// - Precondition: the last move found one.
    @inlinable
    public var key: Key {
        get throws(LMDBError) {
            guard let key = Key(keyBytes: keyBytes) else { throw keyError() }
            return key
        }
    }

    /// The value at the cursor, lent without a copy.
    @inlinable
    public func withValue<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(valueBytes.bytes)
    }

    /// The size of the value in bytes.
    @inlinable
    public var valueCount: Int { valueBytes.count }

    /// To the table's first key.
    public mutating func first() throws(LMDBError) -> Bool { try move(MDB_FIRST) }

    /// To the table's last key.
    public mutating func last() throws(LMDBError) -> Bool { try move(MDB_LAST) }

    /// To the next key.
    public mutating func next() throws(LMDBError) -> Bool { try move(MDB_NEXT) }

    /// To the previous key.
    public mutating func previous() throws(LMDBError) -> Bool { try move(MDB_PREV) }

    /// To `key` itself.
    public mutating func move(to key: Key) throws(LMDBError) -> Bool { try seek(key, MDB_SET_KEY) }

    /// To the first key that is not less than `key`.
    public mutating func move(toOrAfter key: Key) throws(LMDBError) -> Bool { try seek(key, MDB_SET_RANGE) }

    private mutating func move(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
        var key = MDB_val()
        var value = MDB_val()
        let status = mdb_cursor_get(pointer, &key, &value, operation)
        return try arrive(status, key, value)
    }

    private mutating func seek(_ target: Key, _ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
        var key = MDB_val()
        var value = MDB_val()
        let status = target.withKeyBytes { bytes in
            key = MDB_val(bytes)
            return mdb_cursor_get(pointer, &key, &value, operation)
        }
        return try arrive(status, key, value)
    }

    private mutating func arrive(_ status: Int32, _ key: MDB_val, _ value: MDB_val) throws(LMDBError) -> Bool {
        if status == MDB_NOTFOUND { return false }
        try environment.check(status, "moving through \(table.name)")
        keyBytes = UnsafeRawBufferPointer(start: key.mv_data, count: key.mv_size)
        valueBytes = UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
        return true
    }

    @usableFromInline
    func keyError() -> LMDBError {
        LMDBError(
            .corrupted, path: environment.path, detail: "table \(table.name) has a key of \(keyBytes.count) bytes")
    }
}

extension Transaction where Self: ~Copyable {
    /// Lends `body` a cursor, placed nowhere yet.
    public func withCursor<Key: TableKey, Result>(
        on table: Table<Key>, _ body: (inout Cursor<Key>) throws -> Result
    ) throws -> Result {
        var pointer: OpaquePointer?
        let status = mdb_cursor_open(handle.pointer, table.identifier, &pointer)
        try environment.check(status, "opening a cursor on \(table.name)")
        var cursor = Cursor(pointer: pointer!, environment: environment, table: table)
        return try body(&cursor)
    }
}
