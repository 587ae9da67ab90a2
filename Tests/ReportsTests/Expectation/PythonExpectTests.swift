import Draft
import DraftLedger
import Foundation
import Interchange
import LedgerTesting
import Reports
import TestSupport
import Testing

/// Simulated seasons against a simulation in another language, from the events and nothing else: the same draws, the same
/// lineups, and chances by sums that it writes out.
@Suite(.seeded, .withPython) struct PythonExpectTests {
    private struct Played: Decodable {
        var points: Int
        var reached: [Double]
        var won: Double
    }

    private func expectEqual(
        _ house: TemporaryLedger, _ terms: ExpectTerms, entries: Int, _ projections: [WeekProjection],
        _ comment: String
    ) throws {
        let analysis = try Analysis(of: house.ledger)
        let contest = try ContestOutcome(of: 1, in: house.ledger, upTo: analysis.rosters.position)
        let report = try analysis.expect(contest: contest, like: contest, projections: projections, terms: terms)
        let prizes = terms.prizes.map { "[\($0.firstPlace), \($0.lastPlace), \($0.amount.value)]" }
        let names = projections.map { projection in
            let position = String(describing: projection.player.position)
            return "[\"\(projection.player.name)\", \"\(position)\", \(projection.week), \(projection.points)]"
        }
        let played: [String: Played] = try BruteForce.count(
            house, by: "bruteforce_expect.py", "\(terms.seed)", "\(try #require(terms.seasons))", "\(entries)",
            "[\(prizes.joined(separator: ","))]", "[\(names.joined(separator: ","))]",
            "\(try #require(report.terms.levelError))")
        #expect(report.contestEntries == entries && report.withoutSeason.isEmpty, "\(comment)")
        #expect(!report.rows.isEmpty, "\(comment)")
        let seasons = Double(try #require(terms.seasons))
        for row in report.rows {
            let expected = try #require(played["\(row.entry)"])
            #expect(abs(row.points - Double(expected.points) / seasons) < 1e-6, "\(comment) \(row.entry)")
            #expect(row.reached.count == expected.reached.count, "\(comment)")
            for (mine, theirs) in zip(row.reached, expected.reached) {
                #expect(abs(mine.mean - theirs / seasons) < 1e-9, "\(comment) \(row.entry)")
                #expect(mine.low <= mine.mean && mine.mean <= mine.high, "\(comment)")
            }
            let won = try #require(row.won)
            #expect(abs(won.mean - expected.won / seasons) < 1e-6 * max(1, won.mean), "\(comment) \(row.entry)")
        }
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func madeUpContestsComeOutAlike(seed: UInt64) throws {
        let field = SeasonField(seed: seed)
        let house = try TemporaryLedger(field.events)
        let terms = ExpectTerms(seed: seed &* 0x9E37_79B9_7F4A_7C15, seasons: 40, prizes: SeasonField.prizes)
        // The tenth draft's three known entries count, and no other: a seat more than the full field of 36.
        try expectEqual(house, terms, entries: 39, [], "seed \(seed)")
        var larger = terms
        larger.entries = 100
        let projections = field.projections.map {
            WeekProjection(
                player: PlayerNote(name: $0.player.name, position: $0.player.position), week: $0.week, points: $0.points
            )
        }
        try expectEqual(house, larger, entries: 100, projections, "seed \(seed), projected")
    }

    @Test(.withSharedData) func realDraftsComeOutAlike() throws {
        let house = try TemporaryLedger(createdAt: Timestamp(iso8601: "2026-01-01T00:00:00Z"))
        #expect(try HistoryImport(.bbm).run([SharedData.bbm], into: house.ledger).imported == 14)
        _ = try HistoryImport(.scores(ScoreTerms(season: 2022, isFinal: true))).run(
            [SharedData.scores], into: house.ledger)
        let prizes = [
            PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(200_000_000)),
            PrizeTier(firstPlace: 2, lastPlace: 470, amount: Cents(1_000_000)),
            PrizeTier(firstPlace: 471, lastPlace: 75_200, amount: Cents(5_000)),
        ]
        try expectEqual(house, ExpectTerms(seed: 5, seasons: 3, prizes: prizes), entries: 451_200, [], "bbm3")
    }
}
