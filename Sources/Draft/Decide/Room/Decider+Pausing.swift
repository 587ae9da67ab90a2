extension Decider {
    /// Stops the clock.
    ///
    /// It stops at the command's own moment: for an outage that is when the service was last known to be up, not when
    /// it came back. It cannot have stopped before the last pick, though, whatever the sender's time says.
    func pauseRoomEvents(
        _ id: RoomID, kind: RoomPaused.Kind, reason: String
    ) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkDrafting(room, includingOvernight: false)
        try checkRole()
        try check(reason, named: "reason", isRequired: false, limit: 2_000)
        let picked = room.picks.last?.recordedAt ?? room.startedAt ?? occurredAt
        // Where the ledger's time had to stand still, the pick's record is from later than the clock that it started.
        let earliest = room.clock.map { min(picked, $0.deadline - room.ruleset.pickClock) } ?? picked
        let stoppedAt = max(occurredAt, earliest)
        let remaining = room.clock.map { max(.zero, $0.deadline - stoppedAt) } ?? .zero
        return [
            StreamEvent(
                .room(id),
                .roomPaused(
                    RoomPaused(kind: kind, pick: room.currentPickNumber, remaining: remaining, reason: reason)))
        ]
    }

    /// Starts the clock again: in full after a manual pause, with what remained after the others. A pick that was made
    /// overnight has left the next slot its full clock.
    func resumeRoomEvents(_ id: RoomID) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        guard room.status == .paused, let pause = room.pause else {
            throw Refusal(.wrongStatus, "Room \(id) is \(room.status.name), not paused.")
        }
        try checkRole()
        let pick = room.currentPickNumber
        var events: [Event] = [.roomResumed(RoomResumed(kind: pause.kind, pick: pick))]
        if room.ruleset.isTimed {
            let remaining = pause.kind == .manual ? room.ruleset.pickClock : pause.remaining
            events.append(startedClock(in: room, pick: pick, remaining: remaining))
        }
        return events.on(.room(id))
    }
}
