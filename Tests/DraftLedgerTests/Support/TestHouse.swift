import Draft
import DraftLedger
import Foundation
import TestSupport

/// A ledger in a directory of its own with a pool, a contest and users with money, and a clock that the test holds.
final class TestHouse {
    let path: String
    private(set) var ledger: DraftLedger
    private var generator = SeededGenerator(seed: 99)
    let teams: UInt8
    let rounds: UInt8

    /// - Parameter users: registered and given 100.00 each.
    init(teams: UInt8 = 2, rounds: UInt8 = 2, users: UInt64 = 2, fee: Cents = Cents(500)) async throws {
        self.teams = teams
        self.rounds = rounds
        path = FileManager.default.temporaryDirectory.appending(path: "draft-ledger-\(UUID().uuidString)").path
        ledger = try DraftLedger.create(
            at: path, origin: "test.example/drafts", drawMaster: Array(repeating: 7, count: 32))
        let players = (0..<UInt16(teams) * UInt16(rounds) + 10).map { index in
            PlayerListing(
                index: index, position: [.quarterback, .runningBack, .wideReceiver, .tightEnd][Int(index) % 4],
                byeWeek: 7, adp: UInt32(index + 1) * 100, projectedPoints: nil, rank: index + 1,
                externalID: "p\(index)",
                name: "Player \(index)", team: "CIN")
        }
        try await accept(.pool(1, .publishPool(PublishPool(externalID: "pool", title: "Pool", players: players))))
        try await accept(
            .tournament(
                1,
                .createTournament(
                    TournamentCreated(
                        pool: 1, entryFee: fee, maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 1_000,
                        // By the wall clock: a pick must not run out of time on a machine that has much else to do.
                        ruleset: .slow(teams: teams, rounds: rounds),
                        prizes: [PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(600))], title: "Test",
                        externalID: ""))))
        for user in 1...users {
            try await accept(.user(UserID(user), .registerUser), as: .user(UserID(user)))
            try await accept(
                .wallet(UserID(user), .recordDeposit(amount: Cents(10_000), provider: "bank", reference: "d\(user)")),
                as: .provider(onBehalfOf: UserID(user)))
        }
    }

    deinit {
        ledger.close()
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Closes the ledger and opens it anew, as a restart does.
    func reopen() throws {
        ledger.close()
        ledger = try DraftLedger.open(at: path, for: .writing)
    }

    func newID() -> CommandID { .random(using: &generator) }

    @discardableResult
    func send(
        _ command: Command, as actor: Sender = .admin(1_000), id: CommandID? = nil, at time: Timestamp? = nil
    ) async throws -> Outcome {
        try await ledger.send(command, as: actor, id: id ?? newID(), occurredAt: time)
    }

    @discardableResult
    func accept(
        _ command: Command, as actor: Sender = .admin(1_000), id: CommandID? = nil, at time: Timestamp? = nil
    ) async throws -> [RecordedEvent] {
        try await send(command, as: actor, id: id, at: time).get()
    }

    /// Fills room 1 and starts its draft; the countdown is over because the test says so.
    func startDraft() async throws -> RoomState {
        for user in 1...UInt64(teams) {
            try await accept(.wallet(UserID(user), .joinTournament(1, entries: 1)), as: .user(UserID(user)))
        }
        let countdown = try ledger.room(1)!.countdownEndsAt!
        try await accept(.room(1, .startDraft), as: .scheduler, at: countdown)
        return try ledger.room(1)!
    }

    /// The user on the clock of room 1.
    func userOnClock() throws -> UserID {
        let room = try ledger.room(1)!
        return room.members[Int(room.seatOnClock!)]!.user!
    }
}
