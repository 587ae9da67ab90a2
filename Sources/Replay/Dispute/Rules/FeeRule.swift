import Draft

/// Checks the claimant's charges in the room: one fee for the seat's entry, held once and posted once, and no fee of
/// another entry number that was not refunded.
enum FeeRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard let entry = facts.room.member(at: facts.seat)?.entry, !facts.fees.isEmpty else { return [] }
        var held: [UInt64] = []
        var posted: [UInt64] = []
        var back: [UInt64] = []
        var wrong: [UInt64] = []
        for recorded in facts.fees {
            guard let fee = recorded.event.fee, fee.entry == entry else { continue }
            switch fee.step {
            case .held:
                held.append(recorded.position)
                if let due = facts.room.entryFee, fee.amount != due { wrong.append(recorded.position) }
            case .posted: posted.append(recorded.position)
            case .released, .refunded: back.append(recorded.position)
            case .prize: break
            }
        }
        let all = held + posted + back
        if let other = otherCharge(than: entry, facts) {
            return [
                .init(
                    .fee, for: .upheld,
                    "In addition to entry \(entry), entry \(other.entry) was charged for the same seat.",
                    all + other.positions)
            ]
        }
        if held.count > 1 || posted.count > 1 {
            return [
                .init(
                    .fee, for: .upheld,
                    "The fee of entry \(entry) was held \(held.count) times and posted \(posted.count) times.",
                    all)
            ]
        }
        if !wrong.isEmpty {
            return [.init(.fee, for: .upheld, "The fee of entry \(entry) differs from the room's fee.", wrong)]
        }
        if let room = voided(facts), back.isEmpty, !posted.isEmpty {
            return [
                .init(
                    .fee, for: .upheld, "The room was voided, but the fee of entry \(entry) was kept.", posted + [room])
            ]
        }
        let fate = fate(posted: posted, back: back)
        return [.init(.fee, for: nil, "Entry \(entry) was charged once. \(fate)", all)]
    }

    /// The answer to "Why did I get nothing back?".
    private static func fate(posted: [UInt64], back: [UInt64]) -> String {
        guard back.isEmpty else { return "The fee was given back." }
        guard !posted.isEmpty else { return "The fee is held until the draft starts." }
        return
            "The fee belongs to the contest's prizes since the draft started. It comes back if the draft is voided, or if "
            + "an upheld case about the entry pays it back."
    }

    /// A fee of another entry number that was not refunded. A member who leaves a room and joins again has a new number and
    /// gets the old fee back.
    private static func otherCharge(
        than own: EntryID, _ facts: DisputeFacts
    ) -> (entry: EntryID, positions: [UInt64])? {
        var taken: [EntryID: (kept: Int, positions: [UInt64])] = [:]
        for recorded in facts.fees {
            guard let fee = recorded.event.fee else { continue }
            switch fee.step {
            case .held: taken[fee.entry, default: (0, [])].kept += 1
            case .released, .refunded: taken[fee.entry, default: (0, [])].kept -= 1
            case .posted: break
            case .prize: continue
            }
            taken[fee.entry, default: (0, [])].positions.append(recorded.position)
        }
        taken[own] = nil
        return taken.filter { $0.value.kept > 0 }.min { $0.key < $1.key }.map { ($0.key, $0.value.positions) }
    }

    private static func voided(_ facts: DisputeFacts) -> UInt64? {
        facts.history.events.last { if case .voided = $0.event.ending { true } else { false } }?.position
    }
}
