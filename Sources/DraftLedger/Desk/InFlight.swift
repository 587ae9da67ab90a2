public import Draft
import Ledger
import LMDB
import Platform
import Records

/// The requests that the desk has handed to the writer and that are not durable yet.
///
/// When one of them fails, those behind it were decided on events that do not exist; the writer refuses them too,
/// because their positions are wrong. They are kept here until the desk takes them up again.
final class InFlight: Sendable {
    /// A command on its way: an id alone may stand for two, of which the second one is on its way to be refused.
    private struct Key: Hashable {
        var command: CommandKey
        var fingerprint: UInt32

        init(_ envelope: CommandDesk.Envelope) {
            command = envelope.origin.key
            fingerprint = envelope.origin.fingerprint
        }
    }

    /// What is done when the log is durable up to somewhere.
    private struct Delayed {
        let end: UInt64
        let body: @Sendable (_ isDurable: Bool) -> Void
    }

    /// The remainder when nothing is in flight any more.
    struct Drained {
        /// Commands whose decisions were overtaken, in their order.
        var overtaken: [CommandDesk.Envelope]
        /// Counts of refusals that were not stored.
        var unstated: [CountedRefusals]
        /// The end of the log as far as it was decided here.
        var end: UInt64
        /// Whether events could not be stored, or not in time.
        var isOutage: Bool
    }

    /// A commit that takes longer is an outage, in microseconds: members see no answer and no event in that time.
    private static let longestCommit: Int64 = 1_000_000

    private struct State {
        var count = 0
        /// Retries of commands that are in flight themselves: they get the same answer.
        var followers: [Key: [CommandDesk.Envelope]] = [:]
        var overtaken: [CommandDesk.Envelope] = []
        /// Counts of refusals that were to be stated.
        var unstated: [CountedRefusals] = []
        var hasFailed = false
        /// When the requests that wait were handed over, in their order; empty without a clock.
        var handedOver = Line<Int64>()
        /// Whether events could not be stored, or not in time, and no draft has been paused for it yet.
        var isOutage = false
        var durableEnd: UInt64
        /// In the order of their ends.
        var delayed = Line<Delayed>()

        /// Takes out what was to be done when the log is durable as far as it is now.
        mutating func takeDue() -> [Delayed] {
            var due: [Delayed] = []
            while let first = delayed.first, first.end <= durableEnd, let next = delayed.popFirst() { due.append(next) }
            return due
        }
    }

    private let state: Guarded<State>
    private let awake: (@Sendable () -> Int64)?

    /// - Parameters:
    ///   - durableEnd: where the log ends when nothing is in flight yet.
    ///   - awake: microseconds for which the process could do anything; without it no commit is ever too slow.
    init(durableEnd: UInt64, awake: (@Sendable () -> Int64)? = nil) {
        state = Guarded(State(durableEnd: durableEnd))
        self.awake = awake
    }

    /// The end of the log as far as it is durable and was decided at the desk.
    var durableEnd: UInt64 { state.withLock { $0.durableEnd } }

    /// Begins where the log ends: nothing is in flight.
    func begin(at end: UInt64) { state.withLock { $0.durableEnd = end } }

    /// Whether a request has failed since the last `drain()`.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    func begin(_ envelope: CommandDesk.Envelope?) {
        let time = awake?()
        state.withLock { state in
            state.count += 1
            if let time { state.handedOver.append(time) }
            // Commands that already wait there stay.
            if let envelope { state.followers[Key(envelope), default: []] += [] }
        }
    }

    /// Lets a retry wait for the command that it repeats.
    ///
    /// - Returns: false when that one is not in flight.
    func join(_ envelope: CommandDesk.Envelope) -> Bool {
        state.withLock { $0.followers[Key(envelope)]?.append(envelope) != nil }
    }

    /// Does something when the log is durable up to a position, which is not before those of earlier calls; or with false
    /// when that has come to nothing. On any thread.
    func whenDurable(below end: UInt64, _ body: @escaping @Sendable (_ isDurable: Bool) -> Void) {
        let isDurable = state.withLock { state -> Bool? in
            if state.durableEnd >= end { return true }
            // Nothing is on its way that could wake it.
            if state.count == 0, !state.hasFailed { return false }
            state.delayed.append(Delayed(end: end, body: body))
            return nil
        }
        if let isDurable { body(isDurable) }
    }

    /// Waits for commands in flight, then checks all state in memory again.
    func fail() { state.withLock { $0.hasFailed = true } }

    /// Decides a command again: the request that it was based on has failed.
    func overtake(_ envelope: CommandDesk.Envelope) {
        state.withLock { state in
            state.overtaken.append(envelope)
            state.hasFailed = true
        }
    }

    /// Whether the oldest request has been waiting for its commit for too long.
    var isStalled: Bool {
        guard let time = awake?() else { return false }
        return state.withLock { $0.handedOver.first.map { time - $0 > Self.longestCommit } ?? false }
    }

    /// Waits until every request is answered.
    func awaitAnswers() { state.wait { $0.count == 0 ? () : nil } }

    /// Whether events could not be stored, or not in time, since the last call. Requests that failed are reported by
    /// `drain()` instead, when it is known which events are durable.
    func takeOutage() -> Bool {
        state.withLock { state in
            guard !state.hasFailed else { return false }
            defer { state.isOutage = false }
            return state.isOutage
        }
    }

    /// Answers the callers of a request that has come back from the writer.
    ///
    /// - Parameter counts: the refusals that the request was to state the number of.
    func end(
        _ envelope: CommandDesk.Envelope?, _ outcome: Outcome, _ result: Result<Appended, LedgerError>,
        stating counts: [CountedRefusals]
    ) {
        let time = awake?()
        let (followers, due) = state.withLock { state -> ([CommandDesk.Envelope], [Delayed]) in
            if let time, let start = state.handedOver.popFirst(), time - start > Self.longestCommit {
                state.isOutage = true
            }
            let followers = envelope.flatMap { state.followers.removeValue(forKey: Key($0)) } ?? []
            switch result {
            case .success(let appended):
                state.durableEnd = max(state.durableEnd, appended.positions.upperBound)
                return (followers, state.takeDue())
            case .failure(let error):
                state.hasFailed = true
                state.unstated += counts
                if error.isOutage { state.isOutage = true }
                if error.isOvertaken {
                    state.overtaken += (envelope.map { [$0] } ?? []) + followers
                    return ([], [])
                }
            }
            return (followers, [])
        }
        for delayed in due { delayed.body(true) }
        switch result {
        case .success:
            envelope?.answer(.success(outcome))
            for follower in followers { follower.answer(.success(outcome.repeated)) }
        case .failure(let error) where error.isOvertaken: break
        case .failure(let error):
            envelope?.answer(.failure(DraftLedgerError(error)))
            for follower in followers { follower.answer(.failure(DraftLedgerError(error))) }
        }
        state.withLock { $0.count -= 1 }
        state.broadcast()
    }

    /// Waits until nothing is in flight, and takes what is left. Callers that wait for more to become durable learn that it
    /// has not.
    func drain() -> Drained {
        let (drained, delayed) = state.wait { state -> (Drained, Line<Delayed>)? in
            guard state.count == 0 else { return nil }
            defer {
                state.overtaken = []
                state.unstated = []
                state.hasFailed = false
                state.isOutage = false
                state.delayed = Line()
            }
            let drained = Drained(
                overtaken: state.overtaken, unstated: state.unstated, end: state.durableEnd, isOutage: state.isOutage)
            return (drained, state.delayed)
        }
        var rest = delayed
        while let next = rest.popFirst() { next.body(false) }
        return drained
    }
}

extension LedgerError {
    /// Whether the ledger changed during a decision, which must be repeated.
    fileprivate var isOvertaken: Bool { code == .sizeConflict || code == .clockBackwards }

    /// Whether the storage failed, whatever the request was.
    fileprivate var isOutage: Bool { [.diskFull, .storage, .writerLost, .damaged, .readOnly, .moved].contains(code) }
}

extension Outcome {
    /// The outcome as a retry gets it.
    var repeated: Outcome {
        switch self {
        case .accepted(let events, _): .accepted(events, retry: true)
        case .refused(let refusal, let record, _): .refused(refusal, record, retry: true)
        }
    }

    /// The outcome of a command whose events are stored: its own, in order.
    static func repeating(_ events: [RecordedEvent]) -> Outcome {
        guard let record = events.first, let rejected = record.event.refusal else {
            return .accepted(events, retry: true)
        }
        let refusal = Refusal(
            rejected.code,
            // Older records do not keep the sentence.
            rejected.detail ?? "The command was already refused, at position \(record.position).",
            pick: rejected.pick,
            seat: rejected.seat, player: rejected.player, deadline: rejected.deadline,
            graceEndsAt: rejected.graceEndsAt, margin: rejected.margin)
        return .refused(refusal, record, retry: true)
    }
}

// MARK: - What becomes of a command

/// How a command ended: in exactly one of two ways, and the same way each time that it is sent again, unless it was
/// refused in a flood and only counted.
public enum Outcome: Sendable {
    /// The events that the command caused, durable, in the order of the ledger. `retry` when they were there before.
    case accepted([RecordedEvent], retry: Bool)

    /// Turned down. The record of it is nil when a flood of refusals was cut off, or when the outcome is a repeated one
    /// of these, or when no record can keep the command or its sender. `retry` when the command had been turned down before.
    case refused(Refusal, RecordedEvent?, retry: Bool)

    /// The events, or the refusal as an error.
    public func get() throws(Refusal) -> [RecordedEvent] {
        switch self {
        case .accepted(let events, _): return events
        case .refused(let refusal, _, _): throw refusal
        }
    }
}
