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
        var open: [OpenWithdrawal] = []
        for row in try balances().accountRows {
            guard case .held(let user) = row.account else { continue }
            open += try openWithdrawals(of: user)
        }
        return open.sorted { ($0.heldAt, $0.position) < ($1.heldAt, $1.position) }
    }

    /// The withdrawals of a user that are held, by number.
    public func openWithdrawals(of user: UserID) throws(DraftLedgerError) -> [OpenWithdrawal] {
        var open: [UInt32: OpenWithdrawal] = [:]
        for recorded in try stream(.wallet(user)) {
            switch recorded.event.payment {
            case .held(let held):
                open[held.withdrawal] = OpenWithdrawal(
                    id: WithdrawalID(user: user, withdrawal: held.withdrawal), amount: held.amount,
                    provider: held.provider, heldAt: recorded.recordedAt, position: recorded.position,
                    destination: held.destination, payout: nil)
            case .approved(let approved):
                open[approved.withdrawal]?.payout = try payoutPosition(before: recorded.position)
            case .posted(let posted): open[posted.withdrawal] = nil
            case .released(let released): open[released.withdrawal] = nil
            case .deposit, .chargeback, .settlement, .adjustment, .carried, nil: break
            }
        }
        return open.values.sorted { $0.id < $1.id }
    }

    /// All payouts, the last one first. Reads the ledger's own stream, and the wallets of the payouts.
    ///
    /// - Parameter limit: the most payouts.
    public func payouts(limit: Int = .max) throws(DraftLedgerError) -> [Payout] {
        var positions: [UInt64] = []
        for recorded in try stream(.system) {
            if case .payout = recorded.event.service { positions.append(recorded.position) }
        }
        var payouts: [Payout] = []
        for position in positions.reversed().prefix(limit) {
            if let payout = try payout(at: position) { payouts.append(payout) }
        }
        return payouts
    }

    /// - Returns: nil if no payout was approved at the position.
    public func payout(at position: UInt64) throws(DraftLedgerError) -> Payout? {
        guard let first = try recorded(at: position), case .payout(let approved) = first.event.service
        else { return nil }
        var payout = Payout(
            position: position, provider: approved.provider, amount: approved.amount, approvedAt: first.recordedAt,
            approvedBy: first.origin?.actor.user, items: [])
        // They stand behind it in the same append.
        for offset in 1...UInt64(max(approved.count, 1)) {
            guard let recorded = try recorded(at: position + offset), case .wallet(let user) = recorded.stream,
                case .approved(let withdrawal) = recorded.event.payment
            else { break }
            payout.items.append(try item(withdrawal, of: user))
        }
        return payout
    }

    private func recorded(at position: UInt64) throws(DraftLedgerError) -> RecordedEvent? {
        try rethrowing { try log.event(at: position) }
    }

    private func item(_ approved: WithdrawalApproved, of user: UserID) throws(DraftLedgerError) -> Payout.Item {
        var item = Payout.Item(
            id: WithdrawalID(user: user, withdrawal: approved.withdrawal), amount: approved.amount,
            heldAt: Timestamp(microseconds: 0), destination: [], outcome: .open)
        for recorded in try stream(.wallet(user)) {
            switch recorded.event.payment {
            case .held(let held) where held.withdrawal == approved.withdrawal:
                (item.heldAt, item.destination) = (recorded.recordedAt, held.destination)
            case .posted(let posted) where posted.withdrawal == approved.withdrawal:
                item.outcome = .paid(reference: posted.reference, at: recorded.recordedAt)
            case .released(let released) where released.withdrawal == approved.withdrawal:
                item.outcome = .released(at: recorded.recordedAt)
            case .held, .approved, .posted, .released, .deposit, .chargeback, .settlement, .adjustment, .carried, nil:
                break
            }
        }
        return item
    }

    /// The payout to which an approved withdrawal belongs: the first event of its kind before it.
    private func payoutPosition(before position: UInt64) throws(DraftLedgerError) -> UInt64? {
        let furthest = UInt64(ApprovePayout.largestCount)
        for offset in 1...furthest where offset <= position {
            guard let recorded = try recorded(at: position - offset) else { return nil }
            if case .payout = recorded.event.service { return recorded.position }
        }
        return nil
    }
}
