/// A place in a pool at which a player is listed. Pools never change it, so its meaning is permanent.
public struct PoolPlayer: Hashable, Sendable, Comparable {
    public var pool: PoolID
    /// In the pool.
    public var player: PlayerIndex

    public init(_ pool: PoolID, _ player: PlayerIndex) {
        self.pool = pool
        self.player = player
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.pool, left.player) < (right.pool, right.player)
    }
}

extension PoolPlayer: LosslessStringConvertible {
    /// As people write it: `3:17`, player 17 of pool 3.
    public var description: String { "\(pool):\(player)" }

    /// Reads what `description` writes.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let pool = UInt64(parts[0]), (1...StreamKey.maximumNumber).contains(pool),
            let player = PlayerIndex(parts[1])
        else { return nil }
        self.init(PoolID(pool), player)
    }
}

/// Somebody says that two listings are of one player: who was traded, or is written in another way.
///
/// It tells reports whom to count as one. It decides nothing: neither whose points count, nor who wins.
public struct PlayersJoined: Hashable, Sendable {
    public var first: PoolPlayer
    /// Of another pool, or of the same one where `withinPool` says so.
    public var second: PoolPlayer
    /// Whether it is meant for players of different positions, which it is refused for otherwise.
    public var acrossPositions: Bool
    /// Whether it is meant for two of one pool, which it is refused for otherwise: a pool that grows as drafts come in lists
    /// a player that is traded meanwhile a second time.
    public var withinPool: Bool
    /// Why.
    public var reason: Wording

    public init(
        _ first: PoolPlayer, _ second: PoolPlayer, acrossPositions: Bool = false, withinPool: Bool = false,
        reason: Wording
    ) {
        self.first = first
        self.second = second
        self.acrossPositions = acrossPositions
        self.withinPool = withinPool
        self.reason = reason
    }

    package static var blank: Self { Self(PoolPlayer(0, 0), PoolPlayer(0, 0), reason: "") }
}

extension PlayersJoined: DirectEventBody, ReasonedBody {
    package static let facts = EventFacts(
        .playersJoined, since: 6, home: .aliases, actor: .staff, origin: .always, traits: [.importerAct])

    package var subject: EventSubject { EventSubject(statement: Statement(reason)) }
}

/// Somebody says that two pools list two players, whatever their names and ids say.
public struct PlayersParted: Hashable, Sendable {
    public var first: PoolPlayer
    /// Of another pool.
    public var second: PoolPlayer
    /// Why.
    public var reason: Wording

    public init(_ first: PoolPlayer, _ second: PoolPlayer, reason: Wording) {
        self.first = first
        self.second = second
        self.reason = reason
    }

    package static var blank: Self { Self(PoolPlayer(0, 0), PoolPlayer(0, 0), reason: "") }
}

extension PlayersParted: DirectEventBody, ReasonedBody {
    package static let facts = EventFacts(
        .playersParted, since: 6, home: .aliases, actor: .staff, origin: .always, traits: [.importerAct])

    package var subject: EventSubject { EventSubject(statement: Statement(reason)) }
}

/// A statement about the identity of two players is withdrawn.
public struct AliasWithdrawn: Hashable, Sendable {
    public var first: PoolPlayer
    public var second: PoolPlayer
    /// Why.
    public var reason: Wording

    public init(_ first: PoolPlayer, _ second: PoolPlayer, reason: Wording) {
        self.first = first
        self.second = second
        self.reason = reason
    }

    package static var blank: Self { Self(PoolPlayer(0, 0), PoolPlayer(0, 0), reason: "") }
}

extension AliasWithdrawn: DirectEventBody, ReasonedBody {
    package static let facts = EventFacts(
        .aliasWithdrawn, since: 6, home: .aliases, actor: .staff, origin: .always, traits: [.importerAct])

    package var subject: EventSubject { EventSubject(statement: Statement(reason)) }
}
