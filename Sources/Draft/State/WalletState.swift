/// One user's money as the wallet's events leave it.
public struct WalletState: BlankStreamState, Codable {
    public private(set) var available = Cents.zero
    public private(set) var held = Cents.zero

    /// The fee of each entry that has not ended, held or posted. A fee that was released or refunded and an entry that
    /// was paid a prize have ended, so that none of it happens twice.
    public private(set) var entries: [EntryID: EntryFee] = [:]

    /// Withdrawals that are held, by number.
    public private(set) var withdrawals: [UInt32: Withdrawal] = [:]

    /// The last withdrawal's number; 0 before the first.
    public private(set) var lastWithdrawal: UInt32 = 0

    /// Deposits by provider and reference: what was recorded, and what of it was charged back.
    public private(set) var deposits: [PaymentReference: Deposit] = [:]

    /// Chargebacks by provider and the provider's id of the dispute; without those of older records, which name none.
    public private(set) var chargebacks: [PaymentReference: Chargeback] = [:]

    /// Entries of each tournament that were joined and not left or cancelled.
    public private(set) var entryCounts: [TournamentID: UInt32] = [:]

    /// The recent deposits and entries, which are compared with the user's own limits.
    public private(set) var window = PlayWindow()

    /// The sum of the adjustments that name a case, by case; without cases of which all was taken back.
    public private(set) var remedies: [CaseID: Cents] = [:]

    public private(set) var version: UInt32 = 0

    public init() {}

    /// The fee of an entry on its way from the wallet to the contest, and perhaps back.
    public struct EntryFee: Hashable, Sendable, Codable {
        /// The status of a fee.
        public enum Stage: UInt8, Sendable, Codable {
            case held = 1
            case posted = 2
        }
        public var tournament: TournamentID
        public var amount: Cents
        public var stage: Stage
    }

    /// A withdrawal that is held.
    public struct Withdrawal: Hashable, Sendable, Codable {
        public var amount: Cents
        public var provider: String
        /// Whether it stands in an approved payout.
        public var isApproved = false
    }

    /// A provider's reference of a payment.
    public struct PaymentReference: Hashable, Sendable, Codable {
        public var provider: String
        public var reference: String

        public init(provider: String, reference: String) {
            self.provider = provider
            self.reference = reference
        }

        /// The name of a provider's dispute. No provider of a deposit is called so: names have no control characters.
        package init(dispute: String, of provider: String) {
            self.init(provider: provider + "\u{1}dispute", reference: dispute)
        }
    }

    /// A chargeback, and what became of it.
    public struct Chargeback: Hashable, Sendable, Codable {
        /// The deposit's reference.
        public var reference: String
        public var amount: Cents
        /// The part that the user paid.
        public var covered: Cents
        /// How the dispute ended; nil while it is open.
        public var outcome: ChargebackSettled.Outcome?
    }

    /// A deposit, and how much of it was charged back.
    public struct Deposit: Hashable, Sendable, Codable {
        public var amount: Cents
        public var chargedBack: Cents
    }
}

extension WalletState {
    /// Moves what the event's postings move, then keeps track of the holds.
    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        guard case .wallet(let user) = place.stream else { return }
        for posting in postings(of: event, in: place.stream) {
            change(posting.from, of: user, by: -posting.amount)
            change(posting.to, of: user, by: posting.amount)
        }
        trackEntries(event)
        trackPayments(event)
        window.note(event, at: place.recordedAt)
    }

    private mutating func change(_ account: Account, of user: UserID, by amount: Cents) {
        if account == .available(user) { available += amount }
        if account == .held(user) { held += amount }
    }

    private mutating func trackEntries(_ event: Event) {
        guard let fee = event.fee else { return }
        switch fee.step {
        case .held:
            entries[fee.entry] = EntryFee(tournament: fee.contest, amount: fee.amount, stage: .held)
            entryCounts[fee.contest, default: 0] += 1
        case .posted: entries[fee.entry]?.stage = .posted
        case .released:
            entries[fee.entry] = nil
            let left = (entryCounts[fee.contest] ?? 0).subtractingReportingOverflow(1)
            entryCounts[fee.contest] = left.overflow || left.partialValue == 0 ? nil : left.partialValue
        case .refunded, .prize: entries[fee.entry] = nil
        }
    }

    private mutating func trackPayments(_ event: Event) {
        switch event.payment {
        case .deposit(let deposit):
            deposits[deposit.payment] = Deposit(amount: deposit.amount, chargedBack: .zero)
        case .chargeback(let chargeback):
            let name = PaymentReference(provider: chargeback.provider, reference: chargeback.reference)
            deposits[name]?.chargedBack += chargeback.amount
            guard let payment = chargeback.payment else { break }
            chargebacks[payment] = Chargeback(
                reference: chargeback.reference, amount: chargeback.amount, covered: chargeback.covered)
        case .settlement(let settled):
            chargebacks[.init(dispute: settled.dispute, of: settled.provider)]?.outcome = settled.outcome
            let name = PaymentReference(provider: settled.provider, reference: settled.reference)
            deposits[name]?.chargedBack -= settled.amount
        case .held(let withdrawal):
            lastWithdrawal = withdrawal.withdrawal
            withdrawals[withdrawal.withdrawal] = Withdrawal(amount: withdrawal.amount, provider: withdrawal.provider)
        case .approved(let withdrawal): withdrawals[withdrawal.withdrawal]?.isApproved = true
        case .posted(let withdrawal): withdrawals[withdrawal.withdrawal] = nil
        case .released(let withdrawal): withdrawals[withdrawal.withdrawal] = nil
        case .adjustment(let adjustment):
            guard let dispute = adjustment.dispute else { break }
            let sum = (remedies[dispute] ?? .zero) + adjustment.amount
            remedies[dispute] = sum == .zero ? nil : sum
        case .carried(.balance(let balance)): (window, lastWithdrawal) = (balance.window, balance.lastWithdrawal)
        case .carried(.deposit(let deposit)):
            deposits[deposit.payment] = Deposit(amount: deposit.amount, chargedBack: deposit.chargedBack)
        case .carried(.chargeback(let chargeback)):
            chargebacks[chargeback.payment] = Chargeback(
                reference: chargeback.reference, amount: chargeback.amount, covered: chargeback.covered,
                outcome: chargeback.outcome)
        case nil: break
        }
    }
}
