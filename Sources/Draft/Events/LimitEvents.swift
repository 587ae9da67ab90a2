// Limits on deposits and play: the member's own limits, an exclusion, the closing of the account.

/// A member has other limits from now on, or will have.
public struct LimitsSet: Hashable, Sendable {
    /// All requested limits. The limits that are tighter than before hold at once.
    public var limits: PlayLimits
    /// The time from which the looser limits hold; nil if no limit is looser.
    public var looserFrom: Timestamp?

    public init(limits: PlayLimits, looserFrom: Timestamp?) {
        self.limits = limits
        self.looserFrom = looserFrom
    }

    package static var blank: Self { Self(limits: .none, looserFrom: nil) }
}

extension LimitsSet: EventBody {
    package static let facts = EventFacts(
        .limitsSet, since: 2, home: .user, actor: .member, origin: .always, traits: [])

    package var subject: EventSubject { .none }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(105))
        for amount in limits.amounts { writer.write(amount) { $0.write($1.value) } }
        for count in limits.counts { writer.write(count) { $0.write($1) } }
        return true
    }
}

/// A member neither pays in nor joins until then.
public struct UserExcluded: Hashable, Sendable {
    public var until: Timestamp

    public init(until: Timestamp) { self.until = until }

    package static var blank: Self { Self(until: Timestamp(microseconds: 0)) }
}

extension UserExcluded: EventBody {
    package static let facts = EventFacts(
        .userExcluded, since: 2, home: .user, actor: .member, origin: .always, traits: [])

    package var subject: EventSubject { .none }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(106))
        writer.write(until)
        return true
    }
}

/// A member neither pays in nor joins any more. What is drafted is drafted to its end, and what is won or left is paid out.
public struct AccountClosed: Hashable, Sendable {
    public init() {}

    package static var blank: Self { Self() }
}

extension AccountClosed: EventBody {
    package static let facts = EventFacts(
        .accountClosed, since: 2, home: .user, actor: .member, origin: .always, traits: [])

    package var subject: EventSubject { .none }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(107))
        return true
    }
}
