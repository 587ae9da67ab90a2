public import Draft
import Platform

/// The time of day, and how to wait for it: the machine's, or a test's own.
public struct WallClock: Sendable {
    /// The time now; the same clock as the ledger's.
    public let now: @Sendable () -> Timestamp

    /// Returns once the clock has reached a moment. Throws `CancellationError` when the task is cancelled meanwhile.
    public let sleep: @Sendable (_ until: Timestamp) async throws -> Void

    /// - Parameters:
    ///   - now: the time now.
    ///   - sleep: returns once the clock has reached a moment.
    public init(
        now: @escaping @Sendable () -> Timestamp, sleep: @escaping @Sendable (_ until: Timestamp) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The machine's clock. It may be set while somebody sleeps: a sleeper looks at it four times a second.
    public static let system = WallClock(now: systemNow) { moment in
        while true {
            let left = (moment - systemNow()).microseconds
            guard left > 0 else { return }
            try await Task.sleep(for: .microseconds(min(left, 250_000)), tolerance: .zero)
        }
    }

    @Sendable
    private static func systemNow() -> Timestamp { Timestamp(microseconds: SystemClock.now()) }
}
