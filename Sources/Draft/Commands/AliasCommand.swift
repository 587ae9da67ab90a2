/// Statements about the identity of players in different pools. Each becomes an event unchanged.
public enum AliasCommand: Hashable, Sendable {
    case joinPlayers(PlayersJoined)
    case partPlayers(PlayersParted)
    case withdrawAlias(AliasWithdrawn)

    public var kind: CommandKind {
        switch self {
        case .joinPlayers: .joinPlayers
        case .partPlayers: .partPlayers
        case .withdrawAlias: .withdrawAlias
        }
    }

    /// Why.
    var reason: Wording {
        switch self {
        case .joinPlayers(let joined): joined.reason
        case .partPlayers(let parted): parted.reason
        case .withdrawAlias(let withdrawn): withdrawn.reason
        }
    }
}
