import CLMDB

/// A place in a table, lent to the body of `withCursor`.
///
/// Each move answers whether it found a key; the key and value there can be read until the next move or change.
public struct Cursor<Key: TableKey>: ~Copyable {
    @usableFromInline let raw: RawCursor
    /// Where `raw` keeps the sizes and addresses of the key and the value.
    @usableFromInline let words: UnsafeRawPointer

    init(_ raw: RawCursor) {
        self.raw = raw
        words = raw.words
    }

    deinit { raw.close() }

    /// The key at the cursor.
    ///
    /// - Throws: `corrupted` when the stored bytes are no such key.
    /// - Precondition: the last move found one.
    @inlinable
    public var key: Key {
        get throws(LMDBError) {
            if let key = Key(keyBytes: bytes(at: 0)) { return key }
            throw raw.keyError()
        }
    }

    /// Lends the value at the cursor without a copy.
    @inlinable
    public func withValue<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(bytes(at: 16).bytes)
    }

    @inlinable
    func bytes(at offset: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: words.load(fromByteOffset: offset + 8, as: UnsafeRawPointer?.self),
            count: words.load(fromByteOffset: offset, as: Int.self))
    }

    /// To the table's first key.
    @inlinable
    public mutating func first() throws(LMDBError) -> Bool { try raw.first() }

    /// To the table's last key.
    @inlinable
    public mutating func last() throws(LMDBError) -> Bool { try raw.last() }

    /// To the next key.
    @inlinable
    public mutating func next() throws(LMDBError) -> Bool { try raw.next() }

    /// To the previous key.
    @inlinable
    public mutating func previous() throws(LMDBError) -> Bool { try raw.previous() }

    /// To `key` itself.
    @inlinable
    public mutating func move(to key: Key) throws(LMDBError) -> Bool {
        try raw.arrive(key.withKeyBytes { raw.seek($0, exactly: true) })
    }

    /// To the first key that is not less than `key`.
    @inlinable
    public mutating func move(toOrAfter key: Key) throws(LMDBError) -> Bool {
        try raw.arrive(key.withKeyBytes { raw.seek($0, exactly: false) })
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
        // Set by a call that has succeeded.
        var cursor = Cursor<Key>(RawCursor(pointer: pointer!, environment: environment, table: table.name))
        return try body(&cursor)
    }
}
