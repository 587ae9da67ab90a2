import Draft
import Projections

/// A cache of every roster's points in every week, stored with the standings.
///
/// A correction changes few players' weeks, and a new week none of the earlier ones: by this, standings are recomputed
/// without recomputing lineups whose players are unchanged. Four bytes per entry and week.
struct WeekScores: Sendable {
    /// Of which these are the scores: its players are compared, since picks can be corrected.
    private let rosters: RosterTable
    private let lineup: Lineup
    private let points: SeasonPoints
    private let weeks: [UInt8]
    private let places: RosterPlaces

    /// By place in the table, then by week; `unknown` for a roster that was not scored.
    private var totals: [Int32]

    /// - Parameters:
    ///   - rosters: that were scored.
    ///   - outcome: by whose lineup and points.
    ///   - tally: what it came to.
    init(_ rosters: RosterTable, _ outcome: ContestOutcome, _ tally: StandingsTally) {
        self.rosters = rosters
        lineup = outcome.scoring.lineup
        points = outcome.points
        weeks = tally.weeks
        places = RosterPlaces(rosters)
        totals = [Int32](repeating: Self.unknown, count: rosters.count * weeks.count)
        for (index, place) in tally.places.enumerated() {
            for week in weeks.indices {
                totals[Int(place) * weeks.count + week] =
                    Int32(exactly: tally.totals[index * weeks.count + week]) ?? Self.unknown
            }
        }
    }

    /// The parts that do not depend on the points.
    ///
    /// - Parameters:
    ///   - outcome: by which standings are wanted.
    ///   - weeks: those that count in them, at most 32.
    /// - Returns: nil where nothing does: another lineup, another pool.
    func unchanged(by outcome: ContestOutcome, in weeks: [UInt8]) -> UnchangedScores? {
        guard outcome.scoring.lineup == lineup, outcome.points.pool == points.pool, weeks.count <= 32 else {
            return nil
        }
        let positions = outcome.points.positions
        var changes = [UInt32](repeating: .max, count: positions.count)
        for player in positions.indices where player < points.positions.count {
            guard positions[player] == points.positions[player] else { continue }
            changes[player] = 0
            for (bit, week) in weeks.enumerated() {
                let index = PlayerIndex(player)
                if outcome.points.counted(index, week: week) != points.counted(index, week: week) {
                    changes[player] |= 1 << UInt32(bit)
                }
            }
        }
        return UnchangedScores(
            rosters: rosters, places: places, totals: totals, width: self.weeks.count,
            columns: weeks.map { self.weeks.firstIndex(of: $0) }, changes: changes)
    }

    /// Of a roster that was not scored, or that came to more than four bytes hold.
    static let unknown = Int32.min
}

/// Scores of former standings that hold by other points, too.
struct UnchangedScores: Sendable {
    fileprivate let rosters: RosterTable
    fileprivate let places: RosterPlaces
    fileprivate let totals: [Int32]

    /// The weeks of a row of `totals`.
    fileprivate let width: Int

    /// By week that is wanted: where in a row its total stands, nil for one that was not scored.
    fileprivate let columns: [Int?]

    /// By player of the pool: a bit for each week that is wanted in which he counts for something else.
    fileprivate let changes: [UInt32]

    /// Held for all of its drafts: cores that count references to one array wait for each other.
    private var part: (number: Int, columns: RosterColumns)?

    fileprivate init(
        rosters: RosterTable, places: RosterPlaces, totals: [Int32], width: Int, columns: [Int?], changes: [UInt32]
    ) {
        (self.rosters, self.places, self.totals) = (rosters, places, totals)
        (self.width, self.columns, self.changes) = (width, columns, changes)
    }

    /// The valid weeks of one roster.
    struct Row {
        fileprivate let first: Int
        fileprivate let changes: UInt32
    }

    mutating func begin(part number: Int) {
        guard part?.number != number else { return }
        part = rosters.parts.indices.contains(number) ? (number, rosters.parts[number]) : nil
    }

    /// - Parameter place: in the part that has begun.
    /// - Returns: nil if there was no such roster. Its owner does not affect its points.
    func row(of roster: [PlayerIndex], at place: Int) -> Row? {
        guard let part, place < part.columns.count else { return nil }
        let picks = part.columns.picks(of: place)
        guard picks.count == roster.count else { return nil }
        var changed: UInt32 = 0
        for (index, player) in zip(picks, roster) {
            guard part.columns.players[index] == player else { return nil }
            // Players that the pool does not list do not count.
            if Int(player) < changes.count { changed |= changes[Int(player)] }
        }
        return Row(first: places.number(of: place, in: part.number) * width, changes: changed)
    }

    /// The total of a week that is wanted, by its place among those; nil where it has to be made.
    func total(_ week: Int, of row: Row) -> Int64? {
        guard row.changes >> UInt32(week) & 1 == 0, let column = columns[week] else { return nil }
        let total = totals[row.first + column]
        return total == WeekScores.unknown ? nil : Int64(total)
    }
}

/// The entries of a table numbered through, part by part.
struct RosterPlaces: Sendable {
    private let bases: [Int]

    init(_ rosters: RosterTable) {
        var bases: [Int] = []
        var next = 0
        for part in rosters.parts {
            bases.append(next)
            next += part.count
        }
        self.bases = bases
    }

    func number(of place: Int, in part: Int) -> Int { bases[part] + place }
}
