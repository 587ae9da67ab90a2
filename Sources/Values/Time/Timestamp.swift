/// A moment: microseconds since 1970-01-01T00:00:00 UTC, leap seconds not counted.
///
/// The game never reads a clock. Every moment it knows was handed to it as one of these, which is what makes a draft
/// fold to the same state on every machine, today and in ten years.
public struct Timestamp: Hashable, Comparable, Sendable, BitwiseCopyable, CodedByValue {
    public var microseconds: Int64

    @inlinable
    public init(microseconds: Int64) { self.microseconds = microseconds }

    public var codedValue: Int64 { microseconds }
    public static func decoding(_ codedValue: Int64) -> Self? { Self(microseconds: codedValue) }

    @inlinable
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.microseconds < rhs.microseconds }

    /// The moment `interval` later. Saturates at the ends of the range instead of trapping.
    @inlinable
    public static func + (moment: Timestamp, interval: Interval) -> Timestamp {
        let (sum, overflow) = moment.microseconds.addingReportingOverflow(interval.microseconds)
        return Timestamp(microseconds: overflow ? (interval.microseconds < 0 ? .min + 1 : .max) : sum)
    }

    /// The moment `interval` earlier. Saturates like `+`.
    @inlinable
    public static func - (moment: Timestamp, interval: Interval) -> Timestamp {
        moment + Interval(microseconds: interval.microseconds == .min ? .max : -interval.microseconds)
    }

    /// How long after `earlier` this moment is; negative when it is before it.
    @inlinable
    public static func - (later: Timestamp, earlier: Timestamp) -> Interval {
        let (difference, overflow) = later.microseconds.subtractingReportingOverflow(earlier.microseconds)
        return Interval(microseconds: overflow ? (later.microseconds < 0 ? .min + 1 : .max) : difference)
    }
}

/// A length of time in microseconds, positive or negative.
public struct Interval: Hashable, Comparable, Sendable, BitwiseCopyable, CodedByValue {
    public var microseconds: Int64

    @inlinable
    public init(microseconds: Int64) { self.microseconds = microseconds }

    public var codedValue: Int64 { microseconds }
    public static func decoding(_ codedValue: Int64) -> Self? { Self(microseconds: codedValue) }

    @inlinable public static var zero: Interval { Interval(microseconds: 0) }

    /// A number of milliseconds.
    @inlinable
    public static func milliseconds(_ count: Int64) -> Interval { Interval(microseconds: count * 1_000) }

    /// A number of seconds.
    @inlinable
    public static func seconds(_ count: Int64) -> Interval { Interval(microseconds: count * 1_000_000) }

    @inlinable
    public static func < (lhs: Interval, rhs: Interval) -> Bool { lhs.microseconds < rhs.microseconds }
}
