import Foundation
import Testing
import TestSupport
import Values

@testable import Forecast  // the generator is internal

@Suite(.seeded) struct GameSimulationTests {
    private static func seed(_ word: UInt64) -> Digest256 { Digest256(words: (word, 0, 0, 0)) }

    private static func exactOver(_ line: Double, mean: Double, deviation: Double = 18) -> Double {
        0.5 * erfc((line - mean) / deviation / 2.0.squareRoot())
    }

    /// The design's prototype: the line 2.3 or 4 points below the centre. A rounded total above 222.5 is at least 223.
    @Test func countsFollowTheExactNormal() {
        // Given the design's example: P(over) = 0.5879, that is a centre 4 points above the line
        let simulation = Simulation(totalMean: 228_500_000, marginMean: 3_500_000)
        let exact = Self.exactOver(224.5, mean: 228.5)
        #expect(abs(exact - 0.5879) < 0.0001)
        // When 400 seeds draw
        var generator = SeededGenerator(seed: 34)
        let shares = (0..<400).map { _ in
            Double(simulation.run(seed: Self.seed(generator.next())).totals.above(449)) / 10_000
        }
        // Then their mean is the exact probability, but for ties drawn again, and they spread by 0.0049, as binomial draws do
        let mean = shares.reduce(0, +) / 400
        let deviation = (shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 399).squareRoot()
        #expect(abs(mean - exact) < 0.002, "\(mean)")
        #expect((0.0042...0.0056).contains(deviation), "\(deviation)")
    }

    @Test func theDistributionOfOneRunIsNormal() {
        var generator = SeededGenerator(seed: 35)
        for _ in 0..<20 {
            let mean = Int.random(in: 190_000_000...260_000_000, using: &generator)
            let margin = Int.random(in: -15_000_000...15_000_000, using: &generator)
            let game = Simulation(totalMean: mean, marginMean: margin).run(seed: Self.seed(generator.next()))
            #expect(game.totals.total == 10_000 && game.margins.total == 10_000)
            // Kolmogorov-Smirnov: the greatest distance is below 1.95 / √10,000 in all but a thousandth of runs.
            for point in stride(from: 150, through: 300, by: 1) {
                let exact = Self.exactOver(Double(point) + 0.5, mean: Double(mean) / 1e6)
                let found = Double(game.totals.above(2 * point + 1)) / 10_000
                #expect(abs(found - exact) < 0.0195, "\(point)")
            }
            #expect(abs(game.totals.mean - mean) < 720_000, "four standard errors")
            #expect(abs(game.totals.deviation - 18_000_000) < 600_000)
            #expect(abs(game.margins.deviation - 13_300_000) < 600_000)
            #expect(game.margins.equal(0) == 0)
        }
    }

    @Test func theSameSeedGivesTheSameCounts() {
        let simulation = Simulation(totalMean: 226_100_000, marginMean: -2_000_000)
        let game = simulation.run(seed: Self.seed(7))
        #expect(game == simulation.run(seed: Self.seed(7)))
        #expect(game != simulation.run(seed: Self.seed(8)))
        // Counted by a program in Python that was written from the description of table, generator and draw.
        #expect(game.totals.above(449) == 5403)
        #expect(game.totals.equal(452) == 211)
        #expect(game.margins.above(0) == 4385)
        #expect(game.totals.mean == 226_357_500)
    }

    @Test func generatorsOfThePackageAreOneAndTheSame() {
        var words = SeededWords(state: 99)
        var generator = SeededGenerator(digest: 99)
        for _ in 0..<100 { #expect(words.next() == generator.next()) }
    }

    @Test func theScoresOfTwoTeamsCorrelateAsMeasured() {
        // Var(total) = 18.0², var(margin) = 13.3²: the correlation of the scores is the difference over the sum.
        let (total, margin) = (18.0 * 18.0, 13.3 * 13.3)
        #expect(abs((total - margin) / (total + margin) - 0.29) < 0.005)
    }

    @Test func theSeedsMessageIsBytesThatAnybodyCanWrite() {
        let bytes = Simulation.seedMessage(origin: "bets.example", game: 22_400_123, model: 1, position: 258)
        #expect(bytes.count == 12 + 1 + 24)
        #expect(bytes.prefix(13) == Array("bets.example".utf8)[...] + [0])
        #expect(bytes.suffix(24) == [0, 0, 0, 0, 1, 0x55, 0xCC, 0x7B, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2])
    }

    @Test func talliesCountWhatIsAboveEqualAndBelow() {
        var generator = SeededGenerator(seed: 36)
        for _ in 0..<200 {
            let values = (0..<50).map { _ in Int.random(in: -30...30, using: &generator) }
            var tally = Tally()
            for value in values { tally.add(value) }
            for line in -62...62 {
                #expect(tally.above(line) == values.count { 2 * $0 > line })
                #expect(tally.equal(line) == values.count { 2 * $0 == line })
                #expect(tally.below(line) == values.count { 2 * $0 < line })
            }
            #expect(tally == Tally(first: tally.first, counts: tally.counts))
            #expect(abs(Double(tally.mean) / 1e6 - Double(values.reduce(0, +)) / 50) < 1e-6)
        }
    }

    @Test func meansThatNoGameHasStillEnd() {
        let game = Simulation(totalMean: -500_000_000, marginMean: 0).run(seed: Self.seed(1))
        #expect(game.totals.total == 10_000)
    }
}
