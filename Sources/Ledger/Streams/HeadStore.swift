import LMDB
import Platform

/// The heads of all streams: in memory for those that moved lately, in `streams` for the others.
///
/// `streams` is a projection of the log with a mark of its progress. Rows are written a slice at a time, along with
/// appends that commit anyway, and the mark moves when the last slice is in. A row may thus be ahead of the mark,
/// never older than it, and catching up from the mark corrects it either way.
///
/// The lock guards `table`. It is changed only by the thread that has the writer's turn, which may therefore read it
/// without; the rest belongs to the turn.
final class HeadStore: @unchecked Sendable {
    /// The name of the mark in `projections`.
    static let markName = "streams"
    private static let foldVersion: UInt32 = 1
    /// The number of events that the mark may lag. Catching up with as many takes some 50 ms.
    private static let interval: Position = 1 << 20
    /// How many rows go along with one commit: a few milliseconds.
    private static let slice = 8_192
    /// How many heads stay in memory, once they have rows.
    private static let memoryLimit = 1 << 20

    private let tables: LedgerTables
    private let lock = Guarded(())
    private var table = HeadTable()
    private var progress: Position = 0
    private var flush: Flush?

    private struct Flush {
        let target: Position
        var rows: [(stream: StreamID, head: StreamHead)]
        var written = 0
        var writing = 0
    }

    /// Reads the heads of what the log has beyond the mark. About 30 million events a second.
    init(
        tables: LedgerTables, size: Position, in transaction: borrowing ReadTransaction
    ) throws {
        self.tables = tables
        progress = try Self.mark(tables, in: transaction)
        try Self.collect(progress..<size, into: &table, tables, in: transaction)
    }

    /// The stored progress of `streams`.
    static func mark(_ tables: LedgerTables, in transaction: borrowing ReadTransaction) throws -> Position {
        guard let bytes = try transaction.value(at: markName, in: tables.projections),
            let mark = ProjectionMark(bytes: bytes), mark.foldVersion == foldVersion
        else { return 0 }
        return mark.progress
    }

    /// Moves the heads in `table` by the events at `positions`.
    static func collect(
        _ positions: Range<Position>, into table: inout HeadTable, _ tables: LedgerTables,
        in transaction: borrowing ReadTransaction
    ) throws {
        guard !positions.isEmpty else { return }
        try transaction.withCursor(on: tables.events) { cursor in
            guard try cursor.move(toOrAfter: positions.lowerBound) else { return }
            var next = positions.lowerBound
            repeat {
                let isWithin = try cursor.walkPage { position, record in
                    // In a damaged table keys may lead back.
                    guard position >= next, position < positions.upperBound else { return false }
                    next = position + 1
                    guard record.byteCount >= RecordHeader.Offset.end else { return true }
                    let header = RecordHeader(record)
                    table.set(header.stream, to: StreamHead(version: header.version, position: position))
                    return true
                }
                if !isWithin { return }
            } while try cursor.move(behind: next - 1)
        }
    }

    /// The committed head of a stream, for any thread.
    func head(of stream: StreamID, in environment: Environment) throws -> StreamHead? {
        if let head = lock.withLock({ _ in table[stream] }) { return head }
        return try environment.read { try StoredHead.read(stream, from: tables.streams, in: $0) }
    }

    /// Calls `body` with each head that is in memory, in no order, for any thread.
    func forEachRecent(_ body: (StreamID, StreamHead) -> Void) {
        let table = lock.withLock { _ in self.table }
        table.forEach { body(StreamID(rawValue: $0), $1) }
    }

    /// The committed head of a stream, for the thread that has the turn.
    func head(of stream: StreamID, in transaction: borrowing WriteTransaction) throws -> StreamHead? {
        if let head = table[stream] { return head }
        return progress == 0 ? nil : try StoredHead.read(stream, from: tables.streams, in: transaction)
    }

    /// Takes over the heads of a group that has been committed.
    func publish(_ moved: HeadTable) {
        lock.withLock { _ in table.merge(moved) }
    }

    // MARK: Rows

    /// Writes some rows into a transaction that is about to be committed, if there are any to write.
    ///
    /// - Parameter size: the ledger's size before the transaction.
    func writeSlice(size: Position, in transaction: borrowing WriteTransaction) throws {
        if flush == nil, size >= progress + Self.interval { flush = plan(size) }
        try write(limit: Self.slice, in: transaction)
    }

    /// Writes all rows that lag, and the mark.
    func writeAll(size: Position, in transaction: borrowing WriteTransaction) throws {
        guard size > progress else { return }
        flush = plan(size)
        try write(limit: .max, in: transaction)
    }

    /// Notes that the transaction with the slice has been committed.
    func sliceCommitted() {
        guard var flush else { return }
        flush.written += flush.writing
        flush.writing = 0
        self.flush = flush
        guard flush.written == flush.rows.count else { return }
        progress = flush.target
        self.flush = nil
        if table.count > Self.memoryLimit { evict() }
    }

    private func plan(_ size: Position) -> Flush {
        var rows: [(stream: StreamID, head: StreamHead)] = []
        table.forEach { if $1.position >= progress { rows.append((StreamID(rawValue: $0), $1)) } }
        // In the order of keys, rows that share a page are written together.
        rows.sort { $0.stream < $1.stream }
        return Flush(target: size, rows: rows)
    }

    private func write(limit: Int, in transaction: borrowing WriteTransaction) throws {
        guard let flush else { return }
        let slice = flush.rows[flush.written...].prefix(limit)
        for row in slice { try StoredHead.write(row.head, of: row.stream, to: tables.streams, in: transaction) }
        self.flush?.writing = slice.count
        if slice.endIndex == flush.rows.endIndex {
            let mark = ProjectionMark(foldVersion: Self.foldVersion, progress: flush.target)
            try transaction.put(mark.bytes, at: Self.markName, in: tables.projections)
        }
    }

    private func evict() {
        var kept = HeadTable()
        table.forEach { if $1.position >= progress { kept.set($0, to: $1) } }
        lock.withLock { _ in table = kept }
    }
}
