import Platform

// Proposals: from the ledger's writer into the log, and the result of an append without an answer.

/// A proposal on its way.
struct Flight: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// The append is sent.
        case appending(RequestID)
        /// The append was unclear. A read of the head that begins from this ticket on will tell more.
        case lookingAtHead(from: RequestID)
        /// The head is newer than the batch, which may be in the log before it. The read is nil until it begins.
        case lookingInLog(RequestID?)
        /// The batch is in the log; the writer commits.
        case committing
        /// The log no longer has the batch's number. The ledger catches up, and then looks in itself.
        case undetermined
        /// The ledger looks whether it has the records.
        case comparing
    }

    let proposal: Proposal
    let head: TailHead
    /// The revision of the head on which the batch was proposed.
    let revision: UInt64
    var stage: Stage
    /// How many appends were unclear. One of them may still arrive, so a refusal of a later one says nothing about this batch.
    var unclearAppends = 0
}

extension ClusterNode {
    mutating func take(_ proposal: Proposal) {
        if let refusal = refusal(of: proposal) {
            if let epoch = proposal.claims, case .claiming(epoch, _) = phase { withdrawClaim() }
            return effects.append(.answer(proposal: proposal.id, .refused(refusal)))
        }
        guard let head, let epoch = proposal.claims ?? leadingEpoch else { return }
        let next = TailHead(
            number: head.head.number + 1, epoch: epoch, node: settings.name, nonce: random.next(),
            size: proposal.size, root: proposal.root, digest: BatchDigest(of: proposal.batch))
        let id = requests.next()
        flight = Flight(proposal: proposal, head: next, revision: head.revision, stage: .appending(id))
        effects.append(.append(id, batch: proposal.batch, head: next, after: head.revision))
    }

    private func refusal(of proposal: Proposal) -> ProposalRefusal? {
        switch (phase, proposal.claims) {
        case (.leading, nil) where isLeaving: return .leaving
        case (.leading, nil): break
        case (.claiming(let epoch, _), let claimed?) where epoch == claimed && !isLeaving: break
        default: return .notLeader
        }
        guard let head, flight == nil, isUpToDate, proposal.sizeBefore == head.head.size else { return .stale }
        return proposal.batch.count > settings.largestBatch ? .tooLarge : nil
    }

    mutating func takeAppend(_ answer: AppendAnswer, of id: RequestID) {
        guard var current = flight, current.stage == .appending(id) else { return }
        switch answer {
        case .appended(let revision):
            adopt(SequencedHead(head: current.head, revision: revision))
            finishAsCommitted(current)
        case .refused where current.unclearAppends == 0:
            finishAsRefused(current)
        case .refused, .unclear:
            current.unclearAppends += 1
            current.stage = .lookingAtHead(from: requests.ticket)
            flight = current
            // At once for the first time. An engine that answers every append with an error is asked more and more seldom.
            let failures = current.unclearAppends - 1
            headRead.want(from: failures == 0 ? now : now + settings.retryDelay(afterFailures: failures))
        }
    }
}

// MARK: Unclear appends

extension ClusterNode {
    /// Finds out from a head that was read after an unclear append whether the batch is stored.
    mutating func resolveFlight(by new: SequencedHead, of read: RequestID) {
        guard var current = flight, case .lookingAtHead(let ticket) = current.stage, ticket <= read else { return }
        if new.revision == current.revision {
            // Not stored. The identical append cannot be stored twice, since it spends the revision.
            let id = requests.next()
            current.stage = .appending(id)
            flight = current
            effects.append(
                .append(id, batch: current.proposal.batch, head: current.head, after: current.revision))
        } else if new.head.number == current.head.number {
            // Equal bytes of another node have the same meaning. Then `adopt` has ended this node's lead.
            new.head.digest == current.head.digest ? finishAsCommitted(current) : finishAsRefused(current)
        } else if new.head.number > current.head.number {
            current.stage = .lookingInLog(nil)
            flight = current
        } else {
            stop(.tailLost(applied: applied.number, head: new.head.number))
        }
    }

    /// Another node has continued the log. It may have continued after this node's own batch.
    mutating func findUnclearBatchInLog() {
        guard var current = flight, current.stage == .lookingInLog(nil), catchUp.mayBegin(at: now) else { return }
        let id = requests.next()
        current.stage = .lookingInLog(id)
        flight = current
        effects.append(.readBatches(id, after: current.head.number - 1, limit: TailLimit(batches: 1)))
    }

    mutating func takeBatchOfFlight(_ result: Result<[SequencedBatch], SequencerError>) {
        guard var current = flight else { return }
        guard case .success(let batches) = result else {
            current.stage = .lookingInLog(nil)
            flight = current
            return catchUp.pause(until: now + settings.retryDelay)
        }
        guard let batch = batches.first(where: { $0.number == current.head.number }) else {
            current.stage = .undetermined
            flight = current
            return effects.append(.answer(proposal: current.proposal.id, .undetermined))
        }
        BatchDigest(of: batch.bytes) == current.head.digest ? finishAsCommitted(current) : finishAsRefused(current)
    }

    /// Once the ledger has caught up over the place of an undetermined batch, its records are there or never will be.
    mutating func compareUndeterminedProposal() {
        guard var current = flight, current.stage == .undetermined, applied.number >= current.head.number else {
            return
        }
        current.stage = .comparing
        flight = current
        effects.append(.compareLocally(current.proposal))
    }

    mutating func takeComparison(of id: UInt64, isInLedger: Bool) {
        guard let current = flight, current.stage == .comparing, current.proposal.id == id else { return }
        flight = nil
        effects.append(.settled(proposal: id, isCommitted: isInLedger))
    }
}

// MARK: Ends

extension ClusterNode {
    /// The batch is in the log. The writer commits it before anything else, even if another node leads by now.
    private mutating func finishAsCommitted(_ ended: Flight) {
        var ended = ended
        ended.stage = .committing
        flight = ended
        housekeeping.window.note(ended.head.number, bytes: ended.proposal.batch.count, at: now)
        effects.append(.answer(proposal: ended.proposal.id, .committed(number: ended.head.number)))
        // A claim that succeeded makes this node the leader, unless another one has claimed since.
        guard case .claiming(let epoch, _) = phase else { return }
        phase = head?.head == ended.head ? .leading(epoch: epoch) : .following
    }

    private mutating func finishAsRefused(_ ended: Flight) {
        flight = nil
        phase = .following
        headRead.want()
        effects.append(.answer(proposal: ended.proposal.id, .refused(.notLeader)))
    }

    /// The writer has committed the batch.
    mutating func takeCommit(_ position: TailPosition, of ended: Flight) {
        guard position == ended.head.position else {
            return stop(
                .diverged(
                    reason: "batch \(ended.head.number) was stored with \(ended.head.size) events and the root "
                        + "\(ended.head.root), and committed as batch \(position.number) with "
                        + "\(position.size) events and the root \(position.root)"))
        }
        flight = nil
        applied = position
        checkPosition()
    }
}
