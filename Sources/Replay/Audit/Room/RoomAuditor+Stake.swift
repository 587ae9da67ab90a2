import Draft

/// Checks that members of a room act only for their own seat, also if they have a staff role.
extension RoomAuditor {
    mutating func checkStake(_ recorded: RecordedEvent, in room: RoomState) {
        guard let actor = recorded.origin?.actor, actor.role == .admin, let user = actor.user,
            let own = room.seat(of: user), let act = recorded.staffAction(in: room), act.seat != own
        else { return }
        notes.note(
            .authority, at: recorded, expected: "a person without a seat in the room", actual: actor.text,
            "User \(user), who drafts at \(room.placeName(of: own)), \(act.words) as staff.")
    }
}

extension RecordedEvent {
    /// The effect of a staff action in a room and the affected seat; nil if no member can be harmed.
    fileprivate func staffAction(in room: RoomState) -> (words: String, seat: Seat?)? {
        let place = { (seat: Seat) in room.placeName(of: seat) }
        if event.isQueueEdit {
            if case .queue(_, let seat) = stream { return ("edited the queue of \(place(seat))", seat) }
            return nil
        }
        return switch event.room {
        case .pick(.made(let made)): ("picked for \(place(made.seat))", made.seat)
        case .pick(.automated(let made)):
            made.reason == .admin ? ("triggered the autopick for \(place(made.seat))", made.seat) : nil
        case .pick(.corrected(let corrected)): ("corrected a pick of \(place(corrected.seat))", nil)
        case .seatChange(.autodraft(let set)):
            set.cause == .userWish ? ("changed the autodraft of \(place(set.seat))", set.seat) : nil
        case .clock(.extended): ("extended a clock", nil)
        case .clock(.paused): ("paused the draft", nil)
        case .clock(.resumed): ("resumed the draft", nil)
        case .ending(.voided): ("voided the room", nil)
        case .membership, .preparation, .clock, .seatChange, .ending, .results, nil:
            nil
        }
    }
}
