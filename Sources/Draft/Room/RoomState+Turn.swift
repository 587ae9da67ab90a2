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

    /// Who sits on a seat; nil where nobody does, or where there is no such seat.
    public func member(at seat: Seat) -> Member? {
        Int(seat) < members.count ? members[Int(seat)] : nil
    }

    /// The seats that are taken.
    public var memberCount: Int { members.count { $0 != nil } }

    /// The clock that runs; nil while none does or the room is paused.
    public var runningClock: Clock? { status == .active ? clock : nil }
}
