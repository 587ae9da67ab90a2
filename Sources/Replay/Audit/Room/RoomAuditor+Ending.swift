import Draft

extension RoomAuditor {
    /// Autodraft changes by a wish, by misses, by a manual act or by a cascade that undoes misses, and by nothing else.
    mutating func checkAutodraft(
        _ set: AutodraftSet, _ recorded: RecordedEvent, in room: RoomState, _ group: CommandGroup
    ) {
        let pick = group.events.first { $0.event.madePick != nil }?.event.pick
        switch (set.cause, pick) {
        case (.userWish, _): checkHearing(set, recorded)
        case (.missedPicks, .automated(let made)?) where made.seat == set.seat && made.reason == .clockExpired:
            // The missed pick itself is counted already.
            let missed = room.member(at: set.seat)?.missedPicks ?? 0
            let threshold = room.ruleset.missedPicksBeforeAutodraft
            if !set.on || threshold == 0 || missed < threshold {
                notes.note(
                    .autopick, at: recorded, expected: "\(threshold) missed picks in a row", actual: "\(missed)",
                    "Autodraft was turned on for \(room.placeName(of: set.seat)) before enough picks were missed.")
            }
        case (.manualAct, .made(let made)?) where made.seat == set.seat && !set.on: return
        case (.correction, _) where group.isCascade && !set.on: return
        case (.missedPicks, _), (.manualAct, _), (.correction, _):
            notes.note(
                .autopick, at: recorded, expected: "a pick of \(room.placeName(of: set.seat)) as its cause",
                actual: "\(set.cause)",
                "Autodraft changed without its stated cause.")
        }
    }

    /// Checks the requester, the approver and the replacement player of a correction.
    mutating func checkCorrection(_ corrected: PickCorrected, _ recorded: RecordedEvent, in room: RoomState) {
        notes.counts.corrections += 1
        let index = Int(corrected.pick) - 1
        guard room.picks.indices.contains(index), corrected.mode != .lastOnly || index == room.picks.count - 1 else {
            return notes.note(
                .correction, at: recorded, expected: "a pick that was made, 1-\(room.picks.count)",
                actual: "pick \(corrected.pick) (\(corrected.mode))", "The corrected pick does not exist.")
        }
        let old = room.picks[index]
        if old.player != corrected.oldPlayer || old.seat != corrected.seat {
            notes.note(
                .correction, at: recorded,
                expected:
                    "\(room.placeName(of: old.seat)), player \(old.player.map { "\($0)" } ?? "none")",
                actual: "\(room.placeName(of: corrected.seat)), player "
                    + (corrected.oldPlayer.map { "\($0)" } ?? "none"),
                "The correction states another player or seat than the pick has.")
        }
        if (corrected.mode == .cascade) != (corrected.newPlayer == nil) {
            notes.note(
                .correction, at: recorded,
                expected: corrected.mode == .cascade ? "no player" : "a replacement player",
                actual: corrected.newPlayer.map { "player \($0)" } ?? "none", "The correction does not match its mode.")
        }
        if let player = corrected.newPlayer, room.taken.contains(player) {
            notes.note(
                .correction, at: recorded, expected: "an available player", actual: "player \(player)",
                "The replacement player was already drafted.")
        } else if let player = corrected.newPlayer {
            checkPlayer(player, recorded, in: room)
        }
        checkApproval(corrected, recorded, in: room)
        checkCase(corrected, recorded, in: room)
    }

    private mutating func checkApproval(_ corrected: PickCorrected, _ recorded: RecordedEvent, in room: RoomState) {
        let asked = corrected.requestedBy ?? recorded.origin?.actor.user
        if corrected.approvedBy.number == 0 || corrected.approvedBy == asked {
            notes.note(
                .correction, at: recorded, expected: "an approver other than the requester",
                actual: "user \(corrected.approvedBy)", "The same person requested and approved the correction.")
        }
        if let seat = room.seat(of: corrected.approvedBy) {
            notes.note(
                .correction, at: recorded, expected: "an approver without a seat in the room",
                actual: "user \(corrected.approvedBy) at \(room.placeName(of: seat))",
                "The approver of the correction has a conflict of interest.")
        }
    }

    private mutating func checkCase(_ corrected: PickCorrected, _ recorded: RecordedEvent, in room: RoomState) {
        guard let id = corrected.dispute else { return }
        let dispute = view.dispute(id)
        guard let dispute, dispute.opened.room == self.id else {
            return notes.note(
                .correction, at: recorded, expected: "a case about room \(self.id)",
                actual: dispute.map { "a case about room \($0.opened.room)" } ?? "no such case",
                "The correction names case \(id), which is not about this room.")
        }
        guard dispute.opened.seat != corrected.seat else { return }
        let (own, other) = (room.placeName(of: corrected.seat), room.placeName(of: dispute.opened.seat))
        let message =
            "Pick \(corrected.pick) of \(own) was corrected because of case \(id), which is a case of \(other)."
        guard view.rules >= SoftwareStarted.rulesOfClaimants else { return notes.remark(at: recorded, message) }
        notes.note(
            .correction, at: recorded, expected: "a case of \(own)", actual: "a case of \(other)", message)
    }

    /// All picks are made, each entry has one a round, and nothing of the stream is left out.
    mutating func checkCompletion(_ completed: DraftCompleted, _ recorded: RecordedEvent, in room: RoomState) {
        let all = room.ruleset.snake.pickCount
        if completed.picks != all || room.picks.count != Int(all) {
            notes.note(
                .completion, at: recorded, expected: "\(all) picks",
                actual: "\(completed.picks) stated, \(room.picks.count) made", "The draft ended with missing picks.")
        }
        for seat in room.members.indices {
            let count = room.picks.count { $0.seat == Seat(seat) }
            if count != Int(room.ruleset.rounds) {
                notes.note(
                    .completion, at: recorded,
                    expected: "\(room.ruleset.rounds) picks for \(room.placeName(of: Seat(seat)))",
                    actual: "\(count)", "An entry does not have one pick per round.")
            }
        }
        let shown = room.ticks &+ view.ticks(of: id)
        if let ticks = completed.ticks, ticks != shown {
            notes.note(
                .completion, at: recorded, expected: "\(shown) ticks", actual: "\(ticks)",
                "The end of the draft states a wrong number of ticks.")
        }
        // Without rules on record, `VersionWatch` compares it with earlier drafts.
        if completed.queueVersions.isEmpty, view.rules >= SoftwareStarted.rulesOfQueueVersions {
            notes.note(
                .completion, at: recorded, expected: "the versions of the queues", actual: "none",
                "The end of a draft lacks the versions of the queues, as in records of earlier versions.")
        }
        if completed.events != recorded.version {
            notes.note(
                .completion, at: recorded, expected: "\(recorded.version) events", actual: "\(completed.events)",
                "The end of the draft states a wrong number of events.")
        }
    }

    /// A room is annulled by one and approved by another, neither of whom sits in it; an imported one by an importer.
    mutating func checkVoiding(_ voided: RoomVoided, _ recorded: RecordedEvent, in room: RoomState) {
        if let actor = recorded.origin?.actor, actor.role == .importer {
            guard !CommandKind.voidRoom.authority.allows(actor, in: room) || voided.approvedBy != nil else { return }
            return notes.note(
                .authority, at: recorded, expected: "an imported room, and no approver",
                actual: voided.approvedBy.map { "user \($0)" } ?? "a room that was drafted here",
                "An importer voided a room that was not imported.")
        }
        guard let approver = voided.approvedBy, approver.number > 0, approver != recorded.origin?.actor.user else {
            return notes.note(
                .authority, at: recorded, expected: "an approver other than the requester",
                actual: voided.approvedBy.map { "user \($0)" } ?? "no approver",
                "The room was voided without a second person's approval.")
        }
        if let seat = room.seat(of: approver) {
            notes.note(
                .authority, at: recorded, expected: "an approver without a seat in the room",
                actual: "user \(approver) at \(room.placeName(of: seat))", "A member of the room approved voiding it.")
        }
    }
}

extension CommandGroup {
    fileprivate var isCascade: Bool {
        guard case .corrected(let corrected) = first.event.pick else { return false }
        return corrected.mode == .cascade
    }
}
