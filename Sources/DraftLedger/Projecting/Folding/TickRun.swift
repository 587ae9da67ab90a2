import Draft

/// Ticks of one room that follow one another, as one.
///
/// Nine in ten events of a live ledger are ticks, and all that a fold keeps of them is how many there were and what the
/// last one showed. As long as they are for the same pick, a run of them folds as its last one and a count.
struct TickRun {
    /// At least 1, or 0 where no run is under way.
    private(set) var count: UInt32 = 0
    private(set) var pick: PickNumber = 0
    private(set) var remaining: UInt32 = 0

    /// No run.
    init() {}

    init(_ tick: ClockTicked) { self.init(count: 1, pick: tick.pick, remaining: tick.remaining) }

    init(count: UInt32, pick: PickNumber, remaining: UInt32) {
        self.count = count
        self.pick = pick
        self.remaining = remaining
    }

    /// Takes one more tick in.
    ///
    /// - Returns: false, and does nothing, for a tick of another pick.
    @inline(__always)
    mutating func extend(by tick: ClockTicked) -> Bool {
        guard count == 0 || pick == tick.pick else { return false }
        count &+= 1
        pick = tick.pick
        remaining = tick.remaining
        return true
    }
}
