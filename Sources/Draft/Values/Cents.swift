/// An amount of money in whole cents of one currency; negative for what flows the other way.
///
/// Sums are checked: a total that does not fit Int64 is a broken ledger, and trapping is better than a wrong balance.
public struct Cents: Hashable, Comparable, Sendable, BitwiseCopyable {
    public var value: Int64

    @inlinable
    public init(_ value: Int64) { self.value = value }

    public static let zero = Cents(0)

    @inlinable
    public static func < (lhs: Cents, rhs: Cents) -> Bool { lhs.value < rhs.value }

    @inlinable
    public static func + (lhs: Cents, rhs: Cents) -> Cents { Cents(lhs.value + rhs.value) }

    @inlinable
    public static func - (lhs: Cents, rhs: Cents) -> Cents { Cents(lhs.value - rhs.value) }

    @inlinable
    public static prefix func - (amount: Cents) -> Cents { Cents(-amount.value) }

    @inlinable
    public static func += (lhs: inout Cents, rhs: Cents) { lhs.value += rhs.value }

    @inlinable
    public static func -= (lhs: inout Cents, rhs: Cents) { lhs.value -= rhs.value }

    @inlinable
    public static func * (amount: Cents, count: Int) -> Cents { Cents(amount.value * Int64(count)) }
}
