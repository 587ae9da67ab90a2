/// The end of a ledger: the business that keeps it open, and the events with which the next ledger takes over the rest.
///
/// The next ledger takes over what would be unsafe or unfair to lose: the staff and their keys; each user's number, alerts, limits,
/// exclusion and keys; balances; and the references of deposits and chargebacks. A deposit cannot be recorded a second time in the
/// next ledger, and a late chargeback of it can be recorded there. Contests, drafts, cases and scores stay in the closed ledger.
///
/// ```swift
/// let closing = state.closing
/// if closing.open.isEmpty { print(closing.users, closing.total) }
/// ```
public struct LedgerClosing: Sendable {
    /// The open business, one phrase for each kind. Empty if the ledger can be closed.
    public var open: [String] = []

    /// The number of users.
    public var users: UInt32 = 0

    /// The sum of their available balances.
    public var total = Cents.zero

    /// The first events of the next ledger after `LedgerBegun`: the staff, then the users in the order of their numbers.
    public var carried: [StreamEvent] = []

    /// A closing without content, for a state that is not known yet.
    package init() {}

    /// The digest that `LedgerClosed` and `LedgerBegun` state: SHA-256 over the streams and the canonical bytes of the events.
    package func digest(by cryptography: some DraftCryptography) -> Digest256 { cryptography.sha256(carried.effects) }
}

extension [StreamEvent] {
    /// The canonical bytes of the events, each with its stream.
    package var effects: [UInt8] {
        var writer = CanonicalWriter()
        for event in self {
            writer.write(event.stream.rawValue)
            _ = event.event.writeEffect(&writer)
        }
        return writer.bytes
    }
}

extension LedgerState {
    /// The closing of the ledger if it was closed now. O(users + rooms + contests + cases + approval requests).
    public var closing: LedgerClosing {
        var closing = LedgerClosing()
        closing.open = openBusiness
        closing.carried = carriedStaff
        for user in Set(users.keys).union(wallets.keys).sorted() {
            let wallet = wallet(user)
            guard self.user(user).registered || wallet.version > 0 else { continue }
            closing.users += 1
            closing.total += wallet.available
            closing.carried.append(StreamEvent(.user(user), .memberCarried(self.user(user).carried)))
            closing.carried += wallet.carried.on(.wallet(user))
        }
        return closing
    }

    private var carriedStaff: [StreamEvent] {
        guard let recoveryKey = staff.recoveryKey else { return [] }
        let head = StaffCarried(recoveryKey: recoveryKey, founders: staff.foundation, recovered: staff.recovered)
        let members = staff.members.sorted { $0.key < $1.key }.map { person, member in
            StaffMemberCarried(
                person: person, roles: member.roles, key: member.key, effectiveAt: member.effectiveAt,
                service: member.service)
        }
        return ([.staffCarried(head)] + members.map(Event.staffMemberCarried)).on(.staff)
    }

    /// The business that keeps the ledger open, with the first numbers of each kind.
    private var openBusiness: [String] {
        let drafts = rooms.values.filter { !$0.status.isTerminal }.map(\.id.number)
        let contests = tournaments.values.filter { $0.stage == .open || $0.stage == .closed }.map(\.id.number)
        let escrows = contestBooks.filter { $0.value.escrow != .zero }.map(\.key.number)
        let withdrawals = wallets.filter { !$0.value.withdrawals.isEmpty }.map(\.key.number)
        let holds = wallets.filter { $0.value.withdrawals.isEmpty && $0.value.held != .zero }.map(\.key.number)
        let cases = disputes.filter { $0.value.resolution == nil }.map(\.key.number)
        let requests = measures.filter { $0.value.keepsLedgerOpen }.map(\.key.number)
        return [
            Self.phrase(drafts, "the draft of room", "the drafts of rooms", to: "finish, cancel or void"),
            Self.phrase(contests, "contest", "contests", to: "finalize or cancel"),
            Self.phrase(
                escrows, "the escrow of contest", "the escrows of contests", to: "award the prizes and finalize"),
            Self.phrase(withdrawals, "a withdrawal of user", "withdrawals of users", to: "post or release"),
            Self.phrase(holds, "held money of user", "held money of users", to: "end what holds"),
            Self.phrase(cases, "case", "cases", to: "resolve"),
            Self.phrase(requests, "approval request", "approval requests", to: "approve or decline"),
        ].compactMap(\.self)
    }

    private static func phrase(_ numbers: [UInt64], _ one: String, _ many: String, to remedy: String) -> String? {
        guard !numbers.isEmpty else { return nil }
        let first = numbers.sorted().prefix(3).map(String.init).joined(separator: ", ")
        let rest = numbers.count > 3 ? " and \(numbers.count - 3) more" : ""
        return "\(numbers.count == 1 ? one : many) \(first)\(rest) (\(remedy) \(numbers.count == 1 ? "it" : "them"))"
    }
}

extension MeasureState {
    /// Whether somebody may still approve it. Approvals of the closing itself do not count.
    fileprivate var keepsLedgerOpen: Bool {
        if case .ledger(.closeLedger) = proposed.command { false } else { stage == .pending }
    }
}

extension UserState {
    /// The account as the next ledger takes it over.
    fileprivate var carried: MemberCarried {
        MemberCarried(
            alerts: alerts, excludedUntil: excludedUntil, isClosed: isClosed, limits: limits.carried, keys: keys)
    }
}

extension WalletState {
    /// The wallet as the next ledger takes it over: the balance, then deposits and chargebacks by provider and reference.
    fileprivate var carried: [Event] {
        let deposits = deposits.sorted { $0.key < $1.key }.map { payment, deposit in
            Event.depositCarried(
                DepositCarried(
                    amount: deposit.amount, chargedBack: deposit.chargedBack, provider: payment.provider,
                    reference: payment.reference))
        }
        let chargebacks = chargebacks.sorted { $0.key < $1.key }.map { payment, chargeback in
            Event.chargebackCarried(
                ChargebackCarried(
                    amount: chargeback.amount, covered: chargeback.covered, outcome: chargeback.outcome,
                    provider: payment.providerOfDispute, reference: chargeback.reference, dispute: payment.reference))
        }
        let balance = BalanceCarried(amount: available, window: window, lastWithdrawal: lastWithdrawal)
        return [.balanceCarried(balance)] + deposits + chargebacks
    }
}

extension WalletState.PaymentReference: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.provider, lhs.reference) < (rhs.provider, rhs.reference)
    }

    /// The provider of a dispute that this names.
    fileprivate var providerOfDispute: String { String(provider.prefix { $0 != "\u{1}" }) }
}
