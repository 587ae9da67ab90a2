import Contestant
import Draft
import DraftLedger

/// Sends commands like a backend: from many tasks, each in a room of its own, that wait for the outcome to be durable.
///
/// One command in four is a pick, the others edit the queue of the seat on the clock. Counts commands, of which a pick
/// is two events.
func sendCommands(_ options: Options) async throws -> Score {
    let house = try await DraftingHouse(at: options.directory, rooms: options.clients)
    let stopwatch = Stopwatch(limit: options.seconds)
    let quota = options.events / options.clients
    let commands = try await withThrowingTaskGroup(of: Int.self) { group in
        for client in 0..<options.clients {
            group.addTask {
                var drafter = try house.drafter(in: RoomID(UInt64(client + 1)))
                var count = 0
                while count < quota, stopwatch.goesOn, let (user, command) = drafter.next() {
                    let id = CommandID(high: UInt64(client + 1) << 32, low: UInt64(count))
                    _ = try await house.ledger.send(command, as: .user(user), id: id).get()
                    count += 1
                }
                return count
            }
        }
        return try await group.reduce(0, +)
    }
    let score = Score(events: commands, operations: commands, seconds: stopwatch.seconds)
    house.ledger.close()
    return score
}

/// A ledger with full rooms whose drafts have started.
private struct DraftingHouse: Sendable {
    let ledger: DraftLedger
    private static let teams: UInt8 = 12

    init(at path: String, rooms: Int) async throws {
        ledger = try DraftLedger.create(at: path, origin: "benchmark.example/drafts")
        var generator = SystemRandomNumberGenerator()
        let ledger = ledger
        func accept(_ command: Command, as actor: Sender = .admin(1), at time: Timestamp? = nil) async throws {
            _ = try await ledger.send(command, as: actor, id: .random(using: &generator), occurredAt: time).get()
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
            ruleset: .fast(teams: Self.teams), prizes: [], title: "Benchmark", externalID: "")
        try await accept(.tournament(1, .createTournament(details)))
        for number in 1...UInt64(Self.teams) {
            let user = UserID(number)
            try await accept(.user(user, .registerUser), as: .user(user))
            try await accept(
                .wallet(
                    user, .recordDeposit(amount: Cents(500 * Int64(rooms)), provider: "bank", reference: "d\(number)")),
                as: .provider(onBehalfOf: user))
            try await accept(.wallet(user, .joinTournament(1, entries: UInt8(rooms))), as: .user(user))
        }
        for number in 1...UInt64(rooms) {
            let room = RoomID(number)
            try await accept(.room(room, .startDraft), as: .scheduler, at: try ledger.room(room)?.countdownEndsAt)
        }
    }

    func drafter(in id: RoomID) throws -> Drafter {
        guard let room = try ledger.room(id), room.status == .active else {
            throw Options.UsageError(description: "room \(id.number) does not draft")
        }
        return Drafter(room: room)
    }
}

/// All the seats of one room: picks the players in order, and edits the picking seat's queue in between.
private struct Drafter {
    let room: RoomState
    private var step = 0

    init(room: RoomState) { self.room = room }

    mutating func next() -> (UserID, Command)? {
        defer { step += 1 }
        let pick = PickNumber(step / 4 + 1)
        guard pick <= room.ruleset.snake.pickCount else { return nil }
        let seat = room.seatOfSlot[Int(room.ruleset.snake.slot(of: pick))]
        guard let user = room.member(at: seat)?.user else { return nil }
        let wish = PlayerIndex(300 + step % 150)
        let command: Command =
            switch step % 4 {
            case 0: .queue(room.id, seat, .clearQueue(expectedVersion: nil))
            case 1: .queue(room.id, seat, .addToQueue(player: wish, index: nil, expectedVersion: nil))
            case 2: .queue(room.id, seat, .addToQueue(player: wish, index: 0, expectedVersion: nil))
            default: .room(room.id, .makePick(MakePick(pick: pick, player: PlayerIndex(pick - 1))))
            }
        return (user, command)
    }
}
