public import Draft

/// Rosters by columns: what a report over a whole field reads, and nothing else.
///
/// The common data of all entries of a draft is stored once for the draft. The players of all entries are in one array,
/// 36 bytes an entry of 18 rounds, so that a scan runs at the speed of memory. The overall pick numbers follow from
/// the slot and are not stored. An entry of a contest of 12 x 18 takes about 46 bytes, against 84 as a stored row and
/// some 200 as a `RosterRow`.
///
/// Filled in the order of the entries, which leaves the entries of a draft next to each other.
public struct RosterColumns: Sendable {
    /// By place, the first entry of the first draft being 0.
    public private(set) var drafts: [Draft] = []

    /// By entry: the number of its join within the room.
    public private(set) var joins: [UInt16] = []

    /// By entry: the user's number; 0 without a user.
    public private(set) var users: [UInt32] = []

    /// By entry: the place in the draft order, `noSlot` until it is drawn.
    public private(set) var slots: [Slot] = []

    /// By entry: where its players begin. One more than there are entries, so that the next one's beginning is its end.
    public private(set) var starts: [UInt32] = [0]

    /// Of all entries, each by round; `noPlayer` for a pick that was skipped.
    public private(set) var players: [PlayerIndex] = []

    /// As `players`: the ADP that the source showed at the pick, in hundredths, `noADP` for none. Empty when no pick has
    /// any.
    public private(set) var recordedADPs: [UInt32] = []

    public static let noSlot = RosterRow.Layout.noSlot
    public static let noPlayer = RosterRow.Layout.noPlayer
    public static let noADP = RosterRow.Layout.noADP

    public init() {}

    /// The number of entries.
    public var count: Int { users.count }

    /// The common data of the entries of one draft.
    public struct Draft: Hashable, Sendable {
        public var room: RoomID
        public var tournament: TournamentID?
        public var pool: PoolID
        public var fee: Cents?
        public var startedAt: Timestamp?
        public var status: RoomStatus
        public var preset: Ruleset.Preset
        /// As in `RosterRow`.
        public var statedTempo: Ruleset.Preset?
        public var teams: UInt8
        public var rounds: UInt8
        public var order: Ruleset.Order = .snake
        /// The place of its first entry.
        public var first: Int
        /// The place after its last entry.
        public var end: Int

        /// The clock that it had, wherever it was held.
        public var tempo: Ruleset.Preset { statedTempo ?? preset }

        /// Whether it was held elsewhere, so that only its source knows what its drafters were shown.
        public var isImported: Bool { preset == .untimed }

        /// The overall number of a pick, from 1.
        public var snake: Snake { Snake(teams: teams, rounds: rounds, order: order) }
    }

    /// The entry at a place of a draft.
    public func entry(at place: Int, of draft: Draft) -> EntryID { EntryID(room: draft.room, join: joins[place]) }

    /// Appends an entry. O(rounds).
    public mutating func append(_ row: RosterRow) {
        _ = append(row.entry, rowValue: row.rowValue.span.bytes)
    }

    /// Appends an entry without making a `RosterRow` of it. O(rounds).
    ///
    /// - Parameters:
    ///   - entry: what the row's key says.
    ///   - rowValue: what `RosterRow.rowValue` wrote.
    /// - Returns: false, and nothing is changed, for bytes that are no such row.
    public mutating func append(_ entry: EntryID, rowValue: RawSpan) -> Bool {
        guard RosterRow.isComplete(rowValue), let draft = Draft(of: entry, rowValue, at: count) else { return false }
        if var last = drafts.last, last.isSame(as: draft) {
            last.end = draft.end
            drafts[drafts.count - 1] = last
        } else {
            drafts.append(draft)
        }
        joins.append(UInt16(truncatingIfNeeded: entry.number))
        users.append(UInt32(truncatingIfNeeded: rowValue.number(at: RosterRow.Layout.user)))
        slots.append(rowValue.byte(at: RosterRow.Layout.slot))
        appendPicks(of: rowValue)
        return true
    }

    private mutating func appendPicks(of rowValue: RawSpan) {
        let count = Int(rowValue.short(at: RosterRow.Layout.playerCount))
        let before = players.count
        for index in 0..<count { players.append(rowValue.short(at: RosterRow.Layout.players + 2 * index)) }
        starts.append(UInt32(players.count))
        let adps = RosterRow.Layout.players + 2 * count
        if rowValue.byteCount > adps {
            while recordedADPs.count < before { recordedADPs.append(Self.noADP) }
            for index in 0..<count { recordedADPs.append(rowValue.word(at: adps + 4 * index)) }
        } else if !recordedADPs.isEmpty {
            for _ in 0..<count { recordedADPs.append(Self.noADP) }
        }
    }
}

extension RosterColumns.Draft {
    fileprivate init?(of entry: EntryID, _ value: RawSpan, at place: Int) {
        typealias Layout = RosterRow.Layout
        guard let status = RoomStatus(rawValue: value.byte(at: Layout.status)),
            let clock = RosterRow.clock(of: value)
        else { return nil }
        let (tournament, fee) = (value.number(at: Layout.tournament), value.signed(at: Layout.fee))
        let startedAt = value.signed(at: Layout.startedAt)
        room = entry.room
        self.tournament = tournament == 0 ? nil : TournamentID(tournament)
        pool = PoolID(value.number(at: Layout.pool))
        self.fee = fee == Layout.noNumber ? nil : Cents(fee)
        self.startedAt = startedAt == Layout.noNumber ? nil : Timestamp(microseconds: startedAt)
        self.status = status
        (preset, statedTempo) = clock
        teams = value.byte(at: Layout.teams)
        (rounds, order) = RosterRow.rounds(of: value)
        first = place
        end = place + 1
    }

    fileprivate func isSame(as other: Self) -> Bool {
        room == other.room && tournament == other.tournament && pool == other.pool && fee == other.fee
            && startedAt == other.startedAt && status == other.status && preset == other.preset
            && statedTempo == other.statedTempo
            && teams == other.teams && rounds == other.rounds && order == other.order
    }
}
