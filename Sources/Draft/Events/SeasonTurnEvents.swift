// The end of a season's ledger, and the beginning of the next one with what it takes over.

/// The last act of a ledger: its season is over.
///
/// Nothing follows but erasures and the records of who read private data. The next ledger begins with what this event states.
public struct LedgerClosed: Hashable, Sendable {
    /// The number of users that the next ledger takes over.
    public var users: UInt32

    /// The sum of their available balances.
    public var total: Cents

    /// The digest of the events with which the next ledger takes over staff, users and money: see ``LedgerClosing``.
    public var closing: Digest256

    public var reason: Wording

    public init(users: UInt32, total: Cents, closing: Digest256, reason: Wording) {
        self.users = users
        self.total = total
        self.closing = closing
        self.reason = reason
    }

    package static var blank: Self { Self(users: 0, total: .zero, closing: .zero, reason: "") }
}

extension LedgerClosed: EventBody, ReasonedBody {
    package static let facts = EventFacts(
        .ledgerClosed, since: 12, home: .system, actor: .staff, origin: .always, traits: [.takesApproval])

    package var subject: EventSubject { EventSubject(amount: total, statement: Statement(reason)) }

    /// An approval is of the act. The figures are those of the moment of the approval, so that a deposit between proposal and
    /// approval does not outdate the request.
    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(110))
        writer.write(reason)
        return true
    }
}

/// A ledger begins where another one was closed.
///
/// The events right after it state what was taken over. No command causes them: they follow from the closed ledger.
public struct LedgerBegun: Hashable, Sendable {
    /// The name of the closed ledger, as in its checkpoints.
    public var previousOrigin: String

    /// The size and the root of the closed ledger's checkpoint.
    public var previousSize: UInt64
    public var previousRoot: Digest256

    /// The figures of ``LedgerClosed`` of the closed ledger.
    public var users: UInt32
    public var total: Cents
    public var closing: Digest256

    /// The number of events right after this one that state what was taken over.
    public var events: UInt32

    public init(
        previousOrigin: String, previousSize: UInt64, previousRoot: Digest256, users: UInt32, total: Cents,
        closing: Digest256, events: UInt32
    ) {
        self.previousOrigin = previousOrigin
        self.previousSize = previousSize
        self.previousRoot = previousRoot
        self.users = users
        self.total = total
        self.closing = closing
        self.events = events
    }

    package static var blank: Self {
        Self(
            previousOrigin: "", previousSize: 0, previousRoot: .zero, users: 0, total: .zero, closing: .zero, events: 0)
    }
}

extension LedgerBegun: DirectEventBody {
    package static let facts = EventFacts(
        .ledgerBegun, since: 12, home: .system, actor: .consequence, origin: .never, traits: [])

    package var subject: EventSubject { EventSubject(amount: total) }
}

// MARK: - Staff

/// The staff roles of the closed ledger stay enabled. The events right after it are of its staff members.
public struct StaffCarried: Hashable, Sendable {
    /// Kept offline, for the case that fewer than two people are left who can appoint staff.
    public var recoveryKey: PublicKey

    /// The founders with the keys by which they enabled staff roles: a verifier's policy names these keys. They need not be staff
    /// any more.
    public var founders: [AuthorityBegan.Founder]

    /// All people who were ever recovered by the recovery key.
    public var recovered: [UserID]

    public init(recoveryKey: PublicKey, founders: [AuthorityBegan.Founder], recovered: [UserID]) {
        self.recoveryKey = recoveryKey
        self.founders = founders
        self.recovered = recovered
    }

    package static var blank: Self { Self(recoveryKey: .blank, founders: [], recovered: []) }
}

extension StaffCarried: EventBody {
    package static let facts = EventFacts(
        .staffCarried, since: 12, home: .staff, actor: .consequence, origin: .never,
        traits: [.signingKeys, .carried])

    package var subject: EventSubject { .none }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(111))
        writer.write(recoveryKey)
        writer.write(founders) {
            $0.write($1.person)
            $0.write($1.key)
        }
        writer.write(recovered) { $0.write($1) }
        return true
    }
}

extension Event {
    /// The founders and the recovery key, if the event enables staff roles or takes them over.
    package var foundation: AuthorityBegan? {
        switch staffChange {
        case .enabled(let began): began
        case .carried(.head(let carried)):
            AuthorityBegan(founders: carried.founders, recoveryKey: carried.recoveryKey)
        case .carried(.member), .appointed, .dismissed, .recovered, nil: nil
        }
    }
}

/// An appointment of the closed ledger holds in this one.
public struct StaffMemberCarried: Hashable, Sendable {
    public var person: UserID
    public var roles: StaffRoles
    /// The key that verifies this person's commands.
    public var key: PublicKey
    /// From when on the roles hold; nil for at once.
    public var effectiveAt: Timestamp?
    /// The service whose commands this key signs; nil for a person.
    public var service: LedgerService?

    public init(
        person: UserID, roles: StaffRoles, key: PublicKey, effectiveAt: Timestamp? = nil, service: LedgerService? = nil
    ) {
        self.person = person
        self.roles = roles
        self.key = key
        self.effectiveAt = effectiveAt
        self.service = service
    }

    package static var blank: Self { Self(person: 0, roles: [], key: .blank) }
}

extension StaffMemberCarried: EventBody {
    package static let facts = EventFacts(
        .staffMemberCarried, since: 12, home: .staff, actor: .consequence, origin: .never,
        traits: [.signingKeys, .carried])

    package var subject: EventSubject { .none }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(112))
        writer.write(person)
        writer.write(roles.rawValue)
        writer.write(key)
        writer.write(effectiveAt) { $0.write($1) }
        writer.write(service) {
            $0.write($1.kind.rawValue)
            $0.write($1.provider)
        }
        return true
    }
}

// MARK: - Users

/// A user of the closed ledger is registered under the same number, with everything that protects the user.
public struct MemberCarried: Hashable, Sendable {
    /// Limits, and from when on they hold.
    public struct Limits: Hashable, Sendable {
        /// Nil for limits that hold at once.
        public var from: Timestamp?
        public var limits: PlayLimits

        public init(from: Timestamp? = nil, limits: PlayLimits) {
            self.from = from
            self.limits = limits
        }

        package static var blank: Self { Self(limits: .none) }
    }

    public var alerts: AlertPreferences

    /// Until when the user neither pays in nor joins, also where that is over; nil for a user without an exclusion.
    public var excludedUntil: Timestamp?

    public var isClosed: Bool

    /// The limits that hold, if there are any; then looser ones that wait.
    public var limits: [Limits]

    /// The keys of the user's devices, in the order in which they were added.
    public var keys: [PublicKey]

    public init(
        alerts: AlertPreferences, excludedUntil: Timestamp? = nil, isClosed: Bool = false, limits: [Limits] = [],
        keys: [PublicKey] = []
    ) {
        self.alerts = alerts
        self.excludedUntil = excludedUntil
        self.isClosed = isClosed
        self.limits = limits
        self.keys = keys
    }

    package static var blank: Self { Self(alerts: []) }
}

extension MemberCarried: EventBody {
    package static let facts = EventFacts(
        .memberCarried, since: 12, home: .user, actor: .consequence, origin: .never,
        traits: [.signingKeys, .carried])

    package var subject: EventSubject { .none }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(113))
        writer.write(alerts.rawValue)
        writer.write(excludedUntil) { $0.write($1) }
        writer.write(isClosed)
        writer.write(limits) { writer, limits in
            writer.write(limits.from) { $0.write($1) }
            for amount in limits.limits.amounts { writer.write(amount) { $0.write($1.value) } }
            for count in limits.limits.counts { writer.write(count) { $0.write($1) } }
        }
        writer.write(keys) { $0.write($1) }
        return true
    }
}

// MARK: - Money

/// previous-ledger → available: what the user had when the closed ledger ended.
public struct BalanceCarried: Hashable, Sendable {
    /// Zero for a user without money.
    public var amount: Cents

    /// The deposits and entries since the start of the day and the week in which the last one was, which count for the user's
    /// limits.
    public var window: PlayWindow

    /// The number of the user's last withdrawal, after which the next ledger counts on: a provider's repeated message about
    /// a withdrawal of the closed ledger must not be about one of the next; 0 for none.
    public var lastWithdrawal: UInt32

    public init(amount: Cents, window: PlayWindow, lastWithdrawal: UInt32 = 0) {
        self.amount = amount
        self.window = window
        self.lastWithdrawal = lastWithdrawal
    }

    package static var blank: Self { Self(amount: .zero, window: PlayWindow()) }
}

extension BalanceCarried: EventBody {
    package static let facts = EventFacts(
        .balanceCarried, since: 12, home: .wallet, actor: .consequence, origin: .never, traits: [.carried])

    package var subject: EventSubject { EventSubject(amount: amount) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(114))
        writer.write(amount.value)
        writer.write(window.date) { $0.write($1) }
        for sums in [window.today, window.thisWeek] {
            writer.write(sums.deposits.value)
            writer.write(sums.fees.value)
            writer.write(sums.entries)
        }
        writer.write(lastWithdrawal)
        return true
    }
}

/// A deposit of an earlier ledger: it cannot be recorded again, and can be charged back. It moves no money.
public struct DepositCarried: Hashable, Sendable {
    public var amount: Cents
    /// The part of it that was charged back.
    public var chargedBack: Cents
    public var provider: String
    /// The provider's own reference.
    public var reference: String

    public init(amount: Cents, chargedBack: Cents, provider: String, reference: String) {
        self.amount = amount
        self.chargedBack = chargedBack
        self.provider = provider
        self.reference = reference
    }

    /// The provider's reference of the deposit.
    public var payment: WalletState.PaymentReference { .init(provider: provider, reference: reference) }

    package static var blank: Self { Self(amount: .zero, chargedBack: .zero, provider: "", reference: "") }
}

extension DepositCarried: EventBody {
    package static let facts = EventFacts(
        .depositCarried, since: 12, home: .wallet, actor: .consequence, origin: .never, traits: [.carried])

    package var subject: EventSubject { EventSubject(payment: payment) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(115))
        writer.write(amount.value)
        writer.write(chargedBack.value)
        writer.write(provider)
        writer.write(reference)
        return true
    }
}

/// A chargeback of an earlier ledger: it cannot be recorded again, and can be settled if it is open. It moves no money.
public struct ChargebackCarried: Hashable, Sendable {
    public var amount: Cents
    /// The part that the user paid.
    public var covered: Cents
    /// How the dispute ended; nil while it is open.
    public var outcome: ChargebackSettled.Outcome?
    public var provider: String
    /// The deposit's reference.
    public var reference: String
    /// The provider's own ID of the dispute.
    public var dispute: String

    public init(
        amount: Cents, covered: Cents, outcome: ChargebackSettled.Outcome?, provider: String, reference: String,
        dispute: String
    ) {
        self.amount = amount
        self.covered = covered
        self.outcome = outcome
        self.provider = provider
        self.reference = reference
        self.dispute = dispute
    }

    /// The provider's ID of the dispute.
    package var payment: WalletState.PaymentReference { .init(dispute: dispute, of: provider) }

    package static var blank: Self {
        Self(amount: .zero, covered: .zero, outcome: nil, provider: "", reference: "", dispute: "")
    }
}

extension ChargebackCarried: EventBody {
    package static let facts = EventFacts(
        .chargebackCarried, since: 12, home: .wallet, actor: .consequence, origin: .never, traits: [.carried])

    package var subject: EventSubject { EventSubject(payment: payment) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(116))
        writer.write(amount.value)
        writer.write(covered.value)
        writer.write(outcome) { $0.write($1.rawValue) }
        writer.write(provider)
        writer.write(reference)
        writer.write(dispute)
        return true
    }
}

extension CanonicalWriter {
    fileprivate mutating func write(_ key: PublicKey) {
        write(key.form.rawValue)
        write(key.content)
    }
}
