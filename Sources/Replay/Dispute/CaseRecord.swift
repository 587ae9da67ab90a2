public import Draft
public import DraftLedger

/// A recorded case with what became of it: its documents, its verdict, and what followed from that.
///
/// Corrections stand in the room, payments in wallets: neither is in the case's own stream, each names the case.
public struct CaseRecord: Sendable {
    public var id: CaseID
    public var opened: DisputeOpened
    public var openedAt: Timestamp
    public var documents: [Entry<EvidenceAttached>] = []
    public var resolution: Entry<DisputeResolved>?

    /// Corrections of the room's picks that name the case.
    public var corrections: [Entry<PickCorrected>] = []

    /// The payments for the case's entry and the refunds; nil if the claimant has no account.
    public var entry: EntryAccount?

    /// Adjustments that name the case, of the claimant and of everybody else in the room, in the order of the ledger.
    public var payments: [Payment] = []

    /// An event about the case with its place in the ledger.
    public struct Entry<Content: Hashable & Sendable>: Hashable, Sendable {
        public var position: UInt64
        public var recordedAt: Timestamp
        public var content: Content
    }

    /// An adjustment of a wallet.
    public struct Payment: Hashable, Sendable {
        public var user: UserID
        public var position: UInt64
        public var recordedAt: Timestamp
        public var adjustment: BalanceAdjusted

        init?(_ recorded: RecordedEvent) {
            guard case .wallet(let user) = recorded.stream, case .adjustment(let adjustment) = recorded.event.payment
            else {
                return nil
            }
            self.user = user
            position = recorded.position
            recordedAt = recorded.recordedAt
            self.adjustment = adjustment
        }
    }

    /// Reads a case, its room and the wallets of those who sit there; some milliseconds.
    ///
    /// - Returns: nil if there is no case with this number.
    public init?(_ id: CaseID, in ledger: DraftLedger) throws(DraftLedgerError) {
        let events = try ledger.caseHistory(id)
        guard let first = events.first, case .opened(let opened) = first.event.caseStep else { return nil }
        self.id = id
        self.opened = opened
        openedAt = first.recordedAt
        for recorded in events {
            if case .evidence(let evidence) = recorded.event.caseStep {
                documents.append(Self.entry(recorded, evidence))
            } else if case .resolved(let resolved) = recorded.event.caseStep {
                resolution = Self.entry(recorded, resolved)
            }
        }
        for recorded in try ledger.stream(.room(opened.room)) {
            guard recorded.event.dispute == id, case .corrected(let corrected) = try ledger.told(recorded).event.pick
            else { continue }
            corrections.append(Self.entry(recorded, corrected))
        }
        let members = try ledger.room(opened.room)?.members.compactMap { $0?.user } ?? []
        for user in Set(members).union([opened.claimant].compactMap { $0 }) {
            for recorded in try ledger.stream(.wallet(user)) where recorded.event.dispute == id {
                if let payment = Payment(try ledger.told(recorded)) { payments.append(payment) }
            }
        }
        payments.sort { $0.position < $1.position }
        entry = try EntryAccount(of: opened, in: ledger)
    }

    private static func entry<Content>(_ recorded: RecordedEvent, _ content: Content) -> Entry<Content> {
        Entry(position: recorded.position, recordedAt: recorded.recordedAt, content: content)
    }
}

/// The payments of a case's claimant for the entry, and the refunds.
///
/// A room that is voided or left gives the fee back by itself; a case gives money back by an adjustment. Both are the
/// same money to the entry, so a refund is measured against both, whichever case about the entry it names.
public struct EntryAccount: Hashable, Sendable {
    /// Zero where no fee was taken.
    public var fee: Cents = .zero

    /// The refund by the rules: released when the seat was left or the room cancelled, refunded when it was voided.
    public var returned: Cents = .zero

    /// Adjustments that name a case about the entry, in the order of the ledger. One may take back.
    public var payments: [CaseRecord.Payment] = []

    /// The sum of all payments.
    public var paid: Cents { payments.reduce(.zero) { $0 + $1.adjustment.amount } }

    /// What is left of the fee.
    public var left: Cents { max(.zero, fee - returned - paid) }

    /// Reads the claimant's wallet, and the cases that its adjustments name.
    ///
    /// - Returns: nil for a claim without a claimant who has a wallet.
    public init?(of claim: DisputeOpened, in ledger: DraftLedger) throws(DraftLedgerError) {
        guard let claimant = claim.claimant else { return nil }
        let entry = try ledger.room(claim.room)?.member(at: claim.seat)?.entry
        for recorded in try ledger.stream(.wallet(claimant)) {
            if let moved = recorded.event.fee, moved.entry == entry {
                switch moved.step {
                case .held: fee = fee + moved.amount
                case .released, .refunded: returned = returned + moved.amount
                case .posted, .prize: break
                }
            }
            guard let payment = CaseRecord.Payment(recorded), let dispute = payment.adjustment.dispute,
                case .opened(let opened) = try ledger.stream(.dispute(dispute)).first?.event.caseStep,
                opened.room == claim.room, opened.seat == claim.seat
            else { continue }
            payments.append(payment)
        }
    }
}
