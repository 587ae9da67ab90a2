import Draft

/// One look at the clock: when a decision is made, and when its events are recorded.
struct ClockReading {
    /// The machine's clock, which may have been set back.
    let machine: Int64
    /// The ledger's, which never runs backwards.
    let now: Timestamp
}

extension CommandDesk {
    func readClock() -> ClockReading {
        let machine = clock()
        return ClockReading(machine: machine, now: Timestamp(microseconds: max(machine, lastRecordedAt)))
    }
}
