// Looking at the head: the only source of truth about who leads and how far the log is.

extension ClusterNode {
    mutating func readHeadIfWanted() {
        guard let id = headRead.begin(at: now, &requests) else { return }
        appliedBeforeHeadRead = applied.number
        effects.append(.readHead(id))
    }

    mutating func takeHead(_ result: Result<SequencedHead?, SequencerError>, of id: RequestID) {
        var found: SequencedHead??
        if case .success(let head) = result { found = .some(head) }
        guard headRead.end(id, success: found != nil, at: now, settings) else { return }
        guard let found else { return refuseConfirmations(upTo: id) }
        guard let new = found else {
            // Not founded yet, or gone.
            if applied.number > 0 || head != nil { stop(.tailLost(applied: applied.number, head: nil)) }
            return
        }
        guard new.head.number >= appliedBeforeHeadRead else {
            return stop(.tailLost(applied: appliedBeforeHeadRead, head: new.head.number))
        }
        adopt(new)
        resolveFlight(by: new, of: id)
        watch.noteHead(read: id)
        answerConfirmations(by: new, of: id)
        checkPosition()
    }

    /// Takes in a head that a read or an own append has shown.
    mutating func adopt(_ new: SequencedHead) {
        if let head, new.revision <= head.revision { return }
        if let head, new.head.epoch > head.head.epoch { watch.noteNewEpoch() }
        head = new
        switch phase {
        case .leading(let epoch) where !isOwn(new.head, epoch):
            phase = .following
        case .claiming(_, let revision) where flight == nil && new.revision != revision:
            // Somebody was faster. The proposal that the ledger is deciding will be refused.
            phase = .following
        default: break
        }
    }

    private func isOwn(_ head: TailHead, _ epoch: UInt64) -> Bool {
        head.epoch == epoch && head.node == settings.name
    }

    /// A ledger that is as long as the log has to be the log's ledger.
    mutating func checkPosition() {
        guard !isStopped, let head, isUpToDate else { return }
        guard applied == head.head.position else {
            return stop(
                .diverged(
                    reason: "after batch \(applied.number) the log has \(head.head.size) events and the root "
                        + "\(head.head.root), the ledger \(applied.size) events and the root \(applied.root)"))
        }
        hasCaughtUp = true
        housekeeping.window.begin(at: applied.number, now)
    }
}

// MARK: Confirming the lead

extension ClusterNode {
    mutating func takeConfirmation(_ id: UInt64) {
        guard leadingEpoch != nil else { return effects.append(.leadConfirmed(id: id, false)) }
        confirmations.append((id, requests.ticket))
        headRead.want()
    }

    /// A head that was read after the question, and is this node's own, shows that no other node led at the question's time.
    private mutating func answerConfirmations(by new: SequencedHead, of read: RequestID) {
        guard !confirmations.isEmpty else { return }
        let leads = leadingEpoch.map { isOwn(new.head, $0) } ?? false
        for confirmation in confirmations where confirmation.ticket <= read {
            effects.append(.leadConfirmed(id: confirmation.id, leads))
        }
        confirmations.removeAll { $0.ticket <= read }
    }

    private mutating func refuseConfirmations(upTo read: RequestID) {
        for confirmation in confirmations where confirmation.ticket <= read {
            effects.append(.leadConfirmed(id: confirmation.id, false))
        }
        confirmations.removeAll { $0.ticket <= read }
    }
}

// MARK: Replication

extension ClusterNode {
    /// Tells the shell up to which batch at least one other node has everything.
    mutating func takePeer(_ node: String, applied number: UInt64) {
        guard node != settings.name, number > replicated else { return }
        replicated = number
        effects.append(.replicated(number: number))
    }
}
