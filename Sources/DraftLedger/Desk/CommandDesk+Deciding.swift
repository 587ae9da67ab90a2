import Draft
import Ledger

extension CommandDesk {
    /// Decides a command, answers one that was here before, or puts it aside until what it needs has been read.
    func decide(_ envelope: Envelope) {
        if let refusal = envelope.origin.refusal {
            if envelope.take() { envelope.answer(.success(.refused(refusal, nil, retry: false))) }
            return
        }
        let live = desk.store.live
        do {
            let reading = readClock()
            let mark = live.mark(of: envelope.origin, in: envelope.command.anchor)
            // What only repeats an answer records nothing.
            if mark?.isConflict ?? true { try followClock(at: reading) }
            let decision = try mark == nil ? decision(on: envelope, at: reading) : nil
            if let failure = live.takeFailure() { throw failure }
            let needs = live.takeNeeds()
            guard needs.isEmpty else { return delay(envelope, for: needs) }
            guard envelope.take() else { return }
            counts.decided += 1
            if let decision {
                let outcome = try desk.settle(decision, of: envelope.command, origin: envelope.origin, at: reading)
                submit(outcome, of: envelope)
            } else if let mark {
                try answer(envelope, of: mark.outcome, isConflict: mark.isConflict, at: reading)
            }
        } catch {
            _ = live.takeNeeds()
            if envelope.take() { envelope.answer(.failure(error)) }
        }
    }

    /// Records what the machine's clock did, before anything is recorded by it.
    private func followClock(at reading: ClockReading) throws {
        while let staged = try desk.store.followClock(at: reading) {
            submit(staged) { [notices] isStored in
                if isStored, let notice = staged.noticeOfStep { notices.tell(notice) }
            }
        }
    }

    /// Sees to what the machine's clock did, which else waits for the next command: rooms that stand still send none.
    ///
    /// - Parameter completion: told below which position all stands that is decided by then, as soon as it is; nil where
    ///   nothing is looked at any more.
    func lookAtClock(completion: @escaping @Sendable (UInt64?) -> Void) {
        visit { [self] in
            guard !intake.isClosing else { return completion(nil) }
            defer { completion(desk.store.nextPosition) }
            let live = desk.store.live
            // Nobody waits for what this needs, which is nothing but for the one time in many that the clock was set.
            live.readsAtOnce = true
            defer { live.readsAtOnce = false }
            do {
                try followClock(at: readClock())
            } catch {
                // The next command meets the same, and is told.
            }
            _ = live.takeNeeds()
        }
    }

    private func decision(on envelope: Envelope, at reading: ClockReading) throws -> Decision {
        if let refusal = envelope.refusal { return .refused(refusal) }
        return try desk.store.decide(envelope.command, origin: envelope.origin, now: reading.now)
    }

    /// Answers a command that was here before, or whose id another one had.
    private func answer(
        _ envelope: Envelope, of outcome: SeenCommands.Outcome, isConflict: Bool, at reading: ClockReading
    ) throws {
        if isConflict {
            let refused = try desk.refuse(
                envelope.command, with: Self.duplicate(envelope.origin.commandID), origin: envelope.origin, at: reading)
            return submit(refused, of: envelope)
        }
        if inFlight.join(envelope) { return }
        let events = try desk.store.log.events(of: envelope.origin, around: outcome.position)
        if events.isEmpty {
            // It was decided, but its request has failed meanwhile: there is no outcome to repeat.
            inFlight.overtake(envelope)
        } else {
            envelope.answer(.success(.repeating(events)))
        }
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
        case .refused(let refusal, nil): envelope.answer(.success(.refused(refusal, nil, retry: false)))
        }
    }

    private func submit(_ staged: LiveStore.Staged, _ outcome: Outcome, of envelope: Envelope) {
        inFlight.begin(envelope)
        submit(staged.request) { [self] result in
            inFlight.end(envelope, outcome, result, stating: staged.counts)
            workOnFailures()
        }
    }

    /// States what is due, which no command has taken along.
    func stateDueCountsAlone() {
        let reading = readClock()
        // The next command sees to that, and nothing is recorded before.
        guard desk.store.leaps.pending == nil else { return }
        // What cannot be stated now stays due.
        if let staged = try? desk.stateDueCounts(at: reading) { submit(staged) { _ in } }
    }

    /// States all that was only counted so far.
    ///
    /// - Parameter completion: called when that is durable, or with false when it has failed.
    func stateCounts(completion: @escaping @Sendable (Bool) -> Void) {
        do {
            let reading = readClock()
            if desk.store.leaps.pending != nil { try followClock(at: reading) }
            guard let staged = try desk.stateCounts(at: reading) else { return completion(true) }
            submit(staged, completion: completion)
        } catch {
            completion(false)
        }
    }

    /// Hands in what nobody has sent, and told nobody of but by whether it is durable.
    private func submit(_ staged: LiveStore.Staged, completion: @escaping @Sendable (Bool) -> Void) {
        inFlight.begin(nil)
        submit(staged.request) { [self] result in
            inFlight.end(nil, .accepted([], retry: false), result, stating: staged.counts)
            workOnFailures()
            // Only whether: what failed has gone to `inFlight`.
            completion((try? result.get()) != nil)
        }
    }

    /// Reads the clock, as soon as the storage keeps up with what was decided.
    private func readClock() -> ClockReading {
        awaitSlowCommit()
        if inFlight.takeOutage() { desk.store.noteStorageFailure() }
        return desk.store.read(time)
    }
}

extension LiveStore.Staged {
    /// The events of the command itself.
    fileprivate var own: [RecordedEvent] { recorded.filter { $0.origin != nil } }
}
