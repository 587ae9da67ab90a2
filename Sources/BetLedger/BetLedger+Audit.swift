import Bets
import Draft
import Ledger
import Platform
import Records
import Values

/// The findings of an audit, and the number of checked things.
package struct BetAudit: Hashable, Sendable {
    /// A difference between the ledger and what its rules say.
    package struct Finding: Hashable, Sendable {
        package enum Check: String, Hashable, Sendable {
            /// A record that is not an event of this ledger.
            case record
            /// Events that the rules do not decide, such as a bet on an offer that was gone.
            case decision
            /// A bet's outcome that does not follow from the result of its game.
            case settlement
            /// An analysis that its inputs and seed do not give.
            case analysis
            /// The state in memory is not the fold of the log.
            case fold
            /// Notes that are not those of which the log has the digest.
            case notes
        }

        package var check: Check
        package var position: UInt64?
        /// The recorded value and the expected one.
        package var message: String
    }

    package private(set) var findings: [Finding] = []
    package fileprivate(set) var events: UInt64 = 0
    package fileprivate(set) var commands: UInt64 = 0
    package fileprivate(set) var settlements: UInt64 = 0
    package fileprivate(set) var analyses: UInt64 = 0

    package var isClean: Bool { findings.isEmpty }

    fileprivate mutating func find(_ check: Finding.Check, at position: UInt64?, _ message: String) {
        findings.append(Finding(check: check, position: position, message: message))
    }
}

extension BetLedger {
    /// Decides every recorded command again, and compares each event, settlement, analysis and fold exactly.
    ///
    /// It reads the rules' side of the history; `statements.verify()` reads the side of the bytes: hashes, links, times and
    /// published checkpoints.
    ///
    /// - Returns: every difference. The audit of a season takes some seconds.
    package func audit() throws(BetLedgerError) -> BetAudit {
        var auditor = Auditor(origin: origin)
        try rethrowing {
            try ledger.scan(0...) { position, record in
                auditor.take(record, at: position)
                return true
            }
        }
        auditor.finish()
        // Another process may have appended meanwhile; then there is nothing to compare.
        let (size, state) = memory.withLock { ($0.size, $0.state) }
        if size == auditor.size, state != auditor.state {
            auditor.audit.find(.fold, at: nil, "The state in memory is not the fold of the log. Open the ledger again.")
        }
        for bet in auditor.state.bets.values.sorted(by: { $0.id < $1.id }) {
            if try notes(bet.terms.notes) == .altered {
                auditor.audit.find(
                    .notes, at: bet.id.number, "The stored notes are not those that the bet was recorded with.")
            }
        }
        return auditor.audit
    }
}

/// Takes the log record by record, and decides each command again when its last event is there.
private struct Auditor {
    let origin: String
    var audit = BetAudit()
    private(set) var state = BetState()
    private(set) var size: UInt64 = 0
    private var analyser = Analyser()
    /// The events of the command that is read.
    private var group: [RecordedBetEvent] = []

    init(origin: String) { self.origin = origin }

    mutating func take(_ record: RawSpan, at position: UInt64) {
        size = position + 1
        do {
            guard let event = try record.betEvent(at: position) else { return finishGroup() }
            if let last = group.last, last.origin?.key != event.origin?.key { finishGroup() }
            group.append(event)
            audit.events += 1
        } catch {
            finishGroup()
            audit.find(.record, at: position, "\(error)")
        }
    }

    /// Decides the last command, and compares the outcome of every bet with its game.
    mutating func finish() {
        finishGroup()
        for bet in state.bets.values.sorted(by: { $0.id < $1.id }) {
            guard let game = state.games[bet.terms.game] else { continue }
            let expected = settle(bet, game)
            guard expected != bet.settlement else { continue }
            audit.find(
                .settlement, at: bet.outcomes.last?.position ?? bet.id.number,
                "Bet \(bet.id) is recorded as \(text(bet.settlement)); its game gives \(text(expected)).")
        }
    }

    private mutating func finishGroup() {
        guard let first = group.first else { return }
        defer { group = [] }
        audit.commands += 1
        if case .analysisMade(let made) = first.event { check(made, first) }
        guard let cause = first.origin, let command = BetCommand(causing: first, in: state) else {
            audit.find(.decision, at: first.position, "No command leads to a \(first.event.type.name) alone.")
            return foldGroup()
        }
        let expected: [BetStreamEvent]
        switch decide(command, origin: cause, now: first.recordedAt, state: state) {
        case .accepted(let events): expected = events
        case .refused(let refusal):
            audit.find(
                .decision, at: first.position, "The rules refuse the \(first.event.type.name): \(refusal.message)")
            return foldGroup()
        }
        compare(expected)
        foldGroup()
    }

    private mutating func compare(_ expected: [BetStreamEvent]) {
        for (recorded, decided) in zip(group, expected)
        where recorded.stream != decided.stream || recorded.event != decided.event {
            audit.find(
                decided.event.isSettlement || recorded.event.isSettlement ? .settlement : .decision,
                at: recorded.position,
                "\(recorded.stream) has \(recorded.event); the rules give \(decided.event) in \(decided.stream).")
        }
        for recorded in group.dropFirst(expected.count) {
            audit.find(
                recorded.event.isSettlement ? .settlement : .decision, at: recorded.position,
                "The rules do not give this \(recorded.event.type.name).")
        }
        if let missing = expected.dropFirst(group.count).first {
            audit.find(
                missing.event.isSettlement ? .settlement : .decision, at: group.last?.position,
                "A \(missing.event.type.name) in \(missing.stream) is missing after this event.")
        }
        audit.settlements += UInt64(group.count { $0.event.isSettlement })
    }

    /// Makes the analysis again from the state before it.
    private mutating func check(_ made: AnalysisMade, _ recorded: RecordedBetEvent) {
        audit.analyses += 1
        guard made.position == recorded.position, case .analysis(let game) = recorded.stream else {
            return audit.find(
                .analysis, at: recorded.position,
                "The analysis states position \(made.position), so that its seed is not the one of its place.")
        }
        let request = AnalysisRequest(game: game, offer: made.offer, model: made.model)
        do throws(BetLedgerError) {
            let again = try analyser.analysis(
                request, of: state, origin: origin, position: made.position, at: recorded.moment)
            guard again != made else { return }
            let differences = again.differences(from: made)
            audit.find(.analysis, at: recorded.position, "The analysis cannot be made again: \(differences).")
        } catch {
            audit.find(.analysis, at: recorded.position, "The analysis cannot be made again: \(error.message)")
        }
    }

    private mutating func foldGroup() {
        for event in group {
            state.fold(event)
            analyser.invalidate(by: event)
        }
    }

    private func text(_ settlement: BetSettlement?) -> String {
        guard let settlement else { return "pending" }
        return "\(settlement.outcome.name) \(settlement.profit) by the rule \(settlement.rule.name)"
    }
}

extension BetEvent {
    fileprivate var isSettlement: Bool { type.home == .bettor && type != .betRecorded }
}

extension AnalysisMade {
    /// The members that differ, with the recorded and the recomputed value.
    fileprivate func differences(from recorded: AnalysisMade) -> String {
        var found: [String] = []
        func compare<Value: Equatable>(_ name: String, _ path: KeyPath<AnalysisMade, Value>) {
            let (now, then) = (self[keyPath: path], recorded[keyPath: path])
            if now != then { found.append("\(name) is \(then), recomputed \(now)") }
        }
        compare("seed", \.seed)
        compare("line", \.line)
        compare("inputs", \.inputs)
        compare("over", \.over)
        compare("under", \.under)
        compare("push", \.push)
        compare("verdict", \.verdict)
        compare("confidence", \.confidence)
        compare("offer", \.offer)
        compare("firstTotal", \.firstTotal)
        compare("firstMargin", \.firstMargin)
        compare("totals", \.totals)
        compare("margins", \.margins)
        return found.joined(separator: "; ")
    }
}

extension BetCommand {
    /// The command whose first event is a recorded one.
    ///
    /// - Parameter state: the state before the event.
    /// - Returns: nil for an event that only follows from another.
    fileprivate init?(causing recorded: RecordedBetEvent, in state: BetState) {
        switch (recorded.event, recorded.stream) {
        case (.teamListed(let body), .league(let season)): self = .listTeam(season, body)
        case (.athleteListed(let body), .league(let season)): self = .listAthlete(season, body)
        case (.gameScheduled(let body), .game(let game)): self = .scheduleGame(game, body)
        case (.gameMoved(let body), .game(let game)): self = .moveGame(game, body)
        case (.gameStarted(let body), .game(let game)): self = .startGame(game, body)
        case (.scoreUpdated(let body), .game(let game)): self = .updateScore(game, body)
        case (.gameFinal(let body), .game(let game)): self = .finishGame(game, body)
        case (.boxScoreRecorded(let body), .game(let game)): self = .recordBoxScore(game, body)
        case (.correctionProposed(let body), .game(let game)):
            self = .correctResult(
                game,
                CorrectResult(
                    secondsPlayed: body.secondsPlayed, ending: body.ending, periods: body.periods, reason: body.reason))
        case (.resultCorrected(let body), .game(let game)):
            self = .correctResult(
                game,
                CorrectResult(
                    secondsPlayed: body.secondsPlayed, ending: body.ending, periods: body.periods, reason: body.reason,
                    feed: body.feed))
        case (.offerRecorded(let body), .market(let game)): self = .recordOffer(game, body)
        case (.offerWithdrawn(let body), .market(let game)):
            guard let game = state.games[game] else { return nil }
            if let offer = game.offer(at: body.offer)?.terms {
                self = .withdrawOffer(game.id, WithdrawOffer(market: offer.market, book: offer.book, feed: body.feed))
            } else if let line = game.propLine(at: body.offer)?.terms {
                self = .withdrawPropLine(
                    game.id, WithdrawPropLine(athlete: line.athlete, book: line.book, feed: body.feed))
            } else {
                return nil
            }
        case (.propLineRecorded(let body), .market(let game)): self = .recordPropLine(game, body)
        case (.analysisMade(let body), .analysis(let game)): self = .makeAnalysis(game, body)
        case (.modelPublished(let body), .model(let version)): self = .publishModel(version, body)
        case (.betRecorded(let body), .bettor(let user)): self = .recordBet(user, body)
        case (.teamListed, _), (.athleteListed, _), (.gameScheduled, _), (.gameMoved, _), (.gameStarted, _),
            (.scoreUpdated, _), (.gameFinal, _), (.boxScoreRecorded, _), (.correctionProposed, _),
            (.resultCorrected, _), (.offerRecorded, _), (.offerWithdrawn, _), (.propLineRecorded, _),
            (.analysisMade, _), (.modelPublished, _), (.betRecorded, _), (.betSettled, _), (.betResettled, _):
            return nil
        }
    }
}
