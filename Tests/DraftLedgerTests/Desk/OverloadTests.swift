import Draft
import Ledger
import LedgerTesting
import Testing

@testable import DraftLedger  // a desk with less room than any service would give it

/// What does not fit is refused where it comes in, leaves no trace, and can be sent again.
@Suite struct OverloadTests {
    private let limit = 6

    /// Leaves as many commands as fit, none of which can be answered before the source is released.
    private func fill(
        _ desk: CommandDesk, _ source: WatchedSource, _ house: LiveHouse, _ user: (Int) -> UserID
    ) throws -> [PendingReply] {
        try (0..<limit).map { number in
            let user = user(number)
            source.hold(.user(user))
            return try desk.leave(.user(user, .setAlertPreferences(.all)), as: .user(user), id: house.newID())
        }
    }

    @Test func commandsBeyondTheLimitAreRefusedAndLeaveNoTrace() async throws {
        let house = try await LiveHouse(users: 8)
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source, limits: DeskLimits(commands: limit))
        let waiting = try fill(desk, source, house) { UserID(UInt64($0 + 1)) }
        let size = try house.ledger.size
        let late = (command: Command.user(7, .setAlertPreferences(.all)), id: house.newID())
        for _ in 0..<3 {
            let error = #expect(throws: DraftLedgerError.self) {
                try desk.leave(late.command, as: .user(7), id: late.id)
            }
            #expect(error?.code == .overloaded)
        }
        #expect(try house.ledger.size == size)
        source.release()
        for reply in waiting { #expect(try await reply.value.get().get().count == 1) }
        guard case .accepted(_, retry: false) = try await desk.outcome(of: late.command, as: .user(7), id: late.id)
        else {
            Issue.record("it was known already")
            return
        }
        #expect(desk.intake.count == 0)
    }

    @Test func oneUserDoesNotTakeTheRoomOfOthers() async throws {
        let house = try await LiveHouse(users: 3)
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source, limits: DeskLimits(commandsOfOneUser: limit))
        let waiting = try fill(desk, source, house) { _ in 1 }
        let error = #expect(throws: DraftLedgerError.self) {
            try desk.leave(.user(1, .setAlertPreferences(.all)), as: .user(1), id: house.newID())
        }
        #expect(error?.code == .overloaded)
        #expect(error?.message.contains("the same user") == true)
        let other = try await desk.outcome(of: .user(2, .setAlertPreferences(.all)), as: .user(2), id: house.newID())
        #expect(try other.get().count == 1)
        // The house is under no such limit.
        let admin = try desk.leave(
            .user(1, .setAlertPreferences(.all)), as: .admin(nil, onBehalfOf: 1), id: house.newID())
        source.release()
        _ = await admin.value
        for reply in waiting { #expect(try await reply.value.get().get().count == 1) }
    }

    @Test func contentsCountByTheirBytes() async throws {
        let house = try await LiveHouse()
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source, limits: DeskLimits(bytes: 100))
        source.hold(.user(2))
        let ranking = Command.queue(1, 0, .setRankings(players: (0..<200).map { PlayerIndex($0) }))
        // By itself, what is larger than all that fits gets in.
        _ = try await desk.outcome(of: ranking, as: .user(1), id: house.newID())
        let waiting = try desk.leave(.user(2, .setAlertPreferences(.all)), as: .user(2), id: house.newID())
        let error = #expect(throws: DraftLedgerError.self) {
            try desk.leave(ranking, as: .user(1), id: house.newID())
        }
        #expect(error?.code == .overloaded)
        source.release()
        #expect(try await waiting.value.get().get().count == 1)
    }

    @Test func aLedgerIsOpenedWithLimitsOfItsOwn() async throws {
        let house = try await LiveHouse()
        house.ledger.close()
        let ledger = try DraftLedger.open(at: house.path, for: .writing, limits: DeskLimits(commands: 1))
        defer { ledger.close() }
        #expect(ledger.desk?.intake.limits.commands == 1)
        let outcome = try await ledger.send(.user(1, .setAlertPreferences(.all)), as: .user(1), id: house.newID())
        #expect(try outcome.get().count == 1)
    }
}
