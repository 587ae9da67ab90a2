import Draft
import DraftLedger

/// What the rules allow and people have to know of: what the house did in a member's place without a case that says why,
/// and a drawn order that came to nothing.
extension RoomAuditor {
    mutating func remark(on recorded: RecordedEvent, in room: RoomState) {
        switch recorded.event {
        case .roomCancelled where !room.seatOfSlot.isEmpty:
            notes.remark(
                at: recorded,
                "The room was cancelled after its order had been drawn: who joins again gets another one.")
        case .pickCorrected(let corrected) where corrected.dispute == nil:
            notes.remark(at: recorded, "Pick \(corrected.pick) was corrected, and no case says why.")
        default:
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
        switch self {
        case .pickMade(let made): "made pick \(made.pick) by hand"
        case .pickAutomated(let made) where made.reason == .admin: "had the rules make pick \(made.pick)"
        case .autodraftSet(let set) where set.cause == .userWish: "switched autodraft \(set.on ? "on" : "off")"
        case let event where event.isQueueEdit: "edited the queue"
        default: nil
        }
    }
}
