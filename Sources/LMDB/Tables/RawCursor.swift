import CLMDB

/// A cursor without the type of its keys: the part that a specialised loop calls for every record, so not generic.
/// Its owner closes it.
@usableFromInline
struct RawCursor {
    private let pointer: OpaquePointer
    private let environment: Environment
    private let table: String
    @usableFromInline private(set) var keyBytes = UnsafeRawBufferPointer(start: nil, count: 0)
    @usableFromInline private(set) var valueBytes = UnsafeRawBufferPointer(start: nil, count: 0)

    init(pointer: OpaquePointer, environment: Environment, table: String) {
        self.pointer = pointer
        self.environment = environment
        self.table = table
    }

    func close() { mdb_cursor_close(pointer) }

    @usableFromInline
    mutating func first() throws(LMDBError) -> Bool { try move(MDB_FIRST) }

    @usableFromInline
    mutating func last() throws(LMDBError) -> Bool { try move(MDB_LAST) }

    @usableFromInline
    mutating func next() throws(LMDBError) -> Bool { try move(MDB_NEXT) }

    @usableFromInline
    mutating func previous() throws(LMDBError) -> Bool { try move(MDB_PREV) }

    private mutating func move(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
        var key = MDB_val()
        var value = MDB_val()
        let status = mdb_cursor_get(pointer, &key, &value, operation)
        settle(key, value, status)
        return try arrive(status)
    }

    /// Looks for a key, or for the first one after its place; `arrive` translates the answer.
    @usableFromInline
    mutating func seek(_ target: UnsafeRawBufferPointer, exactly: Bool) -> Int32 {
        var key = MDB_val(target)
        var value = MDB_val()
        let status = mdb_cursor_get(pointer, &key, &value, exactly ? MDB_SET_KEY : MDB_SET_RANGE)
        settle(key, value, status)
        return status
    }

    /// Whether a move found a key.
    @usableFromInline
    func arrive(_ status: Int32) throws(LMDBError) -> Bool {
        if status == MDB_SUCCESS { return true }
        if status == MDB_NOTFOUND { return false }
        throw LMDBError(status: status, path: environment.path, doing: "moving through \(table)")
    }

    private mutating func settle(_ key: MDB_val, _ value: MDB_val, _ status: Int32) {
        guard status == MDB_SUCCESS else { return }
        keyBytes = UnsafeRawBufferPointer(start: key.mv_data, count: key.mv_size)
        valueBytes = UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
    }

    @usableFromInline
    func keyError() -> LMDBError {
        LMDBError(.corrupted, path: environment.path, detail: "table \(table) has a key of \(keyBytes.count) bytes")
    }
}
