import Platform

/// The time for which a process has run: a clock that nobody sets, and that stands still while the machine is suspended,
/// and while the process is stopped, as by SIGSTOP, a debugger or the freezing of its container.
///
/// Nothing tells a process that it was stopped. So somebody looks at this clock four times a second as long as there is a
/// service, and where nobody did for more than a second, the process did not run from the last look on.
package final class RunningClock: Sendable {
    private struct State {
        /// By the machine's clock.
        var lastLook: Int64 = 0
        /// For how long the process did not run.
        var stopped: Int64 = 0
        /// How many see to it that the clock is looked at.
        var beats = 0
    }

    /// Looks at the clock, until it is told not to any more.
    package final class Beat: Sendable {
        private let hasEnded = Guarded(false)
        private let clock: RunningClock
        private let thread = Guarded<DedicatedThread?>(nil)

        fileprivate init(of clock: RunningClock) {
            self.clock = clock
            clock.count(1)
            do {
                let started = try DedicatedThread { self.run() }
                thread.withLock { $0 = started }
            } catch {
                // Without a thread nobody would look: the clock is the machine's then.
                end()
            }
        }

        private func run() {
            while !hasEnded.withLock({ $0 }) {
                _ = clock.now()
                SystemClock.sleep(microseconds: RunningClock.pace)
            }
            // Nobody waits for it.
            thread.withLock { $0 }?.join()
        }

        /// Calls after the first do nothing.
        package func end() {
            let isFirst = hasEnded.withLock { hasEnded in
                defer { hasEnded = true }
                return !hasEnded
            }
            if isFirst { clock.count(-1) }
        }
    }

    /// This process's.
    package static let process = RunningClock(SystemClock.awake)

    /// From one look to the next, in microseconds.
    private static let pace: UInt32 = 250_000
    /// A process that did not look for longer did not run, in microseconds.
    private static let longest: Int64 = 1_000_000

    private let machine: @Sendable () -> Int64
    private let state = Guarded(State())

    /// - Parameter machine: microseconds for which the machine has run.
    package init(_ machine: @escaping @Sendable () -> Int64) { self.machine = machine }

    /// Microseconds. About 50 ns.
    @Sendable
    package func now() -> Int64 {
        state.withLock { state in
            let now = machine()
            if state.beats > 0, now - state.lastLook > Self.longest { state.stopped += now - state.lastLook }
            state.lastLook = now
            return now - state.stopped
        }
    }

    /// Has the clock looked at from now on.
    package func beat() -> Beat { Beat(of: self) }

    /// Without anybody who looks, silence says nothing.
    fileprivate func count(_ change: Int) {
        _ = now()
        state.withLock { $0.beats += change }
    }
}
