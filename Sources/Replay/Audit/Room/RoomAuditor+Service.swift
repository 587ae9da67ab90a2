import Draft
import DraftLedger
import Records

/// Whether the service did what was due when it was due, and stood still for all rooms or for none.
///
/// Held to it is software of rules from `Outages.firstRules` on.
extension RoomAuditor {
    /// The position of the next outage's end. Later events are checked against it.
    var positionOfNextOutage: UInt64 {
        guard let outages = outages?.outages, nextOutage < outages.count else { return .max }
        return outages[nextOutage].position
    }

    /// The automatic steps that were due before a group.
    mutating func checkService(before group: CommandGroup) {
        noteOutages(before: group.first.position)
        guard view.rules >= Outages.firstRules, let room = view.room, room.ruleset.isTimed else { return }
        checkStandstill(group)
        checkOutageIsOver(at: group.first.recordedAt, group.first, in: room)
        checkIsNotOverdue(at: group.first.recordedAt, group.first, in: room)
    }

    /// The steps that were due when the history ended.
    mutating func checkEnd() {
        guard let end = outages?.lastRecordedAt else { return }
        noteOutages(before: .max)
        view.position = .max
        remarkOnLastingPause(at: end)
        guard view.rules >= Outages.firstRules, let room = view.room, room.ruleset.isTimed else { return }
        if let owed = track.owedOutage, end > owed.pausesUntil { notePauseMissing(owed, at: nil) }
        checkOutageIsOver(at: end, nil, in: room)
        checkIsNotOverdue(at: end, nil, in: room)
    }

    // MARK: Standing still

    /// A room that drafts when an outage begins owes a pause from then on.
    private mutating func noteOutages(before position: UInt64) {
        guard let outages = outages?.outages else { return }
        while nextOutage < outages.count, outages[nextOutage].position <= position {
            if view.room?.runningClock != nil { track.owedOutage = outages[nextOutage] }
            nextOutage += 1
        }
    }

    private mutating func checkStandstill(_ group: CommandGroup) {
        guard let owed = track.owedOutage else { return }
        switch group.first.event.room {
        case .clock(.paused(let paused)) where paused.kind == .outage && group.first.recordedAt <= owed.pausesUntil:
            break
        case .ending(.voided): break
        case .clock(.paused), .pick(.made), .pick(.automated), .clock(.ticked), .clock(.extended), .pick(.corrected):
            notePauseMissing(owed, at: group.first)
        case .membership, .preparation, .clock, .seatChange, .ending, .results, nil:
            return
        }
        track.owedOutage = nil
    }

    private mutating func notePauseMissing(_ outage: Outage, at recorded: RecordedEvent?) {
        let message =
            outage.isStep
            ? "The room was not paused with the others when the machine's clock was set or storage failed."
            : "The service was down from \(outage.start.iso8601) to \(outage.end.iso8601)"
                + (outage.isUnstated
                    ? " and started again, but the room was not paused for it."
                    : "; other rooms were paused for it, but not this room.")
        notes.add(
            AuditFinding(
                position: recorded?.position, stream: recorded?.stream ?? .room(id), rule: .clock,
                expected: "an outage pause by \(outage.pausesUntil.iso8601)",
                actual: recorded?.event.type.name ?? "none", message: message))
    }

    /// An outage that the service claims is one for the whole ledger, and the same one for all rooms.
    ///
    /// One that people declare needs an approval, which the decision on the command requires.
    mutating func checkClaim(of pause: RecordedEvent) {
        let isStrict = view.rules >= SoftwareStarted.rulesOfCauses
        track.isPausedForStep = outages?.outage(of: pause)?.isStep ?? false
        guard view.rules >= Outages.firstRules, let outages, !isStrict || pause.origin?.actor.role != .admin,
            isStrict || pause.recordedAt - pause.moment > AuditNotes.longestHandling
        else { return }
        guard let outage = outages.outage(of: pause) else {
            return notes.note(
                .clock, at: pause, expected: "no records from \(pause.moment.iso8601) on",
                actual: "records of the ledger", "The service was running during the stated outage.")
        }
        if isStrict {
            track.outageEndedAt = outage.end
            if track.pausedForOutage == outage.position, !outage.isStep {
                notes.note(
                    .clock, at: pause, expected: "one pause of the room for an outage", actual: "another one",
                    "The room was paused again for an outage from which it had resumed.")
            }
            track.pausedForOutage = outage.position
        }
        guard outage.start != pause.moment else { return }
        notes.note(
            .clock, at: pause, expected: "an outage since \(outage.start.iso8601), as in other rooms",
            actual: "since \(pause.moment.iso8601)", "The outage has another start in this room than in others.")
    }

    /// The pause for an outage ends with the outage: the service resumes all rooms when it can record again.
    private mutating func checkOutageIsOver(at time: Timestamp, _ recorded: RecordedEvent?, in room: RoomState) {
        guard let end = track.outageEndedAt else { return }
        guard room.status == .paused, room.pause?.kind == .outage else {
            track.outageEndedAt = nil
            return
        }
        let down = outages?.downtime(from: end, until: time) ?? .zero
        guard (time - end).reduced(by: down) > Outage.longestRestart else { return }
        track.outageEndedAt = nil
        notes.add(
            AuditFinding(
                position: recorded?.position, stream: recorded?.stream ?? .room(id), rule: .clock,
                expected: "the end of the outage pause by \((end + Outage.longestRestart).iso8601)",
                actual: "\(recorded == nil ? "nothing" : "none") by \(time.iso8601)",
                message: "The room was still paused \((time - end).seconds()) after the end of the outage."))
    }

    // MARK: Being in time

    private mutating func checkIsNotOverdue(
        at time: Timestamp, _ recorded: RecordedEvent?, in room: RoomState
    ) {
        guard let (due, what) = due(in: room), time - due > AuditNotes.longestHandling, track.overdue != due,
            outages?.excuse(due, recordedAt: time) != true, showsWhetherIdle(recorded)
        else { return }
        let stopped = delays.stillness.length(from: due, until: time, stoppingClocks: true)
        let own = (time - due).reduced(by: stopped)
        if own <= AuditNotes.longestHandling
            || own <= Delays.longestQueueing && changesNothing(recorded, since: due, in: room)
        {
            guard let recorded, recorded.event.traits.contains(.followsFromTime) else { return }
            track.overdue = due
            return notes.noteOverdue(recorded, by: time - due)
        }
        track.overdue = due
        notes.add(
            AuditFinding(
                position: recorded?.position, stream: recorded?.stream ?? .room(id), rule: .clock,
                expected: "\(what) by \((due + AuditNotes.longestHandling).iso8601)",
                actual: "\(recorded == nil ? "nothing" : "none") by \(time.iso8601)",
                message: "An automatic step was \((time - due).seconds()) overdue."))
    }

    /// Whether the events at hand tell whether the whole ledger recorded nothing before an event.
    private func showsWhetherIdle(_ recorded: RecordedEvent?) -> Bool {
        guard let ticksOf else { return true }
        return recorded.map { recorded in ticksOf.contains { ($0.start...$0.end).contains(recorded.position) } }
            ?? false
    }

    /// Whether an event that came while something was overdue takes nothing from anybody: it is what was due, or leaves the
    /// turn and the draw as they were; and the seat on the clock has changed nothing since by which the rules pick.
    private func changesNothing(_ recorded: RecordedEvent?, since due: Timestamp, in room: RoomState) -> Bool {
        guard let recorded else { return true }
        switch recorded.event.room {
        case .pick(.made), .clock(.extended), .pick(.corrected), .preparation(.revealed), .membership(.taken),
            .membership(.left):
            return false
        case .seatChange(.autodraft(let set)):
            // Against the pick that autodraft owes; a clock that has run out asks for none.
            guard !set.on, set.seat == room.seatOnClock, let clock = room.runningClock else { return true }
            return due >= clock.graceEndsAt
        case .clock(.paused): return recorded.origin?.actor.role == .scheduler
        case .pick(.automated):
            guard let seat = room.seatOnClock, let queue = track.queues[seat] else { return true }
            return !queue.contains { $0.moment > due && $0.event.isQueueEdit }
        case .preparation, .clock, .seatChange, .ending, .results, nil:
            return true
        }
    }

    /// The next automatic step and its time; nil if none is due without a command.
    private func due(in room: RoomState) -> (time: Timestamp, what: String)? {
        if room.status == .countdown {
            if room.seatOfSlot.isEmpty { return room.revealsUntil.map { ($0, "the draw of the order") } }
            return room.countdownEndsAt.map { ($0, "the start of the draft") }
        }
        if let change = turnOfNight(in: room), dueOfPick(in: room).map({ change.time < $0.time }) ?? true {
            return change
        }
        return dueOfPick(in: room)
    }

    /// A room whose clock runs is paused when a night begins, and resumes when it is over.
    private func turnOfNight(in room: RoomState) -> (time: Timestamp, what: String)? {
        guard let overnight = room.ruleset.overnight else { return nil }
        if room.status == .paused, room.pause?.kind == .overnight {
            return track.pausedRecordedAt.flatMap { overnight.night(at: $0)?.end }.map {
                ($0, "the end of the overnight pause")
            }
        }
        guard room.runningClock != nil, let started = track.clockRecordedAt else { return nil }
        return overnight.firstNightfall(from: started).map { ($0, "the overnight pause") }
    }

    private func dueOfPick(in room: RoomState) -> (time: Timestamp, what: String)? {
        guard let clock = room.runningClock, let seat = room.seatOnClock else { return nil }
        guard room.member(at: seat)?.autodraft == true, let started = track.clockRecordedAt,
            let switched = track.autodraftRecordedAt[seat], max(started, switched) < clock.graceEndsAt
        else { return (clock.graceEndsAt, "the autopick after the clock ran out") }
        return (max(started, switched), "the autopick of autodraft")
    }
}
