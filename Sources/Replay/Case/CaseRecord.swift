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
            guard case .wallet(let user) = recorded.stream, case .balanceAdjusted(let adjustment) = recorded.event
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
    /// - Returns: nil where there is no case of that number.
    public init?(_ id: CaseID, in ledger: DraftLedger) throws(DraftLedgerError) {
        let events = try ledger.stream(.dispute(id))
        guard let first = events.first, case .disputeOpened(let opened) = first.event else { return nil }
        self.id = id
        self.opened = opened
        openedAt = first.recordedAt
        for recorded in events {
            switch recorded.event {
            case .evidenceAttached(let evidence): documents.append(Self.entry(recorded, evidence))
            case .disputeResolved(let resolved): resolution = Self.entry(recorded, resolved)
            default: continue
            }
        }
        for recorded in try ledger.stream(.room(opened.room)) {
            guard case .pickCorrected(let corrected) = recorded.event, corrected.dispute == id else { continue }
            corrections.append(Self.entry(recorded, corrected))
        }
        let members = try ledger.room(opened.room)?.members.compactMap { $0?.user } ?? []
        for user in Set(members).union([opened.claimant].compactMap { $0 }) {
            payments += try ledger.stream(.wallet(user)).compactMap(Payment.init).filter { $0.adjustment.dispute == id }
        }
        payments.sort { $0.position < $1.position }
    }

    private static func entry<Content>(_ recorded: RecordedEvent, _ content: Content) -> Entry<Content> {
        Entry(position: recorded.position, recordedAt: recorded.recordedAt, content: content)
    }
}
