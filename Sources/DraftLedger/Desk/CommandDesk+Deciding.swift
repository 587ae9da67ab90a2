import Dispatch
import Draft
import Ledger

extension CommandDesk {
    func handle(_ envelope: Envelope) {
        if let refusal = envelope.origin.refusal {
            return envelope.reply(.success(.refused(refusal, nil, retry: false)))
        }
        do {
            if try answerRetry(envelope) { return }
            if let staged = try desk.store.followClock(at: readClock()) { submit(staged) { _ in } }
            let outcome =
                if let refusal = envelope.refusal {
                    try desk.refuse(envelope.command, with: refusal, origin: envelope.origin, at: readClock())
                } else {
                    try desk.send(envelope.command, origin: envelope.origin, at: readClock())
                }
            submit(outcome, of: envelope)
        } catch {
            fail(envelope, error)
        }
    }

    /// Answers a command that was here before.
    ///
    /// - Returns: false for a new one.
    private func answerRetry(_ envelope: Envelope) throws -> Bool {
        let live = desk.store.live
        for anchor in [envelope.command.anchor, .system] {
            live.load(anchor)
            if let failure = live.takeFailure() { throw failure }
            switch live.seen.verdict(on: envelope.origin, in: anchor) {
            case .new: continue
            case .retry(let outcome):
                if inFlight.join(envelope) { return true }
                let events = try desk.store.log.events(
                    of: envelope.origin, from: outcome.versions.lowerBound, in: anchor)
                if events.isEmpty {
                    // It was decided, but its request has failed meanwhile: there is no outcome to repeat.
                    inFlight.overtake(envelope)
                } else {
                    envelope.reply(.success(.repeating(events)))
                }
                return true
            case .conflict:
                let outcome = try desk.refuse(
                    envelope.command, with: Self.duplicate(envelope.origin.commandID), origin: envelope.origin,
                    at: readClock())
                submit(outcome, of: envelope)
                return true
            }
        }
        return false
    }

    private static func duplicate(_ id: CommandID) -> Refusal {
        Refusal(
            .duplicateCommand,
            id == .ledgerCreation
                ? "The command id \(id) is that of the ledger's first event. Choose another for each command."
                : "The command id \(id) was used before, for a command of other content.")
    }

    /// Has the caller answered: at once where there is nothing to record, else when that is durable.
    private func submit(_ outcome: Desk<LiveStore>.Outcome, of envelope: Envelope) {
        switch outcome {
        case .accepted(let staged): submit(staged, .accepted(staged.own, retry: false), of: envelope)
        case .refused(let refusal, let staged?):
            submit(staged, .refused(refusal, staged.own.last, retry: false), of: envelope)
        case .refused(let refusal, nil): envelope.reply(.success(.refused(refusal, nil, retry: false)))
        }
    }

    private func submit(_ staged: LiveStore.Staged, _ outcome: Outcome, of envelope: Envelope) {
        inFlight.begin(envelope)
        submit(staged.request) { [self] result in
            inFlight.end(envelope, outcome, result, stating: staged.counts)
            workOnFailuresLater()
        }
    }

    private func fail(_ envelope: Envelope, _ error: any Error) {
        if let diverged = error as? LiveStore.Diverged {
            inFlight.fail()
            envelope.reply(.failure(diverged.cause))
        } else {
            envelope.reply(.failure(error))
        }
    }

    /// States all that was only counted so far.
    ///
    /// - Parameter completion: called when that is durable, or with false when it has failed.
    func stateCounts(completion: @escaping @Sendable (Bool) -> Void) {
        do {
            guard let staged = try desk.stateCounts(at: readClock()) else { return completion(true) }
            submit(staged, completion: completion)
        } catch {
            if error is LiveStore.Diverged { inFlight.fail() }
            completion(false)
        }
    }

    /// Hands in what nobody has sent, and told nobody of but by whether it is durable.
    private func submit(_ staged: LiveStore.Staged, completion: @escaping @Sendable (Bool) -> Void) {
        inFlight.begin(nil)
        submit(staged.request) { [self] result in
            inFlight.end(nil, .accepted([], retry: false), result, stating: staged.counts)
            workOnFailuresLater()
            // Only whether: what failed has gone to `inFlight`.
            completion((try? result.get()) != nil)
        }
    }

    /// Not on the writer's thread: the work waits for what the writer still has to answer.
    private func workOnFailuresLater() {
        if inFlight.hasFailed { DispatchQueue.global().async { self.workOnFailures() } }
    }

    private func readClock() -> ClockReading {
        ClockReading(machine: clock(), lastRecordedAt: desk.store.lastRecordedAt)
    }
}

extension LiveStore.Staged {
    /// The events of the command itself.
    fileprivate var own: [RecordedEvent] { recorded.filter { $0.origin != nil } }
}
