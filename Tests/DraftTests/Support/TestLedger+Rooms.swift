@testable import Draft

extension TestLedger {
    /// The moment at which the drafts of the tests start.
    static let start = Timestamp(microseconds: 1_700_000_000_000_000)

    static let admin = Sender.admin(900)

    /// A published pool 1 and a room 1 that waits for its members.
    static func waiting(_ ruleset: Ruleset, pool: [PlayerListing]? = nil) -> TestLedger {
        var ledger = TestLedger()
        let opening = start - .seconds(120)
        let players = pool ?? Self.players(max(Int(ruleset.snake.pickCount), 12))
        ledger.send(
            .pool(1, .publishPool(PublishPool(externalID: "", title: "Test", players: players))), by: admin,
            at: opening)
        ledger.send(
            .room(1, .openRoom(OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: ruleset))), by: admin,
            at: opening)
        return ledger
    }

    /// The same room full, its countdown running until `start`: user n sits on seat n-1.
    static func full(_ ruleset: Ruleset, pool: [PlayerListing]? = nil) -> TestLedger {
        var ledger = waiting(ruleset, pool: pool)
        let moment = start - ruleset.countdown
        for seat in 0..<ruleset.teams { ledger.seat(UserID(UInt64(seat) + 1), on: seat, at: moment) }
        return ledger
    }

    /// The same room with pick 1 on the clock since `start`.
    static func drafting(_ ruleset: Ruleset, pool: [PlayerListing]? = nil) -> TestLedger {
        var ledger = full(ruleset, pool: pool)
        ledger.send(.room(1, .startDraft), by: .scheduler, at: start)
        return ledger
    }

    /// Seats a user in room 1, and fills the room with the last one.
    mutating func seat(_ user: UserID, on seat: Seat, at moment: Timestamp) {
        guard let room = state.room(1) else { return }
        let origin = CommandOrigin(
            occurredAt: moment, actor: .user(user), commandID: CommandID(high: 1, low: user.number))
        let entry = EntryID(room: 1, join: room.joins + 1)
        append(
            [StreamEvent(.room(1), .seatTaken(SeatTaken(seat: seat, user: user, entry: entry, externalID: "")))],
            origin: origin, at: moment)
        guard let full = state.room(1), full.memberCount == full.members.count else { return }
        let decider = Decider(
            authority: CommandKind.joinTournament.authority, origin: origin, now: moment, state: state,
            cryptography: FakeCryptography())
        append(decider.fillEvents(of: full).on(.room(1)), origin: origin, at: moment)
    }

    /// `count` players in ADP order, their positions going round RB, WR, QB, TE.
    static func players(_ count: Int) -> [PlayerListing] {
        let positions: [PlayerPosition] = [.runningBack, .wideReceiver, .quarterback, .tightEnd]
        return (0..<count).map { index in
            player(index, "P\(index)", positions[index % positions.count])
        }
    }

    /// A player whose ADP is his place in the pool.
    static func player(_ index: Int, _ name: String, _ position: PlayerPosition) -> PlayerListing {
        PlayerListing(
            index: PlayerIndex(index), position: position, byeWeek: nil, adp: UInt32(index + 1) * 100,
            projectedPoints: nil, rank: UInt16(min(index + 1, 65_534)), externalID: "id-\(index)", name: name, team: "")
    }

    /// Room 1.
    var room: RoomState {
        guard let room = state.room(1) else { preconditionFailure("the test has no room 1") }
        return room
    }

    /// The user who sits on the seat of a slot of room 1.
    func user(ofSlot slot: Slot) -> UserID { UserID(UInt64(room.seatOfSlot[Int(slot)]) + 1) }

    /// The user whose turn it is in room 1.
    var userOnClock: UserID { user(ofSlot: room.slotOnClock ?? 0) }

    /// The user on the clock picks a player, `seconds` after the start.
    @discardableResult
    mutating func pick(_ player: PlayerIndex, at seconds: Int64) -> Decision {
        send(
            .room(1, .makePick(MakePick(pick: room.currentPickNumber, player: player))), by: .user(userOnClock),
            at: Self.start + .seconds(seconds))
    }
}
