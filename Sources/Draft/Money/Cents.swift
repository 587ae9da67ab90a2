/// An amount of money in whole cents of one currency; negative for what flows the other way.
///
/// Sums end at the ends of Int64 instead of trapping: no ledger whose rules were kept comes near, and of a forged one an
/// audit has to be able to say what is wrong.
public struct Cents: Hashable, Comparable, Sendable, BitwiseCopyable, CodedByValue {
    public var value: Int64

    @inlinable
    public init(_ value: Int64) { self.value = value }

    public var codedValue: Int64 { value }
    public static func decoding(_ codedValue: Int64) -> Self? { Self(codedValue) }

    public static let zero = Cents(0)

    @inlinable
    public static func < (lhs: Cents, rhs: Cents) -> Bool { lhs.value < rhs.value }

    @inlinable
    public static func + (lhs: Cents, rhs: Cents) -> Cents { lhs.adding(rhs.value) }

    @inlinable
    public static func - (lhs: Cents, rhs: Cents) -> Cents { lhs.adding((-rhs).value) }

    @inlinable
    public static prefix func - (amount: Cents) -> Cents {
        Cents(amount.value == .min ? .max : -amount.value)
    }

    @inlinable
    public static func += (lhs: inout Cents, rhs: Cents) { lhs = lhs + rhs }

    @inlinable
    public static func -= (lhs: inout Cents, rhs: Cents) { lhs = lhs - rhs }

    @inlinable
    public static func * (amount: Cents, count: Int) -> Cents {
        let (product, overflows) = amount.value.multipliedReportingOverflow(by: Int64(count))
        return Cents(overflows ? ((amount.value < 0) == (count < 0) ? .max : .min) : product)
    }

    @inlinable
    func adding(_ other: Int64) -> Cents {
        let (sum, overflows) = value.addingReportingOverflow(other)
        return Cents(overflows ? (other < 0 ? .min : .max) : sum)
    }
}

extension Cents {
    /// The most that one deposit, fee, prize or adjustment can be: ten billion in whole units. Millions of them still
    /// add up within Int64.
    public static let largestAmount = Cents(1_000_000_000_000)

    /// Splits an amount in proportion to weights, to the cent, by the largest remainder (Hamilton's method): each
    /// share is its quota rounded down, and the cents left over go to the largest fractions, ties to the earlier one.
    ///
    /// Exact: quotas are compared as 128-bit products, so no weight is too large. Sorts, so O(n log n).
    ///
    /// - Precondition: the amount is not negative; the weights' sum is positive and fits 64 bits.
    /// - Returns: one share for each weight; their sum is the amount.
    package func split(byWeights weights: [UInt64]) -> [Cents] {
        precondition(value >= 0, "a negative amount cannot be split")
        let whole = weights.reduce(0, +)
        precondition(whole > 0, "weights that sum to zero cannot split an amount")
        let quotas = weights.map { whole.dividingFullWidth(UInt64(value).multipliedFullWidth(by: $0)) }
        var shares = quotas.map { Cents(Int64($0.quotient)) }
        let left = Int(value - shares.reduce(0) { $0 + $1.value })
        let byRemainder = quotas.indices.sorted {
            (quotas[$1].remainder, $0) < (quotas[$0].remainder, $1)
        }
        for index in byRemainder.prefix(left) { shares[index].value += 1 }
        return shares
    }

    /// Splits an amount among equals: the shares differ by a cent at most, the earlier ones get it. The same as
    /// `split(byWeights:)` with equal weights, in O(n).
    ///
    /// - Precondition: the amount is not negative; `count` is positive.
    package func split(evenlyAmong count: Int) -> [Cents] {
        precondition(value >= 0 && count > 0, "an amount can only be split among at least one share")
        let (share, left) = value.quotientAndRemainder(dividingBy: Int64(count))
        return (0..<count).map { Cents($0 < left ? share + 1 : share) }
    }
}
