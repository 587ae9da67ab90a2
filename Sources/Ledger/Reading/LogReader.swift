import LMDB
import Merkle

/// Looks into a snapshot of the log.
enum LogReader {
    /// More events than a ledger can have: the hash of a subtree is stored under its index in 56 bits.
    private static let sizeLimit: Position = 1 << 56

    /// The number of events.
    ///
    /// - Throws: `damaged` when the last event's position is one that none can have.
    static func size<Reader: Transaction & ~Copyable>(
        _ tables: LedgerTables, in transaction: borrowing Reader
    ) throws -> Position {
        try transaction.withCursor(on: tables.events) { cursor in
            guard try cursor.last() else { return 0 }
            let last = try cursor.key
            guard last < sizeLimit else {
                throw LedgerError(
                    .damaged, path: transaction.environment.path,
                    detail: "the last event has the position \(last), which none can have")
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
