public import Draft

extension DraftLedger {
    /// What a contest's settlement came to.
    public enum SettlementOutcome: Sendable {
        /// The contest is over, all prizes paid and its books closed.
        case over
        /// So many rooms have not ended yet.
        case waiting(rooms: UInt32)
        /// Places up to this one win, and there are scores for so few entries only.
        case lacksScores(of: UInt32, has: UInt32)
        /// The rules refused a step; those before it stand.
        case refused(Refusal)
    }

    /// What is next for a contest that is to be settled: for who has steps agreed upon by two people, or signs them.
    ///
    /// - Throws: `unknownTournament` for a contest that there is none of, or what keeps the ledger from being read.
    public func nextStep(of settlement: Settlement) throws(DraftLedgerError) -> Settlement.Step {
        guard let contest = try tournament(settlement.tournament) else {
            throw DraftLedgerError(.unknownTournament, "There is no tournament \(settlement.tournament).")
        }
        return try rethrowing {
            let source = LedgerStateSource(log: log, projections: projections)
            return settlement.next(for: contest, try source.contest(settlement.tournament).books)
        }
    }

    /// Brings a contest to its end as far as that can be done now: closes its entries, which cancels rooms that still wait,
    /// pays its prizes in portions, closes its books. Whatever stopped it, called again it goes on where the contest is.
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
        while true {
            switch try nextStep(of: settlement) {
            case .over: return .over
            case .wait(let rooms): return .waiting(rooms: rooms)
            case .lacksScores(let places, let scores): return .lacksScores(of: places, has: scores)
            case .send(let command):
                if case .refused(let refusal, _, _) = try await send(command, as: actor, id: .random()) {
                    return .refused(refusal)
                }
            }
        }
    }
}
