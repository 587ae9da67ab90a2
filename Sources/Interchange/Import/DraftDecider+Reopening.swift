import Draft
import DraftLedger
import Records

/// An export does not say how many rounds its drafts have, so an earlier one may have led to the wrong number. A room's
/// rules never change: the room is voided, and the draft goes into another one.
extension DraftDecider {
    /// The rounds that a draft turns out to have instead of its room's; nil where the room's stand.
    ///
    /// A number that the user states goes before everything, and more picks than the room has rounds for go before what was
    /// assumed. A room of as many rounds as drafts are assumed to have shrinks when its contest turns out to be over
    /// earlier. A file that is older than the room, with fewer picks, says nothing new, so that older and newer files come
    /// to the same in any order.
    func newRounds(of draft: ImportedDraft, in stored: Stored) -> UInt8? {
        guard let rounds = draft.growing, !stored.room.isVoided else { return nil }
        let present = stored.opened.ruleset.rounds
        guard rounds.count != present else { return nil }
        if rounds.basis == .stated { return rounds.count }
        guard draft.ownPicks >= stored.picks.count else { return nil }
        if rounds.longest > present { return rounds.count }
        let longest = stored.opened.tournament.flatMap { known.longest[$0] } ?? 0
        let isOver = rounds.basis == .shown && rounds.count < present && longest <= rounds.count
        return isOver && present == rounds.usual ? rounds.count : nil
    }

    /// The room's end and the draft's other room, provided that the room begins as the draft does.
    func reopening(
        of draft: ImportedDraft, rounds: UInt8, instead stored: Stored, next: RoomID
    ) throws -> Outcome {
        let present = stored.opened.ruleset.rounds
        guard draft.ownPicks >= stored.picks.count else {
            return .other(
                "it has \(present) rounds and \(stored.picks.count) picks of the entry, the file \(rounds) rounds and "
                    + "\(draft.ownPicks) picks; import a newer export")
        }
        guard !stored.events.contains(where: { if case .corrected = $0.event.pick { true } else { false } }) else {
            return .other("it has \(present) rounds and corrected picks, the file's draft \(rounds) rounds")
        }
        let beginning = stored.told(stored.beginning(of: draft))
        var comparing = self
        let old = try comparing.events(
            of: beginning, in: stored.room, users: stored.users, picked: picked(in: beginning, stored))
        if let difference = difference(of: old.filter { $0.stream == .room(stored.room.id) }, stored.events) {
            return .other(difference)
        }
        guard let room = try ledger?.room(stored.room.id) else { return .same }
        let other = KnownHistory.Room(id: next, opening: stored.room.opening + 1)
        let draft = draft.with(rounds: rounds)
        var trial = self
        let events = try trial.events(of: draft, in: other, users: stored.users, picked: picked(in: draft, stored))
        trial.desk.adopt(room)
        let void = Command.room(
            room.id,
            .voidRoom(
                approvedBy: 0,
                reason: "Imported with \(present) rounds; the draft has \(rounds) and is room \(next) now."))
        let ending = try trial.desk.decide(void, about: "\(Self.subject(draft, stored.room)) void", at: nil)
        return .reopened(ending + events, other)
    }
}
