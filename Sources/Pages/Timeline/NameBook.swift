package import Draft

/// Turns the numbers of events into words.
package protocol NameBook {
    func user(_ id: UserID) -> String

    /// Who sits on a seat of a room, as of the events told.
    func holder(of seat: Seat, in room: RoomID) -> String

    /// The seat that drafts from a slot; nil before the order is drawn.
    func seat(of slot: Slot, in room: RoomID) -> Seat?

    /// A player of the pool that a room drafts from; nil where that is not known.
    func player(_ index: PlayerIndex, in room: RoomID) -> PlayerListing?

    /// A pick as drafters say it, `2.05`.
    func label(of pick: PickNumber, in room: RoomID) -> String
}

extension RoomView: NameBook {
    package func user(_ id: UserID) -> String { users[id] ?? "user \(id)" }

    package func holder(of seat: Seat, in room: RoomID) -> String { name(of: seat) }

    package func seat(of slot: Slot, in room: RoomID) -> Seat? {
        Int(slot) < self.room.seatOfSlot.count ? self.room.seatOfSlot[Int(slot)] : nil
    }

    package func player(_ index: PlayerIndex, in room: RoomID) -> PlayerListing? { pool.player(index) }

    package func label(of pick: PickNumber, in room: RoomID) -> String {
        self.room.ruleset.snake.label(of: pick)
    }
}
