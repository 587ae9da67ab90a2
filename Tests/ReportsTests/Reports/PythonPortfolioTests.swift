import Draft
import DraftLedger
import Interchange
import LedgerTesting
import Projections
import Reports
import TestSupport
import Testing

/// Portfolios and movements against a count in another language, from the events and nothing else.
@Suite(.seeded, .withPython) struct PythonPortfolioTests {
    private struct Count: Decodable {
        struct Roster: Decodable {
            var archetype: [String]
            var stacks: [String: Int]?
            /// All with whom it has the most in common.
            var nearest: [UInt64]
            var shared: Int
            var sum: Int
        }

        var rosters: [String: Roster]
        var weekEntries, weekDrafted, trios: [String: Int]
        var movers: [String: [Int]]
        var luck: [String: [Double]]
    }

    private static func day(_ moment: Timestamp) -> String { String(moment.iso8601.prefix(10)) }

    private func expectEqual(_ analysis: Analysis, _ count: Count, split: Timestamp, _ comment: String) throws {
        let portfolio = try analysis.portfolio(against: .atPick)
        #expect(portfolio.rows.count == count.rosters.count, "\(comment)")
        for row in portfolio.rows {
            let expected = try #require(count.rosters["\(row.entry)"])
            #expect(row.archetype.names == expected.archetype, "\(comment) \(row.entry)")
            let stacks = row.stacks.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.team, $0.mates) }) }
            #expect(stacks == expected.stacks, "\(comment) \(row.entry)")
            #expect(expected.nearest.contains(row.nearest?.number ?? 0), "\(comment)")
            #expect(row.shared == expected.shared, "\(comment)")
            #expect(row.averageShared == Double(expected.sum) / Double(count.rosters.count - 1))
        }
        let archetypes = analysis.archetypes().rows
        for row in archetypes {
            #expect(row.entries == count.rosters.values.count { $0.archetype.contains(row.name) }, "\(comment)")
        }
        #expect(archetypes.reduce(0) { $0 + $1.entries } == count.rosters.values.reduce(0) { $0 + $1.archetype.count })
        let shares = archetypes.filter { $0.name.hasSuffix("QB") }.compactMap(\.share)
        #expect(abs(shares.reduce(0, +) - 1) < 1e-12, "\(comment)")
        let series = analysis.exposureByWeek()
        let weeks = series.weeks.map { (Self.day($0.start), $0.entries) }
        #expect(Dictionary(uniqueKeysWithValues: weeks) == count.weekEntries, "\(comment)")
        for row in series.rows {
            for (week, drafted) in zip(series.weeks, row.draftedByWeek) {
                #expect(drafted == count.weekDrafted["\(Self.day(week.start))|\(row.player.name)"] ?? 0, "\(comment)")
            }
        }
        #expect(series.rows.reduce(0) { $0 + $1.drafted } == count.weekDrafted.values.reduce(0, +), "\(comment)")
        try expectEqualCores(analysis, count, comment)
        let movers = analysis.movers(
            from: Timestamp(microseconds: 0)..<split, to: split..<split + .seconds(86_400 * 3_650))
        let changes = movers.rows.map { row in
            let then = count.movers[row.player.name] ?? [1, 0, 1, 0]
            #expect([row.earlierDrafted, row.laterDrafted] == [then[0], then[2]], "\(comment) \(row.player.name)")
            #expect(row.change == Double(then[3]) / Double(then[2]) - Double(then[1]) / Double(then[0]))
            return row.change.magnitude
        }
        #expect(movers.rows.count == count.movers.count && changes == changes.sorted(by: >), "\(comment)")
    }

    private func expectEqualCores(_ analysis: Analysis, _ count: Count, _ comment: String) throws {
        let report = try analysis.cores(size: 3)
        let trios = report.rows.map { row in
            (row.players.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: "|"), row)
        }
        #expect(Dictionary(uniqueKeysWithValues: trios.map { ($0.0, $0.1.count) }) == count.trios, "\(comment)")
        let exposure = analysis.exposure().rows.reduce(into: [:]) { $0[$1.player.number] = $1.exposure }
        for (_, row) in trios.prefix(200) {
            let alone = row.players.reduce(1.0) { $0 * (exposure[$1.number] ?? 0) }
            let expected = Double(row.count) / Double(report.scope.entries) / alone
            #expect(abs(row.lift - expected) < 1e-9 * expected, "\(comment)")
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func randomFieldsCountAlike(seed: UInt64) throws {
        let house = try TemporaryLedger(RandomField(seed: seed, rooms: 60).events)
        let split = RandomField.start + .seconds(20 * 86_400)
        let expected: Count = try BruteForce.count(house, by: "bruteforce_portfolio.py", split.iso8601)
        try expectEqual(try Analysis(of: house.ledger), expected, split: split, "seed \(seed)")
    }

    @Test(.withSharedData) func realDraftsCountAlike() throws {
        let house = try TemporaryLedger(createdAt: Timestamp(iso8601: "2026-01-01T00:00:00Z"))
        #expect(try HistoryImport(.bbm).run([SharedData.bbm], into: house.ledger).imported == 14)
        _ = try HistoryImport(.scores(ScoreTerms(season: 2022, isFinal: true))).run(
            [SharedData.scores], into: house.ledger)
        let analysis = try Analysis(of: house.ledger)
        let split = try #require(Timestamp(iso8601: "2022-08-01T00:00:00Z"))
        let expected: Count = try BruteForce.count(house, by: "bruteforce_portfolio.py", split.iso8601)
        #expect(expected.rosters.count == 168 && expected.luck.count == 168 && !expected.movers.isEmpty)
        try expectEqual(analysis, expected, split: split, "bbm3")

        let outcome = try ContestOutcome(of: 1, in: house.ledger, upTo: analysis.rosters.position)
        let luck = try analysis.luck(outcomes: [outcome])
        #expect(luck.rows.count == 168 && luck.leftOut == 0 && luck.isFinal)
        for row in luck.rows {
            let counted = try #require(expected.luck["\(row.entry)"])
            #expect(Double(row.points) == counted[0] && Double(row.rosterPoints) == counted[1], "\(row)")
            #expect(abs(row.expected - counted[2]) < 1e-6 && abs(row.difference - counted[3] + counted[2]) < 1e-6)
        }
        #expect(luck.rows.map(\.difference) == luck.rows.map(\.difference).sorted(by: >))
        let portfolio = try analysis.portfolio(against: .atPick, outcomes: [outcome])
        let points = Dictionary(uniqueKeysWithValues: luck.rows.map { ($0.entry, $0.points) })
        #expect(portfolio.rows.allSatisfy { $0.points == points[$0.entry] && $0.place != nil })
        let rates = try analysis.advance(by: .archetype, outcomes: [outcome])
        // One of the running backs, one of the quarterbacks and one of the tight ends each.
        #expect(rates.rows.reduce(0) { $0 + $1.entries } == 3 * 168)
        #expect(rates.rows.reduce(0) { $0 + $1.advanced } == 3 * 28)
    }
}
