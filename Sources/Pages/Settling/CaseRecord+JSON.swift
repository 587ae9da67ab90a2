import Draft
import DraftLedger
import Replay
import TextFormats

extension CaseRecord {
    /// `{"case","room","pickNumber","seat","claimant","claim","openedAt","documents":[{"title","sha256","position",
    /// "attachedAt"}],"resolution":{"verdict","resolvedBy","reason","position","resolvedAt"},"corrections":[…],
    /// "payments":[…],"entry":{"feeCents","returnedCents","leftCents","payments":[{"amountCents","position","case"}]}}`;
    /// `resolution` is null while the case is open, `entry` if the claimant has no wallet, `week` in a claim about a pick.
    var json: JSON {
        [
            "case": .of(id), "room": .of(opened.room), "pickNumber": .of(opened.pick), "seat": .of(opened.seat),
            "claimant": .of(opened.claimant), "claim": .of(opened.claim), "openedAt": .of(openedAt),
            "documents": .array(documents) { document in
                [
                    "title": .of(document.content.title), "sha256": .of(document.content.digest.hexadecimal),
                    "position": .of(document.position), "attachedAt": .of(document.recordedAt),
                ]
            },
            "resolution": .of(resolution.map(Self.json)), "corrections": .array(corrections, Self.json),
            "payments": .array(payments, Self.json), "entry": .of(entry.map(Self.json)), "week": .of(opened.week),
        ]
    }

    /// A case about which the rules can say nothing: as a dispute, with a null verdict and the reason under `unjudged`.
    func json(unjudged reason: String) -> JSON {
        [
            "room": .of(opened.room), "pickNumber": .of(opened.pick), "label": nil, "seat": .of(opened.seat),
            "claimant": .of(opened.claimant), "verdict": nil, "unjudged": .of(reason), "case": json, "reasons": [],
            "timeline": [],
        ]
    }

    private static func json(_ resolution: Entry<DisputeResolved>) -> JSON {
        [
            "verdict": .of(resolution.content.verdict.name), "resolvedBy": .of(resolution.content.resolvedBy),
            "reason": .of(resolution.content.reason), "position": .of(resolution.position),
            "resolvedAt": .of(resolution.recordedAt),
        ]
    }

    /// Players by their index in the room's pool.
    private static func json(_ correction: Entry<PickCorrected>) -> JSON {
        let corrected = correction.content
        return [
            "pickNumber": .of(corrected.pick), "mode": .of("\(corrected.mode)"), "seat": .of(corrected.seat),
            "oldPlayer": .of(corrected.oldPlayer), "newPlayer": .of(corrected.newPlayer),
            "requestedBy": .of(corrected.requestedBy), "approvedBy": .of(corrected.approvedBy),
            "reason": .of(corrected.reason.description), "position": .of(correction.position),
            "correctedAt": .of(correction.recordedAt),
        ]
    }

    private static func json(_ entry: EntryAccount) -> JSON {
        [
            "feeCents": .of(entry.fee), "returnedCents": .of(entry.returned), "leftCents": .of(entry.left),
            "payments": .array(entry.payments) { payment in
                [
                    "amountCents": .of(payment.adjustment.amount), "position": .of(payment.position),
                    "case": .of(payment.adjustment.dispute),
                ]
            },
        ]
    }

    private static func json(_ payment: Payment) -> JSON {
        let adjustment = payment.adjustment
        return [
            "user": .of(payment.user), "amountCents": .of(adjustment.amount),
            "firstApprover": .of(adjustment.firstApprover), "secondApprover": .of(adjustment.secondApprover),
            "reason": .of(adjustment.reason.description), "position": .of(payment.position),
            "paidAt": .of(payment.recordedAt),
        ]
    }
}
