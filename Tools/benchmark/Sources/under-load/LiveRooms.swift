import Contestant
import Draft
import DraftLedger
import Records

/// A ledger with full rooms of 12 x 18 whose drafts have started.
struct LiveRooms: Sendable {
    private(set) var ledger: DraftLedger
    private var rooms: [RoomState]
    /// The keys of the members' devices; empty if nothing is signed.
    private let keys: [UserID: SealingKey]
    private static let teams: UInt8 = 12
    private static let origin = "benchmark.example/drafts"

    /// - Parameters:
    ///   - path: of the new ledger.
    ///   - rooms: how many.
    ///   - isSigned: whether members sign their picks.
    init(at path: String, rooms: Int, isSigned: Bool = false) async throws {
        var keys: [UserID: SealingKey] = [:]
        let ledger = try DraftLedger.create(at: path, origin: Self.origin)
        @Sendable
        func accept(_ command: Command, as actor: Sender = .admin(1), at time: Timestamp? = nil) async throws {
            _ = try await ledger.send(command, as: actor, id: .random(), occurredAt: time).get()
        }
        let players = (0..<500 as Range<UInt16>).map { index in
            PlayerListing(
                index: index, position: PlayerPosition.allCases[Int(index) % 4], byeWeek: 7,
                adp: UInt32(index + 1) * 100, projectedPoints: nil, rank: index + 1, externalID: "p\(index)",
                name: "Player \(index)", team: "CIN")
        }
        try await accept(.pool(1, .publishPool(PublishPool(externalID: "", title: "Pool", players: players))))
        let details = TournamentCreated(
            pool: 1, entryFee: Cents(500), maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 0,
            ruleset: .slow(teams: Self.teams), prizes: [], title: "Benchmark", externalID: "")
        try await accept(.tournament(1, .createTournament(details)))
        for number in 1...UInt64(Self.teams) {
            let user = UserID(number)
            try await accept(.user(user, .registerUser), as: .user(user))
            if isSigned {
                let (key, id) = (SealingKey(), CommandID.random())
                let command = Command.user(user, .addDeviceKey(key.publicKey))
                let signable = SignableCommand(command, id: id, actor: .user(user), ledger: Self.origin)
                _ = try await ledger.send(command, as: .user(user), id: id, seal: key.seal(signable)).get()
                keys[user] = key
            }
            try await accept(
                .wallet(
                    user, .recordDeposit(amount: Cents(500 * Int64(rooms)), provider: "bank", reference: "d\(number)")),
                as: .provider(onBehalfOf: user))
            for start in stride(from: 0, to: rooms, by: 100) {
                let entries = UInt8(min(100, rooms - start))
                try await accept(.wallet(user, .joinTournament(1, entries: entries)), as: .user(user))
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for part in 0..<64 {
                group.addTask {
                    for number in stride(from: part + 1, through: rooms, by: 64) {
                        let room = RoomID(UInt64(number))
                        let end = try ledger.room(room)?.countdownEndsAt
                        try await accept(.room(room, .startDraft), as: .scheduler, at: end)
                    }
                }
            }
            try await group.waitForAll()
        }
        self.ledger = ledger
        self.keys = keys
        self.rooms = try (1...UInt64(rooms)).compactMap { try ledger.room(RoomID($0)) }
    }

    /// Closes the ledger and reopens it, so that nothing of it is in memory.
    mutating func restart() throws {
        ledger.close()
        ledger = try DraftLedger.open(at: ledger.path, for: .writing)
    }

    /// Looks at the rooms as they are by now.
    mutating func goOn() throws { rooms = try rooms.compactMap { try ledger.room($0.id) } }

    /// One pick in each room by some senders, each in rooms of its own.
    mutating func pickOnce(senders: Int) async throws -> Latencies {
        let (rooms, ledger) = (rooms, ledger)
        let latencies = try await withThrowingTaskGroup(of: Latencies.self) { group in
            for sender in 0..<senders {
                group.addTask {
                    var latencies = Latencies()
                    for place in stride(from: sender, to: rooms.count, by: senders) {
                        let room = rooms[place]
                        guard let seat = room.seatOnClock, let user = room.member(at: seat)?.user else { continue }
                        let pick = room.currentPickNumber
                        let made = Command.room(
                            room.id, .makePick(MakePick(pick: pick, player: PlayerIndex(pick - 1))))
                        let start = ContinuousClock.now
                        _ = try await ledger.send(made, as: .user(user), id: .random()).get()
                        latencies.add(ContinuousClock.now - start)
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: Latencies()) { $0.add($1) }
        }
        try goOn()
        return latencies
    }

    /// Picks in all rooms by some senders, each in rooms of its own, one pick after the other.
    func draft(senders: Int, seconds: Double) async throws -> Latencies {
        let end = ContinuousClock.now + .seconds(seconds)
        return try await withThrowingTaskGroup(of: Latencies.self) { group in
            for sender in 0..<senders {
                group.addTask {
                    var latencies = Latencies()
                    let own = stride(from: sender, to: rooms.count, by: senders).map { rooms[$0] }
                    for pick in 1...rooms[0].ruleset.snake.pickCount {
                        for room in own where pick > room.picks.count && ContinuousClock.now < end {
                            let seat = room.seatOfSlot[Int(room.ruleset.snake.slot(of: pick))]
                            guard let user = room.member(at: seat)?.user else { continue }
                            let made = Command.room(
                                room.id, .makePick(MakePick(pick: pick, player: PlayerIndex(pick - 1))))
                            let id = CommandID.random()
                            // Members sign on their own devices, so signing is not part of the latency.
                            let seal = try keys[user].map {
                                try $0.seal(SignableCommand(made, id: id, actor: .user(user), ledger: Self.origin))
                            }
                            let start = ContinuousClock.now
                            _ = try await ledger.send(made, as: .user(user), id: id, seal: seal).get()
                            latencies.add(ContinuousClock.now - start)
                        }
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: Latencies()) { $0.add($1) }
        }
    }
}
