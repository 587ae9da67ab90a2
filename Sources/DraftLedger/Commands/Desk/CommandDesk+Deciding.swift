import Draft
import Ledger

extension CommandDesk {
    func handle(_ envelope: Envelope) {
        if let refusal = envelope.origin.refusal {
            return envelope.reply(.success(.refused(refusal, nil, retry: false)))
        }
        do {
            if try answerRetry(envelope) { return }
            try decide(envelope)
        } catch {
            envelope.reply(.failure(error))
        }
    }

    /// Answers a command that was here before.
    ///
    /// - Returns: false for a new one.
    private func answerRetry(_ envelope: Envelope) throws -> Bool {
        let anchors = [envelope.command.anchor, .system]
        for anchor in anchors {
            live.load(anchor)
            if let failure = live.takeFailure() { throw failure }
            switch live.seen.verdict(on: envelope.origin, in: anchor) {
            case .new: continue
            case .retry(let outcome):
                if inFlight.join(envelope) { return true }
                let events = try log.events(
                    of: envelope.origin, from: outcome.versions.lowerBound, in: anchor)
                if events.isEmpty {
                    // It was decided, but its request has failed meanwhile: there is no outcome to repeat.
                    inFlight.overtake(envelope)
                } else {
                    envelope.reply(.success(.repeating(events)))
                }
                return true
            case .conflict:
                try record(Self.duplicate(envelope.origin.commandID), of: envelope, decidedAt: readClock())
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

    private func decide(_ envelope: Envelope) throws {
        let reading = readClock()
        let decision = decision(on: envelope, reading.now)
        if let failure = live.takeFailure() { throw failure }
        switch decision {
        case .accepted(let events): try append(events, origin: envelope.origin, decidedAt: reading, reply: envelope)
        case .refused(let refusal): try record(refusal, of: envelope, decidedAt: reading)
        }
    }

    private func decision(on envelope: Envelope, _ now: Timestamp) -> Decision {
        if case .ledger(.createLedger) = envelope.command, nextPosition > 0 {
            return .refused(Refusal(.alreadyExists, "The ledger has its first event."))
        }
        return Draft.decide(
            envelope.command, origin: envelope.origin, now: now, state: live, cryptography: cryptography)
    }

    private func record(_ refusal: Refusal, of envelope: Envelope, decidedAt reading: ClockReading) throws {
        var room: RoomState?
        if case .room(let id) = envelope.command.anchor { room = live.room(id) }
        let event = refusals.event(
            for: refusal, of: envelope, room: room, anchorExists: live.head(of: envelope.command.anchor).version > 0,
            at: reading.now)
        guard let event else {
            envelope.reply(.success(.refused(refusal, nil, retry: false)))
            return
        }
        try append([event], origin: envelope.origin, decidedAt: reading, reply: envelope, refusal: refusal)
    }
}
