import Draft
import Projections

/// Game stacks: a quarterback, team mates of his, and players of the team against which they play in a week.
public struct GameStackReport: Sendable {
    public var scope: ReportScope

    /// Entries of none of whose players a source says the team: no part of any figure but N.
    public var entriesWithoutTeam: Int

    /// Entries with a game stack in at least one of the weeks.
    public var entriesWithAny: Int

    /// The weeks that count, in order.
    public var weeks: [Week]

    /// By week, then by entries, then by team. Teams whose quarterback no entry has stacked are left out.
    public var rows: [Row]

    public struct Week: Hashable, Sendable {
        public var week: UInt8
        /// Entries with a game stack in that week.
        public var entries: Int
    }

    public struct Row: Hashable, Sendable {
        public var week: UInt8
        /// The quarterback's team; abbreviations.
        public var team: String
        public var opponent: String
        /// Entries with the quarterback, a team mate or more, and a player of the opponent or more: the bring-back.
        public var entries: Int
        /// Entries with the quarterback and a team mate or more, but no player of the opponent.
        public var withoutBringBack: Int
    }

    /// N without the entries of which no team is known.
    public var knownEntries: Int { scope.entries - entriesWithoutTeam }

    /// The weeks of the playoffs of the sites' tournaments.
    public static let playoffWeeks: [UInt8] = [15, 16, 17]
}

extension Analysis {
    /// By week, then by team of the players: the opponent's place among the teams, -1 for a team without any of the players,
    /// against which there is no bring-back; nil for a bye.
    func opponents(of schedule: GameSchedule, in weeks: [UInt8]) -> [[Int?]] {
        let places = Dictionary(uniqueKeysWithValues: players.teams.enumerated().map { ($1, $0) })
        return weeks.map { week in
            players.teams.map { team in schedule.opponent(of: team, week: week).map { places[$0] ?? -1 } }
        }
    }

    /// Game stacks by week, as a schedule has the games.
    ///
    /// A player's team is the one that the pool drafted from names. One scan of the picks.
    ///
    /// - Parameters:
    ///   - filter: which entries count. Its position changes nothing.
    ///   - schedule: who plays whom.
    ///   - weeks: those that count; of those that the schedule does not have nothing is said.
    public func gameStacks(
        _ filter: ReportFilter = ReportFilter(), schedule: GameSchedule,
        weeks: [UInt8] = GameStackReport.playoffWeeks
    ) -> GameStackReport {
        let weeks = schedule.weeks.filter { weeks.contains($0) }
        let tally = rosters.count(
            filter.entries, of: players, with: GameStackTally(opponents(of: schedule, in: weeks)))
        var rows: [GameStackReport.Row] = []
        for (place, week) in weeks.enumerated() {
            for (team, counts) in tally.counts[place].enumerated() where counts.stacked + counts.alone > 0 {
                guard let opponent = schedule.opponent(of: players.teams[team], week: week) else { continue }
                rows.append(
                    GameStackReport.Row(
                        week: week, team: players.teams[team], opponent: opponent, entries: counts.stacked,
                        withoutBringBack: counts.alone))
            }
        }
        rows.sort { ($0.week, $1.entries, $0.team) < ($1.week, $0.entries, $1.team) }
        return GameStackReport(
            scope: scope(filter, entries: tally.scope.entries, drafts: tally.scope.drafts),
            entriesWithoutTeam: tally.entriesWithoutTeam, entriesWithAny: tally.entriesWithAny,
            weeks: zip(weeks, tally.entriesByWeek).map { GameStackReport.Week(week: $0, entries: $1) }, rows: rows)
    }
}

private struct GameStackTally: RosterTally {
    private(set) var scope = ScopeTally()
    private(set) var entriesWithoutTeam = 0
    private(set) var entriesWithAny = 0

    /// By week.
    private(set) var entriesByWeek: [Int]

    /// By week, then by the quarterback's team: entries with a bring-back, and without.
    private(set) var counts: [[(stacked: Int, alone: Int)]]

    /// By week, then by team: the opponent's place, -1 for a team that no player is of; nil for a bye.
    private let games: [[Int?]]
    private var pool = PoolFacts.none

    init(_ games: [[Int?]]) {
        self.games = games
        entriesByWeek = Array(repeating: 0, count: games.count)
        counts = games.map { Array(repeating: (0, 0), count: $0.count) }
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        self.pool = pool
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        var sizes: [Int: (quarterbacks: Int, mates: Int)] = [:]
        var isEmpty = true
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            guard player < pool.teams.count else { continue }
            isEmpty = false
            guard pool.teams[player] != 0 else { continue }
            if pool.positions[player] == .quarterback {
                sizes[Int(pool.teams[player]), default: (0, 0)].quarterbacks += 1
            } else {
                sizes[Int(pool.teams[player]), default: (0, 0)].mates += 1
            }
        }
        guard !sizes.isEmpty || isEmpty else {
            entriesWithoutTeam += 1
            return
        }
        var hasAny = false
        for week in games.indices {
            var hasThisWeek = false
            for (team, size) in sizes where size.quarterbacks > 0 && size.mates > 0 {
                guard let opponent = games[week][team] else { continue }
                if sizes[opponent] != nil {
                    counts[week][team].stacked += 1
                    hasThisWeek = true
                } else {
                    counts[week][team].alone += 1
                }
            }
            if hasThisWeek { entriesByWeek[week] += 1 }
            hasAny = hasAny || hasThisWeek
        }
        if hasAny { entriesWithAny += 1 }
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        entriesWithoutTeam += other.entriesWithoutTeam
        entriesWithAny += other.entriesWithAny
        for week in games.indices {
            entriesByWeek[week] += other.entriesByWeek[week]
            for team in counts[week].indices {
                counts[week][team].stacked += other.counts[week][team].stacked
                counts[week][team].alone += other.counts[week][team].alone
            }
        }
    }
}
