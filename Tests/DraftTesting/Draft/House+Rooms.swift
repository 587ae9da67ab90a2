package import Draft

extension House {
    /// The moment at which the drafts of the tests start.
    package static let start = Timestamp(microseconds: 1_790_000_000_000_000)

    package static let admin = Sender.admin(900)

    /// A published pool 1 and a room 1 of no contest that waits for its members.
    package static func waiting(
        _ ruleset: Ruleset, pool: [PlayerListing]? = nil, cryptography: any DraftCryptography = FakeCryptography()
    ) -> House {
        var house = House(cryptography: cryptography)
        let opening = start - .seconds(120)
        let players = pool ?? Self.players(max(Int(ruleset.snake.pickCount), 12))
        house.send(
            .pool(1, .publishPool(PublishPool(externalID: "", title: "Test", players: players))), as: admin,
            at: opening)
        house.send(
            .room(1, .openRoom(OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: ruleset))), as: admin,
            at: opening)
        return house
    }

    /// The same room full, its countdown running until `start`: user n sits on seat n-1.
    package static func full(
        _ ruleset: Ruleset, pool: [PlayerListing]? = nil, cryptography: any DraftCryptography = FakeCryptography()
    ) -> House {
        var house = waiting(ruleset, pool: pool, cryptography: cryptography)
        let moment = start - ruleset.countdown
        for seat in 0..<ruleset.teams { house.seat(UserID(UInt64(seat) + 1), on: seat, at: moment) }
        return house
    }

    /// The same room with pick 1 on the clock since `start`.
    package static func drafting(
        _ ruleset: Ruleset, pool: [PlayerListing]? = nil, cryptography: any DraftCryptography = FakeCryptography()
    ) -> House {
        var house = full(ruleset, pool: pool, cryptography: cryptography)
        house.send(.room(1, .startDraft), as: .scheduler, at: start)
        return house
    }

    /// Seats a user in room 1, which no command does where there is no contest, and fills the room with the last one.
    package mutating func seat(_ user: UserID, on seat: Seat, at moment: Timestamp) {
        let origin = CommandOrigin(
            occurredAt: moment, actor: .user(user), commandID: CommandID(high: 1, low: user.number))
        var taken = SeatTaken.blank
        (taken.seat, taken.user, taken.entry) = (seat, user, EntryID(room: 1, join: room.joins + 1))
        append([StreamEvent(.room(1), .seatTaken(taken))], origin: origin, at: moment)
        guard room.entrants.count == room.members.count else { return }
        let secret = cryptography.drawSecret(of: 1)
        var (filled, drawn, counting) = (RoomFilled.blank, DraftOrderDrawn.blank, CountdownStarted.blank)
        filled.seats = room.ruleset.teams
        drawn.secret = secret
        drawn.seats = OrderDraw.seats(secret: secret, room: 1, entrants: room.entrants, cryptography: cryptography)
        counting.endsAt = moment + room.ruleset.countdown
        let events: [Event] = [.roomFilled(filled), .draftOrderDrawn(drawn), .countdownStarted(counting)]
        append(events.map { StreamEvent(.room(1), $0) }, origin: origin, at: moment)
    }

    /// `count` players in ADP order, their positions going round RB, WR, QB, TE.
    package static func players(_ count: Int) -> [PlayerListing] {
        let positions: [PlayerPosition] = [.runningBack, .wideReceiver, .quarterback, .tightEnd]
        return (0..<count).map { index in
            player(index, "P\(index)", positions[index % positions.count])
        }
    }

    /// A player whose ADP is his place in the pool.
    package static func player(_ index: Int, _ name: String, _ position: PlayerPosition) -> PlayerListing {
        PlayerListing(
            index: PlayerIndex(index), position: position, byeWeek: nil, adp: UInt32(index + 1) * 100,
            projectedPoints: nil, rank: UInt16(min(index + 1, 65_534)), externalID: "id-\(index)", name: name, team: "")
    }

    /// Room 1.
    package var room: RoomState {
        guard let room = state.room(1) else { preconditionFailure("the test has no room 1") }
        return room
    }

    /// The user who sits on the seat of a slot of room 1.
    package func user(ofSlot slot: Slot) -> UserID {
        guard let user = room.user(ofSlot: slot) else { preconditionFailure("nobody drafts from slot \(slot)") }
        return user
    }

    /// The user whose turn it is in room 1.
    package var userOnClock: UserID { user(ofSlot: room.slotOnClock ?? 0) }

    /// The user on the clock picks a player, `seconds` after the start.
    @discardableResult
    package mutating func pick(_ player: PlayerIndex, at seconds: Int64) -> Decision {
        send(
            .room(1, .makePick(MakePick(pick: room.currentPickNumber, player: player))), as: .user(userOnClock),
            at: Self.start + .seconds(seconds))
    }
}
