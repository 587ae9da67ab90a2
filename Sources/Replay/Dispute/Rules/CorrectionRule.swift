import Draft
import DraftLedger

/// Whether the pick was put right since, in which way, and by people without a stake in it.
enum CorrectionRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let undone = facts.turns.compactMap(\.undoneBy).filter { undoing in
            !facts.corrections.contains { $0.position == undoing.position }
        }
        return (facts.corrections + undone).flatMap { recorded -> [DisputeReport.Reason] in
            guard case .corrected(let corrected) = facts.worded(recorded).event.pick else { return [] }
            return [told(corrected, recorded, facts)] + unfounded(corrected, recorded, facts)
                + foreign(corrected, recorded, facts) + breach(corrected, recorded, facts)
        }
    }

    private static func told(
        _ corrected: PickCorrected, _ recorded: RecordedEvent, _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let label = facts.room.ruleset.snake.label(of: corrected.pick)
        let (old, new) = (facts.name(corrected.oldPlayer), facts.name(corrected.newPlayer))
        let staff = (recorded.origin?.actor.words ?? "no known sender")
        let (what, answer): (String, String)
        switch corrected.mode {
        case .lastOnly, .substitute:
            what = "The pick was corrected from \(old) to \(new)"
            answer =
                facts.seat == corrected.seat
                ? "Your pick was changed from \(old) to \(new)" : "Pick \(label) was changed from \(old) to \(new)"
        case .cascade:
            what = "Pick \(label) and all later picks were undone"
            answer = what
        }
        let cause = cause(of: corrected, at: recorded, facts)
        return .init(
            .correction, for: nil,
            what + " by \(staff)\(cause.text), approved by user \(corrected.approvedBy): \(corrected.reason)",
            [recorded.position],
            answer: "\(answer) by \(staff)\(cause.answer), on \(recorded.recordedAt.spokenDay).")
    }

    /// The case that the correction names, and its claimant.
    private static func cause(
        of corrected: PickCorrected, at recorded: RecordedEvent, _ facts: DisputeFacts
    ) -> (text: String, answer: String) {
        guard let id = corrected.dispute else { return (" without a case", " without a case") }
        guard let opened = facts.history.cases.dispute(id, before: recorded.position)?.opened else {
            return (" because of case \(id)", " because of case \(id)")
        }
        if opened.claimant == facts.claimant, opened.seat == facts.seat {
            return (" because of case \(id) of the claimant", " because of your case \(id)")
        }
        let other = opened.claimant.map { "user \($0)" } ?? "an unknown user"
        let words = " because of case \(id) of another member, \(other)"
        return (words, words)
    }

    /// A correction may name a case, and no rule asks that the case was upheld before: people have to know.
    private static func unfounded(
        _ corrected: PickCorrected, _ recorded: RecordedEvent, _ facts: DisputeFacts
    ) -> [DisputeReport.Reason] {
        guard let id = corrected.dispute else { return [] }
        let verdict = facts.history.cases.dispute(id, before: recorded.position)?.resolution?.verdict
        guard verdict != .upheld else { return [] }
        let state = verdict.map { "had been resolved as \($0.name)" } ?? "had not been resolved"
        return [
            .init(
                .correction, for: nil, "The correction names case \(id), which \(state) by then.", [recorded.position])
        ]
    }

    /// A case of another member does not justify replacing the claimant's pick. Before `SoftwareStarted.rulesOfClaimants`, no
    /// rule said so, and people have to judge it.
    private static func foreign(
        _ corrected: PickCorrected, _ recorded: RecordedEvent, _ facts: DisputeFacts
    ) -> [DisputeReport.Reason] {
        guard let id = corrected.dispute, corrected.pick == facts.pick,
            let opened = facts.history.cases.dispute(id, before: recorded.position)?.opened,
            opened.room == facts.room.id, opened.seat != corrected.seat
        else { return [] }
        let isForbidden = facts.history.cases.rules(before: recorded.position) >= SoftwareStarted.rulesOfClaimants
        return [
            .init(
                .correction, for: facts.seat != corrected.seat ? nil : isForbidden ? .upheld : .undecidable,
                "The pick was corrected by staff because of case \(id), which is a case of another member "
                    + "(\(facts.room.placeName(of: opened.seat))).", [recorded.position])
        ]
    }

    private static func breach(
        _ corrected: PickCorrected, _ recorded: RecordedEvent, _ facts: DisputeFacts
    ) -> [DisputeReport.Reason] {
        let view = facts.view(before: recorded.position)
        guard let room = view.room, Int(corrected.pick) <= room.picks.count, corrected.pick >= 1 else { return [] }
        let asked = corrected.requestedBy ?? recorded.origin?.actor.user
        var reasons: [DisputeReport.Reason] = []
        // The owner was to be corrected by people without a stake. The rule promises nothing to other members.
        let isOwners = facts.seat == facts.owner
        func upheld(_ text: String, if denied: Bool) {
            reasons.append(.init(.correction, for: denied ? .upheld : nil, text, [recorded.position]))
        }
        if corrected.approvedBy == asked {
            upheld("The same person requested and approved the correction.", if: isOwners)
        }
        if room.seat(of: corrected.approvedBy) != nil {
            upheld("The approver of the correction has a seat in the room.", if: isOwners)
        }
        if let player = corrected.newPlayer, room.taken.contains(player) {
            let had = room.picks.first { $0.player == player }?.seat
            upheld(
                "\(facts.name(player)) was already drafted when the correction assigned the player.",
                if: isOwners || had == facts.seat)
        }
        return reasons
    }
}
