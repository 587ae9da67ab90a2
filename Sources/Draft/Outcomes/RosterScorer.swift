/// The points of an entry in the weeks of a round.
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
    private var players: [PlayerIndex] = []
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

    /// The points of a roster. Players that the pool does not list do not count.
    ///
    /// - Parameters:
    ///   - roster: in the order of the picks.
    ///   - entry: whose it is.
    /// - Complexity: O(weeks · starters · roster).
    public mutating func score(_ roster: [PlayerIndex], of entry: EntryID) -> RoundScore {
        take(roster)
        var score = RoundScore(entry: entry, points: 0, bestWeek: nil)
        for week in weeks { score.add(total(in: week)) }
        return score
    }

    /// Looks at a roster from now on.
    ///
    /// - Parameter roster: as of `score`.
    package mutating func take(_ roster: [PlayerIndex]) {
        players.removeAll(keepingCapacity: true)
        positions.removeAll(keepingCapacity: true)
        for player in roster where Int(player) < points.positions.count {
            players.append(player)
            positions.append(points.positions[Int(player)])
        }
    }

    /// The points of the best lineup of the last roster in a week, in hundredths. O(starters · roster).
    ///
    /// - Parameter week: of the season.
    package mutating func total(in week: UInt8) -> Int64 {
        scored.removeAll(keepingCapacity: true)
        for player in players { scored.append(points.counted(player, week: week)) }
        return BestBall.fill(lineup, positions: positions, points: scored, into: &slots)
    }

    /// Returns, by player of the last roster, the points in the weeks in which the player starts, in hundredths. Of
    /// players with equal points, the first in the roster starts. O(weeks · starters · roster).
    package mutating func credits() -> [Int64] {
        var credits = [Int64](repeating: 0, count: players.count)
        for week in weeks {
            _ = total(in: week)
            for place in slots.indices where slots[place] != .bench { credits[place] += Int64(scored[place]) }
        }
        return credits
    }

    /// Whether a player of the last roster can have a number of points in the weeks in which the player starts, for some
    /// choice among each week's best lineups: of players with equal points, either may start.
    ///
    /// - Parameters:
    ///   - points: in hundredths.
    ///   - place: the player's in the roster.
    /// - Complexity: O(weeks · starters · roster), and twice as many sums for each week in which a start is optional.
    package mutating func mayCredit(_ points: Int64, at place: Int) -> Bool {
        var sums: Set<Int64> = [0]
        for week in weeks {
            let best = total(in: week)
            let own = scored[place]
            // One hundredth more raises the total by as much if some best lineup has the player. One less costs nothing
            // if another best lineup does not have the player.
            scored[place] = own + 1
            let starts = BestBall.fill(lineup, positions: positions, points: scored, into: &slots) == best + 1
            guard starts, own != 0 else { continue }
            scored[place] = own - 1
            let sits = BestBall.fill(lineup, positions: positions, points: scored, into: &slots) == best
            let started = Set(sums.map { $0 + Int64(own) })
            sums = sits ? sums.union(started) : started
        }
        return sums.contains(points)
    }
}

extension RoundScore {
    /// Adds what was scored in another week, in hundredths.
    package mutating func add(_ total: Int64) {
        points += total
        bestWeek = max(bestWeek ?? total, total)
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
