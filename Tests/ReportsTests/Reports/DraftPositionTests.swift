import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Projections
import TestSupport
import Testing

@testable import Reports  // the count of weeks

@Suite(.seeded) struct DraftPositionTests {
    /// The picks of each draft at which a player was taken, and what "undrafted" counts in the others.
    private func picks(of name: String, in drafts: [RoomID: [NaiveField.Entry]]) -> (taken: [Int], last: [Int]) {
        var (taken, last): ([Int], [Int]) = ([], [])
        for entries in drafts.values {
            let numbers = entries.flatMap(\.picks).filter { $0.name == name }.map(\.number)
            taken += numbers
            if numbers.isEmpty, entries.count == entries[0].teams {
                last.append(entries[0].teams * entries[0].rounds + 1)
            }
        }
        return (taken, last)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>, DraftPositionReport.Undrafted.allCases)
    func averagesAreWhatTheBoardsSay(seed: UInt64, undrafted: DraftPositionReport.Undrafted) throws {
        let random = RandomField(seed: seed)
        let house = try TemporaryLedger(random.events)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let analysis = try Analysis(of: house.ledger)
        for filter in NaiveField.filters {
            let drafts = field.drafts(filter)
            let report = analysis.draftPositions(filter, undrafted: undrafted)
            #expect(report.scope.drafts == drafts.count, "seed \(seed) \(filter)")
            #expect(report.partialDrafts == drafts.values.count { $0.count != $0[0].teams })
            let whole = drafts.filter { $1.count == $1[0].teams }
            for row in report.rows {
                let (taken, last) = picks(of: row.player.name, in: drafts)
                let all = (undrafted == .last ? taken + last : taken).map { Double($0) }
                let mean = all.reduce(0, +) / Double(all.count)
                let variance = all.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(all.count)
                #expect(row.drafted == taken.count && row.counted == all.count, "seed \(seed) \(filter)")
                let takenInWhole = whole.values.count { $0.contains { $0.names.contains(row.player.name) } }
                #expect(row.draftRate == (whole.isEmpty ? nil : Double(takenInWhole) / Double(whole.count)))
                #expect(abs(row.average - mean) < 1e-9 && abs(row.standardDeviation - variance.squareRoot()) < 1e-6)
                #expect(Int(row.earliestPick) == taken.min() && Int(row.latestPick) == taken.max())
            }
            let order = report.rows.map { ($0.average, $0.player.name) }
            #expect(zip(order, order.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    /// Every draft has a slot 0, so its drafts are all there are, and a player whom all took has a rate of 1.
    @Test func aSlotNamesDraftsAndNotPicks() throws {
        let house = try TemporaryLedger(RandomField(seed: 9).events)
        let analysis = try Analysis(of: house.ledger)
        let (all, ofSlot) = (
            analysis.draftPositions(), analysis.draftPositions(ReportFilter(RosterFilter(slot: 0)))
        )
        #expect(ofSlot.scope.drafts == all.scope.drafts && ofSlot.scope.entries == all.scope.entries)
        #expect(ofSlot.rows.map(\.average) == all.rows.map(\.average))
        #expect(ofSlot.rows.map(\.draftRate) == all.rows.map(\.draftRate) && !all.rows.isEmpty)
        let fifth = analysis.draftPositions(ReportFilter(RosterFilter(slot: 4)))
        #expect(0 < fifth.scope.drafts && fifth.scope.drafts < all.scope.drafts, "not all rooms have five teams")
        let drafted = fifth.rows.reduce(0) { $0 + $1.drafted }
        #expect(drafted > fifth.scope.drafts * 8, "picks of all slots")
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>, DraftPositionReport.Undrafted.allCases)
    func aWeekHasTheDraftsThatStartedInIt(seed: UInt64, undrafted: DraftPositionReport.Undrafted) throws {
        let random = RandomField(seed: seed)
        let house = try TemporaryLedger(random.events)
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
                let (taken, last) = picks(of: row.player.name, in: mine)
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
