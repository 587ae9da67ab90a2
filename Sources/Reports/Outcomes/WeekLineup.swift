public import Draft
public import DraftLedger
import Records

/// An entry's best lineup of one week.
public struct WeekLineup: Sendable {
    public var entry: EntryID
    public var week: UInt8
    public var outcome: ContestOutcome

    /// Of the starters, in hundredths.
    public var points: Int64

    /// The starters by slot, behind them the bench; in a slot in the order of the picks.
    public var players: [Player]

    public struct Player: Sendable {
        public var listing: PlayerListing
        public var slot: LineupSlot
        /// In hundredths; 0 where nothing is recorded of the week.
        public var points: Int32
        /// Whether any points are recorded of the week.
        public var hasPoints: Bool
    }

    /// Finds an entry's best lineup of a week, as of a moment.
    ///
    /// - Parameters:
    ///   - name: the entry's number, or the id that its source knows it by.
    ///   - week: of its contest's season; nil for the last one that has points.
    ///   - ledger: the ledger to read; by an id, all events in which seats were taken.
    ///   - moment: as of when.
    /// - Throws: `OutcomeError`, `DraftLedgerError`.
    public init(of name: String, week: UInt8?, in ledger: DraftLedger, at moment: Moment = .latest) throws {
        if let week, !SeasonState.weeks.contains(week) { throw OutcomeError.noSuchWeek(week) }
        let position = try ledger.position(of: moment)
        guard let entry = try ledger.entry(named: name, upTo: position),
            let room = RoomState.folding(try ledger.stream(.room(entry.room), upTo: position)),
            let seat = room.members.firstIndex(where: { $0?.entry == entry })
        else { throw OutcomeError.unknownEntry(name) }
        guard let tournament = room.tournament else { throw OutcomeError.noContest(entry) }
        let outcome = try ContestOutcome(of: tournament, in: ledger, upTo: position)
        guard let last = outcome.points.weeks.last else {
            throw OutcomeError.noPoints(outcome.rounds.season, scoring: outcome.scoring.scoring)
        }
        let pool = PoolState.folding(try ledger.stream(.pool(room.pool), upTo: position))
        let roster = room.picks.filter { Int($0.seat) == seat }.compactMap { $0.player.flatMap { pool?.player($0) } }
        self.init(entry, roster: roster, week: week ?? last, outcome)
    }

    /// - Parameter roster: in the order of the picks.
    init(_ entry: EntryID, roster: [PlayerListing], week: UInt8, _ outcome: ContestOutcome) {
        let points = roster.map { outcome.points.points(of: $0.index, week: week) }
        let best = BestBall.lineup(
            outcome.scoring.lineup, positions: roster.map(\.position), points: points.map { $0 ?? 0 })
        self.entry = entry
        self.week = week
        self.outcome = outcome
        self.points = best.points
        let order = roster.indices.sorted { (best.slots[$0].rawValue, $0) < (best.slots[$1].rawValue, $1) }
        players = order.map {
            Player(
                listing: roster[$0], slot: best.slots[$0], points: points[$0] ?? 0, hasPoints: points[$0] != nil)
        }
    }
}

extension DraftLedger {
    /// The entry of a number, or of the id that its source knows it by; nil for none.
    fileprivate func entry(named name: String, upTo position: UInt64) throws -> EntryID? {
        if let number = UInt64(name) { return EntryID(number) }
        var found: EntryID?
        try events(type: .seatTaken) { recorded in
            guard recorded.position < position else { return false }
            // A repeated import voids the earlier room, so the last one counts.
            if case .taken(let taken) = recorded.event.membership, taken.externalID == name { found = taken.entry }
            return true
        }
        return found
    }

    /// By entry, the id that its source knows it by, of rooms of one contest: O(events of the ledger), of which only those
    /// are decoded that tell.
    package func externalIDs(of rooms: Set<RoomID>, upTo position: UInt64) throws -> [EntryID: String] {
        var ids: [EntryID: String] = [:]
        try events(type: .seatTaken) { recorded in
            guard recorded.position < position else { return false }
            if case .taken(let taken) = recorded.event.membership, !taken.externalID.isEmpty,
                rooms.contains(taken.entry.room)
            {
                ids[taken.entry] = taken.externalID
            }
            return true
        }
        return ids
    }

    /// The results that sites state for entries of one contest in a round. Entries without a statement are omitted. If a site
    /// states only the results of all picks of an entry, the entry's result is their sum. O(events of the ledger),
    /// likewise.
    ///
    /// - Parameters:
    ///   - rooms: whose entries are wanted.
    ///   - round: of the contest, from 1.
    ///   - position: state after that many events.
    /// - Returns: nil where nothing is stated of any of them.
    /// - Throws: what reading the ledger throws.
    package func statedResults(
        of rooms: Set<RoomID>, round: Int, upTo position: UInt64
    ) throws -> [EntryID: StatedEntry]? {
        var statements: [RoomID: ResultsStated] = [:]
        try events(type: .resultsStated) { recorded in
            guard recorded.position < position else { return false }
            guard case .results(let stated) = recorded.event.room, Int(stated.round) == round,
                case .room(let room) = recorded.stream, rooms.contains(room)
            else { return true }
            statements[room] = statements[room].map(stated.filled) ?? stated
            return true
        }
        guard !statements.isEmpty else { return nil }
        var results: [EntryID: StatedEntry] = [:]
        try events(type: .seatTaken) { recorded in
            guard recorded.position < position else { return false }
            if case .taken(let taken) = recorded.event.membership {
                results[taken.entry] = statements[taken.entry.room]?.result(of: taken.seat)
            }
            return true
        }
        return results
    }
}
