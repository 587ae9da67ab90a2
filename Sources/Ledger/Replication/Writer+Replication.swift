import LMDB
import Merkle

/// The writer of a ledger whose history several nodes share. All of it is for the thread that has the turn.
extension Writer {
    /// The end of a commit that failed: a batch that was replicated is in the history, whatever this node could store.
    ///
    /// - Returns: the failure for the callers; nil where the batch was stored after all.
    func settle(_ error: any Error, _ replication: Replication?) -> LedgerError? {
        let failure = LedgerError(wrapping: error, path: path)
        guard let replication, let batch = replication.uncommitted else { return failure }
        if error is Replication.MustApply {
            do throws(LedgerError) {
                try store(batch, by: replication)
                replication.settle(nil)
                return nil
            } catch {
                return settle(unstored: error, replication)
            }
        }
        return settle(unstored: failure, replication)
    }

    private func settle(unstored failure: LedgerError, _ replication: Replication) -> LedgerError {
        replication.settle(failure)
        return LedgerError(
            .replicationUnclear, path: path,
            detail: "the other nodes have what was to be stored, and this one does not yet (\(failure.detail))")
    }

    /// Changes tables next to the log, on every node.
    ///
    /// - Parameters:
    ///   - store: whose tables they are.
    ///   - environment: the file that they are in; the ledger's own or another one.
    func change<Result>(
        _ store: String, by replication: Replication, journal: ChangeJournal, _ environment: Environment,
        _ body: (borrowing WriteTransaction) throws -> Result
    ) throws -> Result {
        let edge = published.state.edge
        let isOwn = environment === self.environment
        var mark: ClusterMark?
        do {
            let result = try environment.write(notedIn: journal) { transaction in
                let result = try body(transaction)
                guard !journal.changes.isEmpty else { return result }
                mark = try replication.replicate(
                    from: edge, to: edge,
                    changes: [ReplicatedBatch.StoreChanges(store: store, changes: journal.changes)]
                ) { _ in [] }
                if isOwn { try mark?.write(in: transaction) }
                return result
            }
            if let mark, !isOwn { try self.environment.write { try mark.write(in: $0) } }
            replication.settle(nil)
            return result
        } catch {
            guard replication.uncommitted != nil else { throw error }
            throw settle(unstored: LedgerError(wrapping: error, path: path), replication)
        }
    }

    /// Takes a batch of another node: the same bytes, at the same place.
    ///
    /// - Parameter change: changes the tables of a store that is not the ledger's own file. It may be asked for the same again
    ///   after a crash.
    /// - Throws: `forked` for a batch that does not continue this ledger; what keeps it from being stored.
    func apply(
        _ batch: ReplicatedBatch, by replication: Replication,
        changing change: (ReplicatedBatch.StoreChanges) throws -> Void
    ) throws(LedgerError) {
        try reportingAll(path) {
            let (mark, state) = (replication.mark, published.state)
            let heading = batch.heading
            guard heading.number == mark.number + 1, heading.first == state.size, heading.rootBefore == state.edge.root
            else {
                throw forked("batch \(heading.number) continues \(heading.first) events of another history")
            }
            for changes in batch.changes where changes.store != ReplicatedBatch.ledgerStore { try change(changes) }
            try store(batch, by: replication)
            try checkPlace()
        }
    }

    private func forked(_ finding: String) -> LedgerError {
        LedgerError(.forked, path: path, detail: "\(finding); this node has \(published.state.size) events")
    }

    /// Stores a batch as it is, and shows it.
    private func store(_ batch: ReplicatedBatch, by replication: Replication) throws(LedgerError) {
        let before = published.state
        let mark = ClusterMark(
            node: replication.mark.node, number: batch.heading.number, epoch: batch.heading.epoch,
            size: batch.heading.size)
        try reportingAll(path) {
            let draft = try append(batch.records, after: before) { edge, transaction in
                guard edge.root == batch.heading.rootAfter else {
                    throw forked("batch \(batch.heading.number) leads to another root than it states")
                }
                for changes in batch.changes where changes.store == ReplicatedBatch.ledgerStore {
                    try transaction.make(changes.changes)
                }
                try mark.write(in: transaction)
            }
            replication.set(mark)
            show(draft)
        }
    }

    /// Appends records as another node has them.
    ///
    /// - Parameter complete: called before the commit, with the edge of the tree then.
    func append(
        _ records: [[UInt8]], after before: Published.State,
        complete: (TreeEdge, borrowing WriteTransaction) throws -> Void
    ) throws -> GroupDraft {
        var batch = RecordBatch(reservingRecords: records.count, bytes: records.reduce(0) { $0 + $1.count })
        for record in records { batch.append(record) }
        var draft = GroupDraft(of: path, tables: tables, heads: heads, after: before, crew: crew, clock: clock)
        try watch.check(noOlderThan: DirectoryWatch.pace)
        try environment.write { transaction in
            draft.begin(after: before)
            if !batch.isEmpty {
                var request = AppendRequest(records: batch, recordedAt: .fromRecords, statesPlaces: true)
                try transaction.withAppender(to: tables.events) {
                    _ = try draft.stage(&request, in: transaction, $0).get()
                }
                try draft.completeTree(in: transaction)
                try heads.writeSlice(size: before.size, in: transaction)
            }
            try complete(draft.edge, transaction)
        }
        return draft
    }
}

extension Replication {
    /// Replicates what a group of appends has staged, and stores the mark with it.
    func replicate(
        from before: TreeEdge, to after: TreeEdge, in transaction: borrowing WriteTransaction, _ tables: LedgerTables
    ) throws {
        // A closure cannot capture a transaction that is lent.
        var records: [[UInt8]] = []
        for position in before.size..<after.size {
            guard let record = try transaction.value(at: position, in: tables.events) else {
                throw LedgerError(
                    .damaged, path: mark.node, detail: "a record that was just staged is missing at \(position)")
            }
            records.append(record)
        }
        let mark = try replicate(from: before, to: after, changes: []) { records[Int($0 - before.size)] }
        try mark.write(in: transaction)
    }
}
