package import Draft
import Platform

/// The machine's clock slowed down, so that a busy machine is in time, and to be set forward.
package final class SlowClock: Sendable {
    private static let slowness: Int64 = 6
    private let start = SystemClock.now()
    private let skipped = Guarded<Int64>(0)

    package init() {}

    /// Microseconds since 1970.
    @Sendable
    package func now() -> Int64 {
        start + (SystemClock.now() - start) / Self.slowness + skipped.withLock { $0 }
    }

    /// Microseconds for which it has run, without what it was set forward by.
    @Sendable
    package func awake() -> Int64 { (SystemClock.now() - start) / Self.slowness }

    package func skip(_ time: Interval) { skipped.withLock { $0 += time.microseconds } }

    /// Returns once the clock has reached a moment.
    @Sendable
    package func sleep(until moment: Timestamp) async throws {
        while moment.microseconds > now() {
            let left = (moment.microseconds - now()) * Self.slowness
            try await Task.sleep(for: .microseconds(max(100, min(left, 250_000))))
        }
    }
}
