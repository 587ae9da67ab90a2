import Draft
import Projections

/// Counts how often two players stand in one roster.
///
/// A square of counters over the drafted players, a row for each player of the band. A pair is counted in
/// the order in which the roster has it and the two halves are added up at the end: so an increment takes no comparison.
/// 400 players are 640 KB a core, and one roster of 18 is 153 increments.
struct PairTally: RosterTally {
    private(set) var scope = ScopeTally()

    /// By the later of the roster, then by the earlier.
    private var counts: [UInt32]

    /// By number in the catalogue: the player's place in the square, `none` for those outside of it.
    private let places: [UInt32]

    /// The number of places.
    private let width: Int

    /// Pairs are counted that have a player of it.
    private let band: Range<Int>

    private var pool = PoolFacts.none

    /// By index in the pool: the player's place.
    private var placeOfPlayer: [UInt32] = []
    private var roster: [Int] = []

    static let none = UInt32.max

    init(places: [UInt32], width: Int, band: Range<Int>) {
        self.places = places
        self.width = width
        self.band = band
        counts = Array(repeating: 0, count: band.count * width)
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        guard self.pool !== pool else { return }
        self.pool = pool
        placeOfPlayer = pool.numbers.map { places[Int($0)] }
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        roster.removeAll(keepingCapacity: true)
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            guard player < placeOfPlayer.count else { continue }
            let place = placeOfPlayer[player]
            if place != Self.none { roster.append(Int(place)) }
        }
        if band.count == width { countAll() } else { countBand() }
    }

    private mutating func countAll() {
        let (roster, width) = (roster, width)
        let places = roster.span
        var counts = self.counts.mutableSpan
        for later in places.indices {
            let row = places[later] * width
            for earlier in 0..<later { counts[row + places[earlier]] += 1 }
        }
    }

    private mutating func countBand() {
        for later in roster.indices where band.contains(roster[later]) {
            let row = (roster[later] - band.lowerBound) * width
            for (other, place) in roster.enumerated() where other < later || !band.contains(place) {
                counts[row + place] += 1
            }
        }
    }

    /// How often a pair stands in one roster.
    ///
    /// - Precondition: one of them is in the band.
    func count(_ one: Int, _ other: Int) -> UInt32 {
        let (first, second) = (half(one, other), half(other, one))
        return first + second
    }

    private func half(_ row: Int, _ column: Int) -> UInt32 {
        band.contains(row) ? counts[(row - band.lowerBound) * width + column] : 0
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        for index in counts.indices { counts[index] += other.counts[index] }
    }
}
