import DraftTesting
import Testing

@testable import Draft  // events that the game alone makes

@Suite struct SeasonTests {
    private static func score(_ name: String, _ points: Int32, id: String = "") -> PlayerScore {
        PlayerScore(position: .wideReceiver, points: points, externalID: id, name: name, team: "PHI")
    }

    private static func record(
        _ scores: [PlayerScore], week: UInt8 = 3, scoring: String = "half-ppr", reason: Wording = ""
    ) -> Command {
        .season(
            2022,
            .recordScores(RecordScores(week: week, scoring: scoring, source: "s", scores: scores, reason: reason)))
    }

    private static let final = Command.season(2022, .closeWeek(week: 3, scoring: "half-ppr"))

    @Test func aCorrectionSaysWhatItReplacesAndWhy() throws {
        var house = House()
        try house.accept(Self.record([Self.score("A", 1_230), Self.score("B", -40)]), as: .importer)
        house.refuse(Self.record([Self.score("A", 1_240)]), as: .importer, .invalidValue)
        house.refuse(Self.record([Self.score("A", 1_230)], reason: "again"), as: .importer, .invalidValue)
        let events = try house.accept(Self.record([Self.score("A", 1_240)], reason: "one yard more"), as: .admin(9))
        #expect(
            events == [
                StreamEvent(
                    .season(2022),
                    .playerScored(
                        PlayerScored(
                            week: 3, position: .wideReceiver, points: 1_240, replaces: 1_230, reason: "one yard more",
                            scoring: "half-ppr", source: "s", name: "A", team: "PHI")))
            ])
        let season = try #require(house.state.season(2022))
        #expect(season.scores.map(\.points) == [1_240, -40])
        #expect(season.version == 5)
    }

    @Test func aFinalWeekTakesAReasonForWhateverComesBehindIt() throws {
        var house = House()
        house.refuse(Self.final, as: .importer, .wrongStatus)
        try house.accept(Self.record([Self.score("A", 100)]), as: .importer)
        #expect(
            try house.accept(Self.final, as: .importer) == [
                StreamEvent(.season(2022), .weekFinal(WeekFinal(week: 3, players: 1, scoring: "half-ppr")))
            ])
        house.refuse(Self.final, as: .importer, .wrongStatus)
        house.refuse(Self.record([Self.score("B", 100)]), as: .importer, .invalidValue)
        try house.accept(Self.record([Self.score("B", 100)], reason: "was forgotten"), as: .importer)
        // Another week, another scoring: neither is final.
        try house.accept(Self.record([Self.score("B", 100)], week: 4), as: .importer)
        try house.accept(Self.record([Self.score("B", 150)], scoring: "ppr"), as: .importer)
        #expect(house.state.season(2022)?.isFinal(week: 3, scoring: "half-ppr") == true)
        #expect(house.state.season(2022)?.isFinal(week: 3, scoring: "ppr") == false)
    }

    @Test func anIdTellsNamesakesApart() throws {
        var house = House()
        house.refuse(Self.record([Self.score("A", 1), Self.score("A", 2)]), as: .importer, .invalidValue)
        try house.accept(
            Self.record([Self.score("A", 1, id: "x"), Self.score("A", 2, id: "y")]), as: .importer)
        let player = SeasonPlayer(externalID: "y", name: "Another spelling", position: .tightEnd)
        #expect(house.state.season(2022)?.score(of: player, week: 3, scoring: "half-ppr")?.points == 2)
    }

    @Test func whatNoSeasonHasIsRefused() {
        var house = House()
        for command in [
            Self.record([]), Self.record([Self.score("A", 1)], week: 0), Self.record([Self.score("A", 1)], week: 23),
            Self.record([Self.score("A", 1)], scoring: ""), Self.record([Self.score("", 1)]),
            Self.record([Self.score("A", 100_001)]), Self.record([Self.score("A", -100_001)]),
            Self.record([Self.score("A", .min)]),
            .season(22, .closeWeek(week: 1, scoring: "half-ppr")),
        ] {
            house.refuse(command, as: .importer, .invalidValue)
        }
        house.refuse(Self.record([Self.score("A", 1)]), as: .user(1), .forbidden)
        #expect(house.state.season(2022) == nil)
    }
}

@Suite struct ContestRoundTests {
    private static let rounds = [
        ContestRound(firstWeek: 1, lastWeek: 14, podSize: 2, advancing: 1),
        ContestRound(firstWeek: 15, lastWeek: 15, podSize: 4, advancing: 0),
    ]
    private static let lineup = Lineup(
        quarterbacks: 1, runningBacks: 0, wideReceivers: 1, tightEnds: 0, flex: 0, flexPositions: [])

    private static func set(_ rounds: [ContestRound], ties: [TieBreak] = [.bestWeek, .earlierEntry]) -> Command {
        .tournament(1, .setContestRounds(ContestRoundsSet(season: 2022, rounds: rounds, ties: ties)))
    }

    private static func set(_ lineup: Lineup) -> Command {
        .tournament(1, .setScoring(ScoringSet(lineup: lineup, scoring: "half-ppr")))
    }

    @Test func roundsAndScoringAreSetOnceBeforeTheFirstEntry() throws {
        var house = House(users: 1...2, balance: 5_000)
        house.refuse(Self.set(Self.rounds), as: .admin(9), .unknownTournament)
        try house.createTournament()
        house.refuse(Self.set(Self.rounds), as: .user(1), .forbidden)
        try house.accept(Self.set(Self.rounds), as: .admin(9))
        house.refuse(Self.set(Self.rounds), as: .admin(9), .alreadyExists)
        #expect(house.state.tournament(1)?.rounds?.rounds == Self.rounds)
        // Whoever entered now would keep the scoring from being set.
        house.refuse(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1), .wrongStatus)
        try house.accept(Self.set(Self.lineup), as: .admin(9))
        try house.join(1)
        house.refuse(Self.set(Self.lineup), as: .admin(9), .alreadyExists)
    }

    @Test func nothingIsSetBehindTheFirstEntry() throws {
        var house = House(users: 1...2, balance: 5_000)
        try house.createTournament()
        try house.join(1)
        house.refuse(Self.set(Self.rounds), as: .admin(9), .wrongStatus)
        house.refuse(Self.set(Self.lineup), as: .admin(9), .wrongStatus)
        #expect(house.state.tournament(1)?.rounds == nil && house.state.tournament(1)?.scoring == nil)
    }

    /// A house that draws up no clocks knows the picks as well before it says what counts.
    @Test func aContestWithoutAClockIsNoExceptionOnceSomebodyHasEntered() throws {
        var house = House(users: 1...2, balance: 5_000)
        var details = TournamentCreated.sample(fee: 1_000, prizes: [])
        details.ruleset = .untimed(teams: 2, rounds: 2)
        try house.accept(.tournament(1, .createTournament(details)), as: .admin(90))
        try house.join(1)
        house.refuse(Self.set(Self.lineup), as: .admin(9), .wrongStatus)
    }

    @Test func roundsThatCannotBePlayedAreRefused() throws {
        var house = House(users: 1...1)
        try house.createTournament()
        func changed(_ index: Int, _ change: (inout ContestRound) -> Void) -> [ContestRound] {
            var rounds = Self.rounds
            change(&rounds[index])
            return rounds
        }
        for rounds in [
            [], changed(0) { $0.podSize = 3 }, changed(0) { $0.firstWeek = 0 }, changed(0) { $0.lastWeek = 15 },
            changed(0) { $0.advancing = 0 }, changed(0) { $0.advancing = 2 }, changed(1) { $0.advancing = 1 },
            changed(1) { $0.lastWeek = 23 }, changed(1) { $0.firstWeek = 16 },
        ] {
            house.refuse(Self.set(rounds), as: .admin(9), .invalidValue)
        }
        for ties in [[], [.bestWeek], [.earlierEntry, .bestWeek], [.earlierEntry, .earlierEntry]] as [[TieBreak]] {
            house.refuse(Self.set(Self.rounds, ties: ties), as: .admin(9), .invalidValue)
        }
        var many = Self.lineup
        many.wideReceivers = 30
        for lineup in [many, Lineup(quarterbacks: 0, runningBacks: 0, wideReceivers: 0, tightEnds: 0, flex: 0)] {
            house.refuse(Self.set(lineup), as: .admin(9), .invalidValue)
        }
        try house.accept(Self.set(Self.lineup), as: .admin(9))
    }
}
