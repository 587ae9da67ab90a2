/// external/PROVIDER → available.
public struct DepositRecorded: Hashable, Sendable {
    public var amount: Cents
    public var provider: String
    /// The provider's own reference; recorded once, ever.
    public var reference: String
    package static var blank: Self { Self(amount: .zero, provider: "", reference: "") }

    /// The provider's reference of the deposit.
    public var payment: WalletState.PaymentReference { .init(provider: provider, reference: reference) }
}

extension DepositRecorded: DirectEventBody {
    package static let facts = EventFacts(
        .depositRecorded, since: 0, home: .wallet, actor: .provider, origin: .always, traits: [])

    package var subject: EventSubject {
        EventSubject(amount: amount, payment: payment, transfer: ProviderTransfer(.deposit, provider, amount))
    }
}

/// available → held, in the same append as `SeatTaken`.
public struct EntryFeeHeld: Hashable, Sendable {
    public var tournament: TournamentID
    public var room: RoomID
    public var seat: Seat
    public var entry: EntryID
    public var amount: Cents
    package static var blank: Self { Self(tournament: 0, room: 0, seat: 0, entry: 0, amount: .zero) }
}

extension EntryFeeHeld: DirectEventBody {
    package static let facts = EventFacts(
        .entryFeeHeld, since: 0, home: .wallet, actor: .consequence, origin: .always, traits: [])

    package var subject: EventSubject { .moving(.held, of: entry, in: room, tournament, amount) }
}

/// held → contest/T/escrow, in the same append as `DraftStarted`.
public struct EntryFeePosted: Hashable, Sendable {
    public var tournament: TournamentID
    public var entry: EntryID
    public var amount: Cents
    package static var blank: Self { Self(tournament: 0, entry: 0, amount: .zero) }
}

extension EntryFeePosted: DirectEventBody {
    package static let facts = EventFacts(
        .entryFeePosted, since: 0, home: .wallet, actor: .consequence, origin: .always, traits: [])

    package var subject: EventSubject { .moving(.posted, of: entry, in: entry.room, tournament, amount) }
}

/// held → available: the seat was left or the room cancelled.
public struct EntryFeeReleased: Hashable, Sendable {
    public var tournament: TournamentID
    public var entry: EntryID
    public var amount: Cents
    package static var blank: Self { Self(tournament: 0, entry: 0, amount: .zero) }
}

extension EntryFeeReleased: EventBody {
    package static let facts = EventFacts(
        .entryFeeReleased, since: 0, home: .wallet, actor: .consequence, origin: .always, traits: [])

    package var subject: EventSubject { .moving(.released, of: entry, in: entry.room, tournament, amount) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(7))
        writer.write(entry)
        writer.write(amount.value)
        return true
    }
}

/// contest/T/escrow → available: the room was voided.
public struct EntryFeeRefunded: Hashable, Sendable {
    public var tournament: TournamentID
    public var entry: EntryID
    public var amount: Cents
    package static var blank: Self { Self(tournament: 0, entry: 0, amount: .zero) }
}

extension EntryFeeRefunded: EventBody {
    package static let facts = EventFacts(
        .entryFeeRefunded, since: 0, home: .wallet, actor: .consequence, origin: .always, traits: [])

    package var subject: EventSubject { .moving(.refunded, of: entry, in: entry.room, tournament, amount) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(8))
        writer.write(entry)
        writer.write(amount.value)
        return true
    }
}

/// contest/T/escrow → available.
public struct PrizeCredited: Hashable, Sendable {
    public var tournament: TournamentID
    public var entry: EntryID
    /// From 1; tied entries carry the best of their places.
    public var place: UInt32
    public var amount: Cents
    package static var blank: Self { Self(tournament: 0, entry: 0, place: 0, amount: .zero) }
}

extension PrizeCredited: EventBody {
    package static let facts = EventFacts(
        .prizeCredited, since: 0, home: .wallet, actor: .staff, origin: .always, traits: [])

    package var subject: EventSubject { .moving(.prize, of: entry, in: entry.room, tournament, amount) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(14))
        writer.write(entry)
        writer.write(place)
        writer.write(amount.value)
        return true
    }
}

/// available → held.
public struct WithdrawalHeld: Hashable, Sendable {
    /// Names the withdrawal within the wallet, from 1.
    public var withdrawal: UInt32
    public var amount: Cents
    public var provider: String
    /// A salted SHA-256 of the destination of the money; empty if no destination was given.
    public var destination: [UInt8] = []
    package static var blank: Self { Self(withdrawal: 0, amount: .zero, provider: "") }
}

extension WithdrawalHeld: DirectEventBody {
    package static let facts = EventFacts(
        .withdrawalHeld, since: 0, home: .wallet, actor: .member, origin: .always, traits: [])

    package var subject: EventSubject { EventSubject(amount: amount) }
}

/// held → external/PROVIDER.
public struct WithdrawalPosted: Hashable, Sendable {
    public var withdrawal: UInt32
    public var amount: Cents
    public var provider: String
    public var reference: String
    package static var blank: Self { Self(withdrawal: 0, amount: .zero, provider: "", reference: "") }
}

extension WithdrawalPosted: DirectEventBody {
    package static let facts = EventFacts(
        .withdrawalPosted, since: 0, home: .wallet, actor: .provider, origin: .always, traits: [])

    package var subject: EventSubject {
        EventSubject(amount: amount, transfer: ProviderTransfer(.withdrawal, provider, amount))
    }
}

/// held → available.
public struct WithdrawalReleased: Hashable, Sendable {
    public var withdrawal: UInt32
    public var amount: Cents
    public var reason: Wording
    package static var blank: Self { Self(withdrawal: 0, amount: .zero, reason: "") }
}

extension WithdrawalReleased: DirectEventBody, ReasonedBody {
    package static let facts = EventFacts(
        .withdrawalReleased, since: 0, home: .wallet, actor: .staff, origin: .always, traits: [])

    package var subject: EventSubject { EventSubject(amount: amount, statement: Statement(reason)) }
}

/// available → external/PROVIDER as far as it reaches; the rest from house/adjustments.
public struct ChargebackRecorded: Hashable, Sendable {
    public var amount: Cents
    /// The part that the user's available balance covered.
    public var covered: Cents
    public var provider: String
    /// The reference of the deposit that was charged back.
    public var reference: String
    /// The provider's own id of the dispute; recorded once, ever. Empty in older records.
    public var dispute: String = ""
    package static var blank: Self { Self(amount: .zero, covered: .zero, provider: "", reference: "") }

    /// The name of the dispute among all payments; nil where no id is known.
    package var payment: WalletState.PaymentReference? {
        dispute.isEmpty ? nil : .init(dispute: dispute, of: provider)
    }
}

extension ChargebackRecorded: DirectEventBody {
    package static let facts = EventFacts(
        .chargebackRecorded, since: 0, home: .wallet, actor: .provider, origin: .always, traits: [])

    package var subject: EventSubject {
        EventSubject(amount: amount, payment: payment, transfer: ProviderTransfer(.chargeback, provider, amount))
    }
}

/// How a dispute about a chargeback ended. What comes back goes external/PROVIDER → available as far as the user had paid;
/// the rest goes to house/adjustments, which had borne it.
public struct ChargebackSettled: Hashable, Sendable {
    /// How a dispute ends.
    public enum Outcome: UInt8, Sendable, CaseIterable, Codable {
        /// The provider returns the money, or a part of it.
        case won = 1
        /// The money stays with the payer.
        case lost = 2
    }

    public var outcome: Outcome
    /// The amount that comes back.
    public var amount: Cents
    /// The part of it that goes to the user.
    public var credited: Cents
    public var provider: String
    /// The reference of the deposit that was charged back.
    public var reference: String
    /// The provider's own id of the dispute.
    public var dispute: String
    package static var blank: Self {
        Self(outcome: .lost, amount: .zero, credited: .zero, provider: "", reference: "", dispute: "")
    }
}

extension ChargebackSettled: DirectEventBody {
    package static let facts = EventFacts(
        .chargebackSettled, since: 9, home: .wallet, actor: .provider, origin: .always, traits: [])

    package var subject: EventSubject {
        EventSubject(amount: amount, transfer: ProviderTransfer(.settlement, provider, amount))
    }
}

/// house/adjustments ↔ available; negative takes from the user.
public struct BalanceAdjusted: Hashable, Sendable {
    public var amount: Cents
    public var firstApprover: UserID
    public var secondApprover: UserID
    public var dispute: CaseID?
    public var reason: Wording

    public init(amount: Cents, firstApprover: UserID, secondApprover: UserID, dispute: CaseID?, reason: Wording) {
        self.amount = amount
        self.firstApprover = firstApprover
        self.secondApprover = secondApprover
        self.dispute = dispute
        self.reason = reason
    }

    package static var blank: Self {
        Self(amount: .zero, firstApprover: 0, secondApprover: 0, dispute: nil, reason: "")
    }
}

extension BalanceAdjusted: EventBody, ReasonedBody {
    package static let facts = EventFacts(
        .balanceAdjusted, since: 0, home: .wallet, actor: .staff, origin: .always, traits: [.takesApproval])

    package var subject: EventSubject {
        EventSubject(
            approvers: [firstApprover, secondApprover], dispute: dispute, amount: amount, statement: Statement(reason))
    }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(9))
        writer.write(amount.value)
        writer.write(dispute) { $0.write($1) }
        writer.write(reason)
        return true
    }
}
