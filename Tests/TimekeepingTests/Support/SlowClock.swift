import Draft
import Platform
import Timekeeping

/// The machine's clock slowed down, so that a busy machine is in time, and to be set forward while a service is down.
final class SlowClock: Sendable {
    private static let slowness: Int64 = 3
    private let start = SystemClock.now()
    private let skipped = Guarded<Int64>(0)

    /// Microseconds since 1970.
    func now() -> Int64 {
        start + (SystemClock.now() - start) / Self.slowness + skipped.withLock { $0 }
    }

    func skip(_ time: Interval) { skipped.withLock { $0 += time.microseconds } }

    var wallClock: WallClock {
        WallClock {
            Timestamp(microseconds: self.now())
        } sleep: { moment in
            while moment.microseconds > self.now() {
                let left = (moment.microseconds - self.now()) * Self.slowness
                try await Task.sleep(for: .microseconds(max(100, min(left, 250_000))))
            }
        }
    }
}
