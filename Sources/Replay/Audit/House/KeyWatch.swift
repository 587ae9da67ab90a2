import Draft
import DraftLedger
import Records

/// The keys by which checkpoints are signed, one after the other: each rotation leaves the one that the last came to.
struct KeyWatch: Codable {
    /// As far as the log says; nil before the key was changed for the first time.
    private var verifierKey: String?

    mutating func checkSuccession(_ recorded: RecordedEvent, _ notes: inout AuditNotes) {
        guard case .rotated(let rotated) = recorded.event.service else { return }
        if let verifierKey, verifierKey != rotated.previousVerifierKey {
            notes.note(
                .decision, at: recorded, expected: "a rotation from \(verifierKey)",
                actual: "one from \(rotated.previousVerifierKey)",
                "The rotation replaces a key that is not the ledger's.")
        }
        verifierKey = rotated.verifierKey
    }
}

extension AuditNotes {
    /// Warnings about actions that the rules of the time allow: the position until which staff roles were not enabled, a contest
    /// that was closed before it was full, a room that was imported into a contest that is drafted here or is closed, and points
    /// that staff took from a player whom they fit.
    ///
    /// - Parameter state: the ledger's before the event.
    mutating func remark(on recorded: RecordedEvent, in state: LedgerState) {
        if recorded.event.foundation != nil {
            noteAuthority()
            // A ledger that takes its staff over has no earlier acts.
            guard recorded.position > 1, recorded.origin != nil else { return }
            remark(
                at: recorded,
                "Staff roles are enabled here. Staff actions in the \(recorded.position) earlier events are unsigned, and their "
                    + "authors are not recorded as staff.")
        } else if case .tournament(let id) = recorded.stream, case .closed(let closed) = recorded.event.contest {
            guard let actor = recorded.origin?.actor, actor.role == .admin || actor.role == .scheduler,
                let most = state.tournament(id)?.details.maxEntries, closed.entries < most
            else { return }
            remark(
                at: recorded,
                "\(actor.words.capitalizedFirst) closed contest \(id) with \(closed.entries) of \(most) entries; "
                    + "rooms that were not full and therefore cancelled: \(closed.cancelledRooms).")
        } else if case .assigned(let statement) = recorded.event.score {
            guard let listing = state.pool(statement.player.pool).flatMap(statement.denied) else { return }
            remark(
                at: recorded,
                "Staff stated that the points of \(statement.name) are not those of player \(listing.index) of pool "
                    + "\(statement.player.pool), although \(statement.reasonOfFit(to: listing)).")
        } else if case .room(let room) = recorded.stream, case .opened(let opened) = recorded.event.preparation {
            guard recorded.origin?.actor.role == .importer, let contest = opened.tournament.flatMap(state.tournament),
                contest.stage != .open || contest.details.ruleset.isTimed
            else { return }
            remark(
                at: recorded,
                "Room \(room) was imported into contest \(contest.id), "
                    + (contest.stage == .open ? "which is drafted here" : "which is \(contest.stage.name)")
                    + ": its teams compete with those of members who drafted in time.")
        }
    }
}
