import Merkle
import LMDB
import Platform

/// The part of a writer that replicates before it commits. Belongs to the turn, as the writer's heads do.
///
/// Unchecked because only the thread that has the turn changes it; `mark` is guarded, for every thread.
final class Replication: @unchecked Sendable {
    let replicator: any CommitReplicator
    /// The tables of the ledger's own file that every node has alike, next to the log.
    let tables: Set<String>
    private let path: String
    private let known: Guarded<ClusterMark>
    /// A batch that was replicated and is not committed yet, with the mark that it leads to.
    private var pending: (batch: ReplicatedBatch, mark: ClusterMark)?

    init(_ replicator: any CommitReplicator, tables: Set<String>, mark: ClusterMark, path: String) {
        self.replicator = replicator
        self.tables = tables
        self.path = path
        known = Guarded(mark)
    }

    var mark: ClusterMark { known.withLock { $0 } }

    /// Notes changes of the tables that every node has.
    func journal() -> ChangeJournal { ChangeJournal { [tables] in tables.contains($0) } }

    /// A transaction that was begun again after its batch was replicated, and came to something else.
    struct MustApply: Error {}

    /// Replicates what a transaction has staged, and stores the mark with it.
    ///
    /// The transaction may run again because the map had to grow: then the batch is in the history already.
    ///
    /// - Parameters:
    ///   - before: the ledger before the transaction.
    ///   - after: the ledger with it.
    ///   - changes: of tables next to the log.
    ///   - record: the record at a position.
    /// - Returns: the mark, to be stored in the same transaction.
    /// - Throws: `notLeader`; `recordSize` for a batch that is too large; `MustApply`.
    func replicate(
        from before: TreeEdge, to after: TreeEdge, changes: [ReplicatedBatch.StoreChanges],
        record: (Position) throws -> [UInt8]
    ) throws -> ClusterMark {
        if let pending {
            guard pending.batch.heading.rootAfter == after.root, pending.batch.changes == changes else {
                throw MustApply()
            }
            return pending.mark
        }
        let last = mark
        let heading = ReplicatedBatch.Heading(
            number: last.number + 1, epoch: try replicator.epoch(), nonce: .random(in: .min ... .max),
            first: before.size, count: UInt32(after.size - before.size), rootBefore: before.root, rootAfter: after.root)
        let batch = ReplicatedBatch(
            heading: heading, records: try (before.size..<after.size).map(record), changes: changes)
        let bytes = batch.bytes
        guard bytes.count <= ReplicatedBatch.sizeLimit else {
            throw LedgerError(
                .recordSize, path: path,
                detail: "\(bytes.count) bytes are to be stored at once; a cluster takes \(ReplicatedBatch.sizeLimit)")
        }
        try replicator.replicate(batch, bytes)
        let mark = ClusterMark(
            node: last.node, number: heading.number, epoch: heading.epoch, size: heading.size)
        pending = (batch, mark)
        return mark
    }

    /// The batch that was replicated and is not committed; nil where nothing is.
    var uncommitted: ReplicatedBatch? { pending?.batch }

    /// Notes that the pending batch is committed, or why it could not be.
    func settle(_ failure: LedgerError?) {
        guard let settled = pending else { return }
        pending = nil
        if failure == nil { set(settled.mark) }
        replicator.committed(settled.batch.heading, failure: failure)
    }

    func set(_ mark: ClusterMark) { known.withLock { $0 = mark } }
}
