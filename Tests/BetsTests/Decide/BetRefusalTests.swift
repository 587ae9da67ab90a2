import Bets
import Testing
import Values

/// Bets that are turned down, and why.
@Suite struct BetRefusalTests {
    typealias Wager = BetLog.Wager

    /// A ledger with an offer of a total at 224.5.
    private func offered() throws -> (log: BetLog, offer: UInt64) {
        var log = try BetLog.scheduled()
        let offer = try #require(log.accept(.recordOffer(BetLog.game, Wager.over(449).offer(at: log.now))).first)
        return (log, offer)
    }

    private func bet(_ wager: Wager = .over(449), offer: UInt64?, book: String = "") -> BetCommand {
        .recordBet(7, wager.bet(offer: offer, book: book))
    }

    @Test func onlyTheUserBetsForTheUser() throws {
        var (log, offer) = try offered()
        for sender in [
            .user(8), .admin(7), .provider(onBehalfOf: 7), .importer, .scheduler, Sender(.importer, onBehalfOf: 7),
        ] as [Sender] {
            #expect(log.refuse(bet(offer: offer), by: sender)?.code == .forbidden)
        }
        try log.accept(bet(offer: offer), by: .user(7))
    }

    /// The offers that are on offer now come with the refusal.
    @Test func anOfferThatIsGoneIsRefusedWithTheCurrentOnes() throws {
        var (log, offer) = try offered()
        let replaced = log.now + .seconds(600)
        log.now = replaced
        let current = try #require(
            log.accept(.recordOffer(BetLog.game, Wager.over(455).offer(at: log.now))).first)
        let other = try #require(
            log.accept(.recordOffer(BetLog.game, Wager.over(453).offer(at: log.now, book: "fanduel"))).first)
        log.now = replaced + .milliseconds(59_999)
        try log.accept(bet(offer: offer))
        log.now = replaced + .seconds(60)
        let refusal = log.refuse(bet(offer: offer))
        #expect(refusal?.code == .offerGone)
        #expect(refusal?.offered.map(\.position) == [current, other])
        #expect(refusal?.message.contains("on offer from 2025-11-30T11:30:00.000000Z until") == true)
        // The time of the bet counts, not the time of its decision.
        try log.accept(bet(offer: offer), at: replaced + .seconds(30))
    }

    @Test func aBetBeforeItsOfferIsRefused() throws {
        var (log, offer) = try offered()
        log.now = log.now + .seconds(10)
        #expect(log.refuse(bet(offer: offer), at: log.now - .milliseconds(10_001))?.code == .offerGone)
        try log.accept(bet(offer: offer), at: log.now - .seconds(10))
    }

    @Test func aBetHasTheTermsOfItsOffer() throws {
        var (log, offer) = try offered()
        var cheaper = Wager.over(449)
        cheaper.odds = 1_911
        for wager in [.over(448), .under(449), cheaper] as [Wager] {
            #expect(log.refuse(bet(wager, offer: offer))?.code == .offerGone)
        }
        #expect(log.refuse(bet(.spread(.home, 449 - 449), offer: offer))?.code == .offerGone)
        for position in [0, 2, offer + 1, 99] { #expect(log.refuse(bet(offer: position))?.code == .offerGone) }
        var under = Wager.under(449)
        under.odds = 1_905
        try log.accept(bet(under, offer: offer))
    }

    /// An offer of the winner is not one of a spread of 0, although line and odds are equal.
    @Test func anOfferOfAnotherMarketIsGone() throws {
        var log = try BetLog.scheduled()
        let winner = Wager.winner(.home, odds: 1_910)
        let offer = try #require(log.accept(.recordOffer(BetLog.game, winner.offer(at: log.now))).first)
        #expect(log.refuse(bet(.spread(.home, 0), offer: offer))?.code == .offerGone)
        try log.accept(bet(winner, offer: offer))
    }

    /// The line of a spread turns with the side.
    @Test func theLineOfASpreadIsThatOfItsSide() throws {
        var log = try BetLog.scheduled()
        let offer = try #require(
            log.accept(.recordOffer(BetLog.game, Wager.spread(.home, -15).offer(at: log.now))).first)
        var away = Wager.spread(.away, 15)
        away.odds = 1_905
        try log.accept(bet(away, offer: offer))
        away.line = Line(halfPoints: -15)
        #expect(log.refuse(bet(away, offer: offer))?.code == .offerGone)
    }

    @Test func aWithdrawnOfferIsGoneAfterAMinute() throws {
        var (log, offer) = try offered()
        let withdrawal = BetCommand.withdrawOffer(
            BetLog.game, WithdrawOffer(market: .total, book: "betmgm", feed: "odds"))
        try log.accept(withdrawal)
        #expect(try log.accept(withdrawal).isEmpty)
        log.now = log.now + .seconds(59)
        try log.accept(bet(offer: offer))
        log.now = log.now + .seconds(1)
        #expect(log.refuse(bet(offer: offer))?.offered == [])
        let other = BetCommand.withdrawOffer(BetLog.game, WithdrawOffer(market: .spread, book: "betmgm", feed: "odds"))
        #expect(log.refuse(other)?.code == .offerGone)
        // The same offer again is a new one.
        let again = try #require(log.accept(.recordOffer(BetLog.game, Wager.over(449).offer(at: log.now))).first)
        try log.accept(bet(offer: again))
        #expect(log.refuse(bet(offer: offer))?.offered.map(\.position) == [again])
    }

    @Test func anOfferOfAnotherGameIsGone() throws {
        var (log, offer) = try offered()
        try log.accept(
            .scheduleGame(
                5,
                GameScheduled(
                    season: BetLog.season, home: BetLog.lakers, away: BetLog.boston, date: BetLog.date,
                    tipOff: BetLog.tipOff, feed: "league")))
        #expect(log.refuse(.recordBet(7, Wager.over(449).bet(on: 5, offer: offer)))?.code == .offerGone)
        #expect(log.refuse(.recordBet(7, Wager.over(449).bet(on: 6, offer: offer)))?.code == .unknownGame)
    }

    /// Whatever the clock of the bettor says.
    @Test func afterTheTipOffThereAreNoBets() throws {
        var (log, offer) = try offered()
        log.now = BetLog.tipOff + .seconds(20)
        try log.accept(.startGame(BetLog.game, GameStarted(tippedOffAt: BetLog.tipOff + .seconds(10), feed: "a")))
        for moment in [log.now, BetLog.tipOff + .seconds(10), BetLog.tipOff, log.now - .seconds(60)] {
            #expect(log.refuse(bet(offer: offer), at: moment)?.code == .gameStarted)
        }
        #expect(log.refuse(bet(offer: nil, book: "corner"))?.code == .gameStarted)
        try log.finish(.final(113, 112))
        #expect(log.refuse(bet(offer: offer))?.code == .gameStarted)
    }

    @Test func aCommandWithALyingClockIsRefused() throws {
        var (log, offer) = try offered()
        log.now = log.now + .seconds(3_600)
        for (offset, code) in [
            (Interval.seconds(-61), BetRefusalCode.clockOff), (.milliseconds(-60_001), .clockOff), (.seconds(-60), nil),
            (.zero, nil), (.seconds(5), nil), (.milliseconds(5_001), .clockOff), (.seconds(86_400), .clockOff),
        ] as [(Interval, BetRefusalCode?)] {
            #expect(log.refuse(bet(offer: offer), at: log.now + offset)?.code == code)
        }
        // Feeds live in the same time; importers bring old times, and no future ones.
        let report = BetCommand.recordOffer(BetLog.game, Wager.over(447).offer(at: log.now - .seconds(3_600)))
        #expect(log.refuse(report, at: log.now - .seconds(3_600))?.code == .clockOff)
        #expect(log.refuse(report, by: .importer, at: log.now + .seconds(6))?.code == .clockOff)
        try log.accept(report, by: .importer, at: log.now - .seconds(3_600))
    }

    @Test func valuesThatNoRuleAllowsAreRefused() throws {
        var (log, offer) = try offered()
        var wagers: [Wager] = []
        for stake in [0, 1_000_001, UInt32.max] {
            var wager = Wager.over(449)
            wager.stake = stake
            wagers.append(wager)
        }
        for odds in [0, 1_000, 1_000_001, UInt32.max] {
            var wager = Wager.over(449)
            wager.odds = odds
            wagers.append(wager)
        }
        wagers.append(Wager(market: .total, side: .home, line: Line(halfPoints: 449)))
        wagers.append(Wager(market: .moneyline, side: .over, line: .none))
        wagers.append(Wager(market: .moneyline, side: .home, line: Line(halfPoints: 1)))
        wagers += [.over(0), .over(-1), .over(1_001), .spread(.home, 201), .spread(.home, -201), .spread(.home, .min)]
        for wager in wagers {
            #expect(log.refuse(bet(wager, offer: offer))?.code == .invalidValue)
            #expect(log.refuse(bet(wager, offer: nil, book: "corner"))?.code == .invalidValue)
        }
        for stake in [1, 1_000_000] as [UInt32] {
            var wager = Wager.over(449)
            wager.stake = stake
            try log.accept(bet(wager, offer: offer))
        }
        for confidence in [0, 6, UInt8.max] {
            var terms = Wager.over(449).bet(offer: offer)
            terms.confidence = confidence
            #expect(log.refuse(.recordBet(7, terms))?.code == .invalidValue)
        }
        var terms = Wager.over(449).bet(offer: offer)
        (terms.confidence, terms.notes) = (5, Wording(String(repeating: "x", count: 1_000)))
        try log.accept(.recordBet(7, terms))
        terms.notes = Wording(String(repeating: "x", count: 1_001))
        #expect(log.refuse(.recordBet(7, terms))?.code == .invalidValue)
        #expect(log.refuse(.recordBet(0, terms), by: Sender(.user))?.code == .invalidValue)
    }

    /// A book in the feeds has offers on record, which a bet there has to name.
    @Test func aClaimedBetIsAtABookOutsideOfTheFeeds() throws {
        var (log, offer) = try offered()
        #expect(log.refuse(bet(offer: nil))?.code == .invalidValue)
        let refusal = log.refuse(bet(offer: nil, book: "betmgm"))
        #expect(refusal?.code == .offerGone && refusal?.offered.map(\.position) == [offer])
        for name in ["BetMGM", "bet-mgm", " betmgm "] {
            #expect(log.refuse(bet(offer: nil, book: name))?.code == .offerGone)
        }
        #expect(log.refuse(bet(offer: offer, book: "corner"))?.code == .invalidValue)
        let position = try #require(log.accept(bet(.over(400), offer: nil, book: "corner")).first)
        #expect(log.state.bets[BetID(position)]?.terms.isClaimed == true)
    }

    /// A name with control characters could write another line, or clear the terminal, where it is shown.
    @Test(arguments: [
        "corner\nUser 7", "\u{1B}[2J", "cor\u{202E}ner", "\u{7F}", "\u{85}", "", String(repeating: "x", count: 65),
    ])
    func namesThatCannotBeShownAreRefused(book: String) throws {
        var (log, _) = try offered()
        #expect(log.refuse(bet(offer: nil, book: book))?.code == .invalidValue)
        #expect(
            log.refuse(.startGame(BetLog.game, GameStarted(tippedOffAt: log.now, feed: book)))?.code == .invalidValue)
        var terms = Wager.over(449).bet(offer: nil, book: "Zürich 1")
        terms.notes = "two\nlines"
        try log.accept(.recordBet(7, terms))
    }

    @Test func thereAreNoBetsOnACancelledGame() throws {
        var (log, offer) = try offered()
        try log.accept(.moveGame(BetLog.game, GameMoved(date: nil, tipOff: nil, feed: "league")))
        #expect(log.state.games[BetLog.game]?.status == .cancelled)
        #expect(log.refuse(bet(offer: offer))?.code == .wrongStatus)
        #expect(log.refuse(.startGame(BetLog.game, GameStarted(tippedOffAt: log.now, feed: "a")))?.code == .wrongStatus)
    }
}
