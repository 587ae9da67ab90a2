import Draft
import DraftLedger
import Foundation
import Pages
import Records
import TextFormats

extension HousePlace {
    /// Brings a contest that is decided by its rounds as far as its season has got.
    ///
    /// - Parameter note: told what the words leave out.
    /// - Returns: the state that the contest has then, in words.
    /// - Throws: `ToolError` with a refusal, which is on record then.
    func settle(byRoundsOf contest: TournamentID, noting note: (String) -> Void) throws -> String {
        var isNoted = false
        while true {
            let step = try nextStep(byRoundsOf: contest)
            guard step["isDecidedByRounds"]?.boolean != false else {
                throw ToolError(.noInput, "Contest \(contest) \(step["words"]?.string ?? "has no rounds").")
            }
            if !isNoted, let words = step["note"]?.string { note(words) }
            isNoted = true
            guard let sent = step["command"], sent.kind == .object else { return step["words"]?.string ?? "is over" }
            let command: Command
            do throws(JSONLineError) {
                command = try CommandRequest(sent).command
            } catch {
                throw ToolError(.badData, "The next step of contest \(contest) cannot be read: \(error)")
            }
            if case .tournament(_, .closeRound(let close)) = command, case .ledger(let draft, _) = self,
                try draft.tournament(contest).map({ $0.played.count < Int(close.round) || close.round > 1 }) ?? false
            {
                try checkPlaced(contest, draft, noting: note)
            }
            if case .tournament(_, .awardPrizes) = command, try hasBegun() {
                if let open = step["measure"]?.integer(as: UInt64.self) {
                    return "pays its next prizes once measure \(open) is approved, which waits"
                }
                let measure = try propose(command, because: nil, reason: "As the rounds of the contest stand.")
                return "pays its next prizes once measure \(measure) is approved"
            }
            try send(command)
        }
    }

    /// Names every drafted player without points before a round begins to close, and not only the first.
    private func checkPlaced(
        _ contest: TournamentID, _ draft: DraftLedger, noting note: (String) -> Void
    ) throws {
        let unplaced = try draft.unplacedScores(of: contest)
        guard let first = unplaced.first, let state = try draft.tournament(contest), let rounds = state.rounds else {
            return
        }
        for fit in unplaced.prefix(50) { note("\(PoolPlayer(state.details.pool, fit.player)): \(fit.words)") }
        if unplaced.count > 50 { note("And \(unplaced.count - 50) more.") }
        let players = Figures.plural(Set(unplaced.map(\.player)).count, "drafted player")
        throw ToolError(
            .badData,
            "Contest \(contest) cannot close round \(state.openRound ?? 1): \(players) without points, and scores that may be "
                + "theirs are nobody's. Two people say whether they are: players points "
                + "\(PoolPlayer(state.details.pool, first.player)) \"\(first.scored.name)\" --season \(rounds.season) "
                + "--reason TEXT, with --not if they are somebody else's.")
    }

    /// The next step of a contest, as `SettlementPage` has it, wherever the ledger is.
    private func nextStep(byRoundsOf contest: TournamentID) throws -> JSONValue {
        switch self {
        case .server(let server, _): return try server.reading("/v1/tournaments/\(contest)/settlement")
        case .ledger(let draft, _):
            let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
            guard let page = try SettlementPage(contest, in: draft, at: now) else {
                throw ToolError(.noInput, "There is no contest \(contest).")
            }
            return try JSONDocument(page.json.line).root
        }
    }

    /// Gives a contest that was just opened its season: its rounds and its scoring.
    ///
    /// - Throws: `ToolError` with a refusal, which is on record then.
    func set(_ season: ContestSeason, of contest: TournamentID) throws {
        try send(.tournament(contest, .setContestRounds(season.rounds)))
        try send(.tournament(contest, .setScoring(season.scoring)))
    }
}
