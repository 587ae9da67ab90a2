import CLMDB

/// A place in a table, lent to the body of `withCursor`.
///
/// Each move answers whether it found a key; the key and value there can be read until the next move or change.
public struct Cursor<Key: TableKey>: ~Copyable {
    @usableFromInline let raw: RawCursor
    /// The memory in which `raw` keeps the sizes and addresses of the key and the value.
    @usableFromInline let words: UnsafeRawPointer
    /// How large the pages are, where they can be walked; else 0.
    @usableFromInline let pageSize: Int

    init(_ raw: RawCursor, pageSize: Int) {
        self.raw = raw
        self.pageSize = pageSize
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
        var cursor = Cursor<Key>(
            RawCursor(pointer: pointer!, environment: environment, table: table.name),
            pageSize: handle.isSnapshot ? environment.walkablePageSize : 0)
        return try body(&cursor)
    }
}

/// A cursor without the type of its keys: the part that a specialised loop calls for every record, so not generic.
/// Its owner closes it.
///
/// LMDB writes where it is, key and value, straight into memory of the cursor's own. Were they fields, every look at
/// one of them from another module would copy all of them, and wait for the stores of the move before.
@usableFromInline
struct RawCursor {
    private let pointer: OpaquePointer
    /// Two `MDB_val`, the key's and the value's: each a size and an address.
    private let place: UnsafeMutablePointer<MDB_val>
    private let environment: Environment
    private let table: String

    init(pointer: OpaquePointer, environment: Environment, table: String) {
        self.pointer = pointer
        self.environment = environment
        self.table = table
        place = .allocate(capacity: 2)
        place.initialize(repeating: MDB_val(), count: 2)
    }

    func close() {
        mdb_cursor_close(pointer)
        place.deallocate()
    }

    /// The memory that the key's and the value's sizes and addresses are read from, in this order.
    @usableFromInline
    var words: UnsafeRawPointer { UnsafeRawPointer(place) }

    @usableFromInline
    func first() throws(LMDBError) -> Bool { try move(MDB_FIRST) }

    @usableFromInline
    func last() throws(LMDBError) -> Bool { try move(MDB_LAST) }

    @usableFromInline
    func next() throws(LMDBError) -> Bool { try move(MDB_NEXT) }

    @usableFromInline
    func previous() throws(LMDBError) -> Bool { try move(MDB_PREV) }

    @inline(__always)
    private func move(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
        let status = mdb_cursor_get(pointer, place, place + 1, operation)
        return status == MDB_SUCCESS ? true : try arrive(status)
    }

    /// Looks for a key, or for the first one after its place; `arrive` translates the answer.
    @usableFromInline
    func seek(_ target: UnsafeRawBufferPointer, exactly: Bool) -> Int32 {
        var key = MDB_val(target)
        let status = mdb_cursor_get(pointer, &key, place + 1, exactly ? MDB_SET_KEY : MDB_SET_RANGE)
        if status == MDB_SUCCESS { place.pointee = key }
        return status
    }

    /// Whether a move found a key.
    @usableFromInline
    func arrive(_ status: Int32) throws(LMDBError) -> Bool {
        if status == MDB_SUCCESS { return true }
        if status == MDB_NOTFOUND { return false }
        throw LMDBError(status: status, path: environment.path, doing: "moving through \(table)")
    }

    @usableFromInline
    func keyError() -> LMDBError {
        LMDBError(
            .corrupted, path: environment.path, detail: "table \(table) has a key of \(place.pointee.mv_size) bytes")
    }
}
