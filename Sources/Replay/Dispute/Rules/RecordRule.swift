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
