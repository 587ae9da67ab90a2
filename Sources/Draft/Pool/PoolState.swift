/// A player pool as its events leave it.
public struct PoolState: Hashable, Sendable {
    public var id: PoolID
    public var externalID: String
    public var title: String
    public var published: Bool
    /// By index.
    public var players: [PlayerListing]
    public var version: UInt32

    public init(id: PoolID) {
        self.id = id
        externalID = ""
        title = ""
        published = false
        players = []
        version = 0
    }

    /// The player of an index; nil outside the pool.
    public func player(_ index: PlayerIndex) -> PlayerListing? {
        Int(index) < players.count ? players[Int(index)] : nil
    }
}
