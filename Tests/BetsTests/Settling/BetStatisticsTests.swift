import Bets
import TestSupport
import Testing
import Values

/// The figures of a user's bets, by hand and against a naive computation.
@Suite(.seeded) struct BetStatisticsTests {
    typealias Wager = BetLog.Wager

    /// Schedules a game, and plays it to its final.
    private func play(
        _ game: GameID, _ wagers: [Wager], _ periods: [PeriodScore], in log: inout BetLog
    ) throws -> [BetID] {
        if log.state.games[game] == nil {
            try log.accept(
                .scheduleGame(
                    game,
                    GameScheduled(
                        season: BetLog.season, home: BetLog.boston, away: BetLog.lakers, date: BetLog.date,
                        tipOff: log.now + .seconds(60), feed: "league")))
        }
        let bets = try wagers.map { try log.bet($0, on: game) }
        log.now = log.now + .seconds(60)
        try log.accept(.startGame(game, GameStarted(tippedOffAt: log.now, feed: "league")))
        log.now = log.now + .seconds(60)
        try log.accept(.finishGame(game, GameFinal(completedAt: log.now, periods: periods, feed: "league")))
        return bets
    }

    @Test func figuresByHand() throws {
        var log = try BetLog.scheduled()
        #expect(log.state.statistics(of: 7) == BetStatistics(of: []))
        var big = Wager.over(449, odds: 2_505)
        big.stake = 2_500
        // Won +0.910, lost, pushed, and won 2.5 × 1.505 = 3.7625, rounded to the even 3.762.
        _ = try play(1, [.over(449), .under(449), .over(450)], .final(113, 112), in: &log)
        _ = try play(2, [big], .final(120, 112), in: &log)
        // Void and pending.
        _ = try log.bet(.over(449))
        try log.accept(.moveGame(BetLog.game, GameMoved(date: nil, tipOff: nil, feed: "league")))
        try log.accept(.moveGame(BetLog.game, GameMoved(date: BetLog.date, tipOff: nil, feed: "league")))
        _ = try log.bet(.over(449, odds: 1_800))
        let figures = log.state.statistics(of: 7)
        #expect(figures.totalBets == 5)
        #expect([figures.wins, figures.losses, figures.pushes, figures.pending, figures.voids] == [2, 1, 1, 1, 1])
        #expect(figures.profit.description == "+3.672")
        #expect(figures.winnings.description == "+4.672" && figures.lostStakes.description == "+1.000")
        #expect(figures.settledStakes.description == "+5.500")
        // 2 of 3, and 3.672 of 5.5.
        #expect(figures.winPercentage == 66_667)
        #expect(figures.returnOnInvestment == 66_764)
    }

    @Test func withoutDecidedBetsThereAreNoPercentages() throws {
        var log = try BetLog.scheduled()
        _ = try play(1, [.over(450)], .final(113, 112), in: &log)
        let figures = log.state.statistics(of: 7)
        #expect(figures.winPercentage == nil && figures.returnOnInvestment == 0)
        #expect(figures.currentStreak == 0 && figures.streakOutcome == nil)
        #expect(log.state.statistics(of: 8).returnOnInvestment == nil)
    }

    /// The bets are made in one order and decided in another one.
    @Test func streaksFollowTheFinalsAndSkipPushesAndVoids() throws {
        var log = try BetLog.scheduled()
        let last = try log.bet(.over(449))
        _ = try play(1, [.over(449)], .final(113, 112), in: &log)
        _ = try play(2, [.over(450)], .final(113, 112), in: &log)
        _ = try play(3, [.under(449), .over(449), .over(449)], .final(120, 112), in: &log)
        var figures = log.state.statistics(of: 7)
        #expect((figures.currentStreak, figures.streakOutcome, figures.bestStreak) == (2, .win, 2))
        try log.tipOff()
        try log.finish(.final(100, 99))
        figures = log.state.statistics(of: 7)
        #expect(log.result(last) == "loss -1.000")
        #expect((figures.currentStreak, figures.streakOutcome, figures.bestStreak) == (1, .loss, 2))
        // A correction changes the outcome and not its place.
        try log.accept(.correctResult(2, CorrectResult(periods: .final(114, 112), feed: "league")))
        figures = log.state.statistics(of: 7)
        #expect((figures.currentStreak, figures.streakOutcome, figures.bestStreak) == (1, .loss, 2))
        try log.accept(.correctResult(3, CorrectResult(periods: .final(100, 112), feed: "league")))
        figures = log.state.statistics(of: 7)
        // Won, won by correction, won, lost, lost, lost.
        #expect((figures.currentStreak, figures.streakOutcome, figures.bestStreak) == (3, .loss, 3))
    }

    @Test func claimedBetsAreCountedApart() throws {
        var log = try BetLog.scheduled()
        _ = try log.bet(.over(449))
        try log.accept(.recordBet(7, Wager.under(449).bet(offer: nil, book: "corner")))
        try log.tipOff()
        try log.finish(.final(113, 112))
        #expect(log.state.statistics(of: 7).profit.description == "+0.910")
        #expect(log.state.statistics(of: 7).losses == 0)
        #expect(log.state.statistics(of: 7, claimed: true).profit.description == "-1.000")
        #expect(log.state.statistics(of: 7, claimed: true).totalBets == 1)
    }

    /// Figures as a spreadsheet would have them: one row for each bet, and floating point.
    private struct Naive {
        var (wins, losses, pushes, pending, voids) = (0, 0, 0, 0, 0)
        var (profit, stakes) = (0.0, 0.0)
        var results: [Bool] = []

        init(_ bets: [BetState.Bet], _ state: BetState) {
            // Finals are sorted by insertion, as by hand.
            var rows: [(UInt64, UInt64, Bool)] = []
            for bet in bets {
                guard let game = state.games[bet.terms.game], let settlement = settle(bet, game) else {
                    pending += 1
                    continue
                }
                let stake = Double(bet.terms.stake.thousandths)
                switch settlement.outcome {
                case .void: voids += 1
                case .push: (pushes, stakes) = (pushes + 1, stakes + stake)
                case .win:
                    wins += 1
                    stakes += stake
                    profit += (stake * (Double(bet.terms.odds.thousandths) / 1_000 - 1)).rounded(.toNearestOrEven)
                    rows.append((game.finals[0].position, bet.id.number, true))
                case .loss:
                    (losses, stakes, profit) = (losses + 1, stakes + stake, profit - stake)
                    rows.append((game.finals[0].position, bet.id.number, false))
                case .pending: Issue.record("a settlement is never pending")
                }
            }
            results = rows.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
        }

        var bestStreak: Int {
            results.split(separator: false).map(\.count).max() ?? 0
        }

        var currentStreak: Int { results.reversed().prefix { $0 == results.last }.count }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func figuresAreThoseOfANaiveComputation(seed: UInt64) throws {
        var season = RandomSeason(seed: seed)
        season.run(steps: 1_500)
        let state = season.log.state
        #expect(state.bets.count > 50)
        for user in state.betsByUser.keys {
            for claimed in [false, true] {
                let bets = state.bets(of: user).filter { $0.terms.isClaimed == claimed }
                let (figures, naive) = (state.statistics(of: user, claimed: claimed), Naive(bets, state))
                #expect(figures.wins == naive.wins && figures.losses == naive.losses)
                #expect(figures.pushes == naive.pushes && figures.voids == naive.voids)
                #expect(figures.pending == naive.pending && figures.totalBets + figures.voids == bets.count)
                #expect(Double(figures.profit.thousandths) == naive.profit)
                #expect(Double(figures.settledStakes.thousandths) == naive.stakes)
                #expect(figures.currentStreak == naive.currentStreak && figures.bestStreak == naive.bestStreak)
                #expect(figures.streakOutcome == naive.results.last.map { $0 ? BetOutcome.win : .loss })
                if naive.stakes > 0 {
                    let percentage = (naive.profit / naive.stakes * 100_000).rounded(.toNearestOrEven)
                    #expect(abs(Double(figures.returnOnInvestment ?? 0) - percentage) <= 1)
                }
            }
        }
    }
}
