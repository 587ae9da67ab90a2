import DraftLedger
import LedgerTesting
import Records
import Testing

@testable import Draft  // events that the game alone makes

/// Numbers from outside that nothing can have: refused, found nowhere, and never another's.
@Suite struct OutOfRangeTests {
    private static let beyond: UInt64 = 1 << 48
    private static let foreign = Command.wallet(
        UserID(beyond + 1), .recordDeposit(amount: Cents(5), provider: "bank", reference: "x"))

    @Test(arguments: [
        Sender.user(UserID(1 << 30 + 1)), .user(UserID(1 << 31 + 1)), .user(UserID(.max)),
        .admin(nil, onBehalfOf: UserID(1 << 30 + 1)),
    ])
    func aSenderBeyondAllUsersIsRefusedAndLeavesNothing(actor: Sender) async throws {
        let house = try await LiveHouse()
        let size = try house.ledger.size
        let hold = Command.wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank"))
        guard case .refused(let refusal, nil, false) = try await house.send(hold, as: actor) else {
            Issue.record("not refused, or recorded under some name")
            return
        }
        #expect(refusal.code == .invalidValue)
        let origin = CommandOrigin(occurredAt: nil, actor: actor, commandID: house.newID())
        #expect(code { try house.ledger.append([pending(.user(1), origin: origin)]) } == .invalidValue)
        #expect(try house.ledger.size == size)
    }

    @Test func aTimeThatStandsForNoneIsRefused() async throws {
        let house = try await LiveHouse()
        let never = Timestamp(microseconds: .min)
        let outcome = try await house.send(.user(3, .registerUser), at: never)
        #expect(throws: Refusal.self) { try outcome.get() }
        let origin = CommandOrigin(occurredAt: never, actor: .importer, commandID: house.newID())
        #expect(code { try house.ledger.append([pending(.user(3), origin: origin)]) } == .invalidValue)
    }

    @Test(arguments: [
        (foreign, Sender.provider(onBehalfOf: nil), RefusalCode.unknownUser),
        (.user(UserID(beyond + 3), .registerUser), .admin(nil), .invalidValue),
        (.tournament(TournamentID(beyond + 1), .createTournament(.blank)), .admin(nil), .invalidValue),
        (
            .pool(PoolID(beyond + 7), .publishPool(PublishPool(externalID: "", title: "", players: []))), .admin(nil),
            .invalidValue
        ),
        (
            .room(RoomID(beyond + 1), .openRoom(OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: .slow()))),
            .admin(nil), .invalidValue
        ),
        (
            .room(9, .openRoom(OpenRoom(tournament: nil, pool: PoolID(beyond + 1), entryFee: nil, ruleset: .slow()))),
            .admin(nil), .unknownPool
        ),
        (.wallet(1, .joinTournament(TournamentID(beyond + 1), entries: 1)), .user(1), .unknownTournament),
        (.room(RoomID(beyond + 1), .pauseRoom(kind: .manual, reason: "")), .admin(nil), .unknownRoom),
        (.queue(RoomID(beyond + 1), 0, .clearQueue(expectedVersion: nil)), .user(1), .unknownRoom),
        (.queue(1, 255, .clearQueue(expectedVersion: nil)), .user(1), .forbidden),
        (.dispute(CaseID(beyond + 1), .attachEvidence(.blank)), .admin(nil), .unknownCase),
    ])
    func aCommandBeyondAllStreamsIsRefused(command: Command, actor: Sender, expected: RefusalCode) async throws {
        let house = try await LiveHouse()
        try await house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1))
        let id = house.newID()
        for retry in [false, true] {
            guard case .refused(let refusal, let record?, retry) = try await house.send(command, as: actor, id: id)
            else {
                Issue.record("not refused, or retry is not \(retry)")
                return
            }
            #expect(refusal.code == expected)
            #expect(record.stream == .system)
        }
        // Those who have the lower bits of the number are as before, in memory and after a restart.
        for _ in 0..<2 {
            try await house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1))
            #expect(try house.ledger.wallet(1).deposits.count == 1)
            try house.reopen()
        }
        #expect(try house.ledger.verify().findings == [])
    }

    @Test func nothingIsFoundBeyondAllStreams() async throws {
        let house = try await LiveHouse()
        try await house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1))
        let number = Self.beyond + 1
        let ledger = house.ledger
        #expect(try ledger.room(RoomID(number)) == nil)
        #expect(try ledger.timeline(of: RoomID(number)).isEmpty)
        #expect(try ledger.pool(PoolID(number)) == nil)
        #expect(try ledger.tournament(TournamentID(number)) == nil)
        #expect(try ledger.wallet(UserID(number)) == WalletState())
        #expect(try ledger.queue(RoomID(number), 0) == QueueState())
        #expect(try ledger.queue(1, 255) == QueueState())
        #expect(try ledger.stream(.queue(1, 255)).isEmpty)
        #expect(try ledger.stream(.user(UserID(number))).isEmpty)
    }

    @Test(arguments: [
        StreamKey.room(RoomID(beyond + 1)), .wallet(UserID(beyond + 1)), .user(UserID(.max)), .queue(1, 255),
    ])
    func anAppendToAStreamThatCannotBeIsRefusedWhole(stream: StreamKey) async throws {
        let house = try await LiveHouse()
        let size = try house.ledger.size
        #expect(code { try house.ledger.append([pending(.user(9)), pending(stream)]) } == .invalidValue)
        #expect(try house.ledger.size == size)
    }

    /// No record can keep such a command so that it is read as the same one again.
    @Test func aPickOfValuesThatNoRecordHoldsIsRefusedWithoutARecord() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        for room in [1, RoomID(77)] {
            let pick = MakePick(
                pick: .max, player: .max, seat: .max, adp: .max, claimedAt: Timestamp(microseconds: .min))
            let outcome = try await house.send(.room(room, .makePick(pick)), as: .user(1))
            guard case .refused(_, nil, false) = outcome else {
                Issue.record("\(outcome)")
                return
            }
        }
    }

    private func pending(_ stream: StreamKey, origin: CommandOrigin? = nil) -> PendingEvent {
        PendingEvent(stream: stream, event: .userRegistered(UserRegistered()), origin: origin)
    }
}

/// The code of the error that the body throws; nil when it throws none.
private func code(_ body: () throws -> Void) -> DraftLedgerError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? DraftLedgerError)?.code
    }
}
