import Bets
import Testing
import Values

/// The explanation of a bet, in words and with the positions of records.
@Suite struct WhyTests {
    typealias Wager = BetLog.Wager

    private func lines(_ log: BetLog, _ bet: BetID) -> [String] {
        log.state.why(bet).map { "\($0.position.map { "[\($0)] " } ?? "")\($0.text)" }
    }

    @Test func aCorrectedBetIsExplainedFromTheOfferToTheLastOutcome() throws {
        var log = try BetLog.scheduled()
        let bet = try log.bet(.over(449))
        log.now = BetLog.tipOff - .seconds(60)
        try log.accept(.recordOffer(BetLog.game, Wager.over(455).offer(at: log.now)))
        try log.tipOff()
        try log.finish(.final(113, 112))
        try log.accept(.correctResult(BetLog.game, CorrectResult(periods: .final(113, 111), feed: "league")))
        #expect(
            lines(log, bet) == [
                "[4] User 7 bet 1.000 units on over 224.5 at 1.910: LAL at BOS, game 0022500123.",
                "[3] betmgm offered over 224.5 at 1.910 from 2025-11-30T11:30:00.000000Z until "
                    + "2025-11-30T19:29:00.000000Z. The bet names this offer.",
                "[3] The first offer of this market was over 224.5 at 1.910 at betmgm.",
                "[5] The last offer before tip-off was over 227.5 at 1.910 at betmgm. The bet keeps its own line.",
                "[6] league reported the tip-off at 2025-11-30T19:30:00.000000Z.",
                "[7] league reported the final score: BOS 113, LAL 112 after 48:00 minutes.",
                "[9] league corrected its report to BOS 113, LAL 111.",
                "[9] 113 + 111 = 224 points, against over 224.5: behind by 0.5. The stake is lost: -1.000.",
                "[8] The bet was settled: win, +0.910 units.", "[10] The bet was resettled: loss, -1.000 units.",
            ])
    }

    /// The line of the rule for a bet on a final score.
    private func rule(_ wager: Wager, _ home: Int, _ away: Int) throws -> String? {
        var log = try BetLog.scheduled()
        let bet = try log.bet(wager)
        try log.tipOff()
        try log.finish(.final(home, away))
        return log.state.why(bet).last { $0.subject == .rule }?.text
    }

    @Test func theArithmeticIsThatOfTheMarket() throws {
        #expect(
            try rule(.spread(.home, -15), 110, 103)
                == "BOS: 110 - 7.5 = 102.5, against 103: behind by 0.5. The stake is lost: -1.000.")
        #expect(
            try rule(.spread(.away, 15), 110, 103)
                == "LAL: 103 + 7.5 = 110.5, against 110: ahead by 0.5. 1.000 × (1.910 - 1) = +0.910.")
        #expect(
            try rule(.spread(.home, -14), 110, 103)
                == "BOS: 110 - 7 = 103, against 103: exactly equal, a push. The stake comes back: 0.000.")
        #expect(
            try rule(.winner(.away, odds: 3_300), 103, 110)
                == "LAL: 110, against 103: ahead by 7. 1.000 × (3.300 - 1) = +2.300.")
        #expect(
            try rule(.under(450), 113, 111)
                == "113 + 111 = 224 points, against under 225: ahead by 1. 1.000 × (1.910 - 1) = +0.910.")
    }

    @Test func voidBetsSayWhichRuleMakesThemVoid() throws {
        var log = try BetLog.scheduled()
        let bet = try log.bet(.over(449))
        try log.accept(.moveGame(BetLog.game, GameMoved(date: nil, tipOff: nil, feed: "league")))
        #expect(
            lines(log, bet).suffix(3) == [
                "[5] The game was cancelled, or postponed without a date.",
                "[5] A bet on a game that is cancelled or has no date is void.",
                "[6] The bet was settled: void, 0.000 units.",
            ])
        var other = try BetLog.scheduled()
        other.now = BetLog.tipOff
        let late = try other.bet(.over(449))
        try other.tipOff()
        #expect(
            lines(other, late).contains(
                "The bet was made at 2025-11-30T19:30:00.000000Z, not before the tip-off at 2025-11-30T19:30:00.000000Z. "
                    + "A late bet is void."))
    }

    @Test func pendingBetsSayWhatTheyWaitFor() throws {
        var log = try BetLog.scheduled()
        let bet = try log.bet(.over(449))
        #expect(lines(log, bet).last == "The game has no result yet. The bet is pending.")
        try log.tipOff()
        try log.finish(.final(113, 112), feed: "a")
        try log.finish(.final(113, 111), feed: "b")
        #expect(
            log.state.why(bet).last { $0.subject == .rule }?.text
                == "The feeds disagree about the result. The bet is pending until the official source, league, or an "
                + "officer decides.")
        #expect(lines(log, bet).last == "[9] The bet was resettled: pending, 0.000 units.")
    }

    @Test func aClaimedBetSaysThatOnlyTheUserSaysSo() throws {
        var log = try BetLog.scheduled()
        let bet = try #require(log.accept(.recordBet(7, Wager.over(449).bet(offer: nil, book: "corner"))).first)
        #expect(
            lines(log, BetID(bet)).prefix(2) == [
                "[3] User 7 bet 1.000 units on over 224.5 at 1.910 at corner, which no feed reports: LAL at BOS, game "
                    + "0022500123.",
                "Nothing but the user's word says that the bet was on offer.",
            ])
    }

    @Test func officersAreNamedByTheirNumbersAndTheirCase() throws {
        var log = try BetLog.scheduled()
        let bet = try log.bet(.over(449))
        try log.tipOff()
        try log.finish(.final(113, 112))
        log.now = log.now + .seconds(90 * 3_600)
        let correction = BetCommand.correctResult(
            BetLog.game, CorrectResult(periods: .final(113, 111), reason: "Scorer's sheet."))
        try log.accept(correction, by: .admin(90), dispute: 4)
        try log.accept(correction, by: .admin(91), dispute: 4)
        #expect(
            lines(log, bet).contains(
                "[9] Officers 90 and 91 corrected the result to BOS 113, LAL 111 for case 4: Scorer's sheet."))
    }

    @Test func everyLineIsASentenceAndEveryPositionARecord() throws {
        var log = try BetLog.scheduled()
        let bet = try log.bet(.spread(.away, 15))
        try log.tipOff()
        try log.finish([PeriodScore].final(108, 108) + [PeriodScore(home: 12, away: 7)])
        let lines = log.state.why(bet)
        #expect(lines.count == 8)
        #expect(lines.contains { $0.text.hasSuffix("after 53:00 minutes, overtime included.") })
        for line in lines {
            #expect(line.text.hasSuffix(".") && line.text.first?.isLowercase != nil)
            if let position = line.position { #expect(position < UInt64(log.records.count)) }
        }
        #expect(log.state.why(999) == [])
    }
}
