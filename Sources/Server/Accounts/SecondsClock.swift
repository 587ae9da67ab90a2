import Foundation

/// The time by which tokens, their keys and open connections are judged.
package struct SecondsClock: Sendable {
    /// Seconds since 1970.
    package var now: @Sendable () -> Double
    /// Seconds of a clock that is never set.
    package var uptime: @Sendable () -> Double

    package static let system: SecondsClock = {
        let start = ContinuousClock.now
        return SecondsClock(
            now: { Date().timeIntervalSince1970 }, uptime: { (ContinuousClock.now - start) / .seconds(1) })
    }()
}
