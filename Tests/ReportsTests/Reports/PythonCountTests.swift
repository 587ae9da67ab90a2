import Draft
import DraftLedger
import Foundation
import Interchange
import LedgerTesting
import Records
import Reports
import TestSupport
import Testing

/// The reports against a count in another language, from the events and nothing else.
@Suite(.seeded) struct PythonCountTests {
    private struct Count: Decodable {
        var entries: Int
        var drafts: Int
        var exposure: [String: [Int]]
        var pairs, builds, byes, rounds, naked, stacked, values, starts: [String: Int]
    }

    private func expectEqual(_ analysis: Analysis, _ count: Count, _ comment: String) {
        let exposure = analysis.exposure()
        #expect(exposure.scope.entries == count.entries && exposure.scope.drafts == count.drafts, "\(comment)")
        let figures = exposure.rows.map { row in
            (
                row.player.name,
                [row.drafted, row.pickSum, Int(row.earliestPick), Int(row.latestPick), Int(row.fees?.value ?? 0)]
            )
        }
        #expect(Dictionary(uniqueKeysWithValues: figures) == count.exposure, "\(comment)")
        for row in analysis.draftPositions().rows {
            let expected = count.exposure[row.player.name] ?? [1, 0]
            #expect(row.average == Double(expected[1]) / Double(expected[0]), "\(comment)")
        }
        let pairs = analysis.pairs().rows.map { row in
            (
                [row.first.name, row.second.name].sorted {
                    $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars)
                }
                .joined(separator: "|"), row.count
            )
        }
        #expect(Dictionary(uniqueKeysWithValues: pairs) == count.pairs, "\(comment)")
        let construction = analysis.construction()
        let builds = construction.builds.map { ($0.build.description, $0.entries) }
        #expect(Dictionary(uniqueKeysWithValues: builds) == count.builds, "\(comment)")
        for round in construction.rounds {
            for group in PositionGroup.allCases {
                let expected = count.rounds["\(round.round) \(group.abbreviation)"] ?? 0
                #expect(round.counts[Int(group.rawValue)] == expected, "\(comment)")
            }
        }
        for (most, entries) in analysis.byes().overall.enumerated() {
            #expect(entries == count.byes[String(most)] ?? 0, "\(comment)")
        }
        for row in analysis.stacks().rows {
            #expect(row.counts.naked == count.naked[row.team] ?? 0, "\(comment) \(row.team)")
            #expect(row.counts.stacked == count.stacked[row.team] ?? 0, "\(comment) \(row.team)")
        }
        for row in analysis.value(against: .atPick).rows {
            let expected = Double(count.values[row.player.name] ?? 0) / 100
            #expect(abs(row.totalValue - expected) < 1e-6, "\(comment) \(row.player.name)")
        }
        let duplicates = analysis.duplicates(limit: 100_000)
        #expect(duplicates.starts.count == count.starts.count, "\(comment)")
        #expect(duplicates.starts.map(\.entries) == count.starts.values.sorted(by: >), "\(comment)")
    }

    @Test(.withPython, arguments: 1...5 as ClosedRange<UInt64>)
    func randomFieldsCountAlike(seed: UInt64) throws {
        let house = try TemporaryLedger(RandomField(seed: seed, rooms: 60).events)
        let expected: Count = try BruteForce.count(house)
        expectEqual(try Analysis(of: house.ledger), expected, "seed \(seed)")
    }

    @Test(
        .withPython,
        .enabled(if: SharedData.isThere, "no real drafts in ../shared/real"))
    func realDraftsCountAlike() throws {
        let house = try TemporaryLedger()
        let file = SharedData.bbm
        #expect(try HistoryImport(.bbm).run([file], into: house.ledger).imported == 14)
        let expected: Count = try BruteForce.count(house)
        #expect(expected.entries == 168 && expected.drafts == 14)
        expectEqual(try Analysis(of: house.ledger), expected, "bbm3")
        try house.ledger.catchUp()
        expectEqual(try Analysis(of: house.ledger), expected, "bbm3, stored")
    }
}
