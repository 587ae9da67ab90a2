import DraftTesting
import Testing

@testable import Draft  // the stand of a contest, which otherwise only its events make

/// The order of what brings a contest to its end.
@Suite struct SettlementTests {
    /// A contest of one room for three, which pays two places.
    private static func contest(
        _ stage: TournamentState.Stage, awarded: UInt32 = 0, prizes: [PrizeTier]? = nil
    ) -> TournamentState {
        var contest = TournamentState(
            id: 1,
            details: TournamentCreated(
                pool: 1, entryFee: Cents(500), maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 0,
                ruleset: .fast(teams: 3, rounds: 1),
                prizes: prizes ?? [PrizeTier(firstPlace: 1, lastPlace: 2, amount: Cents(100))], title: "",
                externalID: ""))
        contest.stage = stage
        contest.lastPlaceAwarded = awarded
        return contest
    }

    private static func books(entries: UInt32, rooms: [RoomStatus]) -> ContestBooks {
        var books = ContestBooks()
        books.entries = entries
        for status in rooms { books.rooms.move(from: nil, to: status) }
        return books
    }

    private static func scores(_ points: [Int64]) -> [Settlement.Score] {
        points.enumerated().map { Settlement.Score(entry: EntryID(UInt64($0 + 1)), points: $1) }
    }

    private static func awards(_ step: Settlement.Step) -> [Standing]? {
        if case .send(.tournament(_, .awardPrizes(let standings))) = step { standings } else { nil }
    }

    @Test func oneStepFollowsTheOther() {
        let settlement = Settlement(of: 1, scores: Self.scores([30, 50, 40]))
        let over = Self.books(entries: 3, rooms: [.complete])
        #expect(settlement.next(for: Self.contest(.open), over) == .send(.tournament(1, .closeEntries)))
        let drafting = Self.books(entries: 6, rooms: [.complete, .active])
        #expect(settlement.next(for: Self.contest(.closed), drafting) == .wait(rooms: 1))
        #expect(
            Self.awards(settlement.next(for: Self.contest(.closed), over))
                == [Standing(entry: EntryID(2), place: 1), Standing(entry: EntryID(3), place: 2)])
        #expect(
            settlement.next(for: Self.contest(.closed, awarded: 2), over)
                == .send(.tournament(1, .finalizeTournament)))
        for stage in [TournamentState.Stage.finalized, .cancelled] {
            #expect(settlement.next(for: Self.contest(stage), over) == .over)
        }
    }

    @Test func whoeverTiesWithTheLastWinnerIsPaidToo() {
        let settlement = Settlement(of: 1, scores: Self.scores([30, 50, 30]))
        let next = settlement.next(for: Self.contest(.closed), Self.books(entries: 3, rooms: [.complete]))
        #expect(Self.awards(next)?.map(\.place) == [1, 2, 2])
    }

    @Test func withoutScoresForAllWhoWinNothingIsPaid() {
        let settlement = Settlement(of: 1, scores: Self.scores([30]))
        let next = settlement.next(for: Self.contest(.closed), Self.books(entries: 3, rooms: [.complete]))
        #expect(next == .lacksScores(of: 2, has: 1))
    }

    @Test func portionsGoOnWhereThePlacesEndAndPartNoTie() {
        let scores = (1...9_000).map { Settlement.Score(entry: EntryID(UInt64($0)), points: Int64($0 % 700)) }
        let settlement = Settlement(of: 1, scores: scores)
        let prizes = [PrizeTier(firstPlace: 1, lastPlace: 5_000, amount: Cents(100))]
        let books = Self.books(entries: 9_000, rooms: [.complete])
        var portions: [[Standing]] = []
        while let portion = Self.awards(
            settlement.next(
                for: Self.contest(
                    .closed, awarded: UInt32(portions.reduce(0) { $0 + $1.count }), prizes: prizes), books))
        {
            portions.append(portion)
        }
        #expect(portions.count > 1)
        let all = portions.flatMap { $0 }
        #expect(all.count >= 5_000)
        for (index, standing) in all.enumerated() where Int(standing.place) != index + 1 {
            #expect(standing.place == all[index - 1].place)
        }
        for (one, next) in zip(portions, portions.dropFirst()) { #expect(one.last?.place != next.first?.place) }
    }
}
