import Draft
import DraftLedger

/// Checks the claimant's charges in the room: one fee for the seat's entry, held once and posted once, and no fee of
/// another entry number that was not refunded.
enum FeeRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard let entry = facts.room.member(at: facts.seat)?.entry, !facts.fees.isEmpty else { return [] }
        let money = Money(of: entry, facts)
        if let other = otherCharge(than: entry, facts) {
            return [
                .init(
                    .fee, for: .upheld,
                    "In addition to entry \(entry), entry \(other.entry) was charged for the same seat.",
                    money.positions + other.positions, answer: "You were charged for two entries for the same seat.")
            ]
        }
        if money.held.count > 1 || money.posted.count > 1 {
            let times = max(money.held.count, money.posted.count).times
            return [
                .init(
                    .fee, for: .upheld,
                    "The fee of entry \(entry) was taken \(times): it was held \(money.held.count.times) and posted "
                        + "\(money.posted.count.times).", money.positions,
                    answer: "\(money.amount.words) was taken \(times).")
            ]
        }
        if !money.wrong.isEmpty {
            return [
                .init(
                    .fee, for: .upheld,
                    "The fee of entry \(entry), \(money.amount.words), differs from the room's fee, "
                        + "\((facts.room.entryFee ?? .zero).words).", money.wrong.map(\.position),
                    answer: "You paid \(money.amount.words), and the fee of the draft is "
                        + "\((facts.room.entryFee ?? .zero).words).")
            ]
        }
        if let end = ending(facts), money.back.isEmpty, !(money.posted + money.held).isEmpty {
            let name = facts.room.status.name
            return [
                .init(
                    .fee, for: .upheld, "The room was \(name), but the fee of entry \(entry) was kept.",
                    money.positions + [end],
                    answer: "The room was \(name), but your \(money.amount.words) was kept.")
            ]
        }
        // In a room without a draft, the fee is all that a claim can be about.
        let isAll = facts.turns.isEmpty && facts.room.status.isTerminal
        return [
            .init(
                .fee, for: isAll ? .rejected : nil, "Entry \(entry) was charged once. \(money.fate)", money.positions,
                about: isAll ? .cancelledFee : nil, answer: money.answer(in: facts.room))
        ]
    }

    /// The movements of one entry's fee.
    private struct Money {
        var held: [RecordedEvent] = []
        var posted: [RecordedEvent] = []
        var back: [RecordedEvent] = []
        /// Charges of another amount than the room's fee.
        var wrong: [RecordedEvent] = []

        init(of entry: EntryID, _ facts: DisputeFacts) {
            for recorded in facts.fees {
                guard let fee = recorded.event.fee, fee.entry == entry else { continue }
                switch fee.step {
                case .held:
                    held.append(recorded)
                    if let due = facts.room.entryFee, fee.amount != due { wrong.append(recorded) }
                case .posted: posted.append(recorded)
                case .released, .refunded: back.append(recorded)
                case .prize: break
                }
            }
        }

        var positions: [UInt64] { (held + posted + back).map(\.position) }

        /// The amount of one charge; zero without charges.
        var amount: Cents { (wrong + held + posted + back).first?.event.fee?.amount ?? .zero }

        /// The answer to "Why did I get nothing back?".
        var fate: String {
            guard back.isEmpty else { return "The fee was given back." }
            guard !posted.isEmpty else { return "The fee is held until the draft starts." }
            return
                "The fee belongs to the contest's prizes since the draft started. It is returned if the draft is voided, or "
                + "refunded by an upheld case about the entry."
        }

        func answer(in room: RoomState) -> String {
            let paid = held.first.map { " on \($0.moment.spokenDay)" } ?? ""
            if let returned = back.last {
                let cause = room.status == .complete ? "" : "The room was \(room.status.name), and you"
                let start = cause.isEmpty ? "You" : cause
                return
                    "\(start) got your \(amount.words) back on \(returned.recordedAt.spokenDay). You had paid once\(paid)."
            }
            let fate =
                posted.isEmpty
                ? "It is held until the draft starts."
                : "It has been part of the prizes since the draft began. It is returned if the draft is voided, or refunded by "
                    + "an upheld case about the entry."
            return "You paid once for this draft, \(amount.words)\(paid). \(fate)"
        }
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

    /// The end of a room that gives its fees back.
    private static func ending(_ facts: DisputeFacts) -> UInt64? {
        facts.history.events.last { recorded in
            switch recorded.event.ending {
            case .voided, .cancelled: true
            case .completed, nil: false
            }
        }?.position
    }
}
