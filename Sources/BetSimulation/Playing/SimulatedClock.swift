import Platform
package import Values

/// The clock of a simulated ledger: a time that is set, until the system's clock takes over.
package final class SimulatedClock: Sendable {
    private let set: Guarded<Int64?>
    private let system: @Sendable () -> Int64

    /// - Parameter system: microseconds since 1970, UTC.
    package init(beginning moment: Timestamp, system: @escaping @Sendable () -> Int64) {
        set = Guarded(moment.microseconds)
        self.system = system
    }

    /// Microseconds since 1970, UTC.
    @Sendable
    package func now() -> Int64 { set.withLock { $0 } ?? system() }

    /// Sets the time. It never runs backwards.
    package func move(to moment: Timestamp) { set.withLock { $0 = max($0 ?? .min, moment.microseconds) } }

    /// Follows the system's clock from now on.
    package func follow() { set.withLock { $0 = nil } }
}
