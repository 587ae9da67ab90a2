/// The keys that a node keeps at the sequencer as long as it lives.
///
/// They tell where to send commands and which batches are still needed. No decision about the ledger's content relies on them.
package struct Session: Hashable, Sendable {
    /// The node's claim to be the leader; nil for a node that does not lead.
    package var leader: LeaderKey?
    /// The node's registration; nil for a node that has not caught up yet.
    package var node: NodeKey?

    package init(leader: LeaderKey? = nil, node: NodeKey? = nil) {
        self.leader = leader
        self.node = node
    }
}

/// The result of keeping a session.
package enum SessionAnswer: Hashable, Sendable {
    /// The keys are stored.
    case kept
    /// A leader with a higher epoch has stored its key. The node's registration is stored, its claim is not.
    case superseded
}

/// The leader by its own statement: for redirecting commands and for noticing that it is gone.
///
/// It is not a fence. A node that believes in an old key can do no harm: its append is refused.
package struct LeaderKey: Hashable, Sendable {
    package var epoch: UInt64
    /// The leader's name.
    package var node: String
    /// The address at which the leader takes commands.
    package var url: String

    package init(epoch: UInt64, node: String, url: String) {
        self.epoch = epoch
        self.node = node
        self.url = url
    }
}

/// A node that has caught up, and how far it is.
package struct NodeKey: Hashable, Sendable {
    /// The node's name.
    package var node: String
    /// The address at which the node serves its ledger to other nodes.
    package var url: String
    /// The last batch that it had applied at the last renewal of its lease.
    package var applied: TailPosition

    package init(node: String, url: String, applied: TailPosition) {
        self.node = node
        self.url = url
        self.applied = applied
    }
}
