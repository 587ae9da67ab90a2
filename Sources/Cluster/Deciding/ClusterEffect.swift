/// Something that a node wants done. The shell that runs the node does it, and decides nothing.
package enum ClusterEffect: Hashable, Sendable {
    /// Send ``ClusterInput/timer`` at this time. It replaces the time of an earlier effect.
    case wake(at: MonotonicTime)

    // Requests to the sequencer
    case readHead(RequestID)
    case readLeader(RequestID)
    case readNodes(RequestID)
    case readBatches(RequestID, after: UInt64, limit: TailLimit)
    case append(RequestID, batch: [UInt8], head: TailHead, after: UInt64)
    case keepSession(RequestID, Session)
    /// Remove the batches below this number, then compact. A failure needs no answer: the next round does more.
    case cleanUp(before: UInt64)

    // Requests to the ledger
    /// Let the ledger decide the event of a claim in its own turn, and propose it with this epoch.
    case claim(epoch: UInt64)
    /// Answer the writer thread that proposes.
    case answer(proposal: UInt64, ProposalAnswer)
    /// Commit these batches, in this order. Records that the ledger has already are compared, not written again.
    case apply([SequencedBatch])
    /// Copy from any other node up to this head, whose root proves the copy.
    case copyFromPeer(to: TailHead)
    /// Tell whether the ledger has exactly the proposal's records at the positions from `sizeBefore`.
    case compareLocally(Proposal)
    /// The final result of a proposal whose answer was ``ProposalAnswer/undetermined``.
    case settled(proposal: UInt64, isCommitted: Bool)

    // Statements
    case statusChanged(ClusterStatus)
    /// The answer to ``ClusterInput/confirmLead(id:)``.
    case leadConfirmed(id: UInt64, Bool)
    /// At least one other node has committed everything up to this batch.
    ///
    /// A leader that waits for it before it answers a command has to wait before it answers a repeat, too.
    case replicated(number: UInt64)
    /// The node has left office, and may be stopped.
    case left
}

/// The answer to a proposal.
package enum ProposalAnswer: Hashable, Sendable {
    /// The batch is in the log for good. The writer commits, and reports ``ClusterInput/applied(_:)`` or
    /// ``ClusterInput/applyFailed(_:)`` before it proposes again.
    case committed(number: UInt64)
    /// The batch is certainly not in the log. The writer aborts and tells its callers.
    case refused(ProposalRefusal)
    /// It is not known yet whether the batch is in the log.
    ///
    /// The writer aborts, so that the ledger can be brought up to date. Its callers get no answer before
    /// ``ClusterEffect/settled(proposal:isCommitted:)``, which does not come if the node stops.
    case undetermined
}

/// The reason for which a proposal is certainly not in the log.
package enum ProposalRefusal: Hashable, Sendable {
    /// This node does not lead, or leads no longer.
    case notLeader
    /// This node is giving up the lead.
    case leaving
    /// The batch has more bytes than a request may have.
    case tooLarge
    /// The batch was decided on another ledger than the one that the log ends with.
    case stale
}

/// A node's state for people, routing and readiness.
package struct ClusterStatus: Hashable, Sendable {
    package enum Role: Hashable, Sendable {
        /// The leader by its key, if one is known.
        case following(LeaderKey?)
        case leading(epoch: UInt64)
        case stopped(ClusterFault)
    }

    package var role: Role
    /// The ledger has been up to date with the head since the node began, and has not stopped.
    package var isReady: Bool

    package init(role: Role, isReady: Bool) {
        self.role = role
        self.isReady = isReady
    }
}

/// A finding after which a node touches neither the log nor its ledger any more. A person has to look.
package enum ClusterFault: Error, Hashable, Sendable {
    /// The ledger and the log have different histories.
    case diverged(reason: String)
    /// The log ends before batches that this ledger has applied, or is gone: etcd has lost data, or is another one.
    case tailLost(applied: UInt64, head: UInt64?)
}

extension ClusterFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .diverged(let reason):
            "This ledger and the cluster's log have different histories: \(reason). This node has stopped. "
                + "Keep its files for the investigation, and join again with a copy of another node's ledger."
        case .tailLost(let applied, let head?):
            "The cluster's log ends at batch \(head), but this ledger has applied batch \(applied). "
                + "This node has stopped. Check that the URLs name the right etcd; if etcd has lost data, "
                + "run `draftledger cluster begin`."
        case .tailLost(let applied, nil):
            "The cluster's log does not exist, but this ledger has applied batch \(applied). This node has stopped. "
                + "Check that the URLs name the right etcd; if etcd has lost data, run `draftledger cluster begin`."
        }
    }
}
