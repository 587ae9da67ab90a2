import Draft
import DraftLedger
import Interchange
import LedgerTesting
import Reports
import TestSupport
import Testing

/// Contests under a change against the same in another language: points, places, who goes on, the pods that the secret would
/// have drawn, and prizes.
@Suite(.seeded, .withPython) struct PythonWhatIfTests {
    /// Holds what a change comes to against the count.
    ///
    /// - Returns: how many would go on who did not, of all rounds.
    @discardableResult
    private func expectEqual(
        _ house: TemporaryLedger, _ change: ContestChange, as json: String, _ comment: String
    ) throws -> Int {
        let report = try ContestWhatIf(of: 1, try Analysis(of: house.ledger), in: house.ledger).run(change)
        let count = try OutcomeCount.count(house, json)
        #expect(report.rounds.count == count.becomes.count && report.rounds.count == count.was.count, "\(comment)")
        for (round, (was, becomes)) in zip(report.rounds, zip(count.was, count.becomes)) {
            let mine = Dictionary(uniqueKeysWithValues: round.entries.map { ("\($0.entry)", $0) })
            let (now, then) = (mine.compactMapValues(\.was), mine.compactMapValues(\.becomes))
            #expect(now.mapValues(OutcomeCount.Side.init) == was, "\(comment), \(round.number)")
            #expect(then.mapValues(OutcomeCount.Side.init) == becomes, "\(comment), \(round.number)")
            let entrants = Set(was.keys) != Set(becomes.keys)
            #expect(round.isRedrawn == entrants, "\(comment), \(round.number)")
        }
        let entries = Set(count.prizesWas.keys).union(count.prizesBecome.keys)
        let moved = entries.filter { count.prizesWas[$0] != count.prizesBecome[$0] }
        #expect(Set((report.prizes ?? []).map { "\($0.entry)" }) == moved, "\(comment)")
        for prize in report.prizes ?? [] {
            #expect(prize.was.map { Int($0.amount.value) } == count.prizesWas["\(prize.entry)"], "\(comment)")
            #expect(prize.becomes.map { Int($0.amount.value) } == count.prizesBecome["\(prize.entry)"], "\(comment)")
        }
        return report.rounds.reduce(0) { $0 + $1.gained }
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func madeUpContestsComeOutAlike(seed: UInt64) async throws {
        let house = try TemporaryLedger(SeasonField(seed: seed, isWhole: true).events)
        // Nobody has paid: the rounds close, and the prizes stay.
        _ = try await house.ledger.settle(byRoundsOf: 1, as: .scheduler)
        #expect(try house.ledger.tournament(1)?.openRound == nil, "seed \(seed)")
        let comment = "seed \(seed)"
        try expectEqual(house, .none, as: "{}", comment)
        var changed = 0
        var lineup = Lineup(quarterbacks: 0, runningBacks: 2, wideReceivers: 1, tightEnds: 0, flex: 1)
        changed += try expectEqual(
            house, ContestChange(lineup: lineup),
            as: #"{"lineup":{"QB":0,"RB":2,"WR":1,"TE":0,"FLEX":1,"flex":["RB","WR","TE"]}}"#, comment)
        (lineup.runningBacks, lineup.flex, lineup.flexPositions) = (0, 3, [.quarterback, .tightEnd])
        changed += try expectEqual(
            house, ContestChange(lineup: lineup),
            as: #"{"lineup":{"QB":0,"RB":0,"WR":1,"TE":0,"FLEX":3,"flex":["QB","TE"]}}"#, comment)
        #expect(changed > 0, "\(comment)")
        // Each of the first picks goes to the last who was taken in that room, and to one who was left.
        for room in 1...3 as ClosedRange<UInt64> {
            let board = try #require(try house.ledger.room(RoomID(room))).board
            let taken = Set(board.compactMap(\.pick.player))
            let left = try #require((0..<44 as Range<PlayerIndex>).first { !taken.contains($0) })
            for player in [try #require(board.last?.pick.player), left] {
                let pick = ContestChange.Pick(room: RoomID(room), number: 1, player: player)
                try expectEqual(
                    house, ContestChange(lineup: lineup, pick: pick),
                    as: #"{"pick":[\#(room),1,\#(player)],"#
                        + #""lineup":{"QB":0,"RB":0,"WR":1,"TE":0,"FLEX":3,"flex":["QB","TE"]}}"#, comment)
            }
        }
    }

    /// The scoring is made of what players did; the last round's abandoned game is in no statistics.
    @Test(.withSharedData) func realContestsComeOutAlike() async throws {
        let house = try TemporaryLedger(createdAt: Timestamp(iso8601: "2026-01-01T00:00:00Z"))
        #expect(try HistoryImport(.bbm).run([SharedData.bbm], into: house.ledger).imported == 14)
        let scores = try HistoryImport(.scores(ScoreTerms(season: 2022, isFinal: true)))
            .run([SharedData.scores], into: house.ledger)
        try #require(scores.imported == 17)
        let statistics = try StatisticsFile.read(SharedData.statistics, season: 2022).weeks
        // Before its rounds are closed nobody knows who plays the second one.
        let full = try StatisticPoints.halfPPR.changed(by: "receptions=100,passingTouchdowns=600")
        let change = ContestChange(scoring: .statistics(full, statistics))
        let table = Statistic.allCases.map { "\"\($0.rawValue)\":\(full[$0])" }.joined(separator: ",")
        let json = #"{"table":{\#(table)},"statistics":"\#(SharedData.statistics)"}"#
        #expect(try expectEqual(house, change, as: json, "open") > 0)
        let open = try ContestWhatIf(of: 1, try Analysis(of: house.ledger), in: house.ledger).run(change)
        #expect(open.end == .notClosed(round: 1) && open.prizes == nil && open.findings == [])

        _ = try await house.ledger.settle(byRoundsOf: 1, as: .scheduler)
        #expect(try house.ledger.tournament(1)?.openRound == nil)
        let lineup = Lineup(quarterbacks: 1, runningBacks: 2, wideReceivers: 2, tightEnds: 1, flex: 2)
        try expectEqual(
            house, ContestChange(lineup: lineup),
            as: #"{"lineup":{"QB":1,"RB":2,"WR":2,"TE":1,"FLEX":2,"flex":["RB","WR","TE"]}}"#, "lineup")
        let board = try #require(try house.ledger.room(3)).board
        let last = try #require(board.last?.pick.player)
        try expectEqual(
            house, ContestChange(pick: ContestChange.Pick(room: 3, number: 5, player: last)),
            as: #"{"pick":[3,5,\#(last)]}"#, "pick")
        // Of the last week not everybody's statistics are known, so the last round is not told.
        let report = try ContestWhatIf(of: 1, try Analysis(of: house.ledger), in: house.ledger).run(change)
        let count = try OutcomeCount.count(house, json)
        for (round, becomes) in zip(report.rounds, count.becomes) {
            let mine = round.entries.compactMap { entry in entry.becomes.map { ("\(entry.entry)", $0) } }
            #expect(
                Dictionary(uniqueKeysWithValues: mine).mapValues(OutcomeCount.Side.init) == becomes, "\(round.number)")
        }
        #expect(report.rounds.count == 3 && report.prizes == nil)
        guard case .pointsMissing(round: 4, let lack)? = report.end else {
            Issue.record("\(String(describing: report.end))")
            return
        }
        #expect(lack.missing == 0 && lack.contradicted > 0 && lack.isOfStatistics, "\(lack)")
        #expect(lack.examples.allSatisfy { $0.hasSuffix("in week 17") }, "\(lack)")
    }
}
