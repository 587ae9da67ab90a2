import Draft
import Projections
import Reports

/// The rows of rooms, their entries and their picks.
struct RoomRows: Sendable {
    private(set) var rooms = RowBatch(columns: 14)
    private(set) var entries = RowBatch(columns: 8)
    private(set) var picks = RowBatch(columns: 18)

    /// Knows who a pool's players are.
    let players: PlayerCatalogue

    /// The user whose entries and picks are rows; nil for all users.
    let user: UserID?

    init(players: PlayerCatalogue, onlyOf user: UserID? = nil) {
        self.players = players
        self.user = user
    }

    mutating func add(_ room: RoomState) {
        rooms.add(room.id)
        rooms.add(name: room.externalID)
        rooms.add(room.tournament)
        rooms.add(room.pool)
        rooms.add(room.status.name)
        rooms.add("\(room.ruleset.tempo)")
        rooms.add(room.ruleset.teams)
        rooms.add(room.ruleset.rounds)
        rooms.add(room.entryFee)
        rooms.add(room.memberCount)
        rooms.add(room.picks.count)
        rooms.add(room.startedAt)
        rooms.add(seconds: room.ruleset.pickClock > .zero ? room.ruleset.pickClock : nil)
        for (seat, member) in room.members.enumerated() {
            guard let member, counts(member) else { continue }
            entries.add(member.entry)
            entries.add(room.id)
            entries.add(room.tournament)
            entries.add(member.user)
            entries.add(name: member.externalID)
            entries.add(seat)
            entries.add(member.slot)
            entries.add(room.entryFee)
        }
        let slots = Set(room.members.compactMap { $0 }.filter(counts).map(\.slot))
        for pick in room.board where user == nil || slots.contains(pick.slot) { add(pick, of: room) }
    }

    private func counts(_ member: RoomState.Member) -> Bool { user == nil || member.user == user }

    private mutating func add(_ pick: RoomState.BoardPick, of room: RoomState) {
        picks.add(room.id.number << 16 | UInt64(pick.number))
        picks.add(room.id)
        picks.add(pick.number)
        picks.add(pick.round)
        picks.add(pick.pickInRound)
        picks.add(pick.slot)
        picks.add(pick.entry)
        picks.add(room.pool)
        picks.add(pick.pick.player)
        picks.add(pick.pick.player.flatMap { players.player($0, of: room.pool)?.number })
        picks.add(pick.pick.source.name)
        picks.add(hundredths: pick.pick.adp)
        picks.add(pick.pick.occurredAt)
        picks.add(pick.pick.recordedAt)
        picks.add(pick.pick.position)
        picks.add(pick.pick.correctedAt)
    }

    var batches: [(table: String, rows: RowBatch)] { [("room", rooms), ("entry", entries), ("pick", picks)] }
}
