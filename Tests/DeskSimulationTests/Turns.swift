import Draft

/// How long members had been on the clock when they were autopicked, by a clock that nobody sets and without the time in
/// which nothing could be stored.
struct Turns {
    /// What small steps forward, which nobody tells from jitter, may have cost in a turn.
    private static let slack: Int64 = 4_000_000

    /// What the machine had run for at a time by its clock, when a desk last looked.
    private var awakeAt: [Int64: Int64] = [:]
    /// When the pick on the clock got its first clock, and how long that was.
    private var turns: [StreamKey: (pick: PickNumber, start: Int64, length: Int64)] = [:]

    mutating func looked(at time: Int64, awake: Int64) { awakeAt[time] = awake }

    /// Takes in what has become durable.
    ///
    /// - Throws: `Wrong` for a pick of the rules before its time.
    mutating func check(_ recorded: RecordedEvent) throws {
        guard let awake = awakeAt[recorded.recordedAt.microseconds] else { return }
        switch recorded.event {
        case .clockStepped(let step) where step.cause == .storage:
            // Time in which nothing could be stored is nobody's.
            for stream in turns.keys { turns[stream]?.start += (step.to - step.from).microseconds }
        case .clockStarted(let clock) where turns[recorded.stream]?.pick != clock.pick:
            let length = (clock.graceEndsAt - recorded.recordedAt).microseconds
            turns[recorded.stream] = (clock.pick, awake, length)
        case .pickAutomated(let made) where made.reason == .clockExpired:
            guard let turn = turns[recorded.stream], turn.pick == made.pick else { return }
            guard awake - turn.start >= turn.length - Self.slack else {
                throw Wrong(
                    "pick \(made.pick) of \(recorded.stream) was made by the rules after \(awake - turn.start) us, of "
                        + "\(turn.length) us that its member had")
            }
        default: break
        }
    }
}
