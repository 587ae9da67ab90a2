// Following: from what the ledger has to what the head names, by batches from the log or by a copy from another node.

/// The work that brings the ledger up to date. One piece at a time.
struct CatchUp: Sendable {
    enum Work: Hashable, Sendable {
        case idle
        /// Batches are being read from the log.
        case reading(RequestID)
        /// The ledger commits batches up to this number.
        case applying(upTo: UInt64)
        /// The ledger copies from another node.
        case copying
    }

    var work = Work.idle
    /// After a failure, when to try again.
    private(set) var due: MonotonicTime?

    func mayBegin(at now: MonotonicTime) -> Bool { work == .idle && due.map { $0 <= now } ?? true }

    mutating func begin(_ work: Work) {
        self.work = work
        due = nil
    }

    mutating func pause(until time: MonotonicTime) {
        work = .idle
        due = time
    }
}

extension ClusterNode {
    mutating func catchUpIfBehind() {
        guard let head, applied.number < head.head.number, isWriterFree, catchUp.mayBegin(at: now) else { return }
        let id = requests.next()
        catchUp.begin(.reading(id))
        effects.append(.readBatches(id, after: applied.number, limit: TailLimit(batches: settings.batchesPerRead)))
    }

    mutating func takeBatches(_ result: Result<[SequencedBatch], SequencerError>, of id: RequestID) {
        if case .lookingInLog(id) = flight?.stage { return takeBatchOfFlight(result) }
        guard catchUp.work == .reading(id), let head else { return }
        guard case .success(let batches) = result else {
            return catchUp.pause(until: now + settings.retryDelay)
        }
        // Those after the head that is known wait for the next look at the head.
        let next = contiguous(batches.filter { $0.number <= head.head.number })
        guard let last = next.last else {
            catchUp.begin(.copying)
            return effects.append(.copyFromPeer(to: head.head))
        }
        catchUp.begin(.applying(upTo: last.number))
        for batch in next { housekeeping.window.note(batch.number, bytes: batch.bytes.count, at: now) }
        effects.append(.apply(next))
    }

    /// The batches that continue the ledger without a hole: none if the first of them was removed from the log.
    private func contiguous(_ batches: [SequencedBatch]) -> [SequencedBatch] {
        var next: [SequencedBatch] = []
        for batch in batches {
            guard batch.number == applied.number + UInt64(next.count) + 1 else { break }
            next.append(batch)
        }
        return next
    }

    mutating func takeApplied(_ position: TailPosition) {
        if let flight, flight.stage == .committing { return takeCommit(position, of: flight) }
        guard position.number > applied.number else { return }
        applied = position
        if case .applying(let last) = catchUp.work, position.number >= last { catchUp.begin(.idle) }
        checkPosition()
    }

    mutating func takeCopied(_ position: TailPosition) {
        guard catchUp.work == .copying else { return }
        catchUp.begin(.idle)
        applied = position
        checkPosition()
    }

    /// The records are in the log, so a node that could not commit its own batch takes it from there, as a follower.
    mutating func takeApplyFailure(_ failure: ApplyFailure) {
        if flight?.stage == .committing {
            flight = nil
            if leadingEpoch != nil { phase = .following }
        }
        switch failure {
        case .retry: catchUp.pause(until: now + settings.longestRetryDelay)
        case .diverged(let reason): stop(.diverged(reason: reason))
        }
    }
}
