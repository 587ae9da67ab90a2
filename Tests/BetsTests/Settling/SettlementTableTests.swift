import Bets
import Testing
import Values

/// Every row of the settlement table, with its examples.
@Suite struct SettlementTableTests {
    typealias Wager = BetLog.Wager

    /// The outcome of one bet on a game with a final score.
    private func outcome(of wager: Wager, _ periods: [PeriodScore]) throws -> String {
        var log = try BetLog.scheduled()
        let bet = try log.bet(wager)
        try log.tipOff()
        #expect(log.result(bet) == "pending")
        try log.finish(periods)
        return log.result(bet)
    }

    @Test func aHalfPointTotalWinsOrLoses() throws {
        #expect(try outcome(of: .over(449), .final(113, 112)) == "win +0.910")
        #expect(try outcome(of: .over(449), .final(112, 111)) == "loss -1.000")
        #expect(try outcome(of: .under(449), .final(113, 112)) == "loss -1.000")
        #expect(try outcome(of: .under(449), .final(112, 111)) == "win +0.910")
    }

    @Test func aWholeTotalThatIsEqualIsAPush() throws {
        #expect(try outcome(of: .over(450), .final(113, 112)) == "push 0.000")
        #expect(try outcome(of: .under(450), .final(113, 112)) == "push 0.000")
        #expect(try outcome(of: .over(450), .final(114, 112)) == "win +0.910")
        #expect(try outcome(of: .over(450), .final(112, 111)) == "loss -1.000")
    }

    @Test func overtimeCounts() throws {
        let overtime = [PeriodScore].final(108, 108) + [PeriodScore(home: 12, away: 7)]
        #expect(overtime.sums == (120, 115))
        #expect(try outcome(of: .under(449), overtime) == "loss -1.000")
        #expect(try outcome(of: .spread(.home, -9), overtime) == "win +0.910")
    }

    @Test func aSpreadIsSeenFromItsSide() throws {
        #expect(try outcome(of: .spread(.home, -15), .final(110, 103)) == "loss -1.000")
        #expect(try outcome(of: .spread(.away, 15), .final(110, 103)) == "win +0.910")
        #expect(try outcome(of: .spread(.home, -14), .final(110, 103)) == "push 0.000")
        #expect(try outcome(of: .spread(.away, 14), .final(110, 103)) == "push 0.000")
        #expect(try outcome(of: .spread(.home, -13), .final(110, 103)) == "win +0.910")
        #expect(try outcome(of: .spread(.away, -5), .final(100, 103)) == "win +0.910")
        #expect(try outcome(of: .spread(.away, -6), .final(100, 103)) == "push 0.000")
        #expect(try outcome(of: .spread(.home, 5), .final(100, 103)) == "loss -1.000")
    }

    @Test func aMoneylineIsTheWinner() throws {
        let favourite = try #require(Odds(american: -280)).thousandths
        #expect(try outcome(of: .winner(.home, odds: favourite), .final(110, 103)) == "win +0.357")
        #expect(try outcome(of: .winner(.home, odds: favourite), .final(103, 110)) == "loss -1.000")
        #expect(try outcome(of: .winner(.away, odds: 3_300), .final(103, 110)) == "win +2.300")
        #expect(try outcome(of: .winner(.away, odds: 3_300), .final(110, 103)) == "loss -1.000")
    }

    @Test func theBetsLineStaysWhenTheLineMoves() throws {
        var log = try BetLog.scheduled()
        let bet = try log.bet(.over(449))
        log.now = BetLog.tipOff - .seconds(60)
        try log.accept(.recordOffer(BetLog.game, Wager.over(455).offer(at: log.now)))
        try log.tipOff()
        try log.finish(.final(114, 112))
        #expect(log.result(bet) == "win +0.910")
        let movement = try #require(log.state.games[BetLog.game]).movement(of: .total)
        #expect(movement.opening?.terms.line.halfPoints == 449)
        #expect(movement.closing?.terms.line.halfPoints == 455)
    }

    @Test func aCancelledGameMakesItsBetsVoid() throws {
        var log = try BetLog.scheduled()
        let bet = try log.bet(.over(449))
        let positions = try log.accept(.moveGame(BetLog.game, GameMoved(date: nil, tipOff: nil, feed: "league")))
        #expect(positions.count == 2)
        #expect(log.result(bet) == "void 0.000")
        #expect(log.settlement(bet)?.rule == .cancelled)
    }

    /// Also a bet from before stays void when the game comes back to its date.
    @Test func aMoveToAnotherDateMakesBetsVoidAndAnotherHourDoesNot() throws {
        var log = try BetLog.scheduled()
        let early = try log.bet(.over(449))
        let later = BetLog.tipOff + .seconds(3_600)
        try log.accept(.moveGame(BetLog.game, GameMoved(date: BetLog.date, tipOff: later, feed: "league")))
        #expect(log.result(early) == "pending")
        let tomorrow = GameDate(daysSinceEpoch: BetLog.date.daysSinceEpoch + 1)
        try log.accept(
            .moveGame(
                BetLog.game, GameMoved(date: tomorrow, tipOff: BetLog.tipOff + .seconds(86_400), feed: "league")))
        #expect(log.result(early) == "void 0.000" && log.settlement(early)?.rule == .moved)
        let late = try log.bet(.under(449))
        try log.accept(.moveGame(BetLog.game, GameMoved(date: BetLog.date, tipOff: BetLog.tipOff, feed: "league")))
        #expect(log.result(early) == "void 0.000" && log.result(late) == "void 0.000")
        let last = try log.bet(.over(449))
        try log.tipOff()
        try log.finish(.final(113, 112))
        #expect([early, late, last].map(log.result) == ["void 0.000", "void 0.000", "win +0.910"])
    }

    /// A game that is stopped in the fourth period with some seconds left.
    private func stopped(secondsLeft: UInt16) throws -> (log: BetLog, bets: [BetID], stop: Timestamp) {
        var log = try BetLog.scheduled()
        let bets = try [Wager.over(371), .spread(.home, -3), .winner(.away, odds: 2_500)].map { try log.bet($0) }
        try log.tipOff()
        log.now = BetLog.tipOff + .seconds(7_200)
        try log.accept(
            .updateScore(
                BetLog.game,
                ScoreUpdated(
                    home: 94, away: 92, period: 4, secondsLeft: secondsLeft, phase: .stopped, feed: "league")))
        return (log, bets, log.now)
    }

    private func abandoned(_ log: BetLog, secondsPlayed: UInt16, feed: String = "league") -> BetCommand {
        .finishGame(
            BetLog.game,
            GameFinal(
                endedAt: log.now - .seconds(1), secondsPlayed: secondsPlayed, ending: .abandoned,
                periods: .final(94, 92), feed: feed))
    }

    @Test func aStoppedGameThatIsFinishedWithin72HoursIsFinal() throws {
        var (log, bets, stop) = try stopped(secondsLeft: 600)
        #expect(log.state.games[BetLog.game]?.status == .stopped)
        log.now = stop + BetState.Game.window
        try log.accept(
            .finishGame(BetLog.game, GameFinal(completedAt: log.now, periods: .final(100, 110), feed: "league")))
        #expect(bets.map(log.result) == ["win +0.910", "loss -1.000", "win +1.500"])
    }

    @Test func theScoreOfAStoppedGameCountsFrom43Minutes() throws {
        var (log, bets, stop) = try stopped(secondsLeft: 290)
        log.now = stop + BetState.Game.window
        #expect(log.refuse(abandoned(log, secondsPlayed: 2_590))?.code == .wrongStatus)
        log.now = log.now + .seconds(1)
        try log.accept(abandoned(log, secondsPlayed: 2_590))
        #expect(bets.map(log.result) == ["win +0.910", "win +0.910", "loss -1.000"])
        #expect(log.settlement(bets[0])?.rule == .stoppedScore)
    }

    @Test func aStoppedGameOfFewerMinutesIsVoid() throws {
        for (seconds, outcome) in [(2_580, "win +0.910"), (2_579, "void 0.000")] {
            var (log, bets, stop) = try stopped(secondsLeft: UInt16(2_880 - seconds))
            log.now = stop + BetState.Game.window + .seconds(1)
            try log.accept(abandoned(log, secondsPlayed: UInt16(seconds)))
            #expect(log.result(bets[0]) == outcome)
        }
    }

    /// The game ends on the fourth day: its score at the stop counts, not its last one.
    @Test func aStoppedGameThatIsFinishedTooLateKeepsItsScore() throws {
        for (left, expected) in [
            (UInt16(290), ["win +0.910", "win +0.910", "loss -1.000"]),
            (301, ["void 0.000", "void 0.000", "void 0.000"]),
        ] {
            var (log, bets, stop) = try stopped(secondsLeft: left)
            log.now = stop + BetState.Game.window + .seconds(1)
            try log.accept(
                .finishGame(BetLog.game, GameFinal(completedAt: log.now, periods: .final(100, 110), feed: "league")))
            #expect(bets.map(log.result) == expected)
        }
    }

    /// A game whose feeds were only silent has not been given up.
    @Test func aScoreThatIsNoStopDecidesNothing() throws {
        var log = try BetLog.scheduled()
        let over = try log.bet(.over(371))
        try log.tipOff()
        try log.accept(
            .updateScore(
                BetLog.game,
                ScoreUpdated(home: 60, away: 50, period: 3, secondsLeft: 9, phase: .playing, feed: "league")))
        log.now = log.now + BetState.Game.window + .seconds(3_600)
        #expect(log.refuse(abandoned(log, secondsPlayed: 2_590))?.code == .wrongStatus)
        try log.accept(
            .finishGame(BetLog.game, GameFinal(completedAt: log.now, periods: .final(100, 110), feed: "league")))
        #expect(log.result(over) == "win +0.910" && log.settlement(over)?.rule == .finalScore)
    }

    /// Two reports of a game that does not count agree, whatever the score; one of a game that counts disagrees.
    @Test func feedsAgreeThatAStoppedGameIsVoid() throws {
        var (log, bets, stop) = try stopped(secondsLeft: 480)
        log.now = stop + BetState.Game.window + .seconds(1)
        try log.accept(abandoned(log, secondsPlayed: 2_400, feed: "a"))
        #expect(log.result(bets[0]) == "void 0.000")
        let other = GameFinal(
            endedAt: log.now, secondsPlayed: 2_401, ending: .abandoned, periods: .final(94, 93), feed: "b")
        try log.accept(.finishGame(BetLog.game, other))
        #expect(log.result(bets[0]) == "void 0.000")
        try log.accept(abandoned(log, secondsPlayed: 2_590, feed: "c"))
        #expect(log.result(bets[0]) == "pending")
        try log.accept(abandoned(log, secondsPlayed: 2_590))
        #expect(log.result(bets[0]) == "win +0.910")
    }

    /// The design's example: the bet at 19:41:07, and the tip-off at 19:40:52 that a feed reports later.
    @Test func aBetAfterTheTipOffThatAFeedReportsLateIsVoid() throws {
        var log = try BetLog.scheduled()
        let tippedOffAt = BetLog.tipOff + .seconds(652)
        log.now = tippedOffAt - .seconds(1)
        let early = try log.bet(.over(449))
        log.now = tippedOffAt
        let sharp = try log.bet(.under(449))
        log.now = tippedOffAt + .seconds(15)
        let late = try log.bet(.over(449))
        log.now = log.now + .seconds(30)
        try log.tipOff(at: tippedOffAt)
        #expect([early, sharp, late].map(log.result) == ["pending", "void 0.000", "void 0.000"])
        #expect(log.settlement(late)?.rule == .late)
        try log.finish(.final(113, 112))
        #expect([early, sharp, late].map(log.result) == ["win +0.910", "void 0.000", "void 0.000"])
    }

    @Test func aCorrectionWithin72HoursResettlesAndShowsBoth() throws {
        var log = try BetLog.scheduled()
        let over = try log.bet(.over(449))
        let winner = try log.bet(.winner(.home, odds: 1_500))
        try log.tipOff()
        try log.finish(.final(113, 112))
        #expect(log.result(over) == "win +0.910")
        log.now = log.now + BetState.Game.window
        let positions = try log.accept(
            .correctResult(BetLog.game, CorrectResult(periods: .final(113, 111), feed: "league")))
        let officers = try log.accept(
            .correctResult(BetLog.game, CorrectResult(periods: .final(113, 111), reason: "Confirmed")), by: .admin(90))
        #expect(log.records[Int(officers.lowerBound)].event.type == .resultCorrected && officers.count == 1)
        #expect(log.result(over) == "loss -1.000" && log.result(winner) == "win +0.500")
        // Also the winner's, whose outcome is the same by another score.
        #expect(positions.count == 3)
        #expect(log.state.bets[over]?.outcomes.map(\.settlement.outcome) == [.win, .loss])
        guard case .betResettled(let resettled) = log.records[Int(positions.lowerBound) + 1].event else {
            Issue.record("no BetResettled")
            return
        }
        #expect(resettled.previousOutcome == .win && resettled.previousProfit.description == "+0.910")
        #expect(resettled.outcome == .loss && (resettled.home, resettled.away) == (113, 111))
    }

    @Test func aLaterCorrectionNeedsACaseAndTwoOfficers() throws {
        var log = try BetLog.scheduled()
        let over = try log.bet(.over(449))
        try log.tipOff()
        try log.finish(.final(113, 112))
        log.now = log.now + BetState.Game.window + .seconds(1)
        let byFeed = BetCommand.correctResult(BetLog.game, CorrectResult(periods: .final(113, 111), feed: "league"))
        #expect(log.refuse(byFeed)?.code == .windowClosed)
        let correction = BetCommand.correctResult(
            BetLog.game, CorrectResult(periods: .final(113, 111), reason: "The league's report of 3 December"))
        #expect(log.refuse(correction, by: .admin(90))?.code == .caseRequired)
        let proposal = try log.accept(correction, by: .admin(90), dispute: 4)
        #expect(proposal.count == 1 && log.result(over) == "win +0.910")
        #expect(log.refuse(correction, by: .admin(90), dispute: 4)?.code == .secondOfficerRequired)
        // Another case, or another score, is another proposal.
        let elsewhere = try log.accept(correction, by: .admin(91), dispute: 5)
        #expect(log.records[Int(elsewhere.lowerBound)].event.type == .correctionProposed)
        let other = BetCommand.correctResult(BetLog.game, CorrectResult(periods: .final(113, 110), reason: "A guess"))
        try log.accept(other, by: .admin(91), dispute: 4)
        #expect(log.result(over) == "win +0.910")
        try log.accept(correction, by: .admin(91), dispute: 4)
        #expect(log.result(over) == "loss -1.000")
        #expect(log.state.games[BetLog.game]?.corrections.map(\.corrected.proposedBy) == [90])
        #expect(log.state.games[BetLog.game]?.proposals == [])
    }

    /// Without the rules, by somebody who can write to the log: the same officer, another case, another proposer or score.
    @Test func aForgedCorrectionOfAnOldResultHasNoEffect() throws {
        var log = try BetLog.scheduled()
        let over = try log.bet(.over(449))
        try log.tipOff()
        try log.finish(.final(113, 112))
        log.now = log.now + BetState.Game.window + .seconds(1)
        let correction = CorrectResult(periods: .final(113, 111), reason: "The scorer's sheet")
        try log.accept(.correctResult(BetLog.game, correction), by: .admin(90), dispute: 4)
        func forge(_ proposer: UserID?, _ officer: UserID, _ dispute: CaseID?, home: Int = 113) -> BetSettlement? {
            log.append(
                [
                    BetStreamEvent(
                        .game(BetLog.game),
                        .resultCorrected(
                            ResultCorrected(
                                proposedBy: proposer, secondsPlayed: 2_880, ending: .completed,
                                periods: .final(home, 111), reason: "Forged", feed: "")))
                ],
                CommandOrigin(
                    occurredAt: nil, actor: .admin(officer), commandID: CommandID(high: 1, low: 1), dispute: dispute))
            return log.state.games[BetLog.game].flatMap { game in log.state.bets[over].flatMap { settle($0, game) } }
        }
        #expect(forge(90, 90, 4)?.outcome == .win)
        #expect(forge(90, 91, 5)?.outcome == .win)
        #expect(forge(90, 91, nil)?.outcome == .win)
        #expect(forge(92, 91, 4)?.outcome == .win)
        #expect(forge(nil, 91, 4)?.outcome == .win)
        #expect(forge(90, 91, 4, home: 112)?.outcome == .win)
        #expect(forge(90, 91, 4)?.outcome == .loss)
    }

    /// A second schedule, or an outcome in another user's stream or of no bet, changes nothing.
    @Test func recordsThatNoDecisionLeadsToAreLeftOut() throws {
        var log = try BetLog.scheduled()
        _ = try log.bet(.over(449))
        let state = log.state
        let settled = BetSettled(
            bet: 4, outcome: .loss, rule: .finalScore, profit: Profit(thousandths: -1_000), home: 1, away: 2)
        var unknown = settled
        unknown.bet = 3
        let score = ScoreUpdated(home: 1, away: 2, period: 1, secondsLeft: 9, phase: .playing, feed: "league")
        log.append(
            [
                BetStreamEvent(.bettor(8), .betSettled(settled)), BetStreamEvent(.bettor(7), .betSettled(unknown)),
                BetStreamEvent(.game(9), .scoreUpdated(score)), BetStreamEvent(.league(2025), .scoreUpdated(score)),
                BetStreamEvent(
                    .game(BetLog.game),
                    .gameScheduled(
                        GameScheduled(
                            season: 2025, home: 1, away: 2, date: BetLog.date, tipOff: nil, feed: "league"))),
                BetStreamEvent(.bettor(8), .betRecorded(Wager.over(449).bet(on: 9, offer: 3))),
                BetStreamEvent(.game(BetLog.game), .betSettled(settled)),
            ], nil)
        #expect(log.state == state)
    }

    @Test func feedsThatDisagreeMakeBetsPendingUntilTheOfficialSourceSpeaks() throws {
        var log = try BetLog.scheduled()
        let over = try log.bet(.over(449))
        let winner = try log.bet(.winner(.away, odds: 2_500))
        try log.tipOff()
        try log.finish(.final(113, 112), feed: "sports-a")
        #expect([over, winner].map(log.result) == ["win +0.910", "loss -1.000"])
        try log.finish(.final(113, 111), feed: "sports-b")
        #expect([over, winner].map(log.result) == ["pending", "pending"])
        #expect(log.state.bets[over]?.outcomes.map(\.settlement.outcome) == [.win, .pending])
        try log.finish(.final(113, 111), feed: "league")
        #expect([over, winner].map(log.result) == ["loss -1.000", "loss -1.000"])
        // Reports of other feeds no longer matter.
        try log.finish(.final(90, 99), feed: "sports-c")
        #expect([over, winner].map(log.result) == ["loss -1.000", "loss -1.000"])
    }

    @Test func feedsThatAgreeSettleOnce() throws {
        var log = try BetLog.scheduled()
        let over = try log.bet(.over(449))
        try log.tipOff()
        for feed in ["sports-a", "sports-b", "league"] { try log.finish(.final(113, 112), feed: feed) }
        #expect(log.state.bets[over]?.outcomes.count == 1)
    }

    /// The user's word settles nothing: no command states an outcome, and an officer corrects the game.
    @Test func anOfficerCorrectsTheGameAndNotTheBet() throws {
        var log = try BetLog.scheduled()
        let over = try log.bet(.over(449), by: 7)
        try log.tipOff()
        try log.finish(.final(113, 112))
        let correction = BetCommand.correctResult(
            BetLog.game, CorrectResult(periods: .final(113, 111), reason: "Misread"))
        #expect(log.refuse(correction, by: .user(7))?.code == .forbidden)
        try log.accept(correction, by: .admin(90))
        #expect(log.result(over) == "loss -1.000")
        // The official source does not take it back, and the officer can.
        try log.accept(.correctResult(BetLog.game, CorrectResult(periods: .final(120, 112), feed: "league")))
        #expect(log.result(over) == "loss -1.000")
        try log.accept(
            .correctResult(BetLog.game, CorrectResult(periods: .final(113, 112), reason: "It was right")),
            by: .admin(91))
        #expect(log.result(over) == "win +0.910")
    }
}
