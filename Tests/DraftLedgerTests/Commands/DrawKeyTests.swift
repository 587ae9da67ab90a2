import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Testing

/// A room is drawn by the secret that it was promised by, whatever stands in draw.key by then.
@Suite struct DrawKeyTests {
    /// Room 1 waits for its second member; then the key is exchanged for another one.
    private func house() async throws -> (house: LiveHouse, key: Data) {
        let house = try await LiveHouse(users: 2)
        try await house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1))
        let file = URL(filePath: house.path + "/draw.key")
        let key = try Data(contentsOf: file)
        try Data(repeating: 9, count: 32).write(to: file)
        try house.reopen()
        return (house, key)
    }

    @Test func anotherKeyDrawsNothingAndWritesNothing() async throws {
        let (house, key) = try await house()
        let size = try house.ledger.size
        let error = await #expect(throws: DraftLedgerError.self) {
            try await house.send(.wallet(2, .joinTournament(1, entries: 1)), as: .user(2))
        }
        #expect(error?.code == .drawKeyForeign)
        let cancellation = await #expect(throws: DraftLedgerError.self) {
            try await house.send(.tournament(1, .closeEntries), as: .scheduler)
        }
        #expect(cancellation?.code == .drawKeyForeign)
        #expect(try house.ledger.size == size)

        try key.write(to: URL(filePath: house.path + "/draw.key"))
        try house.reopen()
        try await house.accept(.wallet(2, .joinTournament(1, entries: 1)), as: .user(2))
        #expect(try house.room.seatOfSlot.count == 2)
    }

    /// What has nothing to do with a room's promise goes on.
    @Test func theRestOfTheHouseGoesOn() async throws {
        let (house, _) = try await house()
        try await house.accept(.wallet(1, .leaveRoom(1)), as: .user(1))
        try await house.accept(.wallet(2, .holdWithdrawal(amount: Cents(5), provider: "bank")), as: .user(2))
    }
}
