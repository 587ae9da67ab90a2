/// The market's expectation from the offers of several books.
///
/// A book that asks more for one side than for the other expects a value beyond its line. Each book's expectation is its line
/// plus the fair probability above one half, divided by the probability that one point is worth.
package struct Consensus: Hashable, Sendable {
    /// The line of one book with both odds.
    package struct Quote: Hashable, Sendable {
        /// In half points: of a total, or the home team's spread.
        package var line: Int
        /// Decimal odds in thousandths: of over, or of the home team.
        package var odds: Int
        /// Decimal odds in thousandths: of under, or of the away team.
        package var other: Int

        package init(line: Int, odds: Int, other: Int) {
            self.line = line
            self.odds = odds
            self.other = other
        }
    }

    /// The expectation, in millionths of a point.
    package var mean: Int
    /// The number of books that it is the median of, at least 1.
    package var books: Int

    package init(mean: Int, books: Int) {
        self.mean = mean
        self.books = books
    }

    /// The probability that one point of a total is worth, in ten-thousandths: the normal density at the mean, for a standard
    /// deviation of 18.0.
    package static let pointOfTotal = 222
    /// The same of a spread, for a standard deviation of 13.3.
    package static let pointOfSpread = 300

    /// Returns the expected total; nil without quotes.
    package static func total(_ quotes: [Quote]) -> Consensus? {
        consensus(quotes) { $0.line * FixedPoint.one / 2 + shift($0, worth: pointOfTotal) }
    }

    /// Returns the expected margin, home less away; nil without quotes. A home team with the spread -7.5 is expected to win by
    /// 7.5 when both odds are equal.
    package static func margin(_ quotes: [Quote]) -> Consensus? {
        consensus(quotes) { -$0.line * FixedPoint.one / 2 + shift($0, worth: pointOfSpread) }
    }

    private static func consensus(_ quotes: [Quote], _ expectation: (Quote) -> Int) -> Consensus? {
        FixedPoint.median(quotes.map(expectation)).map { Consensus(mean: $0, books: quotes.count) }
    }

    /// The distance from the line to the expectation, in millionths of a point.
    private static func shift(_ quote: Quote, worth: Int) -> Int {
        let fair = Price.fairProbability(odds: quote.odds, other: quote.other)
        return FixedPoint.rounded((fair - FixedPoint.one / 2) * 10_000, over: worth)
    }
}
