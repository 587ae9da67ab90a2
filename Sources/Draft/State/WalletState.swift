/// One user's money as the wallet's events leave it.
public struct WalletState: Hashable, Sendable {
    public var available: Cents = .zero
    public var held: Cents = .zero

    /// The fee of each entry that has not ended, held or posted. A fee that was released or refunded and an entry that
    /// was paid a prize have ended, so that none of it happens twice.
    public var entries: [EntryID: EntryFee] = [:]

    /// Withdrawals that are held, by number.
    public var withdrawals: [UInt32: Withdrawal] = [:]

    /// The last withdrawal's number; 0 before the first.
    public var lastWithdrawal: UInt32 = 0

    /// Deposits by provider and reference: what was recorded, and what of it was charged back.
    public var deposits: [PaymentReference: Deposit] = [:]

    /// Entries of each tournament that were joined and not left or cancelled.
    public var entryCounts: [TournamentID: UInt32] = [:]

    public var version: UInt32 = 0

    public init() {}

    /// The fee of an entry on its way from the wallet to the contest, and perhaps back.
    public struct EntryFee: Hashable, Sendable {
        /// Where a fee is.
        public enum Stage: UInt8, Sendable {
            case held = 1
            case posted = 2
        }
        public var tournament: TournamentID
        public var amount: Cents
        public var stage: Stage
    }

    /// A withdrawal that is held.
    public struct Withdrawal: Hashable, Sendable {
        public var amount: Cents
        public var provider: String
    }

    /// What a provider calls a payment.
    public struct PaymentReference: Hashable, Sendable {
        public var provider: String
        public var reference: String

        public init(provider: String, reference: String) {
            self.provider = provider
            self.reference = reference
        }
    }

    /// A deposit, and how much of it was charged back.
    public struct Deposit: Hashable, Sendable {
        public var amount: Cents
        public var chargedBack: Cents
    }
}
