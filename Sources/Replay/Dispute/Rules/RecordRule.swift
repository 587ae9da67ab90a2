import Draft
import DraftLedger

/// Whether the records around the pick keep the rules of the house themselves.
///
/// The other rules go by what the records say. Where an audit finds that they cannot have come about as they say, that is
/// no ground for either side, and people have to look.
enum RecordRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let history = facts.history
        var auditor = RoomAuditor(
            of: history.room, pools: history.pools, cases: history.cases, checksLinks: true,
            onlyQueueOf: history.onlyQueue)
        for event in history.events { auditor.audit(event) }
        auditor.finish()
        let concerned = concerned(facts)
        return auditor.notes.findings.compactMap { finding in
            guard let position = finding.position, concerned.contains(position) else { return nil }
            return .init(
                .record, .undecidable,
                "The record breaks the rule of the \(finding.rule.rawValue): \(finding.message) Expected "
                    + "\(finding.expected), found \(finding.actual).", [position])
        }
    }

    /// The turns of the pick, with what the claimant sent for it and what was corrected of it.
    private static func concerned(_ facts: DisputeFacts) -> Set<UInt64> {
        var positions = Set(facts.corrections.map(\.position))
        for turn in facts.turns {
            positions.formUnion(turn.events.map(\.position))
            positions.formUnion(turn.attempts.flatMap { $0.command.events.map(\.position) })
        }
        return positions
    }
}

/// Whether the order was drawn as promised: from the secret that the room committed to before anybody joined.
enum DrawRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let events = facts.history.events
        guard let opening = events.first, case .roomOpened(let opened) = opening.event,
            let commitment = opened.commitment
        else { return [] }
        let draws = events.filter { if case .draftOrderDrawn = $0.event { true } else { false } }
        guard let draw = draws.first, case .draftOrderDrawn(let drawn) = draw.event else { return [] }
        let positions = [opening.position] + draws.map(\.position)
        if draws.count > 1 {
            return [
                .init(.draw, .upheld, "The order was drawn \(draws.count) times; one draw is all there is.", positions)
            ]
        }
        let cryptography = LedgerCryptography(drawMaster: [])
        guard let secret = drawn.secret, OrderDraw.commitment(to: secret, cryptography: cryptography) == commitment
        else {
            return [
                .init(
                    .draw, .upheld, "The secret of the draw is not the one that the room committed to when it opened.",
                    positions)
            ]
        }
        let before = facts.view(before: draw.position).room
        let seats = OrderDraw.seats(
            secret: secret, room: facts.room.id, entrants: before?.entrants ?? [], cryptography: cryptography)
        if seats != drawn.seats {
            return [
                .init(
                    .draw, .upheld, "Drawn once more from its secret, the order is \(seats) and not \(drawn.seats).",
                    positions)
            ]
        }
        return [
            .init(
                .draw, nil,
                "Drawn once more from the secret that was committed to before anybody joined, the order is the same.",
                positions)
        ]
    }
}
