import Draft
package import Ledger
package import LMDB
package import Merkle
import Platform

/// A ledger of drafts that is one node's copy of a history that a cluster shares.
///
/// One node leads: it alone decides, records, and runs the clocks. The others append the same bytes and answer reads.
extension DraftLedger {
    /// The tables of the ledger's own file that every node has, next to the log: personal data, and free text of which the log
    /// has the digests. Projections are not among them: each node makes its own from the log.
    static let sharedTables = Set(sharedByNumber + sharedByText)
    /// Those with numbers as keys.
    private static let sharedByNumber = [profilesTable]
    /// Those with texts as keys.
    private static let sharedByText = ["words"]

    /// The table of the profiles, by user number.
    package static let profilesTable = "profiles"

    /// Opens a ledger for writing as a node's copy, or one that is to become one. By the machine's clock.
    ///
    /// - Throws: as ``open(at:for:checksPages:limits:upkeep:)`` does.
    package static func openNode(at path: String, upkeep: Upkeep = Upkeep()) throws(DraftLedgerError) -> DraftLedger {
        try openNode(
            at: path, upkeep: upkeep, by: Ledger.Options.systemClock, awake: RunningClock.process.now)
    }

    /// The same by another clock.
    package static func openNode(
        at path: String, upkeep: Upkeep = Upkeep(), durability: Environment.Durability = .full,
        by clock: @escaping @Sendable () -> Int64, awake: (@Sendable () -> Int64)? = nil
    ) throws(DraftLedgerError) -> DraftLedger {
        try open(
            at: path, for: .writing, upkeep: upkeep, durability: durability, isNode: true, by: clock, awake: awake)
    }

    /// Creates an empty node's copy, to be filled from another node, in a directory that has the keys already.
    package static func createNode(at path: String, named node: String) throws(DraftLedgerError) {
        try rethrowing {
            let ledger = try Ledger.create(at: path)
            defer { ledger.close() }
            try ledger.setClusterMark(.toBeCopied(to: node))
        }
    }

    /// The root over the first events.
    package func root(at size: UInt64) throws(DraftLedgerError) -> TreeHash {
        try rethrowing { try ledger.treeEdge(at: size).root }
    }

    /// How far the ledger has come in the order of its cluster; nil for one that is in no cluster.
    package func clusterMark() throws(DraftLedgerError) -> ClusterMark? { try rethrowing { try ledger.clusterMark() } }

    /// The name of the node whose copy the ledger is; nil for one that is in no cluster.
    package func nodeName() throws(DraftLedgerError) -> String? { try clusterMark()?.node }

    /// Whether a text can be the name of a node: 1 to 64 letters, digits, `-`, `_` and `.`.
    package static func isNodeName(_ text: String) -> Bool { ClusterMark.isName(text) }

    /// Makes the ledger a node's copy, or with nil one of its own again.
    package func setClusterMark(_ mark: ClusterMark?) throws(DraftLedgerError) {
        try rethrowing { try ledger.setClusterMark(mark) }
    }

    /// Replicates every commit from now on before it is made.
    ///
    /// - Throws: `inCluster` for a ledger that is in no cluster.
    package func replicate(through replicator: any CommitReplicator) throws(DraftLedgerError) {
        try rethrowing { try ledger.replicate(through: replicator, tables: Self.sharedTables) }
    }

    /// The number of events and the root over them, as of one commit.
    package func sizeAndRoot() throws(DraftLedgerError) -> (size: UInt64, root: TreeHash) {
        try rethrowing {
            let edge = try ledger.treeEdge()
            return (edge.size, edge.root)
        }
    }

    /// The time by which this ledger records, in microseconds since 1970.
    package var wallTime: Int64 { now.microseconds }

    /// When the last event was recorded, in microseconds since 1970; nil in an empty ledger.
    package func lastRecordTime() throws(DraftLedgerError) -> Int64? { try rethrowing { try ledger.lastRecordedAt } }

    /// Whether commands are decided here: the ledger is in no cluster, or this node leads it.
    package var leads: Bool { ledger.leadershipError == nil }

    /// Takes a batch that another node has made. Blocks until it is durable here.
    ///
    /// - Throws: `ledgerForked` for one that does not continue this ledger; what keeps it from being stored.
    package func apply(_ batch: ReplicatedBatch) throws(DraftLedgerError) {
        try rethrowing {
            try ledger.apply(batch) { changes in
                // A store that this program does not have is a newer program's: the node stops, and loses nothing.
                guard let store = sides.store(named: changes.store) else {
                    throw DraftLedgerError(
                        .newerFormat,
                        "Batch \(batch.heading.number) changes \(changes.store), which this program has not.")
                }
                try store.make(changes.changes)
            }
            sides.tell(batch.changes)
        }
    }

    /// Begins to lead: states it as the first event of the epoch, and completes what an earlier leader has not brought to
    /// its end.
    ///
    /// - Throws: `notLeader` where another node was faster; what keeps it from being recorded.
    package func takeLead(_ epoch: UInt64, of node: String) async throws(DraftLedgerError) {
        guard let desk else { throw .notWritable(path) }
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            desk.takeLead(epoch, of: node) { continuation.resume(returning: $0) }
        }
        do { try result.get() } catch { throw DraftLedgerError(wrapping: error) }
        resumeWork()
    }
}

// MARK: - Copying a ledger from another node

extension DraftLedger {
    /// How far this node is, and the contents of all stores next to the log, for a node that copies it: a batch without records.
    /// Those below its size never change, and are read with ``rawRecords(from:below:atMost:)``.
    package func replicaSnapshot() throws(DraftLedgerError) -> ReplicatedBatch {
        try rethrowing {
            let snapshot = try ledger.replicaSnapshot(
                integerTables: Self.sharedByNumber, textTables: Self.sharedByText)
            let own = ReplicatedBatch.StoreChanges(store: ReplicatedBatch.ledgerStore, changes: snapshot.tables)
            let mark = snapshot.mark
            return ReplicatedBatch(
                heading: ReplicatedBatch.Heading(
                    number: mark.number, epoch: mark.epoch, nonce: 0, first: mark.size, count: 0,
                    rootBefore: snapshot.root, rootAfter: snapshot.root),
                records: [], changes: [own] + (try sides.contents()))
        }
    }

    /// Records as they are stored.
    ///
    /// - Parameter byteLimit: after which no further record is added.
    package func rawRecords(
        from start: UInt64, below end: UInt64, atMost byteLimit: Int
    ) throws(DraftLedgerError) -> [[UInt8]] {
        try rethrowing {
            var found: [[UInt8]] = []
            var byteCount = 0
            guard start < end else { return [] }
            try ledger.scan(start..<end) { _, record in
                found.append(record.withUnsafeBytes { Array($0) })
                byteCount += record.byteCount
                return byteCount < byteLimit
            }
            return found
        }
    }

    /// Appends records of another node's snapshot.
    package func copyRecords(_ records: [[UInt8]]) throws(DraftLedgerError) {
        try rethrowing { try ledger.copyRecords(records) }
    }

    /// Takes the stores and the mark of a snapshot whose records the ledger has.
    ///
    /// - Parameters:
    ///   - mark: of this node, with the number and the size of the snapshot.
    ///   - root: over as many events.
    ///   - stores: the contents of all stores.
    /// - Throws: `ledgerForked` where the records do not lead to the root.
    package func finishCopy(
        _ mark: ClusterMark, root: TreeHash, _ stores: [ReplicatedBatch.StoreChanges]
    ) throws(DraftLedgerError) {
        try rethrowing {
            for changes in stores where changes.store != ReplicatedBatch.ledgerStore {
                guard let store = sides.store(named: changes.store) else { continue }
                try store.make(changes.changes)
            }
            let tables = stores.filter { $0.store == ReplicatedBatch.ledgerStore }.flatMap(\.changes)
            try ledger.finishCopy(ReplicaSnapshot(mark: mark, root: root, tables: tables))
            sides.tell(stores)
        }
    }
}
