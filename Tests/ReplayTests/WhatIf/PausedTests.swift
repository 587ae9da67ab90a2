import Draft
import DraftLedger
import Records
import Testing

@testable import Replay

/// Drafts with pauses in them that would have gone otherwise.
struct PausedTests {
    typealias At = DraftTable

    /// A night from second 45 to second 500, with pick 2 made in it and everything else before and after.
    private func night() -> (table: DraftTable, pick: UInt64, pause: UInt64, resume: UInt64) {
        var table = DraftTable()
        table.pick(9, at: 5)
        table.must(.room(1, .pauseRoom(kind: .overnight, reason: "night")), as: .scheduler, at: At.at(10))
        let pause = table.last
        table.pick(8, at: 20)
        let pick = table.last
        table.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(500))
        let resume = table.last - 1
        finish(&table)
        return (table, pick, pause, resume)
    }

    @Test func runAgainWithNoChangeANightIsAsItWas() throws {
        let report = try run(night().table, .none)
        #expect(report.firstDivergence == nil && report.outcomes == [] && report.untold == [])
    }

    @Test func withoutThePickMadeAtNightTheRoomWakesInTheMorningAndTheRulesPick() throws {
        let night = night()
        let report = try run(night.table, WhatIfChange(without: [night.pick]))
        #expect(report.firstDivergence?.pick == 2)
        // The clock goes on at second 500 with what was left of it at second 10: 25 s, and 5 of grace.
        #expect(report.firstDivergence?.becomes?.moment == At.at(530.004001))
        #expect(report.status == .complete && report.end.pause == nil)
        #expect(report.seats.flatMap(\.becomes).count == 12)
        // Everybody behind it is as quick as before once its turn comes, so nobody else misses a pick.
        #expect(report.outcomes == [])
    }

    @Test func aShorterClockDoesNotKeepTheRoomAsleep() throws {
        let report = try run(night().table, WhatIfChange(clock: .seconds(10)))
        #expect(report.status == .complete)
        #expect(!report.outcomes.contains { $0.command == .resumeRoom })
    }

    @Test func aPauseLeftOutTakesItsEndAlongAndNobodyWaitsForTheMorning() throws {
        let night = night()
        let report = try run(night.table, WhatIfChange(without: [night.pause]))
        #expect(report.firstDivergence == nil)
        #expect(report.outcomes == [])
    }

    @Test func withoutItsEndAPauseLastsAndTheReportSaysSo() throws {
        var table = DraftTable()
        table.pick(9, at: 5)
        table.must(.room(1, .pauseRoom(kind: .manual, reason: "fire")), at: At.at(10))
        table.must(.room(1, .resumeRoom), at: At.at(100))
        let resume = table.last - 1
        finish(&table)
        let report = try run(table, WhatIfChange(without: [resume]))
        #expect(report.status == .paused && report.end.pause == .manual && report.end.nextPick == 2)
        #expect(report.endWas.status == .complete)
    }

    @Test func aServiceThatWasDownComesBackNoSoonerUnderAnotherClock() throws {
        var table = DraftTable()
        table.pick(9, at: 5)
        // Nobody handles the end of pick 2's clock until the room is given up.
        table.must(.room(1, .voidRoom(approvedBy: 901, reason: "down")), at: At.at(900))
        for change in [WhatIfChange.none, WhatIfChange(grace: .zero), WhatIfChange(clock: .seconds(10))] {
            let report = try run(table, change)
            #expect(report.firstDivergence == nil && report.outcomes == [])
            #expect(report.status == .voided)
        }
    }

    /// Everybody picks five seconds after the clock begins, nobody whom the rules would pick.
    private func finish(_ table: inout DraftTable) {
        while table.room.status == .active {
            let taken = table.room.taken
            let player = (10...).first { !taken.contains($0) }!
            let clock = table.room.runningClock!
            let arrival = max(clock.deadline - .seconds(25), table.room.picks.last!.recordedAt + .seconds(5))
            table.must(
                .room(1, .makePick(MakePick(pick: table.room.currentPickNumber, player: player))),
                as: .user(table.userOnClock), at: arrival)
        }
    }

    private func run(_ table: DraftTable, _ change: WhatIfChange) throws -> WhatIfReport {
        let house = try table.ledger()
        return try WhatIf(RoomHistory(of: 1, in: house.ledger)).run(change)
    }
}
