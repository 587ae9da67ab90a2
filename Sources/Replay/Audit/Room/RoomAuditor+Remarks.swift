import Draft
import DraftLedger

/// Warnings about allowed actions: staff actions in place of a member or for the seat on the clock without a case, a discarded
/// drawn order, and pauses that people declare.
extension RoomAuditor {
    mutating func remark(on recorded: RecordedEvent, in room: RoomState) {
        remarkOnPause(endedBy: recorded, in: room)
        countOutagePause(endedBy: recorded, in: room)
        if case .cancelled = recorded.event.ending, !room.seatOfSlot.isEmpty {
            notes.remark(
                at: recorded,
                "The room was cancelled after its order was drawn: members who join again get another order.")
        } else if case .corrected(let corrected) = recorded.event.pick, corrected.dispute == nil {
            notes.remark(at: recorded, "Pick \(corrected.pick) was corrected without a case that states why.")
        } else if case .extended(let extended) = recorded.event.clock {
            guard let origin = recorded.origin, origin.actor.role == .admin, origin.dispute == nil,
                !view.staff.hasBegun, let clock = room.clock
            else { return }
            notes.remark(
                at: recorded,
                "\(origin.actor.words.capitalizedFirst) extended the clock of pick \(extended.pick) by "
                    + "\((extended.deadline - clock.deadline).words) without a case that states why.")
        } else {
            guard let origin = recorded.origin, origin.actor.role == .admin, origin.dispute == nil,
                room.ruleset.isTimed, !view.staff.hasBegun || room.pause?.kind == .outage,
                let act = recorded.event.actForMember
            else { return }
            notes.remark(
                at: recorded,
                "\(origin.actor.words.capitalizedFirst) \(act) in a member's place without a case that states why.")
        }
    }

    /// States the length and the authors of a pause by people, when it ends: of an outage that they declared, of a night that the
    /// room's rules do not have, and once staff roles are enabled of a manual pause, after which the seat on the clock has its
    /// full time again.
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
        } else if pause.kind == .overnight, room.ruleset.overnight == nil, let actor = track.pausedBy,
            actor.role == .admin
        {
            let picks = room.picks.count { $0.recordedAt >= start }
            notes.remark(
                at: recorded,
                "The room was paused (overnight) by \(actor.words) for \(length), although its rules have no overnight pause. "
                    + "Picks made meanwhile without a clock: \(picks).")
        } else if pause.kind == .manual, let actor = track.pausedBy, actor.role == .admin, view.staff.hasBegun {
            let seat = room.seatOnClock.map { "; the clock of seat \($0) restarted in full" } ?? ""
            notes.remark(at: recorded, "The room was paused manually by \(actor.words) for \(length)\(seat).")
        }
    }
}

extension RoomAuditor {
    /// Counts the pauses for outages that the service states: each gives the seat on the clock time to think.
    private mutating func countOutagePause(endedBy recorded: RecordedEvent, in room: RoomState) {
        guard let pause = room.pause, pause.kind == .outage, track.pausedBy?.role == .scheduler,
            let start = track.pausedRecordedAt, let position = track.pausedPosition
        else { return }
        if case .resumed = recorded.event.clock {} else if !recorded.event.endsRoom { return }
        notes.noteOutagePause(
            of: room.currentPickNumber, in: id, at: position, for: recorded.recordedAt - start,
            isForStep: track.isPausedForStep)
    }

    /// Warns of a pause that people began and did not end: no member can pick, and the fees are kept.
    mutating func remarkOnLastingPause(at end: Timestamp) {
        guard let room = view.room, room.status == .paused, let pause = room.pause,
            let start = track.pausedRecordedAt, let position = track.pausedPosition, end - start >= Self.longPause
        else { return }
        switch pause.kind {
        case .manual: break
        // The rules end a pause for a night, and one for an outage of the service.
        case .overnight: if room.ruleset.overnight != nil { return }
        case .outage:
            if track.pausedBy?.role == .scheduler, view.rules >= SoftwareStarted.rulesOfCauses { return }
        }
        let author = track.pausedBy.map { " by \($0.words)" } ?? ""
        notes.remark(
            at: position, in: .room(id),
            "The room is paused (\(pause.kind))\(author) since \(start.iso8601) (\(UnpaidWatch.length(end - start))) and was not "
                + "resumed: no member can pick, and the fees are kept.")
    }

    /// The longest pause by people that needs no warning while it lasts.
    private static let longPause = Interval.seconds(24 * 60 * 60)
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
