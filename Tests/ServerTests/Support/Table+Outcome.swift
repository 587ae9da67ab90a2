import Draft
import DraftLedger

/// A contest that goes on behind its drafts.
extension Table {
    /// Rooms of two who draft two receivers each, of whom the better counts: weeks 1 and 2 are the first round, in which one
    /// of two goes on to week 3.
    static func ofOutcome(_ change: (inout ServerOptionsChange) -> Void = { _ in }) async throws -> Table {
        let table = try await Table(change)
        let rounds = [
            ContestRound(firstWeek: 1, lastWeek: 2, podSize: 2, advancing: 1),
            ContestRound(firstWeek: 3, lastWeek: 3, podSize: 1, advancing: 0),
        ]
        let lineup = Lineup(
            quarterbacks: 0, runningBacks: 0, wideReceivers: 1, tightEnds: 0, flex: 0, flexPositions: [])
        try await table.send(.tournament(1, .setContestRounds(ContestRoundsSet(season: 2026, rounds: rounds))))
        try await table.send(.tournament(1, .setScoring(ScoringSet(lineup: lineup, scoring: ScoringSet.halfPPR))))
        try await table.draft()
        return table
    }

    /// What players "P0" and on scored in a week, in hundredths.
    func score(week: UInt8, _ points: [Int32], isFinal: Bool = false) async throws {
        let scores = points.enumerated().map { index, points in
            PlayerScore(position: .wideReceiver, points: points, name: "P\(index)")
        }
        let record = RecordScores(week: week, scoring: ScoringSet.halfPPR, source: "test", scores: scores)
        try await send(.season(2026, .recordScores(record)))
        if isFinal { try await send(.season(2026, .closeWeek(week: week, scoring: ScoringSet.halfPPR))) }
    }

    /// What a site says of P0 and P1 on a day of 2026, and who plays whom in week 15.
    func note(by site: String = "site") async throws {
        let notes = [
            NotedPlayer(position: .wideReceiver, adp: 300, name: "P0"),
            NotedPlayer(position: .wideReceiver, adp: 200, name: "P1"),
        ]
        let day = Timestamp(iso8601: "2025-12-31")
        try await send(.notes(2026, .recordNotes(RecordNotes(day: day, source: site, notes: notes))))
        guard try ledger.notes(of: 2026)?.games.isEmpty ?? true else { return }
        let game = NotedGame(week: 15, home: "KC", away: "BUF")
        try await send(.notes(2026, .recordGames(RecordGames(source: "games.csv", games: [game]))))
    }

    private func send(_ command: Command) async throws {
        _ = try await ledger.send(command, as: .admin(nil), id: .random()).get()
    }
}
