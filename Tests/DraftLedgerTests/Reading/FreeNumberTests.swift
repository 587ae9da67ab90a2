import Draft
import DraftLedger
import Testing

@Suite struct FreeNumberTests {
    @Test func theyFollowTheLargestInUse() async throws {
        let house = try await TestHouse()
        try await open(41, in: house)
        let free = try house.ledger.freeNumbers()
        #expect(free.room == 42 && free.tournament == 2 && free.pool == 2 && free.user == 3)
    }

    @Test func afterTheLargestOfAllThereIsNone() async throws {
        let house = try await TestHouse()
        try await open(RoomID(StreamKey.maximumNumber), in: house)
        let error = #expect(throws: DraftLedgerError.self) { try house.ledger.freeNumbers() }
        #expect(error?.code == .noFreeNumber)
        #expect(error?.message.contains("room \(StreamKey.maximumNumber)") == true)
    }

    private func open(_ room: RoomID, in house: TestHouse) async throws {
        let rules = Ruleset.slow(teams: 2, rounds: 1)
        try await house.accept(
            .room(room, .openRoom(OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: rules))))
    }
}
