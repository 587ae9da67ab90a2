import DraftTesting
import Testing

@testable import Draft  // events that the game alone makes

/// For tests of the money: users with balances, a pool, and expectations of what comes of commands.
extension House {
    /// A pool of 40 players and registered users with the same balance each.
    init(users: ClosedRange<UInt64>, balance: Int64 = 0) {
        self.init()
        publishPool(1, players: 40)
        for number in users {
            let user = UserID(number)
            send(.user(user, .registerUser), as: .user(user))
            if balance > 0 { deposit(balance, for: user) }
        }
    }

    mutating func publishPool(_ id: PoolID, players count: UInt16) {
        var events = (0..<count).map { index in
            Event.playerListed(
                PlayerListed(
                    player: PlayerListing(
                        index: index, position: .wideReceiver, byeWeek: nil, adp: UInt32(index) * 100,
                        projectedPoints: nil, rank: nil, externalID: "p\(index)", name: "Player \(index)", team: "")))
        }
        events.append(.poolPublished(PoolPublished(count: count, externalID: "", title: "pool")))
        append(events.map { StreamEvent(.pool(id), $0) }, origin: nil, at: now)
    }
}

extension House {
    /// Expects a command to be accepted.
    ///
    /// - Returns: its events, in their order.
    @discardableResult
    mutating func accept(
        _ command: Command, as actor: Sender, _ location: SourceLocation = #_sourceLocation
    ) throws -> [StreamEvent] {
        switch send(command, as: actor) {
        case .accepted(let events): return events
        case .refused(let refusal):
            Issue.record("\(refusal)", sourceLocation: location)
            throw refusal
        }
    }

    /// Expects a command to be refused with a code and to change nothing but the log.
    mutating func refuse(
        _ command: Command, as actor: Sender, _ code: RefusalCode, _ location: SourceLocation = #_sourceLocation
    ) {
        switch send(command, as: actor) {
        case .accepted(let events): Issue.record("accepted: \(events)", sourceLocation: location)
        case .refused(let refusal):
            #expect(refusal.code == code, "\(refusal)", sourceLocation: location)
            #expect(!refusal.message.isEmpty, sourceLocation: location)
        }
    }

    mutating func deposit(_ amount: Int64, for user: UserID) {
        send(
            .wallet(user, .recordDeposit(amount: Cents(amount), provider: "bank", reference: "r\(log.count)")),
            as: .provider(onBehalfOf: user))
    }

    /// Creates tournament 1.
    mutating func createTournament(
        fee: Int64? = 1_000, teams: UInt8 = 2, rounds: UInt8 = 2, maxEntries: UInt32? = nil,
        perUser: UInt32? = nil, prizes: [PrizeTier] = []
    ) throws {
        try accept(
            .tournament(
                1,
                .createTournament(
                    .sample(
                        fee: fee, teams: teams, rounds: rounds, maxEntries: maxEntries, perUser: perUser, prizes: prizes
                    ))),
            as: .admin(90))
    }

    mutating func join(_ user: UserID, entries: UInt8 = 1) throws {
        try accept(.wallet(user, .joinTournament(1, entries: entries)), as: .user(user))
    }

    /// Starts the draft of a full room once its countdown is over.
    mutating func start(_ room: RoomID) throws {
        if let end = state.room(room)?.countdownEndsAt, end > now { now = end }
        try accept(.room(room, .startDraft), as: .scheduler)
    }

    /// Drafts a full room to its end, each seat taking the first player that is left.
    mutating func draft(_ id: RoomID) throws {
        try start(id)
        try finish(id)
        #expect(state.room(id)?.status == .complete)
    }

    /// Plays on a room whose draft has started.
    mutating func finish(_ id: RoomID) throws {
        while let room = state.room(id), room.status == .active, let seat = room.seatOnClock {
            let player = try #require((0..<40).first { !room.taken.contains($0) })
            let pick = MakePick(pick: room.currentPickNumber, player: player)
            try accept(.room(id, .makePick(pick)), as: .user(try #require(room.members[Int(seat)]?.user)))
        }
    }

    func entry(of user: UserID, in room: RoomID) throws -> EntryID {
        let room = try #require(state.room(room))
        let seat = try #require(room.seat(of: user))
        return try #require(room.members[Int(seat)]).entry
    }
}

extension TournamentCreated {
    static func sample(
        fee: Int64? = 1_000, teams: UInt8 = 2, rounds: UInt8 = 2, maxEntries: UInt32? = nil, perUser: UInt32? = nil,
        prizes: [PrizeTier] = []
    ) -> TournamentCreated {
        TournamentCreated(
            pool: 1, entryFee: fee.map { Cents($0) }, maxEntries: maxEntries, maxEntriesPerUser: perUser,
            rakeBasisPoints: 1_000, ruleset: .fast(teams: teams, rounds: rounds), prizes: prizes, title: "Test",
            externalID: "")
    }
}

extension PrizeTier {
    init(_ places: ClosedRange<UInt32>, _ amount: Int64) {
        self.init(firstPlace: places.lowerBound, lastPlace: places.upperBound, amount: Cents(amount))
    }
}
