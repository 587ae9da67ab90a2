/// A moment on a clock that is not moved when the time of day is set.
///
/// Moments of two machines, or of two runs, cannot be compared.
package struct MonotonicTime: Hashable, Sendable, Comparable {
    /// Since some moment of this machine's own.
    package var nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    package static func < (lhs: MonotonicTime, rhs: MonotonicTime) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

    /// Returns the moment after an interval, which must not be negative.
    package static func + (time: MonotonicTime, interval: Duration) -> MonotonicTime {
        MonotonicTime(nanoseconds: time.nanoseconds + interval.wholeNanoseconds)
    }

    /// Returns the moment before an interval, but never one before the clock's first.
    package static func - (time: MonotonicTime, interval: Duration) -> MonotonicTime {
        let amount = interval.wholeNanoseconds
        return MonotonicTime(nanoseconds: time.nanoseconds < amount ? 0 : time.nanoseconds - amount)
    }
}

extension Duration {
    /// At most 584 years.
    var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
    }
}
