import Bets
import Logging
import Platform
import TextFormats
import Values

/// The live state of games, and the changes that the ledger reports.
enum LiveFeed {
    /// The messages that followers of a game get now; nil for a game that the ledger does not have.
    static func state(of game: String, _ topic: LiveTopic, in snapshot: BetSnapshot) -> LiveState? {
        guard let id = GameID(game), "\(id)" == game, let game = snapshot.state.games[id] else { return nil }
        let view = GameView(game: game, state: snapshot.state)
        var messages: [LiveState.Message] = []
        switch topic {
        case .scores:
            if let score = view.score {
                messages.append(
                    LiveState.Message(
                        "score_update",
                        [
                            "gameId": .of("\(id)"), "homeScore": .of(score.home), "awayScore": .of(score.away),
                            "quarter": .of(view.play?.quarter ?? game.score.map { Int($0.update.period) } ?? 4),
                            "clock": .of(view.play?.clock ?? "0:00"),
                        ]))
            }
            messages.append(
                LiveState.Message("status_change", ["gameId": .of("\(id)"), "status": .of(view.status)]))
        case .odds:
            if let line = view.movingLine {
                messages.append(
                    LiveState.Message(
                        "odds_update",
                        [
                            "gameId": .of("\(id)"), "total": .line(line.total), "spread": .line(line.spread),
                            "timestamp": .seconds(line.moment),
                        ]))
            }
        }
        return LiveState(size: snapshot.size, messages: messages)
    }

    /// Tells the followers of games about changes, until the task is cancelled.
    static func run(_ source: any BetSource, _ hub: LiveHub) async throws {
        try await source.follow { games in
            for game in Set(games) { try hub.changed("\(game)") }
        }
    }

    /// Analyses games whose offers have changed, until the task is cancelled. The ledger records an analysis if the consensus
    /// has moved by half a point, or if the last one is old enough.
    static func analyse(_ source: any BetSource, _ logger: Logger) async throws {
        let waiting = Guarded<Set<GameID>>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await source.follow { games in waiting.withLock { $0.formUnion(games) } }
            }
            group.addTask {
                while true {
                    try await Task.sleep(for: .seconds(1))
                    let games = waiting.withLock { waiting in
                        defer { waiting = [] }
                        return waiting
                    }
                    for game in games where try isDue(game, in: source.snapshot(), at: nil) {
                        do {
                            try await source.analyse(game)
                        } catch let error where !(error is CancellationError) {
                            logger.error("game \(game) cannot be analysed: \(error)")
                        }
                    }
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Whether a game before its tip-off has an offer of a total that the last analysis did not know, or a last analysis that is
    /// old enough for a request.
    ///
    /// - Parameter now: the moment of a request; nil without one.
    static func isDue(_ id: GameID, in snapshot: BetSnapshot, at now: Timestamp?) -> Bool {
        guard let game = snapshot.state.games[id], game.status == .scheduled,
            let offer = game.offers.last(where: { $0.terms.market == .total })
        else { return false }
        guard let last = game.analyses.last else { return true }
        return last.made.position <= offer.position
            || now.map { $0 >= last.moment + BetRules.analysisInterval } ?? false
    }
}
