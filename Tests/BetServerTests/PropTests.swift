import BetLedger
import Bets
import Foundation
import Testing
import TextFormats
import Values

@testable import BetServer  // the parts of a server are looked at

/// Players of today's games: figures from box scores, and the lines that feeds report.
@Suite struct PropTests {
    private static let path = "/v1/player-props/tonight?gameId=\(BetTable.game)"

    /// A table with six games in which the athlete 77 of Boston scored 20 to 25, and the game that is looked at.
    private static func table() async throws -> BetTable {
        let table = try await BetTable()
        let athlete = AthleteListed(athlete: 77, team: BetTable.boston, name: "Jo Doe", position: "G", feed: "league")
        try await table.accept(.listAthlete(BetTable.season, athlete))
        // The games of the two days before.
        for index in 0..<6 {
            let id = GameID(22_500_900 + UInt64(index))
            let date = try #require(GameDate("2025-11-2\(8 + index % 2)"))
            let tipOff = BetTable.tipOff - .seconds(86_400 * Int64(2 - index % 2))
            try await table.accept(
                .scheduleGame(
                    id,
                    GameScheduled(
                        season: BetTable.season, home: BetTable.boston, away: BetTable.lakers, date: date,
                        tipOff: tipOff, feed: "league")))
            try await table.accept(.startGame(id, GameStarted(tippedOffAt: tipOff, feed: "league")))
            let end = tipOff + .seconds(9_000)
            try await finish(id, at: end, points: 20 + UInt16(index), on: table)
        }
        return table
    }

    private static func finish(
        _ id: GameID, at end: Timestamp, points: UInt16, on table: BetTable
    ) async throws {
        let periods = [(28, 30), (31, 22), (28, 30), (26, 30)].map { PeriodScore(home: $0.0, away: $0.1) }
        try await table.accept(.finishGame(id, GameFinal(completedAt: end, periods: periods, feed: "league")))
        for (team, total) in [(BetTable.boston, UInt16(113)), (BetTable.lakers, 112)] {
            let athletes =
                team == BetTable.boston
                ? [AthleteLine(athlete: 77, isStarter: true, line: line(seconds: 2_000, points: points))] : []
            try await table.accept(
                .recordBoxScore(
                    id,
                    BoxScoreRecorded(
                        team: team, line: line(seconds: 14_400, points: total), athletes: athletes, feed: "league")))
        }
    }

    private static func line(seconds: UInt16, points: UInt16) -> BoxLine {
        // Two for each basket, and a free throw where the number is odd.
        BoxLine(
            seconds: seconds, points: points, fieldGoals: points / 2, fieldGoalAttempts: points / 2 + 5,
            threePointers: 0,
            threePointAttempts: 1, freeThrows: points % 2, freeThrowAttempts: points % 2 + 1, offensiveRebounds: 1,
            defensiveRebounds: 4, assists: 5, steals: 1, blocks: 0, turnovers: 2, fouls: 3)
    }

    /// The report of a line on the athlete's points.
    private static func report(
        _ halfPoints: Int, at table: BetTable, book: String = "alpha", athlete: Int = 77,
        odds: (Int, Int) = (1910, 1910)
    ) -> String {
        "{\"kind\":\"recordPropLine\",\"game\":\"\(BetTable.game)\",\"athlete\":\(athlete),\"line\":\(halfPoints),"
            + "\"overOdds\":\(odds.0),\"underOdds\":\(odds.1),\"offeredAt\":\"\(table.now.iso8601)\",\"book\":\"\(book)\"}"
    }

    private static func player(_ table: BetTable) async throws -> AppModels.PlayerProp {
        let props = try #require(try AppModels.decode(AppModels.Props.self, await table.get(path)).data)
        return try #require(props.players.first)
    }

    @Test func propsComeFromBoxScores() async throws {
        // given
        let table = try await Self.table()
        // when
        let player = try await Self.player(table)
        // then
        #expect(player.playerName == "Jo Doe" && player.pointsAvg == Decimal(string: "22.5") && player.gamesPlayed == 6)
        #expect(player.pointsLine == nil && player.edgeVerdict == "NO_LINE" && player.isStarter)
        #expect(player.defenseRank != nil && player.edgePoints == 0)
        let answer = try await table.get(Self.path)
        #expect(answer.data?["measuredRecord"]?.string?.contains("No prices of player props were found") == true)
        // and
        let stats = try await table.get("/v1/players/77/stats?limit=2").data
        #expect(stats?["recentGames"]?.elements.map { $0["points"]?.integer(as: Int.self) } == [25, 23])
        #expect(stats?["seasonAverages"]?["gamesPlayed"]?.integer(as: Int.self) == 6)
        #expect(stats?["benchStats"]?.isNull == true && stats?["starterStats"]?.isNull == false)
        #expect(try await table.get("/v1/players/78/stats").code == "NOT_FOUND")
        #expect(try await table.get("/v1/players/77/stats?season=2025-27").code == "VALIDATION_ERROR")
        try await table.stop()
    }

    /// The model expects 22.7 points with a standard deviation of 8.1.
    @Test func aLineOfAFeedHasItsEdgeAndVerdict() async throws {
        // given
        let table = try await Self.table()
        let odds = try FeedTests.Feed("odds", on: table)
        // when
        let first = try await table.report([Self.report(45, at: table)], as: odds)
        // then
        #expect(first.data?["events"]?.integer(as: Int.self) == 1, "\(first.text)")
        let player = try await Self.player(table)
        #expect(player.pointsLine == Decimal(string: "22.5") && player.pointsOverOdds == Decimal(string: "1.91"))
        #expect(player.edgeVerdict == "HOLD")
        let shown = try #require(try await table.get(Self.path).data?["players"]?.elements.first)
        let projected = try #require(shown["projectedPoints"]?.number)
        #expect(abs((shown["edgePoints"]?.number ?? 99) - (projected - 22.5)) < 0.011)
        #expect(shown["pointsBook"]?.string == "alpha" && shown["pointsBooks"]?.integer(as: Int.self) == 1)
        // and when: the line moves to 15.5, and two other books have 16 and 18.5
        table.advance(60)
        let reports = [
            Self.report(31, at: table), Self.report(32, at: table, book: "beta"),
            Self.report(37, at: table, book: "gamma"),
        ]
        #expect(try await table.report(reports, as: odds).data?["events"]?.integer(as: Int.self) == 3)
        let moved = try #require(try await table.get(Self.path).data?["players"]?.elements.first)
        // then: the newest report is the one that is shown and judged
        #expect(moved["pointsBook"]?.string == "gamma" && moved["pointsLine"]?.number == 18.5)
        #expect(moved["pointsMedianLine"]?.number == 16 && moved["pointsBooks"]?.integer(as: Int.self) == 3)
        #expect(moved["edgeVerdict"]?.string == "LEAN_OVER" && moved["pointsOpeningLine"]?.number == 18.5)
        // and when: the same line at odds that return less than the stake
        #expect(
            try await table.report([Self.report(37, at: table, book: "gamma", odds: (1_300, 3_400))], as: odds).status
                == 200)
        #expect(try await Self.player(table).edgeVerdict == "HOLD")
        // and when: far above the projection, the lean is never strong
        #expect(try await table.report([Self.report(91, at: table)], as: odds).status == 200)
        let above = try #require(try await table.get(Self.path).data?["players"]?.elements.first)
        #expect(above["edgeVerdict"]?.string == "LEAN_UNDER" && above["pointsOpeningLine"]?.number == 22.5)
        #expect(try table.ledger.audit().isClean)
        try await table.stop()
    }

    @Test func aFeedThatDoublesComesLateOrIsWrongIsRefused() async throws {
        // given
        let table = try await Self.table()
        let odds = try FeedTests.Feed("odds", on: table)
        let old = Self.report(43, at: table)
        table.advance(600)
        let doubled = try await table.report([Self.report(45, at: table), Self.report(45, at: table)], as: odds)
        #expect(doubled.data?["events"]?.integer(as: Int.self) == 1)
        let size = try table.ledger.size
        let inAnHour = Self.report(47, at: table).replacing(
            table.now.iso8601, with: (table.now + .seconds(3_600)).iso8601)
        // then
        for (report, code) in [
            (old, "stale"), (inAnHour, "invalidValue"), (Self.report(45, at: table, athlete: 99), "unknownAthlete"),
            (Self.report(0, at: table), "invalidValue"),
            (Self.report(45, at: table, odds: (1_000, 1_910)), "invalidValue"),
            (Self.report(45, at: table).replacing("0022400123", with: "0022400999"), "unknownGame"),
        ] {
            let answer = try await table.report([report], as: odds)
            let status: UInt = code.hasPrefix("unknown") ? 404 : 422
            #expect(answer.status == status && answer.detailCode == code, "\(answer.text)")
        }
        let forged = Self.report(47, at: table).replacing("}", with: ",\"feed\":\"league\"}")
        #expect(try await table.report([forged], as: odds).code == "FORBIDDEN")
        #expect(try table.ledger.size == size)
        // and when: play has begun
        try await table.start()
        #expect(try await table.report([Self.report(47, at: table)], as: odds).detailCode == "gameStarted")
        #expect(
            try await Self.player(table).pointsLine == Decimal(string: "22.5"), "the line of before the tip-off stays")
        try await table.stop()
    }

    @Test func aWithdrawnLineIsGoneAndNoBetCanNameOne() async throws {
        // given
        let table = try await Self.table()
        let odds = try FeedTests.Feed("odds", on: table)
        let answer = try await table.report([Self.report(449, at: table).replacing("449", with: "45")], as: odds)
        let position = try #require(answer.data?["position"]?.integer(as: UInt64.self))
        let anna = try await table.signIn()
        // when
        let bet = BetTable.bet(line: "22.5", more: ",\"book\":\"alpha\"")
        let made = try await table.post("/v1/bets", as: anna.access, bet)
        // then: it is a bet on the total of the game at a book outside of the feeds, and not on the athlete
        #expect(made.data?["bet"]?["isClaimed"]?.boolean == true && made.data?["bet"]?["offerPosition"]?.isNull == true)
        #expect(table.ledger.state.games[BetTable.game]?.propLine(at: position) != nil)
        // and when
        let withdrawal =
            "{\"kind\":\"withdrawPropLine\",\"game\":\"\(BetTable.game)\",\"athlete\":77,\"book\":\"alpha\"}"
        #expect(try await table.report([withdrawal], as: odds).data?["events"]?.integer(as: Int.self) == 1)
        #expect(try await Self.player(table).edgeVerdict == "NO_LINE")
        #expect(try await table.report([withdrawal], as: odds).data?["isRepeat"]?.boolean == true)
        try await table.stop()
    }

    /// A finished game's own box score would make its projection look better than it was.
    @Test func theProjectionOfAFinishedGameIsThatOfBefore() async throws {
        // given
        let table = try await Self.table()
        let odds = try FeedTests.Feed("odds", on: table)
        #expect(try await table.report([Self.report(45, at: table)], as: odds).status == 200)
        let before = try await table.get(Self.path).data?["players"]?.elements.first
        // when: the athlete scores 60 points
        try await table.start()
        table.advance(9_000)
        try await Self.finish(BetTable.game, at: table.now, points: 60, on: table)
        // then: a fresh look, without the second in which figures are kept
        let snapshot = BetSnapshot(state: table.ledger.state, size: 0)
        let figures = SeasonFigures(of: BetTable.season, in: snapshot.state)
        let game = try #require(snapshot.state.games[BetTable.game])
        let athlete = try #require(snapshot.state.seasons[BetTable.season]?.athletes[77])
        let view = try #require(figures.prop(of: athlete, in: game, snapshot.state))
        let after = try JSONDocument(PropView.members.json(of: view).bytes).root
        #expect(after["gamesPlayed"]?.integer(as: Int.self) == 7)
        let projected = try #require(before?["projectedPoints"]?.number)
        #expect(after["projectedPoints"]?.number == projected && after["edgeVerdict"]?.string == "HOLD")
        try await table.stop()
    }
}
