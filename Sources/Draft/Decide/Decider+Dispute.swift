extension Decider {
    func disputeEvents(_ id: CaseID, _ command: DisputeCommand) throws(Refusal) -> [StreamEvent] {
        switch command {
        case .openDispute(let claim): try openDisputeEvents(id, claim)
        case .attachEvidence(let evidence): try attachEvidenceEvents(id, evidence)
        case .resolveDispute(let resolution): try resolveDisputeEvents(id, resolution)
        }
    }

    /// A claim names a pick that was on the clock at the claimed room version at the latest, and the seat that owned it; or a
    /// week, and the seat of the entry that scored in it.
    private func openDisputeEvents(_ id: CaseID, _ claim: DisputeOpened) throws(Refusal) -> [StreamEvent] {
        if let claimant = claim.claimant {
            try checkMayAct(for: claimant, act: "open a dispute for user \(claimant)")
        } else {
            try checkRole()
        }
        try checkNumber(id.number, named: "case")
        guard state.dispute(id) == nil else { throw Refusal(.alreadyExists, "Case \(id) already exists.") }
        let room = try knownRoom(claim.room)
        if origin.actor.role == .user, let claimant = claim.claimant, room.seat(of: claimant) == nil {
            throw Refusal(.forbidden, "User \(claimant) has no seat in room \(claim.room).")
        }
        if let week = claim.week {
            try checkDisputable(claim, about: week, in: room)
        } else {
            try checkDisputable(claim, in: room)
        }
        try check(.of(claim))
        return [StreamEvent(.dispute(id), .disputeOpened(claim))]
    }

    private func checkDisputable(_ claim: DisputeOpened, in room: RoomState) throws(Refusal) {
        let lastPick = min(room.ruleset.snake.pickCount, room.currentPickNumber)
        guard !room.seatOfSlot.isEmpty, claim.pick >= 1, claim.pick <= lastPick else {
            throw Refusal(
                .invalidValue, "Room \(room.id) has had picks up to \(lastPick) on the clock, not \(claim.pick).",
                pick: claim.pick)
        }
        let slot = Int(room.ruleset.snake.slot(of: claim.pick))
        guard slot < room.seatOfSlot.count, room.seatOfSlot[slot] == claim.seat else {
            throw Refusal(
                .invalidValue,
                "Pick \(claim.pick) of room \(room.id) does not belong to \(room.placeName(of: claim.seat)).",
                pick: claim.pick, seat: claim.seat)
        }
        try checkVersion(of: claim, in: room)
    }

    private func checkDisputable(_ claim: DisputeOpened, about week: UInt8, in room: RoomState) throws(Refusal) {
        guard SeasonState.weeks.contains(week), claim.pick == 0 else {
            throw Refusal(
                .invalidValue,
                "A claim about a score names pick 0 and a week of \(SeasonState.weeks.lowerBound)-"
                    + "\(SeasonState.weeks.upperBound), not pick \(claim.pick) and week \(week).")
        }
        guard room.status == .complete, room.tournament != nil, let member = room.member(at: claim.seat) else {
            throw Refusal(
                .invalidValue,
                "Room \(room.id) has no entry of a contest with a complete draft at \(room.placeName(of: claim.seat)).",
                seat: claim.seat)
        }
        guard claim.claimant == nil || claim.claimant == member.user else {
            throw Refusal(
                .invalidValue,
                "User \(claim.claimant ?? 0) does not have \(room.placeName(of: claim.seat)) of room \(room.id).",
                seat: claim.seat)
        }
        try checkVersion(of: claim, in: room)
    }

    private func checkVersion(of claim: DisputeOpened, in room: RoomState) throws(Refusal) {
        guard claim.roomVersion >= 1, claim.roomVersion <= room.version else {
            throw Refusal(
                .invalidValue,
                "Room \(room.id) is at version \(room.version), but the claim names \(claim.roomVersion).")
        }
    }

    private func attachEvidenceEvents(_ id: CaseID, _ evidence: EvidenceAttached) throws(Refusal) -> [StreamEvent] {
        let dispute = try unresolvedCase(id)
        if let claimant = dispute.opened.claimant {
            try checkMayAct(for: claimant, act: "attach evidence to case \(id)")
        } else {
            try checkRole()
        }
        try check(.of(evidence))
        if let earlier = dispute.evidence.first(where: { $0.digest == evidence.digest }) {
            throw Refusal(
                .alreadyExists,
                "Case \(id) already has this document\(earlier.title.isEmpty ? "" : ", as \"\(earlier.title)\""): both have "
                    + "the same SHA-256.")
        }
        return [StreamEvent(.dispute(id), .evidenceAttached(evidence))]
    }

    /// Refuses judges with a conflict of interest: the claimant and all members of the room.
    private func resolveDisputeEvents(_ id: CaseID, _ resolution: DisputeResolved) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        let dispute = try unresolvedCase(id)
        let judge = resolution.resolvedBy
        guard judge.number > 0 else {
            throw Refusal(.approverRequired, "Case \(id) needs the user number of the person who resolves it.")
        }
        guard origin.actor.user == nil || origin.actor.user == judge else {
            throw Refusal(.forbidden, "Case \(id) is resolved by user \(judge) only; another person cannot be named.")
        }
        guard judge != dispute.opened.claimant else {
            throw Refusal(.conflictOfInterest, "User \(judge) is the claimant of case \(id).")
        }
        if let seat = state.room(dispute.opened.room)?.seat(of: judge) {
            throw Refusal(
                .conflictOfInterest,
                "User \(judge) has a seat in room \(dispute.opened.room), which the case is about.",
                seat: seat)
        }
        try check(.of(resolution))
        return [StreamEvent(.dispute(id), .disputeResolved(resolution))]
    }

    private func check(_ statement: Statement) throws(Refusal) {
        try check(statement.words, named: statement.name, limit: statement.limit)
    }

    private func unresolvedCase(_ id: CaseID) throws(Refusal) -> CaseState {
        guard let dispute = state.dispute(id) else { throw Refusal(.unknownCase, "There is no case \(id).") }
        guard dispute.resolution == nil else { throw Refusal(.wrongStatus, "Case \(id) is already resolved.") }
        return dispute
    }
}
