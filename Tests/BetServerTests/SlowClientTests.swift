import BetLedger
import Bets
import Foundation
import Server
import Testing
import TextFormats
import Values

@testable import BetServer  // the limits of live clients are the module's own

/// Clients that read slowly get the newest state of each game; those that read nothing are dropped, in bounded memory.
@Suite struct SlowClientTests {
    private static let games = (0..<100).map { GameID(22_500_000 + UInt64($0)) }

    /// A table with a hundred games that are played, and a client that follows all of them and reads nothing yet.
    private func start(
        _ change: @Sendable (inout BetServerOptions) -> Void = { _ in }
    ) async throws -> (BetTable, WebSocketClient) {
        let table = try await BetTable(change)
        for game in Self.games { try await table.schedule(game) }
        table.advance(4 * 3_600 + 60)
        for game in Self.games {
            try await table.accept(
                .startGame(game, GameStarted(tippedOffAt: BetTable.tipOff, feed: "league")))
        }
        let client = try WebSocketClient(table.port, receiving: 4_096)
        try await client.open("/v1/live/scores")
        let names = Self.games.map { "\"\($0)\"" }.joined(separator: ",")
        client.send("{\"type\":\"subscribe\",\"gameIds\":[\(names)]}")
        return (table, client)
    }

    /// One more point in each game, in one commit.
    private func score(_ round: Int, _ table: BetTable) async throws {
        table.advance(1)
        let commands = Self.games.map { game in
            SentBetCommand(
                .updateScore(
                    game,
                    ScoreUpdated(
                        home: UInt16(round), away: 0, period: 1, secondsLeft: UInt16(700 - round), phase: .playing,
                        feed: "league")),
                as: .provider(onBehalfOf: nil), id: .random())
        }
        for outcome in try await table.ledger.send(commands) {
            if case .refused(let refusal) = outcome { Issue.record("\(refusal)") }
        }
        // Until the hub has seen it.
        try await Task.sleep(for: .milliseconds(5))
    }

    @Test func aSlowClientGetsTheNewestOfEachGame() async throws {
        // given
        let (table, client) = try await start()
        let rounds = 100
        // when
        for round in 1...rounds { try await score(round, table) }
        // then: what waits for the client is bounded
        #expect(try await table.metric("statdiscute_unread_answer_bytes") < 400_000)
        // and when it reads, each game ends with its last score
        var last: [String: Int] = [:]
        var count = 0
        while last.count < Self.games.count || last.values.contains(where: { $0 < rounds }) {
            let message = try await client.message()
            guard message["type"]?.string == "score_update", let game = message["gameId"]?.string else { continue }
            let score = message["homeScore"]?.integer(as: Int.self) ?? 0
            #expect(score > last[game] ?? -1)
            last[game] = score
            count += 1
        }
        #expect(count < Self.games.count * rounds)
        try await table.stop()
    }

    @Test func aClientThatNeverReadsIsDropped() async throws {
        // given
        let (table, client) = try await start { $0.limits.stallTime = .milliseconds(500) }
        #expect(try await table.metric("statdiscute_live_clients") == 1)
        // when
        var round = 0
        while try await table.metric("statdiscute_live_clients") == 1, round < 600 {
            round += 1
            try await score(round, table)
        }
        // then
        #expect(try await table.metric("statdiscute_live_clients") == 0)
        #expect(try await table.metric("statdiscute_streams") == 0)
        #expect(try await table.get("/metrics").text.contains("statdiscute_refusals_total{reason=\"stalled\"} 1"))
        _ = client
        try await table.stop()
    }
}
