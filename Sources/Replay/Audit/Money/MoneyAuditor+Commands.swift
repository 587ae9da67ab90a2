import Draft
import DraftLedger
import Records

extension MoneyAuditor {
    /// Checks that joins are by registered users, in time and within the contest's limits. After the group is folded.
    mutating func checkJoining(_ taken: SeatTaken, _ recorded: RecordedEvent, of room: RoomFees) {
        guard isWhole, recorded.origin?.actor.role != .importer, let user = taken.user, let id = room.tournament,
            let tournament = tournaments[id]
        else { return }
        if users[user]?.registered != true {
            notes.note(
                .membership, at: recorded, expected: "a registered user", actual: "user \(user)",
                "An unregistered user joined.")
        }
        if tournament.stage != .open {
            notes.note(
                .contest, at: recorded, expected: "open", actual: tournament.stage.name,
                "User \(user) joined contest \(id) after its entries closed.")
        }
        let own = wallets[user]?.entryCounts[id] ?? 0
        if let limit = tournament.details.maxEntriesPerUser, own > limit {
            notes.note(
                .contest, at: recorded, expected: "at most \(limit) entries per user", actual: "\(own)",
                "User \(user) has more entries in contest \(id) than the limit.")
        }
        let all = books[id]?.entries ?? 0
        if let limit = tournament.details.maxEntries, all > limit {
            notes.note(
                .contest, at: recorded, expected: "at most \(limit) entries", actual: "\(all)",
                "Contest \(id) has more entries than its limit.")
        }
    }
}
