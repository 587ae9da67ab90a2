import Draft
import DraftLedger
import Records

/// The context of a claim's events: keys of signers, staff, and approved requests.
struct EvidenceGrounds {
    /// The claimant's own stream, and of others who have signed what it says of their keys.
    var keys: [RecordedEvent] = []
    /// Staff, and the approval requests with effects in the bundle.
    var authority: [RecordedEvent] = []

    /// - Parameters:
    ///   - events: which rest on the grounds.
    ///   - claimant: the user whose own stream is included whole; nil for none.
    init(of events: [RecordedEvent], claimant: UserID?, in ledger: DraftLedger) throws(DraftLedgerError) {
        if let claimant { keys = try ledger.stream(.user(claimant)) }
        let signers = events.compactMap { recorded -> UserID? in
            guard let origin = recorded.origin, origin.signature != nil, origin.actor.role == .user else { return nil }
            return origin.actor.user
        }
        for user in Set(signers).subtracting([claimant].compactMap(\.self)).sorted() {
            keys += try ledger.stream(.user(user)).filter(\.event.isAboutDeviceKeys)
        }
        authority = try ledger.stream(.staff)
        guard !authority.isEmpty else { return }
        var measures: Set<MeasureID> = []
        var known: Set<CommandKey> = []
        for event in events + authority {
            // The effects of one command follow from one approval request.
            guard let origin = event.origin, origin.actor.role == .admin, known.insert(origin.key).inserted else {
                continue
            }
            if let measure = try Self.measure(behind: event, in: ledger) { measures.insert(measure) }
        }
        for measure in measures.sorted() { authority += try ledger.stream(.measure(measure)) }
    }

    /// The measure that was approved by the command that caused an event: the approval is that command's first event.
    private static func measure(
        behind event: RecordedEvent, in ledger: DraftLedger
    ) throws(DraftLedgerError) -> MeasureID? {
        var position = event.position
        while position > 0 {
            position -= 1
            var before: RecordedEvent?
            try ledger.events(from: position, limit: 1) { (event: RecordedEvent) throws(DraftLedgerError) -> Bool in
                before = event
                return false
            }
            guard let before, before.origin?.key == event.origin?.key else { return nil }
            if case .measure(let id) = before.stream { return id }
        }
        return nil
    }

    /// The sizes that the signatures of some events name, of those that the ledger had.
    static func anchors(of events: [RecordedEvent]) -> Set<UInt64> {
        Set(
            events.compactMap { recorded in
                guard let anchor = recorded.origin?.signature?.anchor, anchor > 0, anchor <= recorded.position else {
                    return nil
                }
                return anchor
            })
    }
}

extension Event {
    /// Whether it says by which key a member's device signs.
    var isAboutDeviceKeys: Bool { traits.contains(.signingKeys) && type.facts.home == .user }
}
