/// The integer arithmetic of the module.
///
/// Quantities are integers in **millionths** of a point, of a possession or of one, unless a comment names another unit. A
/// result is the same on every machine, which floating point does not promise.
package enum FixedPoint {
    /// One, in millionths.
    package static let one = 1_000_000

    /// Returns a quotient rounded to the nearest integer, halves away from zero.
    ///
    /// - Precondition: `divisor` is positive.
    package static func rounded(_ dividend: Int, over divisor: Int) -> Int {
        let half = divisor / 2
        return dividend >= 0 ? (dividend + half) / divisor : -((half - dividend) / divisor)
    }

    /// Returns the product of two quantities in millionths, in millionths.
    package static func product(_ left: Int, _ right: Int) -> Int {
        let product = left.multipliedFullWidth(by: right)
        // The products of points and possessions stay below 2^63; others are saturated instead of trapping.
        guard product.high == 0 || product.high == -1 else { return product.high < 0 ? Int.min : Int.max }
        return rounded(Int(truncatingIfNeeded: product.low), over: one)
    }

    /// Returns the greatest integer whose square is not above a number.
    package static func squareRoot(_ number: Int) -> Int {
        guard number > 0 else { return 0 }
        var root = 1 << ((Int.bitWidth - number.leadingZeroBitCount + 1) / 2)
        while true {
            let next = (root + number / root) / 2
            guard next < root else { return root }
            root = next
        }
    }

    /// Returns the middle of some numbers, or the rounded mean of the two middle ones; nil if there are no numbers.
    package static func median(_ numbers: [Int]) -> Int? {
        guard !numbers.isEmpty else { return nil }
        let sorted = numbers.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : rounded(sorted[middle - 1] + sorted[middle], over: 2)
    }
}
