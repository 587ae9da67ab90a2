import Draft
import DraftLedger

/// What the seat was charged: one fee for its entry, held once and posted once.
enum FeeRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard let entry = facts.room.member(at: facts.seat)?.entry, !facts.fees.isEmpty else { return [] }
        var held: [UInt64] = []
        var posted: [UInt64] = []
        var back: [UInt64] = []
        var wrong: [UInt64] = []
        for recorded in facts.fees {
            switch recorded.event {
            case .entryFeeHeld(let fee) where fee.entry == entry:
                held.append(recorded.position)
                if let due = facts.room.entryFee, fee.amount != due { wrong.append(recorded.position) }
            case .entryFeePosted(let fee) where fee.entry == entry: posted.append(recorded.position)
            case .entryFeeReleased(let fee) where fee.entry == entry: back.append(recorded.position)
            case .entryFeeRefunded(let fee) where fee.entry == entry: back.append(recorded.position)
            default: break
            }
        }
        let all = (held + posted + back).sorted()
        if held.count > 1 || posted.count > 1 {
            return [
                .init(
                    .fee, .upheld,
                    "The fee of entry \(entry) was held \(held.count) times and posted \(posted.count) times.",
                    all)
            ]
        }
        if !wrong.isEmpty {
            return [.init(.fee, .upheld, "The fee of entry \(entry) is not the room's.", wrong)]
        }
        if let room = voided(facts), back.isEmpty, !posted.isEmpty {
            return [.init(.fee, .upheld, "The room was voided and the fee of entry \(entry) kept.", posted + [room])]
        }
        return [.init(.fee, nil, "Entry \(entry) was charged once.", all)]
    }

    private static func voided(_ facts: DisputeFacts) -> UInt64? {
        facts.history.events.last { if case .roomVoided = $0.event { true } else { false } }?.position
    }
}

/// What the ledger cannot know, and what its silence means.
enum EvidenceRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        if !facts.room.ruleset.isTimed {
            return [
                .init(
                    .evidence, .undecidable,
                    "The room was imported and had no clock here: when a command reached its own site is not known.",
                    facts.turns.compactMap { $0.ending?.position })
            ]
        }
        return facts.turns.flatMap { silence(in: $0, facts) + flood(in: $0, facts) } + attached(facts)
    }

    /// The rules picked and nothing of the claimant's is on record.
    private static func silence(in turn: DisputedTurn, _ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard let made = turn.automation, made.reason == .clockExpired, made.seat == facts.seat,
            let ending = turn.ending, turn.attempts.isEmpty
        else { return [] }
        let connection = facts.history.events.last { recorded in
            guard recorded.position < ending.position, case .connectionChanged(let changed) = recorded.event else {
                return false
            }
            return changed.seat == facts.seat
        }
        let positions = [connection?.position, ending.position].compactMap { $0 }
        if let connection, case .connectionChanged(let changed) = connection.event, !changed.connected {
            return [
                .init(
                    .evidence, .rejected,
                    "No pick of the claimant is on record, and the seat had been disconnected since "
                        + "\(connection.moment.iso8601).", positions)
            ]
        }
        return [
            .init(
                .evidence, .rejected,
                "No pick of the claimant for number \(facts.pick) is on record. What never reached the edge is in no ledger; "
                    + "a receipt for a command that is missing here would prove otherwise.", positions)
        ]
    }

    /// More refusals than are kept one by one.
    private static func flood(in turn: DisputedTurn, _ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let rests = turn.events.compactMap { recorded -> (position: UInt64, count: UInt32)? in
            guard case .commandRejected(let rejected) = recorded.event, rejected.seat == facts.seat,
                rejected.count > 1
            else { return nil }
            return (recorded.position, rejected.count)
        }
        guard !rests.isEmpty else { return [] }
        let count = rests.reduce(0) { $0 + $1.count }
        return [
            .init(
                .evidence, nil, "\(count) more refusals of the claimant are counted, their times not kept.",
                rests.map(\.position))
        ]
    }

    /// A document that is only pinned by its digest has to be looked at by people.
    private static func attached(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let documents = facts.caseEvents.filter { if case .evidenceAttached = $0.event { true } else { false } }
        guard !documents.isEmpty else { return [] }
        return [
            .init(
                .evidence, nil,
                "\(documents.count) documents are attached to the case; the ledger has their digests, not their content.",
                documents.map(\.position))
        ]
    }
}
