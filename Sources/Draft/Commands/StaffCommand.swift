/// Commands about staff.
public enum StaffCommand: Hashable, Sendable {
    /// Once in a ledger's life: best directly after its first event.
    case beginAuthority(AuthorityBegan)
    case appointStaff(StaffAppointed)
    case dismissStaff(StaffDismissed)
    case recoverStaff(RecoverStaff)

    public var kind: CommandKind {
        switch self {
        case .beginAuthority: .beginAuthority
        case .appointStaff: .appointStaff
        case .dismissStaff: .dismissStaff
        case .recoverStaff: .recoverStaff
        }
    }
}

/// Gives somebody a founder's roles by the recovery key.
public struct RecoverStaff: Hashable, Sendable {
    public var person: UserID
    /// The person's own, not the recovery key.
    public var key: PublicKey
    public var reason: Wording

    public init(person: UserID, key: PublicKey, reason: Wording) {
        self.person = person
        self.key = key
        self.reason = reason
    }

    package static var blank: Self { Self(person: 0, key: .blank, reason: "") }
}
