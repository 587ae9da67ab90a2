import Draft
import Projections

/// Counts how often two players stand in one roster.
///
/// A triangle of counters over the players that somebody drafted: 400 players are 80,000 counters, 320 KB a core, and
/// one roster of 18 is 153 increments.
struct PairTally: RosterTally {
    private(set) var scope = ScopeTally()

    /// By the greater place and, below it, the lesser.
    private(set) var counts: [UInt32]

    /// By number in the catalogue: the player's place in the triangle, `none` for those outside of it.
    private let places: [UInt32]
    /// Pairs are counted whose greater place lies in it.
    private let rows: Range<Int>

    private var pool = PoolFacts.none
    private var roster: [UInt32] = []

    static let none = UInt32.max

    init(places: [UInt32], rows: Range<Int>) {
        self.places = places
        self.rows = rows
        counts = Array(repeating: 0, count: Self.size(of: rows.upperBound) - Self.size(of: rows.lowerBound))
    }

    /// Counters of the places below one.
    static func size(of place: Int) -> Int { place * (place - 1) / 2 }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        self.pool = pool
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        roster.removeAll(keepingCapacity: true)
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            guard player < pool.numbers.count else { continue }
            let place = places[Int(pool.numbers[player])]
            if place != Self.none { roster.append(place) }
        }
        let (places, rows) = (roster, rows)
        var counts = self.counts.mutableSpan
        let start = Self.size(of: rows.lowerBound)
        for first in places.indices {
            let one = Int(places[first])
            for second in 0..<first {
                let other = Int(places[second])
                let (high, low) = one > other ? (one, other) : (other, one)
                if rows.contains(high), high != low { counts[Self.size(of: high) - start + low] += 1 }
            }
        }
    }

    /// How often a pair stands in one roster.
    ///
    /// - Precondition: `low < high`, and `high` is in the rows.
    func count(_ low: Int, _ high: Int) -> UInt32 { counts[Self.size(of: high) - Self.size(of: rows.lowerBound) + low] }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        for index in counts.indices { counts[index] += other.counts[index] }
    }
}
