import Draft
import Ledger
import Platform

/// The ledger's side of a cluster: stands between the writer's thread, which waits, and the node that decides.
final class LedgerReplicator: CommitReplicator {
    /// The commits that the ledger may make now.
    private enum Office: Equatable {
        case following(leader: String?)
        /// Asked for the event of a claim, and for nothing else.
        case claiming(epoch: UInt64)
        case leading(epoch: UInt64)
    }

    private struct State {
        var office = Office.following(leader: nil)
        var answers: [UInt64: ProposalAnswer] = [:]
        var next: UInt64 = 1
        /// Set when the member ends: no answer comes any more.
        var isOver = false
    }

    private let path: String
    private let state = Guarded(State())
    private let send: @Sendable (ClusterInput) -> Void
    /// The ledger's position after an own batch was committed.
    private let position: @Sendable () throws -> TailPosition

    init(
        path: String, position: @escaping @Sendable () throws -> TailPosition,
        send: @escaping @Sendable (ClusterInput) -> Void
    ) {
        self.path = path
        self.position = position
        self.send = send
    }

    // MARK: What the node decides

    func claims(_ epoch: UInt64) { state.withLock { $0.office = .claiming(epoch: epoch) } }

    func note(_ role: ClusterStatus.Role) {
        state.withLock { state in
            switch role {
            case .leading(let epoch): state.office = .leading(epoch: epoch)
            case .following(let leader):
                // While a claim is on its way the node still follows.
                if case .claiming = state.office, leader == nil { return }
                state.office = .following(leader: leader?.node)
            case .stopped: state.office = .following(leader: nil)
            }
        }
    }

    /// A claim came to nothing.
    func withdrawClaim() {
        state.withLock { if case .claiming = $0.office { $0.office = .following(leader: nil) } }
    }

    func answer(_ proposal: UInt64, _ answer: ProposalAnswer) {
        state.withLock { $0.answers[proposal] = answer }
        state.broadcast()
    }

    /// Ends all waiting, now and later: nothing is known.
    func end() {
        state.withLock { $0.isOver = true }
        state.broadcast()
    }

    // MARK: CommitReplicator

    var leadershipError: LedgerError? {
        state.withLock { state in
            switch state.office {
            case .leading where !state.isOver: nil
            case .leading, .claiming: .notLeader(path, leader: nil)
            case .following(let leader): .notLeader(path, leader: leader)
            }
        }
    }

    func epoch() throws(LedgerError) -> UInt64 {
        let office = state.withLock { $0.isOver ? .following(leader: nil) : $0.office }
        switch office {
        case .leading(let epoch), .claiming(let epoch): return epoch
        case .following(let leader): throw .notLeader(path, leader: leader)
        }
    }

    func replicate(_ batch: ReplicatedBatch, _ bytes: [UInt8]) throws(LedgerError) {
        let (id, claimed) = try begin(batch)
        send(
            .proposed(
                Proposal(
                    id: id, batch: bytes, sizeBefore: batch.heading.first, size: batch.heading.size,
                    root: batch.heading.rootAfter, claims: claimed)))
        let answer = state.wait { state -> ProposalAnswer? in
            if let answer = state.answers.removeValue(forKey: id) { return answer }
            return state.isOver ? .undetermined : nil
        }
        switch answer {
        case .committed: return
        case .refused(.tooLarge):
            throw .refused(.recordSize, path, "\(bytes.count) bytes are to be stored at once, which is too much")
        case .refused: throw .notLeader(path, leader: nil)
        case .undetermined:
            throw .refused(.replicationUnclear, path, "it is not known yet whether the other nodes have it")
        }
    }

    /// - Returns: the number of the proposal, and the epoch that it claims.
    private func begin(_ batch: ReplicatedBatch) throws(LedgerError) -> (id: UInt64, claimed: UInt64?) {
        try state.withLock { state throws(LedgerError) in
            defer { state.next += 1 }
            switch state.office {
            case .leading(batch.heading.epoch) where !state.isOver: return (state.next, nil)
            case .claiming(batch.heading.epoch) where !state.isOver && batch.beginsEpoch:
                return (state.next, batch.heading.epoch)
            default: throw .notLeader(path, leader: nil)
            }
        }
    }

    func committed(_ heading: ReplicatedBatch.Heading, failure: LedgerError?) {
        if let failure { return send(.applyFailed(.retry(reason: failure.detail))) }
        do {
            send(.applied(try position()))
        } catch {
            send(.applyFailed(.retry(reason: "\(error)")))
        }
    }
}

extension ReplicatedBatch {
    /// Whether its first record states a change of the leader: nothing else begins an epoch.
    var beginsEpoch: Bool {
        guard let record = records.first else { return false }
        return UInt16(record[2]) | UInt16(record[3]) << 8 == EventType.leaderChanged.rawValue
    }
}
