import Draft
import DraftLedger
import Foundation
import Interchange
import LedgerTesting
import Projections
import Reports
import TestSupport
import Testing

/// Standings of real drafts, held against what their site says of them.
@Suite(.withSharedData) struct RealOutcomeTests {
    private let house: TemporaryLedger
    private let analysis: Analysis
    private let outcome: ContestOutcome

    /// By the entry's id at the site.
    private let stated: [String: Stated]

    private struct Stated {
        var draft: String
        /// In hundredths.
        var points: Int64
    }

    init() throws {
        house = try TemporaryLedger(createdAt: Timestamp(iso8601: "2026-01-01T00:00:00Z"))
        let drafts = try HistoryImport(.bbm).run([SharedData.bbm], into: house.ledger)
        try #require(drafts.imported == 14)
        let scores = try HistoryImport(.scores(ScoreTerms(season: 2022, isFinal: true)))
            .run([SharedData.scores], into: house.ledger)
        try #require(scores.imported == 17 && scores.refused.isEmpty)
        analysis = try Analysis(of: house.ledger)
        outcome = try ContestOutcome(of: 1, in: house.ledger, upTo: analysis.rosters.position)
        stated = try Self.readStated()
    }

    private static func readStated() throws -> [String: Stated] {
        let lines = try String(contentsOfFile: SharedData.bbm, encoding: .utf8).split(whereSeparator: \.isNewline)
        let header = lines[0].split(separator: ",").map(String.init)
        func column(_ name: String) throws -> Int { try #require(header.firstIndex(of: name)) }
        let (draft, entry, points) = (
            try column("draft_id"), try column("draft_entry_id"), try column("roster_points")
        )
        var stated: [String: Stated] = [:]
        for line in lines.dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let value = try #require(Double(fields[points]))
            stated[fields[entry]] = Stated(draft: fields[draft], points: Int64((value * 100).rounded()))
        }
        return stated
    }

    private func externalIDs() throws -> [EntryID: String] {
        var ids: [EntryID: String] = [:]
        for room in try house.ledger.rooms() {
            for member in try #require(try house.ledger.room(room.room)).members {
                if let member { ids[member.entry] = member.externalID }
            }
        }
        return ids
    }

    @Test func everyRostersPointsComeOutToTheCent() throws {
        let standings = try analysis.standings(outcome)
        let ids = try externalIDs()
        #expect(standings.entries.count == 168 && stated.count == 168)
        for entry in standings.entries {
            #expect(entry.points == stated[try #require(ids[entry.entry])]?.points, "\(entry)")
        }
        #expect(standings.throughWeek == 14 && standings.isFinal && standings.arePodsKnown)
        #expect(outcome.points.findings == [])
    }

    /// A pick's points are those of its player in the weeks in which he starts: of players who score the same in a week
    /// the site credits either.
    @Test func everyPicksPointsAreThoseOfBestLineups() throws {
        var scorer = RosterScorer(outcome.scoring.lineup, outcome.points, weeks: Array(1...14))
        var (picks, ties) = (0, 0)
        for summary in try house.ledger.rooms() {
            let room = try #require(try house.ledger.room(summary.room))
            let statement = try house.ledger.stream(.room(summary.room)).compactMap { recorded in
                if case .resultsStated(let results) = recorded.event { results } else { nil }
            }.last
            let results = try #require(statement)
            for seat in room.members.indices {
                let own = room.picks.indices.filter { Int(room.picks[$0].seat) == seat }
                scorer.take(own.compactMap { room.picks[$0].player })
                let credits = scorer.credits()
                let sum: Int64 = credits.reduce(0, +)
                #expect(results.entries[seat].points.map { Int64($0) } == sum)
                for (place, pick) in own.enumerated() {
                    let points = try Int64(#require(results.picks[pick].points))
                    let (theirs, own) = (
                        scorer.mayCredit(points, at: place), scorer.mayCredit(credits[place], at: place)
                    )
                    #expect(theirs && own, "room \(summary.room) pick \(pick + 1)")
                    (picks, ties) = (picks + 1, ties + (points == credits[place] ? 0 : 1))
                }
            }
        }
        #expect(picks == 3_024 && ties > 0 && ties < 100, "\(ties)")
    }

    @Test func theTwoBestOfEachDraftAdvance() throws {
        let ids = try externalIDs()
        let advancing = Set(
            try analysis.standings(outcome).entries.filter { $0.advances == true }.compactMap { ids[$0.entry] })
        var best: Set<String> = []
        for (_, draft) in Dictionary(grouping: stated, by: \.value.draft) {
            best.formUnion(draft.sorted { $0.value.points > $1.value.points }.prefix(2).map(\.key))
        }
        #expect(advancing == best && best.count == 28)
        // 28 entries do not fit into a pod of 10, so that nobody knows who meets whom.
        let second = try analysis.standings(outcome, round: 2)
        #expect(second.entries.count == 28 && second.entries.allSatisfy { $0.place == nil && $0.advances == nil })
        #expect(throws: OutcomeError.unknownEntrants(round: 3, podsOf: 2)) {
            try analysis.standings(outcome, round: 3)
        }
    }

    /// A lineup of each entry and week by itself, from the room's own picks.
    @Test func lineupsAddUpToTheStandings() throws {
        let entry = try #require(analysis.standings(outcome).entries.first)
        let name = try #require(try externalIDs()[entry.entry])
        var total: Int64 = 0
        for week in 1...14 as ClosedRange<UInt8> {
            let lineup = try WeekLineup(of: name, week: week, in: house.ledger)
            #expect(lineup.entry == entry.entry && lineup.players.count == 18)
            #expect(lineup.players.count { $0.slot != .bench } == 8)
            total += lineup.points
        }
        #expect(total == entry.points)
    }

    @Test func theRatesAreCounts() throws {
        let report = try analysis.advance(by: .player, outcomes: [outcome])
        #expect(report.scope.entries == 168 && report.advanced == 28 && report.leftOut == 0)
        #expect(report.rows.reduce(0) { $0 + $1.entries } == 3_024)
        #expect(report.rows.reduce(0) { $0 + $1.advanced } == 28 * 18)
        #expect(report.rows.allSatisfy { $0.interval.contains($0.rate) })
        let slots = try analysis.advance(by: .slot, outcomes: [outcome])
        #expect(slots.rows.count == 12 && slots.rows.allSatisfy { $0.entries == 14 })
        let builds = try analysis.advance(by: .build, outcomes: [outcome])
        #expect(builds.rows.reduce(0) { $0 + $1.entries } == 168 && builds.rows.reduce(0) { $0 + $1.advanced } == 28)
        let pairs = try analysis.advance(by: .pair, outcomes: [outcome])
        #expect(pairs.rows.reduce(0) { $0 + $1.entries } == 168 * 153)
        #expect(pairs.rows.reduce(0) { $0 + $1.advanced } == 28 * 153)
        // The dump names no teams.
        #expect(try analysis.advance(by: .stack, outcomes: [outcome]).rows.isEmpty)
    }
}
