/// What an entry scored in the weeks of a round.
public struct RoundScore: Hashable, Sendable {
    public var entry: EntryID
    /// Of all weeks together, in hundredths.
    public var points: Int64
    /// The most points in one week, in hundredths; nil before any week counts.
    public var bestWeek: Int64?

    public init(entry: EntryID, points: Int64, bestWeek: Int64?) {
        self.entry = entry
        self.points = points
        self.bestWeek = bestWeek
    }
}

/// Adds up what rosters score over some weeks: in each week the best lineup counts.
///
/// Keeps its memory from one roster to the next.
public struct RosterScorer: Sendable {
    public let points: SeasonPoints

    private let lineup: Lineup
    private let weeks: [UInt8]
    private var positions: [PlayerPosition] = []
    private var scored: [Int32] = []
    private var slots: [LineupSlot] = []

    /// - Parameters:
    ///   - lineup: who starts.
    ///   - points: of the season, for the pool whose players the rosters name.
    ///   - weeks: those that count.
    public init(_ lineup: Lineup, _ points: SeasonPoints, weeks: [UInt8]) {
        self.lineup = lineup
        self.points = points
        self.weeks = weeks
    }

    /// What a roster scored. Players whom the pool does not list count for nothing.
    ///
    /// - Parameters:
    ///   - roster: in the order of the picks.
    ///   - entry: whose it is.
    /// - Complexity: O(weeks · starters · roster).
    public mutating func score(_ roster: [PlayerIndex], of entry: EntryID) -> RoundScore {
        positions.removeAll(keepingCapacity: true)
        for player in roster where Int(player) < points.positions.count {
            positions.append(points.positions[Int(player)])
        }
        var score = RoundScore(entry: entry, points: 0, bestWeek: nil)
        for week in weeks {
            scored.removeAll(keepingCapacity: true)
            for player in roster where Int(player) < points.positions.count {
                scored.append(points.counted(player, week: week))
            }
            let total = BestBall.fill(lineup, positions: positions, points: scored, into: &slots)
            score.points += total
            score.bestWeek = max(score.bestWeek ?? total, total)
        }
        return score
    }
}

extension [TieBreak] {
    /// Whether a score is better than another by a contest's rules: more points, else by the list's steps, to its end. Of
    /// two entries one is always better.
    public func prefers(_ one: RoundScore, to other: RoundScore) -> Bool {
        if one.points != other.points { return one.points > other.points }
        for step in self {
            switch step {
            case .bestWeek:
                let (mine, theirs) = (one.bestWeek ?? 0, other.bestWeek ?? 0)
                if mine != theirs { return mine > theirs }
            case .earlierEntry: return one.entry < other.entry
            }
        }
        return one.entry < other.entry
    }
}
