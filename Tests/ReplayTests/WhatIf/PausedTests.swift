import Draft
import DraftLedger
import LedgerTesting
import Records
import Replay
import Testing

/// Drafts with pauses in them that would have gone otherwise.
struct PausedTests {
    typealias At = DraftTable

    /// A night from second 45 to second 500, with pick 2 made in it and everything else before and after.
    private func night() throws -> (table: DraftTable, pick: UInt64, pause: UInt64, resume: UInt64) {
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            5 slot 0 picks P9 for 1
                1.01 slot 0 P9
                clock 1.02 slot 1 to 35, grace 40
            10 admin pauses overnight
                paused (overnight) with 25 left
            20 slot 1 picks P8 for 2
                1.02 slot 1 P8
            500 clock resumes
                resumed (overnight)
                clock 2.01 slot 1 to 530, grace 535
            """)
        let pause = try table.position(of: .roomPaused)
        let pick = pause + 1
        let resume = try table.position(of: .roomResumed)
        finish(&table)
        return (table, pick, pause, resume)
    }

    @Test func runAgainWithNoChangeANightIsAsItWas() throws {
        let report = try run(try night().table, .none)
        #expect(report.firstDivergence == nil && report.outcomes == [] && report.untold == [])
    }

    @Test func withoutThePickMadeAtNightTheRoomWakesInTheMorningAndTheRulesPick() throws {
        let night = try night()
        let report = try run(night.table, WhatIfChange(without: [night.pick]))
        #expect(report.firstDivergence?.pick == 2)
        // The clock goes on at second 500 with what was left of it at second 10: 25 s, and 5 of grace.
        #expect(report.firstDivergence?.becomes?.moment == At.at(530.000001))
        #expect(report.status == .complete && report.end.pause == nil)
        #expect(report.seats.flatMap(\.becomes).count == 12)
        // Everybody behind it is as quick as before once its turn comes, so nobody else misses a pick.
        #expect(report.outcomes == [])
    }

    @Test func aShorterClockDoesNotKeepTheRoomAsleep() throws {
        let report = try run(try night().table, WhatIfChange(clock: .seconds(10)))
        #expect(report.status == .complete)
        #expect(!report.outcomes.contains { $0.command == .resumeRoom })
    }

    @Test func aPauseLeftOutTakesItsEndAlongAndNobodyWaitsForTheMorning() throws {
        let night = try night()
        let report = try run(night.table, WhatIfChange(without: [night.pause]))
        #expect(report.firstDivergence == nil)
        #expect(report.outcomes == [])
    }

    @Test func withoutItsEndAPauseLastsAndTheReportSaysSo() throws {
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            5 slot 0 picks P9 for 1
                1.01 slot 0 P9
                clock 1.02 slot 1 to 35, grace 40
            10 admin pauses manual
                paused (manual) with 25 left
            100 admin resumes
                resumed (manual)
                clock 1.02 slot 1 to 130, grace 135
            """)
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
