extension RoomState {
    /// Whether the draft has begun; when it did, a source of history may not say.
    public var hasStarted: Bool {
        switch status {
        case .active, .paused, .complete: true
        case .waiting, .countdown, .cancelled, .voided: startedAt != nil || !picks.isEmpty
        }
    }

    /// The pick on the clock, or the next one; `pickCount + 1` once all are made.
    public var currentPickNumber: PickNumber { PickNumber(picks.count) + 1 }

    /// The slot whose turn it is; nil once all picks are made or before the order is drawn.
    public var slotOnClock: Slot? {
        guard currentPickNumber <= ruleset.snake.pickCount, !seatOfSlot.isEmpty else { return nil }
        return ruleset.snake.slot(of: currentPickNumber)
    }

    /// The seat whose turn it is.
    public var seatOnClock: Seat? {
        guard let slot = slotOnClock, Int(slot) < seatOfSlot.count else { return nil }
        return seatOfSlot[Int(slot)]
    }

    /// The seat of a user; nil when the user is not in the room.
    public func seat(of user: UserID) -> Seat? {
        members.firstIndex { $0?.user == user }.map { Seat($0) }
    }

    /// The member of a seat; nil if it is free or does not exist.
    public func member(at seat: Seat) -> Member? {
        Int(seat) < members.count ? members[Int(seat)] : nil
    }

    /// The seats that are taken.
    public var memberCount: Int { members.count { $0 != nil } }

    /// The running clock; nil while no clock runs or the room is paused.
    public var runningClock: Clock? { status == .active ? clock : nil }

    /// Returns the times of a pick's own clock: of the one that runs, or of the one under which the pick was made.
    ///
    /// - Returns: nil if the pick has not been on the clock yet, or no clock ran for it.
    public func pickClock(of pick: PickNumber) -> PickClock? {
        guard pick < currentPickNumber else {
            return pick == currentPickNumber ? runningClock.map { PickClock($0, of: pick) } : nil
        }
        return pickClocks.last { $0.pick == pick }
    }
}

extension RoomState.PickClock {
    init(_ clock: RoomState.Clock, of pick: PickNumber) {
        self.init(deadline: clock.deadline, graceEndsAt: clock.graceEndsAt, pick: pick)
    }
}

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
