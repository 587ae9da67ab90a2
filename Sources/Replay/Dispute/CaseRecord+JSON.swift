import Draft
import DraftLedger
import Records
package import TextFormats

extension CaseRecord {
    /// The resolution of an open case is null, as is the entry of a claimant without a wallet and the week of a claim about a pick.
    package static let members = Members<CaseRecord>(
        "CaseRecord",
        [
            .init("case") { $0.id }, .init("room") { $0.opened.room }, .init("pickNumber") { $0.opened.pick },
            .init("seat") { $0.opened.seat }, .init("claimant") { $0.opened.claimant },
            .init("claim") { $0.opened.claim }, .init("openedAt") { $0.openedAt },
            .init("documents", each: document) { $0.documents },
            .init("resolution", resolved) { $0.resolution }, .init("corrections", each: correction) { $0.corrections },
            .init("payments", each: payment) { $0.payments }, .init("entry", account) { $0.entry },
            .init("week") { $0.opened.week },
        ])

    private static let document: Members<Entry<EvidenceAttached>> = [
        .init("title") { $0.content.title }, .init("sha256") { $0.content.digest.hexadecimal },
        .init("position") { $0.position }, .init("attachedAt") { $0.recordedAt },
    ]

    private static let resolved: Members<Entry<DisputeResolved>> = [
        .init("verdict") { $0.content.verdict.name }, .init("resolvedBy") { $0.content.resolvedBy },
        .init("reason") { $0.content.reason }, .init("position") { $0.position }, .init("resolvedAt") { $0.recordedAt },
    ]

    /// Players by their index in the room's pool.
    private static let correction: Members<Entry<PickCorrected>> = [
        .init("pickNumber") { $0.content.pick }, .init("mode") { "\($0.content.mode)" },
        .init("seat") { $0.content.seat }, .init("oldPlayer") { $0.content.oldPlayer },
        .init("newPlayer") { $0.content.newPlayer }, .init("requestedBy") { $0.content.requestedBy },
        .init("approvedBy") { $0.content.approvedBy }, .init("reason") { $0.content.reason.description },
        .init("position") { $0.position }, .init("correctedAt") { $0.recordedAt },
    ]

    private static let payment: Members<Payment> = [
        .init("user") { $0.user }, .init("amountCents") { $0.adjustment.amount },
        .init("firstApprover") { $0.adjustment.firstApprover },
        .init("secondApprover") { $0.adjustment.secondApprover },
        .init("reason") { $0.adjustment.reason.description }, .init("position") { $0.position },
        .init("paidAt") { $0.recordedAt },
    ]

    private static let account: Members<EntryAccount> = [
        .init("feeCents") { $0.fee }, .init("returnedCents") { $0.returned }, .init("leftCents") { $0.left },
        .init("payments", each: refund) { $0.payments },
    ]

    private static let refund: Members<Payment> = [
        .init("amountCents") { $0.adjustment.amount }, .init("position") { $0.position },
        .init("case") { $0.adjustment.dispute },
    ]
}
