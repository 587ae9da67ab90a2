extension Decider {
    /// `RoomOpened` for a new room, its commitment included.
    ///
    /// A room of a tournament is one like all others: the tournament's pool, rules and fee.
    func openingEvent(
        of id: RoomID, _ room: OpenRoom, in contest: some ContestStates
    ) throws(Refusal) -> Event {
        let pool = try checkOpening(of: id, room, in: contest)
        let needed = Int(room.ruleset.snake.pickCount)
        guard pool.players.count >= needed else {
            throw Refusal(
                .invalidValue, "Pool \(room.pool) has \(pool.players.count) players; the draft needs \(needed).")
        }
        let tournament = room.tournament.flatMap(contest.tournament)
        if let tournament {
            guard tournament.stage == .open else {
                throw Refusal(.entriesClosed, "Contest \(tournament.id) is \(tournament.stage.name).")
            }
            let details = tournament.details
            guard room.pool == details.pool, room.ruleset == details.ruleset, room.entryFee == details.entryFee else {
                throw Refusal(
                    .invalidValue, "The room's pool, rules or fee are not those of contest \(tournament.id).")
            }
        }
        return roomOpenedEvent(
            room, commitment: OrderDraw.commitment(to: cryptography.drawSecret(of: id), cryptography: cryptography),
            signedCommands: tournament?.details.signedCommands,
            draw: DrawTerms(version: DrawTerms.currentVersion, poolPlayers: UInt16(clamping: pool.players.count)),
            spectators: tournament?.details.spectators)
    }

    func openRoomEvents(
        _ id: RoomID, _ room: OpenRoom, of contest: some ContestStates
    ) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        return [StreamEvent(.room(id), try openingEvent(of: id, room, in: contest))]
    }

    /// A room of another site: opened, seated, filled and started in one append, its order as given.
    func importRoomEvents(
        _ id: RoomID, _ command: ImportRoom, of contest: some ContestStates
    ) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        _ = try checkOpening(of: id, command.room, in: contest)
        if let tournament = command.room.tournament.flatMap(contest.tournament) { try checkTakesImports(tournament) }
        let ruleset = command.room.ruleset
        guard ruleset.preset == .untimed else {
            throw Refusal(.invalidValue, "An imported room is untimed; its preset is \(ruleset.preset).")
        }
        guard command.entries.count == Int(ruleset.teams) else {
            throw Refusal(
                .invalidValue, "The room has \(ruleset.teams) teams; \(command.entries.count) entries were given.")
        }
        var events = [roomOpenedEvent(command.room, commitment: nil)]
        var known: [ImportRoom.Entry] = []
        for case (let seat, let entry?) in command.entries.enumerated() {
            let earlier = known
            known.append(entry)
            try check(entry.externalID, named: "external id of entry \(seat)", isRequired: false)
            guard entry.user == nil || !earlier.contains(where: { $0.user == entry.user }) else {
                throw Refusal(.alreadySeated, "A user has two entries in the room.", seat: Seat(seat))
            }
            guard entry.externalID.isEmpty || !earlier.contains(where: { $0.externalID == entry.externalID }) else {
                throw Refusal(
                    .invalidValue, "Two entries have the external id \"\(entry.externalID)\".", seat: Seat(seat))
            }
            events.append(
                .seatTaken(
                    SeatTaken(
                        seat: Seat(seat), user: entry.user, entry: EntryID(room: id, join: UInt16(known.count)),
                        externalID: entry.externalID)))
        }
        guard !known.isEmpty else { throw Refusal(.invalidValue, "Nothing is known about any team of the room.") }
        events += [
            .roomFilled(RoomFilled(seats: UInt8(known.count))),
            .draftOrderDrawn(DraftOrderDrawn(secret: nil, seats: Array(0..<ruleset.teams))),
            .draftStarted(DraftStarted()),
        ]
        return events.on(.room(id))
    }

    /// Refuses to import a room into a contest that is drafted here, and after a contest's entries closed: its teams would
    /// compete with the teams of members who drafted, and paid, without knowing the points.
    private func checkTakesImports(_ tournament: TournamentState) throws(Refusal) {
        guard state.rules >= SoftwareStarted.rulesOfClaimants else { return }
        guard tournament.stage == .open else {
            throw Refusal(.entriesClosed, "Contest \(tournament.id) is \(tournament.stage.name).")
        }
        guard !tournament.details.ruleset.isTimed else {
            throw Refusal(
                .invalidValue,
                "Contest \(tournament.id) is drafted here. Import the room into a contest of untimed rooms.")
        }
    }

    private func roomOpenedEvent(
        _ room: OpenRoom, commitment: Digest256?, signedCommands: SignedCommands? = nil, draw: DrawTerms? = nil,
        spectators: Spectators? = nil
    ) -> Event {
        .roomOpened(
            RoomOpened(
                tournament: room.tournament, pool: room.pool, entryFee: room.entryFee, ruleset: room.ruleset,
                commitment: commitment, externalID: room.externalID, signedCommands: signedCommands,
                draw: draw, spectators: spectators))
    }

    /// Checks what every new room has to have.
    private func checkOpening(
        of id: RoomID, _ room: OpenRoom, in contest: some ContestStates
    ) throws(Refusal) -> PoolState {
        try checkNumber(id.number, named: "room")
        guard state.room(id) == nil else { throw Refusal(.alreadyExists, "Room \(id) already exists.") }
        try check(room.ruleset)
        try check(room.externalID, named: "room's external id", isRequired: false)
        try checkEntryFee(room.entryFee)
        if let tournament = room.tournament, contest.tournament(tournament) == nil {
            throw Refusal(.unknownTournament, "There is no contest \(tournament).")
        }
        guard let pool = state.pool(room.pool), pool.published else {
            throw Refusal(.unknownPool, "There is no published pool \(room.pool).")
        }
        return pool
    }

    /// Refuses rules by which no draft can be held.
    func check(_ ruleset: Ruleset) throws(Refusal) {
        guard Ruleset.allowedTeams.contains(ruleset.teams), Ruleset.allowedRounds.contains(ruleset.rounds) else {
            throw Refusal(
                .invalidValue,
                "A draft has \(Ruleset.allowedTeams.dashed) teams and \(Ruleset.allowedRounds.dashed) rounds; "
                    + "\(ruleset.teams) and \(ruleset.rounds) were given.")
        }
        guard ruleset.grace >= .zero, ruleset.countdown >= .zero else {
            throw Refusal(.invalidValue, "The grace and the countdown cannot be negative.")
        }
        guard !ruleset.isTimed || (ruleset.pickClock > .zero && ruleset.tickInterval > .zero) else {
            throw Refusal(.invalidValue, "A timed draft has a pick clock and a tick interval above zero.")
        }
        guard ruleset.autopickPolicy == Autopick.currentPolicy else {
            throw Refusal(
                .invalidValue,
                "The autopick policy is \(ruleset.autopickPolicy); this version knows \(Autopick.currentPolicy).")
        }
        guard let overnight = ruleset.overnight else { return }
        guard ruleset.isTimed, overnight.isValid else {
            throw Refusal(
                .invalidValue,
                "The clocks of \(ruleset.isTimed ? "a timed" : "an untimed") draft cannot pause \(overnight.title). An overnight pause "
                    + "needs a length, a timed draft, and an offset from -12:00 to +14:00. The offset has at most "
                    + "\(ZoneOffsets.mostChanges) changes, in their order.")
        }
    }
}

extension Decider {
    /// The countdown is over: the fees are posted and slot 0 is on the clock.
    func startDraftEvents(_ id: RoomID, of contest: some ContestStates) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkRole()
        guard room.status == .countdown, let endsAt = room.countdownEndsAt else {
            throw Refusal(
                .wrongStatus,
                room.status == .countdown
                    ? "The order of room \(id) is not drawn yet."
                    : "Room \(id) is \(room.status.name), not counting down.")
        }
        guard occurredAt >= endsAt else {
            throw Refusal(
                .clockRunning, "The countdown of room \(id) is still running.", deadline: endsAt,
                margin: endsAt - occurredAt)
        }
        var events = [StreamEvent(.room(id), .draftStarted(DraftStarted()))]
        events += postingEvents(of: room, in: contest)
        if room.ruleset.isTimed {
            events.append(
                StreamEvent(.room(id), clockStartedEvent(in: room, pick: 1, remaining: room.ruleset.pickClock)))
        }
        return events
    }
}
