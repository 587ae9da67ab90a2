import Bets
import Values

/// The lines of the simulated books on the points of one athlete.
struct AthleteLines {
    /// The number of books that offer such lines, of those in `BookLines`.
    static let books = 3

    /// The probability that one point is worth, in ten-thousandths: the normal density at the mean, for a standard deviation
    /// of 6 points.
    private static let worth = 665

    private let athlete: AthleteID
    /// The expected points, in thousandths.
    private let expected: Int
    /// The errors of the opening belief and of the closing one, in thousandths of a point.
    private let errors: (opening: Int, closing: Int)

    /// - Parameters:
    ///   - athlete: one of the team.
    ///   - points: of the team, in thousandths.
    init(on athlete: SimulatedLeague.Athlete, of team: SimulatedLeague.Team, points: Int, _ chance: Chance) {
        var chance = chance.fork(.athlete, Int(athlete.id.number))
        self.athlete = athlete.id
        expected = points * athlete.weight / max(1, team.athletes.reduce(0) { $0 + $1.weight })
        errors = (chance.normal(1_400), chance.normal(600))
    }

    /// Returns the terms of a book at a moment. Lines are half points without a push, as most books write them.
    ///
    /// - Parameters:
    ///   - progress: from 0 at the opening to 1000 at the tip-off.
    ///   - chance: moves the line by a little.
    func line(of book: Int, progress: Int, at moment: Timestamp, chance: inout Chance) -> PropLineRecorded {
        let error = (errors.opening * (1_000 - progress) + errors.closing * progress) / 1_000
        let belief = max(600, expected + error + chance.normal(350))
        let halfPoints = 2 * (belief / 1_000) + 1
        let share = 500_000 + (belief - 500 * halfPoints) * Self.worth / 10
        return PropLineRecorded(
            athlete: athlete, line: Line(halfPoints: Int16(clamping: halfPoints)), overOdds: BookLines.odds(share),
            underOdds: BookLines.odds(1_000_000 - share), offeredAt: moment - .seconds(1),
            book: BookLines.books[book], feed: SimulatedFeed.odds)
    }
}
