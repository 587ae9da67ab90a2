#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The clocks of the operating system. About 25 ns a look.
package enum SystemClock {
    /// Microseconds since 1970 UTC.
    @Sendable
    package static func now() -> Int64 {
        let time = read(CLOCK_REALTIME)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// Nanoseconds since some moment, not moved when the time of day is set.
    package static func monotonic() -> UInt64 {
        let time = read(CLOCK_MONOTONIC)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Microseconds that the machine has run since some moment: not moved when the time of day is set, and standing still
    /// while the machine is suspended.
    @Sendable
    package static func awake() -> Int64 {
        #if canImport(Darwin)
            // Its monotonic clock continues while the machine sleeps.
            let time = read(CLOCK_UPTIME_RAW)
        #else
            let time = read(CLOCK_MONOTONIC)
        #endif
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// Lets the thread sleep.
    package static func sleep(microseconds: UInt32) { usleep(microseconds) }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
