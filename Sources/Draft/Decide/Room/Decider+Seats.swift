extension Decider {
    /// The user's wish. Wishing for what is so already is recorded as well: the wish is a fact.
    func setAutodraftEvents(_ id: RoomID, seat: Seat, on: Bool) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkNotOver(room)
        try checkMayAct(for: seat, in: room)
        return [
            StreamEvent(.room(id), .autodraftSet(AutodraftSet(seat: seat, on: on, cause: .userWish)))
        ]
    }

    /// A member's connection came or went, as the service that holds it says.
    func setConnectionEvents(_ id: RoomID, seat: Seat, connected: Bool) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkNotOver(room)
        guard mayAct(for: seat, in: room) else {
            throw Refusal(.forbidden, "The sender may not speak for seat \(seat) of room \(id).", seat: seat)
        }
        return [
            StreamEvent(.room(id), .connectionChanged(ConnectionChanged(seat: seat, connected: connected)))
        ]
    }
}
