public import Draft
public import DraftLedger

/// What the claimant of a case paid for the entry, and what has gone back for it.
///
/// A room that is voided or left gives the fee back by itself; a case gives money back by an adjustment. Both are the
/// same money to the entry, so a refund is measured against both, whichever case about the entry it names.
public struct EntryAccount: Hashable, Sendable {
    /// Zero where no fee was taken.
    public var fee: Cents = .zero

    /// What the rules gave back: released when the seat was left or the room cancelled, refunded when it was voided.
    public var returned: Cents = .zero

    /// Adjustments that name a case about the entry, in the order of the ledger. One may take back.
    public var payments: [CaseRecord.Payment] = []

    /// What all payments come to.
    public var paid: Cents { payments.reduce(.zero) { $0 + $1.adjustment.amount } }

    /// What is left of the fee.
    public var left: Cents { max(.zero, fee - returned - paid) }

    /// Reads the claimant's wallet, and the cases that its adjustments name.
    ///
    /// - Returns: nil for a claim of nobody who has a wallet.
    public init?(of claim: DisputeOpened, in ledger: DraftLedger) throws(DraftLedgerError) {
        guard let claimant = claim.claimant else { return nil }
        let entry = try ledger.room(claim.room)?.member(at: claim.seat)?.entry
        for recorded in try ledger.stream(.wallet(claimant)) {
            switch recorded.event {
            case .entryFeeHeld(let held) where held.entry == entry: fee = fee + held.amount
            case .entryFeeReleased(let released) where released.entry == entry: returned = returned + released.amount
            case .entryFeeRefunded(let refunded) where refunded.entry == entry: returned = returned + refunded.amount
            case .balanceAdjusted(let adjusted):
                guard let dispute = adjusted.dispute, let payment = CaseRecord.Payment(recorded),
                    case .disputeOpened(let opened)? = try ledger.stream(.dispute(dispute)).first?.event,
                    opened.room == claim.room, opened.seat == claim.seat
                else { continue }
                payments.append(payment)
            default: continue
            }
        }
    }
}
