import Draft
import Projections

/// Counts, by NFL team, how many of its players entries have, and whether its quarterback is among them.
struct StackTally: RosterTally {
    private(set) var scope = ScopeTally()

    /// By team of the catalogue.
    private(set) var teams: [Team]

    /// By the number of quarterback stacks in an entry, from 0.
    private(set) var entriesByStacks: [UInt32] = Array(repeating: 0, count: 32)

    private(set) var picksWithoutTeam = 0

    /// Entries of none of whose players the team is known.
    private(set) var entriesWithoutTeam = 0

    private var pool = PoolFacts.none

    /// By index in the pool: the team, and `quarterback` for one.
    private var teamOfPlayer: [UInt16] = []
    private static let quarterback: UInt16 = 1 << 15

    private var sizes: [UInt8]
    private var quarterbacks: [UInt8]
    private var touched: [UInt8] = []

    struct Team {
        /// Entries with a quarterback of the team, by how many of its other players they have: 0, 1, 2, 3 and more.
        var quarterback: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        /// Entries by how many players of the team they have, quarterbacks included: 1, 2, 3, 4, 5 and more.
        var size: (UInt32, UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0, 0)
        /// Entries with two or more of its players but no quarterback.
        var withoutQuarterback: UInt32 = 0
    }

    init(teams: Int) {
        self.teams = Array(repeating: Team(), count: teams)
        sizes = Array(repeating: 0, count: teams)
        quarterbacks = Array(repeating: 0, count: teams)
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        guard self.pool !== pool else { return }
        self.pool = pool
        teamOfPlayer = zip(pool.teams, pool.positions).map { team, position in
            UInt16(team) | (position == .quarterback ? Self.quarterback : 0)
        }
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        let unknownBefore = picksWithoutTeam
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            guard player < teamOfPlayer.count else { continue }
            let team = UInt8(truncatingIfNeeded: teamOfPlayer[player])
            guard team != 0 else {
                picksWithoutTeam += 1
                continue
            }
            if sizes[Int(team)] == 0 { touched.append(team) }
            sizes[Int(team)] += 1
            if teamOfPlayer[player] & Self.quarterback != 0 { quarterbacks[Int(team)] += 1 }
        }
        guard !touched.isEmpty || picksWithoutTeam == unknownBefore else {
            entriesWithoutTeam += 1
            return
        }
        closeEntry()
    }

    /// The stacks of the entry; clears the counters for the next one.
    private mutating func closeEntry() {
        var stacks = 0
        for team in touched {
            let team = Int(team)
            let size = Int(sizes[team])
            teams[team].include(size: size)
            if quarterbacks[team] > 0 {
                let others = size - Int(quarterbacks[team])
                teams[team].include(quarterbackWith: others)
                if others > 0 { stacks += 1 }
            } else if size >= 2 {
                teams[team].withoutQuarterback += 1
            }
            sizes[team] = 0
            quarterbacks[team] = 0
        }
        touched.removeAll(keepingCapacity: true)
        entriesByStacks[min(stacks, entriesByStacks.count - 1)] += 1
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        picksWithoutTeam += other.picksWithoutTeam
        entriesWithoutTeam += other.entriesWithoutTeam
        for index in teams.indices { teams[index].include(other.teams[index]) }
        for index in entriesByStacks.indices { entriesByStacks[index] += other.entriesByStacks[index] }
    }
}

extension StackTally.Team {
    fileprivate mutating func include(size count: Int) {
        switch count {
        case 1: size.0 += 1
        case 2: size.1 += 1
        case 3: size.2 += 1
        case 4: size.3 += 1
        default: size.4 += 1
        }
    }

    fileprivate mutating func include(quarterbackWith others: Int) {
        switch others {
        case 0: quarterback.0 += 1
        case 1: quarterback.1 += 1
        case 2: quarterback.2 += 1
        default: quarterback.3 += 1
        }
    }

    mutating func include(_ other: Self) {
        quarterback.0 += other.quarterback.0
        quarterback.1 += other.quarterback.1
        quarterback.2 += other.quarterback.2
        quarterback.3 += other.quarterback.3
        size.0 += other.size.0
        size.1 += other.size.1
        size.2 += other.size.2
        size.3 += other.size.3
        size.4 += other.size.4
        withoutQuarterback += other.withoutQuarterback
    }
}
