import Draft

@testable import Projections  // rows of rosters made by hand

extension PoolState {
    /// Players of these names and nothing else that is known of them, as receivers.
    static func named(_ names: [String], _ change: (inout PlayerListing) -> Void = { _ in }) -> PoolState {
        var pool = PoolState(id: 1)
        pool.players = names.enumerated().map { index, name in
            var player = PlayerListing.blank
            (player.index, player.name, player.position) = (PlayerIndex(index), name, .wideReceiver)
            change(&player)
            return player
        }
        return pool
    }
}

extension RosterColumns {
    /// One entry of a finished room of two, with the first players of pool 1.
    static func one(players: Int, fee: Cents? = nil) -> RosterColumns {
        one(room: 1, of: (0..<players).map { PlayerIndex($0) }, fee: fee)
    }

    /// Two entries of one user in finished rooms of two; the second one lacks the last player.
    static func two(players: Int, fee: Cents? = nil) -> RosterColumns {
        var columns = one(players: players, fee: fee)
        columns.append(.one(room: 2, of: (0..<players - 1).map { PlayerIndex($0) }, fee: fee))
        return columns
    }

    /// One entry of a finished room of two, with these players of pool 1.
    static func one(room: UInt64, of players: [PlayerIndex], fee: Cents? = nil) -> RosterColumns {
        var columns = RosterColumns()
        columns.append(.one(room: room, of: players, fee: fee))
        return columns
    }
}

extension RosterRow {
    /// An entry of a finished room of two, whose seats are their slots and those of users 1 and 2.
    static func one(room: UInt64, seat: Seat = 0, of players: [PlayerIndex], fee: Cents? = nil) -> RosterRow {
        RosterRow(
            entry: EntryID(room: RoomID(room), join: UInt16(seat) + 1), seat: seat, slot: seat,
            user: UserID(UInt64(seat) + 1), tournament: nil, pool: 1, fee: fee, startedAt: RandomField.start,
            status: .complete, preset: .untimed, teams: 2, rounds: UInt8(players.count), players: players,
            recordedADPs: [])
    }
}
