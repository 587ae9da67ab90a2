import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Testing

/// A contest in a ledger on disk, from its last pick to closed books.
@Suite struct SettlingTests {
    private static func scores(of room: RoomState, _ points: [Int64]) -> [Settlement.Score] {
        zip(room.members, points).compactMap { member, points in
            member.map { Settlement.Score(entry: $0.entry, points: points) }
        }
    }

    private func draft(_ house: LiveHouse) async throws {
        while case let room = try house.room, room.status == .active {
            let pick = room.currentPickNumber
            try await house.accept(
                .room(1, .makePick(MakePick(pick: pick, player: PlayerIndex(pick - 1)))),
                as: .user(try house.userOnClock()))
        }
    }

    @Test func aContestIsSettledAsFarAsItCanBeAndThenToItsEnd() async throws {
        let house = try await LiveHouse()
        let room = try await house.startDraft()
        let settlement = Settlement(of: 1, scores: Self.scores(of: room, [10, 20]))
        guard case .waiting(rooms: 1) = try await house.ledger.settle(settlement, as: House.admin) else {
            Issue.record("a room still drafts")
            return
        }
        #expect(try house.ledger.tournament(1)?.stage == .entriesClosed)
        try await draft(house)
        try house.reopen()
        let none = Settlement(of: 1, scores: [])
        guard case .lacksScores(of: 1, has: 0) = try await house.ledger.settle(none, as: House.admin) else {
            Issue.record("nobody has scored")
            return
        }
        for _ in 0..<2 {
            guard case .over = try await house.ledger.settle(settlement, as: House.admin) else {
                Issue.record("the contest can be settled, and is then")
                return
            }
        }
        // 100.00 paid in, 5.00 for the entry, 6.00 for the first place.
        #expect(try house.ledger.wallet(1).available == Cents(9_500))
        #expect(try house.ledger.wallet(2).available == Cents(10_100))
        #expect(try house.ledger.verify().findings == [])
    }

    @Test func whoMayNotIsRefusedAndAContestThatIsNotThereIsNone() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        try await draft(house)
        let settlement = Settlement(of: 1, scores: [])
        guard case .refused(let refusal) = try await house.ledger.settle(settlement, as: .user(1)) else {
            Issue.record("a member settles no contest")
            return
        }
        #expect(refusal.code == .forbidden)
        await #expect(throws: DraftLedgerError.self) {
            _ = try await house.ledger.settle(Settlement(of: 9, scores: []), as: House.admin)
        }
    }
}
