/// How a clock looks to those who watch it. For display only: deadlines alone decide.
public enum TimerState: UInt8, Sendable, CaseIterable {
    /// No clock runs.
    case idle = 0
    case active = 1
    /// 10 s or less to the deadline.
    case warning = 2
    /// 5 s or less to the deadline, which itself included.
    case critical = 3
    /// Past the deadline; a pick still counts.
    case grace = 4
    /// Past the grace: the pick is the rules' to make.
    case autopick = 5

    /// The stable string.
    public var name: String { String(describing: self) }

    /// The look of a clock at a moment.
    public init(of clock: RoomState.Clock?, at moment: Timestamp) {
        guard let clock else {
            self = .idle
            return
        }
        let remaining = clock.deadline - moment
        if moment > clock.graceEndsAt {
            self = .autopick
        } else if remaining < .zero {
            self = .grace
        } else if remaining <= .seconds(5) {
            self = .critical
        } else {
            self = remaining <= .seconds(10) ? .warning : .active
        }
    }
}

extension RoomState {
    /// The look of the room's timer at a moment: idle while no clock runs or the room is paused.
    public func timerState(at moment: Timestamp) -> TimerState { TimerState(of: runningClock, at: moment) }
}
