/// Withdrawals of one provider are approved for payment together. Each is a `WithdrawalApproved` in the same append, in the
/// order of the payout file.
///
/// The position of this event is the number of the payout.
public struct PayoutApproved: Hashable, Sendable {
    /// The number of withdrawals.
    public var count: UInt32
    /// All of them together.
    public var amount: Cents
    public var provider: String
    package static var blank: Self { Self(count: 0, amount: .zero, provider: "") }
}

extension PayoutApproved: EventBody {
    package static let facts = EventFacts(
        .payoutApproved, since: 12, home: .system, actor: .staff, origin: .always, traits: [.takesApproval])

    package var subject: EventSubject { EventSubject(amount: amount) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(17))
        writer.write(count)
        writer.write(amount.value)
        writer.write(provider)
        return true
    }
}

/// A withdrawal that is held stands in an approved payout: it is on its way to the provider.
public struct WithdrawalApproved: Hashable, Sendable {
    public var withdrawal: UInt32
    public var amount: Cents
    public var provider: String
    package static var blank: Self { Self(withdrawal: 0, amount: .zero, provider: "") }
}

extension WithdrawalApproved: EventBody {
    package static let facts = EventFacts(
        .withdrawalApproved, since: 12, home: .wallet, actor: .consequence, origin: .always, traits: [])

    package var subject: EventSubject { EventSubject(amount: amount) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(18))
        writer.write(withdrawal)
        writer.write(amount.value)
        writer.write(provider)
        return true
    }
}
