import Draft
import DraftLedger
import Records

extension DraftDecider {
    /// Finds or creates the tournament and the pool of a contest.
    ///
    /// - Returns: the events that create what was not there.
    mutating func openContest(_ index: Int) throws -> (Contest, [PendingEvent]) {
        if let contest = contests[index] { return (contest, []) }
        let imported = batch.contests[index]
        if let id = known.tournaments[imported.externalID], let tournament = try ledger?.tournament(id) {
            try adoptPool(tournament.details.pool)
            desk.adopt(tournament)
            let contest = Contest(tournament: id, pool: tournament.details.pool)
            contests[index] = contest
            return (contest, try outcomeEvents(of: imported, id))
        }
        var (pool, events) = try openPool(of: imported)
        let contest = Contest(tournament: known.nextTournament, pool: pool)
        events += try desk.decide(
            .tournament(contest.tournament, .createTournament(TournamentCreated(imported, pool: pool))),
            about: "contest \(imported.externalID)", at: nil)
        events += try outcomeEvents(of: imported, contest.tournament)
        known.tournaments[imported.externalID] = contest.tournament
        known.nextTournament = TournamentID(contest.tournament.number + 1)
        contests[index] = contest
        return (contest, events)
    }

    /// Returns the events of a contest after its drafts, if the source's contest has them and the ledger's does not: it was
    /// imported by an earlier version.
    private mutating func outcomeEvents(
        of imported: ImportedContest, _ id: TournamentID
    ) throws(Refusal) -> [PendingEvent] {
        guard let outcome = imported.outcome, let tournament = desk.tournament(id) else { return [] }
        var events: [PendingEvent] = []
        if tournament.rounds == nil {
            events += try desk.decide(
                .tournament(id, .setContestRounds(outcome.rounds)),
                about: "contest \(imported.externalID) rounds", at: nil)
        }
        if tournament.scoring == nil {
            events += try desk.decide(
                .tournament(id, .setScoring(outcome.scoring)), about: "contest \(imported.externalID) scoring",
                at: nil)
        }
        return events
    }

    /// Finds or publishes the pool of a contest.
    private mutating func openPool(of contest: ImportedContest) throws -> (PoolID, [PendingEvent]) {
        if let id = known.pools[contest.poolExternalID] {
            try adoptPool(id)
            return (id, [])
        }
        let id = known.nextPool
        let listings = contest.players.enumerated().map { index, player in
            batch.players[player].listing(at: PlayerIndex(truncatingIfNeeded: index))
        }
        let pool = PublishPool(
            externalID: contest.poolExternalID, title: contest.poolTitle, players: listings)
        let events = try desk.decide(
            .pool(id, .publishPool(pool)), about: "pool \(contest.poolExternalID)", at: nil)
        known.pools[contest.poolExternalID] = id
        known.nextPool = PoolID(id.number + 1)
        players[id] = PoolPlayers(listings)
        return (id, events)
    }

    /// Takes a pool over from the ledger, unless it has been already: then it may have grown since.
    private mutating func adoptPool(_ id: PoolID) throws {
        guard players[id] == nil, let pool = try ledger?.pool(id) else { return }
        desk.adopt(pool)
        players[id] = PoolPlayers(pool.players)
    }

    mutating func addLatePlayer(_ number: Int, to pool: PoolID) throws -> [PendingEvent] {
        let player = batch.players[number]
        let count = desk.pool(pool)?.players.count ?? 0
        let listing = player.listing(at: PlayerIndex(truncatingIfNeeded: count))
        let naming = ["\(player.position)", player.name, player.team].filter { !$0.isEmpty }.joined(separator: " ")
        let name = player.externalID.isEmpty ? naming : player.externalID
        let events = try desk.decide(
            .pool(pool, .addPlayer(listing)), about: "pool \(pool) player \(name)", at: nil)
        players[pool]?.add(listing)
        find(number, in: pool)
        return events
    }

    /// The room: opened, seated and drafted. Depends on no other draft, and leaves nothing behind.
    ///
    /// - Parameters:
    ///   - users: by slot.
    ///   - picked: as of its groundwork.
    mutating func roomEvents(
        of draft: ImportedDraft, in place: KnownHistory.Room, _ contest: Contest, users: [UserID?],
        picked: [PlayerIndex?] = []
    ) throws -> [PendingEvent] {
        let room = place.id
        defer { desk.forget(room) }
        let opening = OpenRoom(
            tournament: contest.tournament, pool: contest.pool, entryFee: draft.entryFee,
            ruleset: .untimed(
                teams: draft.teams, rounds: draft.rounds, statedClock: draft.statedClock ?? .zero, order: draft.order),
            externalID: draft.externalID)
        let entries = zip(draft.entries, users).map { entry, user in
            entry.map { ImportRoom.Entry(externalID: $0.externalID, user: user) }
        }
        var events = try desk.decide(
            .room(room, .importRoom(ImportRoom(room: opening, entries: entries))), about: Self.subject(draft, place),
            at: draft.startedAt)
        let snake = Snake(teams: draft.teams, rounds: draft.rounds, order: draft.order)
        for (index, pick) in draft.picks.enumerated() {
            let number = PickNumber(index + 1)
            let settled = index < picked.count ? picked[index] : nil
            let player = settled ?? pick.player.flatMap { players[contest.pool]?.index(of: $0) }
            events += try desk.decide(
                pick.command(in: room, number, slot: snake.slot(of: number), player: player),
                about: "\(Self.subject(draft, place)) pick \(number)", at: pick.occurredAt)
        }
        for (number, results) in zip(1..., draft.results) {
            events += try resultEvents(of: results, draft, in: place, number: number)
        }
        return events
    }

    /// Results that a site states of a draft whose room is complete.
    ///
    /// - Parameter number: from 1: of how many statements of the draft this is the last.
    mutating func resultEvents(
        of results: ResultsStated, _ draft: ImportedDraft, in place: KnownHistory.Room, number: Int
    ) throws(Refusal) -> [PendingEvent] {
        try desk.decide(
            .room(place.id, .recordStatedResults(results)), about: "\(Self.subject(draft, place)) results \(number)",
            at: nil)
    }

    /// The subject of the commands of a draft's room, so that each room of one draft has its own commands.
    static func subject(_ draft: ImportedDraft, _ place: KnownHistory.Room) -> String {
        "draft \(draft.externalID)" + (place.opening > 1 ? " opening \(place.opening)" : "")
    }
}

extension ImportedPick {
    /// - Parameters:
    ///   - slot: the seat too, in an imported room.
    ///   - player: in the room's pool; nil for a skipped pick.
    fileprivate func command(in room: RoomID, _ number: PickNumber, slot: Slot, player: PlayerIndex?) -> Command {
        switch (manner, player) {
        case (.byHand, let player?):
            MakePick(pick: number, player: player, seat: slot, adp: adp).command(in: room)
        case (.byHand, nil):
            .room(
                room,
                .recordAutomatedPick(
                    RecordAutomatedPick(pick: number, seat: slot, player: nil, reason: .clockExpired, source: .skipped))
            )
        case (.automated(let reason, let source), _):
            .room(
                room,
                .recordAutomatedPick(
                    RecordAutomatedPick(
                        pick: number, seat: slot, player: player, reason: reason, source: source, adp: adp)))
        }
    }
}

extension TournamentCreated {
    /// A contest of another site: of its fee, its prizes and its limits what the files say, if anything.
    fileprivate init(_ contest: ImportedContest, pool: PoolID) {
        self = .blank
        self.pool = pool
        ruleset = .untimed(teams: contest.teams, rounds: contest.rounds)
        title = contest.title
        externalID = contest.externalID
        entryFee = contest.entryFee
        maxEntries = contest.maxEntries
        statedPrizes = contest.statedPrizes
    }
}
