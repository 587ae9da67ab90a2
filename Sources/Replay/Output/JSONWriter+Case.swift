import Draft
import DraftLedger
public import TextFormats

extension JSONWriter {
    /// `{"case","room","pickNumber","seat","claimant","claim","openedAt","documents":[{"title","sha256","position",
    /// "attachedAt"}],"resolution":{"verdict","resolvedBy","reason","position","resolvedAt"},"corrections":[…],
    /// "payments":[…]}`; `resolution` is null while the case is open.
    public mutating func value(_ record: CaseRecord) {
        beginObject()
        name("case")
        value(record.id.number)
        name("room")
        value(record.opened.room.number)
        name("pickNumber")
        value(record.opened.pick)
        name("seat")
        value(record.opened.seat)
        name("claimant")
        optional(record.opened.claimant?.number) { $0.value($1) }
        name("claim")
        value(record.opened.claim)
        name("openedAt")
        value(record.openedAt)
        name("documents")
        array(record.documents) { $0.value($1) }
        name("resolution")
        optional(record.resolution) { $0.value($1) }
        name("corrections")
        array(record.corrections) { $0.value($1) }
        name("payments")
        array(record.payments) { $0.value($1) }
        endObject()
    }

    private mutating func value(_ document: CaseRecord.Entry<EvidenceAttached>) {
        beginObject()
        name("title")
        value(document.content.title)
        name("sha256")
        let words = document.content.digest.words
        hexadecimal(words.0, words.1, words.2, words.3)
        name("position")
        value(document.position)
        name("attachedAt")
        value(document.recordedAt)
        endObject()
    }

    private mutating func value(_ resolution: CaseRecord.Entry<DisputeResolved>) {
        beginObject()
        name("verdict")
        value(resolution.content.verdict.name)
        name("resolvedBy")
        value(resolution.content.resolvedBy.number)
        name("reason")
        value(resolution.content.reason)
        name("position")
        value(resolution.position)
        name("resolvedAt")
        value(resolution.recordedAt)
        endObject()
    }

    /// Players by their index in the room's pool.
    private mutating func value(_ correction: CaseRecord.Entry<PickCorrected>) {
        let corrected = correction.content
        beginObject()
        name("pickNumber")
        value(corrected.pick)
        name("mode")
        value("\(corrected.mode)")
        name("seat")
        value(corrected.seat)
        name("oldPlayer")
        optional(corrected.oldPlayer) { $0.value($1) }
        name("newPlayer")
        optional(corrected.newPlayer) { $0.value($1) }
        name("requestedBy")
        optional(corrected.requestedBy?.number) { $0.value($1) }
        name("approvedBy")
        value(corrected.approvedBy.number)
        name("reason")
        value(corrected.reason)
        name("position")
        value(correction.position)
        name("correctedAt")
        value(correction.recordedAt)
        endObject()
    }

    private mutating func value(_ payment: CaseRecord.Payment) {
        beginObject()
        name("user")
        value(payment.user.number)
        name("amountCents")
        value(payment.adjustment.amount.value)
        name("firstApprover")
        value(payment.adjustment.firstApprover.number)
        name("secondApprover")
        value(payment.adjustment.secondApprover.number)
        name("reason")
        value(payment.adjustment.reason)
        name("position")
        value(payment.position)
        name("paidAt")
        value(payment.recordedAt)
        endObject()
    }
}
