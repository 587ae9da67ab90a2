import Draft

/// One look at the clock: when a decision is made, and when its events are recorded.
///
/// The ledger's time never runs backwards, the machine's may: it is set back, or records of a time to come were imported.
/// The ledger's time stands still then until the machine's has caught up. That hides the usual jitter of time
/// synchronisation; for longer than that, every draft stands still as well, so that nobody loses or gains time. Where the
/// machine's clock leaps forward, drafts stood still from the leap on (`ClockLeaps`).
struct ClockReading: DecisionTime {
    /// Steps of the machine's clock up to this, back or forward, are its usual jitter.
    static let jitter: Int64 = 1_000_000

    /// The machine's clock.
    let machine: Int64
    /// Microseconds for which the process could do anything (`DeskClocks.awake`); nil if that is unknown.
    let awake: Int64?
    /// The ledger's clock: not before its last record.
    let recordedAt: Int64

    init(machine: Int64, awake: Int64? = nil, lastRecordedAt: Int64) {
        self.machine = machine
        self.awake = awake
        recordedAt = max(machine, lastRecordedAt)
    }

    /// Whether the machine's clock is noticeably behind the ledger's.
    var isSetBack: Bool { machine < recordedAt - Self.jitter }

    /// When the decision is made: the time of its record, and nothing else.
    var now: Timestamp { Timestamp(microseconds: recordedAt) }
}
