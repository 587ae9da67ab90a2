extension Decider where State: HouseStates {
    func tournamentEvents(_ id: TournamentID, _ command: TournamentCommand) throws(Refusal) -> [StreamEvent] {
        switch command {
        case .createTournament(let details): try createTournamentEvents(id, details)
        case .closeEntries: try closeEntriesEvents(id)
        case .cancelTournament(let reason): try cancelTournamentEvents(id, reason: reason)
        case .awardPrizes(let standings): try awardPrizesEvents(id, standings)
        case .finalizeTournament: try finalizeTournamentEvents(id)
        case .setContestRounds(let set): try setContestRoundsEvents(id, set)
        case .setScoring(let set): try setScoringEvents(id, set)
        case .closeRound(let close): try closeRoundEvents(id, close)
        case .drawPods(let round): try drawPodsEvents(id, round)
        }
    }

    private func createTournamentEvents(
        _ id: TournamentID, _ details: TournamentCreated
    ) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        try checkNumber(id.number, named: "tournament")
        guard state.tournament(id) == nil else {
            throw Refusal(.alreadyExists, "Contest \(id) already exists.")
        }
        try check(details.title, named: "title")
        try check(details.externalID, named: "external id", isRequired: false)
        try checkEntryFee(details.entryFee)
        if let stated = details.statedPrizes, stated < .zero || stated > PrizeTable.largestTotal {
            throw Refusal(
                .invalidValue,
                "The stated prizes are \(stated.value) cents, expected 0-\(PrizeTable.largestTotal.value).")
        }
        try checkIsRecordable(details.maxEntries, named: "limit of entries")
        try checkIsRecordable(details.maxEntriesPerUser, named: "limit of a user's entries")
        guard details.maxEntries != 0, details.maxEntriesPerUser != 0 else {
            throw Refusal(.invalidValue, "A limit of 0 entries admits no entries. Leave the limit out instead.")
        }
        guard details.rakeBasisPoints <= 10_000 else {
            throw Refusal(.invalidValue, "The rake is \(details.rakeBasisPoints) basis points, expected 0-10000.")
        }
        if let fault = PrizeTable.fault(in: details.prizes) { throw Refusal(.invalidValue, "Prize table: \(fault).") }
        try check(details.ruleset)
        try check(details.pool, sufficesFor: details.ruleset)
        return [StreamEvent(.tournament(id), .tournamentCreated(details))]
    }

    /// Refuses a pool from which no room of the tournament could be drafted.
    private func check(_ pool: PoolID, sufficesFor ruleset: Ruleset) throws(Refusal) {
        guard let players = state.pool(pool)?.players, state.pool(pool)?.published == true else {
            throw Refusal(.unknownPool, "There is no published pool \(pool).")
        }
        // An imported draft may have skipped picks, so it is fine with fewer.
        let needed = Int(ruleset.snake.pickCount)
        guard !ruleset.isTimed || players.count >= needed else {
            throw Refusal(.invalidValue, "Pool \(pool) has \(players.count) players; a room drafts \(needed).")
        }
    }

    /// No user can join any more, so a room that still waits cannot fill: it is cancelled and its fees go back.
    private func closeEntriesEvents(_ id: TournamentID) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        let tournament = try knownTournament(id)
        guard tournament.stage == .open else {
            throw Refusal(.wrongStatus, "Contest \(id) is \(tournament.stage.name), expected open.")
        }
        var events: [StreamEvent] = []
        var released: UInt32 = 0
        let rooms = state.waitingRooms(of: id)
        for number in rooms {
            guard let room = state.room(number) else { continue }
            let releases = releaseEvents(of: room, in: state)
            released += UInt32(releases.count)
            events.append(cancelledEvent(of: room, reason: "entries closed"))
            events += releases
        }
        let closed = EntriesClosed(
            entries: state.books(id).entries &- released, cancelledRooms: UInt16(clamping: rooms.count),
            podCommitment: tournament.podCommitment == nil ? podCommitment(of: tournament) : nil)
        return events + [StreamEvent(.tournament(id), .entriesClosed(closed))]
    }

    /// Only while no draft has started: rooms that wait or count down are cancelled with it. A room that drafts or has
    /// drafted must be voided first, so that its annulment has an approver.
    private func cancelTournamentEvents(_ id: TournamentID, reason: Wording) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        let tournament = try knownTournament(id)
        guard tournament.stage == .open || tournament.stage == .closed else {
            throw Refusal(.wrongStatus, "Contest \(id) is already \(tournament.stage.name).")
        }
        try check(reason, named: "reason", limit: 1000)
        let rooms = state.books(id).rooms
        guard rooms.drafting == 0, rooms[.complete] == 0 else {
            throw Refusal(
                .wrongStatus,
                "\(rooms.drafting) rooms are drafting and \(rooms[.complete]) have drafted; void them first.")
        }
        let full = state.countdownRooms(of: id)
        if !full.isEmpty { try checkApproved() }
        var events: [StreamEvent] = []
        for number in state.waitingRooms(of: id) + full {
            guard let room = state.room(number) else { continue }
            events += cancelEvents(of: room, reason: reason, in: state)
        }
        return events + [StreamEvent(.tournament(id), .tournamentCancelled(TournamentCancelled(reason: reason)))]
    }
}
