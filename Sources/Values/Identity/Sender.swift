/// The sender of a command, the role and the represented user: one word, in memory as in the record, because every event
/// that a command causes repeats it.
///
/// Layout of `rawValue`: role in the top 4 bits, then two user numbers of 30 bits each, 0 for none. The
/// topmost bit is set for a number that no user can have: every command and every event of such a sender is
/// refused.
public struct Sender: Hashable, Sendable, BitwiseCopyable, CodedByValue {
    /// In which capacity somebody acts, which decides what is allowed.
    public enum Role: UInt8, Sendable, CaseIterable {
        case user = 1
        case scheduler = 2
        case admin = 3
        case provider = 4
        case importer = 5
    }

    public let rawValue: UInt64

    /// - Parameters:
    ///   - role: what kind of sender it is.
    ///   - user: who acts: 1 to `UserID.maximum`, nil for a machine. A larger number makes an actor that is not
    ///     `isValid`.
    ///   - onBehalfOf: the represented user, likewise.
    @inlinable
    public init(_ role: Role, user: UserID? = nil, onBehalfOf: UserID? = nil) {
        let (acting, represented) = (user ?? 0, onBehalfOf ?? 0)
        let numbers =
            acting <= .maximum && represented <= .maximum
            ? acting.number << 30 | represented.number : Self.foreignNumber
        rawValue = UInt64(role.rawValue) << 60 | numbers
    }

    /// - Returns: nil for a role that this version does not know, and for an actor that is not valid.
    @inlinable
    public init?(rawValue: UInt64) {
        guard (1...5).contains(rawValue >> 60) else { return nil }
        self.rawValue = rawValue
    }

    @inlinable static var foreignNumber: UInt64 { 1 << 63 }

    /// Whether its numbers are such as users have. An actor that is not valid has no `user` and no `onBehalfOf`.
    @inlinable
    public var isValid: Bool { rawValue >> 63 == 0 }

    /// A user, acting for the user's own seat, queue or wallet.
    @inlinable public static func user(_ user: UserID) -> Sender { Sender(.user, user: user) }
    @inlinable public static var scheduler: Sender { Sender(.scheduler) }
    @inlinable public static var importer: Sender { Sender(.importer) }
    /// A staff member, nil if not named, possibly on behalf of a user.
    @inlinable
    public static func admin(_ user: UserID?, onBehalfOf: UserID? = nil) -> Sender {
        Sender(.admin, user: user, onBehalfOf: onBehalfOf)
    }
    /// A provider of payments, about a user.
    @inlinable
    public static func provider(onBehalfOf user: UserID?) -> Sender { Sender(.provider, onBehalfOf: user) }

    @inlinable
    public var role: Role {
        guard let role = Role(rawValue: UInt8(rawValue >> 60 & 0b111)) else {
            preconditionFailure("an actor has a role")
        }
        return role
    }

    /// The user who acts; nil for a machine.
    @inlinable
    public var user: UserID? { Self.user(rawValue >> 30) }

    /// The user on whose behalf an admin, a provider or an importer acts.
    @inlinable
    public var onBehalfOf: UserID? { Self.user(rawValue) }

    @inlinable
    static func user(_ bits: UInt64) -> UserID? {
        let number = bits & UserID.maximum.number
        return number == 0 ? nil : UserID(number)
    }
}

extension Sender {
    /// The actor in words: the role, its user, and for whom: "user/7", "scheduler", "admin/3 for user/7", "importer".
    /// That of an actor which is not valid cannot be read again.
    public var text: String {
        guard isValid else { return role.name + "/?" }
        var words = role.name
        if let user { words += "/\(user)" }
        if let onBehalfOf { words += " for user/\(onBehalfOf)" }
        return words
    }

    /// The same without anybody's number but the reader's: "user/7", "another user", "admin for user/7".
    package func text(for reader: UserID) -> String {
        func name(_ user: UserID) -> String { user == reader ? "user/\(user)" : "another user" }
        let actor = role == .user ? user.map(name) ?? role.name : role.name
        return actor + (onBehalfOf.map { " for \(name($0))" } ?? "")
    }

    /// Reads what `text` writes.
    public init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let parts = words[0].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let role = Role.allCases.first(where: { $0.name == parts[0] }) else { return nil }
        var user: UserID?
        if parts.count == 2 {
            user = UserID(decimal: parts[1])
            guard user != nil else { return nil }
        }
        var onBehalfOf: UserID?
        if words.count > 1 {
            guard words.count == 3, words[1] == "for", words[2].hasPrefix("user/") else { return nil }
            onBehalfOf = UserID(decimal: words[2].dropFirst(5))
            guard onBehalfOf != nil else { return nil }
        }
        self.init(role, user: user, onBehalfOf: onBehalfOf)
    }
}

extension Sender {
    public var codedValue: UInt64 { rawValue }
    public static func decoding(_ codedValue: UInt64) -> Self? { Self(rawValue: codedValue) }
}

extension Sender.Role {
    /// The stable string.
    public var name: String {
        switch self {
        case .user: "user"
        case .scheduler: "scheduler"
        case .admin: "admin"
        case .provider: "provider"
        case .importer: "importer"
        }
    }
}

extension UserID {
    /// Decimal digits of a number that a user can have.
    fileprivate init?(decimal digits: Substring) {
        guard let number = UInt64(digits), digits.first != "+", number > 0, number <= UserID.maximum.number else {
            return nil
        }
        self.init(number)
    }
}
