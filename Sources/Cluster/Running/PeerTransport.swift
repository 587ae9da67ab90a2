import Dispatch
import DraftLedger
package import Ledger

/// How a node reaches the others, besides the sequencer. It decides nothing, and believes nothing that is not proven.
package protocol PeerTransport: Sendable {
    /// Keeps a connection to a node open, and returns when it is lost.
    ///
    /// - Parameter onOpen: called once the node has answered.
    func keepConnection(to url: String, onOpen: @Sendable () -> Void) async

    /// The snapshot of a node: a batch without records, whose heading states how far it is, and the contents of the stores.
    func snapshot(of url: String) async throws -> ReplicatedBatch

    /// Records of a node from a position on, in a batch of which only the records count.
    ///
    /// - Parameter end: the first position that is not wanted.
    func records(of url: String, from start: UInt64, below end: UInt64) async throws -> ReplicatedBatch

    /// The time of a node in microseconds since 1970; nil if it does not answer at once.
    func time(of url: String) async -> Int64?

    /// Tells the leader how far this node is. What is lost is told with the next batch.
    func report(applied number: UInt64, of node: String, to url: String) async
}

/// A ledger's copy from another node.
struct PeerCopy {
    let ledger: DraftLedger
    let peers: any PeerTransport

    /// Copies what the ledger lacks: records first, which only grow and are proven by the root at the end, then the stores.
    ///
    /// A copy that was interrupted is continued.
    ///
    /// - Parameter progress: told how many of how many records the ledger has.
    /// - Throws: what keeps the node from answering, or the ledger from storing it; `ledgerForked` where the records do not
    ///   lead to the root that the node states.
    func run(from url: String, progress: (_ done: UInt64, _ total: UInt64) -> Void = { _, _ in }) async throws {
        let snapshot = try await peers.snapshot(of: url)
        let (size, ownMark) = (snapshot.heading.size, try ledger.clusterMark())
        guard let ownMark else { throw DraftLedgerError(.inCluster, "The ledger is in no cluster.") }
        guard try ledger.size <= size else {
            throw DraftLedgerError(
                .ledgerForked, "The node at \(url) has \(size) events, and this one \(try ledger.size).")
        }
        while try ledger.size < size {
            let start = try ledger.size
            progress(start, size)
            let part = try await peers.records(of: url, from: start, below: size)
            guard part.heading.first == start, !part.records.isEmpty else {
                throw DraftLedgerError(.inputOutput, "The node at \(url) has sent other records than it was asked for.")
            }
            try await blocking { try ledger.copyRecords(part.records) }
        }
        progress(size, size)
        let heading = snapshot.heading
        let mark = ClusterMark(node: ownMark.node, number: heading.number, epoch: heading.epoch, size: size)
        try await blocking { try ledger.finishCopy(mark, root: heading.rootAfter, snapshot.changes) }
    }
}

/// Runs something that blocks its thread on a thread of its own.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        ClusterThreads.queue.async { continuation.resume(with: Swift.Result { try body() }) }
    }
}
