import Draft
import Records

@testable import DraftLedger  // what is left at the desk

/// Commands on their way, and what their senders are told.
extension DeskSimulation {
    func errand(_ command: Command, as actor: Sender, id: CommandID? = nil) -> Errand {
        let errand = Errand(errands.count, command, as: actor, id: id ?? newID())
        errands.append(errand)
        return errand
    }

    /// Sends a command.
    func send(_ errand: Errand) {
        guard let service = errand.home ?? service, service.isAlive, errand.home != nil || service.isOpen else {
            return retry(errand)
        }
        let desk: CommandDesk = service.desk
        // As who comes from the edge: no later than the desk's clock.
        let arrival = errand.arrival.map { min($0, desk.now) } ?? desk.now
        let attempt = Errand.Attempt(errand, at: service)
        do {
            try desk.send(
                CommandDesk.Envelope(
                    command: errand.command, origin: errand.origin(at: arrival), byteCount: errand.byteCount,
                    cancellation: attempt.cancellation
                ) { [unowned self] result in attempt.take(result, in: self) })
            errand.attempts.append(attempt)
            waiting += 1
        } catch {
            if error.code == .overloaded { note(.overloaded) }
            return retry(errand)
        }
        guard has(.withdrawal), let patience = errand.patience else { return }
        after(patience) { [self] in
            guard !attempt.isOver, service.isAlive else { return }
            guard attempt.cancellation.withdraw() else { return note(.takenBackTooLate) }
            close(attempt)
            attempt.isTakenBack = true
            note(.takenBack)
            // What does not wait is decided in the round in which it is taken in.
            if service.rounds > attempt.rounds, service.desk.parking.count > 0 { note(.deadlineWhileParked) }
            if oneIn(2) { retry(errand) }
        }
    }

    /// Sends it again, some time later.
    func retry(_ errand: Errand) {
        guard errand.isPersistent, errand.home?.isAlive ?? true else { return tell(errand, nil) }
        after(20_000 + delay(upTo: 2_000_000)) { [self] in send(errand) }
    }

    private func close(_ attempt: Errand.Attempt) {
        attempt.isOver = true
        waiting -= 1
    }

    private func tell(_ errand: Errand, _ outcome: Outcome?) {
        guard let whenOver = errand.whenOver else { return }
        errand.whenOver = nil
        attempt { try whenOver(outcome) }
    }

    fileprivate func take(_ result: Result<Outcome, any Error>, of attempt: Errand.Attempt) throws {
        let errand = attempt.errand
        guard attempt.service.isAlive else { return }
        guard !attempt.isOver else {
            throw Wrong("\(errand) was answered twice, or when it was taken back")
        }
        close(attempt)
        switch result {
        case .success(let outcome):
            try follow(attempt.service)
            try check(outcome, of: errand)
            tell(errand, outcome)
            // Some never got the answer, or cannot believe it.
            if errand.isRepeatable, isTroubled, oneIn(4) { after(delay(upTo: 20_000_000)) { [self] in send(errand) } }
        case .failure(let error):
            guard let error = error as? DraftLedgerError else { throw error }
            mix(UInt64(errand.number), 0xE)
            switch error.code {
            case .closed: note(.givenUpByClosing)
            case .inputOutput, .diskFull: break
            default: throw error
            }
            retry(errand)
        }
    }

    /// Holds an answer against what is durable, and against what was answered before.
    private func check(_ outcome: Outcome, of errand: Errand) throws {
        let known: Errand.Known
        let isRetry: Bool
        switch outcome {
        case .accepted(let events, let retry):
            for event in events where !history.has(event) {
                throw Wrong("\(errand) was answered with what is not durable: \(event)")
            }
            if case .room(_, .tickClock) = errand.command { return }
            guard !events.isEmpty else { throw Wrong("\(errand) was accepted without an event") }
            (known, isRetry) = (.accepted(events.map(\.position)), retry)
        case .refused(let refusal, nil, _):
            note(.flooded)
            countedRefusals? += 1
            if let first = errand.known {
                throw Wrong("\(errand) was \(first), and then only refused: \(refusal)")
            }
            return
        case .refused(let refusal, let record?, let retry):
            guard history.has(record) else {
                throw Wrong("\(errand) was refused by what is not durable: \(record)")
            }
            if errand.repeatsAnID {
                guard refusal.code == .duplicateCommand else {
                    throw Wrong("\(errand) has another's id, and was refused for \(refusal)")
                }
                return note(.idUsedAgain)
            }
            (known, isRetry) = (.refused(refusal.code, at: record.position), retry)
        }
        mix(UInt64(errand.number), history.size)
        if let first = errand.known {
            guard first == known, isRetry else {
                throw Wrong("\(errand) was \(first) at first, and then \(known), retry: \(isRetry)")
            }
            note(.answerRepeated)
        } else if let lost = errand.lostAnswer {
            guard lost.isDurable == isRetry || errand.attempts.count > lost.attempts + 1 else {
                throw Wrong("\(errand) was \(known), retry: \(isRetry), and durable before: \(lost.isDurable)")
            }
            note(lost.isDurable ? .lostAnswerRetried : .lostCommandDecidedAnew)
        }
        errand.known = known
    }

    /// Has those who wait for a service that is gone come again, but for those who give up.
    func comeAgain(from service: Service) {
        for errand in errands {
            var isLost = false
            for attempt in errand.attempts where attempt.service === service && !attempt.isOver {
                close(attempt)
                isLost = true
            }
            guard isLost else { continue }
            errand.hasLostAnswer = true
            if !has(.crash) || !oneIn(4) { retry(errand) }
        }
    }
}

extension Errand.Attempt {
    /// Takes the desk's answer.
    func take(_ result: Result<Outcome, any Error>, in world: DeskSimulation) {
        world.attempt { try world.take(result, of: self) }
    }
}
