import Testing

@testable import Draft

/// A whole ledger for tests of the money: sends commands through `decide`, appends what comes of them, folds it.
///
/// Refused commands are appended as `CommandRejected`, as the live service does.
struct House {
    private(set) var log: [RecordedEvent] = []
    private(set) var state = LedgerState()
    private(set) var seen = SeenCommands()
    var now = Timestamp(microseconds: 1_000_000_000)

    private var heads: [StreamKey: (version: UInt32, position: UInt64)] = [:]
    private var commands: UInt64 = 0

    /// A pool of 40 players and registered users with the same balance each.
    init(users: ClosedRange<UInt64>, balance: Int64 = 0) {
        publishPool(1, players: 40)
        for number in users {
            let user = UserID(number)
            record([StreamEvent(.user(user), .userRegistered(UserRegistered()))], origin: nextOrigin(.user(user)))
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
        record(events.map { StreamEvent(.pool(id), $0) }, origin: nextOrigin(.admin(nil)))
    }

    /// Decides a command and appends what comes of it.
    @discardableResult
    mutating func send(_ command: Command, as actor: Actor) -> Decision {
        now = now + .milliseconds(1)
        let origin = nextOrigin(actor)
        let decision = decide(command, origin: origin, now: now, state: state, cryptography: HouseCryptography())
        switch decision {
        case .accepted(let events): record(events, origin: origin)
        case .refused(let refusal):
            let rejected = CommandRejected(
                command: command.kind, code: refusal.code, pick: nil, seat: nil, player: nil, deadline: nil,
                graceEndsAt: nil, margin: nil, claimedAt: nil, count: 1)
            record([StreamEvent(command.anchor, .commandRejected(rejected))], origin: origin)
        }
        return decision
    }

    mutating func record(_ events: [StreamEvent], origin: CommandOrigin?) {
        for event in events {
            let head = heads[event.stream]
            let recorded = RecordedEvent(
                position: UInt64(log.count), stream: event.stream, version: (head?.version ?? 0) + 1,
                previous: head?.position, recordedAt: now, origin: origin, event: event.event)
            heads[event.stream] = (recorded.version, recorded.position)
            log.append(recorded)
            state.apply(recorded)
            seen.apply(recorded)
        }
    }

    private mutating func nextOrigin(_ actor: Actor) -> CommandOrigin {
        commands += 1
        return CommandOrigin(
            occurredAt: now, actor: actor, commandID: CommandID(high: 7, low: commands),
            fingerprint: UInt32(commands))
    }
}

extension House {
    /// Expects a command to be accepted.
    ///
    /// - Returns: its events, in their order.
    @discardableResult
    mutating func accept(
        _ command: Command, as actor: Actor, _ location: SourceLocation = #_sourceLocation
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
        _ command: Command, as actor: Actor, _ code: RefusalCode, _ location: SourceLocation = #_sourceLocation
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
            .recordDeposit(user, amount: Cents(amount), provider: "bank", reference: "r\(log.count)"),
            as: .provider(onBehalfOf: user))
    }

    /// Creates tournament 1.
    mutating func createTournament(
        fee: Int64? = 1_000, teams: UInt8 = 2, rounds: UInt8 = 2, maxEntries: UInt32? = nil,
        perUser: UInt32? = nil, prizes: [PrizeTier] = []
    ) throws {
        try accept(
            .createTournament(
                1,
                .sample(
                    fee: fee, teams: teams, rounds: rounds, maxEntries: maxEntries, perUser: perUser, prizes: prizes)),
            as: .admin(90))
    }

    mutating func join(_ user: UserID, entries: UInt8 = 1) throws {
        try accept(.joinTournament(1, user: user, entries: entries), as: .user(user))
    }

    /// Starts the draft of a full room once its countdown is over.
    mutating func start(_ room: RoomID) throws {
        if let end = state.room(room)?.countdownEndsAt, end > now { now = end }
        try accept(.startDraft(room), as: .scheduler)
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
            try accept(.makePick(id, pick), as: .user(try #require(room.members[Int(seat)]?.user)))
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

/// Not cryptography: mixes bits well enough that draws differ from room to room.
struct HouseCryptography: DraftCryptography {
    func sha256(_ message: [UInt8]) -> Digest256 { mixed(message, 1) }
    func hmacSHA256(key: [UInt8], message: [UInt8]) -> Digest256 { mixed(key + message, 2) }
    func drawSecret(of room: RoomID) -> Digest256 { mixed([UInt8(truncatingIfNeeded: room.number)], 3) }

    private func mixed(_ message: [UInt8], _ salt: UInt64) -> Digest256 {
        func word(_ index: UInt64) -> UInt64 {
            var generator = SplitMix(seed: message.reduce(salt << 8 | index) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
            return generator.next()
        }
        return Digest256(words: (word(1), word(2), word(3), word(4)))
    }
}

/// A small seeded generator: the same numbers on every machine.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
