/// The recorded identities of pool players, by the events of the stream `aliases`.
///
/// Only reports use it. Decisions about money do not: a player's points follow from the player's
/// pool's own listing alone.
public struct AliasState: BlankStreamState {
    public private(set) var version: UInt32 = 0

    /// The valid statements.
    private var said: [Pair: Statement] = [:]

    /// The players with which each player was declared identical, and those from which it was declared different.
    private var ones: [PoolPlayer: Set<PoolPlayer>] = [:]
    private var twos: [PoolPlayer: Set<PoolPlayer>] = [:]

    /// The state of a ledger without such statements.
    public init() {}

    /// A statement about two listings.
    public struct Statement: Hashable, Sendable {
        public var pair: Pair
        /// Whether they are one; else they are two.
        public var areOne: Bool
        /// Whether it makes one of listings of one pool.
        public var withinPool: Bool
        /// The statement's position in the ledger, its author and its time.
        public var place: EventPlace
        public var reason: Wording
    }

    /// Two players, in the order of their pools, whichever was named first.
    public struct Pair: Hashable, Sendable {
        public let first: PoolPlayer
        public let second: PoolPlayer

        public init(_ first: PoolPlayer, _ second: PoolPlayer) {
            (self.first, self.second) = first <= second ? (first, second) : (second, first)
        }
    }

    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        switch event.alias {
        case .joined(let joined):
            say(
                Statement(
                    pair: Pair(joined.first, joined.second), areOne: true, withinPool: joined.withinPool, place: place,
                    reason: joined.reason))
        case .parted(let parted):
            say(
                Statement(
                    pair: Pair(parted.first, parted.second), areOne: false, withinPool: false, place: place,
                    reason: parted.reason))
        case .withdrawn(let withdrawn): forget(Pair(withdrawn.first, withdrawn.second))
        case nil: break
        }
    }

    private mutating func say(_ statement: Statement) {
        let pair = statement.pair
        guard said[pair] == nil else { return }
        said[pair] = statement
        let others = statement.areOne ? \Self.ones : \Self.twos
        self[keyPath: others][pair.first, default: []].insert(pair.second)
        self[keyPath: others][pair.second, default: []].insert(pair.first)
    }

    private mutating func forget(_ pair: Pair) {
        guard let statement = said.removeValue(forKey: pair) else { return }
        let others = statement.areOne ? \Self.ones : \Self.twos
        for (player, other) in [(pair.first, pair.second), (pair.second, pair.first)] {
            self[keyPath: others][player]?.remove(other)
            if self[keyPath: others][player]?.isEmpty == true { self[keyPath: others][player] = nil }
        }
    }

    /// How many statements hold.
    public var count: Int { said.count }

    /// Whether nothing holds.
    public var isEmpty: Bool { said.isEmpty }

    /// The valid statements, in their order. O(n log n).
    public var statements: [Statement] { said.values.sorted { $0.place.position < $1.place.position } }

    /// The statement about two players, or nil. O(1).
    public func statement(of pair: Pair) -> Statement? { said[pair] }

    /// The players from which a player was declared different. O(1).
    public func parted(from player: PoolPlayer) -> Set<PoolPlayer> { twos[player] ?? [] }

    /// Those who are one with a player by what was said, himself included, in order. O(n log n) in the statements about them.
    public func group(of player: PoolPlayer) -> [PoolPlayer] {
        var seen: Set = [player]
        var group = [player]
        var place = 0
        while place < group.count {
            for other in ones[group[place]] ?? [] where seen.insert(other).inserted { group.append(other) }
            place += 1
        }
        return group.sorted()
    }

    /// Those who are one with others by statements that make one of listings of one pool. O(n).
    public var joinedWithinPools: Set<PoolPlayer> {
        Set(said.values.lazy.filter(\.withinPool).flatMap { [$0.pair.first, $0.pair.second] })
    }

    /// The groups of two and more who are one, each in order, and by their first. O(n log n).
    public func groups() -> [[PoolPlayer]] {
        var seen: Set<PoolPlayer> = []
        var groups: [[PoolPlayer]] = []
        for start in ones.keys.sorted() where !seen.contains(start) {
            let group = group(of: start)
            seen.formUnion(group)
            groups.append(group)
        }
        return groups
    }
}
