/// The number of draws for each whole value: a histogram with bars of one point.
package struct Tally: Hashable, Sendable {
    /// The value of the first bar.
    package private(set) var first = 0
    /// The number of draws of `first`, `first + 1` and so on.
    package private(set) var counts: [Int] = []

    package init() {}

    /// Returns a tally of bars that were stored before.
    package init(first: Int, counts: [Int]) {
        self.first = first
        self.counts = counts
    }

    package mutating func add(_ value: Int) {
        if counts.isEmpty { first = value }
        if value < first {
            counts.insert(contentsOf: repeatElement(0, count: first - value), at: 0)
            first = value
        }
        if value - first >= counts.count {
            counts.append(contentsOf: repeatElement(0, count: value - first - counts.count + 1))
        }
        counts[value - first] += 1
    }

    /// The number of all draws.
    package var total: Int { counts.reduce(0, +) }

    /// Returns the number of draws above a line.
    ///
    /// - Parameter line: in half points, 449 for 224.5.
    package func above(_ line: Int) -> Int { count { $0 > line } }

    /// Returns the number of draws below a line in half points.
    package func below(_ line: Int) -> Int { count { $0 < line } }

    /// Returns the number of draws equal to a line in half points, which are pushes.
    package func equal(_ line: Int) -> Int { count { $0 == line } }

    private func count(where isCounted: (Int) -> Bool) -> Int {
        counts.indices.reduce(0) { isCounted(2 * (first + $1)) ? $0 + counts[$1] : $0 }
    }

    /// The mean in millionths; 0 without draws.
    package var mean: Int {
        let total = total
        guard total > 0 else { return 0 }
        let sum = counts.indices.reduce(0) { $0 + (first + $1) * counts[$1] }
        return FixedPoint.rounded(sum * FixedPoint.one, over: total)
    }

    /// The standard deviation in millionths, of the sample: the divisor is the number of draws less one; 0 below two draws.
    package var deviation: Int {
        let total = total
        guard total > 1 else { return 0 }
        let sum = counts.indices.reduce(0) { $0 + (first + $1) * counts[$1] }
        let squares = counts.indices.reduce(0) { $0 + (first + $1) * (first + $1) * counts[$1] }
        // n Σx² − (Σx)² over n (n − 1): whole numbers, so that nothing cancels.
        let (quotient, rest) = (total * squares - sum * sum).quotientAndRemainder(dividingBy: total * (total - 1))
        let variance = quotient * 1_000_000 + rest * 1_000_000 / (total * (total - 1))
        return FixedPoint.squareRoot(variance * 1_000_000)
    }
}
