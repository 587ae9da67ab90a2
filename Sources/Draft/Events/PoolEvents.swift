/// A player of a pool, as the pool's source describes him.
public struct PlayerListing: Hashable, Sendable {
    /// Index in the pool, gapless from 0.
    public var index: PlayerIndex
    public var position: PlayerPosition
    /// 1-18; nil where the source does not say.
    public var byeWeek: UInt8?
    /// Average draft position in hundredths of a pick.
    public var adp: UInt32?
    /// Projected points of the season in hundredths.
    public var projectedPoints: Int32?
    /// The source's rank, from 1; the autopick's tie-breaker.
    public var rank: UInt16?
    /// The player's id at the source; empty where it has none.
    public var externalID: String
    public var name: String
    /// The NFL team's abbreviation; empty where the source does not say.
    public var team: String

    public init(
        index: PlayerIndex, position: PlayerPosition, byeWeek: UInt8?, adp: UInt32?, projectedPoints: Int32?,
        rank: UInt16?, externalID: String, name: String, team: String
    ) {
        self.index = index
        self.position = position
        self.byeWeek = byeWeek
        self.adp = adp
        self.projectedPoints = projectedPoints
        self.rank = rank
        self.externalID = externalID
        self.name = name
        self.team = team
    }

    package static var blank: Self {
        Self(
            index: 0, position: .other, byeWeek: nil, adp: nil, projectedPoints: nil, rank: nil, externalID: "",
            name: "", team: "")
    }
}

/// One of the players with whom a pool is published.
public struct PlayerListed: Hashable, Sendable {
    public var player: PlayerListing
    package static var blank: Self { Self(player: .blank) }
}

/// A late player, added behind the published ones.
public struct PlayerAdded: Hashable, Sendable {
    public var player: PlayerListing
    package static var blank: Self { Self(player: .blank) }
}

/// The pool is complete; from here on it only ever grows.
public struct PoolPublished: Hashable, Sendable {
    /// Players listed.
    public var count: UInt16
    /// The pool's id at its source; empty where it has none.
    public var externalID: String
    public var title: String
    package static var blank: Self { Self(count: 0, externalID: "", title: "") }
}
