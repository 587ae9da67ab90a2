/// One of the ledger's accounts. Every cent is in exactly one of them, and their balances sum to zero.
///
/// Accounts are ordered: users by number, contests by number, then the operator and the outside world, so that a list of
/// balances has one order only.
public enum Account: Hashable, Sendable, CodedByValue {
    /// `user/U/available`: what a user can spend or withdraw.
    case available(UserID)

    /// `user/U/held`: set aside for an entry or a withdrawal that has not happened yet.
    case held(UserID)

    /// `contest/T/escrow`: the pot of a tournament.
    case escrow(TournamentID)

    /// `house/rake`: the operator's earnings.
    case rake

    /// `house/overlay`: the operator's contributions to escrows; never positive.
    case overlay

    /// `house/adjustments`: corrections by hand, and chargebacks that no other account could pay.
    case adjustments

    /// `previous-ledger`: the ledger of the season before. Negative by the balances that were taken over from it.
    case previousLedger

    /// `external/PROVIDER`: the world outside. Negative by what it has paid in and not yet got back.
    case external(String)
}

extension Account {
    /// Whether a negative balance of the account means that a rule was broken.
    public var mustCover: Bool {
        switch self {
        case .available, .held, .escrow: true
        case .rake, .overlay, .adjustments, .previousLedger, .external: false
        }
    }

    /// The user whose account it is.
    public var user: UserID? {
        switch self {
        case .available(let user), .held(let user): user
        case .escrow, .rake, .overlay, .adjustments, .previousLedger, .external: nil
        }
    }
}

extension Account: Comparable {
    public static func < (lhs: Account, rhs: Account) -> Bool {
        let (left, right) = (lhs.rank, rhs.rank)
        if left != right { return left < right }
        if case .external(let left) = lhs, case .external(let right) = rhs { return left < right }
        return false
    }

    /// The order of the accounts as three numbers; all that `external` accounts lack is their name.
    private var rank: (UInt8, UInt64, UInt8) {
        switch self {
        case .available(let user): (0, user.number, 0)
        case .held(let user): (0, user.number, 1)
        case .escrow(let tournament): (1, tournament.number, 0)
        case .rake: (2, 0, 0)
        case .overlay: (2, 0, 1)
        case .adjustments: (2, 0, 2)
        case .previousLedger: (2, 0, 3)
        case .external: (3, 0, 0)
        }
    }
}

extension Account: LosslessStringConvertible {
    public var codedValue: String { description }
    public static func decoding(_ codedValue: String) -> Self? { Self(codedValue) }

    /// The account's name as people write it: `user/7/available`, `contest/3/escrow`, `house/rake`, `external/stripe`.
    public var description: String {
        switch self {
        case .available(let user): "user/\(user)/available"
        case .held(let user): "user/\(user)/held"
        case .escrow(let tournament): "contest/\(tournament)/escrow"
        case .rake: "house/rake"
        case .overlay: "house/overlay"
        case .adjustments: "house/adjustments"
        case .previousLedger: "previous-ledger"
        case .external(let provider): "external/\(provider)"
        }
    }

    /// Reads what `description` writes.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard text != Self.previousLedger.description else {
            self = .previousLedger
            return
        }
        let number = parts.count == 3 ? UInt64(parts[1]) : nil
        switch (parts[0], parts.last) {
        case ("user", "available"):
            guard let number else { return nil }
            self = .available(UserID(number))
        case ("user", "held"):
            guard let number else { return nil }
            self = .held(UserID(number))
        case ("contest", "escrow"):
            guard let number else { return nil }
            self = .escrow(TournamentID(number))
        case ("house", "rake") where parts.count == 2: self = .rake
        case ("house", "overlay") where parts.count == 2: self = .overlay
        case ("house", "adjustments") where parts.count == 2: self = .adjustments
        case ("external", _):
            let provider = text.dropFirst("external/".count)
            guard !provider.isEmpty else { return nil }
            self = .external(String(provider))
        default: return nil
        }
    }
}
