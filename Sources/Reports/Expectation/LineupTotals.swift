import Draft

/// Adds up best lineups of one contest: the total of `BestBall.fill`, without the slots.
///
/// The players of a roster are in the order of their positions once and for all, so that a week is one pass over them:
/// a tenth of what it takes to find the slots too.
struct LineupTotals: Sendable {
    /// By position that starts: how many start in its own slots, and how many of the rest the flex looks at.
    private let groups: [(starters: Int, rest: Int)]

    private let lineup: Lineup

    /// The best of a position, from the most points.
    private var best: [Int32]

    /// The best of those who are left for the flex, likewise.
    private var flex: [Int32]

    private static let slots: [LineupSlot] = [.quarterback, .runningBack, .wideReceiver, .tightEnd]

    /// The places in a season at which the points of a roster's players begin.
    struct Roster: Sendable {
        fileprivate var rows: [Int32]
        /// By position that starts, where its players end in `rows`.
        fileprivate var ends: [Int]
    }

    init(_ lineup: Lineup) {
        self.lineup = lineup
        let positions: [PlayerPosition] = [.quarterback, .runningBack, .wideReceiver, .tightEnd]
        groups = zip(Self.slots, positions).map { slot, position in
            (Int(lineup.count(of: slot)), lineup.admits(position, in: .flex) ? Int(lineup.flex) : 0)
        }
        best = Array(repeating: 0, count: groups.map { $0.starters + $0.rest }.max() ?? 0)
        flex = Array(repeating: 0, count: Int(lineup.flex))
    }

    /// - Parameter players: of a roster, with the place where the points of each begin.
    func roster(_ players: [(position: PlayerPosition, row: Int)]) -> Roster {
        var roster = Roster(rows: [], ends: [])
        for slot in Self.slots {
            for player in players where lineup.admits(player.position, in: slot) {
                roster.rows.append(Int32(player.row))
            }
            roster.ends.append(roster.rows.count)
        }
        return roster
    }

    /// Returns what the best lineup of a roster scores in a week, in hundredths.
    ///
    /// - Parameter points: of a season, by the places of the roster's players and then by week.
    mutating func total(_ roster: Roster, week: Int, in points: [Int32]) -> Int64 {
        var total: Int64 = 0
        var (start, spare) = (0, 0)
        for (group, end) in zip(groups, roster.ends) {
            var count = 0
            for place in start..<end {
                Self.insert(
                    points[Int(roster.rows[place]) + week], into: &best, count: &count,
                    most: group.starters + group.rest)
            }
            for place in 0..<min(count, group.starters) { total += Int64(best[place]) }
            for place in min(count, group.starters)..<count {
                Self.insert(best[place], into: &flex, count: &spare, most: flex.count)
            }
            start = end
        }
        for place in 0..<spare { total += Int64(flex[place]) }
        return total
    }

    /// Keeps the highest numbers in order.
    @inline(__always)
    private static func insert(_ points: Int32, into best: inout [Int32], count: inout Int, most: Int) {
        var place = count
        if count < most {
            count += 1
        } else {
            guard most > 0, best[most - 1] < points else { return }
            place = most - 1
        }
        while place > 0, best[place - 1] < points {
            best[place] = best[place - 1]
            place -= 1
        }
        best[place] = points
    }
}
