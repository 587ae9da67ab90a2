import Bets
import Forecast
import Values

/// The lines of the simulated books for one game: the belief of the market, and the terms of each book.
struct BookLines: Sendable {
    static let books = ["alder", "birch", "cedar", "dogwood"]

    /// The bookmaker's margin, in thousandths.
    private static let margin = 45

    /// The expected total and margin, in thousandths of a point.
    private let truth: (total: Int, margin: Int)
    /// The errors of the opening belief and of the closing one, in thousandths of a point.
    private let opening: (total: Int, margin: Int)
    private let closing: (total: Int, margin: Int)
    /// The constant differences of the books.
    private let differences: [Int]

    /// - Parameter outlier: a book whose totals are some points off the others'; nil for a game without one.
    init(_ truth: (total: Int, margin: Int), outlier: Int?, _ chance: Chance) {
        var chance = chance.fork(.book)
        self.truth = truth
        opening = (chance.normal(2_500), chance.normal(1_500))
        closing = (chance.normal(900), chance.normal(600))
        let sign = chance.isOne(in: 2) ? 1 : -1
        differences = Self.books.indices.map { $0 == outlier ? sign * 3_400 : chance.normal(400) }
    }

    /// The points that a team is expected to score, in thousandths.
    func points(ofHomeTeam isHome: Bool) -> Int { (truth.total + (isHome ? truth.margin : -truth.margin)) / 2 }

    /// Returns what the market expects, between the opening and the closing belief.
    ///
    /// - Parameter progress: from 0 at the opening to 1000 at the tip-off.
    private func belief(_ progress: Int) -> (total: Int, margin: Int) {
        let rest = 1_000 - progress
        return (
            truth.total + (opening.total * rest + closing.total * progress) / 1_000,
            truth.margin + (opening.margin * rest + closing.margin * progress) / 1_000
        )
    }

    /// Returns the terms of a book at a moment.
    ///
    /// - Parameters:
    ///   - progress: from 0 at the opening to 1000 at the tip-off.
    ///   - chance: moves the line by a little.
    func offer(
        _ market: Market, of book: Int, progress: Int, at moment: Timestamp, chance: inout Chance
    ) -> OfferRecorded {
        let belief = belief(progress)
        let (line, share): (Line, Int) =
            switch market {
            case .total:
                Self.quote(belief.total + differences[book] + chance.normal(500), worth: Consensus.pointOfTotal)
            case .spread: Self.quote(-belief.margin + chance.normal(300), worth: -Consensus.pointOfSpread)
            case .moneyline:
                (.none, Normal.probability(above: -belief.margin * 1_000_000 / GameScore.marginDeviation) / 1_000)
            }
        let bounded = min(max(share, 40_000), 960_000)
        return OfferRecorded(
            market: market, line: line, firstOdds: Self.odds(bounded), secondOdds: Self.odds(1_000_000 - bounded),
            offeredAt: moment - .seconds(1), book: Self.books[book], feed: SimulatedFeed.odds)
    }

    /// The nearest half point, and the probability of the first side in millionths.
    ///
    /// - Parameters:
    ///   - expected: in thousandths of a point.
    ///   - worth: of one point, in ten-thousandths; negative where a greater value is worse for the first side.
    private static func quote(_ expected: Int, worth: Int) -> (Line, Int) {
        let halfPoints = FixedPoint.rounded(expected, over: 500)
        let share = 500_000 + (expected - halfPoints * 500) * worth / 10
        return (Line(halfPoints: Int16(clamping: halfPoints)), share)
    }

    /// Decimal odds with the margin, as books write them: a multiple of 0.01.
    static func odds(_ share: Int) -> Odds {
        let thousandths = 1_000_000_000_000 / (share * (1_000 + margin))
        return Odds(thousandths: UInt32(max(1_010, thousandths / 10 * 10)))
    }
}
