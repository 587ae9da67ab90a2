import Platform

@testable import Server  // the time of tokens, keys and connections

/// A clock that a test sets forward by minutes, so that nothing expires because a machine is slow.
final class SetClock: Sendable {
    private let ahead = Guarded(0.0)

    func skip(_ seconds: Double) { ahead.withLock { $0 += seconds } }

    var clock: SecondsClock {
        SecondsClock(
            now: { SecondsClock.system.now() + self.ahead.withLock { $0 } },
            uptime: { SecondsClock.system.uptime() + self.ahead.withLock { $0 } })
    }

    /// The same, but the time for which it has run is what it was set forward by: nothing settles on a slow machine either.
    var standing: SecondsClock {
        var clock = clock
        clock.uptime = { self.ahead.withLock { $0 } }
        return clock
    }
}
