public import Draft
import Projections

/// Luck: what entries left on the bench, and what their players scored beyond what their ADP would expect.
public struct LuckReport: Sendable {
    public var scope: ReportScope

    /// Entries of the filter that are left out: of their contest the rounds, the lineup or the points are not known.
    public var leftOut: Int

    /// Whether all weeks that count are final in every contest.
    public var isFinal: Bool

    /// Picks of players of whom nothing is expected, since no other of their position was drafted: in no difference.
    public var picksWithoutExpectation: Int

    /// Notes that qualify the rows, of all contests.
    public var findings: [SeasonPoints.Finding]

    /// From the luckiest on, then by number of the entry. All points are in hundredths, of the weeks of the first round.
    public var rows: [Row]

    public struct Row: Sendable {
        public var entry: EntryID
        /// Nil where no user is known.
        public var user: UserID?
        /// Of each week's best lineup.
        public var points: Int64
        /// Of all players of the roster, whether they started or not.
        public var rosterPoints: Int64
        /// The expected total points of the players with an expectation, by their ADP.
        public var expected: Double
        /// The points of those players minus their expectation.
        public var difference: Double
        /// Within its draft, from 1; nil where not all are known with whom it is compared.
        public var place: Int?
        public var advances: Bool?

        /// The points of the bench: `rosterPoints` - `points`.
        public var benchPoints: Int64 { rosterPoints - points }
        public var room: RoomID { entry.room }
    }
}

extension Analysis {
    /// Luck, entry by entry: the points left on the bench, and how far the players were from what their ADP would expect.
    ///
    /// Of a player is expected the mean of what the players next to him scored: of his position, the four before and the four
    /// behind him by ADP in the contest's complete drafts, as many as there are, himself left out. One scan for the
    /// standings of each contest, and two of the picks.
    ///
    /// - Parameters:
    ///   - filter: which entries count. Its position changes nothing.
    ///   - outcomes: of the contests, as far as they are known. Entries of others are left out.
    ///   - week: the last one that counts; nil for all of the first round that there are.
    /// - Throws: as `standings`.
    public func luck(
        _ filter: ReportFilter = ReportFilter(), outcomes: [ContestOutcome], throughWeek week: UInt8? = nil
    ) throws(OutcomeError) -> LuckReport {
        var report = LuckReport(
            scope: scope(filter, entries: 0, drafts: 0), leftOut: 0, isFinal: true, picksWithoutExpectation: 0,
            findings: outcomes.flatMap(\.points.findings), rows: [])
        for outcome in outcomes {
            if let wanted = filter.entries.tournament, wanted != outcome.tournament { continue }
            let standings = try standings(outcome, throughWeek: week)
            let weeks = outcome.weeks(of: standings.terms, through: week)
            let drafted = draftPositions(ReportFilter(RosterFilter(tournament: outcome.tournament)))
            let facts = players.facts(of: outcome.points.pool)
            let expected = ExpectedPoints(outcome.points, weeks: weeks, drafted: drafted, facts)
            var entries = filter.entries
            entries.tournament = outcome.tournament
            let standingOf = Dictionary(standings.entries.map { ($0.entry, $0) }) { first, _ in first }
            let tally = rosters.count(entries, of: players, with: LuckTally(expected, standingOf: standingOf))
            report.rows += tally.rows
            report.scope.entries += tally.scope.entries
            report.scope.drafts += tally.scope.drafts
            report.picksWithoutExpectation += tally.picksWithoutExpectation
            if !tally.rows.isEmpty { report.isFinal = report.isFinal && standings.isFinal }
        }
        report.leftOut = rosters.count(filter.entries, of: players, with: ScopeTally()).entries - report.scope.entries
        report.rows.sort { one, other in
            one.difference != other.difference ? one.difference > other.difference : one.entry < other.entry
        }
        return report
    }
}

/// The points of a pool's players, and their expectation.
struct ExpectedPoints: Sendable {
    /// By index in the pool: hundredths.
    let scored: [Int64]

    /// By index in the pool: hundredths; nil for one who was not drafted, and where no other of his position was.
    let expected: [Double?]

    /// How many neighbours on each side count.
    static let neighbours = 4

    init(_ points: SeasonPoints, weeks: [UInt8], drafted: DraftPositionReport, _ pool: PoolFacts) {
        let scored = pool.numbers.indices.map { index in
            weeks.reduce(0) { $0 + Int64(points.counted(PlayerIndex(index), week: $1)) }
        }
        let indexes = pool.indexesByNumber
        // In the order of their ADP, by position.
        var ranked: [PlayerPosition: [(indexes: [PlayerIndex], scored: Int64)]] = [:]
        for row in drafted.rows {
            guard let indexes = indexes[row.player.number] else { continue }
            ranked[row.player.position, default: []].append(
                (indexes, weeks.reduce(0) { $0 + Int64(points.counted(indexes, week: $1)) }))
        }
        var expected = [Double?](repeating: nil, count: scored.count)
        for group in ranked.values {
            for (rank, player) in group.enumerated() {
                let near = max(0, rank - Self.neighbours)...min(group.count - 1, rank + Self.neighbours)
                guard near.count > 1 else { continue }
                let sum = near.reduce(0) { $0 + group[$1].scored } - player.scored
                for index in player.indexes { expected[Int(index)] = Double(sum) / Double(near.count - 1) }
            }
        }
        self.scored = scored
        self.expected = expected
    }
}

/// Holds every entry of a contest against what was to be expected of it.
private struct LuckTally: RosterTally {
    private(set) var scope = ScopeTally()
    private(set) var picksWithoutExpectation = 0

    /// In no order.
    private(set) var rows: [LuckReport.Row] = []

    private let points: ExpectedPoints
    private let standingOf: [EntryID: Standings.Entry]
    private var draft: RosterColumns.Draft?
    private var hasBegun = false

    init(_ points: ExpectedPoints, standingOf: [EntryID: Standings.Entry]) {
        self.points = points
        self.standingOf = standingOf
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        self.draft = draft
        hasBegun = false
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        guard let draft, let standing = standingOf[part.entry(at: place, of: draft)] else { return }
        if !hasBegun { scope.begin(draft, .none, in: 0) }
        hasBegun = true
        scope.add(place, of: part)
        var (scored, comparable, expected) = (0 as Int64, 0 as Int64, 0.0)
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            guard player < points.scored.count else { continue }
            scored += points.scored[player]
            if let wanted = points.expected[player] {
                comparable += points.scored[player]
                expected += wanted
            } else {
                picksWithoutExpectation += 1
            }
        }
        rows.append(
            LuckReport.Row(
                entry: standing.entry, user: standing.user, points: standing.points, rosterPoints: scored,
                expected: expected, difference: Double(comparable) - expected, place: standing.place,
                advances: standing.advances))
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        picksWithoutExpectation += other.picksWithoutExpectation
        rows += other.rows
    }
}
