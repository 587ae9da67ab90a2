import Draft
import DraftLedger

/// Warnings about allowed actions: staff actions in place of a member without a case, a discarded drawn order, and pauses
/// that people declare.
extension RoomAuditor {
    mutating func remark(on recorded: RecordedEvent, in room: RoomState) {
        remarkOnPause(endedBy: recorded, in: room)
        if case .cancelled = recorded.event.ending, !room.seatOfSlot.isEmpty {
            notes.remark(
                at: recorded,
                "The room was cancelled after its order was drawn: members who join again get another order.")
        } else if case .corrected(let corrected) = recorded.event.pick, corrected.dispute == nil {
            notes.remark(at: recorded, "Pick \(corrected.pick) was corrected without a case that states why.")
        } else {
            guard let origin = recorded.origin, origin.actor.role == .admin, origin.dispute == nil,
                room.ruleset.isTimed, !view.staff.hasBegun || room.pause?.kind == .outage,
                let act = recorded.event.actForMember
            else { return }
            notes.remark(
                at: recorded, "\(origin.actor.text) \(act) in a member's place without a case that states why.")
        }
    }

    /// States the length and the authors of a pause by people, when it ends: of an outage that they declared, and once staff
    /// roles are enabled of a manual pause, after which the seat on the clock has its full time again.
    private mutating func remarkOnPause(endedBy recorded: RecordedEvent, in room: RoomState) {
        guard let pause = room.pause, view.rules >= SoftwareStarted.rulesOfCauses, let start = track.pausedRecordedAt
        else { return }
        if case .resumed = recorded.event.clock {} else if !recorded.event.endsRoom { return }
        let length = (recorded.recordedAt - start).seconds()
        if !pause.declaredBy.isEmpty {
            let authors = pause.declaredBy.map { "user \($0)" }.joined(separator: " and ")
            notes.remark(
                at: recorded,
                "The room was paused for \(length) for an outage that \(authors) declared. Other rooms need not have been "
                    + "paused.")
        } else if pause.kind == .manual, let actor = track.pausedBy, actor.role == .admin, view.staff.hasBegun {
            let seat = room.seatOnClock.map { "; the clock of seat \($0) restarted in full" } ?? ""
            notes.remark(at: recorded, "The room was paused manually by \(actor.text) for \(length)\(seat).")
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
