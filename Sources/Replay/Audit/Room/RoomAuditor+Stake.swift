import Draft

/// Who sits in a room decides nothing about it but for the own seat, whatever else he may do in the house.
extension RoomAuditor {
    mutating func checkStake(_ recorded: RecordedEvent, in room: RoomState) {
        guard let actor = recorded.origin?.actor, actor.role == .admin, let user = actor.user,
            let own = room.seat(of: user), let act = recorded.actOfHouse, act.seat != own
        else { return }
        notes.note(
            .authority, at: recorded, expected: "somebody who does not sit in the room", actual: actor.text,
            "User \(user), who drafts on seat \(own), \(act.words) as a member of the house.")
    }
}

extension RecordedEvent {
    /// What an act of the house does in a room, and in whose place; nil for what is nobody's disadvantage.
    fileprivate var actOfHouse: (words: String, seat: Seat?)? {
        switch event {
        case .pickMade(let made): ("picked for seat \(made.seat)", made.seat)
        case .pickAutomated(let made) where made.reason == .admin:
            ("had the rules pick for seat \(made.seat)", made.seat)
        case .autodraftSet(let set) where set.cause == .userWish:
            ("switched the autodraft of seat \(set.seat)", set.seat)
        case .clockExtended: ("extended a clock", nil)
        case .roomPaused: ("paused the draft", nil)
        case .roomResumed: ("resumed the draft", nil)
        case .pickCorrected(let corrected): ("corrected a pick of seat \(corrected.seat)", nil)
        case .roomVoided: ("voided the room", nil)
        case let event where event.isQueueEdit:
            if case .queue(_, let seat) = stream { ("edited the queue of seat \(seat)", seat) } else { nil }
        default: nil
        }
    }
}
