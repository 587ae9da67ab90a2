import Draft
import DraftLedger
import LedgerTesting
import Projections
import TestSupport
import Testing

@testable import Reports  // the tally of pairs and its bands

@Suite(.seeded) struct PairTests {
    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func pairsAreWhatACountOverTheRostersSays(seed: UInt64) throws {
        let random = RandomField(seed: seed)
        let house = try TemporaryLedger(random.events)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let analysis = try Analysis(of: house.ledger)
        for filter in NaiveField.filters where filter.position == nil {
            let counted = field.filtered(filter)
            var counts: [Set<String>: Int] = [:]
            for entry in counted {
                for (index, one) in entry.names.enumerated() {
                    for other in entry.names[..<index] { counts[[one, other], default: 0] += 1 }
                }
            }
            let report = analysis.pairs(filter)
            #expect(report.rows.count == counts.count && report.pairs == counts.count, "seed \(seed) \(filter)")
            for row in report.rows {
                let names: Set = [row.first.name, row.second.name]
                let first = counted.count { $0.names.contains(row.first.name) }
                let second = counted.count { $0.names.contains(row.second.name) }
                let count = counts[names] ?? 0
                #expect(row.count == count && row.firstDrafted == first && row.secondDrafted == second)
                #expect(row.secondGivenFirst == Double(count) / Double(first))
                #expect(row.firstGivenSecond == Double(count) / Double(second))
                let lift = row.secondGivenFirst / (Double(second) / Double(counted.count))
                #expect(abs(row.lift - lift) < 1e-9)
                #expect((second, row.first.name) < (first, row.second.name))
            }
            #expect(zip(report.rows, report.rows.dropFirst()).allSatisfy { $0.count >= $1.count })
            let lifts = analysis.pairs(filter, by: .lift, minimumCount: 2)
            #expect(lifts.rows.count == counts.values.count { $0 >= 2 })
            #expect(zip(lifts.rows, lifts.rows.dropFirst()).allSatisfy { $0.lift > $1.lift - 1e-12 })
        }
    }

    @Test func pairsOfOnePlayerAreThoseOfAllWithHim() throws {
        let random = RandomField(seed: 4)
        let house = try TemporaryLedger(random.events)
        let analysis = try Analysis(of: house.ledger)
        let all = analysis.pairs()
        let player = all.rows[0].first.number
        let his = analysis.pairs(with: player)
        let expected = all.rows.filter { $0.first.number == player || $0.second.number == player }
        #expect(his.rows.map(\.count) == expected.map(\.count) && his.rows.count > 3)
        #expect(analysis.pairs(limit: 5).rows.count == 5)
    }

    @Test(arguments: [0, 1, 2, 3, 100, 5_000, 20_000])
    func bandsCoverThePlayersOnce(places: Int) {
        let bands = PairReport.bands(of: places)
        #expect(Array(bands.joined()) == Array(0..<places))
        for band in bands {
            #expect(band.count == 1 || band.count * places <= 16 << 20)
        }
    }

    @Test func bandsCountWhatOneSquareCounts() throws {
        let random = RandomField(seed: 5)
        let house = try TemporaryLedger(random.events)
        let analysis = try Analysis(of: house.ledger)
        let places = analysis.players.players.indices.map { UInt32($0) }
        func tally(_ rows: Range<Int>) -> PairTally {
            let tally = PairTally(places: places, width: places.count, band: rows)
            return analysis.rosters.count(RosterFilter(), of: analysis.players, with: tally)
        }
        let whole = tally(0..<places.count)
        for rows in [0..<10, 10..<11, 11..<places.count] {
            let band = tally(rows)
            for high in rows { for low in 0..<high { #expect(band.count(low, high) == whole.count(low, high)) } }
        }
    }
}
