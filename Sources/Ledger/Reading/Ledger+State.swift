import LMDB
public import Merkle
import Platform

extension Ledger {
    /// The number of events, as of the last commit: the position that the next one will have.
    ///
    /// In a ledger that was opened for reading, this looks into the log; about a microsecond.
    public var size: Position {
        get throws(LedgerError) {
            if let writing { return try openState(of: writing).size }
            return try reportingAll(path) { try environment.read { try LogReader.size(tables, in: $0) } }
        }
    }

    /// The root of the tree over all events, as of the last commit.
    ///
    /// Costs a few hashes in a ledger that is open for writing; up to 255 records are hashed in one opened for reading.
    public var root: TreeHash {
        get throws(LedgerError) { try treeEdge().root }
    }

    /// The time of the last event in microseconds since 1970 UTC; nil in an empty ledger.
    public var lastRecordedAt: Int64? {
        get throws(LedgerError) {
            try reportingAll(path) {
                try environment.read { transaction in
                    let size = try LogReader.size(tables, in: transaction)
                    return size == 0 ? nil : try LogReader.header(at: size - 1, tables, in: transaction).recordedAt
                }
            }
        }
    }

    /// The edge of the tree over all events, as of the last commit: its size and its root belong together.
    public func treeEdge() throws(LedgerError) -> TreeEdge {
        if let writing { return try openState(of: writing).edge }
        return try reportingAll(path) {
            try environment.read { transaction in
                try LogReader.edge(LogReader.size(tables, in: transaction), tables, in: transaction)
            }
        }
    }

    /// The writer's published state. Throws if the ledger has been closed, like all reads of the log.
    private func openState(of writing: Writing) throws(LedgerError) -> Published.State {
        guard !isClosed.withLock({ $0 }) else { throw closedError }
        return writing.writer.published.state
    }

    /// The edge of the tree over the first `size` events. Hashes up to 255 records, whatever the size.
    ///
    /// - Precondition: `size` is at most the ledger's.
    public func treeEdge(at size: Position) throws(LedgerError) -> TreeEdge {
        try reportingAll(path) { try environment.read { try LogReader.edge(size, tables, in: $0) } }
    }

    /// The hash of a complete subtree, for proofs. Below level 8 it is computed from up to 128 records.
    ///
    /// - Throws: `damaged` when the subtree is not complete, or not stored.
    public func hash(of node: TreeNodeID) throws(LedgerError) -> TreeHash {
        try reportingAll(path) { try environment.read { try LogReader.hash(of: node, tables, in: $0) } }
    }

    /// Returns the head of a stream as of the last commit; nil if it has no events.
    ///
    /// A look-up in memory for streams that moved lately, in a table for the others. In the body of a `read` or a scan
    /// it is the head of their snapshot, however far the writer has come meanwhile.
    public func head(of stream: StreamID) throws(LedgerError) -> StreamHead? {
        try reportingAll(path) {
            if let writing, !environment.isInTransaction {
                return try writing.writer.heads.head(of: stream, in: environment)
            }
            return try environment.read { try follower.head(of: stream, in: $0) }
        }
    }
}

extension Published.State {
    /// The state of the log in a snapshot.
    ///
    /// - Throws: `damaged` when a hash that the tree's edge needs is missing.
    init(_ tables: LedgerTables, in transaction: borrowing ReadTransaction) throws {
        let size = try LogReader.size(tables, in: transaction)
        edge = try LogReader.edge(size, tables, in: transaction)
        recordedAt = .min
        if size > 0 {
            recordedAt = try LogReader.header(at: size - 1, tables, in: transaction).recordedAt
        }
    }
}
