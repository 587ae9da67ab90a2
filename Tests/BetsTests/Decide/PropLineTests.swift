import Bets
import Testing
import Values

/// Lines on the points of athletes, from feeds that repeat themselves, come late, and lie.
@Suite struct PropLineTests {
    private static let athlete: AthleteID = 1_629_029
    private static let rival: AthleteID = 2_544

    /// The game LAL at BOS, with one athlete of each team and one of neither.
    private static func listed() throws -> BetLog {
        var log = try BetLog.scheduled()
        for (athlete, team, name) in [
            (athlete, BetLog.boston, "Jo Doe"), (rival, BetLog.lakers, "Al Roe"), (77, nil, "Cy Free"),
        ] as [(AthleteID, TeamID?, String)] {
            try log.accept(
                .listAthlete(
                    BetLog.season, AthleteListed(athlete: athlete, team: team, name: name, feed: "league")))
        }
        return log
    }

    private static func line(
        _ halfPoints: Int16, on athlete: AthleteID = athlete, odds: UInt32 = 1_870, at moment: Timestamp,
        book: String = "betmgm", feed: String = "odds"
    ) -> PropLineRecorded {
        PropLineRecorded(
            athlete: athlete, line: Line(halfPoints: halfPoints), overOdds: Odds(thousandths: odds),
            underOdds: Odds(thousandths: 1_950), offeredAt: moment, book: book, feed: feed)
    }

    private static func send(_ line: PropLineRecorded, on game: GameID = BetLog.game) -> BetCommand {
        .recordPropLine(game, line)
    }

    private static func game(_ log: BetLog) throws -> BetState.Game { try #require(log.state.games[BetLog.game]) }

    @Test func theNextLineOfABookReplacesItsLast() throws {
        // given
        var log = try Self.listed()
        let first = try log.accept(Self.send(Self.line(47, at: log.now))).lowerBound
        log.now = log.now + .seconds(600)
        // when
        let second = try log.accept(Self.send(Self.line(49, at: log.now))).lowerBound
        try log.accept(Self.send(Self.line(48, at: log.now, book: "fanduel")))
        try log.accept(Self.send(Self.line(61, on: Self.rival, at: log.now)))
        // then
        let game = try Self.game(log)
        #expect(game.propLine(at: first)?.until == log.now && game.propLine(at: second)?.until == nil)
        let lines = try #require(game.propLines(on: Self.athlete))
        #expect(lines.lines.map(\.terms.line.halfPoints) == [49, 48] && lines.shown.terms.book == "fanduel")
        #expect(lines.medianQuarterPoints == 97, "24.25, between 24.5 and 24")
        #expect(game.propLines(on: Self.rival)?.lines.count == 1 && game.propLines(on: 77) == nil)
        let movement = game.movement(ofLineOn: Self.athlete, at: "betmgm")
        #expect(movement.offers.map(\.position) == [first, second] && movement.opening?.position == first)
        #expect(movement.closing == nil)
    }

    @Test(arguments: [([44], 88), ([44, 47, 60], 94), ([44, 46], 90), ([44, 46, 47, 60], 93)] as [([Int16], Int)])
    func theMedianIsThatOfTheBooks(lines: [Int16], quarters: Int) throws {
        var log = try Self.listed()
        for (index, line) in lines.enumerated() {
            try log.accept(Self.send(Self.line(line, at: log.now, book: "book \(index)")))
        }
        #expect(try Self.game(log).propLines(on: Self.athlete)?.medianQuarterPoints == quarters)
    }

    @Test func aWithdrawnLineIsNotOnOfferAndCanComeBack() throws {
        // given
        var log = try Self.listed()
        let withdrawal = BetCommand.withdrawPropLine(
            BetLog.game, WithdrawPropLine(athlete: Self.athlete, book: "betmgm", feed: "odds"))
        #expect(log.refuse(withdrawal)?.code == .offerGone)
        let line = Self.line(47, at: log.now)
        let position = try log.accept(Self.send(line)).lowerBound
        // An offer of the book on the game itself is another matter.
        let offer = try log.accept(.recordOffer(BetLog.game, BetLog.Wager.over(449).offer(at: log.now))).lowerBound
        // when
        let end = try log.accept(withdrawal)
        // then
        #expect(
            log.records[Int(end.lowerBound)].event == .offerWithdrawn(OfferWithdrawn(offer: position, feed: "odds")))
        #expect(try log.accept(withdrawal).isEmpty, "it is withdrawn")
        let game = try Self.game(log)
        #expect(game.propLines(on: Self.athlete) == nil && game.propLine(at: position)?.until == log.now)
        #expect(game.current(.total).map(\.position) == [offer])
        // and when: the book offers it again, with the same terms
        #expect(try log.accept(Self.send(line)).count == 1)
        #expect(try Self.game(log).propLines(on: Self.athlete)?.lines.count == 1)
    }

    @Test func aLineThatSaysNothingNewIsNoEvent() throws {
        var log = try Self.listed()
        try log.accept(Self.send(Self.line(47, at: log.now)))
        #expect(try log.accept(Self.send(Self.line(47, at: log.now + .seconds(9), feed: "other"))).isEmpty)
        #expect(try log.accept(Self.send(Self.line(47, odds: 1_880, at: log.now))).count == 1, "the odds moved")
    }

    @Test func aLineThatComesLateOrIsAheadOfTimeIsRefused() throws {
        var log = try Self.listed()
        log.now = log.now + .seconds(600)
        try log.accept(Self.send(Self.line(47, at: log.now)))
        #expect(log.refuse(Self.send(Self.line(49, at: log.now - .seconds(1))))?.code == .stale)
        // The clock of another book, and the line on another athlete, are another matter.
        try log.accept(Self.send(Self.line(49, at: log.now - .seconds(1), book: "fanduel")))
        try log.accept(Self.send(Self.line(49, on: Self.rival, at: log.now - .seconds(1))))
        #expect(log.refuse(Self.send(Self.line(49, at: log.now + .seconds(61))))?.code == .invalidValue)
        #expect(
            log.refuse(Self.send(Self.line(49, at: Timestamp(microseconds: -1))))?.code == .invalidValue)
        let next = Self.send(Self.line(49, at: log.now + .seconds(60)))
        #expect(log.refuse(next, by: .importer, at: log.now - .seconds(700))?.code == .invalidValue)
        try log.accept(next)
    }

    @Test func afterTheTipOffTheLastLineBeforeItCounts() throws {
        // given
        var log = try Self.listed()
        try log.accept(Self.send(Self.line(47, at: log.now)))
        log.now = BetLog.tipOff - .seconds(60)
        try log.accept(Self.send(Self.line(49, at: log.now)))
        try log.accept(Self.send(Self.line(45, at: log.now, book: "fanduel")))
        // when
        try log.tipOff()
        // then
        #expect(log.refuse(Self.send(Self.line(51, at: log.now)))?.code == .gameStarted)
        #expect(
            log.refuse(Self.send(Self.line(51, at: BetLog.tipOff)), by: .importer, at: BetLog.tipOff)?.code
                == .gameStarted)
        let lines = try #require(Self.game(log).propLines(on: Self.athlete))
        #expect(lines.lines.map(\.terms.line.halfPoints) == [49, 45])
        // A file of past lines brings those of before.
        let before = BetLog.tipOff - .seconds(1)
        try log.accept(Self.send(Self.line(51, at: before)), by: .importer, at: before)
        #expect(try Self.game(log).movement(ofLineOn: Self.athlete, at: "betmgm").closing?.terms.line.halfPoints == 51)
    }

    @Test func aCancelledGameTakesNoLine() throws {
        var log = try Self.listed()
        try log.accept(.moveGame(BetLog.game, GameMoved(date: nil, tipOff: nil, feed: "league")))
        #expect(log.refuse(Self.send(Self.line(47, at: log.now)))?.code == .wrongStatus)
        #expect(log.refuse(Self.send(Self.line(47, at: log.now), on: 9))?.code == .unknownGame)
    }

    /// A wrong number of an athlete would put a line on somebody who does not play.
    @Test func theAthletePlaysForOneOfTheTeams() throws {
        // given
        var log = try Self.listed()
        try log.accept(
            .listTeam(BetLog.season, TeamListed(team: 9, abbreviation: "MIA", fullName: "Miami", feed: "league")))
        let traded = AthleteListed(athlete: Self.athlete, team: 9, name: "Jo Doe", feed: "league")
        try log.accept(.listAthlete(BetLog.season, traded))
        // then
        #expect(log.refuse(Self.send(Self.line(47, on: 78, at: log.now)))?.code == .unknownAthlete)
        for athlete in [Self.athlete, 77] {
            let refused = log.refuse(Self.send(Self.line(47, on: athlete, at: log.now)))
            let refusal = try #require(refused)
            #expect(refusal.code == .athleteNotInGame && refusal.message.contains("LAL at BOS"), "\(refusal)")
            #expect(refusal.message.contains(athlete == 77 ? "no team" : "MIA"))
        }
        // Files of past seasons list the last team only, so that an importer's past line is not compared with it.
        let past = log.now - .seconds(86_401)
        #expect(
            log.refuse(Self.send(Self.line(47, at: past)), by: .importer, at: past + .seconds(1))?.code
                == .athleteNotInGame)
        try log.accept(Self.send(Self.line(47, at: past)), by: .importer, at: past)
        #expect(
            log.refuse(Self.send(Self.line(47, on: 78, at: past)), by: .importer, at: past)?.code == .unknownAthlete)
    }

    @Test(arguments: [(0, 1_900), (201, 1_900), (-47, 1_900), (47, 1_000), (47, 1_000_001)] as [(Int16, UInt32)])
    func valuesThatNoLineHasAreRefused(halfPoints: Int16, odds: UInt32) throws {
        var log = try Self.listed()
        #expect(log.refuse(Self.send(Self.line(halfPoints, odds: odds, at: log.now)))?.code == .invalidValue)
    }

    @Test func namesThatWouldChangeALineOfTextAreRefused() throws {
        var log = try Self.listed()
        for (book, feed) in [
            ("", "odds"), ("a\u{202E}b", "odds"), ("betmgm", ""), (String(repeating: "b", count: 65), "odds"),
        ] {
            let line = Self.line(47, at: log.now, book: book, feed: feed)
            #expect(log.refuse(Self.send(line))?.code == .invalidValue, "\(book) \(feed)")
        }
    }

    @Test func onlyFeedsAndImportersReportLines() throws {
        var log = try Self.listed()
        let commands = [
            Self.send(Self.line(47, at: log.now)),
            .withdrawPropLine(BetLog.game, WithdrawPropLine(athlete: Self.athlete, book: "betmgm", feed: "odds")),
        ]
        for command in commands {
            #expect(command.feed == "odds" && command.anchor == .market(BetLog.game))
            for sender in [.user(7), .admin(90), .scheduler] as [Sender] {
                #expect(log.refuse(command, by: sender)?.code == .forbidden)
            }
        }
    }

    /// A total with the line and the odds of the athlete's line would settle by another number.
    @Test func noBetCanNameALineOnAnAthlete() throws {
        var log = try Self.listed()
        let position = try log.accept(Self.send(Self.line(47, at: log.now))).lowerBound
        let wager = BetLog.Wager.over(47, odds: 1_870)
        let refused = log.refuse(.recordBet(7, wager.bet(offer: position)))
        let refusal = try #require(refused)
        #expect(refusal.code == .offerGone && refusal.message.contains("bets are on games"), "\(refusal)")
        #expect(!log.state.reportsOffers(of: "betmgm"), "a book that feeds report no bets of")
        #expect(try Self.game(log).offers.isEmpty && Self.game(log).current(.total).isEmpty)
    }
}
