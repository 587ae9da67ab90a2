import Draft
import DraftTesting
import Records
import Replay
import Testing

/// What a site states itself of entries, held against what the ledger computes: a difference is told, and is no breach.
@Suite struct StatedResultAuditTests {
    /// Drafts of another site, each of two entries, in a contest of which the first round has weeks 1-2: in each week the
    /// first entry scores 15.00 and the second 14.99.
    static func house(
        rooms: Int = 1, weeks: ClosedRange<UInt8> = 1...2, isFinal: Bool = true, hasScoring: Bool = true,
        second: Int32 = 499
    ) -> HouseScript {
        var house = HouseScript()
        house.send(.ledger(.createLedger(origin: "test.example/drafts")), as: .admin(nil))
        let started = SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "1", commit: "c")
        house.send(.ledger(.startSoftware(started)), as: .scheduler)
        let pool = PublishPool(externalID: "pool", title: "Pool", players: House.players(8))
        house.send(.pool(1, .publishPool(pool)), as: .importer)
        var contest = TournamentCreated.blank
        (contest.pool, contest.ruleset, contest.title) = (1, .untimed(teams: 2, rounds: 2), "Contest")
        house.send(.tournament(1, .createTournament(contest)), as: .importer)
        let rounds = [
            ContestRound(firstWeek: 1, lastWeek: 2, podSize: 2, advancing: 1),
            ContestRound(firstWeek: 3, lastWeek: 3, podSize: 2, advancing: 0),
        ]
        house.send(.tournament(1, .setContestRounds(ContestRoundsSet(season: 2022, rounds: rounds))), as: .importer)
        if hasScoring {
            let lineup = Lineup(
                quarterbacks: 0, runningBacks: 1, wideReceivers: 1, tightEnds: 0, flex: 0, flexPositions: [])
            house.send(
                .tournament(1, .setScoring(ScoringSet(lineup: lineup, scoring: ScoringSet.halfPPR))), as: .importer)
        }
        for number in 1...rooms { draft(RoomID(UInt64(number)), &house) }
        for week in weeks {
            score([("P0", .runningBack, 1_000), ("P1", .wideReceiver, 500)], week, &house)
            score([("P4", .runningBack, 1_000), ("P5", .wideReceiver, second)], week, &house)
            if isFinal { house.send(.season(2022, .closeWeek(week: week, scoring: ScoringSet.halfPPR)), as: .importer) }
        }
        return house
    }

    private static func draft(_ room: RoomID, _ house: inout HouseScript) {
        let opening = OpenRoom(
            tournament: 1, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 2), externalID: "d-\(room)")
        let entries = ["a", "b"].map { ImportRoom.Entry(externalID: $0) }
        house.send(.room(room, .importRoom(ImportRoom(room: opening, entries: entries))), as: .importer)
        let picks: [(PlayerIndex, Seat)] = [(0, 0), (4, 1), (5, 1), (1, 0)]
        for (pick, (player, seat)) in zip((1 as PickNumber)..., picks) {
            house.send(.room(room, .makePick(MakePick(pick: pick, player: player, seat: seat))), as: .importer)
        }
    }

    private static func score(
        _ scores: [(String, PlayerPosition, Int32)], _ week: UInt8, _ house: inout HouseScript, reason: Wording = ""
    ) {
        let scores = scores.map { PlayerScore(position: $1, points: $2, name: $0) }
        house.send(
            .season(
                2022,
                .recordScores(
                    RecordScores(
                        week: week, scoring: ScoringSet.halfPPR, source: "s", scores: scores, reason: reason))),
            as: .importer)
    }

    private static func results(
        _ points: [Int32?], _ advances: [Bool?] = [nil, nil], round: UInt8 = 1
    ) -> ResultsStated {
        ResultsStated(
            round: round, source: "site",
            entries: zip(points, advances).map { StatedEntry(points: $0, advances: $1) })
    }

    private static func state(_ results: ResultsStated, of room: RoomID = 1, _ house: inout HouseScript) {
        let refusal = house.send(.room(room, .recordStatedResults(results)), as: .importer)
        #expect(refusal == nil)
    }

    /// What is told of statements, and the counts of those that could be computed, that agree, and that could not be.
    private static func told(of house: HouseScript) -> (remarks: [String], counts: [UInt64]) {
        let report = ForgeryAudit.report(on: house.events)
        #expect(report.findings.map(\.message) == [])
        return (
            report.remarks.map(\.message).filter { $0.hasPrefix("site states") || $0.contains("sites state") },
            [report.counts.statedResults, report.counts.confirmedResults, report.counts.unknownResults]
        )
    }

    @Test func whatAgreesIsCounted() {
        var house = Self.house()
        #expect(Self.told(of: house).counts == [0, 0, 0], "nothing is stated")
        Self.state(Self.results([3_000, 2_998], [true, false]), &house)
        let told = Self.told(of: house)
        #expect(told.remarks == [] && told.counts == [2, 2, 0])
    }

    @Test func aFalsifiedFigureIsToldWithDraftEntryAndWeeks() {
        var house = Self.house()
        Self.state(Self.results([3_001, 2_998]), &house)
        let told = Self.told(of: house)
        let entry = EntryID(room: 1, join: 1)
        #expect(
            told.remarks == [
                "site states 30.01 points of entry \(entry) (a) of draft d-1 in weeks 1-2; the ledger computes 30.00."
            ])
        #expect(told.counts == [2, 1, 0])
        // The site puts it right, which holds from there on; what it says nothing of stays as it was stated.
        Self.state(Self.results([3_000, nil], [nil, true]), &house)
        let other = EntryID(room: 1, join: 2)
        #expect(
            Self.told(of: house).remarks == [
                "site states that entry \(other) (b) of draft d-1 advances from weeks 1-2; by the computed 29.98 points it "
                    + "does not."
            ])
        Self.state(Self.results([nil, -2_998], [nil, true]), &house)
        #expect(
            Self.told(of: house).remarks == [
                "site states -29.98 points of entry \(other) (b) of draft d-1 in weeks 1-2, and that it advances; the "
                    + "ledger computes 29.98, by which it does not."
            ])
    }

    /// By what a site breaks ties nobody knows.
    @Test func ofEqualPointsEitherMayGoOn() {
        for advances in [[true, false], [false, true]] {
            var house = Self.house(second: 500)
            Self.state(Self.results([3_000, 3_000], advances), &house)
            #expect(Self.told(of: house).counts == [2, 2, 0])
            Self.state(Self.results([nil, 2_999]), &house)
            #expect(Self.told(of: house).remarks.count == 1)
        }
        var silent = Self.house(second: 500)
        Self.state(Self.results([nil, nil], [true, false]), &silent)
        #expect(Self.told(of: silent).counts == [0, 0, 2], "who goes on cannot be computed")
    }

    @Test func whatCannotBeComputedIsNoDifference() {
        for (house, why) in [
            (Self.house(weeks: 1...1), "week 2 has no scores"), (Self.house(hasScoring: false), "no lineup is known"),
        ] {
            var house = house
            Self.state(Self.results([1, 2]), &house)
            let told = Self.told(of: house)
            #expect(told.remarks == [] && told.counts == [0, 0, 2], "\(why)")
        }
        var later = Self.house(weeks: 1...3)
        Self.state(Self.results([1_500, nil], [true, nil], round: 2), &later)
        #expect(Self.told(of: later).counts == [1, 1, 0], "a round behind the first has points")
        Self.state(Self.results([1, 2], round: 3), &later)
        #expect(Self.told(of: later).counts == [1, 1, 2], "and the contest no third one")
        var voided = Self.house()
        Self.state(Self.results([1, 2]), &voided)
        voided.send(.room(1, .voidRoom(approvedBy: 0, reason: "again")), as: .importer)
        #expect(Self.told(of: voided).counts == [0, 0, 0])
    }

    /// Picks 1 and 4 are the first entry's, with 20.00 and 10.00 points, 2 and 3 the second one's, with 20.00 and 9.98.
    @Test func whatPicksComeToIsCompared() {
        func told(
            _ picks: [Int32?], entries: [Int32?] = [nil, nil], round: UInt8 = 1, weeks: ClosedRange<UInt8> = 1...2
        ) -> (remarks: [String], counts: [UInt64]) {
            var house = Self.house(weeks: weeks)
            var results = Self.results(entries, round: round)
            results.picks = picks.map { StatedPick(points: $0) }
            Self.state(results, of: 1, &house)
            return Self.told(of: house)
        }
        let (first, second) = (EntryID(room: 1, join: 1), EntryID(room: 1, join: 2))
        let same = told([2_000, 2_000, 998, 1_000])
        #expect(same.remarks == [] && same.counts == [2, 2, 0])
        #expect(told([2_000, nil, nil, nil]).counts == [1, 1, 0], "what is not stated is not compared")
        let one = told([2_000, 2_000, 998, 1_001], entries: [3_000, nil])
        #expect(one.counts == [2, 1, 0])
        #expect(
            one.remarks == [
                "site states 10.01 points of pick 4, of entry \(first) (a) of draft d-1 in weeks 1-2; in the computed "
                    + "lineups it has 10.00."
            ])
        #expect(
            told([nil, 0, 1, nil]).remarks == [
                "site states 0.00 points of pick 2, of entry \(second) (b) of draft d-1 in weeks 1-2; in the computed "
                    + "lineups it has 20.00, and 1 more of the entry's picks has other points."
            ])
        #expect(
            told([2_001, nil, nil, 1_000], entries: [3_001, nil]).remarks == [
                "site states 30.01 points of entry \(first) (a) of draft d-1 in weeks 1-2; the ledger computes 30.00; of one "
                    + "of its picks it states other points too, for pick 1 20.01 instead of 20.00."
            ])
        // Of a later round, whoever is in it.
        let later = told([1_000, nil, nil, 499], round: 2, weeks: 1...3)
        #expect(later.counts == [1, 0, 0] && later.remarks.first?.contains("4.99 points of pick 4") == true)
    }

    /// Scores may come long after the statement, be corrected, and not be final.
    @Test func theScoresOfTheWholeLedgerCount() {
        var house = Self.house(isFinal: false)
        Self.state(Self.results([3_000, 2_998]), &house)
        #expect(Self.told(of: house).counts == [2, 2, 0])
        Self.score([("P0", .runningBack, 990)], 2, &house, reason: "a yard less")
        let told = Self.told(of: house)
        #expect(told.counts == [2, 1, 0])
        #expect(told.remarks.first?.hasSuffix("the ledger computes 29.90, from scores that are not final.") == true)
    }

    @Test func manyDifferencesAreToldInPartAndCounted() {
        var house = Self.house(rooms: 60)
        for room in 1...60 { Self.state(Self.results([1, 2]), of: RoomID(UInt64(room)), &house) }
        let told = Self.told(of: house)
        #expect(told.counts == [120, 0, 0] && told.remarks.count == 101)
        #expect(told.remarks.first?.contains("of draft d-1 ") == true)
        #expect(told.remarks[99].contains("of draft d-50 "))
        #expect(
            told.remarks.last
                == "Of 20 more entries, from here on, sites state other results than the ledger computes.")
    }

    /// Whoever holds all keys may write what no importer has stated, or nobody could have.
    @Test(arguments: [
        (Sender.admin(7), results([1, 2])), (.user(1), results([1, 2])),
        (
            .importer,
            ResultsStated(round: 1, source: "site", entries: Array(repeating: StatedEntry(points: 1), count: 9))
        ),
        (.importer, ResultsStated(round: 1, source: "site", entries: [])), (.importer, results([.max, 2])),
        (.importer, results([1, 2], round: 0)), (.importer, results([1, 2], round: 255)),
        (.importer, results([nil, nil])),
        (
            .importer,
            ResultsStated(
                round: 1, source: "site", entries: results([1, 2]).entries,
                picks: Array(repeating: StatedPick(points: .max), count: 500))
        ),
    ])
    func aForgedStatementIsFound(sender: Sender, results: ResultsStated) {
        var house = Self.house()
        house.force(
            [StreamEvent(.room(1), .resultsStated(results))], of: .room(1, .recordStatedResults(results)), as: sender)
        let findings = ForgeryAudit.findings(in: house.events)
        #expect(findings.map(\.rule) == [.decision] && findings[0].stream == .room(1))
    }

    @Test func aStatementWhereNoneBelongsIsFound() {
        let results = Self.results([1, 2])
        for (stream, rule) in [
            (StreamKey.wallet(1), AuditRule.stream), (.room(7), .status), (.queue(1, 0), .stream),
            (.tournament(1), .stream),
        ] {
            var house = Self.house()
            house.force(
                [StreamEvent(stream, .resultsStated(results))], of: .room(1, .recordStatedResults(results)),
                as: .importer)
            let findings = ForgeryAudit.findings(in: house.events)
            #expect(!findings.isEmpty, "\(stream) \(rule)")
        }
        var early = Self.house(rooms: 1)
        early.send(.pool(1, .addPlayer(House.player(8, "Late", .tightEnd))), as: .importer)
        let opening = OpenRoom(tournament: 1, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 2))
        let entries = ["a", "b"].map { ImportRoom.Entry(externalID: $0) }
        early.send(.room(2, .importRoom(ImportRoom(room: opening, entries: entries))), as: .importer)
        early.force(
            [StreamEvent(.room(2), .resultsStated(results))], of: .room(2, .recordStatedResults(results)), as: .importer
        )
        #expect(ForgeryAudit.findings(in: early.events).map(\.rule).contains(.status))
    }
}
