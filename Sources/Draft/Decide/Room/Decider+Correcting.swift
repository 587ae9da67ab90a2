extension Decider {
    /// A past pick is put right.
    ///
    /// `lastOnly` and `cascade` need a draft that still runs; `substitute` works in a complete room too. The approver
    /// is neither who asked, nor who sends it, nor anybody who sits in the room. Once the room's standings are on record
    /// its picks stand.
    func correctPickEvents(
        _ id: RoomID, _ command: CorrectPick, of contest: some ContestStates
    ) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkCorrectable(room, command.mode)
        try checkRole()
        guard command.pick >= 1, Int(command.pick) <= room.picks.count,
            command.mode != .lastOnly || Int(command.pick) == room.picks.count
        else {
            throw Refusal(
                .stalePickNumber,
                "The last pick made is \(room.picks.count); pick \(command.pick) cannot be corrected.",
                pick: command.pick)
        }
        try check(command.reason, named: "reason", limit: 2_000)
        let old = room.picks[Int(command.pick) - 1]
        if let dispute = command.dispute { try check(dispute, justifiesCorrecting: old, command.pick, in: room) }
        let approver = try checkedApprover(of: command, in: room)
        try checkReplacement(command, of: old, in: room)
        // This check is last because all others need only the room: so a reader with the room alone can explain their
        // refusals.
        if let refusal = room.tournament.flatMap(contest.tournament)?.refusal(
            ofCorrecting: command.pick, in: id, rules: state.rules)
        {
            throw refusal
        }
        var events: [Event] = [
            .pickCorrected(
                PickCorrected(
                    pick: command.pick, mode: command.mode, seat: old.seat, oldPlayer: old.player,
                    newPlayer: command.player, dispute: command.dispute,
                    requestedBy: command.requestedBy ?? origin.actor.user, approvedBy: approver,
                    reason: command.reason))
        ]
        if command.mode == .cascade { events += undoneAutodraftEvents(from: Int(command.pick) - 1, in: room) }
        if command.mode == .cascade, room.status == .active, room.ruleset.isTimed {
            events.append(clockStartedEvent(in: room, pick: command.pick, remaining: room.ruleset.pickClock))
        }
        return events.on(.room(id))
    }

    /// Autodraft is turned off if it was on for missed picks that are now undone. A user's own choice remains.
    private func undoneAutodraftEvents(from index: Int, in room: RoomState) -> [Event] {
        let threshold = room.ruleset.missedPicksBeforeAutodraft
        return room.missedPicks(before: index).sorted { $0.key < $1.key }.compactMap { seat, left in
            guard let member = room.member(at: seat), member.autodraft, threshold > 0,
                member.missedPicks >= threshold, left < threshold
            else { return nil }
            return .autodraftSet(AutodraftSet(seat: seat, on: false, cause: .correction))
        }
    }

    private func checkCorrectable(_ room: RoomState, _ mode: PickCorrected.Mode) throws(Refusal) {
        switch room.status {
        case .active, .paused: return
        case .complete where mode == .substitute: return
        default: throw statusRefusal(of: room)
        }
    }

    /// A case justifies corrections of its own seat's picks. A pick of another seat stays, unless a cascade from the claimant's
    /// own pick undoes it.
    private func check(
        _ id: CaseID, justifiesCorrecting old: RoomState.Pick, _ pick: PickNumber, in room: RoomState
    ) throws(Refusal) {
        guard let dispute = state.dispute(id) else {
            throw Refusal(.unknownCase, "There is no case \(id).")
        }
        guard dispute.opened.room == room.id else {
            throw Refusal(.invalidValue, "The case is about room \(dispute.opened.room), not \(room.id).")
        }
        guard state.rules < SoftwareStarted.rulesOfClaimants || dispute.opened.seat == old.seat else {
            throw Refusal(
                .caseRequired,
                "Case \(id) is not a case of \(room.placeName(of: old.seat)), whose pick \(pick) is.",
                pick: pick, seat: old.seat)
        }
    }

    private func checkedApprover(of command: CorrectPick, in room: RoomState) throws(Refusal) -> UserID {
        guard let approver = command.approvedBy else {
            throw Refusal(.approverRequired, "A correction needs the user number of its approver.", pick: command.pick)
        }
        guard approver.number > 0 else {
            throw Refusal(.approverRequired, "User 0 does not exist and cannot approve.", pick: command.pick)
        }
        guard approver != command.requestedBy ?? origin.actor.user else {
            throw Refusal(.conflictOfInterest, "User \(approver) requested the correction.", pick: command.pick)
        }
        // A measure is decided in its approver's name; that its proposer is somebody else was seen to.
        guard isApproved || state.rules < 3 || approver != origin.actor.user else {
            throw Refusal(
                .conflictOfInterest, "User \(approver) sends the correction and cannot approve it.",
                pick: command.pick)
        }
        // A correction gives somebody a player whom the others in the room would have liked: all of them have a stake.
        if let seat = room.seat(of: approver) {
            throw Refusal(
                .conflictOfInterest, "User \(approver) has a seat in room \(room.id).", pick: command.pick, seat: seat)
        }
        return approver
    }

    private func checkReplacement(
        _ command: CorrectPick, of old: RoomState.Pick, in room: RoomState
    ) throws(Refusal) {
        switch (command.mode, command.player) {
        case (.cascade, nil): return
        case (.cascade, .some):
            throw Refusal(
                .invalidValue, "A cascade undoes picks. Leave the replacement player out.", pick: command.pick)
        case (_, nil):
            throw Refusal(.invalidValue, "The correction needs a replacement player.", pick: command.pick)
        case (_, let player?):
            do throws(Refusal) {
                try checkAvailable(player, in: room)
            } catch {
                throw Refusal(
                    error.code, error.message, pick: command.pick, seat: old.seat, player: player)
            }
        }
    }
}
