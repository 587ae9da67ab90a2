package import Values

/// The simulation of a game's score: total and margin are drawn from two independent normal distributions.
///
/// The total has the mean `totalMean` and the margin, home minus away, the mean `marginMean`. Both teams' points are rounded to
/// whole points, and a tie is drawn again, since overtime decides it. The same inputs and seed give the same counts everywhere.
///
/// ```swift
/// let game = Simulation(totalMean: 226_100_000, marginMean: 3_500_000).run(seed: seed)
/// let over = game.totals.above(449)   // draws above 224.5, of 10,000
/// ```
package struct Simulation: Hashable, Sendable {
    /// The number of draws, which every count is of.
    package static let draws = 10_000
    /// Standard deviations in millionths of a point, measured on the seasons 2019-20 to 2021-22: of the total around the
    /// market's and around the model's own, and of the margin around the spread.
    package static let totalDeviationOfMarket = 18_000_000
    package static let totalDeviationOfModel = 18_600_000
    package static let marginDeviationOfMarket = 13_300_000

    /// In millionths of a point.
    package var totalMean: Int
    package var totalDeviation: Int
    package var marginMean: Int
    package var marginDeviation: Int

    package init(
        totalMean: Int, totalDeviation: Int = totalDeviationOfMarket, marginMean: Int,
        marginDeviation: Int = marginDeviationOfMarket
    ) {
        self.totalMean = totalMean
        self.totalDeviation = totalDeviation
        self.marginMean = marginMean
        self.marginDeviation = marginDeviation
    }

    /// Returns the tallies of 10,000 drawn games. Takes less than a millisecond.
    ///
    /// - Parameter seed: a digest from `seedMessage`; its first 64 bits start a SplitMix64 generator. A draw takes two words:
    ///   one for the total, one for the margin.
    package func run(seed: Digest256) -> SimulatedGame {
        var words = SeededWords(state: seed.words.0)
        var game = SimulatedGame()
        var (count, ties) = (0, 0)
        while count < Self.draws {
            let total = totalMean + FixedPoint.product(Normal.quantile(words.next()), totalDeviation)
            let margin = marginMean + FixedPoint.product(Normal.quantile(words.next()), marginDeviation)
            let home = max(0, FixedPoint.rounded(total + margin, over: 2 * FixedPoint.one))
            let away = max(0, FixedPoint.rounded(total - margin, over: 2 * FixedPoint.one))
            if home == away {
                ties += 1
                // Means that no basketball game has, such as a negative total, would only give ties.
                guard ties > Self.draws * 10 else { continue }
            }
            game.totals.add(home + away)
            game.margins.add(home - away)
            count += 1
        }
        return game
    }

    /// Returns the bytes whose SHA-256 is the seed of an analysis, so that every reader can compute it from the public record.
    ///
    /// The layout is `origin ‖ 0 ‖ game ‖ model ‖ position`: the origin in UTF-8, which holds no zero byte, and each number as
    /// a 64-bit big-endian word.
    ///
    /// - Parameters:
    ///   - origin: the name of the ledger, as in its checkpoints.
    ///   - game: the number of the game.
    ///   - model: the version of the model.
    ///   - position: the number of records in the ledger when the analysis is made.
    package static func seedMessage(origin: String, game: UInt64, model: UInt64, position: UInt64) -> [UInt8] {
        Array(origin.utf8) + [0]
            + [game, model, position].flatMap { word in
                (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
            }
    }
}

/// The tallies of the draws of one game.
package struct SimulatedGame: Hashable, Sendable {
    /// Points of both teams together.
    package var totals = Tally()
    /// Points of the home team less those of the away team; never 0.
    package var margins = Tally()

    package init() {}
}

/// SplitMix64 (Steele, Lea and Flood), as `Platform` has it: this module takes nothing that knows a machine.
struct SeededWords {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
