/// The worth of an offer: what a stake of one unit returns on average, and how much of a bankroll Kelly's rule would stake.
///
/// All results follow from three integers, so that every machine computes the same ones.
package struct Price: Hashable, Sendable {
    /// Draws that win, of 10,000.
    package var wins: Int
    /// Draws that lose, of 10,000. The others are pushes.
    package var losses: Int
    /// Decimal odds in thousandths, 1910 for 1.91; above 1000.
    package var odds: Int

    package init(wins: Int, losses: Int, odds: Int) {
        self.wins = wins
        self.losses = losses
        self.odds = odds
    }

    /// The expected profit of a stake of one unit, in ten-millionths and exact: `EV = p b − q` with `b = odds − 1`.
    package var exactExpectedValue: Int { wins * (odds - 1000) - losses * 1000 }

    /// The expected profit of a stake of one unit, in millionths.
    package var expectedValue: Int { FixedPoint.rounded(exactExpectedValue, over: 10) }

    /// The share of a bankroll by Kelly's rule, in millionths: `max(0, EV / (b (p + q)))`. Pushes are left out (Kelly 1956).
    package var kelly: Int {
        guard exactExpectedValue > 0, odds > 1000, wins + losses > 0 else { return 0 }
        return FixedPoint.rounded(exactExpectedValue * FixedPoint.one, over: (odds - 1000) * (wins + losses))
    }

    /// The greatest stake that is ever shown, in millionths of a bankroll.
    package static let greatestStake = 20_000

    /// The stake that is shown, in millionths of a bankroll: a quarter of Kelly's, since `p` is an estimate (Thorp 2006), and
    /// never more than `greatestStake`.
    package var kellyStake: Int { min(FixedPoint.rounded(kelly, over: 4), Self.greatestStake) }

    /// Returns the fair probability of the first of two outcomes, in millionths: the bookmaker's margin is removed in
    /// proportion.
    ///
    /// - Parameters:
    ///   - odds: decimal, in thousandths, of the outcome.
    ///   - other: those of the opposite outcome.
    package static func fairProbability(odds: Int, other: Int) -> Int {
        guard odds > 0, other > 0 else { return FixedPoint.one / 2 }
        return FixedPoint.rounded(other * FixedPoint.one, over: odds + other)
    }

    /// Returns the bookmaker's margin of two odds, in millionths: the sum of the implied probabilities less one.
    package static func overround(odds: Int, other: Int) -> Int {
        guard odds > 0, other > 0 else { return 0 }
        return FixedPoint.rounded((odds + other) * 1000 * FixedPoint.one, over: odds * other) - FixedPoint.one
    }
}
