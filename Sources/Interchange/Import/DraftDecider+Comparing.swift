import Draft
import DraftLedger
import Records

extension DraftDecider {
    /// The draft in the contest that its room is of, where an earlier version took it for another one's than the files
    /// make it now.
    func inItsContest(_ draft: ImportedDraft, _ room: KnownHistory.Room) -> ImportedDraft {
        guard let former = draft.formerContest, let tournament = room.tournament,
            known.tournaments[batch.contests[former].externalID] == tournament
        else { return draft }
        var draft = draft
        draft.contest = former
        return draft
    }

    /// Takes a contest that is there already over from the ledger, so that its drafts can be compared.
    ///
    /// - Returns: what the ledger's contest lacks.
    mutating func findContest(_ index: Int) throws -> [PendingEvent] {
        guard known.tournaments[batch.contests[index].externalID] != nil else { return [] }
        let (contest, events) = try openContest(index)
        for player in batch.contests[index].players { find(player, in: contest.pool) }
        return events
    }

    /// How a draft compares with the room that goes by its id.
    struct Comparison: Sendable {
        var outcome: Outcome
        /// The users of the room's seats, by slot.
        var users: [UserID?] = []
    }

    enum Outcome: Sendable {
        case same
        /// The site states other results than before, or states them only now, by these events.
        case restated([PendingEvent])
        /// They part, with where.
        case other(String)
        /// The draft has gone on since, by these events.
        case grown([PendingEvent])
        /// The room has other rounds than the draft: by these events it is voided, and the draft has another room.
        case reopened([PendingEvent], KnownHistory.Room)
    }

    /// A room as it is in the ledger.
    struct Stored {
        var room: KnownHistory.Room
        var opened: RoomOpened
        var events: [RecordedEvent]
        /// The users of its seats, by slot.
        var users: [UserID?]

        /// By pick, as it was made, which is how an import tells it again: corrections stand behind it.
        var picks: [(number: PickNumber, player: PlayerIndex)] {
            events.compactMap { recorded in
                guard let number = recorded.event.madePick, let player = recorded.event.pickedPlayer else { return nil }
                return (number, player)
            }
        }

        /// A draft as the version of this importer told it that made the room. Before there was a word for picks of
        /// which a source does not tell how they came about, they went in as made by hand, and the clock that a source
        /// states was left out.
        func told(_ draft: ImportedDraft) -> ImportedDraft {
            var told = draft
            if opened.ruleset.statedClock == nil { told.statedClock = nil }
            for case .made(let made) in events.compactMap(\.event.pick) {
                let index = Int(made.pick) - 1
                guard told.picks.indices.contains(index), told.picks[index].player != nil,
                    told.picks[index].manner == .unknown
                else { continue }
                told.picks[index].manner = .byHand
            }
            return told
        }

        /// A draft as far as the room has it, by the room's rounds.
        func beginning(of draft: ImportedDraft) -> ImportedDraft {
            var beginning = draft
            beginning.picks = Array(draft.picks.prefix(Int(picks.last?.number ?? 0)))
            beginning.rounds = opened.ruleset.rounds
            return beginning
        }
    }

    /// Compares a draft with the room of its ID: the draft is decided again, as a trial, and has to come
    /// to the events that the room begins with. Corrections that were made since stand behind them and do no harm.
    ///
    /// - Parameter next: the number of a room that is opened for it instead.
    func comparison(of draft: ImportedDraft, with room: KnownHistory.Room, next: RoomID) throws -> Comparison {
        guard let stored = try ledger?.stream(.room(room.id)) else { return Comparison(outcome: .same) }
        // The profile of a user may have been erased since. The number stays: it is in the log.
        var users = [UserID?](repeating: nil, count: draft.entries.count)
        for case .taken(let taken) in stored.compactMap(\.event.membership) where Int(taken.seat) < users.count {
            users[Int(taken.seat)] = taken.user
        }
        guard case .opened(let opened) = stored.first?.event.preparation, let tournament = opened.tournament,
            known.tournaments[batch.contests[draft.contest].externalID] == tournament
        else {
            // A dump knows all teams of a draft, an own export one.
            let seats = stored.count { if case .taken = $0.event.membership { true } else { false } }
            guard seats != draft.entries.count(where: { $0 != nil }) else {
                return Comparison(outcome: .other("it is of another contest"), users: users)
            }
            return Comparison(
                outcome: .other("it is there already from another source; a room takes a draft from one source only"))
        }
        let own = Stored(room: room, opened: opened, events: stored, users: users)
        return Comparison(outcome: try outcome(of: draft, with: own, next: next), users: users)
    }

    private func outcome(of draft: ImportedDraft, with stored: Stored, next: RoomID) throws -> Outcome {
        var draft = draft
        let results = draft.results
        draft.results = []
        if draft.mayGrow {
            if let rounds = newRounds(of: draft, in: stored) {
                return try reopening(of: draft, rounds: rounds, instead: stored, next: next)
            }
            draft =
                stored.room.isVoided ? stored.beginning(of: draft) : draft.with(rounds: stored.opened.ruleset.rounds)
        }
        draft = stored.told(draft)
        var trial = self
        let events = try trial.events(
            of: draft, in: stored.room, users: stored.users, picked: picked(in: draft, stored))
        let own = events.filter { $0.stream == .room(stored.room.id) }
        guard own.count == events.count || draft.mayGrow else { return .other("it does not have a pick of the file") }
        if let difference = difference(of: own, stored.events, isVoided: stored.room.isVoided) {
            return .other(difference)
        }
        guard own.count > stored.events.count, !stored.room.isVoided else {
            let news = try statements(of: results, draft, in: stored)
            return news.isEmpty ? .same : .restated(news)
        }
        guard draft.mayGrow else {
            return .other("it has \(stored.events.count) events, the file's draft \(own.count)")
        }
        return .grown(events.filter { $0.stream != .room(stored.room.id) } + own[stored.events.count...])
    }

    /// Results that the site states now and did not state before; none of a draft that is not complete.
    private func statements(
        of results: [ResultsStated], _ draft: ImportedDraft, in stored: Stored
    ) throws -> [PendingEvent] {
        let earlier = stored.events.compactMap { recorded in
            if case .results(let earlier) = recorded.event.room { earlier } else { nil }
        }
        var known: [ResultsStated] = []
        for statement in earlier { known.take(statement) }
        let news = results.filter { results in
            known.first { $0.round == results.round }.map { !results.addsNothing(to: $0) } ?? true
        }
        guard !news.isEmpty, let room = RoomState.folding(stored.events), room.status == .complete else { return [] }
        var trial = self
        trial.desk.adopt(room)
        var events: [PendingEvent] = []
        for (number, results) in zip((earlier.count + 1)..., news) {
            events += try trial.resultEvents(of: results, draft, in: stored.room, number: number)
        }
        return events
    }

    /// - Parameter isVoided: whether the room's last event did not come from its source.
    func difference(of own: [PendingEvent], _ stored: [RecordedEvent], isVoided: Bool = false) -> String? {
        for (event, recorded) in zip(own, isVoided ? stored.dropLast() : stored[...])
        where recorded.event != event.event || recorded.origin != event.origin {
            return "its event \(recorded.version), \(recorded.event.type.name), is another one"
        }
        return nil
    }

    /// By pick, whom the ledger has for it where he may be the one that the draft means: a player's team and the
    /// spelling of his name may have changed since, and the site may call him by the id of another slate.
    func picked(in draft: ImportedDraft, _ stored: Stored) -> [PlayerIndex?] {
        guard draft.mayGrow, let players = players[stored.opened.pool] else { return [] }
        var picked = [PlayerIndex?](repeating: nil, count: draft.picks.count)
        for made in stored.picks {
            let index = Int(made.number) - 1
            guard index < picked.count, let player = draft.picks[index].player else { continue }
            if players.isListed(batch.players[player], at: made.player) { picked[index] = made.player }
        }
        return picked
    }
}
