/// Enables staff roles: three founders appoint all other staff, two founders for each appointment.
public struct AuthorityBegan: Hashable, Sendable {
    /// A founder and the key that verifies the founder's commands.
    public struct Founder: Hashable, Sendable {
        public var person: UserID
        public var key: PublicKey

        public init(person: UserID, key: PublicKey) {
            self.person = person
            self.key = key
        }

        package static var blank: Self { Self(person: 0, key: .blank) }
    }

    /// Three of them.
    public var founders: [Founder]

    /// Kept offline, for the case that fewer than two people are left who can appoint staff.
    public var recoveryKey: PublicKey

    public init(founders: [Founder], recoveryKey: PublicKey) {
        self.founders = founders
        self.recoveryKey = recoveryKey
    }

    package static var blank: Self { Self(founders: [], recoveryKey: .blank) }
}

extension AuthorityBegan: PlainEventBody {
    package static let facts = EventFacts(
        .authorityBegan, since: 1, home: .staff, actor: .staff, origin: .always, traits: [.signingKeys])
}

/// A person becomes staff, or gets other roles or another key.
public struct StaffAppointed: Hashable, Sendable {
    public var person: UserID
    public var roles: StaffRoles
    /// The key that verifies this person's commands.
    public var key: PublicKey
    /// The service whose commands this key signs; nil for a person.
    public var service: LedgerService?

    public init(person: UserID, roles: StaffRoles, key: PublicKey, service: LedgerService? = nil) {
        self.person = person
        self.roles = roles
        self.key = key
        self.service = service
    }

    package static var blank: Self { Self(person: 0, roles: [], key: .blank) }
}

extension StaffAppointed: EventBody {
    package static let facts = EventFacts(
        .staffAppointed, since: 1, home: .staff, actor: .staff, origin: .always,
        traits: [.signingKeys, .takesApproval])

    package var subject: EventSubject { .none }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(11))
        writer.write(person)
        writer.write(roles.rawValue)
        writer.write(key.content)
        writer.write(key.form.rawValue)
        if let service {
            writer.write(service.kind.rawValue)
            writer.write(service.provider)
        }
        return true
    }
}

/// A person is no longer staff.
public struct StaffDismissed: Hashable, Sendable {
    public var person: UserID
    public var reason: Wording

    public init(person: UserID, reason: Wording) {
        self.person = person
        self.reason = reason
    }

    package static var blank: Self { Self(person: 0, reason: "") }
}

extension StaffDismissed: DirectEventBody, ReasonedBody {
    package static let facts = EventFacts(
        .staffDismissed, since: 1, home: .staff, actor: .staff, origin: .always, traits: [.signingKeys])

    package var subject: EventSubject { EventSubject(statement: Statement(reason)) }
}

/// A person got a founder's roles with the recovery key, without approval: so it takes effect later and stays
/// visible permanently.
public struct StaffRecovered: Hashable, Sendable {
    public var person: UserID
    public var key: PublicKey
    /// From when on the roles hold.
    public var effectiveAt: Timestamp
    public var reason: Wording
    package static var blank: Self {
        Self(person: 0, key: .blank, effectiveAt: Timestamp(microseconds: 0), reason: "")
    }
}

extension StaffRecovered: DirectEventBody, ReasonedBody {
    package static let facts = EventFacts(
        .staffRecovered, since: 1, home: .staff, actor: .staff, origin: .always, traits: [.signingKeys])

    package var subject: EventSubject { EventSubject(statement: Statement(reason)) }
}

/// A device of a user signs by this key from now on.
public struct DeviceKeyAdded: Hashable, Sendable {
    public var key: PublicKey
    package static var blank: Self { Self(key: .blank) }
}

extension DeviceKeyAdded: PlainEventBody {
    package static let facts = EventFacts(
        .deviceKeyAdded, since: 1, home: .user, actor: .member, origin: .always, traits: [.signingKeys])
}

/// A device of a user signs no more.
public struct DeviceKeyRemoved: Hashable, Sendable {
    public var key: PublicKey
    package static var blank: Self { Self(key: .blank) }
}

extension DeviceKeyRemoved: PlainEventBody {
    package static let facts = EventFacts(
        .deviceKeyRemoved, since: 1, home: .user, actor: .member, origin: .always, traits: [.signingKeys])
}
