public import Draft
import Platform

/// The times of retries, as the text of Standard Webhooks recommends them.
struct WebhookSchedule: Sendable {
    /// From each failed attempt to the next; after the last one, an event is a dead letter.
    var delays: [Interval]

    static let standard = WebhookSchedule(
        delays: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map { .seconds($0) })

    /// The delay after an attempt.
    ///
    /// - Parameters:
    ///   - failed: how many attempts have failed.
    ///   - random: any number; it adds up to a tenth, so that the retries of an outage do not arrive together.
    /// - Returns: nil after the last attempt.
    func delay(after failed: Int, random: UInt64) -> Interval? {
        guard (1...delays.count).contains(failed) else { return nil }
        let delay = delays[failed - 1].microseconds
        return Interval(microseconds: delay + Int64(random % UInt64(max(1, delay / 10))))
    }
}

/// The time, the waiting and the numbers at random that a dispatcher uses.
public struct WebhookWorld: Sendable {
    package let now: @Sendable () -> Timestamp
    let sleep: @Sendable (Interval) async throws -> Void
    package let random: @Sendable () -> UInt64
    /// The time that a message states.
    let sentAt: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - now: the time by which attempts are due.
    ///   - sleep: returns after an interval of that time.
    ///   - random: returns numbers at random.
    ///   - sentAt: the time that a message states, which a receiver compares with its own clock; nil for `now`.
    public init(
        now: @escaping @Sendable () -> Timestamp, sleep: @escaping @Sendable (Interval) async throws -> Void,
        random: @escaping @Sendable () -> UInt64, sentAt: (@Sendable () -> Timestamp)? = nil
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
        self.sentAt = sentAt ?? now
    }

    /// The clocks and the generator of the system.
    public static let system = WebhookWorld(
        now: { Timestamp(microseconds: SystemClock.now()) },
        sleep: { try await Task.sleep(for: .microseconds($0.microseconds)) },
        random: { .random(in: 0 ... .max) })
}
