extension Decider {
    /// The `EntryFeePosted` of every member, appended together with `DraftStarted`.
    func postingEvents(of room: RoomState, in contest: some ContestStates) -> [StreamEvent] {
        feeEvents(of: room, stage: .held, in: contest) { fee, entry in
            .entryFeePosted(EntryFeePosted(tournament: fee.tournament, entry: entry, amount: fee.amount))
        }
    }

    /// `RoomCancelled` and the release of every fee that is held for the room.
    func cancelEvents(of room: RoomState, reason: Wording, in contest: some ContestStates) -> [StreamEvent] {
        [cancelledEvent(of: room, reason: reason)] + releaseEvents(of: room, in: contest)
    }

    /// The release of every fee that is held for a room.
    func releaseEvents(of room: RoomState, in contest: some ContestStates) -> [StreamEvent] {
        feeEvents(of: room, stage: .held, in: contest, make: releaseEvent)
    }

    /// The release of one member's fee; empty if no fee is held.
    func releaseEvents(of member: RoomState.Member, in contest: some ContestStates) -> [StreamEvent] {
        feeEvent(of: member, stage: .held, in: contest, make: releaseEvent).map { [$0] } ?? []
    }

    /// Before its draft has started.
    func cancelRoomEvents(
        _ id: RoomID, reason: Wording, of contest: some ContestStates
    ) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        let room = try knownRoom(id)
        guard room.status == .waiting || room.status == .countdown else {
            throw Refusal(
                .wrongStatus, "Room \(id) is \(room.status.name): only a room that has not started can be cancelled.")
        }
        try check(reason, named: "reason", isRequired: false, limit: 1000)
        if room.status == .countdown { try checkApproved() }
        return cancelEvents(of: room, reason: reason, in: contest)
    }

    /// After its draft has started, complete or not, as long as none of its contest's prizes are paid and
    /// none of its rounds has begun to close.
    ///
    /// An importer takes back an imported room without an approval: such a room has no money of the operator, and its
    /// source may state it differently later.
    func voidRoomEvents(
        _ id: RoomID, approvedBy approver: UserID, reason: Wording, of contest: some ContestStates
    ) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        let room = try knownRoom(id)
        guard authority.allows(origin.actor, in: room) else {
            throw Refusal(.forbidden, "Room \(id) was drafted here: an importer can void imported rooms only.")
        }
        guard room.status == .active || room.status == .paused || room.status == .complete else {
            throw Refusal(
                .wrongStatus, "Room \(id) is \(room.status.name): only a room that has started can be voided.")
        }
        if let tournament = room.tournament.flatMap(contest.tournament) {
            guard tournament.stage != .finalized, tournament.lastPlaceAwarded == 0 else {
                throw Refusal(.wrongStatus, "Contest \(tournament.id) has paid prizes: its rooms cannot be voided.")
            }
            guard tournament.played.isEmpty else {
                throw Refusal(
                    .wrongStatus, "The first round of contest \(tournament.id) is recorded: its rooms cannot be voided."
                )
            }
        }
        try check(reason, named: "reason", limit: 1000)
        if origin.actor.role == .importer {
            return [StreamEvent(.room(id), .roomVoided(RoomVoided(approvedBy: nil, reason: reason)))]
        }
        guard approver.number > 0 else { throw Refusal(.approverRequired, "Voiding room \(id) needs an approver.") }
        // An approved measure is decided in its approver's name; that its proposer is somebody else was seen to.
        guard isApproved || approver != origin.actor.user else {
            throw Refusal(.conflictOfInterest, "User \(approver) cannot approve their own request.")
        }
        if let seat = room.seat(of: approver) {
            throw Refusal(.conflictOfInterest, "The approver, user \(approver), has a seat in room \(id).", seat: seat)
        }
        let voided = Event.roomVoided(RoomVoided(approvedBy: approver, reason: reason))
        let refunds = feeEvents(of: room, stage: .posted, in: contest) { fee, entry in
            .entryFeeRefunded(EntryFeeRefunded(tournament: fee.tournament, entry: entry, amount: fee.amount))
        }
        return [StreamEvent(.room(id), voided)] + refunds
    }

    /// One event for every member whose fee is at a stage, in the order of the seats.
    private func feeEvents(
        of room: RoomState, stage: WalletState.EntryFee.Stage, in contest: some ContestStates,
        make: (WalletState.EntryFee, EntryID) -> Event
    ) -> [StreamEvent] {
        room.members.compactMap { $0.flatMap { feeEvent(of: $0, stage: stage, in: contest, make: make) } }
    }

    private func feeEvent(
        of member: RoomState.Member, stage: WalletState.EntryFee.Stage, in contest: some ContestStates,
        make: (WalletState.EntryFee, EntryID) -> Event
    ) -> StreamEvent? {
        guard let user = member.user, let fee = contest.fee(of: member.entry, paidBy: user), fee.stage == stage else {
            return nil
        }
        return StreamEvent(.wallet(user), make(fee, member.entry))
    }
}

private func releaseEvent(_ fee: WalletState.EntryFee, of entry: EntryID) -> Event {
    .entryFeeReleased(EntryFeeReleased(tournament: fee.tournament, entry: entry, amount: fee.amount))
}
