public import Draft

/// One entry and the players it drafted: what every report about rosters reads.
public struct RosterRow: Hashable, Sendable {
    public var entry: EntryID
    public var seat: Seat
    /// The place in the draft order; nil until it is drawn.
    public var slot: Slot?
    /// Nil where a source does not say.
    public var user: UserID?
    public var tournament: TournamentID?
    /// In which the players' indexes count.
    public var pool: PoolID
    /// The fee of the entry; nil if the source does not state it.
    public var fee: Cents?
    /// When the draft started; nil before.
    public var startedAt: Timestamp?
    /// Of the room.
    public var status: RoomStatus
    public var preset: Ruleset.Preset
    /// Of imported history `fast` or `slow`, as the clock that its source states; nil where it states none, and for drafts
    /// that were held here.
    public var statedTempo: Ruleset.Preset? = nil
    public var teams: UInt8
    public var rounds: UInt8
    public var order: Ruleset.Order = .snake
    /// By round, as many as were made: corrections are folded in. Nil for a pick that was skipped.
    public var players: [PlayerIndex?]
    /// By round, the ADP that the source showed at the pick, in hundredths; nil where it showed none: in a draft held here
    /// it is the pool's. Empty, not a list of nils, for an entry of whose picks it showed none.
    public var recordedADPs: [UInt32?]

    /// The room the entry drafts in.
    public var room: RoomID { entry.room }

    /// The overall number of the pick that the entry makes in a round, from 1; nil until the order is drawn.
    public func pick(inRound round: UInt8) -> PickNumber? {
        slot.map { Snake(teams: teams, rounds: rounds, order: order).pick(of: $0, in: round) }
    }
}

extension RosterRow {
    /// The rows of a room, one for each member, in the order of the seats: a function of the room's state alone.
    ///
    /// O(picks).
    public static func rows(of room: RoomState) -> [RosterRow] {
        var rows: [RosterRow] = []
        var rowOfSeat = [Int?](repeating: nil, count: room.members.count)
        for (seat, member) in room.members.enumerated() {
            guard let member else { continue }
            rowOfSeat[seat] = rows.count
            rows.append(RosterRow(member, on: Seat(seat), in: room))
        }
        for pick in room.picks where Int(pick.seat) < rowOfSeat.count {
            guard let row = rowOfSeat[Int(pick.seat)] else { continue }
            rows[row].append(pick)
        }
        return rows
    }

    private init(_ member: RoomState.Member, on seat: Seat, in room: RoomState) {
        entry = member.entry
        self.seat = seat
        slot = member.slot
        user = member.user
        tournament = room.tournament
        pool = room.pool
        fee = room.entryFee
        startedAt = room.startedAt
        status = room.status
        preset = room.ruleset.preset
        statedTempo = room.ruleset.statedClock == nil ? nil : room.ruleset.tempo
        teams = room.ruleset.teams
        rounds = room.ruleset.rounds
        order = room.ruleset.order
        players = []
        players.reserveCapacity(Int(room.ruleset.rounds))
        recordedADPs = []
    }

    private mutating func append(_ pick: RoomState.Pick) {
        players.append(pick.player)
        if pick.adp != nil || !recordedADPs.isEmpty {
            while recordedADPs.count < players.count - 1 { recordedADPs.append(nil) }
            recordedADPs.append(pick.adp)
        }
    }
}
