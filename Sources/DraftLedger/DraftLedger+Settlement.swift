public import Draft
import Projections

extension DraftLedger {
    /// The result of a contest's settlement.
    public enum SettlementOutcome: Sendable {
        /// The contest is over, all prizes paid and its books closed.
        case over
        /// So many rooms have not ended yet.
        case waiting(rooms: UInt32)
        /// A week of the round that is played is not final yet.
        case waitingForWeek(UInt8, round: UInt8)
        /// Until then corrections count in the round that is played.
        case waitingForCorrections(until: Timestamp, round: UInt8)
        /// Places up to this one win, and there are scores for so few entries only.
        case lacksScores(of: UInt32, has: UInt32)
        /// The rules refused a step; those before it stand.
        case refused(Refusal)
    }

    /// The next step of a contest's settlement, for operators whose steps need approval or signatures.
    ///
    /// - Throws: `unknownTournament` for an unknown contest, or the error of reading the ledger.
    public func nextStep(of settlement: Settlement) throws(DraftLedgerError) -> Settlement.Step {
        guard let contest = try tournament(settlement.tournament) else {
            throw DraftLedgerError(.unknownTournament, "There is no contest \(settlement.tournament).")
        }
        return try rethrowing {
            let source = LedgerStateSource(log: log, projections: projections)
            let season = try contest.rounds.flatMap { try SeasonState.folding(source.events(of: .season($0.season))) }
            return settlement.next(
                for: contest, try source.contest(settlement.tournament).books, season, at: now)
        }
    }

    /// Brings a contest to its end as far as that can be done now: closes its entries, which cancels rooms that still wait,
    /// pays its prizes in portions, closes its books. After an interruption, another call resumes where the contest is.
    ///
    /// Once authority has begun, prizes are a measure of two people: ``nextStep(of:)`` says then what they have to agree on.
    ///
    /// - Parameters:
    ///   - settlement: the contest, and what its entries scored.
    ///   - actor: who sends the commands.
    /// - Throws: what `send` throws, or what keeps the ledger from being read.
    public func settle(
        _ settlement: Settlement, as actor: Sender
    ) async throws(DraftLedgerError) -> SettlementOutcome {
        try await carryOut(as: actor) { () throws(DraftLedgerError) -> Settlement.Step in
            try nextStep(of: settlement)
        }
    }

    /// Brings a contest that is decided by its rounds to its end, as far as its season has got: closes its entries, puts the
    /// standings of each round on record once its weeks are final, draws the pods of the next one, pays the prizes that
    /// follow, closes the books. After any interruption, another call resumes where the contest is.
    ///
    /// - Parameters:
    ///   - contest: it needs its rounds and its scoring.
    ///   - actor: who sends the commands.
    /// - Throws: what `send` throws, or what keeps the ledger from being read.
    public func settle(
        byRoundsOf contest: TournamentID, as actor: Sender
    ) async throws(DraftLedgerError) -> SettlementOutcome {
        // Rooms end while others are settled, so they are read again.
        try await carryOut(as: actor) { () throws(DraftLedgerError) -> Settlement.Step in
            try nextStep(of: try settlement(byRoundsOf: contest))
        }
    }

    /// The settlement of a contest that is decided by its rounds, with the rooms drafted so far.
    ///
    /// - Throws: the error of reading the ledger.
    public func settlement(byRoundsOf contest: TournamentID) throws(DraftLedgerError) -> Settlement {
        let rooms = try rooms().filter { $0.tournament == contest && $0.status == .complete }
        return Settlement(byRoundsOf: contest, rooms: rooms.map(\.room))
    }

    /// Returns the drafted players of a contest without points, each with unmatched points of its season that may be
    /// the player's: no round closes before staff has stated whether they are. O(picks).
    ///
    /// - Throws: `unknownTournament` for an unknown contest, or the error of reading the ledger.
    public func unplacedScores(of contest: TournamentID) throws(DraftLedgerError) -> [UnplacedFit] {
        guard let state = try tournament(contest) else {
            throw DraftLedgerError(.unknownTournament, "There is no contest \(contest).")
        }
        guard let rounds = state.rounds, let scoring = state.scoring?.scoring, let pool = try pool(state.details.pool)
        else { return [] }
        let season = try rethrowing {
            try SeasonState.folding(
                LedgerStateSource(log: log, projections: projections).events(of: .season(rounds.season)))
        }
        let points = SeasonPoints(
            season, of: rounds.season, scoring: scoring, for: pool, playedIn: rounds.weeks,
            correctionDays: rounds.correctionDays)
        let fits = points.unplaced(fitting: points.withoutPoints, of: pool)
        var left = Set(fits.map(\.player))
        var drafted: Set<PlayerIndex> = []
        for summary in try rooms() where summary.tournament == contest && summary.status == .complete && !left.isEmpty {
            guard let room = try room(summary.room) else { continue }
            for case let player? in room.picks.lazy.map(\.player) where left.contains(player) {
                drafted.insert(player)
                left.remove(player)
            }
        }
        return fits.filter { drafted.contains($0.player) }
    }

    private func carryOut(
        as actor: Sender, _ next: () throws(DraftLedgerError) -> Settlement.Step
    ) async throws(DraftLedgerError) -> SettlementOutcome {
        while true {
            switch try next() {
            case .over: return .over
            case .wait(let rooms): return .waiting(rooms: rooms)
            case .waitForWeek(let week, let round): return .waitingForWeek(week, round: round)
            case .waitForCorrections(let end, let round): return .waitingForCorrections(until: end, round: round)
            case .lacksScores(let places, let scores): return .lacksScores(of: places, has: scores)
            case .send(let command):
                if case .refused(let refusal, _, _) = try await send(command, as: actor, id: .random()) {
                    return .refused(refusal)
                }
            }
        }
    }
}
