import Draft
import Records

/// Checks the beginning of a ledger that follows another one as far as the ledger alone shows it, and that nothing follows the
/// end of a closed one.
///
/// That the other ledger ended so takes both: `DraftLedger.verifySeason`.
struct SeasonWatch: Codable {
    private struct Beginning: Codable {
        var users: UInt32
        var total: Cents
        var closing: Digest256
        /// The position after the last event that takes over anything.
        var end: UInt64
    }

    private var beginning: Beginning?
    private var closedAt: UInt64?

    /// The canonical bytes of the events that have taken over anything so far.
    private var effects: [UInt8] = []
    private var users: UInt32 = 0
    private var total = Cents.zero

    mutating func check(_ recorded: RecordedEvent, _ notes: inout AuditNotes) {
        checkPlace(of: recorded, &notes)
        switch recorded.event.service {
        case .begun(let begun): begin(begun, recorded, &notes)
        case .closed: closedAt = closedAt ?? recorded.position
        case .created, .software, .stepped, .leader, .rotated, .imported, .erased, .statement, .payout, nil: break
        }
        guard recorded.event.traits.contains(.carried) else { return }
        effects += [StreamEvent(recorded.stream, recorded.event)].effects
        if recorded.event.type == .memberCarried { users += 1 }
        if recorded.event.type == .balanceCarried { total += recorded.event.amount ?? .zero }
        if recorded.position + 1 == beginning?.end { compare(at: recorded, &notes) }
    }

    /// Reports a history that ends before all that was taken over.
    mutating func finish(_ notes: inout AuditNotes) {
        guard let beginning else { return }
        notes.add(
            AuditFinding(
                position: nil, stream: nil, rule: .season, expected: "\(beginning.end) events or more",
                actual: "fewer", message: "Events that take over accounts of the previous ledger are missing."))
    }

    private mutating func checkPlace(of recorded: RecordedEvent, _ notes: inout AuditNotes) {
        let isCarried = recorded.event.traits.contains(.carried)
        let isBeginning = beginning.map { recorded.position < $0.end } ?? false
        if isCarried != isBeginning {
            notes.note(
                .season, at: recorded,
                expected: isCarried ? "only after LedgerBegun" : "an event that takes over accounts",
                actual: recorded.event.type.name,
                isCarried
                    ? "An event takes over an account outside the beginning of the ledger."
                    : "Another event is among those that take over accounts.")
        }
        // The rules decide what has a cause.
        if closedAt != nil, recorded.origin == nil {
            notes.note(
                .season, at: recorded, expected: "nothing", actual: recorded.event.type.name,
                "An event is recorded after the ledger was closed.")
        }
    }

    private mutating func begin(_ begun: LedgerBegun, _ recorded: RecordedEvent, _ notes: inout AuditNotes) {
        guard recorded.position == 1 else {
            return notes.note(
                .season, at: recorded, expected: "position 1", actual: "position \(recorded.position)",
                "The ledger follows another one, but not from its first event on.")
        }
        beginning = Beginning(
            users: begun.users, total: begun.total, closing: begun.closing, end: 2 + UInt64(begun.events))
        notes.remark(
            at: recorded,
            "The ledger follows \(begun.previousOrigin). That it begins as that one ended takes both: run `season verify`."
        )
        if begun.events == 0 { compare(at: recorded, &notes) }
    }

    private mutating func compare(at recorded: RecordedEvent, _ notes: inout AuditNotes) {
        guard let stated = beginning else { return }
        let digest = Digest256(hashing: effects)
        if (stated.users, stated.total, stated.closing) != (users, total, digest) {
            notes.note(
                .season, at: recorded,
                expected: "\(stated.users) users, \(stated.total.value) cents, \(stated.closing.hexadecimal)",
                actual: "\(users) users, \(total.value) cents, \(digest.hexadecimal)",
                "The accounts that were taken over are not those of the closing that the ledger states.")
        }
        (beginning, effects) = (nil, [])
    }
}
