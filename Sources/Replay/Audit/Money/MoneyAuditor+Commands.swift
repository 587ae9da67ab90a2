import Draft
import DraftLedger
import Records

extension MoneyAuditor {
    /// The events of the house follow from the command that was sent, and the rules would decide it so again.
    ///
    /// Before the group is folded.
    ///
    /// - Returns: what differs; to be reported unless a rule of its own says so more exactly.
    mutating func redecide(_ group: CommandGroup) -> AuditFinding? {
        guard let origin = group.origin, let command = group.houseCommand else { return nil }
        if origin.fingerprint != 0, command.fingerprint != origin.fingerprint {
            return finding(
                .fingerprint, group.first, expected: "content with fingerprint \(origin.fingerprint)",
                actual: "a \(command.kind.name) with fingerprint \(command.fingerprint)",
                "The events do not follow from the command that was sent.")
        }
        guard isWhole, command.isDecidedByHouseView else { return nil }
        notes.counts.decisions += 1
        let decision = decide(
            command, origin: origin, now: group.first.recordedAt,
            state: HouseView(wallets: wallets, users: users, cases: cases, depositors: depositors),
            cryptography: LedgerCryptography(drawMaster: []))
        switch decision {
        case .refused(let refusal):
            return finding(
                .decision, group.first, expected: "refused as \(refusal.code.name)",
                actual: group.first.event.type.name, "The rules refuse what was accepted: \(refusal.message)")
        case .accepted(let events):
            guard events.count == group.events.count,
                zip(events, group.events).allSatisfy({ $0.stream == $1.stream && $0.event == $1.event })
            else {
                return finding(
                    .decision, group.first, expected: events.map(\.event.type.name).joined(separator: ", "),
                    actual: group.events.map(\.event.type.name).joined(separator: ", "),
                    "The rules decide the command otherwise.")
            }
            return nil
        }
    }

    /// Who joins is registered, in time, and within the limits of the contest. After the group is folded.
    mutating func checkJoining(_ taken: SeatTaken, _ recorded: RecordedEvent, of room: RoomFees) {
        guard isWhole, recorded.origin?.actor.role != .importer, let user = taken.user, let id = room.tournament,
            let tournament = tournaments[id]
        else { return }
        if users[user]?.registered != true {
            notes.note(
                .membership, at: recorded, expected: "a registered user", actual: "user \(user)",
                "Somebody joined who was never registered.")
        }
        if tournament.stage != .open {
            notes.note(
                .contest, at: recorded, expected: "open", actual: tournament.stage.name,
                "User \(user) joined tournament \(id) when nobody could any more.")
        }
        let own = wallets[user]?.entryCounts[id] ?? 0
        if let limit = tournament.details.maxEntriesPerUser, own > limit {
            notes.note(
                .contest, at: recorded, expected: "at most \(limit) entries a user", actual: "\(own)",
                "User \(user) has more entries in tournament \(id) than one may have.")
        }
        let all = books[id]?.entries ?? 0
        if let limit = tournament.details.maxEntries, all > limit {
            notes.note(
                .contest, at: recorded, expected: "at most \(limit) entries", actual: "\(all)",
                "Tournament \(id) has more entries than it may have.")
        }
    }

    private func finding(
        _ rule: AuditRule, _ recorded: RecordedEvent, expected: String, actual: String, _ message: String
    ) -> AuditFinding {
        AuditFinding(
            position: recorded.position, stream: recorded.stream, rule: rule, expected: expected, actual: actual,
            message: message)
    }
}
