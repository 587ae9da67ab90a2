/// A payment provider's statement of its payments of a day, with the digest of its file.
///
/// It is compared with the ledger's account `external/PROVIDER`. A day may be stated again, when the provider
/// corrects itself: the last statement counts, and all of them stay.
public struct ProviderStatement: Hashable, Sendable {
    /// The day's first moment in UTC.
    public var day: Timestamp
    public var deposits: Cents
    public var withdrawals: Cents
    public var chargebacks: Cents
    public var depositCount: UInt32
    public var withdrawalCount: UInt32
    public var chargebackCount: UInt32
    /// The SHA-256 of the provider's file, as it came.
    public var file: Digest256
    public var provider: String

    public init(
        provider: String, day: Timestamp, deposits: Cents = .zero, depositCount: UInt32 = 0,
        withdrawals: Cents = .zero, withdrawalCount: UInt32 = 0, chargebacks: Cents = .zero,
        chargebackCount: UInt32 = 0, file: Digest256
    ) {
        self.provider = provider
        self.day = day
        self.deposits = deposits
        self.depositCount = depositCount
        self.withdrawals = withdrawals
        self.withdrawalCount = withdrawalCount
        self.chargebacks = chargebacks
        self.chargebackCount = chargebackCount
        self.file = file
    }

    package static var blank: Self { Self(provider: "", day: Timestamp(microseconds: 0), file: .zero) }
}

extension ProviderStatement: PlainEventBody {
    package static let facts = EventFacts(
        .providerStatement, since: 2, home: .system, actor: .provider, origin: .always, traits: [])
}
