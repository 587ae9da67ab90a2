import Draft
import DraftLedger
import Foundation
import Projections
import Testing

@testable import Reports

@Suite struct DraftPositionTests {
    /// The picks of each draft at which a player was taken, and what "undrafted" counts in the others.
    private func picks(of name: String, in drafts: [RoomID: [NaiveField.Entry]], slot: Int?) -> (
        taken: [Int], last: [Int]
    ) {
        var (taken, last): ([Int], [Int]) = ([], [])
        for entries in drafts.values {
            let counted = entries.filter { slot == nil || $0.slot == slot }
            let numbers = counted.flatMap(\.picks).filter { $0.name == name }.map(\.number)
            taken += numbers
            if numbers.isEmpty, counted.count == entries[0].teams {
                last.append(entries[0].teams * entries[0].rounds + 1)
            }
        }
        return (taken, last)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>, DraftPositionReport.Undrafted.allCases)
    func averagesAreWhatTheBoardsSay(seed: UInt64, undrafted: DraftPositionReport.Undrafted) throws {
        let random = RandomField(seed: seed)
        let house = try ReportHouse(random.events)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let analysis = try Analysis(of: house.ledger)
        for filter in NaiveField.filters where filter.entries.slot == nil {
            let drafts = field.drafts(filter)
            let report = analysis.draftPositions(filter, undrafted: undrafted)
            #expect(report.scope.drafts == drafts.count, "seed \(seed) \(filter)")
            #expect(report.partialDrafts == drafts.values.count { $0.count != $0[0].teams })
            for row in report.rows {
                let (taken, last) = picks(of: row.player.name, in: drafts, slot: nil)
                let all = (undrafted == .last ? taken + last : taken).map { Double($0) }
                let mean = all.reduce(0, +) / Double(all.count)
                let variance = all.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(all.count)
                #expect(row.drafted == taken.count && row.counted == all.count, "seed \(seed) \(filter)")
                #expect(row.draftRate == Double(taken.count) / Double(drafts.count))
                #expect(abs(row.average - mean) < 1e-9 && abs(row.standardDeviation - variance.squareRoot()) < 1e-6)
                #expect(Int(row.earliestPick) == taken.min() && Int(row.latestPick) == taken.max())
            }
            let order = report.rows.map { ($0.average, $0.player.name) }
            #expect(zip(order, order.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test func aSlotCountsItsOwnPicksOnly() throws {
        let random = RandomField(seed: 9)
        let house = try ReportHouse(random.events)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let filter = ReportFilter(RosterFilter(slot: 1))
        let report = try Analysis(of: house.ledger).draftPositions(filter)
        for row in report.rows {
            let (taken, _) = picks(of: row.player.name, in: field.drafts(filter), slot: 1)
            #expect(row.drafted == taken.count && row.average == Double(taken.reduce(0, +)) / Double(taken.count))
        }
        #expect(!report.rows.isEmpty)
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>, DraftPositionReport.Undrafted.allCases)
    func aWeekHasTheDraftsThatStartedInIt(seed: UInt64, undrafted: DraftPositionReport.Undrafted) throws {
        let random = RandomField(seed: seed)
        let house = try ReportHouse(random.events)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let drafts = field.drafts(ReportFilter())
        let series = try Analysis(of: house.ledger).draftPositionsByWeek(undrafted: undrafted)
        #expect(series.weeks.reduce(0) { $0 + $1.drafts } == drafts.count)
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = TimeZone(identifier: "UTC")!
        for (number, week) in series.weeks.enumerated() {
            let monday = Date(timeIntervalSince1970: Double(week.start.microseconds) / 1e6)
            #expect(calendar.component(.weekday, from: monday) == 2)
            let end = week.start + .seconds(7 * 86_400)
            let mine = drafts.filter { week.start <= $1[0].start! && $1[0].start! < end }
            #expect(week.drafts == mine.count && week.drafts > 0, "seed \(seed)")
            for row in series.rows {
                let (taken, last) = picks(of: row.player.name, in: mine, slot: nil)
                let all = undrafted == .last ? taken + last : taken
                #expect(row.points[number]?.drafted ?? 0 == taken.count)
                #expect((row.points[number] == nil) == all.isEmpty)
                if !all.isEmpty {
                    #expect(row.points[number]?.average == Double(all.reduce(0, +)) / Double(all.count))
                }
            }
        }
    }

    @Test func weeksBeginOnMondayBefore1970Too() {
        for (text, monday) in [
            ("1969-12-28T23:59:59Z", "1969-12-22T00:00:00Z"), ("1969-12-29T00:00:00Z", "1969-12-29T00:00:00Z"),
            ("1970-01-04T23:59:59Z", "1969-12-29T00:00:00Z"), ("2026-07-01T12:00:00Z", "2026-06-29T00:00:00Z"),
        ] {
            let number = Week.number(of: Timestamp(iso8601: text)!)
            #expect(Week.start(of: number) == Timestamp(iso8601: monday)!)
        }
    }
}
