public import Draft
import Projections

/// Average draft positions week by week.
public struct DraftPositionSeries: Sendable {
    public var scope: ReportScope

    public var undrafted: DraftPositionReport.Undrafted

    /// Drafts of which not all seats are known: their picks count, and they leave no player undrafted.
    public var partialDrafts: Int { weeks.reduce(0) { $0 + $1.partialDrafts } }

    /// Those in which drafts started, from the first to the last.
    public var weeks: [Week]

    public struct Week: Sendable {
        /// Monday, midnight UTC.
        public var start: Timestamp
        public var drafts: Int
        /// Those of them of which not all seats are known.
        public var partialDrafts: Int
    }

    /// From the earliest average over all weeks to the latest, then by name.
    public var rows: [Row]

    public struct Row: Sendable {
        public var player: PlayerIdentity
        /// By week; nil where no draft counts for him.
        public var points: [Point?]

        /// Drafts of all weeks that took the player.
        public var drafted: Int { points.reduce(0) { $0 + ($1?.drafted ?? 0) } }
    }

    public struct Point: Hashable, Sendable {
        /// Drafts of the week that took the player.
        public var drafted: Int
        /// The mean overall pick in them, and behind the last one in those that could have and did not, if asked for.
        public var average: Double
    }
}

extension Analysis {
    /// ADP as a series: `draftPositions` of the drafts that started in each week.
    ///
    /// Weeks begin on Monday, midnight UTC. Drafts without a start are left out. One scan of the picks; memory is 64
    /// bytes for each player and week.
    ///
    /// - Parameters:
    ///   - filter: which entries count.
    ///   - undrafted: what becomes of drafts that did not take a player, although their pool has him.
    public func draftPositionsByWeek(
        _ filter: ReportFilter = ReportFilter(), undrafted: DraftPositionReport.Undrafted = .drop
    ) -> DraftPositionSeries {
        let players = showing(filter.entries).players
        let tally = rosters.countDrafts(filter.entries, of: players, with: WeeklyTally(of: players))
        let weeks = tally.weeks.sorted { $0.number < $1.number }
        var rows: [(row: DraftPositionSeries.Row, average: Double)] = []
        for player in players.players where filter.lists(player) {
            let drafted = weeks.map { Int($0.tally.players[player.number].picks.count) }
            guard drafted.contains(where: { $0 > 0 }) else { continue }
            let picks = weeks.map { $0.tally.picks(of: player, in: players, undrafted: undrafted) }
            let points = zip(drafted, picks).map { drafted, picks in
                picks.count == 0 ? nil : DraftPositionSeries.Point(drafted: drafted, average: picks.mean)
            }
            var all = DraftPositionTally.Moments()
            for picks in picks { all.include(picks) }
            rows.append((DraftPositionSeries.Row(player: player, points: points), all.mean))
        }
        rows.sort {
            ($0.average, $0.row.player.sortingName)
                < ($1.average, $1.row.player.sortingName)
        }
        return DraftPositionSeries(
            scope: scope(filter, entries: tally.scope.entries, drafts: tally.scope.drafts), undrafted: undrafted,
            weeks: weeks.map { week in
                DraftPositionSeries.Week(
                    start: Week.start(of: week.number), drafts: week.tally.scope.drafts,
                    partialDrafts: week.tally.partialDrafts)
            }, rows: rows.map(\.row))
    }
}

/// Weeks counted from the Monday before 1970 began.
enum Week {
    private static let length: Int64 = 7 * 86_400 * 1_000_000
    /// 1 January 1970 was a Thursday.
    private static let monday: Int64 = -3 * 86_400 * 1_000_000

    static func number(of moment: Timestamp) -> Int64 {
        let (quotient, remainder) = (moment.microseconds &- monday).quotientAndRemainder(dividingBy: length)
        return remainder < 0 ? quotient - 1 : quotient
    }

    static func start(of number: Int64) -> Timestamp { Timestamp(microseconds: number &* length &+ monday) }
}

/// A tally of draft positions for each week.
private struct WeeklyTally: RosterTally {
    private(set) var scope = ScopeTally()

    /// In the order in which they were met.
    private(set) var weeks: [(number: Int64, tally: DraftPositionTally)] = []

    private let blank: DraftPositionTally

    /// Of the draft that has begun; nil for one without a start.
    private var place: Int?

    init(of players: PlayerCatalogue) { blank = DraftPositionTally(of: players) }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        place = draft.startedAt.map { place(of: Week.number(of: $0)) }
        guard let place else { return }
        scope.begin(draft, pool, in: part)
        weeks[place].tally.begin(draft, pool, in: part)
    }

    mutating func add(_ entry: Int, of part: RosterColumns) {
        guard let place else { return }
        scope.add(entry, of: part)
        weeks[place].tally.add(entry, of: part)
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        for week in other.weeks { weeks[place(of: week.number)].tally.merge(week.tally) }
    }

    /// Few weeks, and nearly always the one before: looked for from the last one back.
    private mutating func place(of week: Int64) -> Int {
        if let known = weeks.lastIndex(where: { $0.number == week }) { return known }
        weeks.append((week, blank))
        return weeks.count - 1
    }
}
