public import LMDB

extension Ledger {
    /// Lends the record at a position to `body`; nil, without calling it, if the log does not reach the position yet.
    ///
    /// About a microsecond. For many records in a row, `scan` is far quicker.
    public func withRecord<Result>(
        at position: Position, _ body: (RawSpan) throws -> Result
    ) throws -> Result? {
        try reporting(path) {
            try environment.read { try $0.withValue(at: position, in: tables.events, body) }
        }
    }

    /// Returns a copy of the record at a position; nil if the log does not reach the position yet.
    public func record(at position: Position) throws(LedgerError) -> [UInt8]? {
        try reportingAll(path) { try environment.read { try $0.value(at: position, in: tables.events) } }
    }

    /// Calls `body` with one record after the other, forward, until it returns false.
    ///
    /// Reads in short transactions of some thousand records and, when `body` takes its time, of a few milliseconds; so
    /// it may run for any time, and sees records appended meanwhile if the range includes them. About 20 ns per
    /// record in addition to `body`.
    ///
    /// - Parameters:
    ///   - positions: those beyond the ledger's end are left out; `p...` reads to the end.
    ///   - body: takes a position and its record; false ends it.
    /// - Returns: the position after the last record that `body` saw, at which the next scan continues.
    /// - Throws: what `body` throws; `damaged` when a position is missing or a record is shorter than its header.
    @inlinable
    @discardableResult
    public func scan(
        _ positions: some RangeExpression<Position>, _ body: (Position, RawSpan) throws -> Bool
    ) throws -> Position {
        let positions = positions.relative(to: Position.min..<Position.max)
        var position = positions.lowerBound
        var goesOn = true
        while goesOn, position < positions.upperBound {
            goesOn = try withEvents { cursor in
                guard try arrive(&cursor, at: position) else { return false }
                var chunk = ScanChunk()
                repeat {
                    let first = position
                    let isWanted = try cursor.walkPage { found, record in
                        try check(found, is: position)
                        try checkLength(record.byteCount, at: position)
                        let isWanted = try body(position, record)
                        position += 1
                        return isWanted && position != positions.upperBound
                    }
                    if !isWanted { return false }
                    if chunk.isOver(after: Int(position - first)) { return true }
                } while try cursor.move(behind: position - 1)
                return false
            }
        }
        return position
    }

    /// Calls `body` with one record after the other, backward, until it returns false. Otherwise like `scan`.
    ///
    /// - Returns: the position of the last record that `body` saw; the range's upper bound, at most the ledger's size,
    ///   if it saw none.
    @inlinable
    @discardableResult
    public func scanBackward(
        _ positions: some RangeExpression<Position>, _ body: (Position, RawSpan) throws -> Bool
    ) throws -> Position {
        let positions = positions.relative(to: Position.min..<Position.max)
        var position = min(positions.upperBound, try size)
        var goesOn = true
        while goesOn, position > positions.lowerBound {
            goesOn = try withEvents { cursor in
                guard try arrive(&cursor, at: position - 1) else { return false }
                var chunk = ScanChunk()
                repeat {
                    try check(cursor.key, is: position - 1)
                    let isWanted = try cursor.withValue { record in
                        try checkLength(record.byteCount, at: position - 1)
                        return try body(position - 1, record)
                    }
                    position -= 1
                    if !isWanted || position == positions.lowerBound { return false }
                    if chunk.isOver() { return true }
                } while try cursor.previous()
                return false
            }
        }
        return position
    }

    @usableFromInline
    func withEvents(_ body: (inout Cursor<UInt64>) throws -> Bool) throws -> Bool {
        try reporting(path) {
            try environment.read { try $0.withCursor(on: tables.events, body) }
        }
    }

    /// Places the cursor on a position.
    ///
    /// - Returns: false when the log ends before it.
    @usableFromInline
    func arrive(_ cursor: inout Cursor<UInt64>, at position: Position) throws -> Bool {
        if try cursor.move(to: position) { return true }
        guard try cursor.move(toOrAfter: position) else { return false }
        throw missing(position)
    }

    @inlinable
    func check(_ found: Position, is position: Position) throws {
        if found != position { throw missing(position) }
    }

    @inlinable
    func checkLength(_ byteCount: Int, at position: Position) throws {
        if byteCount < RecordHeader.Offset.end { throw tooShort(byteCount, position) }
    }

    @usableFromInline
    func missing(_ position: Position) -> LedgerError {
        LedgerError(.damaged, path: path, detail: "there is no event at position \(position)")
    }

    @usableFromInline
    func tooShort(_ byteCount: Int, _ position: Position) -> LedgerError {
        LedgerError(
            .damaged, path: path,
            detail: "the record at position \(position) has \(byteCount) bytes, too few for a header")
    }
}
