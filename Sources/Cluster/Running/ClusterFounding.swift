package import DraftLedger
import Ledger
package import Merkle

/// The beginning of a shared log, and the joining and leaving of nodes. While no server runs on the ledger.
package enum ClusterFounding {
    /// The ledger of another node, before a log is founded again.
    package struct Other: Sendable {
        package var url: String
        package var size: UInt64
        package var root: TreeHash

        package init(url: String, size: UInt64, root: TreeHash) { (self.url, self.size, self.root) = (url, size, root) }
    }

    /// Why a log cannot be founded with a ledger.
    package struct Refused: Error, CustomStringConvertible {
        package let description: String
    }

    /// Founds a log that begins with a ledger, which becomes the first node's copy.
    ///
    /// After etcd has lost its data, the numbers of batches and the epochs continue those of the ledger.
    ///
    /// - Parameters:
    ///   - ledger: open for writing; as a node's copy where it was one.
    ///   - node: its name.
    ///   - others: what the other nodes have: each has to be a beginning of this ledger.
    /// - Returns: the first head.
    /// - Throws: `Refused`; `SequencerError` where etcd does not answer; what keeps the ledger from being read or marked.
    package static func begin(
        _ ledger: DraftLedger, as node: String, with sequencer: any Sequencer, others: [Other] = []
    ) async throws -> TailHead {
        let (size, root) = try ledger.sizeAndRoot()
        for other in others {
            guard other.size <= size else {
                throw Refused(
                    description:
                        "The node at \(other.url) has \(other.size) events, and this one \(size). Found the log "
                        + "with the largest ledger: it has everything that was acknowledged.")
            }
            guard try ledger.root(at: other.size) == other.root else {
                throw Refused(
                    description:
                        "The node at \(other.url) has another history: its \(other.size) events lead to another "
                        + "root than the first \(other.size) of this one. Keep both, and find out why.")
            }
        }
        let known = try ledger.clusterMark()
        var head = TailHead.founding(epoch: known?.epoch ?? 0, by: node, size: size, root: root)
        head.number = known?.number ?? 0
        guard try await sequencer.found(head) else {
            throw Refused(
                description:
                    "etcd has a log of this ledger already. Let the node join it with `draftledger cluster join`, or "
                    + "start its server.")
        }
        try ledger.setClusterMark(ClusterMark(node: node, number: head.number, epoch: head.epoch, size: size))
        return head
    }

    /// Copies another node's ledger into a new one.
    ///
    /// - Parameters:
    ///   - ledger: open as a node's copy, marked as to be copied.
    ///   - url: of the node.
    ///   - progress: told how many of how many records there are.
    package static func copy(
        _ ledger: DraftLedger, from url: String, by peers: any PeerTransport,
        progress: @escaping @Sendable (_ done: UInt64, _ total: UInt64) -> Void
    ) async throws {
        try await PeerCopy(ledger: ledger, peers: peers).run(from: url, progress: progress)
    }
}
