import Draft
import DraftLedger
import Records
import TextFormats

/// The postings of an entry's money.
struct EntryStatement {
    /// A posting that does not balance.
    struct Fault {
        var position: UInt64
        var text: String
        /// Whether a record that the extract lacks would explain it.
        var isOfExtract: Bool
    }

    let events: [RecordedEvent]
    let claim: EvidenceClaim

    init(_ events: [RecordedEvent], of claim: EvidenceClaim) {
        self.events = events
        self.claim = claim
    }

    /// Returns the postings that do not balance.
    ///
    /// A fee is held once, by what the room costs; then posted or given back once, by as much; and what was posted can
    /// be refunded once. What a case pays, two users have approved, neither of whom it goes to.
    ///
    /// Of the wallet the bundle has an extract: another record of the entry would explain that an amount was not held before.
    func faults(entryFee: Cents?) -> [Fault] {
        var held: Cents?
        var escrowed: Cents?
        var faults: [Fault] = []
        func note(_ recorded: RecordedEvent, _ text: String, isOfExtract: Bool) {
            faults.append(Fault(position: recorded.position, text: text, isOfExtract: isOfExtract))
        }
        for recorded in events {
            if case .adjustment(let adjusted) = recorded.event.payment {
                let approvers = Set([adjusted.firstApprover, adjusted.secondApprover])
                if approvers.count < 2 || approvers.contains(where: { $0 == claim.claimant }) {
                    note(
                        recorded,
                        "\(adjusted.amount.value) cents are approved by users \(adjusted.firstApprover) and "
                            + "\(adjusted.secondApprover): expected two people other than the claimant.",
                        isOfExtract: false)
                }
            }
            guard let fee = recorded.event.fee else { continue }
            switch fee.step {
            case .held:
                if held != nil || escrowed != nil {
                    note(recorded, "The fee is held a second time.", isOfExtract: false)
                }
                if let entryFee, fee.amount != entryFee {
                    note(
                        recorded, "\(fee.amount.value) cents are held; the room's fee is \(entryFee.value).",
                        isOfExtract: false)
                }
                held = fee.amount
            case .posted:
                if held != fee.amount {
                    note(
                        recorded, "\(fee.amount.value) cents are posted without being held.", isOfExtract: held == nil)
                }
                (held, escrowed) = (nil, fee.amount)
            case .released:
                if held != fee.amount {
                    note(
                        recorded, "\(fee.amount.value) cents are released without being held.", isOfExtract: held == nil
                    )
                }
                held = nil
            case .refunded:
                if escrowed != fee.amount {
                    note(
                        recorded, "\(fee.amount.value) cents are refunded without being posted.",
                        isOfExtract: escrowed == nil)
                }
                escrowed = nil
            case .prize: break
            }
        }
        return faults
    }

    /// As the member `money` of `details.json`.
    var json: JSON {
        let rows = events.flatMap { recorded in
            postings(of: recorded.event, in: recorded.stream).map { row($0, of: recorded) }
        }
        return ["entry": .of(claim.entry), "postings": .array(rows)]
    }

    private func row(_ posting: Posting, of recorded: RecordedEvent) -> JSON {
        let row: JSON = [
            "position": .of(recorded.position), "type": .of(recorded.event.type.name),
            "recordedAt": .of(recorded.recordedAt), "from": .of(posting.from.description),
            "to": .of(posting.to.description), "amountCents": .of(posting.amount),
        ]
        return recorded.event.casePaid.map { row.adding(["case": .of($0)]) } ?? row
    }
}
