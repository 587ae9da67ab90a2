extension Decider where State: HouseStates {
    /// `entries` seats in as many different rooms, and their fees, all or nothing: each entry goes to the first room
    /// that waits and has not got the user yet, and takes its lowest free seat; then new rooms open.
    func joinTournamentEvents(
        _ user: UserID, _ id: TournamentID, entries: UInt8, entropy: [UInt8]
    ) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "join a contest as user \(user)")
        guard state.staff.members[user] == nil else {
            throw Refusal(.conflictOfInterest, "User \(user) has a staff role and cannot hold entries.")
        }
        let tournament = try knownTournament(id)
        if tournament.details.signedCommands == .required { try checkIsMembersOwn() }
        guard tournament.stage == .open else {
            throw Refusal(.entriesClosed, "Contest \(id) is \(tournament.stage.name).")
        }
        // Members know the rules of comparison when they enter: rounds and scoring cannot be set after the first entry.
        if state.rules >= SoftwareStarted.rulesOfRounds, (tournament.rounds == nil) != (tournament.scoring == nil) {
            throw Refusal(
                .wrongStatus,
                "Contest \(id) has no \(tournament.rounds == nil ? "rounds" : "scoring") yet: it takes entries when "
                    + "both are set.")
        }
        let wallet = try knownWallet(of: user)
        guard entries > 0 else { throw Refusal(.invalidValue, "0 entries were requested; a join takes 1-255.") }
        try checkEntropy(entropy, of: tournament, entries: entries)
        try checkWithinLimits(tournament, wallet, entries: entries)
        guard let fee = tournament.details.entryFee else {
            throw Refusal(.invalidValue, "Contest \(id) has no known entry fee, so it cannot be joined here.")
        }
        try checkMayJoin(entries, fee: fee, user, wallet)
        guard wallet.available >= fee * Int(entries) else {
            throw Refusal(
                .insufficientBalance,
                "\(entries) \(entries == 1 ? "entry costs" : "entries cost") \((fee * Int(entries)).value) cents, and "
                    + "\(wallet.available.value) cents are available.")
        }
        var events: [StreamEvent] = []
        var left = Int(entries)
        for number in state.waitingRooms(of: id) where left > 0 {
            guard let room = state.room(number), let seat = freeSeat(in: room, for: user, of: tournament) else {
                continue
            }
            events += seatingEvents(user, on: seat, in: room, of: id, fee: fee, entropy: entropy)
            left -= 1
        }
        for offset in 0..<UInt64(left) {
            events += try openingEvents(
                RoomID(state.nextRoom.number + offset), of: tournament, for: user, fee: fee, entropy: entropy)
        }
        return events
    }

    private func checkWithinLimits(
        _ tournament: TournamentState, _ wallet: WalletState, entries: UInt8
    ) throws(Refusal) {
        let own = wallet.entryCounts[tournament.id] ?? 0
        if let limit = tournament.details.maxEntriesPerUser, UInt64(own) + UInt64(entries) > UInt64(limit) {
            throw Refusal(.entryLimit, "\(entries) entries on top of \(own) exceed the \(limit) that a user may have.")
        }
        let all = state.books(tournament.id).entries
        if let limit = tournament.details.maxEntries, UInt64(all) + UInt64(entries) > UInt64(limit) {
            throw Refusal(.entryLimit, "\(entries) entries on top of \(all) exceed the contest's \(limit).")
        }
    }

    /// The lowest free seat of a room that still waits on the tournament's terms; nil where the user cannot sit.
    private func freeSeat(in room: RoomState, for user: UserID, of tournament: TournamentState) -> Seat? {
        guard room.status == .waiting, room.entryFee == tournament.details.entryFee, room.joins < .max,
            room.seat(of: user) == nil, let seat = room.members.firstIndex(where: { $0 == nil })
        else { return nil }
        return Seat(seat)
    }

    /// The user's seat in a waiting room, its fee, and what follows when it was the last one.
    private func seatingEvents(
        _ user: UserID, on seat: Seat, in room: RoomState, of tournament: TournamentID, fee: Cents, entropy: [UInt8]
    ) -> [StreamEvent] {
        let entry = EntryID(room: room.id, join: room.joins + 1)
        let taken = SeatTaken(seat: seat, user: user, entry: entry, externalID: "", entropy: entropy)
        var events = [
            StreamEvent(.room(room.id), .seatTaken(taken)),
            holdEvent(fee, of: user, for: entry, in: room.id, seat: seat, tournament: tournament),
        ]
        guard room.memberCount + 1 == room.members.count else { return events }
        var full = room
        full.evolve(taken)
        for event in fillEvents(of: full) { events.append(StreamEvent(.room(room.id), event)) }
        return events
    }

    /// A new room on the tournament's terms, with the user on its first seat.
    private func openingEvents(
        _ id: RoomID, of tournament: TournamentState, for user: UserID, fee: Cents, entropy: [UInt8]
    ) throws(Refusal) -> [StreamEvent] {
        let details = tournament.details
        let terms = OpenRoom(
            tournament: tournament.id, pool: details.pool, entryFee: fee, ruleset: details.ruleset)
        let entry = EntryID(room: id, join: 1)
        let taken = SeatTaken(seat: 0, user: user, entry: entry, externalID: "", entropy: entropy)
        return [
            StreamEvent(.room(id), try openingEvent(of: id, terms, in: state)),
            StreamEvent(.room(id), .seatTaken(taken)),
            holdEvent(fee, of: user, for: entry, in: id, seat: 0, tournament: tournament.id),
        ]
    }

    private func holdEvent(
        _ fee: Cents, of user: UserID, for entry: EntryID, in room: RoomID, seat: Seat, tournament: TournamentID
    ) -> StreamEvent {
        let held = EntryFeeHeld(tournament: tournament, room: room, seat: seat, entry: entry, amount: fee)
        return StreamEvent(.wallet(user), .entryFeeHeld(held))
    }

    /// Only while the room waits; the fee goes back in the same append.
    func leaveRoomEvents(_ user: UserID, _ id: RoomID) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "leave a room as user \(user)")
        let room = try knownRoom(id)
        guard let seat = room.seat(of: user), let member = room.members[Int(seat)] else {
            throw Refusal(.forbidden, "User \(user) has no seat in room \(id).")
        }
        guard room.status == .waiting else {
            throw Refusal(
                .membershipFrozen, "Room \(id) is \(room.status.name): its members are final.", seat: seat)
        }
        let left = SeatLeft(seat: seat, user: user, entry: member.entry)
        return [StreamEvent(.room(id), .seatLeft(left))] + queueResetEvents(of: seat, in: room)
            + releaseEvents(of: member, in: state)
    }
}
