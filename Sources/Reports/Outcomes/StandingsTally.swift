import Draft
import Projections

/// Adds up what entries scored: in each week the best lineup of their rosters.
struct StandingsTally: RosterTally {
    /// In no order.
    private(set) var scores: [Score] = []

    /// By score: which entry of the table it is of, and its totals by week in hundredths.
    private(set) var places: [UInt32] = []
    private(set) var totals: [Int64] = []

    /// Those that count.
    let weeks: [UInt8]

    /// Rooms of which not all seats are known.
    private(set) var partialRooms: Set<RoomID> = []

    struct Score: Sendable {
        var user: UserID?
        var score: RoundScore
        var entry: EntryID { score.entry }
    }

    private let entrants: Set<EntryID>?
    private let exchange: RosterExchange?

    private let numbers: RosterPlaces
    private var unchanged: UnchangedScores?

    private var scorer: RosterScorer
    private var draft: RosterColumns.Draft?
    private var part = 0
    private var roster: [PlayerIndex] = []

    /// - Parameters:
    ///   - outcome: the contest's, whose entries are counted.
    ///   - weeks: those that count.
    ///   - rosters: all that are scanned.
    ///   - entrants: whose scores are wanted; nil for all.
    ///   - exchange: players who stand in other rosters than their own; nil for none.
    ///   - unchanged: scores that are known; nil for none.
    init(
        _ outcome: ContestOutcome, weeks: [UInt8], of rosters: RosterTable, entrants: Set<EntryID>?,
        exchanging exchange: RosterExchange?, knowing unchanged: UnchangedScores?
    ) {
        scorer = RosterScorer(outcome.scoring.lineup, outcome.points, weeks: weeks)
        numbers = RosterPlaces(rosters)
        self.weeks = weeks
        self.entrants = entrants
        self.exchange = exchange
        self.unchanged = unchanged
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        self.draft = draft
        self.part = part
        unchanged?.begin(part: part)
        if !draft.isWhole { partialRooms.insert(draft.room) }
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        guard let draft, draft.pool == scorer.points.pool else { return }
        let entry = part.entry(at: place, of: draft)
        if let entrants, !entrants.contains(entry) { return }
        roster.removeAll(keepingCapacity: true)
        for index in part.picks(of: place) { roster.append(part.players[index]) }
        exchange?.apply(to: &roster, of: entry)
        let user = part.users[place]
        scores.append(Score(user: user == 0 ? nil : UserID(UInt64(user)), score: score(entry, at: place)))
        places.append(UInt32(numbers.number(of: place, in: self.part)))
    }

    /// Scores the roster, as far as its weeks are not known.
    private mutating func score(_ entry: EntryID, at place: Int) -> RoundScore {
        let row = unchanged?.row(of: roster, at: place)
        var score = RoundScore(entry: entry, points: 0, bestWeek: nil)
        var isTaken = false
        for (index, week) in weeks.enumerated() {
            var total = row.flatMap { unchanged?.total(index, of: $0) }
            if total == nil {
                if !isTaken { scorer.take(roster) }
                isTaken = true
                total = scorer.total(in: week)
            }
            score.add(total ?? 0)
            totals.append(total ?? 0)
        }
        return score
    }

    mutating func merge(_ other: Self) {
        scores += other.scores
        places += other.places
        totals += other.totals
        partialRooms.formUnion(other.partialRooms)
    }

    /// Entries that are compared with each other.
    struct Pod {
        /// The indices of their scores.
        var scores: Range<Int>
        /// Whether no entry is missing with which they are compared.
        var isWhole: Bool
    }

    /// The pods as they were drawn; entries without a score are missing.
    func pods(_ drawn: [ArraySlice<EntryID>]) -> (scores: [Score], pods: [Pod]) {
        let byEntry = Dictionary(scores.map { ($0.entry, $0) }) { first, _ in first }
        var (sorted, pods): ([Score], [Pod]) = ([], [])
        for entries in drawn {
            let first = sorted.count
            sorted += entries.compactMap { byEntry[$0] }
            pods.append(Pod(scores: first..<sorted.count, isWhole: sorted.count - first == entries.count))
        }
        return (sorted, pods)
    }

    /// The pods: one for each room, by its number; or all together.
    func pods(byRoom: Bool) -> (scores: [Score], pods: [Pod]) {
        guard byRoom else {
            return (scores, scores.isEmpty ? [] : [Pod(scores: scores.indices, isWhole: true)])
        }
        let sorted = scoresByEntry
        var pods: [Pod] = []
        var first = 0
        while first < sorted.count {
            let room = sorted[first].entry.room
            var end = first + 1
            while end < sorted.count, sorted[end].entry.room == room { end += 1 }
            pods.append(Pod(scores: first..<end, isWhole: !partialRooms.contains(room)))
            first = end
        }
        return (sorted, pods)
    }

    /// The table has entries in their order, and cores take its pieces in any.
    private var scoresByEntry: [Score] {
        var order = [UInt32](repeating: .max, count: Int(places.max() ?? 0) + 1)
        for (index, place) in places.enumerated() { order[Int(place)] = UInt32(index) }
        var sorted: [Score] = []
        sorted.reserveCapacity(scores.count)
        var isSorted = true
        for index in order where index != .max {
            let score = scores[Int(index)]
            if let last = sorted.last, score.entry < last.entry { isSorted = false }
            sorted.append(score)
        }
        if !isSorted { sorted.sort { $0.entry < $1.entry } }
        return sorted
    }
}
