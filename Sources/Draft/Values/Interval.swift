/// A length of time in microseconds, positive or negative.
public struct Interval: Hashable, Comparable, Sendable, BitwiseCopyable {
    public var microseconds: Int64

    @inlinable
    public init(microseconds: Int64) { self.microseconds = microseconds }

    public static let zero = Interval(microseconds: 0)

    @inlinable
    /// So many thousandths of a second.
    public static func milliseconds(_ count: Int64) -> Interval { Interval(microseconds: count * 1_000) }

    @inlinable
    /// So many seconds.
    public static func seconds(_ count: Int64) -> Interval { Interval(microseconds: count * 1_000_000) }

    @inlinable
    public static func < (lhs: Interval, rhs: Interval) -> Bool { lhs.microseconds < rhs.microseconds }
}
