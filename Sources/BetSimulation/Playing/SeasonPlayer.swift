package import BetLedger
package import Bets
import Platform
package import Values

/// Sends the steps of a simulated season to a ledger.
package struct SeasonPlayer: Sendable {
    package let season: SimulatedSeason
    package let ledger: BetLedger
    /// The ledger's clock.
    package let clock: SimulatedClock
    package private(set) var summary = SimulationSummary()

    package init(_ season: SimulatedSeason, ledger: BetLedger, clock: SimulatedClock) {
        self.season = season
        self.ledger = ledger
        self.clock = clock
    }

    /// Creates a ledger for a season.
    ///
    /// The secret of the records' salts follows from the seed, so that the same season has the same root everywhere. It protects
    /// no privacy, since the bettors do not exist. Analyses need a published model, which the caller sends first.
    ///
    /// - Parameters:
    ///   - path: a directory that does not exist yet, or an empty one.
    ///   - origin: the ledger's permanent name.
    ///   - system: microseconds since 1970, UTC; for `playInRealTime`.
    package static func create(
        at path: String, origin: String, _ season: SimulatedSeason, system: @escaping @Sendable () -> Int64
    ) throws(BetLedgerError) -> SeasonPlayer {
        let clock = SimulatedClock(beginning: season.begins, system: system)
        var words = SplitMix64(state: season.options.seed)
        let secret = (0..<4).flatMap { _ in
            let word = words.next()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
        let ledger = try BetLedger.create(
            at: path, origin: origin, moment: season.begins, master: secret, clock: clock.now)
        return SeasonPlayer(season, ledger: ledger, clock: clock)
    }

    /// Sends the steps until a moment in virtual time, as fast as the ledger takes them.
    package mutating func playInVirtualTime(until end: Timestamp? = nil) async throws(BetLedgerError) {
        let steps = season.steps[summary.steps...].prefix { step in end.map { step.moment <= $0 } ?? true }
        var group: [SimulatedStep] = []
        for step in steps {
            if let first = group.first, !step.joins(first) {
                try await send(group)
                group = []
            }
            group.append(step)
        }
        try await send(group)
    }

    private mutating func send(_ group: [SimulatedStep]) async throws(BetLedgerError) {
        guard let last = group.last else { return }
        clock.move(to: last.moment)
        defer { summary.steps += group.count }
        guard !last.isAnalysis else { return try await perform(last, occurredAt: last.moment) }
        let state = ledger.state
        let known = group.compactMap { step in step.command(in: state).map { (step, $0) } }
        summary.skipped += group.count - known.count
        let outcomes = try await ledger.send(
            known.map { SentBetCommand($1, as: $0.sender, id: $0.id, occurredAt: $0.moment) })
        for ((step, _), outcome) in zip(known, outcomes) { summary.note(outcome, of: step) }
    }

    /// Sends the other steps at their moments, by the system's clock.
    ///
    /// - Throws: also when the task is cancelled.
    package mutating func playInRealTime() async throws {
        clock.follow()
        for step in season.steps[summary.steps...] {
            let wait = step.moment.microseconds - clock.now()
            if wait > 0 { try await Task.sleep(for: .microseconds(wait)) }
            try await perform(step, occurredAt: nil)
            summary.steps += 1
        }
    }

    private mutating func perform(_ step: SimulatedStep, occurredAt: Timestamp?) async throws(BetLedgerError) {
        if case .analyse(let game) = step.action {
            summary.note(try await ledger.analyse(game, id: step.id), of: step)
        } else if let command = step.command(in: ledger.state) {
            summary.note(
                try await ledger.send(command, as: step.sender, id: step.id, occurredAt: occurredAt), of: step)
        } else {
            summary.skipped += 1
        }
    }
}

extension SimulatedStep {
    fileprivate var isAnalysis: Bool {
        if case .analyse = action { true } else { false }
    }

    /// The longest time between reports that are sent together. The rules take reports that are at most 60 seconds old.
    private static let longestGroup = Interval.seconds(45)

    /// Whether the step can be sent together with an earlier one: reports do not depend on the ledger, and the bets of one
    /// moment take their offers from one state.
    fileprivate func joins(_ first: SimulatedStep) -> Bool {
        switch (first.action, action) {
        case (.send, .send): moment - first.moment <= Self.longestGroup
        case (.bet, .bet): moment == first.moment
        case (.send, _), (.bet, _), (.analyse, _): false
        }
    }
}

/// The outcome of sending a simulated season to a ledger.
package struct SimulationSummary: Sendable {
    /// The steps that were sent.
    package fileprivate(set) var steps = 0
    /// Bets for which there was no offer.
    package fileprivate(set) var skipped = 0
    /// Analyses that the rules put off, since the last one was recent enough.
    package private(set) var early = 0
    /// The refusals that the simulation shows.
    package private(set) var shown: [BetRefusalCode: Int] = [:]
    /// Other refusals: each is a defect, of the simulation or of the rules.
    package private(set) var unexpected: [String] = []

    fileprivate mutating func note(_ outcome: BetOutcomeOfCommand, of step: SimulatedStep) {
        guard case .refused(let refusal) = outcome else {
            if let expected = step.refusal { unexpected.append("\(expected.name) was expected: \(step.action)") }
            return
        }
        if refusal.code == step.refusal {
            shown[refusal.code, default: 0] += 1
        } else if case .analyse = step.action, refusal.code == .tooSoon {
            early += 1
        } else {
            unexpected.append("\(step.moment.iso8601) \(refusal)")
        }
    }
}
