import Foundation
import Testing

@testable import Forecast  // the table itself, the generator and the integer arithmetic are internal

@Suite struct NormalTests {
    /// Upper quantiles as statistical tables print them (NIST/SEMATECH e-Handbook 1.3.6.7.1; Abramowitz and Stegun, table 26.5).
    @Test(arguments: [
        (0.25, 0.674490), (0.10, 1.281552), (0.05, 1.644854), (0.025, 1.959964), (0.01, 2.326348), (0.005, 2.575829),
        (0.001, 3.090232), (0.0005, 3.290527), (0.0001, 3.719016), (0.00001, 4.264891), (0.000001, 4.753424),
    ])
    func quantilesAreThePublishedOnes(tail: Double, quantile: Double) {
        let word = UInt64(tail * 0x1p64)
        let found = Double(Normal.quantile(word)) / 1e6
        #expect(abs(found - quantile) < 0.000_03, "\(tail): \(found)")
        // The sign bit turns the quantile round.
        #expect(Normal.quantile(word | 1 << 63) == -Normal.quantile(word))
    }

    @Test func probabilitiesAreThoseOfTheErrorFunction() {
        for step in -600...600 {
            let distance = Double(step) / 100
            let exact = 0.5 * erfc(distance / 2.0.squareRoot())
            let found = Double(Normal.probability(above: step * 10_000)) / 1e9
            #expect(abs(found - exact) < 0.000_005, "\(distance): \(found) for \(exact)")
        }
    }

    @Test func theTableFallsFromTheMiddleToTheTail() {
        #expect(NormalTable.distances.count == NormalTable.octaves * NormalTable.steps + 1)
        #expect(NormalTable.distances[0] == 0)
        #expect(zip(NormalTable.distances, NormalTable.distances.dropFirst()).allSatisfy(<))
        // Entries of the first octave and of the last, by the inverse of the error function
        for index in [1, 63, 64, 700, 1535, 1536] {
            let tail = exp2(-Double(index / 64 + 1)) * (1 - Double(index % 64) / 128)
            let exact = 0.5 * erfc(Double(NormalTable.distances[index]) / 1e6 / 2.0.squareRoot())
            #expect(abs(exact / tail - 1) < 0.000_01, "entry \(index)")
        }
    }

    @Test func theEndsOfTheWordsAreTheEndsOfTheTable() {
        #expect(Normal.quantile(0) == Normal.limit)
        #expect(Normal.quantile(1 << 63) == -Normal.limit)
        #expect(Normal.quantile(1 << 63 - 1) == 0)
        #expect(Normal.probability(above: Normal.limit) == 0)
        #expect(Normal.probability(above: -Normal.limit - 1) == 1_000_000_000)
        #expect(Normal.probability(above: 0) == 500_000_000)
    }

    @Test(arguments: [(7, 2, 4), (-7, 2, -4), (5, 3, 2), (-5, 3, -2), (4, 3, 1), (0, 9, 0)])
    func quotientsAreRounded(dividend: Int, divisor: Int, quotient: Int) {
        #expect(FixedPoint.rounded(dividend, over: divisor) == quotient)
    }

    @Test func rootsAreWholeAndNotAbove() {
        for number in Array(0...2000) + [1 << 40, 1 << 62, Int.max] {
            let root = FixedPoint.squareRoot(number)
            #expect(root * root <= number)
            let next = (root + 1).multipliedReportingOverflow(by: root + 1)
            #expect(next.overflow || next.partialValue > number)
        }
    }

    @Test func mediansOfEvenCountsAreBetweenTheMiddleTwo() {
        #expect(FixedPoint.median([]) == nil)
        #expect(FixedPoint.median([5, 1, 9]) == 5)
        #expect(FixedPoint.median([8, 1, 2, 9]) == 5)
    }
}
