extension Decider {
    /// A new clock for a pick, from now on.
    func clockStartedEvent(in room: RoomState, pick: PickNumber, remaining: Interval) -> Event {
        let deadline = now + remaining
        return .clockStarted(
            ClockStarted(
                pick: pick, slot: room.ruleset.snake.slot(of: pick), epoch: room.epoch &+ 1, deadline: deadline,
                graceEndsAt: deadline + room.ruleset.grace))
    }

    /// The displayed time of the clock, rounded up to the millisecond.
    func tickClockEvents(_ id: RoomID, pick: PickNumber) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkDrafting(room, includingOvernight: false)
        try checkRole()
        let clock = try checkedClock(of: room, pick: pick)
        let remaining = UInt32(clamping: (clock.deadline - occurredAt).microseconds / 1_000)
        return [StreamEvent(.clock(id), .clockTicked(ClockTicked(pick: pick, remaining: remaining)))]
    }

    /// The most by which one command extends a clock: far more than any slow draft's clock, far less than would leave a
    /// room without an end.
    private var longestExtension: Interval { .seconds(7 * 24 * 60 * 60) }

    /// More time for the slot on the clock, up to seven days. It has to be asked for while the clock, grace included, still runs.
    func extendClockEvents(
        _ id: RoomID, pick: PickNumber, by interval: Interval, reason: Wording
    ) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkDrafting(room, includingOvernight: false)
        try checkRole()
        let clock = try checkedClock(of: room, pick: pick)
        guard interval > .zero, interval <= longestExtension else {
            throw Refusal(
                .invalidValue,
                "A clock is extended by \(interval.microseconds) microseconds, expected 1 to "
                    + "\(longestExtension.microseconds), which is seven days.")
        }
        try check(reason, named: "reason", limit: 2_000)
        guard occurredAt <= clock.graceEndsAt else {
            throw Refusal(
                .clockExpired, "The clock of pick \(pick) has run out.", pick: pick, deadline: clock.deadline,
                graceEndsAt: clock.graceEndsAt, margin: clock.graceEndsAt - occurredAt)
        }
        return [
            StreamEvent(
                .room(id),
                .clockExtended(
                    ClockExtended(
                        pick: pick, epoch: room.epoch &+ 1, deadline: clock.deadline + interval,
                        graceEndsAt: clock.graceEndsAt + interval, reason: reason)))
        ]
    }

    /// The clock that runs for a pick.
    private func checkedClock(of room: RoomState, pick: PickNumber) throws(Refusal) -> RoomState.Clock {
        guard pick == room.currentPickNumber else {
            throw Refusal(
                .stalePickNumber, "Pick \(room.currentPickNumber) is on the clock, not \(pick).", pick: pick)
        }
        guard let clock = room.clock else {
            throw Refusal(.wrongStatus, "No clock is running in room \(room.id).", pick: pick)
        }
        return clock
    }
}

extension Decider {
    /// Stops the clock.
    ///
    /// It stops at the command's own moment: for an outage that is when the service was last known to be up, not when
    /// it came back. It cannot have stopped before the last pick, though, whatever the sender's time says.
    ///
    /// Outages are stated by the service; by a person only with the approval of another.
    ///
    /// Overnight pauses are for the nights of the room's rules. Without nights, the scheduler makes none; staff can
    /// stop the clock while picks continue, under the conditions of a manual pause.
    func pauseRoomEvents(
        _ id: RoomID, kind: RoomPaused.Kind, reason: Wording
    ) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkDrafting(room, includingOvernight: false)
        try checkRole()
        try check(reason, named: "reason", isRequired: false, limit: 2_000)
        if kind == .outage { try checkMayDeclareOutage(of: id) }
        let picked = room.picks.last?.recordedAt ?? room.startedAt ?? occurredAt
        // If the ledger's time had to stand still, the pick's record is from later than the clock that it started.
        let earliest = room.clock.map { min(picked, $0.deadline - room.ruleset.pickClock) } ?? picked
        let stoppedAt = max(occurredAt, earliest)
        if kind == .overnight { try checkIsNight(at: stoppedAt, in: room) }
        let remaining = room.clock.map { max(.zero, $0.deadline - stoppedAt) } ?? .zero
        return [
            StreamEvent(
                .room(id),
                .roomPaused(
                    RoomPaused(
                        kind: kind, pick: room.currentPickNumber, remaining: remaining, reason: reason,
                        requestedBy: proposer)))
        ]
    }

    /// Refuses an outage that one person declares. The service states its own, which the ledger's records confirm.
    private func checkMayDeclareOutage(of id: RoomID) throws(Refusal) {
        guard origin.actor.role == .admin, !isApproved, state.rules >= SoftwareStarted.rulesOfCauses else { return }
        throw Refusal(
            .approverRequired,
            "One person cannot declare an outage of room \(id). Propose the pause in an approval request, or pause the room "
                + "manually.")
    }

    /// Starts the clock again: in full after a manual pause, with what remained after the others. A pick that was made
    /// overnight has left the next slot its full clock.
    func resumeRoomEvents(_ id: RoomID) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        guard room.status == .paused, let pause = room.pause else {
            throw Refusal(.wrongStatus, "Room \(id) is \(room.status.name), not paused.")
        }
        try checkRole()
        if pause.kind == .overnight, let night = room.ruleset.overnight?.night(at: occurredAt) {
            throw Refusal(
                .clockRunning, "The overnight pause of room \(id) is not over.", pick: room.currentPickNumber,
                deadline: night.end,
                margin: night.end - occurredAt)
        }
        let pick = room.currentPickNumber
        var events: [Event] = [.roomResumed(RoomResumed(kind: pause.kind, pick: pick))]
        if room.ruleset.isTimed {
            let remaining = pause.kind == .manual ? room.ruleset.pickClock : pause.remaining
            events.append(clockStartedEvent(in: room, pick: pick, remaining: remaining))
        }
        return events.on(.room(id))
    }
}

extension Decider {
    /// Refuses an overnight pause by day, and one that comes to the aid of a clock that had run out before the night began.
    private func checkIsNight(at moment: Timestamp, in room: RoomState) throws(Refusal) {
        guard let overnight = room.ruleset.overnight else {
            guard origin.actor.role == .scheduler, state.rules >= OvernightWindow.firstRules else { return }
            throw Refusal(
                .wrongStatus, "The rules of room \(room.id) have no overnight pause.", pick: room.currentPickNumber)
        }
        let pick = room.currentPickNumber
        guard let night = overnight.night(at: moment) else {
            throw Refusal(
                .wrongStatus, "Room \(room.id) is outside its overnight pause, which is \(overnight.text).", pick: pick)
        }
        guard let clock = room.clock, clock.graceEndsAt < night.begin else { return }
        throw Refusal(
            .clockExpired, "The clock of pick \(pick) had run out before the overnight pause.", pick: pick,
            deadline: clock.deadline, graceEndsAt: clock.graceEndsAt, margin: clock.graceEndsAt - moment)
    }

    /// Whether a clock has run out: at night, a clock that had time left when the night began does not run out.
    func hasRunOut(_ clock: RoomState.Clock, in room: RoomState) -> Bool {
        guard occurredAt > clock.graceEndsAt else { return false }
        return room.ruleset.overnight?.night(at: occurredAt).map { clock.graceEndsAt < $0.begin } ?? true
    }
}
