import Draft
import Projections

/// Adds up what entries scored: in each week the best lineup of their rosters.
struct StandingsTally: RosterTally {
    /// In no order.
    private(set) var scores: [Score] = []

    /// Rooms of which not all seats are known.
    private(set) var partialRooms: Set<RoomID> = []

    struct Score: Sendable {
        var entry: EntryID
        var user: UserID?
        /// In hundredths.
        var points: Int64
        var bestWeek: Int64?
    }

    private let outcome: ContestOutcome
    private let weeks: [UInt8]
    private let entrants: Set<EntryID>?

    private var draft: RosterColumns.Draft?
    private var roster: [PlayerIndex] = []
    private var positions: [PlayerPosition] = []
    private var points: [Int32] = []
    private var slots: [LineupSlot] = []

    /// - Parameters:
    ///   - outcome: the contest's, whose entries are counted.
    ///   - weeks: those that count.
    ///   - entrants: whose scores are wanted; nil for all.
    init(_ outcome: ContestOutcome, weeks: [UInt8], entrants: Set<EntryID>?) {
        self.outcome = outcome
        self.weeks = weeks
        self.entrants = entrants
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        self.draft = draft
        if !draft.isWhole { partialRooms.insert(draft.room) }
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        guard let draft, draft.pool == outcome.points.pool else { return }
        let entry = part.entry(at: place, of: draft)
        if let entrants, !entrants.contains(entry) { return }
        load(part.picks(of: place), of: part)
        var (total, best): (Int64, Int64?) = (0, nil)
        for week in weeks {
            for (index, player) in roster.enumerated() {
                points[index] = outcome.points.counted(player, week: week)
            }
            let scored = BestBall.fill(outcome.scoring.lineup, positions: positions, points: points, into: &slots)
            total += scored
            best = max(best ?? scored, scored)
        }
        let user = part.users[place]
        scores.append(
            Score(entry: entry, user: user == 0 ? nil : UserID(UInt64(user)), points: total, bestWeek: best))
    }

    private mutating func load(_ picks: Range<Int>, of part: RosterColumns) {
        roster.removeAll(keepingCapacity: true)
        positions.removeAll(keepingCapacity: true)
        for index in picks {
            let player = part.players[index]
            guard Int(player) < outcome.points.positions.count else { continue }
            roster.append(player)
            positions.append(outcome.points.positions[Int(player)])
        }
        while points.count < roster.count { points.append(0) }
        points.removeLast(points.count - roster.count)
    }

    mutating func merge(_ other: Self) {
        scores += other.scores
        partialRooms.formUnion(other.partialRooms)
    }

    /// Entries that are compared with each other.
    struct Pod {
        var scores: [Score]
        /// Whether nobody is missing with whom they are compared.
        var isWhole: Bool
    }

    /// The pods: one for each room, by its number; or all together.
    func pods(byRoom: Bool) -> [Pod] {
        guard byRoom else { return scores.isEmpty ? [] : [Pod(scores: scores, isWhole: true)] }
        let sorted = scores.sorted { $0.entry < $1.entry }
        var pods: [Pod] = []
        for score in sorted {
            if pods.last?.scores.last?.entry.room == score.entry.room {
                pods[pods.count - 1].scores.append(score)
            } else {
                pods.append(Pod(scores: [score], isWhole: !partialRooms.contains(score.entry.room)))
            }
        }
        return pods
    }
}
