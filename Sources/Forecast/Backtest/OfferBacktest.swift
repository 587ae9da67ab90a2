/// The backtest of real spread offers: the best offer of each game, by the consensus of the other books.
///
/// The arithmetic is that of an analysis: the median of the other books is the centre, and the margin is normal around it.
package struct OfferBacktest: Sendable {
    /// A game with the offers of one moment.
    package struct Game: Hashable, Sendable {
        /// Points of the home team less those of the away team.
        package var margin: Int
        /// The home team's spread, and the odds of home and away.
        package var quotes: [Consensus.Quote]

        package init(margin: Int, quotes: [Consensus.Quote]) {
            self.margin = margin
            self.quotes = quotes
        }
    }

    /// Bets of one unit each.
    package struct Result: Sendable {
        package var bets: Int
        /// The mean of the stated expected values and the mean profit, in percent, with its standard error.
        package var said: Double
        package var profit: Double
        package var profitError: Double

        init(_ bets: [Bet]) {
            self.bets = bets.count
            let profits = Sample(bets.map { 100 * $0.profit })
            said = Sample(bets.map { 100 * $0.expected }).mean
            profit = profits.mean
            profitError = profits.deviation / profits.count.squareRoot()
        }
    }

    struct Bet {
        var expected: Double
        var profit: Double
    }

    /// The best offer of each game, and of these the offers with a positive expected value.
    package let best: Result
    package let positive: Result

    /// - Parameter games: those with offers of one book only are left out.
    package init(_ games: [Game]) {
        let bets = games.compactMap(Self.best)
        best = Result(bets)
        positive = Result(bets.filter { $0.expected > 0 })
    }

    private static func best(of game: Game) -> Bet? {
        game.quotes.indices.flatMap { index -> [Bet] in
            var others = game.quotes
            let quote = others.remove(at: index)
            guard let centre = Consensus.margin(others)?.mean else { return [] }
            // The home team covers when margin + spread is positive.
            let (cover, lose) = (probability(above: -quote.line, centre), probability(below: -quote.line, centre))
            let excess = 2 * game.margin + quote.line
            return [
                bet(win: cover, loss: lose, odds: quote.odds, excess: excess),
                bet(win: lose, loss: cover, odds: quote.other, excess: -excess),
            ]
        }.max { $0.expected < $1.expected }
    }

    /// - Parameters:
    ///   - win: the probability to win, in billionths.
    ///   - loss: the probability to lose.
    ///   - odds: in thousandths.
    ///   - excess: half points by which the bet is won; negative if it is lost.
    private static func bet(win: Int, loss: Int, odds: Int, excess: Int) -> Bet {
        let gain = Double(odds - 1000) / 1000
        return Bet(
            expected: (Double(win) * gain - Double(loss)) / 1e9, profit: excess > 0 ? gain : excess < 0 ? -1 : 0)
    }

    /// The probability of a margin above a line in half points, in billionths.
    private static func probability(above line: Int, _ centre: Int) -> Int {
        let limit = line % 2 == 0 ? line + 1 : line
        return Normal.probability(above: distance(limit, centre))
    }

    private static func probability(below line: Int, _ centre: Int) -> Int {
        let limit = line % 2 == 0 ? line - 1 : line
        return 1_000_000_000 - Normal.probability(above: distance(limit, centre))
    }

    private static func distance(_ halfPoints: Int, _ centre: Int) -> Int {
        FixedPoint.rounded(
            (halfPoints * FixedPoint.one / 2 - centre) * FixedPoint.one, over: Simulation.marginDeviationOfMarket)
    }
}
