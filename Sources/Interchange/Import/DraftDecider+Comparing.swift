import Draft
import DraftLedger

extension DraftDecider {
    /// Takes a contest that is there already over from the ledger, so that its drafts can be compared.
    mutating func findContest(_ index: Int) throws {
        guard known.tournaments[batch.contests[index].externalID] != nil else { return }
        let (contest, _) = try openContest(index)
        for player in batch.contests[index].players { find(player, in: contest.pool) }
    }

    /// How a draft compares with the room that goes by its id.
    struct Comparison: Sendable {
        var outcome: Outcome
        /// Who has the room's seats, by slot.
        var users: [UserID?] = []
    }

    enum Outcome: Sendable {
        case same
        /// They part, with where.
        case other(String)
        /// The draft has gone on since, by these events.
        case grown([PendingEvent])
    }

    /// Compares a draft with the room that goes by its id: the draft is decided once more, as a trial, and has to come
    /// to the events that the room begins with. Corrections that were made since stand behind them and do no harm.
    func comparison(of draft: ImportedDraft, with id: RoomID) throws -> Comparison {
        guard let stored = try ledger?.stream(.room(id)) else { return Comparison(outcome: .same) }
        // Who a user is may have been erased since. The number stays: it is the log's.
        var users = [UserID?](repeating: nil, count: draft.entries.count)
        for case .seatTaken(let taken) in stored.map(\.event) where Int(taken.seat) < users.count {
            users[Int(taken.seat)] = taken.user
        }
        return Comparison(outcome: try outcome(of: draft, with: id, stored, users: users), users: users)
    }

    private func outcome(
        of draft: ImportedDraft, with id: RoomID, _ stored: [RecordedEvent], users: [UserID?]
    ) throws -> Outcome {
        guard case .roomOpened(let opened)? = stored.first?.event, let tournament = opened.tournament,
            known.tournaments[batch.contests[draft.contest].externalID] == tournament
        else { return .other("it is of another contest") }
        var draft = draft
        // How long a draft is that is not over, one file can know and another not.
        if draft.mayGrow, opened.ruleset.rounds > draft.rounds {
            draft = draft.with(rounds: opened.ruleset.rounds)
        }
        var trial = self
        let events = try trial.events(of: draft, in: id, users: users, picked: picked(in: draft, stored, opened.pool))
        let own = events.filter { $0.stream == .room(id) }
        guard own.count == events.count || draft.mayGrow else { return .other("it has none of a player in the file") }
        for (event, recorded) in zip(own, stored)
        where recorded.event != event.event || recorded.origin != event.origin {
            return .other("its event \(recorded.version), \(recorded.event.type.name), is another one")
        }
        guard own.count > stored.count else { return .same }
        guard draft.mayGrow else { return .other("it has \(stored.count) events, the file's draft \(own.count)") }
        return .grown(events.filter { $0.stream != .room(id) } + own[stored.count...])
    }

    /// By pick, whom the ledger has for it where he may be the one that the draft means: a player's team and the
    /// spelling of his name may have changed since, and the site may call him by the id of another slate.
    private func picked(in draft: ImportedDraft, _ stored: [RecordedEvent], _ pool: PoolID) -> [PlayerIndex?] {
        guard draft.mayGrow, let players = players[pool] else { return [] }
        var picked = [PlayerIndex?](repeating: nil, count: draft.picks.count)
        for case .pickMade(let made) in stored.map(\.event) {
            let index = Int(made.pick) - 1
            guard index < picked.count, let player = draft.picks[index].player else { continue }
            if players.isListed(batch.players[player], at: made.player) { picked[index] = made.player }
        }
        return picked
    }
}
