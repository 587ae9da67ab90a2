import Draft
import Projections

/// Counts, by what entries have in common, how many of them advance.
struct AdvanceTally: RosterTally {
    private(set) var scope = ScopeTally()
    private(set) var advanced = 0

    /// Entries of which it is not known whether they advance: in no other count.
    private(set) var leftOut = 0

    /// By what they have in common, as two numbers in one: a player's number low, a pair's lesser number high and greater
    /// low, a build's counts, a team high and the quarterback's mates low, a slot low, an archetype's place low.
    var counts: [UInt64: Counts] {
        guard dimension == .pair else { return byKey }
        var counts: [UInt64: Counts] = [:]
        for low in drafted.indices {
            for high in (low + 1)..<max(low + 1, drafted.count) where pairs[low * drafted.count + high].entries > 0 {
                counts[UInt64(drafted[low]) << 32 | UInt64(drafted[high])] = pairs[low * drafted.count + high]
            }
        }
        return counts
    }

    struct Counts {
        var entries: UInt32 = 0
        var advanced: UInt32 = 0

        mutating func add(_ advances: Bool) {
            entries += 1
            if advances { advanced += 1 }
        }
    }

    private let dimension: AdvanceReport.Dimension
    private let advances: [EntryID: Bool]
    private let players: PlayerCatalogue

    /// By place in the square of pairs, the player's number.
    private let drafted: [Int]

    /// By number, the player's place in the square of pairs.
    private var places: [Int32]

    private var byKey: [UInt64: Counts] = [:]
    private var pairs: [Counts] = []
    private var draft: RosterColumns.Draft?
    private var hasBegun = false
    private var pool = PoolFacts.none
    private var numbers: [Int] = []

    /// - Parameters:
    ///   - dimension: what entries have in common.
    ///   - advances: by entry, as far as it is known.
    ///   - drafted: the numbers of all who are drafted, in order.
    ///   - players: the catalogue.
    init(
        _ dimension: AdvanceReport.Dimension, advances: [EntryID: Bool], drafted: [Int], players: PlayerCatalogue
    ) {
        self.dimension = dimension
        self.advances = advances
        self.drafted = drafted
        self.players = players
        places = Array(repeating: -1, count: players.players.count)
        for (place, number) in drafted.enumerated() { places[number] = Int32(place) }
        if dimension == .pair { pairs = Array(repeating: Counts(), count: drafted.count * drafted.count) }
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        self.draft = draft
        self.pool = pool
        hasBegun = false
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        guard let draft, let advances = advances[part.entry(at: place, of: draft)] else {
            leftOut += 1
            return
        }
        // A draft without counting entries is not part of the report.
        if !hasBegun { scope.begin(draft, pool, in: 0) }
        hasBegun = true
        scope.add(place, of: part)
        if advances { advanced += 1 }
        let picks = part.picks(of: place)
        switch dimension {
        case .player: for number in load(picks, of: part) { byKey[UInt64(number), default: Counts()].add(advances) }
        case .pair: addPairs(load(picks, of: part), advances)
        case .build:
            var key: UInt64 = 0
            for index in picks where Int(part.players[index]) < pool.positions.count {
                key += 1 << (8 * UInt64(pool.positions[Int(part.players[index])].rawValue))
            }
            byKey[key, default: Counts()].add(advances)
        case .stack: addStacks(picks, of: part, advances)
        case .slot:
            let slot = part.slots[place]
            if slot != RosterColumns.noSlot { byKey[UInt64(slot), default: Counts()].add(advances) }
        case .archetype:
            let groups = picks.map { pool.position(of: part.players[$0]) }
            for place in Archetype(groups, isComplete: draft.status == .complete).places {
                byKey[UInt64(place), default: Counts()].add(advances)
            }
        }
    }

    /// The numbers of a roster's players in the catalogue, in order.
    private mutating func load(_ picks: Range<Int>, of part: RosterColumns) -> [Int] {
        numbers.removeAll(keepingCapacity: true)
        for index in picks {
            let player = Int(part.players[index])
            if player < pool.numbers.count { numbers.append(Int(pool.numbers[player])) }
        }
        numbers.sort()
        return numbers
    }

    private mutating func addPairs(_ roster: [Int], _ advances: Bool) {
        for (index, low) in roster.enumerated() where places[low] >= 0 {
            let row = Int(places[low]) * drafted.count
            for high in roster[(index + 1)...] where places[high] >= 0 && high != low {
                pairs[row + Int(places[high])].add(advances)
            }
        }
    }

    /// A quarterback's team counts once, however many quarterbacks of it the entry has.
    private mutating func addStacks(_ picks: Range<Int>, of part: RosterColumns, _ advances: Bool) {
        var sizes: [UInt8: (quarterbacks: Int, others: Int)] = [:]
        for index in picks {
            let player = Int(part.players[index])
            guard player < pool.teams.count, pool.teams[player] != 0 else { continue }
            if pool.positions[player] == .quarterback {
                sizes[pool.teams[player], default: (0, 0)].quarterbacks += 1
            } else {
                sizes[pool.teams[player], default: (0, 0)].others += 1
            }
        }
        for (team, size) in sizes where size.quarterbacks > 0 {
            byKey[UInt64(team) << 32 | UInt64(size.others), default: Counts()].add(advances)
        }
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        advanced += other.advanced
        leftOut += other.leftOut
        byKey.merge(other.byKey) { Counts(entries: $0.entries + $1.entries, advanced: $0.advanced + $1.advanced) }
        for index in pairs.indices {
            pairs[index].entries += other.pairs[index].entries
            pairs[index].advanced += other.pairs[index].advanced
        }
    }
}
