import Draft
import Projections

/// How many players of a roster are on bye at once.
public struct ByeReport: Sendable {
    public var scope: ReportScope

    /// Entries by the most players that they have on bye in one week, from 0; empty when no bye week is known.
    public var overall: [Int]

    /// The positions of `byPosition`.
    package static let positions = PositionGroup.allCases.filter { $0 != .other }

    /// The same among the players of one position, for QB, RB, WR and TE.
    public var byPosition: [(position: PositionGroup, entries: [Int])]

    /// The weeks in which a drafted player is on bye, in order.
    public var weeks: [Week]

    /// Picks of players whose bye week no source says: in an entry that has others too, they are on bye in no week.
    public var picksWithoutBye: Int

    /// Entries that have drafted, but no player with a known bye week: how many they have on bye at once is not
    /// known, and not part of any other figure.
    public var entriesWithoutBye: Int

    public struct Week: Hashable, Sendable {
        public var week: Int
        /// Players on bye, over all entries.
        public var players: Int
    }

    /// The mean, over the entries of `overall`, of the most players on bye in one week; nil without any.
    public var average: Double? {
        let entries = overall.reduce(0, +)
        guard entries > 0 else { return nil }
        return Double(overall.enumerated().reduce(0) { $0 + $1.offset * $1.element }) / Double(entries)
    }

    /// The number of entries by number of players on bye at once, from 0: of all positions, then of each.
    package var distribution: [(onBye: Int, entries: [Int])] {
        let columns = [overall] + byPosition.map(\.entries)
        let length = columns.map(\.count).max() ?? 0
        return (0..<length).map { number in (number, columns.map { number < $0.count ? $0[number] : 0 }) }
    }
}

extension Analysis {
    /// Byes: per entry, the most players on bye in one week, overall and per position, as a distribution.
    ///
    /// A player's bye week is the one that the pool drafted from names. A position in the filter changes nothing. One
    /// scan of the picks.
    public func byes(_ filter: ReportFilter = ReportFilter()) -> ByeReport {
        let tally = rosters.count(filter.entries, of: players, with: ByeTally())
        return ByeReport(
            scope: scope(filter, entries: tally.scope.entries, drafts: tally.scope.drafts),
            overall: tally.overall.withoutTrailingZeros,
            byPosition: ByeReport.positions.map { ($0, tally.byPosition[Int($0.rawValue)].withoutTrailingZeros) },
            weeks: tally.weeks.enumerated().filter { $1 > 0 }.map { ByeReport.Week(week: $0, players: Int($1)) },
            picksWithoutBye: tally.picksWithoutBye, entriesWithoutBye: tally.entriesWithoutBye)
    }
}

private struct ByeTally: RosterTally {
    private(set) var scope = ScopeTally()

    /// By the most players on bye in one week.
    private(set) var overall = Self.blank
    /// By position group, then likewise.
    private(set) var byPosition = Array(repeating: Self.blank, count: PositionGroup.allCases.count)
    private(set) var weeks: [UInt64] = Array(repeating: 0, count: Self.weekLimit)
    private(set) var picksWithoutBye = 0
    private(set) var entriesWithoutBye = 0

    private var pool = PoolFacts.none
    /// Of the entry being counted, by week: the players of each position group.
    private var onBye: [SIMD8<UInt8>] = Array(repeating: .zero, count: Self.weekLimit)

    private static let weekLimit = 32
    private static let blank = [UInt64](repeating: 0, count: Int(Ruleset.allowedRounds.upperBound) + 1)

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        self.pool = pool
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        var (known, unknown) = (0, 0)
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            guard player < pool.byeWeeks.count else { continue }
            let week = Int(pool.byeWeeks[player])
            if week == 0 || week >= Self.weekLimit {
                unknown += 1
            } else {
                known += 1
                onBye[week][Int(pool.positions[player].rawValue)] += 1
            }
        }
        picksWithoutBye += unknown
        guard known > 0 || unknown == 0 else {
            entriesWithoutBye += 1
            return
        }
        closeEntry()
    }

    /// Counts the entry by what its weeks have come to, and leaves them blank for the next one.
    private mutating func closeEntry() {
        var most = 0
        var mostOf = SIMD8<UInt8>(repeating: 0)
        for week in onBye.indices where onBye[week] != .zero {
            let counts = onBye[week]
            let players = Int(counts.wrappedSum())
            most = max(most, players)
            mostOf.replace(with: counts, where: counts .> mostOf)
            weeks[week] += UInt64(players)
            onBye[week] = .zero
        }
        // Only a forged history gives an entry more players than a draft has rounds; they count as that many.
        let limit = overall.count - 1
        overall[min(most, limit)] += 1
        for group in byPosition.indices { byPosition[group][min(Int(mostOf[group]), limit)] += 1 }
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        picksWithoutBye += other.picksWithoutBye
        entriesWithoutBye += other.entriesWithoutBye
        for index in overall.indices { overall[index] += other.overall[index] }
        for group in byPosition.indices {
            for index in byPosition[group].indices { byPosition[group][index] += other.byPosition[group][index] }
        }
        for week in weeks.indices { weeks[week] += other.weeks[week] }
    }
}

extension [UInt64] {
    /// As whole numbers, up to the last that is not 0.
    fileprivate var withoutTrailingZeros: [Int] {
        prefix((lastIndex { $0 > 0 } ?? -1) + 1).map { Int($0) }
    }
}
