import Draft
import LMDB
import Ledger

/// The requests that the desk has handed to the writer and that are not durable yet.
///
/// When one of them fails, those behind it were decided on events that do not exist; the writer refuses them too,
/// because their positions are wrong. They are kept here until the desk takes them up again.
final class InFlight: Sendable {
    private struct State {
        var count = 0
        /// Retries of commands that are in flight themselves: they get the same answer.
        var followers: [CommandID: [CommandDesk.Envelope]] = [:]
        var overtaken: [CommandDesk.Envelope] = []
        var hasFailed = false
    }

    private let state = Guarded(State())

    /// Whether a request has failed since the last `drain()`.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    func begin(_ envelope: CommandDesk.Envelope?) {
        state.withLock { state in
            state.count += 1
            if let envelope { state.followers[envelope.origin.commandID] = [] }
        }
    }

    /// Lets a retry wait for the command that it repeats.
    ///
    /// - Returns: false when that one is not in flight.
    func join(_ envelope: CommandDesk.Envelope) -> Bool {
        state.withLock { $0.followers[envelope.origin.commandID]?.append(envelope) != nil }
    }

    /// Answers the callers of a request that has come back from the writer.
    func end(_ envelope: CommandDesk.Envelope?, _ outcome: Outcome, _ result: Result<Appended, LedgerError>) {
        let followers = state.withLock { state -> [CommandDesk.Envelope] in
            let followers = envelope.flatMap { state.followers.removeValue(forKey: $0.origin.commandID) } ?? []
            if case .failure(let error) = result {
                state.hasFailed = true
                if error.code == .sizeConflict || error.code == .clockBackwards {
                    state.overtaken += (envelope.map { [$0] } ?? []) + followers
                    return []
                }
            }
            return followers
        }
        switch result {
        case .success:
            envelope?.reply(.success(outcome))
            for follower in followers { follower.reply(.success(outcome.repeated)) }
        case .failure(let error) where error.code == .sizeConflict || error.code == .clockBackwards: break
        case .failure(let error):
            envelope?.reply(.failure(DraftLedgerError(error)))
            for follower in followers { follower.reply(.failure(DraftLedgerError(error))) }
        }
        state.withLock { $0.count -= 1 }
        state.broadcast()
    }

    /// Waits until nothing is in flight, and takes the commands whose decisions were overtaken, in their order.
    func drain() -> [CommandDesk.Envelope] {
        state.wait { state in
            guard state.count == 0 else { return nil }
            defer {
                state.overtaken = []
                state.hasFailed = false
            }
            return state.overtaken
        }
    }
}

extension Outcome {
    /// The outcome as a retry gets it.
    var repeated: Outcome {
        switch self {
        case .accepted(let events, _): .accepted(events, retry: true)
        case .refused(let refusal, let record, _): .refused(refusal, record, retry: true)
        }
    }

    /// The outcome of a command whose events are stored.
    static func repeating(_ events: [RecordedEvent]) -> Outcome {
        guard let record = events.last, case .commandRejected(let rejected) = record.event else {
            return .accepted(events, retry: true)
        }
        let refusal = Refusal(
            rejected.code, "The command was turned down before, at position \(record.position).", pick: rejected.pick,
            seat: rejected.seat, player: rejected.player, deadline: rejected.deadline,
            graceEndsAt: rejected.graceEndsAt, margin: rejected.margin)
        return .refused(refusal, record, retry: true)
    }
}
