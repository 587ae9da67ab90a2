import Draft
import Projections

/// Adds up what entries scored: in each week the best lineup of their rosters.
struct StandingsTally: RosterTally {
    /// In no order.
    private(set) var scores: [Score] = []

    /// Rooms of which not all seats are known.
    private(set) var partialRooms: Set<RoomID> = []

    struct Score: Sendable {
        var user: UserID?
        var score: RoundScore
        var entry: EntryID { score.entry }
    }

    private let entrants: Set<EntryID>?
    private let exchange: RosterExchange?

    private var scorer: RosterScorer
    private var draft: RosterColumns.Draft?
    private var roster: [PlayerIndex] = []

    /// - Parameters:
    ///   - outcome: the contest's, whose entries are counted.
    ///   - weeks: those that count.
    ///   - entrants: whose scores are wanted; nil for all.
    ///   - exchange: players who stand in other rosters than their own; nil for none.
    init(
        _ outcome: ContestOutcome, weeks: [UInt8], entrants: Set<EntryID>?, exchanging exchange: RosterExchange?
    ) {
        scorer = RosterScorer(outcome.scoring.lineup, outcome.points, weeks: weeks)
        self.entrants = entrants
        self.exchange = exchange
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        self.draft = draft
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
        scores.append(
            Score(user: user == 0 ? nil : UserID(UInt64(user)), score: scorer.score(roster, of: entry)))
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

    /// The pods as they were drawn; whoever has no score in them is missing.
    func pods(_ drawn: [ArraySlice<EntryID>]) -> [Pod] {
        let byEntry = Dictionary(scores.map { ($0.entry, $0) }) { first, _ in first }
        return drawn.map { entries in
            let scores = entries.compactMap { byEntry[$0] }
            return Pod(scores: scores, isWhole: scores.count == entries.count)
        }
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
