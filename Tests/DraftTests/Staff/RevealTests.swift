import DraftTesting
import Testing

@testable import Draft  // the draw of what was brought

/// What members bring to the draw of their room: openly, or sealed and revealed once the room is full.
@Suite struct RevealTests {
    private static func bytes(_ user: UserID) -> [UInt8] { (0..<16).map { UInt8(user.number) * 16 + $0 } }

    private func digest(_ user: UserID) -> [UInt8] { FakeCryptography().sha256(Self.bytes(user)).bytes }

    /// Users 1 to 3 with a key each, and contest 1 of rooms for three.
    private func house(signed: Bool) throws -> House {
        var house = House(users: 1...4, balance: 10_000)
        for user in [1, 2, 3, 4] as [UserID] {
            #expect(send(.user(user, .addDeviceKey(House.key(of: user))), by: user, in: &house) == nil)
        }
        var details = TournamentCreated.sample(teams: 3)
        details.signedCommands = signed ? .required : nil
        try house.accept(.tournament(1, .createTournament(details)), as: .admin(90))
        return house
    }

    /// The contest's room 1, full, each member having brought what is sealed.
    private func full() throws -> House {
        var house = try house(signed: true)
        for user in [1, 2, 3] as [UserID] {
            let join = WalletCommand.joinTournament(1, entries: 1, entropy: digest(user))
            #expect(send(.wallet(user, join), by: user, in: &house) == nil)
        }
        return house
    }

    @discardableResult
    private func send(
        _ command: Command, by user: UserID, signed: Bool = true, after: Interval = .milliseconds(1),
        in house: inout House
    ) -> RefusalCode? {
        house.now = house.now + after
        return house.send(
            command, as: .user(user), at: house.now, signedBy: signed ? House.key(of: user) : nil
        ).code
    }

    private func reveal(
        _ user: UserID, _ entropy: [UInt8]? = nil, after: Interval = .milliseconds(1), in house: inout House
    ) -> RefusalCode? {
        send(.room(1, .revealEntropy(entropy ?? Self.bytes(user))), by: user, after: after, in: &house)
    }

    private func room(_ house: House) throws -> RoomState { try #require(house.state.room(1)) }

    // MARK: Brought openly

    @Test func whatMembersBringIsOnTheirSeatsAndDrawnWith() throws {
        var house = try house(signed: false)
        for user in [1, 2] as [UserID] {
            let join = WalletCommand.joinTournament(1, entries: 1, entropy: Self.bytes(user))
            try house.accept(.wallet(user, join), as: .user(user))
        }
        try house.join(3)
        let room = try room(house)
        #expect(room.members.map { $0?.entropy } == [Self.bytes(1), Self.bytes(2), []])
        let entrants = ([1, 2, 3] as [UInt16]).map { join -> OrderDraw.Entrant in
            OrderDraw.Entrant(
                entry: EntryID(room: 1, join: join), seat: Seat(join) - 1,
                entropy: join == 3 ? [] : Self.bytes(UserID(UInt64(join))))
        }
        let secret = FakeCryptography().drawSecret(of: 1)
        let order = OrderDraw.seats(secret: secret, room: 1, entrants: entrants, cryptography: FakeCryptography())
        #expect(room.seatOfSlot == order && room.secret == secret && room.revealsUntil == nil)
        #expect(RoomState(canonicalBytes: room.canonicalBytes) == room)
    }

    /// Five members of one room each: the order that their bytes draw differs from that without them.
    @Test func otherBytesDrawAnotherOrder() {
        var orders: Set<[Seat]> = []
        for brought in 0..<40 as Range<UInt8> {
            let entrants = (0..<12).map {
                OrderDraw.Entrant(
                    entry: EntryID(room: 7, join: $0 + 1), seat: Seat($0), entropy: $0 == 11 ? [brought] : [1])
            }
            orders.insert(
                OrderDraw.seats(
                    secret: .zero, room: 7, entrants: entrants, cryptography: FakeCryptography()))
        }
        #expect(orders.count == 40)
    }

    @Test func bytesOfAnotherCountAreRefused() throws {
        var open = try house(signed: false)
        for count in [1, 15, 17, 32] {
            let join = WalletCommand.joinTournament(1, entries: 1, entropy: Array(repeating: 1, count: count))
            open.refuse(.wallet(1, join), as: .user(1), .invalidValue)
        }
        var sealed = try house(signed: true)
        for count in [1, 16, 31, 33] {
            let join = WalletCommand.joinTournament(1, entries: 1, entropy: Array(repeating: 1, count: count))
            #expect(send(.wallet(1, join), by: 1, in: &sealed) == .invalidValue)
        }
        // What is revealed in one room would be known in the other.
        let twice = WalletCommand.joinTournament(1, entries: 2, entropy: digest(1))
        #expect(send(.wallet(1, twice), by: 1, in: &sealed) == .invalidValue)
        try open.accept(.wallet(1, .joinTournament(1, entries: 2, entropy: Self.bytes(1))), as: .user(1))
    }

    /// A room that opened before draws had terms draws as it always did, whatever is brought to it.
    @Test func roomsWithoutTermsKeepTheirRules() throws {
        var house = try house(signed: false)
        let opened = RoomOpened(
            tournament: 1, pool: 1, entryFee: Cents(1_000), ruleset: .fast(teams: 3, rounds: 2),
            commitment: FakeCryptography().sha256(FakeCryptography().drawSecret(of: 1).bytes), externalID: "")
        let origin = house.nextOrigin(.admin(90), at: house.now)
        house.append([StreamEvent(.room(1), .roomOpened(opened))], origin: origin, at: house.now)
        for user in [1, 2, 3] as [UserID] {
            let join = WalletCommand.joinTournament(1, entries: 1, entropy: Self.bytes(user))
            try house.accept(.wallet(user, join), as: .user(user))
        }
        let room = try room(house)
        let entrants = ((1...3) as ClosedRange<UInt16>).map {
            OrderDraw.Entrant(entry: EntryID(room: 1, join: $0), seat: Seat($0) - 1)
        }
        let order = OrderDraw.seats(
            secret: FakeCryptography().drawSecret(of: 1), room: 1, entrants: entrants,
            cryptography: FakeCryptography())
        #expect(room.seatOfSlot == order && room.draw == nil)
        let seats = house.history(of: 1).compactMap { event -> [UInt8]? in
            if case .seatTaken(let taken) = event.event { taken.entropy } else { nil }
        }
        #expect(seats == [Self.bytes(1), Self.bytes(2), Self.bytes(3)])
        #expect(RoomState(canonicalBytes: room.canonicalBytes) == room)
    }

    // MARK: Sealed

    @Test func theOrderIsDrawnWhenTheLastMemberHasRevealed() throws {
        var house = try full()
        #expect(try room(house).status == .countdown)
        #expect(try room(house).seatOfSlot.isEmpty)
        #expect(try room(house).revealsUntil == house.now + .seconds(10))
        #expect(RoomState(canonicalBytes: try room(house).canonicalBytes) == (try room(house)))
        house.refuse(.room(1, .startDraft), as: .scheduler, .wrongStatus)
        house.refuse(.room(1, .drawOrder), as: .scheduler, .clockRunning)
        #expect(reveal(2, in: &house) == nil)
        #expect(reveal(2, in: &house) == .alreadyExists)
        #expect(reveal(1, in: &house) == nil)
        #expect(try room(house).seatOfSlot.isEmpty)
        #expect(reveal(3, in: &house) == nil)
        let types = house.history(of: 1).suffix(3).map(\.event)
        guard case .entropyRevealed(let revealed) = types[0], case .draftOrderDrawn(let drawn) = types[1],
            case .countdownStarted = types[2]
        else {
            Issue.record("\(types)")
            return
        }
        #expect(revealed == EntropyRevealed(seat: 2, entropy: Self.bytes(3)))
        #expect(drawn.withheld == [])
        let entrants = ((1...3) as ClosedRange<UInt16>).map {
            OrderDraw.Entrant(
                entry: EntryID(room: 1, join: $0), seat: Seat($0) - 1, entropy: Self.bytes(UserID(UInt64($0))))
        }
        #expect(
            drawn.seats
                == OrderDraw.seats(
                    secret: try #require(drawn.secret), room: 1, entrants: entrants,
                    cryptography: FakeCryptography()))
        house.refuse(.room(1, .drawOrder), as: .scheduler, .wrongStatus)
        try house.start(1)
    }

    @Test func whoHoldsBackIsNamedAndDrawnWithTheDigest() throws {
        var house = try full()
        #expect(reveal(2, in: &house) == nil)
        let until = try #require(try room(house).revealsUntil)
        house.now = until
        house.refuse(.room(1, .drawOrder), as: .user(1), .forbidden)
        try house.accept(.room(1, .drawOrder), as: .scheduler)
        guard case .draftOrderDrawn(let drawn)? = house.history(of: 1).dropLast().last?.event else {
            Issue.record("no draw")
            return
        }
        #expect(drawn.withheld == [0, 2])
        let entrants = ((1...3) as ClosedRange<UInt16>).map {
            let user = UserID(UInt64($0))
            return OrderDraw.Entrant(
                entry: EntryID(room: 1, join: $0), seat: Seat($0) - 1,
                entropy: user == 2 ? Self.bytes(2) : digest(user))
        }
        #expect(
            drawn.seats
                == OrderDraw.seats(
                    secret: try #require(drawn.secret), room: 1, entrants: entrants,
                    cryptography: FakeCryptography()))
        // Too late, and by how much.
        #expect(reveal(1, in: &house) == .wrongStatus)
        guard case .commandRejected(let refused)? = house.history(of: 1).last?.event else { return }
        #expect(refused.deadline == until && (refused.margin ?? .zero) < .zero && refused.seat == 0)
    }

    @Test func onlyTheMemberRevealsAndOnlyWhatWasSealed() throws {
        var house = try full()
        #expect(reveal(1, Self.bytes(2), in: &house) == .invalidValue)
        #expect(reveal(1, Array(Self.bytes(1).dropLast()), in: &house) == .invalidValue)
        #expect(reveal(4, in: &house) == .forbidden)
        #expect(send(.room(1, .revealEntropy(Self.bytes(1))), by: 1, signed: false, in: &house) == .badSignature)
        house.refuse(.room(1, .revealEntropy(Self.bytes(1))), as: .admin(9, onBehalfOf: 1), .forbidden)
        house.refuse(.room(2, .revealEntropy(Self.bytes(1))), as: .user(1), .unknownRoom)
        #expect(reveal(1, after: .seconds(11), in: &house) == .clockExpired)
    }

    /// Who brought nothing has nothing to reveal; where nobody has, the order is drawn at once.
    @Test func whoBroughtNothingIsNotWaitedFor() throws {
        var house = try house(signed: true)
        for user in [1, 2, 3] as [UserID] {
            let entropy = user == 2 ? digest(2) : []
            #expect(
                send(.wallet(user, .joinTournament(1, entries: 1, entropy: entropy)), by: user, in: &house) == nil)
        }
        #expect(reveal(1, in: &house) == .alreadyExists)
        #expect(reveal(2, in: &house) == nil)
        #expect(try room(house).seatOfSlot.count == 3)
    }

    // MARK: A room that ends before its draw

    @Test func aRoomThatIsCancelledRevealsItsSecret() throws {
        var house = try house(signed: false)
        try house.join(1)
        let secret = FakeCryptography().drawSecret(of: 1)
        let events = try house.accept(.tournament(1, .closeEntries), as: .scheduler)
        #expect(
            events.first
                == StreamEvent(.room(1), .roomCancelled(RoomCancelled(reason: "entries closed", secret: secret))))
        #expect(try room(house).commitment == FakeCryptography().sha256(secret.bytes))

        var counting = try self.house(signed: false)
        for user in [1, 2, 3] as [UserID] { try counting.join(user) }
        let cancelled = try counting.accept(.room(1, .cancelRoom(reason: "r")), as: .admin(9))
        // The draw has shown it already.
        #expect(cancelled.first == StreamEvent(.room(1), .roomCancelled(RoomCancelled(reason: "r", secret: nil))))

        var sealed = try full()
        let unrevealed = try sealed.accept(.room(1, .cancelRoom(reason: "r")), as: .admin(9))
        #expect(unrevealed.first == StreamEvent(.room(1), .roomCancelled(RoomCancelled(reason: "r", secret: secret))))
    }
}
