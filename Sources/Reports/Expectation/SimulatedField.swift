import Draft
import Projections

/// The drafts of a contest that are played through season after season: those of the entries that are asked about, and some
/// that stand for the rest of the field. In the order in which they were held, whatever their numbers in the ledger.
struct SimulatedField: Sendable {
    /// The places of each draft's entries.
    private(set) var rooms: [Range<Int>] = []

    private(set) var entries: [EntryID] = []

    /// By entry: a number that is smaller for the earlier of two entries, which ties go by. That of its draft is its place
    /// among the drafts that are played.
    private(set) var places: [EntryID] = []

    /// By entry; 0 for none.
    private(set) var users: [UInt32] = []

    /// Whether somebody asks about the entry.
    private(set) var isListed: [Bool] = []

    /// Entries that are asked about and left out: of their drafts not all seats are known, or not the players.
    private(set) var leftOut = 0

    /// By entry, where its players begin.
    private var starts = [0]

    private var players: [PlayerIndex] = []

    private struct Candidate: Held {
        var part: Int
        var draft: RosterColumns.Draft
        var isListed: Bool

        var isImported: Bool { draft.isImported }
        var startedAt: Timestamp? { draft.startedAt }
        var number: UInt64 { draft.room.number }

        /// Its drafted players, by entry in the order of the slots.
        func picks(_ rosters: RosterTable, _ numbers: [UInt64]) -> [UInt32] {
            let part = rosters.parts[part]
            var picks: [UInt32] = []
            for place in (draft.first..<draft.end).sorted(by: { part.slots[$0] < part.slots[$1] }) {
                for pick in part.picks(of: place) {
                    let player = Int(part.players[pick])
                    picks.append(player < numbers.count ? UInt32(numbers[player]) : 0)
                }
            }
            return picks
        }
    }

    /// O(drafts of the table · log of them, and entries of those that are played).
    ///
    /// - Parameters:
    ///   - rosters: all entries.
    ///   - contest: whose drafts are played.
    ///   - filter: which entries are asked about.
    ///   - drafts: how many are played at least, as far as there are any; spread evenly over the contest's.
    ///   - numbers: by player of the pool, who he is wherever it lists him.
    init(
        _ rosters: RosterTable, of contest: ContestOutcome, _ filter: RosterFilter, drafts: Int, numbers: [UInt64]
    ) {
        var field = RosterFilter(tournament: contest.tournament)
        field.includeUnfinished = false
        var (listed, others): ([Candidate], [Candidate]) = ([], [])
        for (number, part) in rosters.parts.enumerated() {
            for draft in part.drafts where field.matches(draft) {
                let wanted = filter.matches(draft) ? Self.count(filter, part, draft) : 0
                guard draft.isWhole, draft.pool == contest.points.pool else {
                    leftOut += wanted
                    continue
                }
                if wanted > 0 {
                    listed.append(Candidate(part: number, draft: draft, isListed: true))
                } else {
                    others.append(Candidate(part: number, draft: draft, isListed: false))
                }
            }
        }
        // Without anybody who asks there is nothing to play.
        let wanted = listed.isEmpty ? 0 : min(others.count, max(0, drafts - listed.count))
        if wanted > 0 {
            others = others.inOrderHeld { $0.picks(rosters, numbers) }
            listed += (0..<wanted).map { others[$0 * others.count / wanted] }
        }
        // The order does not depend on the filter: it is that of all entries.
        for candidate in listed.inOrderHeld({ $0.picks(rosters, numbers) }) {
            append(candidate, of: rosters.parts[candidate.part], filter)
        }
    }

    /// How many entries of a draft that matches are asked about.
    private static func count(_ filter: RosterFilter, _ part: RosterColumns, _ draft: RosterColumns.Draft) -> Int {
        (draft.first..<draft.end).count { isWanted(filter, part, $0) }
    }

    private static func isWanted(_ filter: RosterFilter, _ part: RosterColumns, _ place: Int) -> Bool {
        if let user = filter.user, UInt64(part.users[place]) != user.number { return false }
        if let slot = filter.slot, part.slots[place] != slot { return false }
        return true
    }

    private mutating func append(_ candidate: Candidate, of part: RosterColumns, _ filter: RosterFilter) {
        let draft = candidate.draft
        rooms.append(entries.count..<entries.count + draft.end - draft.first)
        for place in draft.first..<draft.end {
            let entry = part.entry(at: place, of: draft)
            entries.append(entry)
            places.append(EntryID(room: RoomID(UInt64(rooms.count)), join: part.joins[place]))
            users.append(part.users[place])
            isListed.append(candidate.isListed && Self.isWanted(filter, part, place))
            for index in part.picks(of: place) { players.append(part.players[index]) }
            starts.append(players.count)
        }
    }

    /// An entry's drafted players, in the order of the picks; skipped picks have no player of the pool.
    func roster(of entry: Int) -> ArraySlice<PlayerIndex> { players[starts[entry]..<starts[entry + 1]] }
}
