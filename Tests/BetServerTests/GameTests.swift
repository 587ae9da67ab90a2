import BetLedger
import Bets
import DraftLedger
import Foundation
import Testing
import TextFormats
import Values

@testable import BetServer  // the parts of a server are looked at

/// Games, lines and analyses, as the app's own types decode them.
@Suite struct GameTests {
    private let game = "/v1/games/\(BetTable.game)"

    @Test func theGamesOfTodayDecode() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        // when
        let answer = try await table.get("/v1/games/today")
        // then
        let envelope = try AppModels.decode(AppModels.GamesToday.self, answer)
        #expect(envelope.success && envelope.meta?.season == "2025-26" && envelope.meta?.cacheTTL == 300)
        let game = try #require(envelope.data?.games.first)
        #expect(game.gameId == "0022400123" && game.gameDate == "2025-11-30" && game.status == "Scheduled")
        #expect(game.homeTeam?.abbreviation == "BOS" && game.awayTeamId == 1_610_612_747 && game.homeScore == nil)
        let line = try #require(game.bettingLine)
        #expect(line.spread == -7.5 && line.total == 224.5 && line.overOdds == Decimal(string: "1.91"))
        #expect(line.homeMoneyline == -280 && line.awayMoneyline == 230 && line.isOpening && !line.isClosing)
        #expect(try answer.json["data"]?["generatedAt"]?.string == envelope.meta?.generatedAt)
        try await table.stop()
    }

    @Test func aGameIsLeftOutOfOtherDaysAndWhenItIsCancelled() async throws {
        // given
        let table = try await BetTable()
        func count() async throws -> Int { try await table.get("/v1/games/today").data?["games"]?.elements.count ?? -1 }
        #expect(try await count() == 1)
        // when
        try await table.accept(.moveGame(BetTable.game, GameMoved(date: nil, tipOff: nil, feed: "league")))
        try await Task.sleep(for: .seconds(1.1))
        // then
        #expect(try await count() == 0)
        #expect(try await table.get(game).data?["game"]?["statusDetail"]?.string == "cancelled")
        try await table.stop()
    }

    @Test func aGameShowsItsCourse() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        // when
        try await table.start()
        try await table.score(87, 82)
        // then
        var details = try #require(try AppModels.decode(AppModels.GameDetails.self, await table.get(game)).data)
        #expect(details.game.status == "Live" && details.game.homeScore == 87 && details.game.quarter == 3)
        #expect(details.game.clock == "5:42" && details.bettingLine?.isClosing == true)
        #expect(details.homeTeam.fullName == "Boston Celtics" && details.awayTeam.yearFounded == 1_947)
        // when
        try await table.finish()
        // then
        details = try #require(try AppModels.decode(AppModels.GameDetails.self, await table.get(game)).data)
        #expect(details.game.status == "Final" && details.game.homeScore == 113 && details.game.clock == nil)
        try await table.stop()
    }

    @Test func aLineWithoutAllMarketsIsNull() async throws {
        // given
        let table = try await BetTable()
        #expect(try await table.get(game).data?["bettingLine"]?.isNull == true)
        // when: the total alone is offered
        try await table.accept(
            .recordOffer(
                BetTable.game,
                OfferRecorded(
                    market: .total, line: Line(halfPoints: 449), firstOdds: Odds(thousandths: 1_910),
                    secondOdds: Odds(thousandths: 1_910), offeredAt: table.now, book: "alpha", feed: "odds")))
        // then
        #expect(try await table.get(game).data?["bettingLine"]?.isNull == true)
        let markets = try await table.get(game + "/odds").data?["markets"]?.elements ?? []
        #expect(markets.map { $0["offers"]?.elements.count } == [1, 0, 0])
        #expect(markets.first?["opening"]?["line"]?.number == 224.5)
        try await table.stop()
    }

    @Test func offersAreListedInPartsTheNewestFirst() async throws {
        // given: seven offers on each of three markets
        let table = try await BetTable()
        for line in 0..<7 {
            table.advance(60)
            try await table.offer(total: 440 + Int16(line), spread: -15 - Int16(line))
        }
        func positions(_ answer: BetTable.Answer) -> [UInt64] {
            (answer.data?["markets"]?.elements ?? []).flatMap { market in
                market["offers"]?.elements.compactMap { $0["position"]?.integer(as: UInt64.self) } ?? []
            }
        }
        let all = try await table.get(game + "/odds")
        let known = positions(all)
        #expect(all.data?["pagination"]?["total"]?.integer(as: Int.self) == known.count)
        // when
        var found: [UInt64] = []
        for offset in stride(from: 0, to: known.count, by: 4) {
            let part = try await table.get(game + "/odds?limit=4&offset=\(offset)")
            let shown = positions(part)
            // then: parts go back in time, and everything else is in each of them
            #expect(found.allSatisfy { old in shown.allSatisfy { $0 < old } })
            #expect(part.data?["markets"]?.elements.first?["opening"]?["line"]?.number == 220)
            found += shown
        }
        #expect(found.sorted() == known.sorted() && Set(found).count == known.count)
        // and when
        let totals = try await table.get(game + "/odds?market=total&limit=2")
        #expect(totals.data?["pagination"]?["total"]?.integer(as: Int.self) == 7)
        #expect(totals.data?["markets"]?.elements.count == 1 && positions(totals).count == 2)
        try await table.stop()
    }

    @Test(arguments: [
        "odds?limit=0", "odds?limit=1001", "odds?limit=x", "odds?offset=-1", "odds?market=props", "odds?page=2",
        "analyses?limit=201", "analyses?limit=1&limit=2",
    ])
    func anotherPartIsRefused(query: String) async throws {
        let table = try await BetTable()
        let answer = try await table.get("\(game)/\(query)")
        #expect(answer.status == 422 && answer.code == "VALIDATION_ERROR", "\(answer.text)")
        try await table.stop()
    }

    @Test func analysesAreListedTheNewestFirst() async throws {
        // given
        let table = try await BetTable()
        try await table.publishModel()
        for line in 0..<3 {
            table.advance(400)
            for book in ["alpha", "beta"] { try await table.offer(total: 440 + 6 * Int16(line), at: book) }
            _ = try await table.ledger.analyse(BetTable.game, id: .random())
        }
        // when
        let first = try await table.get(game + "/analyses?limit=2").data
        let last = try await table.get(game + "/analyses?limit=2&offset=2").data
        // then
        let positions = [first, last].flatMap { data in
            data?["analyses"]?.elements.compactMap { $0["position"]?.integer(as: UInt64.self) } ?? []
        }
        #expect(positions == positions.sorted(by: >) && positions.count >= 3)
        #expect(first?["pagination"]?["total"]?.integer(as: Int.self) ?? 0 >= 3)
        try await table.stop()
    }

    @Test func anAnalysisIsMadeAndDecodes() async throws {
        // given
        let table = try await BetTable()
        #expect(try await table.get(game + "/totals-analysis").detailCode == "noAnalysis")
        try await table.publishModel()
        for (index, book) in ["alpha", "beta", "gamma", "delta"].enumerated() {
            try await table.offer(total: 449 + Int16(index), at: book)
        }
        // when
        let answer = try await table.get(game + "/totals-analysis")
        // then
        let analysis = try #require(try AppModels.decode(AppModels.TotalsAnalysis.self, answer).data)
        #expect(analysis.gameId == "0022400123" && analysis.simulationCount == 10_000)
        let result = analysis.analysis
        #expect(result.overProbability + result.underProbability <= 1 && result.simulatedStdDev > 15)
        #expect(result.kellyStake >= 0 && result.kellyStake <= Decimal(string: "0.02") ?? 0)
        // when: it is asked for again, nothing is made
        let size = try table.ledger.size
        #expect(try await table.get(game + "/totals-analysis").text.contains("\"seed\""))
        #expect(try table.ledger.size == size)
        // then
        #expect(try await table.get(game + "/analyses").data?["analyses"]?.elements.isEmpty == false)
        let prediction = try AppModels.decode(AppModels.GameDetails.self, await table.get(game)).data?.prediction
        #expect(prediction?.verdict == result.verdict)
        try await table.stop()
    }

    @Test(arguments: [
        "/v1/games/0022499999", "/v1/games/abc", "/v1/games/-1", "/v1/games/0022499999/odds", "/v1/nothing", "/",
    ])
    func whatIsNotThereIsNotFound(path: String) async throws {
        let table = try await BetTable()
        guard path != "/" else { return try await table.stop() }
        let answer = try await table.get(path)
        #expect(answer.status == 404 && answer.code == "NOT_FOUND")
        try await table.stop()
    }

    @Test func theCheckpointIsPublishedAndEntriesAreNot() async throws {
        // given
        let table = try await BetTable()
        _ = try table.ledger.statements.publishCheckpoint()
        // when
        let note = try await table.get("/log/checkpoint")
        // then
        #expect(note.status == 200 && note.text.hasPrefix("example.com/bets\n"))
        let size = try #require(note.text.split(separator: "\n").dropFirst().first.flatMap { Int($0) })
        let tile = try await table.get("/log/tile/0/000.p/\(size)")
        #expect(tile.status == 200 && tile.headers["content-type"] == "application/octet-stream")
        #expect(try await table.get("/log/tile/0/000.p/\(size + 1)").code == "NOT_FOUND")
        #expect(try await table.get("/log/tile/entries/000.p/1").code == "FORBIDDEN")
        try await table.stop()
    }
}
