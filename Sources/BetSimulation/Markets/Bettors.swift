import Bets
import Values

/// Seeded bettors without knowledge of the truth. Some bets are refused by the rules.
struct Bettors {
    /// Their numbers are beyond those that a server gives to users.
    static let first: UInt64 = 1_000_001

    var count: Int
    var chance: Chance

    /// Adds the bets on the games of one evening: on average one for two games by each bettor.
    mutating func write(_ games: [GameScript], to steps: inout StepList) {
        for game in games {
            for bettor in 0..<count where chance.isOne(in: 2) {
                let second = game.pace.slot(chance.number(game.betting))
                steps.bet(plan(bettor, game, .current), at: game.pace.at(second))
            }
            if let second = game.secondBeforeReport {
                steps.bet(plan(0, game, .current), at: game.pace.at(second))
            }
        }
        writeRefused(games, to: &steps)
    }

    /// A bet after the tip-off, and one on an offer that is gone.
    private mutating func writeRefused(_ games: [GameScript], to steps: inout StepList) {
        guard let game = chance.element(of: games) else { return }
        if let second = game.secondAfterStart {
            steps.bet(plan(1 % count, game, .last), at: game.pace.at(second), refusal: .gameStarted)
        }
        if let game = chance.element(of: games) {
            let second = game.betting.upperBound
            steps.bet(plan(0, game, .gone), at: game.pace.at(second), refusal: .offerGone)
        }
    }

    private mutating func plan(_ bettor: Int, _ game: GameScript, _ choice: BetPlan.Choice) -> BetPlan {
        let markets: [Market] = [.total, .total, .spread, .moneyline]
        return BetPlan(
            user: UserID(Self.first + UInt64(bettor)), game: game.id, market: markets[chance.number(0...3)],
            choice: choice, stake: Stake(thousandths: UInt32(chance.number(1...8) * 250)),
            confidence: UInt8(chance.number(1...5)), draw: chance.next())
    }
}
