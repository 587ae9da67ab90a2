import Draft
import DraftLedger
import Records
import TextFormats

/// The postings of an entry's money.
struct EntryStatement {
    let events: [RecordedEvent]
    let claim: EvidenceClaim

    init(_ events: [RecordedEvent], of claim: EvidenceClaim) {
        self.events = events
        self.claim = claim
    }

    /// What does not balance, in sentences with the position; empty when all does.
    ///
    /// A fee is held once, by what the room costs; then posted or given back once, by as much; and what was posted can
    /// be refunded once. What a case pays, two users have approved, neither of whom it goes to.
    func faults(entryFee: Cents?) -> [(position: UInt64, text: String)] {
        var held: Cents?
        var escrowed: Cents?
        var faults: [(UInt64, String)] = []
        for recorded in events {
            if case .adjustment(let adjusted) = recorded.event.payment {
                let approvers = Set([adjusted.firstApprover, adjusted.secondApprover])
                if approvers.count < 2 || approvers.contains(where: { $0 == claim.claimant }) {
                    faults.append(
                        (
                            recorded.position,
                            "\(adjusted.amount.value) cents are approved by users \(adjusted.firstApprover) and "
                                + "\(adjusted.secondApprover): expected two people other than the claimant."
                        ))
                }
            }
            guard let fee = recorded.event.fee else { continue }
            switch fee.step {
            case .held:
                if held != nil || escrowed != nil {
                    faults.append((recorded.position, "The fee is held a second time."))
                }
                if let entryFee, fee.amount != entryFee {
                    faults.append(
                        (recorded.position, "\(fee.amount.value) cents are held; the room's fee is \(entryFee.value)."))
                }
                held = fee.amount
            case .posted:
                if held != fee.amount {
                    faults.append((recorded.position, "\(fee.amount.value) cents are posted without being held."))
                }
                (held, escrowed) = (nil, fee.amount)
            case .released:
                if held != fee.amount {
                    faults.append((recorded.position, "\(fee.amount.value) cents are released without being held."))
                }
                held = nil
            case .refunded:
                if escrowed != fee.amount {
                    faults.append((recorded.position, "\(fee.amount.value) cents are refunded without being posted."))
                }
                escrowed = nil
            case .prize: break
            }
        }
        return faults
    }

    /// As the file `money/statement.json`.
    var json: [UInt8] {
        let rows = events.flatMap { recorded in
            postings(of: recorded.event, in: recorded.stream).map { row($0, of: recorded) }
        }
        let json: JSON = ["entry": .of(claim.entry), "postings": .array(rows)]
        return json.line
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
