import Draft
import DraftLedger

extension DraftDecider {
    /// Takes a contest that is there already over from the ledger, so that its drafts can be compared.
    mutating func findContest(_ index: Int) throws {
        guard known.tournaments[batch.contests[index].externalID] != nil else { return }
        _ = try openContest(index)
    }

    /// Compares a draft with the room that goes by its id: the draft is decided once more, as a trial, and has to come
    /// to the events that the room begins with. Corrections that were made since stand behind them and do no harm.
    ///
    /// - Returns: where they part; nil where they agree.
    func difference(of draft: ImportedDraft, from id: RoomID) throws -> String? {
        guard let stored = try ledger?.stream(.room(id)) else { return nil }
        guard case .roomOpened(let opened)? = stored.first?.event, let tournament = opened.tournament,
            known.tournaments[batch.contests[draft.contest].externalID] == tournament
        else { return "it is of another contest" }
        // Who a user is may have been erased since. The number stays: it is the log's.
        var users = [UserID?](repeating: nil, count: draft.entries.count)
        for case .seatTaken(let taken) in stored.map(\.event) where Int(taken.seat) < users.count {
            users[Int(taken.seat)] = taken.user
        }
        var trial = self
        let events = try trial.events(of: draft, in: id, users: users)
        guard events.allSatisfy({ $0.stream == .room(id) }) else { return "it has none of a player in the file" }
        for (index, event) in events.enumerated() {
            guard index < stored.count else { return "it has \(stored.count) events, the file's draft \(events.count)" }
            guard stored[index].event == event.event, stored[index].origin == event.origin else {
                return "its event \(index + 1), \(stored[index].event.type.name), is another one"
            }
        }
        return nil
    }
}
