/// Who sent a command, in what role, and on whose behalf: one word in the record.
///
/// Layout of `rawValue`: role in the top 4 bits, then two user numbers of 30 bits each, 0 where there is none.
public struct Actor: Hashable, Sendable {
    public enum Role: UInt8, Sendable, CaseIterable {
        case user = 1
        case scheduler = 2
        case admin = 3
        case provider = 4
        case importer = 5
    }

    public var role: Role

    /// The user who acts; nil for a machine.
    public var user: UserID?

    /// The user for whom an admin, a provider or an importer acts.
    public var onBehalfOf: UserID?

    public init(_ role: Role, user: UserID? = nil, onBehalfOf: UserID? = nil) {
        self.role = role
        self.user = user
        self.onBehalfOf = onBehalfOf
    }

    public static func user(_ user: UserID) -> Actor { Actor(.user, user: user) }
    public static let scheduler = Actor(.scheduler)
    public static let importer = Actor(.importer)
    public static func admin(_ user: UserID?, onBehalfOf: UserID? = nil) -> Actor {
        Actor(.admin, user: user, onBehalfOf: onBehalfOf)
    }
    public static func provider(onBehalfOf user: UserID?) -> Actor { Actor(.provider, onBehalfOf: user) }

    public var rawValue: UInt64 {
        UInt64(role.rawValue) << 60 | (user?.number ?? 0) << 30 | (onBehalfOf?.number ?? 0)
    }

    /// - Returns: nil for a role that this version does not know.
    public init?(rawValue: UInt64) {
        guard let role = Role(rawValue: UInt8(rawValue >> 60)) else { return nil }
        let user = rawValue >> 30 & UserID.maximum.number
        let behalf = rawValue & UserID.maximum.number
        self.init(role, user: user == 0 ? nil : UserID(user), onBehalfOf: behalf == 0 ? nil : UserID(behalf))
    }
}
