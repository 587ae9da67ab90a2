import Bets
import Draft
import Records
import Testing
import TextFormats

/// The reports of feeds in JSON are those of the fields of events: what is written is read again, and nothing else is.
@Suite struct BetReportTests {
    private static let game: GameID = 22_400_123
    private static let moment = Timestamp(microseconds: 1_764_531_000_123_456)

    static let reports: [BetCommand] = [
        .listTeam(2025, TeamListed(team: 7, abbreviation: "BOS", fullName: "Boston Celtics", feed: "league")),
        .listAthlete(2025, AthleteListed(athlete: 9, team: nil, name: "Abe, \"A\"", position: "G", feed: "league")),
        .scheduleGame(
            game,
            GameScheduled(
                season: 2025, home: 7, away: 8, date: GameDate(daysSinceEpoch: 20_000), tipOff: moment, feed: "league")),
        .moveGame(game, GameMoved(date: nil, tipOff: nil, feed: "league")),
        .startGame(game, GameStarted(tippedOffAt: moment, feed: "league")),
        .updateScore(
            game, ScoreUpdated(home: 88, away: 91, period: 3, secondsLeft: 342, phase: .stopped, feed: "league")),
        .finishGame(
            game,
            GameFinal(
                completedAt: moment, periods: (0..<5).map { PeriodScore(home: 20 + $0, away: 21) }, feed: "league")),
        .recordBoxScore(
            game,
            BoxScoreRecorded(
                team: 7, line: BoxLine(seconds: 14_400, points: 2, fieldGoals: 1, fieldGoalAttempts: 3),
                athletes: [AthleteLine(athlete: 9, isStarter: nil, line: BoxLine(points: 2, fieldGoals: 1))],
                feed: "league")),
        .correctResult(
            game, CorrectResult(periods: (0..<4).map { PeriodScore(home: 20 + $0, away: 21) }, feed: "league")),
        .recordOffer(
            game,
            OfferRecorded(
                market: .spread, line: Line(halfPoints: -15), firstOdds: Odds(thousandths: 1_910),
                secondOdds: Odds(thousandths: 1_950), offeredAt: moment, book: "alpha", feed: "league")),
        .withdrawOffer(game, WithdrawOffer(market: .moneyline, book: "alpha", feed: "league")),
        .recordPropLine(
            game,
            PropLineRecorded(
                athlete: 9, line: Line(halfPoints: 49), overOdds: Odds(thousandths: 1_870),
                underOdds: Odds(thousandths: 1_950), offeredAt: moment, book: "alpha", feed: "league")),
        .withdrawPropLine(game, WithdrawPropLine(athlete: 9, book: "alpha", feed: "league")),
    ]

    @Test(arguments: reports)
    func whatIsWrittenIsReadAgain(report: BetCommand) throws {
        let json = try #require(report.reportJSON)
        #expect(try BetCommand(report: JSONDocument(Array(json.utf8)).root, of: "league") == report, "\(json)")
    }

    @Test func everyKindOfReportIsTried() {
        #expect(Set(Self.reports.map(\.kind)) == Set(BetCommandKind.allCases.filter(\.isReport)))
        #expect(
            BetCommand.recordBet(
                7,
                .init(
                    game: 1, offer: 1, market: .total, side: .over, line: .none, odds: Odds(thousandths: 1_910),
                    stake: Stake(thousandths: 1))
            ).reportJSON == nil)
    }

    @Test func textsThatASourceDoesNotHaveCanBeMissing() throws {
        let text = #"{"season":2025,"kind":"listTeam","team":7,"abbreviation":"BOS","fullName":"Boston Celtics"}"#
        #expect(try BetCommand(report: JSONDocument(Array(text.utf8)).root, of: "league") == Self.reports[0])
    }

    @Test(arguments: [
        ("[]", "expected an object"), ("{}", "'kind' is missing"), (#"{"kind":"betSettled"}"#, "not a report"),
        (#"{"kind":"recordBet","game":"0022400123"}"#, "not a report"),
        (#"{"kind":"makeAnalysis","game":"0022400123"}"#, "not a report"),
        (#"{"kind":"startGame","tippedOffAt":"2025-11-30T19:30:00Z"}"#, "'game' is missing"),
        (#"{"kind":"startGame","game":"0022400123"}"#, "'tippedOffAt' is missing"),
        (#"{"kind":"startGame","game":0,"tippedOffAt":"today"}"#, "'tippedOffAt' is"),
        (#"{"kind":"startGame","game":-1,"tippedOffAt":"2025-11-30T19:30:00Z"}"#, "'game' is -1"),
        (
            #"{"kind":"startGame","game":"1","tippedOffAt":"2025-11-30T19:30:00Z","occurredAt":"2025-11-30T19:00:00Z"}"#,
            "'occurredAt' is not a member"
        ),
        (
            #"{"kind":"startGame","game":"1","game":"2","tippedOffAt":"2025-11-30T19:30:00Z"}"#,
            "'game' is not a member of a startGame, or occurs twice"
        ),
        (#"{"kind":"startGame","game":"1","tippedOffAt":"2025-11-30T19:30:00Z","feed":"odds"}"#, "expected 'league'"),
    ])
    func anotherTextIsRefusedWithItsFault(text: String, words: String) throws {
        let root = try JSONDocument(Array(text.utf8)).root
        do throws(JSONLineError) {
            let report = try BetCommand(report: root, of: "league")
            Issue.record("\(report)")
        } catch {
            #expect(error.message.contains(words), "\(error)")
        }
    }
}
