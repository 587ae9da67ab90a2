import Draft
import Platform
import Projections

/// One number for the first players of each entry, whatever their order: equal players give equal numbers.
///
/// Up to four players fit the number itself. More are hashed: if two numbers are equal, the players are compared
/// too.
struct LineupKeys: RosterTally {
    private(set) var scope = ScopeTally()

    /// By entry, those with fewer players left out.
    private(set) var keys: [UInt64] = []
    private(set) var places: [UserIndex.Place] = []
    /// 0 for none.
    private(set) var users: [UInt32] = []

    /// Nil for whole rosters.
    private let playersOfEntry: Int?

    /// By number in the catalogue, 64 bits that have nothing to do with those of other players.
    private let spread: [UInt64]
    private var part = 0
    private var pool = PoolFacts.none
    private var lineup: [UInt32] = []

    /// By index in the pool, `spread` of the player.
    private var spreadOfPlayer: [UInt64] = []

    /// - Parameter count: how many players of each entry, from its first pick on; nil for all.
    init(first count: Int?, of players: PlayerCatalogue) {
        playersOfEntry = count
        spread = (0..<UInt64(players.players.count)).map { SplitMix64.number($0 + 1, from: 0) }
        areExact = count.map { $0 <= 4 } ?? false && players.players.count <= 1 << 16
    }

    /// Whether equal keys are equal players.
    let areExact: Bool

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        self.part = part
        guard self.pool !== pool else { return }
        self.pool = pool
        spreadOfPlayer = pool.numbers.map { spread[Int($0)] }
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        guard let key = areExact ? exactKey(place, of: part) : hash(place, of: part) else { return }
        keys.append(key)
        users.append(part.users[place])
        places.append(UserIndex.Place(part: self.part, place: place))
    }

    /// The numbers of an entry's first players, sorted.
    static func fill(
        _ lineup: inout [UInt32], from place: Int, of part: RosterColumns, _ pool: PoolFacts, limit: Int?
    ) {
        lineup.removeAll(keepingCapacity: true)
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            guard player < pool.numbers.count else { continue }
            var place = lineup.count
            let number = pool.numbers[player]
            lineup.append(number)
            while place > 0, lineup[place - 1] > number {
                lineup[place] = lineup[place - 1]
                place -= 1
            }
            lineup[place] = number
            if lineup.count == limit { break }
        }
    }

    /// Nil for an entry with fewer players.
    private mutating func exactKey(_ place: Int, of part: RosterColumns) -> UInt64? {
        LineupKeys.fill(&lineup, from: place, of: part, pool, limit: playersOfEntry)
        guard lineup.count == playersOfEntry, !lineup.isEmpty else { return nil }
        return lineup.reduce(0) { $0 << 16 | UInt64($1) }
    }

    /// A sum, which is the same in any order: nothing has to be sorted. Nil for an entry with fewer players.
    private func hash(_ place: Int, of part: RosterColumns) -> UInt64? {
        var (sum, count) = (0 as UInt64, 0)
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            guard player < spreadOfPlayer.count else { continue }
            sum &+= spreadOfPlayer[player]
            count += 1
            if count == playersOfEntry { break }
        }
        return count == playersOfEntry ?? count && count > 0 ? sum : nil
    }

    mutating func replaceKeys(with others: [UInt64]) { keys = others }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        keys += other.keys
        places += other.places
        users += other.users
    }
}
