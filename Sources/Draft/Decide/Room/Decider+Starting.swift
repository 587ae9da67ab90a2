extension Decider {
    /// What follows when the last seat of a room is taken: `RoomFilled`, `DraftOrderDrawn`, `CountdownStarted`.
    /// - Parameter room: the room with its last seat taken.
    func fillEvents(of room: RoomState) -> [Event] {
        let secret = cryptography.drawSecret(of: room.id)
        let seats = OrderDraw.seats(
            secret: secret, room: room.id, entrants: room.entrants, cryptography: cryptography)
        return [
            .roomFilled(RoomFilled(seats: room.ruleset.teams)),
            .draftOrderDrawn(DraftOrderDrawn(secret: secret, seats: seats)),
            .countdownStarted(CountdownStarted(endsAt: now + room.ruleset.countdown)),
        ]
    }

    /// The countdown is over: the fees are posted and slot 0 is on the clock.
    func startDraftEvents(_ id: RoomID, of contest: some ContestStates) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkRole()
        guard room.status == .countdown, let endsAt = room.countdownEndsAt else {
            throw Refusal(.wrongStatus, "Room \(id) is \(room.status.name), not counting down.")
        }
        guard occurredAt >= endsAt else {
            throw Refusal(
                .clockRunning, "The countdown of room \(id) still runs.", deadline: endsAt,
                margin: endsAt - occurredAt)
        }
        var events = [StreamEvent(.room(id), .draftStarted(DraftStarted()))]
        events += postingEvents(of: room, in: contest)
        if room.ruleset.isTimed {
            events.append(StreamEvent(.room(id), startedClock(in: room, pick: 1, remaining: room.ruleset.pickClock)))
        }
        return events
    }
}
