import BetLedger
import BetSimulation
import Bets
import Foundation
import TestSupport
import Testing
import Values

@Suite struct SeasonPlayerTests {
    private static let start = Timestamp(iso8601: "2026-01-16T00:00:00Z") ?? Timestamp(microseconds: 0)

    private static func player(
        _ options: SimulatedSeason.Options = SimulatedSeason.Options(seed: 7, games: 4, start: start)
    ) async throws -> SeasonPlayer {
        let path = FileManager.default.temporaryDirectory.appending(path: "season-\(UUID().uuidString)").path
        let player = try SeasonPlayer.create(
            at: path, origin: "test.example/simulation", SimulatedSeason(options), system: now)
        let model = ModelPublished(table: .zero, backtest: .zero, parameters: .current(), title: "totals 1")
        _ = try await player.ledger.send(
            .publishModel(1, model), as: Sender(.admin, user: 1), id: CommandID(high: 0, low: 1))
        return player
    }

    @Sendable
    private static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }

    private static func remove(_ player: SeasonPlayer) {
        player.ledger.close()
        try? FileManager.default.removeItem(atPath: player.ledger.path)
    }

    @Test func theSameSeedGivesTheSameRoot() async throws {
        var roots: Set<String> = []
        for _ in 0..<2 {
            var player = try await Self.player()
            try await player.playInVirtualTime()
            roots.insert("\(try player.ledger.size) \(try player.ledger.root)")
            Self.remove(player)
        }
        #expect(roots.count == 1)
    }

    @Test func aLedgerTakesEveryStepAndSettlesAllBets() async throws {
        var player = try await Self.player()
        defer { Self.remove(player) }
        try await player.playInVirtualTime()
        #expect(player.summary.unexpected == [])
        #expect(player.summary.steps == player.season.steps.count)
        let state = player.ledger.state
        #expect(!state.bets.isEmpty && state.bets.values.allSatisfy { $0.outcome != .pending })
        #expect(player.season.tonight.allSatisfy { state.games[$0]?.analyses.isEmpty == false })
    }

    @Test func onlyAnOutlyingBookGivesAVerdict() async throws {
        var player = try await Self.player(SimulatedSeason.Options(seed: 7, games: 10, start: Self.start))
        defer { Self.remove(player) }
        try await player.playInVirtualTime()
        let games = player.season.tonight.compactMap { player.ledger.state.games[$0] }
        let verdicts = games.flatMap { game in game.analyses.map(\.made.verdict) }
        #expect(verdicts.contains { $0 != .hold })
        #expect(verdicts.count { $0 == .hold } * 3 > verdicts.count * 2)
    }

    @Test(.withinTheRun)
    func anEveningPassesInRealTime() async throws {
        let start = Timestamp(microseconds: Self.now())
        var player = try await Self.player(
            SimulatedSeason.Options(seed: 3, games: 1, start: start, speed: 200))
        defer { Self.remove(player) }
        try await player.playInVirtualTime(until: start)
        #expect(player.season.tonight.allSatisfy { player.ledger.state.games[$0]?.status == .scheduled })
        let task = Task { [player] in
            var player = player
            try await player.playInRealTime()
        }
        // The first tip-off is three seconds later.
        while player.season.tonight.contains(where: { player.ledger.state.games[$0]?.status == .scheduled }) {
            try await Task.sleep(for: .milliseconds(100))
        }
        task.cancel()
        // On a slow machine the evening can be over by now.
        if case .failure(let error) = await task.result { #expect(error is CancellationError) }
    }
}
