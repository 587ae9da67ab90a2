import Bets
import Testing
import Values

/// Feeds that repeat themselves, come late, contradict each other, and lie.
@Suite struct FeedTests {
    typealias Wager = BetLog.Wager

    private func scheduled(tipOff: Timestamp? = BetLog.tipOff, feed: String = "league") -> GameScheduled {
        GameScheduled(
            season: BetLog.season, home: BetLog.boston, away: BetLog.lakers, date: BetLog.date, tipOff: tipOff,
            feed: feed)
    }

    @Test func aReportThatSaysNothingNewIsNoEvent() throws {
        var log = try BetLog.scheduled()
        let team = TeamListed(team: BetLog.boston, abbreviation: "BOS", fullName: "Boston", feed: "other")
        #expect(try log.accept(.listTeam(BetLog.season, team)).isEmpty)
        #expect(try log.accept(.scheduleGame(BetLog.game, scheduled(feed: "other"))).isEmpty)
        let moved = GameMoved(date: BetLog.date, tipOff: BetLog.tipOff, feed: "other")
        #expect(try log.accept(.moveGame(BetLog.game, moved)).isEmpty)
        let offer = Wager.over(449).offer(at: log.now)
        #expect(try log.accept(.recordOffer(BetLog.game, offer)).count == 1)
        var later = offer
        (later.offeredAt, later.feed) = (log.now + .seconds(9), "other")
        #expect(try log.accept(.recordOffer(BetLog.game, later)).isEmpty)
        try log.tipOff()
        let start = BetCommand.startGame(BetLog.game, GameStarted(tippedOffAt: BetLog.tipOff, feed: "league"))
        #expect(try log.accept(start).isEmpty)
        let score = BetCommand.updateScore(
            BetLog.game,
            ScoreUpdated(home: 2, away: 0, period: 1, secondsLeft: 700, phase: .playing, feed: "league"))
        #expect(try log.accept(score).count == 1)
        #expect(try log.accept(score).isEmpty)
        try log.finish(.final(113, 112))
        let count = log.records.count
        try log.finish(.final(113, 112))
        let correction = CorrectResult(periods: .final(113, 111), feed: "league")
        #expect(try log.accept(.correctResult(BetLog.game, correction)).count == 1)
        #expect(try log.accept(.correctResult(BetLog.game, correction)).isEmpty)
        #expect(try log.accept(start).isEmpty && log.records.count == count + 1)
    }

    @Test func aChangeOfATeamIsAnotherEvent() throws {
        var log = try BetLog.scheduled()
        let renamed = TeamListed(team: BetLog.boston, abbreviation: "BOS", fullName: "Boston Celtics", feed: "league")
        #expect(try log.accept(.listTeam(BetLog.season, renamed)).count == 1)
        #expect(log.state.seasons[BetLog.season]?.teams[BetLog.boston] == renamed)
        let athlete = AthleteListed(athlete: 5, team: BetLog.boston, name: "A. Athlete", feed: "league")
        #expect(try log.accept(.listAthlete(BetLog.season, athlete)).count == 1)
        #expect(try log.accept(.listAthlete(BetLog.season, athlete)).isEmpty)
        let unknown = AthleteListed(athlete: 5, team: 99, name: "A. Athlete", feed: "league")
        #expect(log.refuse(.listAthlete(BetLog.season, unknown))?.code == .unknownTeam)
    }

    @Test func whatCannotChangeIsAConflict() throws {
        var log = try BetLog.scheduled()
        var other = scheduled()
        other.away = BetLog.boston
        #expect(log.refuse(.scheduleGame(BetLog.game, other))?.code == .conflict)
        #expect(log.refuse(.scheduleGame(BetLog.game, scheduled(tipOff: nil)))?.code == .conflict)
        #expect(log.refuse(.scheduleGame(9, other))?.code == .invalidValue)
        other.away = 99
        #expect(log.refuse(.scheduleGame(9, other))?.code == .unknownTeam)
        // A feed that is late repeats the first date after a move.
        let moved = GameMoved(date: BetLog.date, tipOff: BetLog.tipOff + .seconds(1_800), feed: "league")
        try log.accept(.moveGame(BetLog.game, moved))
        #expect(try log.accept(.scheduleGame(BetLog.game, scheduled(feed: "late"))).isEmpty)
        try log.tipOff(at: BetLog.tipOff + .seconds(1_800))
        let again = GameStarted(tippedOffAt: BetLog.tipOff + .seconds(1_801), feed: "league")
        #expect(log.refuse(.startGame(BetLog.game, again))?.code == .conflict)
        #expect(log.refuse(.moveGame(BetLog.game, GameMoved(date: nil, tipOff: nil, feed: "x")))?.code == .wrongStatus)
        try log.finish(.final(113, 112))
        let final = GameFinal(completedAt: log.now, periods: .final(112, 113), feed: "league")
        #expect(log.refuse(.finishGame(BetLog.game, final))?.code == .conflict)
    }

    @Test func offersThatComeLateAreStale() throws {
        var log = try BetLog.scheduled()
        log.now = log.now + .seconds(600)
        let current = try log.accept(.recordOffer(BetLog.game, Wager.over(449).offer(at: log.now)))
        let old = Wager.over(447).offer(at: log.now - .seconds(1))
        #expect(log.refuse(.recordOffer(BetLog.game, old))?.code == .stale)
        // Another book's clock is another matter.
        try log.accept(.recordOffer(BetLog.game, Wager.over(447).offer(at: log.now - .seconds(1), book: "fanduel")))
        #expect(
            log.refuse(.recordOffer(BetLog.game, Wager.over(451).offer(at: log.now + .seconds(61))))?.code
                == .invalidValue)
        let next = Wager.over(451).offer(at: log.now + .seconds(60))
        #expect(
            log.refuse(.recordOffer(BetLog.game, next), by: .importer, at: log.now - .seconds(700))?.code
                == .invalidValue)
        try log.accept(.recordOffer(BetLog.game, next))
        let game = try #require(log.state.games[BetLog.game])
        #expect(game.offer(at: current.lowerBound)?.until == log.now)
        #expect(game.current(.total).map(\.terms.line.halfPoints) == [451, 447])
        #expect(game.offers(on: .total, at: log.now - .seconds(1)) == [])
        // At the moment of a replacement the new offer alone is on offer.
        #expect(game.offers(on: .total, at: log.now).map(\.terms.line.halfPoints) == [451, 447])
    }

    @Test func inPlayOffersAreRefused() throws {
        var log = try BetLog.scheduled()
        try log.tipOff()
        #expect(log.refuse(.recordOffer(BetLog.game, Wager.over(449).offer(at: log.now)))?.code == .gameStarted)
        let old = BetCommand.recordOffer(BetLog.game, Wager.over(449).offer(at: BetLog.tipOff - .seconds(60)))
        #expect(log.refuse(old, by: .importer, at: BetLog.tipOff)?.code == .gameStarted)
        // A file of past offers brings those of before.
        try log.accept(old, by: .importer, at: BetLog.tipOff - .seconds(1))
        #expect(log.state.games[BetLog.game]?.movement(of: .total).closing?.terms.line.halfPoints == 449)
        #expect(log.state.games[BetLog.game]?.current(.total) == [])
    }

    @Test func theOpeningAndTheClosingLineAreOfAMarketAndABook() throws {
        var log = try BetLog.scheduled()
        for (offset, line, book) in [(0, 449, "a"), (60, 451, "b"), (120, 453, "a"), (180, 452, "b")] {
            log.now = BetLog.tipOff - .seconds(600 - Int64(offset))
            try log.accept(
                .recordOffer(BetLog.game, Wager.over(Int16(line)).offer(at: log.now, book: book)))
        }
        try log.accept(.recordOffer(BetLog.game, Wager.spread(.home, -7).offer(at: log.now, book: "a")))
        let before = try #require(log.state.games[BetLog.game]).movement(of: .total)
        #expect(before.opening?.terms.line.halfPoints == 449 && before.closing == nil && before.offers.count == 4)
        // The tip-off that is reported late makes the last offer one that came after it.
        log.now = BetLog.tipOff
        try log.accept(
            .startGame(BetLog.game, GameStarted(tippedOffAt: BetLog.tipOff - .seconds(420), feed: "league")))
        let game = try #require(log.state.games[BetLog.game])
        #expect(game.movement(of: .total).closing?.terms.line.halfPoints == 453)
        #expect(game.movement(of: .total, at: "b").opening?.terms.line.halfPoints == 451)
        #expect(game.movement(of: .total, at: "b").closing?.terms.line.halfPoints == 451)
        #expect(game.movement(of: .moneyline).opening == nil)
        #expect(game.offers(on: .total, at: BetLog.tipOff - .seconds(450)).map(\.terms.line.halfPoints) == [453, 451])
    }

    @Test func aTipOffLongBeforeTheScheduledOneIsRefused() throws {
        var log = try BetLog.scheduled()
        let bet = try log.bet(.over(449))
        log.now = BetLog.tipOff
        for (offset, code) in [(-3_601, BetRefusalCode.invalidValue), (1, .invalidValue), (-3_600, nil)]
            as [(
                Int64, BetRefusalCode?
            )]
        {
            let start = GameStarted(tippedOffAt: BetLog.tipOff + .seconds(offset), feed: "liar")
            #expect(log.refuse(.startGame(BetLog.game, start))?.code == code)
        }
        #expect(log.result(bet) == "pending")
    }

    /// The official source has the last word about the tip-off, and takes back what another feed voided.
    @Test func theOfficialTipOffReplacesAnotherFeeds() throws {
        var log = try BetLog.scheduled()
        log.now = BetLog.tipOff + .seconds(30)
        let bet = try log.bet(.over(449))
        log.now = BetLog.tipOff + .seconds(60)
        try log.accept(.startGame(BetLog.game, GameStarted(tippedOffAt: BetLog.tipOff + .seconds(40), feed: "a")))
        try log.accept(.startGame(BetLog.game, GameStarted(tippedOffAt: BetLog.tipOff + .seconds(20), feed: "b")))
        #expect(log.result(bet) == "void 0.000")
        try log.accept(.startGame(BetLog.game, GameStarted(tippedOffAt: BetLog.tipOff + .seconds(50), feed: "league")))
        #expect(log.result(bet) == "pending")
        #expect(log.state.bets[bet]?.outcomes.map(\.settlement.outcome) == [.void, .pending])
        try log.finish(.final(113, 112))
        #expect(log.result(bet) == "win +0.910")
    }

    @Test func scoresOfAFeedDoNotRunBackwards() throws {
        var log = try BetLog.scheduled()
        func score(_ home: UInt16, _ period: UInt8, _ left: UInt16, _ feed: String = "a") -> BetCommand {
            .updateScore(
                BetLog.game,
                ScoreUpdated(home: home, away: 0, period: period, secondsLeft: left, phase: .playing, feed: feed))
        }
        #expect(log.refuse(score(2, 1, 700))?.code == .wrongStatus)
        try log.tipOff()
        try log.accept(score(20, 2, 700))
        #expect(log.refuse(score(18, 1, 10))?.code == .stale)
        #expect(log.refuse(score(18, 2, 701))?.code == .stale)
        // A basket that does not count is taken back.
        try log.accept(score(18, 2, 700))
        try log.accept(score(30, 1, 100, "b"))
        #expect(log.state.games[BetLog.game]?.score?.update.home == 30)
        try log.accept(score(19, 2, 600, "league"))
        try log.accept(score(40, 2, 500, "b"))
        #expect(log.state.games[BetLog.game]?.score?.update.home == 19)
        #expect(log.refuse(score(401, 2, 1))?.code == .invalidValue)
        #expect(log.refuse(score(50, 0, 1))?.code == .invalidValue)
        #expect(log.refuse(score(50, 21, 1))?.code == .invalidValue)
        #expect(log.refuse(score(50, 5, 301))?.code == .invalidValue)
        try log.finish(.final(113, 112))
        #expect(log.refuse(score(50, 4, 1))?.code == .wrongStatus)
    }

    @Test func resultsThatCannotBeAreRefused() throws {
        var log = try BetLog.scheduled()
        try log.tipOff()
        log.now = BetLog.tipOff + .seconds(9_000)
        let overtime = PeriodScore(home: 9, away: 5)
        for periods in [
            [], .final(112, 112), Array([PeriodScore].final(113, 112).prefix(3)), .final(113, 112) + [overtime],
            .final(112, 112) + [overtime, overtime], .final(401, 100),
            .final(112, 112) + Array(repeating: PeriodScore(home: 1, away: 1), count: 17),
        ] as [[PeriodScore]] {
            let final = GameFinal(completedAt: log.now, periods: periods, feed: "a")
            #expect(log.refuse(.finishGame(BetLog.game, final))?.code == .invalidValue)
        }
        var final = GameFinal(completedAt: log.now, periods: .final(112, 112) + [overtime], feed: "a")
        final.secondsPlayed = 2_880
        #expect(log.refuse(.finishGame(BetLog.game, final))?.code == .invalidValue)
        final.secondsPlayed = 3_180
        final.endedAt = log.now + .seconds(1)
        #expect(log.refuse(.finishGame(BetLog.game, final))?.code == .invalidValue)
        final.endedAt = BetLog.tipOff
        #expect(log.refuse(.finishGame(BetLog.game, final))?.code == .invalidValue)
        final.endedAt = log.now
        final.feed = ""
        #expect(log.refuse(.finishGame(BetLog.game, final))?.code == .invalidValue)
        final.feed = "a"
        try log.accept(.finishGame(BetLog.game, final))
        final = GameFinal(
            endedAt: log.now, secondsPlayed: 2_590, ending: .abandoned, periods: .final(94, 92), feed: "b")
        #expect(log.refuse(.finishGame(BetLog.game, final))?.code == .wrongStatus)
    }

    /// Only an importer of past seasons may leave the tip-off out. Bets after the scheduled one are then late.
    @Test func aFinalNeedsATipOffExceptFromAnImporter() throws {
        var log = try BetLog.scheduled()
        let early = try log.bet(.over(449))
        log.now = BetLog.tipOff + .seconds(1)
        let late = try log.bet(.over(451))
        log.now = BetLog.tipOff + .seconds(9_000)
        let final = BetCommand.finishGame(
            BetLog.game, GameFinal(completedAt: log.now, periods: .final(120, 112), feed: "league"))
        #expect(log.refuse(final)?.code == .wrongStatus)
        try log.accept(final, by: .importer)
        #expect([early, late].map(log.result) == ["win +0.910", "void 0.000"])
        #expect(
            log.refuse(.startGame(BetLog.game, GameStarted(tippedOffAt: BetLog.tipOff, feed: "a")))?.code
                == .wrongStatus)
    }

    @Test func afterTheWindowAFeedCannotContradict() throws {
        var log = try BetLog.scheduled()
        let bet = try log.bet(.over(449))
        try log.tipOff()
        try log.finish(.final(113, 112), feed: "a")
        let end = log.now
        func final(_ home: Int, _ feed: String) -> BetCommand {
            .finishGame(BetLog.game, GameFinal(completedAt: end, periods: .final(home, 112), feed: feed))
        }
        log.now = end + BetState.Game.window + .seconds(1)
        #expect(log.refuse(final(114, "league"))?.code == .windowClosed)
        #expect(try log.accept(final(113, "league")).isEmpty)
        #expect(log.result(bet) == "win +0.910")
        log.now = end + BetState.Game.window
        try log.accept(final(114, "b"))
        #expect(log.result(bet) == "pending")
        // The result is still open after the window, so that a report can decide it.
        log.now = end + BetState.Game.window + .seconds(86_400)
        #expect(try log.accept(final(113, "league")).count == 2)
        #expect(log.result(bet) == "win +0.910")
        #expect(log.refuse(final(90, "c"))?.code == .windowClosed)
    }

    /// A feed's correction is compared with its own report, not with another feed's correction.
    @Test func eachFeedCorrectsItsOwnReport() throws {
        var log = try BetLog.scheduled()
        let bet = try log.bet(.over(449))
        try log.tipOff()
        for feed in ["a", "b"] { try log.finish(.final(113, 112), feed: feed) }
        func correct(_ feed: String) throws -> Int {
            try log.accept(.correctResult(BetLog.game, CorrectResult(periods: .final(113, 111), feed: feed))).count
        }
        #expect(try correct("a") == 2)
        #expect(log.result(bet) == "pending")
        #expect(try correct("b") == 2)
        #expect(log.result(bet) == "loss -1.000")
        #expect(try correct("a") == 0)
    }

    @Test func anOfficerWithABetOnTheGameCorrectsNothing() throws {
        var log = try BetLog.scheduled()
        _ = try log.bet(.over(449), by: 90)
        try log.tipOff()
        let correction = BetCommand.correctResult(
            BetLog.game, CorrectResult(periods: .final(113, 111), reason: "An error"))
        #expect(log.refuse(correction, by: .admin(91))?.code == .wrongStatus)
        try log.finish(.final(113, 112))
        #expect(log.refuse(correction, by: .admin(90))?.code == .conflictOfInterest)
        #expect(log.refuse(correction, by: .admin(nil))?.code == .forbidden)
        let silent = BetCommand.correctResult(BetLog.game, CorrectResult(periods: .final(113, 111)))
        #expect(log.refuse(silent, by: .admin(91))?.code == .invalidValue)
        let posing = BetCommand.correctResult(
            BetLog.game, CorrectResult(periods: .final(113, 111), reason: "An error", feed: "league"))
        #expect(log.refuse(posing, by: .admin(91))?.code == .invalidValue)
        let unknown = BetCommand.correctResult(BetLog.game, CorrectResult(periods: .final(113, 111), feed: "b"))
        #expect(log.refuse(unknown)?.code == .wrongStatus)
        try log.accept(correction, by: .admin(91))
    }

    @Test(arguments: BetCommandKind.allCases)
    func everyKindHasSendersAndNoneIsAUserExceptOfBets(kind: BetCommandKind) {
        #expect(!kind.senders.isEmpty)
        #expect(kind.senders.contains(.user) == (kind == .recordBet))
    }

    /// By this name a server knows whose key has to have signed a report.
    @Test func aReportNamesItsFeed() {
        #expect(BetCommand.listTeam(2025, TeamListed(team: 1, abbreviation: "A", fullName: "A", feed: "f")).feed == "f")
        #expect(BetCommand.correctResult(1, CorrectResult(periods: [], feed: "f")).feed == "f")
        #expect(BetCommand.correctResult(1, CorrectResult(periods: [], reason: "r")).feed == nil)
        #expect(BetCommand.withdrawOffer(1, WithdrawOffer(market: .total, book: "b", feed: "f")).feed == "f")
        #expect(BetCommand.recordBet(7, Wager.over(449).bet(offer: 1)).feed == nil)
    }

    @Test func sendersWithoutTheRoleAreForbidden() throws {
        var log = try BetLog.scheduled()
        let offer = BetCommand.recordOffer(BetLog.game, Wager.over(449).offer(at: log.now))
        for sender in [.user(7), .admin(90), .scheduler] as [Sender] {
            #expect(log.refuse(offer, by: sender)?.code == .forbidden)
        }
        let foreign = Sender(.user, user: UserID(1 << 31))
        #expect(log.refuse(.recordBet(7, Wager.over(449).bet(offer: 3)), by: foreign)?.code == .forbidden)
    }
}
