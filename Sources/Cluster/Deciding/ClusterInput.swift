package import Merkle

/// The number of a request that a node has made; no two requests of a node have the same.
package struct RequestID: Hashable, Sendable, Comparable {
    package var number: UInt64

    package init(number: UInt64) { self.number = number }

    package static func < (lhs: RequestID, rhs: RequestID) -> Bool { lhs.number < rhs.number }
}

/// A batch of records that the ledger's writer has decided and wants in the log.
package struct Proposal: Hashable, Sendable {
    /// Chosen by the writer; unique among the proposals of a process.
    package var id: UInt64
    package var batch: [UInt8]
    /// The ledger on which the batch was decided: its number of events.
    package var sizeBefore: UInt64
    /// The ledger with the batch.
    package var size: UInt64
    package var root: TreeHash
    /// Set for the batch that claims the lead: the epoch that ``ClusterEffect/claim(epoch:)`` named.
    package var claims: UInt64?

    package init(
        id: UInt64, batch: [UInt8], sizeBefore: UInt64, size: UInt64, root: TreeHash, claims: UInt64? = nil
    ) {
        self.id = id
        self.batch = batch
        self.sizeBefore = sizeBefore
        self.size = size
        self.root = root
        self.claims = claims
    }
}

/// Something that a node learns.
///
/// Each request among the effects has exactly one answer among the inputs, with the request's ID if it has one.
package enum ClusterInput: Sendable {
    /// The node begins; the first input.
    case start
    /// The time of ``ClusterEffect/wake(at:)`` has come. One that comes early or late does no harm.
    case timer

    // The sequencer
    case headRead(RequestID, Result<SequencedHead?, SequencerError>)
    case leaderRead(RequestID, Result<LeaderKey?, SequencerError>)
    case batchesRead(RequestID, Result<[SequencedBatch], SequencerError>)
    case nodesRead(RequestID, Result<[NodeKey], SequencerError>)
    case appendAnswered(RequestID, AppendAnswer)
    case sessionKept(RequestID, Result<SessionAnswer, SequencerError>)
    case bell(TailBell)

    // The ledger
    /// The writer thread proposes, and waits for ``ClusterEffect/answer(proposal:_:)``.
    case proposed(Proposal)
    /// The ledger could not decide the claim that was asked for.
    case claimFailed(reason: String)
    /// The ledger has committed up to this position: an own batch, or batches from the log.
    case applied(TailPosition)
    /// The ledger could not commit a batch that is in the log.
    case applyFailed(ApplyFailure)
    /// The ledger has everything up to the head that was named, checked against its root.
    case copied(TailPosition)
    /// Copying failed. The ledger may have a part of the records, which stays.
    case copyFailed(reason: String)
    /// The answer to ``ClusterEffect/compareLocally(_:)``.
    case compared(proposal: UInt64, isInLedger: Bool)

    // Peers and readers
    /// The node's own connection to the leader is open, or has been lost.
    case leaderConnection(isOpen: Bool)
    /// Another node has committed everything up to a batch.
    ///
    /// Nodes repeat this report from time to time, and send it to every new leader: a report may be lost.
    case peerApplied(node: String, number: UInt64)
    /// A reader asks whether this node still leads.
    case confirmLead(id: UInt64)
    /// The node is to give up the lead and never claim again: before it is stopped.
    case leave
}

/// The reason for which the ledger could not apply a batch.
package enum ApplyFailure: Hashable, Sendable {
    /// It may succeed later: the disk or the map is full.
    case retry(reason: String)
    /// The batch does not continue this ledger, or leads to another root.
    case diverged(reason: String)
}
