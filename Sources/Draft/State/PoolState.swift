/// A player pool as its events leave it.
public struct PoolState: Hashable, Sendable {
    public var id: PoolID
    public var externalID: String
    public var title: String
    public var published: Bool
    /// By index.
    public internal(set) var players: [PlayerListing]

    /// All players from the earliest average draft position to the latest, those without one last; ties by rank, then
    /// by index. Empty until the pool is published.
    ///
    /// Sorted once and kept, because a tournament asks ten million times who is the best that is left.
    public internal(set) var adpOrder: [PlayerIndex]

    public var version: UInt32

    public init(id: PoolID) {
        self.id = id
        externalID = ""
        title = ""
        published = false
        players = []
        adpOrder = []
        version = 0
    }

    /// The player of an index; nil outside the pool.
    public func player(_ index: PlayerIndex) -> PlayerListing? {
        Int(index) < players.count ? players[Int(index)] : nil
    }

    /// Whether the pool has a player of this index.
    public func contains(_ index: PlayerIndex) -> Bool { Int(index) < players.count }
}
