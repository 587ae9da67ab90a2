import Draft
import DraftLedger

/// What the rules allow and people have to know of: what the house did in a member's place without a case that says why,
/// and a drawn order that came to nothing.
extension RoomAuditor {
    mutating func remark(on recorded: RecordedEvent, in room: RoomState) {
        if case .cancelled = recorded.event.ending, !room.seatOfSlot.isEmpty {
            notes.remark(
                at: recorded,
                "The room was cancelled after its order had been drawn: who joins again gets another one.")
        } else if case .corrected(let corrected) = recorded.event.pick, corrected.dispute == nil {
            notes.remark(at: recorded, "Pick \(corrected.pick) was corrected, and no case says why.")
        } else {
            guard let origin = recorded.origin, origin.actor.role == .admin, origin.dispute == nil,
                room.ruleset.isTimed, !view.staff.hasBegun, let act = recorded.event.actForMember
            else { return }
            notes.remark(at: recorded, "\(origin.actor.text) \(act) in a member's place, and no case says why.")
        }
    }
}

extension Event {
    /// What somebody of the house did that is a member's to do; nil for all else.
    fileprivate var actForMember: String? {
        if isQueueEdit { return "edited the queue" }
        if case .autodraft(let set) = seatChange, set.cause == .userWish {
            return "switched autodraft \(set.on ? "on" : "off")"
        }
        return switch pick {
        case .made(let made): "made pick \(made.pick) by hand"
        case .automated(let made): made.reason == .admin ? "had the rules make pick \(made.pick)" : nil
        case .corrected, nil: nil
        }
    }
}
