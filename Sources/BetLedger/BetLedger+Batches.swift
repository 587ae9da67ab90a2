package import Bets
import Records
import Values

/// The outcome of commands that are recorded together or not at all.
package enum BetOutcomeOfBatch: Hashable, Sendable {
    /// The positions of the events of each command, in their order. Empty for a report that said nothing new.
    case accepted([Range<UInt64>])
    /// Nothing is recorded.
    ///
    /// - Parameter at: the index of the first command that the rules turned down.
    case refused(at: Int, BetRefusal)
}

/// Commands that are recorded together or not at all, such as the reports in one message of a feed.
extension BetLedger {
    /// The maximum number of commands that are recorded together.
    package static let largestBatch = 500

    /// Decides commands in their order, each on what the ones before it have changed, and records all of their events in one
    /// commit; none of them if the rules turn one down.
    ///
    /// A command whose ID has left an event before keeps that outcome and records nothing again.
    ///
    /// - Parameter commands: 1 to ``largestBatch``, with different IDs. None is an analysis, which `analyse` makes.
    /// - Returns: once it is durable.
    /// - Throws: as `send` does. Nothing is recorded then.
    package func sendTogether(_ commands: [SentBetCommand]) async throws(BetLedgerError) -> BetOutcomeOfBatch {
        guard (1...Self.largestBatch).contains(commands.count) else {
            throw BetLedgerError(
                .unknown, "\(commands.count) commands cannot be sent together. Send 1 to \(Self.largestBatch).")
        }
        let outcomes = try await enqueue([.together(try queued(commands))])
        var accepted: [Range<UInt64>] = []
        for outcome in outcomes {
            switch outcome {
            case .accepted(let positions): accepted.append(positions)
            case .refused(let refusal): return .refused(at: accepted.count, refusal)
            }
        }
        return .accepted(accepted)
    }

    /// Decides a batch.
    ///
    /// - Returns: the outcomes of all commands; after a refusal those up to it, and nothing is recorded.
    func decide(
        together commands: [QueuedCommand], at now: Timestamp, on memory: inout BetMemory, into batch: inout BetBatch
    ) throws(BetLedgerError) -> [BetOutcomeOfCommand] {
        // A batch is recorded as a whole: where one of its commands is known, its answer was lost, and the others said nothing new.
        var known: [BetOutcomeOfCommand?] = []
        for command in commands { known.append(try outcome(of: command, in: memory)) }
        if known.contains(where: { $0 != nil }) {
            return known.map { $0 ?? .accepted(memory.size..<memory.size) }
        }
        let tried = try outcomes(trying: commands, at: now, on: memory)
        guard tried.count == commands.count, tried.last?.isAccepted ?? false else { return tried }
        var outcomes: [BetOutcomeOfCommand] = []
        // The rules are pure: the same commands on the same state are accepted again.
        for command in commands { outcomes.append(try decide(command, at: now, on: &memory, into: &batch)) }
        return outcomes
    }

    /// Decides commands on a copy of the state.
    ///
    /// - Returns: the outcomes up to the first refusal.
    private func outcomes(
        trying commands: [QueuedCommand], at now: Timestamp, on memory: BetMemory
    ) throws(BetLedgerError) -> [BetOutcomeOfCommand] {
        var (state, size) = (memory.state, memory.size)
        var writer = RecordWriter()
        var outcomes: [BetOutcomeOfCommand] = []
        for queued in commands {
            guard case .command(let command) = queued.content else { continue }
            if let known = try outcome(of: queued, in: memory) {
                outcomes.append(known)
                continue
            }
            let cause = queued.cause(of: command, at: now)
            switch Bets.decide(command, origin: cause, now: now, state: state) {
            case .refused(let refusal): return outcomes + [.refused(refusal)]
            case .accepted(let events):
                for decided in events {
                    do {
                        // An event that cannot be written must be found before another one is.
                        try writer.write(
                            decided.event, stream: decided.stream, origin: cause, place: (1, nil), recordedAt: now)
                    } catch {
                        throw BetLedgerError(.storage, error.description)
                    }
                    state.fold(
                        RecordedBetEvent(
                            position: size, stream: decided.stream, version: 0, previous: nil, recordedAt: now,
                            origin: cause, event: decided.event))
                    size += 1
                }
                outcomes.append(.accepted(size - UInt64(events.count)..<size))
            }
        }
        return outcomes
    }
}

extension BetOutcomeOfCommand {
    fileprivate var isAccepted: Bool {
        switch self {
        case .accepted: true
        case .refused: false
        }
    }
}
