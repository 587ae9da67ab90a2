import Draft

/// The clocks that a desk looks at.
struct DeskClocks: Sendable {
    /// The machine's time of day, in microseconds since 1970 UTC. It may be set.
    let machine: @Sendable () -> Int64
    /// Microseconds for which somebody could do anything: nobody sets it, and it stands still while the machine is suspended
    /// or the process is stopped (`RunningClock`). Nil where nothing is said of that, and no leap is ever seen.
    let awake: (@Sendable () -> Int64)?

    /// Both at once.
    ///
    /// A thread that is held up between the two looks would take its own rest for the machine's: it looks again then.
    func look() -> (machine: Int64, awake: Int64?) {
        guard let awake else { return (machine(), nil) }
        var before = awake()
        for _ in 0..<Self.looks {
            let (machine, after) = (machine(), awake())
            if after - before <= Self.longestLook { return (machine, after) }
            before = after
        }
        return (machine(), nil)
    }

    private static let looks = 8
    private static let longestLook: Int64 = 10_000
}

/// Sees a machine's clock leap forward, against one that nobody sets.
///
/// It is the same whether the time of day was set, the machine was suspended or the process was stopped: time has passed by
/// the clock in which nobody could do anything. How much is exact, however seldom anybody looks; to a quarter of a second
/// where the process was stopped.
struct ClockLeaps {
    /// By how much the time of day was ahead of the other clock at the last look.
    private var lead: Int64?

    /// Time in which the ledger recorded nothing, and that no draft is to count.
    struct Leap: Hashable {
        /// The last moment at which the ledger was known to record, in microseconds since 1970.
        var start: Int64
        var cause: ClockStepped.Cause

        /// The shortest leap that drafts are paused for, in microseconds. A commit that fails costs somebody a turn however
        /// short the failure is; clocks jitter.
        var shortest: Int64 { cause == .storage ? 0 : ClockReading.jitter }
    }

    /// The leap that drafts have not been paused for yet; nil if there is none.
    private(set) var pending: Leap?

    /// Takes in a look at the clocks. Several leaps are one, from the first on.
    mutating func note(machine: Int64, awake: Int64?) {
        guard let awake else { return }
        defer { lead = machine - awake }
        guard let lead, machine - awake - lead > ClockReading.jitter else { return }
        add(Leap(start: awake + lead, cause: .clock))
    }

    /// Marks the leap as handled.
    mutating func settle() { pending = nil }

    /// Adds a leap. Several are one, from the first moment on; storage that failed is its cause if it is one of theirs.
    mutating func add(_ leap: Leap) {
        guard let pending else { return self.pending = leap }
        self.pending = Leap(
            start: min(pending.start, leap.start), cause: pending.cause == .storage ? .storage : leap.cause)
    }
}
