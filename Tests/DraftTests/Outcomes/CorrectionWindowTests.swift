import DraftTesting
import Testing

@testable import Draft  // the window as the rules see it

/// Contests whose rules say for how many days corrections count, over the contest of `RoundTests`.
@Suite struct CorrectionWindowTests {
    private static let day: Int64 = 86_400

    /// Entries are closed, weeks 1 and 2 final, and the window of both is two days.
    private static func told() throws -> House {
        var house = try RoundTests.drafted(correctionDays: 2)
        try house.accept(.tournament(1, .closeEntries), as: .admin(90))
        for week in [1, 2] as [UInt8] { try RoundTests.tell(&house, week: week) }
        return house
    }

    private static func end(_ house: House, week: UInt8 = 2) throws -> Timestamp {
        try #require(house.state.season(2022)?.correctionsEnd(week: week, scoring: "s", days: 2))
    }

    private static func correct(_ house: inout House, _ player: Int, to points: Int32, week: UInt8 = 2) throws {
        let score = PlayerScore(
            position: .wideReceiver, points: points, externalID: "p\(player)", name: "Player \(player)")
        let record = RecordScores(week: week, scoring: "s", source: "t", scores: [score], reason: "one yard more")
        try house.accept(.season(2022, .recordScores(record)), as: .importer)
    }

    /// The standings by which a round closes.
    private static func standings(_ events: [StreamEvent]) -> [RoundStanding] {
        events.flatMap { event -> [RoundStanding] in
            guard case .roundClosed(let closed) = event.event else { return [] }
            return closed.standings
        }
    }

    @Test func noRoundClosesWhileCorrectionsCount() throws {
        var house = try Self.told()
        let end = try Self.end(house)
        let close = RoundTests.close(1, RoundTests.version(house), RoundTests.roomNumbers)
        house.refuse(close, as: .admin(90), .wrongStatus)
        // The very last moment still counts.
        house.now = end - .milliseconds(1)
        house.refuse(close, as: .admin(90), .wrongStatus)
        try house.accept(close, as: .admin(90))
    }

    @Test func aSettlementWaitsForCorrections() throws {
        let house = try Self.told()
        let (end, contest) = (try Self.end(house), try #require(house.state.tournament(1)))
        let (books, season) = (house.state.books(1), house.state.season(2022))
        let settlement = Settlement(byRoundsOf: 1, rooms: RoundTests.roomNumbers)
        #expect(settlement.next(for: contest, books, season, at: end) == .waitForCorrections(until: end, round: 1))
        let close = Settlement.Step.send(RoundTests.close(1, RoundTests.version(house), RoundTests.roomNumbers))
        #expect(settlement.next(for: contest, books, season, at: end + Interval(microseconds: 1)) == close)
        #expect(settlement.next(for: contest, books, season) == close)
    }

    /// Whichever version the house names, nothing that counts is left out, and nothing that does not is let in.
    @Test func aRoundHasOneOutcomeAsOfWhicheverVersion() throws {
        var house = try Self.told()
        let before = RoundTests.version(house)
        house.now = try Self.end(house) - .milliseconds(1)
        // Pick 1 of room 1 drafted player 9.
        try Self.correct(&house, 9, to: 50_000)
        let inTime = RoundTests.version(house)
        try Self.correct(&house, 10, to: 60_000)
        try Self.correct(&house, 9, to: 1)
        let late = RoundTests.version(house)
        house.refuse(RoundTests.close(1, before, RoundTests.roomNumbers), as: .admin(90), .invalidValue)
        var other = house
        let closed = try house.accept(RoundTests.close(1, inTime, RoundTests.roomNumbers), as: .admin(90))
        let later = try other.accept(RoundTests.close(1, late, RoundTests.roomNumbers), as: .admin(90))
        #expect(Self.standings(closed) == Self.standings(later))
        let best = Self.standings(closed).filter { $0.entry.room == 1 }.map(\.bestWeek).max()
        #expect(best == 50_000)
    }

    @Test func eachWeekHasAWindowOfItsOwn() throws {
        var house = try RoundTests.drafted(correctionDays: 2)
        try RoundTests.tell(&house, week: 1)
        house.now = house.now + .seconds(3 * Self.day)
        try RoundTests.tell(&house, week: 2)
        try Self.correct(&house, 9, to: 50_000, week: 1)
        try Self.correct(&house, 9, to: 40_000, week: 2)
        let season = try #require(house.state.season(2022))
        func points(_ days: UInt8?) -> [Int32] {
            season.scores(countingWithin: days).filter { $0.externalID == "p9" }.map(\.points)
        }
        #expect(points(2) == [RoundTests.points(9, 1), 40_000])
        #expect(points(4) == [50_000, 40_000])
        #expect(points(nil) == [50_000, 40_000])
        #expect(season.lastCounting(weeks: 1...1, scoring: "s", days: 2) == 40)
        #expect(season.lastCounting(weeks: 1...2, scoring: "s", days: 2) == season.version)
        #expect(season.lastCounting(weeks: 1...2, scoring: "other", days: 2) == 0)
    }

    /// Nobody is forgotten until it is too late and then remembered.
    @Test func whoIsToldOfTooLateHasNoPoints() throws {
        var house = try Self.told()
        try Self.correct(&house, 90, to: 100)
        house.now = try Self.end(house)
        try Self.correct(&house, 91, to: 200)
        let season = try #require(house.state.season(2022))
        let names = Set(season.scores(countingWithin: 2).map(\.externalID))
        #expect(names.contains("p90") && !names.contains("p91"))
        #expect(season.scores(countingWithin: nil).contains { $0.externalID == "p91" })
        let former = season.asOf(version: season.version - 1)
        #expect(former.scores(countingWithin: 2) == season.scores(countingWithin: 2))
    }

    @Test(arguments: [(60, nil), (61, .invalidValue)] as [(UInt8, RefusalCode?)])
    func aWindowHasAnEnd(days: UInt8, code: RefusalCode?) throws {
        var house = House(users: 1...2, balance: 5_000)
        try house.createTournament()
        let set = ContestRoundsSet(season: 2022, rounds: RoundTests.rounds, correctionDays: days)
        let command = Command.tournament(1, .setContestRounds(set))
        if let code { return house.refuse(command, as: .admin(90), code) }
        try house.accept(command, as: .admin(90))
        #expect(house.state.tournament(1)?.rounds?.correctionDays == days)
    }

    // MARK: Picks on which standings rest

    private static func correction(pick: PickNumber = 1) -> RoomCommand {
        .correctPick(
            CorrectPick(
                pick: pick, mode: .substitute, player: 39, requestedBy: 91, approvedBy: 92, reason: "the wrong row"))
    }

    @Test func aPickStandsOnceItsRoomsStandingsAreOnRecord() throws {
        var house = try RoundTests.drafted()
        try house.accept(.tournament(1, .closeEntries), as: .admin(90))
        for week in [1, 2] as [UInt8] { try RoundTests.tell(&house, week: week) }
        var early = house
        try early.accept(.room(1, Self.correction()), as: .admin(90))
        try house.accept(RoundTests.close(1, RoundTests.version(house), [1, 2]), as: .admin(90))
        house.refuse(.room(1, Self.correction()), as: .admin(90), .standingsOnRecord)
        // What else is wrong with it comes first: a room alone can tell.
        house.refuse(.room(1, Self.correction(pick: 9)), as: .admin(90), .stalePickNumber)
        try house.accept(.room(3, Self.correction()), as: .admin(90))
        let contest = try #require(house.state.tournament(1))
        #expect(contest.refusal(ofCorrecting: 1, in: 1, rules: 5) == nil)
        #expect(contest.refusal(ofCorrecting: 1, in: 3, rules: 6) == nil)
    }

    /// What a verdict finds wrong is put right on record; the money is a matter of its own.
    @Test func prizesWithoutStandingsOnRecordKeepNoPickAsItIs() throws {
        var house = try RoundTests.drafted(rounds: nil)
        try house.accept(.tournament(1, .closeEntries), as: .admin(90))
        let standing = Standing(entry: try house.entry(of: 8, in: 4), place: 1)
        try house.accept(.tournament(1, .awardPrizes(standings: [standing])), as: .admin(90))
        try house.accept(.room(2, Self.correction()), as: .admin(90))
    }
}
