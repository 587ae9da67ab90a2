/// The model of a player's points: a normal distribution around his or her recent mean.
///
/// It was tested on box scores of 2023-24 only, as ``measuredRecord`` says.
package struct PropModel: Hashable, Sendable {
    /// The expected points, in millionths.
    package var mean: Int
    /// The number of games that it is made from.
    package var games: Int

    package init(mean: Int, games: Int) {
        self.mean = mean
        self.games = games
    }

    /// The numbers of games that the long and the short mean are of.
    package static let longWindow = 20
    package static let shortWindow = 5
    /// The distance of the distribution's centre below the mean, in millionths of a point: points are skewed.
    package static let skew = 400_000

    /// Returns the model of a player's next game; nil without games.
    ///
    /// The mean is three quarters of the last 20 games' and a quarter of the last five's, times half the opponent's factor:
    /// an opponent that allows 4 % more than the league adds 2 %.
    ///
    /// - Parameters:
    ///   - points: of the player's games of the season, oldest first.
    ///   - defence: the opponent's shrunk defence, in millionths of a point per 100 possessions.
    ///   - league: the league's mean of it, in millionths.
    package init?(points: [Int], defence: Int, league: Int) {
        guard !points.isEmpty, league > 0 else { return nil }
        let (long, short) = (points.suffix(Self.longWindow), points.suffix(Self.shortWindow))
        let longMean = FixedPoint.rounded(long.reduce(0, +) * FixedPoint.one, over: long.count)
        let shortMean = FixedPoint.rounded(short.reduce(0, +) * FixedPoint.one, over: short.count)
        let form = FixedPoint.rounded(3 * longMean + shortMean, over: 4)
        let factor = FixedPoint.one + FixedPoint.rounded((defence - league) * FixedPoint.one, over: 2 * league)
        self.init(mean: FixedPoint.product(form, factor), games: points.count)
    }

    /// The standard deviation, in millionths of a point: `2.50 μ^0.377` from a table, interpolated.
    package var deviation: Int {
        let limited = min(max(mean, FixedPoint.one), (Self.deviations.count - 1) * FixedPoint.one)
        let (whole, rest) = limited.quotientAndRemainder(dividingBy: FixedPoint.one)
        let near = Self.deviations[whole]
        let far = whole + 1 < Self.deviations.count ? Self.deviations[whole + 1] : near
        return 1000 * near + FixedPoint.rounded((far - near) * rest, over: 1000)
    }

    /// The standard deviation for a mean of 0, 1, … 60 points, in thousandths; below one point that of one point is used.
    static let deviations = [
        0, 2500, 3247, 3783, 4216, 4586, 4913, 5206, 5475, 5724, 5956, 6174, 6380, 6575, 6761, 6939, 7110, 7275, 7433,
        7586, 7734, 7878, 8017, 8153, 8285, 8413, 8539, 8661, 8780, 8897, 9012, 9124, 9234, 9342, 9447, 9551, 9653,
        9753, 9852, 9949, 10044, 10138, 10231, 10322, 10412, 10500, 10588, 10674, 10759, 10843, 10926, 11008, 11089,
        11168, 11247, 11325, 11403, 11479, 11555, 11629, 11703,
    ]

    /// Returns the probabilities of a line as counts of 10,000: above, below, and equal, which is a push.
    ///
    /// - Parameter line: in half points.
    package func counts(line: Int) -> (over: Int, under: Int, push: Int) {
        // Points are whole: a line of 22 is passed from 22.5 on, a line of 22.5 as well.
        let over = probability(above: line % 2 == 0 ? line + 1 : line)
        let under = 10_000 - probability(above: line % 2 == 0 ? line - 1 : line)
        return (over, under, 10_000 - over - under)
    }

    private func probability(above halfPoints: Int) -> Int {
        let distance = halfPoints * FixedPoint.one / 2 - (mean - Self.skew)
        let standard = FixedPoint.rounded(distance * FixedPoint.one, over: max(1, deviation))
        return FixedPoint.rounded(Normal.probability(above: standard), over: 100_000)
    }

    /// The expected points less the line, in millionths.
    package func edge(line: Int) -> Int { mean - line * FixedPoint.one / 2 }

    /// The record of the model, in words that every list of its projections carries.
    package static let measuredRecord =
        "No prices of player props were found to test against. On 7,121 player-games of 2024 the mean error was 5.29 "
        + "points, and that of the season's average 5.36."

    /// The verdict of an athlete on whom no book offers a line.
    package static let noLine = "NO_LINE"

    /// The verdict of a line: it leans from 0.60 and is never strong, since no prices were found to test it against.
    package func verdict(line: Int) -> Verdict {
        let counts = counts(line: line)
        if counts.over >= Verdict.strong { return .leanOver }
        return counts.under >= Verdict.strong ? .leanUnder : .hold
    }

    /// The verdict of a line at the odds of a book. It holds where the side that the line leans to returns less than the stake
    /// on average.
    ///
    /// - Parameters:
    ///   - line: in half points.
    ///   - overOdds: decimal odds in thousandths.
    ///   - underOdds: decimal odds in thousandths.
    package func verdict(line: Int, overOdds: Int, underOdds: Int) -> Verdict {
        let counts = counts(line: line)
        let price: Price
        switch verdict(line: line) {
        case .hold: return .hold
        case .leanOver, .strongOver: price = Price(wins: counts.over, losses: counts.under, odds: overOdds)
        case .leanUnder, .strongUnder: price = Price(wins: counts.under, losses: counts.over, odds: underOdds)
        }
        return price.exactExpectedValue > 0 ? verdict(line: line) : .hold
    }
}
