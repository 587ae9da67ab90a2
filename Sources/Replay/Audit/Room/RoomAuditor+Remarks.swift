import Draft
import DraftLedger

/// Warnings about allowed actions: staff actions in place of a member without a case, and a discarded drawn order.
extension RoomAuditor {
    mutating func remark(on recorded: RecordedEvent, in room: RoomState) {
        if case .cancelled = recorded.event.ending, !room.seatOfSlot.isEmpty {
            notes.remark(
                at: recorded,
                "The room was cancelled after its order was drawn: members who join again get another order.")
        } else if case .corrected(let corrected) = recorded.event.pick, corrected.dispute == nil {
            notes.remark(at: recorded, "Pick \(corrected.pick) was corrected without a case that states why.")
        } else {
            guard let origin = recorded.origin, origin.actor.role == .admin, origin.dispute == nil,
                room.ruleset.isTimed, !view.staff.hasBegun, let act = recorded.event.actForMember
            else { return }
            notes.remark(
                at: recorded, "\(origin.actor.text) \(act) in a member's place without a case that states why.")
        }
    }
}

extension Event {
    /// The staff action in place of a member, or nil.
    fileprivate var actForMember: String? {
        if isQueueEdit { return "edited the queue" }
        if case .autodraft(let set) = seatChange, set.cause == .userWish {
            return "turned autodraft \(set.on ? "on" : "off")"
        }
        return switch pick {
        case .made(let made): "made pick \(made.pick) by hand"
        case .automated(let made): made.reason == .admin ? "triggered the autopick of pick \(made.pick)" : nil
        case .corrected, nil: nil
        }
    }
}
