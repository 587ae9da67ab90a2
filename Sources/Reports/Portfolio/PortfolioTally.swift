import Draft
import Projections

/// Describes every entry by itself.
struct PortfolioTally: RosterTally {
    private(set) var scope = ScopeTally()

    /// In no order.
    private(set) var entries: [Entry] = []

    struct Entry: Sendable, Held {
        var row: PortfolioReport.Row
        /// The numbers of its players in the catalogue, in the order of the picks.
        var roster: [UInt32]
        var isImported: Bool

        var startedAt: Timestamp? { row.startedAt }
        var number: UInt64 { row.entry.number }
    }

    /// By place in the catalogue.
    private let teams: [String]
    private var pool = PoolFacts.none
    private var draft: RosterColumns.Draft?

    init(teams: [String]) { self.teams = teams }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        self.pool = pool
        self.draft = draft
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        guard let draft else { return }
        let groups = part.picks(of: place).map { pool.position(of: part.players[$0]) }
        let known = part.picks(of: place).map { Int(part.players[$0]) }.filter { $0 < pool.numbers.count }
        var key: UInt64 = 0
        for case let group? in groups { key += 1 << (8 * UInt64(group.rawValue)) }
        let (slot, user) = (part.slots[place], part.users[place])
        let row = PortfolioReport.Row(
            entry: part.entry(at: place, of: draft), user: user == 0 ? nil : UserID(UInt64(user)),
            tournament: draft.tournament, slot: slot == RosterColumns.noSlot ? nil : slot,
            startedAt: draft.startedAt, build: ConstructionReport.Build(key: key),
            archetype: Archetype(groups, isComplete: draft.status == .complete), stacks: stacks(of: known))
        entries.append(Entry(row: row, roster: known.map { pool.numbers[$0] }, isImported: draft.isImported))
    }

    /// - Parameter roster: places in the pool.
    private func stacks(of roster: [Int]) -> [PortfolioReport.Stack]? {
        var sizes: [UInt8: (quarterbacks: Int, mates: Int)] = [:]
        for player in roster where pool.teams[player] != 0 {
            if pool.positions[player] == .quarterback {
                sizes[pool.teams[player], default: (0, 0)].quarterbacks += 1
            } else {
                sizes[pool.teams[player], default: (0, 0)].mates += 1
            }
        }
        guard !sizes.isEmpty || roster.isEmpty else { return nil }
        let stacks = sizes.filter { $0.value.quarterbacks > 0 }
            .map { PortfolioReport.Stack(team: teams[Int($0.key)], mates: $0.value.mates) }
        return stacks.sorted { ($1.mates, $0.team) < ($0.mates, $1.team) }
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        entries += other.entries
    }
}

extension PoolFacts {
    /// The group of a drafted player's position; nil for a pick that was skipped.
    func position(of player: PlayerIndex) -> PositionGroup? {
        Int(player) < positions.count ? positions[Int(player)] : nil
    }
}

/// How many players rosters have in common, found by who has whom.
struct RosterLikeness {
    private let rosters: [[UInt32]]

    /// By player: the rosters that have him.
    private let holders: [[Int32]]

    /// O(picks).
    init(_ rosters: [[UInt32]], players: Int) {
        var holders = [[Int32]](repeating: [], count: players)
        for (index, roster) in rosters.enumerated() {
            for player in roster { holders[Int(player)].append(Int32(index)) }
        }
        self.rosters = rosters
        self.holders = holders
    }

    /// The overlap of a roster with the others.
    ///
    /// - Precondition: there is another one.
    /// - Returns: the one with the most, the first of several; how many those are; and how many with all others together.
    func others(of index: Int) -> (nearest: Int, shared: Int, sum: Int) {
        var shared = [UInt16](repeating: 0, count: rosters.count)
        var sum = 0
        for player in rosters[index] {
            for holder in holders[Int(player)] { shared[Int(holder)] += 1 }
            sum += holders[Int(player)].count - 1
        }
        var nearest = index == 0 ? 1 : 0
        for other in shared.indices where other != index && shared[other] > shared[nearest] { nearest = other }
        return (nearest, Int(shared[nearest]), sum)
    }
}
