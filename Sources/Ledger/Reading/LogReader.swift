import LMDB
import Merkle
import Platform

/// Looks into a snapshot of the log.
enum LogReader {
    /// More events than a ledger can have: the hash of a subtree is stored under its index in 56 bits.
    private static let sizeLimit: Position = 1 << 56

    /// The number of events.
    ///
    /// - Throws: `damaged` if the last event's position is impossible.
    static func size<Reader: Transaction & ~Copyable>(
        _ tables: LedgerTables, in transaction: borrowing Reader
    ) throws -> Position {
        try transaction.withCursor(on: tables.events) { cursor in
            guard try cursor.last() else { return 0 }
            let last = try cursor.key
            guard last < sizeLimit else {
                throw LedgerError(
                    .damaged, path: transaction.environment.path,
                    detail: "the last event has the position \(last), which is out of range")
            }
            return last + 1
        }
    }

    /// The header of a record.
    static func header<Reader: Transaction & ~Copyable>(
        at position: Position, _ tables: LedgerTables, in transaction: borrowing Reader
    ) throws -> RecordHeader {
        let header = try transaction.withValue(at: position, in: tables.events) { record in
            record.byteCount < RecordHeader.Offset.end ? nil : RecordHeader(record)
        }
        guard let header = header ?? nil else {
            throw LedgerError(
                .damaged, path: transaction.environment.path,
                detail: header == nil
                    ? "there is no event at position \(position)"
                    : "the record at position \(position) is shorter than a header")
        }
        return header
    }

    /// The hash of a complete subtree: as stored, or computed from the records.
    static func hash<Reader: Transaction & ~Copyable>(
        of node: TreeNodeID, _ tables: LedgerTables, in transaction: borrowing Reader
    ) throws -> TreeHash {
        if node.level >= TreeNodeID.lowestStoredLevel {
            let hash = try transaction.withValue(at: node.storageKey, in: tables.nodes) { value in
                value.withUnsafeBytes { TreeHash(bytes: $0) }
            }
            if let hash = hash ?? nil { return hash }
            throw LedgerError(
                .damaged, path: transaction.environment.path,
                detail: "the hash of level \(node.level), index \(node.index) of the tree is missing")
        }
        let start = node.index << UInt64(node.level)
        var edge = TreeEdge()
        for position in start..<start + (1 << UInt64(node.level)) {
            let leaf = try transaction.withValue(at: position, in: tables.events) { TreeHash.leaf($0) }
            guard let leaf else {
                throw LedgerError(
                    .damaged, path: transaction.environment.path, detail: "there is no event at position \(position)")
            }
            edge.append(leaf)
        }
        return edge.root
    }

    /// The tree's edge when the log had `size` events. Hashes at most 255 records.
    static func edge<Reader: Transaction & ~Copyable>(
        _ size: Position, _ tables: LedgerTables, in transaction: borrowing Reader
    ) throws -> TreeEdge {
        var edge = TreeEdge()
        var start: Position = 0
        while start < size {
            let level = 63 - (size - start).leadingZeroBitCount
            let node = TreeNodeID(level: level, index: start >> UInt64(level))
            edge.append(try hash(of: node, tables, in: transaction), level: level) { _, _ in }
            start += 1 << UInt64(level)
        }
        return edge
    }
}

extension Ledger {
    /// Cuts a range of positions into chunks and calls `body` with one after the other, on several threads at once.
    ///
    /// For work over the whole log whose parts are independent until they are joined: `body` scans its chunk and keeps
    /// or hands on what it made of it. Chunks begin at multiples of `chunkSize`, are begun in order, and are drawn as
    /// threads become free, so no thread waits for a slow one, and memory is bounded by what `body` uses.
    ///
    /// - Parameters:
    ///   - positions: what to cover; those beyond the ledger's end are left out.
    ///   - chunkSize: how many positions at a time; a power of two from 256 on keeps chunks whole subtrees of the tree.
    ///   - threads: how many at once; nil for as many as there are processors.
    ///   - body: called from several threads with a chunk. The first error stops the others after their chunk.
    /// - Throws: the first error of `body`.
    public func forEachChunk(
        of positions: some RangeExpression<Position>, chunkSize: Position = 1 << 16, threads: Int? = nil,
        _ body: @Sendable (Range<Position>) throws -> Void
    ) throws {
        let positions = positions.relative(to: 0..<Position.max).clamped(to: 0..<(try size))
        guard !positions.isEmpty else { return }
        let firstChunk = positions.lowerBound / chunkSize
        let chunks = Int((positions.upperBound - 1) / chunkSize - firstChunk) + 1
        try Cores.forEach(chunks, threads: threads ?? Cores.count) { number in
            let start = (firstChunk + Position(number)) * chunkSize
            try body((start..<start + chunkSize).clamped(to: positions))
        }
    }
}

/// How much of a scan is done in one transaction.
///
/// A transaction pins the pages of its snapshot. A chunk is long enough to make beginning one cheap, and ends after
/// some milliseconds even when each record takes its time.
@usableFromInline
struct ScanChunk {
    @usableFromInline static let records = 8_192
    @usableFromInline static let recordsBetweenLooks = 64
    private static let nanoseconds: UInt64 = 5_000_000

    @usableFromInline var count = 0
    /// At how many records to look at the clock again.
    @usableFromInline var nextLook = Self.recordsBetweenLooks
    private let start = SystemClock.monotonic()

    @usableFromInline
    init() {}

    /// Counts records.
    @inlinable
    mutating func isOver(after records: Int = 1) -> Bool {
        count += records
        guard count >= nextLook else { return false }
        nextLook = count + Self.recordsBetweenLooks
        return count >= Self.records || isLate()
    }

    @usableFromInline
    func isLate() -> Bool { SystemClock.monotonic() - start > Self.nanoseconds }
}
