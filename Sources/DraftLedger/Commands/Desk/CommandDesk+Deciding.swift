import Draft
import Ledger

extension CommandDesk {
    func handle(_ envelope: Envelope) {
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
        let id = envelope.origin.commandID
        let anchors = [envelope.command.anchor, .system]
        for anchor in anchors {
            live.load(anchor)
            if let failure = live.takeFailure() { throw failure }
            switch live.seen.verdict(on: id, fingerprint: envelope.origin.fingerprint, in: anchor) {
            case .new: continue
            case .retry(let outcome):
                if inFlight.join(envelope) { return true }
                let events = try log.events(of: id, from: outcome.versions.lowerBound, in: anchor)
                envelope.reply(.success(.repeating(events)))
                return true
            case .conflict:
                let refusal = Refusal(
                    .duplicateCommand, "The command id \(id) was used before, for a command of other content.")
                try record(refusal, of: envelope)
                return true
            }
        }
        return false
    }

    private func decide(_ envelope: Envelope) throws {
        var decision = decision(on: envelope)
        if let failure = live.takeFailure() { throw failure }
        if case .accepted(let events) = decision, let room = Self.roomWhosePickCloses(in: events),
            refusals.hasRest(of: room)
        {
            // The count of what was not recorded goes in first, so the decision has to see it. It is nobody's outcome,
            // and so carries no command.
            try append(refusals.closePick(of: room), origin: nil, reply: nil)
            decision = self.decision(on: envelope)
        }
        switch decision {
        case .accepted(let events): try append(events, origin: envelope.origin, reply: envelope)
        case .refused(let refusal): try record(refusal, of: envelope)
        }
    }

    private func decision(on envelope: Envelope) -> Decision {
        if case .createLedger = envelope.command, nextPosition > 0 {
            return .refused(Refusal(.alreadyExists, "The ledger has its first event."))
        }
        return Draft.decide(
            envelope.command, origin: envelope.origin, now: Timestamp(microseconds: max(clock(), lastRecordedAt)),
            state: live, cryptography: cryptography)
    }

    private static func roomWhosePickCloses(in events: [StreamEvent]) -> RoomID? {
        for event in events {
            guard case .room(let room) = event.stream else { continue }
            switch event.event {
            case .pickMade, .pickAutomated, .pickCorrected, .draftCompleted, .roomVoided: return room
            default: continue
            }
        }
        return nil
    }

    private func record(_ refusal: Refusal, of envelope: Envelope) throws {
        var room: RoomState?
        if case .room(let id) = envelope.command.anchor { room = live.room(id) }
        let event = refusals.event(
            for: refusal, command: envelope.command, room: room,
            anchorExists: live.head(of: envelope.command.anchor).version > 0)
        guard let event else {
            envelope.reply(.success(.refused(refusal, nil, retry: false)))
            return
        }
        try append([event], origin: envelope.origin, reply: envelope, refusal: refusal)
    }
}
