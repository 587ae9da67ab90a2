import LMDB
import Merkle

/// Looks into a snapshot of the log.
enum LogReader {
    /// The number of events.
    static func size<Reader: Transaction & ~Copyable>(
        _ tables: LedgerTables, in transaction: borrowing Reader
    ) throws -> Position {
        try transaction.withCursor(on: tables.events) { cursor in
            try cursor.last() ? try cursor.key + 1 : 0
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
