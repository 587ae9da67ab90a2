public import Draft
import Projections
import Records

/// A withdrawal on its way from the user's balance to the provider.
public struct OpenWithdrawal: Hashable, Sendable {
    public var id: WithdrawalID
    public var amount: Cents
    public var provider: String
    public var heldAt: Timestamp
    /// The position of `WithdrawalHeld`.
    public var position: UInt64
    /// The salted SHA-256 of the destination; empty if none was given.
    public var destination: [UInt8]
    /// The payout in which it was approved, by its position; nil if it waits for approval.
    public var payout: UInt64?

    package init(
        id: WithdrawalID, amount: Cents, provider: String, heldAt: Timestamp, position: UInt64, destination: [UInt8],
        payout: UInt64?
    ) {
        self.id = id
        self.amount = amount
        self.provider = provider
        self.heldAt = heldAt
        self.position = position
        self.destination = destination
        self.payout = payout
    }
}

/// A payout: withdrawals that were approved together.
public struct Payout: Hashable, Sendable {
    /// A withdrawal of a payout.
    public struct Item: Hashable, Sendable {
        public var id: WithdrawalID
        public var amount: Cents
        public var heldAt: Timestamp
        /// The salted SHA-256 of the destination; empty if none was given.
        public var destination: [UInt8]
        public var outcome: Outcome

        package init(
            id: WithdrawalID, amount: Cents, heldAt: Timestamp, destination: [UInt8], outcome: Outcome
        ) {
            self.id = id
            self.amount = amount
            self.heldAt = heldAt
            self.destination = destination
            self.outcome = outcome
        }
    }

    /// The end of a withdrawal of a payout.
    public enum Outcome: Hashable, Sendable {
        /// Neither paid nor released yet.
        case open
        /// Paid under the provider's reference.
        case paid(reference: String, at: Timestamp)
        /// Returned to the balance.
        case released(at: Timestamp)
    }

    /// The position of `PayoutApproved`, which is the payout's number.
    public var position: UInt64
    public var provider: String
    public var amount: Cents
    public var approvedAt: Timestamp
    public var approvedBy: UserID?
    /// In the order in which they were approved.
    public var items: [Item]

    package init(
        position: UInt64, provider: String, amount: Cents, approvedAt: Timestamp, approvedBy: UserID?, items: [Item]
    ) {
        self.position = position
        self.provider = provider
        self.amount = amount
        self.approvedAt = approvedAt
        self.approvedBy = approvedBy
        self.items = items
    }
}

extension DraftLedger {
    /// The user in whose wallet a provider's deposit was recorded; nil for one that was not.
    ///
    /// O(log n), and a scan of what was appended since the projections were brought up.
    public func user(ofDeposit reference: String, by provider: String) throws(DraftLedgerError) -> UserID? {
        try rethrowing {
            try DepositIndex(projections).depositor(of: .init(provider: provider, reference: reference))
        }
    }

    /// The user whose deposit a provider's dispute is about; nil for a dispute that was not recorded.
    public func user(ofDispute dispute: String, by provider: String) throws(DraftLedgerError) -> UserID? {
        try rethrowing { try DepositIndex(projections).depositor(of: .init(dispute: dispute, of: provider)) }
    }

    /// The reason for which a deposit would be refused: an excluded user, a closed account, or a limit; nil for none.
    ///
    /// - Parameters:
    ///   - amount: of the deposit.
    ///   - user: the user who pays in.
    ///   - now: the time at which it would be recorded.
    public func refusal(
        ofDeposit amount: Cents, by user: UserID, at now: Timestamp
    ) throws(DraftLedgerError) -> Refusal? {
        let (account, wallet) = (UserState.folding(try stream(.user(user))), try wallet(user))
        do throws(Refusal) {
            try PlayLimits.checkDeposit(of: amount, by: user, account, wallet, at: now)
            return nil
        } catch {
            return error
        }
    }

    /// All withdrawals that are held, by the time at which they were requested.
    ///
    /// Reads the wallets with held money only.
    public func openWithdrawals() throws(DraftLedgerError) -> [OpenWithdrawal] {
        var reader = WithdrawalReader(self)
        var open: [OpenWithdrawal] = []
        for row in try balances().accountRows {
            guard case .held(let user) = row.account else { continue }
            open += try reader.open(of: user)
        }
        return open.sorted { ($0.heldAt, $0.position) < ($1.heldAt, $1.position) }
    }

    /// The withdrawals of a user that are held, by number.
    public func openWithdrawals(of user: UserID) throws(DraftLedgerError) -> [OpenWithdrawal] {
        var reader = WithdrawalReader(self)
        return try reader.open(of: user)
    }

    /// All payouts, the last one first. Reads the ledger's own stream, and each wallet of the payouts once.
    ///
    /// - Parameter limit: the most payouts.
    public func payouts(limit: Int = .max) throws(DraftLedgerError) -> [Payout] {
        let approvals = try stream(.system).filter { $0.event.approvedPayout != nil }
        var reader = WithdrawalReader(self)
        var payouts: [Payout] = []
        for approval in approvals.reversed().prefix(limit) {
            if let payout = try reader.payout(approval) { payouts.append(payout) }
        }
        return payouts
    }

    /// - Returns: nil if no payout was approved at the position.
    public func payout(at position: UInt64) throws(DraftLedgerError) -> Payout? {
        guard let approval = try recorded(at: position) else { return nil }
        var reader = WithdrawalReader(self)
        return try reader.payout(approval)
    }

    fileprivate func recorded(at position: UInt64) throws(DraftLedgerError) -> RecordedEvent? {
        try rethrowing { try log.event(at: position) }
    }
}

extension Event {
    fileprivate var approvedPayout: PayoutApproved? { if case .payout(let payout) = service { payout } else { nil } }
}

/// Reads withdrawals and payouts, each wallet once.
private struct WithdrawalReader {
    /// A withdrawal as it was requested, with its outcome.
    struct History {
        var held: WithdrawalHeld
        var heldAt: Timestamp
        /// The position of `WithdrawalHeld`.
        var position: UInt64
        /// The position of `WithdrawalApproved`; nil if it waits for approval.
        var approval: UInt64?
        var outcome: Payout.Outcome = .open
    }

    private let ledger: DraftLedger
    private var wallets: [UserID: [UInt32: History]] = [:]
    /// The positions of the withdrawals of each payout that was read.
    private var known: [Range<UInt64>] = []

    init(_ ledger: DraftLedger) { self.ledger = ledger }

    private mutating func histories(of user: UserID) throws(DraftLedgerError) -> [UInt32: History] {
        if let known = wallets[user] { return known }
        var histories: [UInt32: History] = [:]
        for recorded in try ledger.stream(.wallet(user)) {
            switch recorded.event.payment {
            case .held(let held):
                histories[held.withdrawal] = History(
                    held: held, heldAt: recorded.recordedAt, position: recorded.position)
            case .approved(let approved): histories[approved.withdrawal]?.approval = recorded.position
            case .posted(let posted):
                histories[posted.withdrawal]?.outcome = .paid(reference: posted.reference, at: recorded.recordedAt)
            case .released(let released):
                histories[released.withdrawal]?.outcome = .released(at: recorded.recordedAt)
            case .deposit, .chargeback, .settlement, .adjustment, .carried, nil: break
            }
        }
        wallets[user] = histories
        return histories
    }

    /// The withdrawals of a user that are held, by number.
    mutating func open(of user: UserID) throws(DraftLedgerError) -> [OpenWithdrawal] {
        var open: [OpenWithdrawal] = []
        for (number, history) in try histories(of: user).sorted(by: { $0.key < $1.key }) where history.outcome == .open
        {
            var payout: UInt64?
            if let approval = history.approval { payout = try self.payout(before: approval) }
            open.append(
                OpenWithdrawal(
                    id: WithdrawalID(user: user, withdrawal: number), amount: history.held.amount,
                    provider: history.held.provider, heldAt: history.heldAt, position: history.position,
                    destination: history.held.destination, payout: payout))
        }
        return open
    }

    /// The payout that an event approves; nil for another event.
    mutating func payout(_ approval: RecordedEvent) throws(DraftLedgerError) -> Payout? {
        guard let approved = approval.event.approvedPayout else { return nil }
        var payout = Payout(
            position: approval.position, provider: approved.provider, amount: approved.amount,
            approvedAt: approval.recordedAt, approvedBy: approval.origin?.actor.user, items: [])
        for position in Self.positions(of: approved, at: approval.position) {
            guard let recorded = try ledger.recorded(at: position), case .wallet(let user) = recorded.stream,
                case .approved(let withdrawal) = recorded.event.payment,
                let history = try histories(of: user)[withdrawal.withdrawal]
            else { break }
            payout.items.append(
                Payout.Item(
                    id: WithdrawalID(user: user, withdrawal: withdrawal.withdrawal), amount: withdrawal.amount,
                    heldAt: history.heldAt, destination: history.held.destination, outcome: history.outcome))
        }
        return payout
    }

    /// The positions of a payout's withdrawals, which follow it in the same append.
    private static func positions(of payout: PayoutApproved, at position: UInt64) -> Range<UInt64> {
        position + 1..<position + 1 + UInt64(payout.count)
    }

    /// The payout of the withdrawal that was approved at a position: the first event of its kind before it.
    private mutating func payout(before approval: UInt64) throws(DraftLedgerError) -> UInt64? {
        if let payout = known.first(where: { $0.contains(approval) }) { return payout.lowerBound - 1 }
        for offset in 1...UInt64(ApprovePayout.largestCount) where offset <= approval {
            guard let recorded = try ledger.recorded(at: approval - offset) else { return nil }
            if let payout = recorded.event.approvedPayout {
                known.append(Self.positions(of: payout, at: recorded.position))
                return recorded.position
            }
        }
        return nil
    }
}
