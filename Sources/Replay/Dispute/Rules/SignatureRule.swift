import Draft
import DraftLedger

/// Whether what the turn rests on was signed by who is said to have signed it.
///
/// A command in the claimant's name that he has not signed, or one of his that was turned away as if he had not, is a breach
/// against him. Of others' it leaves open what would have been.
enum SignatureRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let concerned = RecordRule.concerned(facts)
        let breaches = facts.signatures.findings.compactMap { finding -> DisputeReport.Reason? in
            guard let position = finding.position, concerned.contains(position) else { return nil }
            let isClaimants = facts.claimant != nil && sender(at: position, facts) == facts.claimant
            return .init(
                .signature, for: isClaimants ? .upheld : .undecidable,
                "\(finding.message) Expected \(finding.expected), found \(finding.actual).", [position])
        }
        return breaches + own(facts)
    }

    private static func sender(at position: UInt64, _ facts: DisputeFacts) -> UserID? {
        let actor = facts.history.events.first { $0.position == position }?.origin?.actor
        return actor?.role == .user ? actor?.user : nil
    }

    /// Checks the claimant's signed commands for the pick.
    private static func own(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let positions = facts.turns.flatMap(\.attempts).map(\.command).filter { command in
            command.origin.actor.role == .user && facts.signatures.genuine.contains(command.position)
        }.map(\.position)
        guard !positions.isEmpty else { return [] }
        return [
            .init(
                .signature, for: nil,
                "\(positions.count == 1 ? "A command" : "\(positions.count) commands") of the claimant for the pick \(positions.count == 1 ? "is" : "are") "
                    + "signed by a key of the claimant and verified.", positions)
        ]
    }
}
