public import Draft
import Projections

/// Exposure week by week: what the entries of each week hold.
public struct ExposureSeries: Sendable {
    public var scope: ReportScope

    /// Entries whose drafts no source dates: no part of any week, nor of N.
    public var entriesWithoutStart: Int

    /// Those in which drafts started, from the first to the last.
    public var weeks: [Week]

    /// By how often over all weeks, then by name.
    public var rows: [Row]

    public struct Week: Hashable, Sendable {
        /// Monday, midnight UTC.
        public var start: Timestamp
        public var entries: Int
    }

    public struct Row: Sendable {
        public var player: PlayerIdentity
        /// Entries of all weeks that drafted the player.
        public var drafted: Int
        /// `drafted` / N.
        public var exposure: Double
        /// By week: its entries that drafted the player. The week's exposure is this / the week's entries.
        public var draftedByWeek: [Int]
    }
}

extension Analysis {
    /// Exposure as a series: drafted(p) / entries of the drafts that started in each week.
    ///
    /// Weeks begin on Monday, midnight UTC. One scan of the picks.
    public func exposureByWeek(_ filter: ReportFilter = ReportFilter()) -> ExposureSeries {
        let players = showing(filter.entries).players
        let tally = rosters.count(
            filter.entries, of: players, with: WeeklyExposureTally(players: players.players.count))
        let weeks = tally.weeks.sorted { $0.key < $1.key }
        let entries = weeks.reduce(0) { $0 + $1.value.entries }
        var rows: [ExposureSeries.Row] = []
        for player in players.players where filter.lists(player) {
            let byWeek = weeks.map { Int($0.value.drafted[player.number]) }
            let drafted = byWeek.reduce(0, +)
            guard drafted > 0 else { continue }
            rows.append(
                ExposureSeries.Row(
                    player: player, drafted: drafted, exposure: Double(drafted) / Double(entries),
                    draftedByWeek: byWeek))
        }
        rows.sort { ($1.drafted, $0.player.sortingName) < ($0.drafted, $1.player.sortingName) }
        return ExposureSeries(
            scope: scope(filter, entries: entries, drafts: tally.drafts),
            entriesWithoutStart: tally.entriesWithoutStart,
            weeks: weeks.map { ExposureSeries.Week(start: Week.start(of: $0.key), entries: $0.value.entries) },
            rows: rows)
    }
}

/// Counts who is drafted in each week.
private struct WeeklyExposureTally: RosterTally {
    private(set) var drafts = 0
    private(set) var entriesWithoutStart = 0

    /// By number of the week.
    private(set) var weeks: [Int64: Counts] = [:]

    private let players: Int
    private var pool = PoolFacts.none
    private var week: Int64?

    struct Counts {
        var entries = 0
        /// By player.
        var drafted: [UInt32]
    }

    init(players: Int) { self.players = players }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        self.pool = pool
        week = draft.startedAt.map { Week.number(of: $0) }
        if week != nil { drafts += 1 }
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        guard let week else {
            entriesWithoutStart += 1
            return
        }
        // Taken out and put back: one look for the entry, and no copy.
        var counts = weeks.removeValue(forKey: week) ?? blank
        counts.entries += 1
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            if player < pool.numbers.count { counts.drafted[Int(pool.numbers[player])] += 1 }
        }
        weeks[week] = counts
    }

    private var blank: Counts { Counts(drafted: Array(repeating: 0, count: players)) }

    mutating func merge(_ other: Self) {
        drafts += other.drafts
        entriesWithoutStart += other.entriesWithoutStart
        for (week, theirs) in other.weeks {
            var counts = weeks.removeValue(forKey: week) ?? blank
            counts.entries += theirs.entries
            for player in theirs.drafted.indices { counts.drafted[player] += theirs.drafted[player] }
            weeks[week] = counts
        }
    }
}
