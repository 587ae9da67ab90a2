import Draft
import Projections

/// Counts the entries that have all players of a set.
///
/// A set is one number, of the places of its players from the lowest to the highest, each in `bits` bits: so two entries with
/// the same players count for the same set, whatever the order in which they drafted them.
struct CoreTally: RosterTally {
    private(set) var scope = ScopeTally()
    private(set) var counts: [UInt128: UInt32] = [:]

    /// Whether there were more sets than are counted, so that the counts mean nothing.
    private(set) var hasOverflown = false

    private let size: Int

    /// By number in the catalogue: the player's place from 1; 0 for one who is in no set.
    private let places: [UInt32]

    /// The sets of one player less that are frequent enough; nil where every set is counted.
    private let known: Set<UInt128>?
    private let mostSets: Int
    private var pool = PoolFacts.none
    private var roster: [UInt32] = []

    /// Of a place: six of them fit into a set's number.
    static let bits = 20

    init(size: Int, places: [UInt32], known: Set<UInt128>?, mostSets: Int) {
        self.size = size
        self.places = places
        self.known = known
        self.mostSets = mostSets
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        self.pool = pool
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        guard !hasOverflown else { return }
        roster.removeAll(keepingCapacity: true)
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            guard player < pool.numbers.count else { continue }
            let place = places[Int(pool.numbers[player])]
            if place > 0, !roster.contains(place) { roster.append(place) }
        }
        roster.sort()
        extend(0, length: 0, from: 0)
        if counts.count > mostSets { hasOverflown = true }
    }

    /// Counts all sets that begin with one, the roster's players from a place on being left to choose from.
    private mutating func extend(_ set: UInt128, length: Int, from first: Int) {
        if length == size {
            // Of a frequent set every part is, too: the one without its last player was looked at on the way here.
            if let known, !known.contains(set & Self.mask(length - 1)) { return }
            counts[set, default: 0] += 1
            return
        }
        if let known, length == size - 1, !known.contains(set) { return }
        guard roster.count - first >= size - length else { return }
        for index in first..<roster.count {
            extend(set << UInt128(Self.bits) | UInt128(roster[index]), length: length + 1, from: index + 1)
        }
    }

    /// The places of so many players, the last ones of a set.
    private static func mask(_ length: Int) -> UInt128 { (1 << UInt128(bits * length)) - 1 }

    /// From the lowest to the highest.
    static func places(of set: UInt128) -> [Int] {
        var (rest, places) = (set, [Int]())
        while rest > 0 {
            places.append(Int(truncatingIfNeeded: rest & mask(1)))
            rest >>= UInt128(bits)
        }
        return places.reversed()
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        hasOverflown = hasOverflown || other.hasOverflown
        counts.merge(other.counts) { $0 + $1 }
        if counts.count > mostSets { hasOverflown = true }
    }
}
