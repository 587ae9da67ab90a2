/// A player pool as its events leave it.
public struct PoolState: BegunStreamState {
    public package(set) var id: PoolID
    public package(set) var externalID = ""
    public package(set) var title = ""
    public package(set) var published = false
    /// By index.
    public package(set) var players: [PlayerListing] = []

    /// All players from the earliest average draft position to the latest, those without one last; ties by rank, then
    /// by index. Empty until the pool is published.
    ///
    /// Sorted once and kept, because a tournament asks ten million times who is the best that is left.
    public package(set) var adpOrder: [PlayerIndex] = []

    public package(set) var version: UInt32 = 0

    /// A pool without players.
    public init(id: PoolID) { self.id = id }

    /// A pool begins with its first player; a refused command alone does not begin it.
    public init?(beginning event: Event, at place: EventPlace) {
        guard case .pool(let id) = place.stream else { return nil }
        if event.refusal != nil { return nil }
        self.init(id: id)
        evolve(event, at: place)
    }

    /// The player of an index; nil outside the pool.
    public func player(_ index: PlayerIndex) -> PlayerListing? {
        Int(index) < players.count ? players[Int(index)] : nil
    }

    /// Whether the pool has a player of this index.
    public func contains(_ index: PlayerIndex) -> Bool { Int(index) < players.count }

    /// A listing whose index is not the next one counts as an event and changes nothing else.
    ///
    /// - Complexity: O(1) for a listing, O(n log n) for the publication, O(n) for a late player.
    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        switch event.listing {
        case .listed(let event): list(event.player)
        case .late(let event): list(event.player)
        case .published(let event):
            published = true
            externalID = event.externalID
            title = event.title
            adpOrder = players.map(\.index).sorted { precedes($0, $1) }
        case nil: break
        }
    }

    private mutating func list(_ player: PlayerListing) {
        guard Int(player.index) == players.count else { return }
        players.append(player)
        guard published else { return }
        var place = adpOrder.count
        while place > 0, precedes(player.index, adpOrder[place - 1]) { place -= 1 }
        adpOrder.insert(player.index, at: place)
    }

    private func precedes(_ left: PlayerIndex, _ right: PlayerIndex) -> Bool {
        Preference(of: players[Int(left)]) < Preference(of: players[Int(right)])
    }

    /// The key of the order by ADP. A missing number comes after every number.
    private struct Preference: Comparable {
        let adp: UInt64
        let rank: UInt32
        let index: PlayerIndex

        init(of player: PlayerListing) {
            adp = player.adp.map { UInt64($0) } ?? .max
            rank = player.rank.map { UInt32($0) } ?? .max
            index = player.index
        }

        static func < (left: Self, right: Self) -> Bool {
            (left.adp, left.rank, left.index) < (right.adp, right.rank, right.index)
        }
    }
}

/// A set of player indexes: one bit each, so that "is he taken" costs one load even in the largest pool.
public struct PlayerSet: Hashable, Sendable {
    /// 64 players a word; no trailing zero words, so that equal sets are equal values.
    public internal(set) var words: [UInt64] = []

    package init() {}

    package init(_ players: some Sequence<PlayerIndex>) {
        for player in players { insert(player) }
    }

    /// O(1).
    @inlinable
    public func contains(_ player: PlayerIndex) -> Bool {
        let word = Int(player >> 6)
        return word < words.count && words[word] >> (UInt64(player) & 63) & 1 == 1
    }

    /// O(1), except for the words up to the largest player so far.
    package mutating func insert(_ player: PlayerIndex) {
        let word = Int(player >> 6)
        while words.count <= word { words.append(0) }
        words[word] |= 1 << (UInt64(player) & 63)
    }

    /// Does nothing for a player who is not in the set.
    package mutating func remove(_ player: PlayerIndex) {
        let word = Int(player >> 6)
        guard word < words.count else { return }
        words[word] &= ~(1 << (UInt64(player) & 63))
        while words.last == 0 { words.removeLast() }
    }

    /// How many players there are: O(words).
    public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
