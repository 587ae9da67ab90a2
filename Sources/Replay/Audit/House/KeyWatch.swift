import Draft
import DraftLedger
import Records

/// The keys by which checkpoints are signed, one after the other: each rotation leaves the one that the last came to.
struct KeyWatch {
    /// As far as the log says; nil before the key was changed for the first time.
    private var verifierKey: String?

    mutating func checkSuccession(_ recorded: RecordedEvent, _ notes: inout AuditNotes) {
        guard case .rotated(let rotated) = recorded.event.service else { return }
        if let verifierKey, verifierKey != rotated.previousVerifierKey {
            notes.note(
                .decision, at: recorded, expected: "a rotation from \(verifierKey)",
                actual: "one from \(rotated.previousVerifierKey)", "The key that is left is not the ledger's.")
        }
        verifierKey = rotated.verifierKey
    }
}

extension AuditNotes {
    /// What the rules allow and people have to know of: until where nobody in particular acted for the house, and that
    /// somebody closed a contest to those who would have joined it.
    ///
    /// - Parameter state: the ledger's before the event.
    mutating func remark(on recorded: RecordedEvent, in state: LedgerState) {
        if case .enabled = recorded.event.staffChange {
            noteAuthority()
            guard recorded.position > 1 else { return }
            remark(
                at: recorded,
                "Authority begins here: who acted for the house in the \(recorded.position) events before signed nothing, "
                    + "and was nobody whom the ledger names.")
        } else if case .tournament(let id) = recorded.stream, case .closed(let closed) = recorded.event.contest {
            guard let actor = recorded.origin?.actor, actor.role == .admin || actor.role == .scheduler,
                let most = state.tournament(id)?.details.maxEntries, closed.entries < most
            else { return }
            remark(
                at: recorded,
                "\(actor.text) closed tournament \(id) with \(closed.entries) of \(most) entries; rooms that still waited "
                    + "and were cancelled for that: \(closed.cancelledRooms).")
        }
    }
}
