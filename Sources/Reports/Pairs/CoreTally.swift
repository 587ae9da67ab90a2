import Draft
import Projections

/// Gathers the rosters of entries, each by its players' standing: what cores are counted in.
struct CoreTally: RosterTally {
    /// The places of each roster's players, ascending, each once, and `CoreIndex.end` after them.
    private(set) var rosters: [UInt32] = []

    /// How many rosters these are.
    private(set) var count = 0

    /// By number in the catalogue: the player's place, `CoreIndex.end` for one who is in no core.
    private let places: [UInt32]

    /// The place of the player that every roster has; nil for all rosters.
    private let wanted: UInt32?
    private let size: Int
    private var pool = PoolFacts.none
    private var roster: [UInt32] = []

    /// - Parameter size: how many players a core has: smaller rosters have none.
    init(size: Int, places: [UInt32], with wanted: UInt32?) {
        self.size = size
        self.places = places
        self.wanted = wanted
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) { self.pool = pool }

    mutating func add(_ place: Int, of part: RosterColumns) {
        roster.removeAll(keepingCapacity: true)
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            guard player < pool.numbers.count else { continue }
            let place = places[Int(pool.numbers[player])]
            if place != CoreIndex.end, !roster.contains(place) { roster.append(place) }
        }
        if let wanted, !roster.contains(wanted) { return }
        guard roster.count >= size else { return }
        roster.sort()
        rosters += roster
        rosters.append(CoreIndex.end)
        count += 1
    }

    mutating func merge(_ other: Self) {
        rosters += other.rosters
        count += other.count
    }
}

/// Rosters, and for each player what follows this player in the rosters.
struct CoreIndex: Sendable {
    /// As of `CoreTally`, by places of this index.
    let rosters: [UInt32]

    /// By place in this index: the place by standing.
    let standing: [Int]

    /// By place: where its part of `following` begins; one more than there are places.
    private let starts: [Int]

    /// The indices in `rosters` after each occurrence of a player, player by player.
    private let following: [UInt32]

    /// Stands after the last player of a roster.
    static let end = UInt32.max

    /// O(picks).
    init(_ rosters: [UInt32], standing: [Int]) {
        self.rosters = rosters
        self.standing = standing
        var starts = [Int](repeating: 0, count: standing.count + 1)
        for place in rosters where place != Self.end { starts[Int(place) + 1] += 1 }
        for place in standing.indices { starts[place + 1] += starts[place] }
        var (next, following) = (starts, [UInt32](repeating: 0, count: starts[standing.count]))
        for (at, place) in rosters.enumerated() where place != Self.end {
            following[next[Int(place)]] = UInt32(at + 1)
            next[Int(place)] += 1
        }
        self.starts = starts
        self.following = following
    }

    /// The players of all rosters.
    var count: Int { standing.count }

    /// Returns for each roster that has a player the index in `rosters` after this player.
    func rosters(after place: Int) -> ArraySlice<UInt32> { following[starts[place]..<starts[place + 1]] }
}
