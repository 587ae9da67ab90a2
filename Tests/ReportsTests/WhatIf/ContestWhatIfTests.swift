import DraftLedger
import LedgerTesting
import Records
import Reports
import TestSupport
import Testing

@testable import Draft  // events that the game alone makes

/// What can be asked of a contest under a change, and what of it cannot be told.
@Suite(.seeded) struct ContestWhatIfTests {
    private static func whatIf(_ house: TemporaryLedger) throws -> ContestWhatIf {
        try ContestWhatIf(of: 1, try Analysis(of: house.ledger), in: house.ledger)
    }

    /// A contest that is closed, of seeds that differ in everything.
    private static func closed(_ seed: UInt64) async throws -> TemporaryLedger {
        let house = try TemporaryLedger(SeasonField(seed: seed, isWhole: true).events)
        _ = try await house.ledger.settle(byRoundsOf: 1, as: .scheduler)
        try #require(try house.ledger.tournament(1)?.openRound == nil)
        return house
    }

    private static func score(
        _ name: String, week: UInt8, _ points: Int32, scoring: String = "s", position: PlayerPosition = .quarterback
    ) -> PendingEvent {
        PendingEvent(
            stream: .season(2022),
            event: .playerScored(
                PlayerScored(
                    week: week, position: position, points: points, reason: "A second look.", scoring: scoring,
                    source: "", name: name)),
            origin: nil)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func withoutAChangeEverythingIsAsItIs(seed: UInt64) async throws {
        let house = try await Self.closed(seed)
        let report = try Self.whatIf(house).run(.none)
        #expect(report.rounds.count == 3 && report.end == nil && report.prizes?.isEmpty == true, "seed \(seed)")
        for round in report.rounds {
            #expect(round.isClosed && !round.isRedrawn && round.gained == 0, "seed \(seed)")
            #expect(round.entries.allSatisfy { $0.was == $0.becomes && !$0.isAffected }, "seed \(seed)")
        }
        // What is corrected behind a round's end changes neither side of it.
        try house.ledger.append([Self.score("Player Aax", week: 1, 90_000)])
        let later = try Self.whatIf(house).run(.none)
        #expect(later.rounds.map(\.entries) == report.rounds.map(\.entries), "seed \(seed)")
    }

    /// Others who go on are drawn by the secret, and nobody gets in or out of a round without having come through the one
    /// before.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func whoPlaysARoundHasComeThroughTheOneBefore(seed: UInt64) async throws {
        let house = try await Self.closed(seed)
        let lineup = Lineup(
            quarterbacks: 0, runningBacks: 1, wideReceivers: 0, tightEnds: 1, flex: 1, flexPositions: .quarterback)
        let report = try Self.whatIf(house).run(ContestChange(lineup: lineup))
        #expect(report.rounds.count == 3, "seed \(seed)")
        for (before, round) in zip(report.rounds, report.rounds.dropFirst()) {
            let through = before.entries.filter { $0.becomes?.advances == true }.map(\.entry)
            #expect(Set(round.entries.filter { $0.becomes != nil }.map(\.entry)) == Set(through), "seed \(seed)")
            let did = before.entries.filter { $0.was?.advances == true }.map(\.entry)
            #expect(round.isRedrawn == (Set(did) != Set(through)), "seed \(seed)")
            #expect(before.gained == before.lost, "seed \(seed)")
        }
        let sum = try #require(report.prizes).reduce(Cents.zero) { sum, prize in
            sum + (prize.becomes?.amount ?? .zero) - (prize.was?.amount ?? .zero)
        }
        #expect(sum == .zero, "seed \(seed)")
    }

    @Test func aPickThatCannotBeMadeSaysWhy() async throws {
        let house = try TemporaryLedger(SeasonField(seed: 4, isWhole: true).events)
        let whatIf = try Self.whatIf(house)
        let board = try #require(try house.ledger.room(2)).board
        let (first, third) = (try #require(board[0].pick.player), try #require(board[2].pick.player))
        func run(_ pick: ContestChange.Pick) throws { _ = try whatIf.run(ContestChange(pick: pick)) }
        let names = try #require(try house.ledger.pool(1)).players.map(\.name)
        #expect(throws: ContestWhatIfError.taken(name: names[Int(first)], by: 1, instead: 3)) {
            try run(ContestChange.Pick(room: 2, number: 3, player: first))
        }
        #expect(throws: ContestWhatIfError.taken(name: names[Int(third)], by: 3, instead: 3)) {
            try run(ContestChange.Pick(room: 2, number: 3, player: third))
        }
        #expect(throws: ContestWhatIfError.noSuchPick(33, 2)) {
            try run(ContestChange.Pick(room: 2, number: 33, player: 43))
        }
        #expect(throws: ContestWhatIfError.noSuchPlayer(44)) {
            try run(ContestChange.Pick(room: 2, number: 1, player: 44))
        }
        #expect(throws: ContestWhatIfError.notOfContest(99, 1)) {
            try run(ContestChange.Pick(room: 99, number: 1, player: 43))
        }
        #expect(throws: ContestWhatIfError.badLineup(starters: 9, drafted: 8)) {
            try whatIf.run(
                ContestChange(
                    lineup: Lineup(quarterbacks: 9, runningBacks: 0, wideReceivers: 0, tightEnds: 0, flex: 0)))
        }
    }

    /// The one who took the player later gets the one who is left, and no third roster changes.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func aPickChangesTwoRostersAtTheMost(seed: UInt64) throws {
        let house = try TemporaryLedger(SeasonField(seed: seed, isWhole: true).events)
        let whatIf = try Self.whatIf(house)
        let board = try #require(try house.ledger.room(5)).board
        let (early, late) = (board[1], board[29])
        let pick = ContestChange.Pick(room: 5, number: early.number, player: try #require(late.pick.player))
        let report = try whatIf.run(ContestChange(pick: pick))
        #expect(report.exchange?.laterPick == 30 && report.exchange?.laterEntry == late.entry, "seed \(seed)")
        let meant = Set([early.entry, late.entry])
        for entry in report.rounds[0].entries where !meant.contains(entry.entry) {
            #expect(entry.was?.points == entry.becomes?.points, "seed \(seed)")
        }
        #expect(report.end == .notClosed(round: 1), "seed \(seed)")
    }

    // MARK: Another scoring

    @Test func anotherScoringOnRecordHasToTellOfEverybody() throws {
        var field = SeasonField(seed: 2, isWhole: true).events
        let scores = field.compactMap { pending in
            if case .playerScored(let scored) = pending.event { scored } else { nil }
        }
        let other = scores.map { scored in
            var doubled = scored
            (doubled.scoring, doubled.points) = ("double", scored.points * 2)
            return PendingEvent(stream: .season(2022), event: .playerScored(doubled), origin: nil)
        }
        let without = try Self.whatIf(try TemporaryLedger(field))
        #expect(throws: ContestWhatIfError.noPoints(2022, scoring: "double")) {
            try without.run(ContestChange(scoring: .recorded("double")))
        }
        let short = try TemporaryLedger(field + other.dropFirst(2))
        do {
            _ = try Self.whatIf(short).run(ContestChange(scoring: .recorded("double")))
            Issue.record("two weeks are made up")
        } catch ContestWhatIfError.pointsMissing(let lack) {
            #expect(lack.missing == 2 && lack.contradicted == 0 && !lack.isOfStatistics && lack.of > 60, "\(lack)")
            #expect(lack.examples == scores.prefix(2).map { "\($0.name) in week \($0.week)" })
        }
        field += other
        let house = try TemporaryLedger(field)
        let report = try Self.whatIf(house).run(ContestChange(scoring: .recorded("double")))
        for entry in report.rounds[0].entries {
            #expect(entry.becomes?.points == entry.was.map { $0.points * 2 })
            #expect(entry.was?.place == entry.becomes?.place)
        }
    }

    /// Of a scoring that is only a name nobody can say that statistics are what its points are made of.
    @Test func statisticsHaveToComeToThePointsOnRecord() throws {
        let house = try TemporaryLedger(SeasonField(seed: 2, isWhole: true).events)
        #expect(throws: ContestWhatIfError.unknownScoring("s")) {
            try Self.whatIf(house).run(ContestChange(scoring: .statistics(.halfPPR, [])))
        }
        let named = SeasonField(seed: 2, isWhole: true, scoring: ScoringSet.halfPPR).events
        let known = try TemporaryLedger(named)
        let scores = named.compactMap { pending in
            if case .playerScored(let scored) = pending.event { scored } else { nil }
        }
        // Rushing yards at a tenth of a point each, and passing yards for the hundredths that are left.
        let statistics = scores.map { scored in
            var week = PlayerStatistics(
                week: scored.week, player: PlayerNote(name: scored.name, position: scored.position))
            (week[.rushingYards], week[.passingYards]) = Self.yards(for: scored.points)
            return week
        }.filter { week in StatisticPoints.halfPPR.points(of: week) % 2 == 0 }
        do {
            _ = try Self.whatIf(known).run(ContestChange(scoring: .statistics(.halfPPR, statistics)))
            Issue.record("points that no yards come to are made up")
        } catch ContestWhatIfError.pointsMissing(let lack) {
            #expect(lack.contradicted > 0 && lack.isOfStatistics && lack.examples.count == 5, "\(lack)")
        }
    }

    /// As near as yards come to it: what is left over is odd hundredths.
    private static func yards(for points: Int32) -> (rushing: Int32, passing: Int32) {
        let rushing = points / 10
        return (rushing, (points - rushing * 10) / 4)
    }

    @Test(arguments: [
        "", "receptions", "receptions=x", "receptions=1.5", "receptions=10001", "catches=50", "receptions==1",
        "receptions=1,receptions=2",
    ])
    func aScoringThatCannotBeReadIsNone(text: String) {
        #expect(throws: ContestWhatIfError.self) { try StatisticPoints.halfPPR.changed(by: text) }
    }

    @Test func aScoringChangesWhatItNames() throws {
        let points = try StatisticPoints.halfPPR.changed(by: "receptions=100,\n PASSINGTOUCHDOWNS = 600\n")
        #expect(points[.receptions] == 100 && points[.passingTouchdowns] == 600 && points[.rushingYards] == 10)
        var week = PlayerStatistics(week: 1, player: PlayerNote(name: "A", position: .wideReceiver))
        (week[.receptions], week[.receivingYards], week[.fumblesLost]) = (7, 83, 1)
        #expect(points.points(of: week) == 700 + 830 - 200)
        week[.receivingYards] = .max
        #expect(week[.receivingYards] == PlayerStatistics.mostOfOne)
    }
}
