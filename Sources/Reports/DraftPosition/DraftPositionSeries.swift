public import Draft
import Projections

/// Average draft positions week by week.
public struct DraftPositionSeries: Sendable {
    public var scope: ReportScope

    /// Those in which drafts started, from the first to the last.
    public var weeks: [Week]

    public struct Week: Sendable {
        /// Monday, midnight UTC.
        public var start: Timestamp
        public var drafts: Int
    }

    /// From the earliest average over all weeks to the latest, then by name.
    public var rows: [Row]

    public struct Row: Sendable {
        public var player: PlayerIdentity
        /// By week; nil where no draft took him.
        public var points: [Point?]
    }

    public struct Point: Hashable, Sendable {
        /// Drafts of the week that took the player.
        public var drafted: Int
        /// The mean overall pick in them.
        public var average: Double
    }
}

extension Analysis {
    /// ADP as a series: the mean overall pick over the drafts that started in each week and took a player.
    ///
    /// Weeks begin on Monday, midnight UTC. Drafts without a start are left out. One scan of the picks; memory is 16
    /// bytes for each player and week.
    public func draftPositionsByWeek(_ filter: ReportFilter = ReportFilter()) -> DraftPositionSeries {
        let tally = rosters.countDrafts(filter.entries, of: players, with: WeeklyTally(players: players.players.count))
        let weeks = tally.sums.sorted { $0.week < $1.week }
        var rows: [(row: DraftPositionSeries.Row, average: Double)] = []
        for player in players.players where filter.lists(player) {
            let sums = weeks.map { $0.players[player.number] }
            let drafted = sums.reduce(0) { $0 + $1.drafted }
            guard drafted > 0 else { continue }
            let points = sums.map { sum in
                sum.drafted == 0
                    ? nil
                    : DraftPositionSeries.Point(
                        drafted: Int(sum.drafted), average: Double(sum.picks) / Double(sum.drafted))
            }
            let average = Double(sums.reduce(0) { $0 + $1.picks }) / Double(drafted)
            rows.append((DraftPositionSeries.Row(player: player, points: points), average))
        }
        rows.sort {
            ($0.average, $0.row.player.name, $0.row.player.number)
                < ($1.average, $1.row.player.name, $1.row.player.number)
        }
        return DraftPositionSeries(
            scope: scope(filter, entries: tally.scope.entries, drafts: tally.scope.drafts),
            weeks: weeks.map { DraftPositionSeries.Week(start: Week.start(of: $0.week), drafts: $0.drafts) },
            rows: rows.map(\.row))
    }
}

/// Weeks counted from the Monday before 1970 began.
enum Week {
    private static let length: Int64 = 7 * 86_400 * 1_000_000
    /// 1 January 1970 was a Thursday.
    private static let monday: Int64 = -3 * 86_400 * 1_000_000

    static func number(of moment: Timestamp) -> Int64 {
        let (quotient, remainder) = (moment.microseconds - monday).quotientAndRemainder(dividingBy: length)
        return remainder < 0 ? quotient - 1 : quotient
    }

    static func start(of number: Int64) -> Timestamp { Timestamp(microseconds: number * length + monday) }
}

private struct WeeklyTally: RosterTally {
    private(set) var scope = ScopeTally()
    private(set) var sums: [Sums] = []
    private var places: [Int64: Int] = [:]
    private let playerCount: Int
    private var pool = PoolFacts.none
    private var snake = Snake(teams: 2, rounds: 1)
    /// Of the draft that has begun; nil for one without a start.
    private var place: Int?

    struct Sums {
        let week: Int64
        var drafts = 0
        var players: [Player]
    }

    struct Player {
        var drafted: UInt64 = 0
        var picks: UInt64 = 0
    }

    init(players: Int) { playerCount = players }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        place = draft.startedAt.map { place(of: Week.number(of: $0)) }
        guard let place else { return }
        scope.begin(draft, pool, in: part)
        self.pool = pool
        snake = draft.snake
        sums[place].drafts += 1
    }

    mutating func add(_ entry: Int, of part: RosterColumns) {
        guard let place else { return }
        scope.add(entry, of: part)
        let slot = part.slots[entry]
        guard slot != RosterColumns.noSlot else { return }
        for (round, index) in part.picks(of: entry).enumerated() {
            let player = Int(part.players[index])
            guard player < pool.numbers.count else { continue }
            let number = Int(pool.numbers[player])
            sums[place].players[number].drafted += 1
            sums[place].players[number].picks += UInt64(snake.pick(of: slot, in: UInt8(round + 1)))
        }
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        for their in other.sums {
            let place = place(of: their.week)
            sums[place].drafts += their.drafts
            for index in their.players.indices {
                sums[place].players[index].drafted += their.players[index].drafted
                sums[place].players[index].picks += their.players[index].picks
            }
        }
    }

    private mutating func place(of week: Int64) -> Int {
        if let known = places[week] { return known }
        sums.append(Sums(week: week, players: Array(repeating: Player(), count: playerCount)))
        places[week] = sums.count - 1
        return sums.count - 1
    }
}
