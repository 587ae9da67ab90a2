package import Draft

/// Whatever decides commands about room 1: the rules alone, a ledger on disk, a simulator. A text draft goes through any
/// of them, and has to come to the same.
package protocol DraftDesk {
    /// Room 1 as it stands.
    var room: RoomState { get throws }

    /// Decides a command and puts what it comes to on record.
    ///
    /// - Parameters:
    ///   - moment: when it reached the edge of the system.
    ///   - now: the ledger's clock.
    mutating func answer(
        _ command: Command, from sender: Sender, at moment: Timestamp, now: Timestamp
    ) throws -> Decision
}

extension House: DraftDesk {
    package mutating func answer(
        _ command: Command, from sender: Sender, at moment: Timestamp, now: Timestamp
    ) -> Decision {
        send(command, as: sender, at: moment, now: now)
    }
}

extension RoomState {
    /// The user who sits on the seat of a slot; nil where nobody known does.
    package func user(ofSlot slot: Slot) -> UserID? {
        guard Int(slot) < seatOfSlot.count else { return nil }
        return member(at: seatOfSlot[Int(slot)])?.user
    }
}
