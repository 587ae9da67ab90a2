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
        #expect(try house.ledger.tournament(1)?.stage == .closed)
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

    @Test func aContestIsSettledByItsRoundsOnceTheirWeeksAreFinal() async throws {
        let house = try await LiveHouse()
        let rounds = [
            ContestRound(firstWeek: 1, lastWeek: 1, podSize: 2, advancing: 1),
            ContestRound(firstWeek: 2, lastWeek: 2, podSize: 2, advancing: 0),
        ]
        try await house.accept(.tournament(1, .setContestRounds(ContestRoundsSet(season: 2026, rounds: rounds))))
        let lineup = Lineup(
            quarterbacks: 0, runningBacks: 1, wideReceivers: 0, tightEnds: 0, flex: 0, flexPositions: [])
        try await house.accept(.tournament(1, .setScoring(ScoringSet(lineup: lineup, scoring: "s"))))
        _ = try await house.startDraft()
        try await draft(house)
        // Who picks first has the only running back.
        let winner = try #require(try house.room.user(ofSlot: 0))
        for week in 1...2 as ClosedRange<UInt8> {
            guard
                case .waitingForWeek(week, round: week) = try await house.ledger.settle(byRoundsOf: 1, as: House.admin)
            else {
                Issue.record("week \(week) is not final yet")
                return
            }
            try house.reopen()
            let score = PlayerScore(position: .runningBack, points: 500, externalID: "id-0", name: "P0")
            try await house.accept(
                .season(2026, .recordScores(RecordScores(week: week, scoring: "s", source: "t", scores: [score]))))
            try await house.accept(.season(2026, .closeWeek(week: week, scoring: "s")))
        }
        guard case .over = try await house.ledger.settle(byRoundsOf: 1, as: House.admin) else {
            Issue.record("the contest can be settled")
            return
        }
        let contest = try #require(try house.ledger.tournament(1))
        #expect(contest.played.map(\.isClosed) == [true, true])
        #expect(contest.played.map { $0.standings.map(\.points) } == [[500, 0], [500]])
        #expect(try house.ledger.wallet(winner).available == Cents(10_100))
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
