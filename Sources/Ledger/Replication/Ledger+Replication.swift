public import LMDB
public import Merkle
import Platform

/// A ledger that is one node's copy of a history that a cluster shares.
///
/// ```swift
/// try ledger.setClusterMark(ClusterMark(node: "a", number: 0, epoch: 0, size: ledger.size))
/// try ledger.replicate(through: replicator, tables: ["profiles", "words"])
/// ```
extension Ledger {
    /// How far the ledger has come in the order of its cluster; nil for one that is in no cluster.
    public func clusterMark() throws(LedgerError) -> ClusterMark? {
        if let writing, let replication = writing.writer.replication.withLock({ $0 }) { return replication.mark }
        return try reportingAll(path) { try ClusterMark.read(in: environment) }
    }

    /// Makes a ledger a node's copy, or with nil one of its own again. Not while it replicates.
    public func setClusterMark(_ mark: ClusterMark?) throws {
        let writer = try writer()
        try holdingTurnOfWriter(writer) {
            try reporting(path) {
                try environment.write { transaction in
                    if let mark {
                        try mark.write(in: transaction)
                    } else {
                        try ClusterMark.remove(in: transaction)
                    }
                }
            }
            let idle = mark.map { Replication(IdleReplicator(path: path), tables: [], mark: $0, path: path) }
            writer.replication.withLock { $0 = idle }
        }
    }

    /// Replicates every commit from now on before it is made.
    ///
    /// - Parameters:
    ///   - replicator: puts commits in their order.
    ///   - tables: of the ledger's own file whose changes every node makes, too.
    /// - Throws: `inCluster` for a ledger without a mark, `readOnly`.
    public func replicate(through replicator: any CommitReplicator, tables: Set<String>) throws(LedgerError) {
        let writer = try writer()
        guard let mark = try clusterMark() else {
            throw LedgerError(.inCluster, path: path, detail: "the ledger is in no cluster")
        }
        writer.queue.groupLimit = ReplicatedBatch.sizeLimit / 2
        writer.replication.withLock { $0 = Replication(replicator, tables: tables, mark: mark, path: path) }
    }

    /// Why nothing can be recorded on this node at the moment: another one leads. Nil for the leader, and for a ledger that is in
    /// no cluster.
    public var leadershipError: LedgerError? {
        guard let replication = writing?.writer.replication.withLock({ $0 }) else { return nil }
        return replication.replicator.leadershipError
    }

    /// Takes a batch that another node has made. Blocks until it is durable here.
    ///
    /// - Parameters:
    ///   - batch: the next one.
    ///   - change: changes the tables of a store that is not the ledger's own file.
    /// - Throws: `forked` for one that does not continue this ledger; what keeps it from being stored.
    public func apply(
        _ batch: ReplicatedBatch, changing change: (ReplicatedBatch.StoreChanges) throws -> Void
    ) throws(LedgerError) {
        let writer = try writer()
        guard writer.queue.takeTurn() else { throw closedError }
        defer { writer.queue.returnTurn() }
        guard let replication = writer.replication.withLock({ $0 }) else {
            throw LedgerError(.inCluster, path: path, detail: "the ledger does not replicate")
        }
        try writer.apply(batch, by: replication, changing: change)
    }

    /// Changes a store in a file of its own, on every node of a cluster; like `environment.write` for a ledger that is in
    /// none. Blocks until it is durable.
    ///
    /// - Parameters:
    ///   - store: its name, the same on every node.
    ///   - environment: the store's file.
    ///   - isShared: which of its tables every node has.
    ///   - body: changes the tables.
    /// - Throws: `notLeader`, `replicationUnclear`; what `body` throws.
    public func change<Result>(
        store: String, in environment: Environment, sharing isShared: @escaping (String) -> Bool = { _ in true },
        _ body: (borrowing WriteTransaction) throws -> Result
    ) throws -> Result {
        guard let writer = writing?.writer, let replication = writer.replication.withLock({ $0 }) else {
            return try environment.write(body)
        }
        return try holdingTurnOfWriter(writer) {
            try writer.change(store, by: replication, journal: ChangeJournal(of: isShared), environment, body)
        }
    }

    /// Replicates changes of a store that keeps no tables, such as a file, and has them made here.
    ///
    /// - Parameters:
    ///   - changes: for every node.
    ///   - make: makes them on this one.
    /// - Returns: false for a ledger that is in no cluster: nothing was done.
    public func replicate(
        _ changes: ReplicatedBatch.StoreChanges, making make: () throws -> Void
    ) throws -> Bool {
        guard let writer = writing?.writer, let replication = writer.replication.withLock({ $0 }) else { return false }
        try holdingTurnOfWriter(writer) {
            let edge = writer.published.state.edge
            let mark = try replication.replicate(from: edge, to: edge, changes: [changes]) { _ in [] }
            do {
                try make()
                try environment.write { try mark.write(in: $0) }
                replication.settle(nil)
            } catch {
                _ = writer.settle(error, replication)
                throw error
            }
        }
        return true
    }

    private func holdingTurnOfWriter<Result>(_ writer: Writer, _ body: () throws -> Result) throws -> Result {
        guard writer.queue.takeTurn() else { throw closedError }
        defer { writer.queue.returnTurn() }
        return try body()
    }
}

/// A ledger as of one batch, for a node that is too far behind to take it batch by batch.
public struct ReplicaSnapshot: Sendable {
    /// The batch that it includes.
    public var mark: ClusterMark
    /// The root over its `mark.size` events.
    public var root: TreeHash
    /// The contents of the shared tables of the ledger's own file.
    public var tables: [TableChange]

    public init(mark: ClusterMark, root: TreeHash, tables: [TableChange]) {
        (self.mark, self.root, self.tables) = (mark, root, tables)
    }
}

extension Ledger {
    /// The shared tables and the mark, as of one commit. The records below its size can be read at leisure: they never change.
    ///
    /// - Parameters:
    ///   - integerTables: those with numbers as keys.
    ///   - textTables: those with texts as keys.
    public func replicaSnapshot(
        integerTables: [String], textTables: [String]
    ) throws(LedgerError) -> ReplicaSnapshot {
        try reportingAll(path) {
            let numbered: [Table<UInt64>] = try integerTables.compactMap { try environment.existingTable(named: $0) }
            let named: [Table<[UInt8]>] = try textTables.compactMap { try environment.existingTable(named: $0) }
            let marks: Table<String>? = try environment.existingTable(named: ClusterMark.table)
            return try environment.read { transaction in
                guard let marks, let mark = try ClusterMark.read(marks, in: transaction) else {
                    throw LedgerError(.inCluster, path: path, detail: "the ledger is in no cluster")
                }
                var tables: [TableChange] = []
                for table in numbered { try table.contents(into: &tables, in: transaction) }
                for table in named { try table.contents(into: &tables, in: transaction) }
                return ReplicaSnapshot(
                    mark: mark, root: try LogReader.edge(mark.size, self.tables, in: transaction).root, tables: tables)
            }
        }
    }

    /// Appends records of a snapshot. Until ``finishCopy(_:)`` the ledger is between two batches.
    ///
    /// - Throws: `versionConflict`, `recordSize`, `clockBackwards` for records that do not continue this ledger.
    public func copyRecords(_ records: [[UInt8]]) throws {
        let writer = try writer()
        try holdingTurnOfWriter(writer) {
            try reporting(path) { writer.show(try writer.append(records, after: writer.published.state) { _, _ in }) }
        }
    }

    /// Takes the tables and the mark of a snapshot whose records the ledger has.
    ///
    /// - Throws: `forked` where the records do not lead to its root.
    public func finishCopy(_ snapshot: ReplicaSnapshot) throws {
        let writer = try writer()
        try holdingTurnOfWriter(writer) {
            let edge = writer.published.state.edge
            guard edge.size == snapshot.mark.size, edge.root == snapshot.root else {
                throw LedgerError(
                    .forked, path: path,
                    detail:
                        "the copy has \(edge.size) events and another root than the snapshot of \(snapshot.mark.size)")
            }
            try reporting(path) {
                try environment.write { transaction in
                    try transaction.make(snapshot.tables)
                    try snapshot.mark.write(in: transaction)
                }
            }
            writer.replication.withLock { $0 }?.set(snapshot.mark)
        }
    }
}
