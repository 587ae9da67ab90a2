/// The whole queue, first wish first.
public struct QueueSet: Hashable, Sendable {
    public var players: [PlayerIndex]
    package static var blank: Self { Self(players: []) }
}

/// A player came into the queue.
public struct QueueAdded: Hashable, Sendable {
    public var player: PlayerIndex
    /// Where in the queue, from 0; nil at its end.
    public var index: UInt16?
    package static var blank: Self { Self(player: 0, index: nil) }
}

/// A player went out of the queue.
public struct QueueRemoved: Hashable, Sendable {
    public var player: PlayerIndex
    package static var blank: Self { Self(player: 0) }
}

/// A player went to another place in the queue.
public struct QueueMoved: Hashable, Sendable {
    public var player: PlayerIndex
    /// The player's index after the move, from 0.
    public var index: UInt16
    package static var blank: Self { Self(player: 0, index: 0) }
}

/// A player went to the head of the queue.
public struct QueueMovedToTop: Hashable, Sendable {
    public var player: PlayerIndex
    package static var blank: Self { Self(player: 0) }
}

/// All players went out of the queue.
public struct QueueCleared: Hashable, Sendable {
    package static var blank: Self { Self() }
}

/// The seat's own ranking of the pool, best first; it may rank only part of it.
public struct RankingsSet: Hashable, Sendable {
    public var players: [PlayerIndex]
    package static var blank: Self { Self(players: []) }
}

/// The limits that autopicks of this seat keep to instead of the ruleset's.
public struct PositionLimitsSet: Hashable, Sendable {
    public var limits: PositionLimits
    package static var blank: Self { Self(limits: .standard) }
}
