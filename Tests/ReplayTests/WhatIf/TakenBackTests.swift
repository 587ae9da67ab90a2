import Draft
import DraftLedger
import LedgerTesting
import Replay
import Testing

/// Drafts that were taken back to an earlier pick and still run.
struct TakenBackTests {
    typealias At = DraftTable

    /// Four picks, taken back to the second, and some of them made again.
    private func table(since: Int) throws -> DraftTable {
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            5 slot 0 picks P0 for 1
                1.01 slot 0 P0
                clock 1.02 slot 1 to 35, grace 40
            8 slot 1 picks P1 for 2
                1.02 slot 1 P1
                clock 2.01 slot 1 to 38, grace 43
            11 slot 1 picks P2 for 3
                2.01 slot 1 P2
                clock 2.02 slot 0 to 41, grace 46
            14 slot 0 picks P3 for 4
                2.02 slot 0 P3
                clock 3.01 slot 0 to 44, grace 49
            20 admin corrects 2 cascade approved by 901
                1.02 corrected (cascade) from P1
                clock 1.02 slot 1 to 50, grace 55
            """)
        for pick in 0..<UInt16(since) { table.pick(10 + pick, at: 25 + 3 * Double(pick)) }
        return table
    }

    private static func cascade(from pick: PickNumber) -> Command {
        .room(
            1,
            .correctPick(
                CorrectPick(
                    pick: pick, mode: .cascade, player: nil, requestedBy: 900, approvedBy: 901,
                    reason: "The clock jumped.")))
    }

    @Test(arguments: 0...3) func aDraftThatStillRunsAfterACascadeHasComeNoFurther(since: Int) throws {
        let report = try run(try table(since: since), .none)
        #expect(report.firstDivergence == nil && report.outcomes == [] && report.changed == 0)
        #expect(report.end == report.endWas && report.end.nextPick == PickNumber(2 + since))
    }

    @Test func aClockThatRunsOutAfterACascadeDoesNotBringBackWhatWasSentBeforeIt() throws {
        var table = try table(since: 1)
        table.send(.room(1, .makePick(MakePick(pick: 3, player: 30))), as: .user(table.user(ofPick: 1)), at: At.at(45))
        let report = try run(table, WhatIfChange(clock: .seconds(10)))
        #expect(report.firstDivergence?.pick == 3 && report.firstDivergence?.becomes?.source == .adp)
        #expect(report.end.nextPick == 4)
    }

    @Test(arguments: 0...3) func afterASecondCascadeThePicksComeAgainAsFarAsTheyWent(since: Int) throws {
        let moment = At.at(26 + 3 * Double(since))
        let change = WhatIfChange(inserted: [.init(Self.cascade(from: 1), as: .admin(900), at: moment)])
        let report = try run(try table(since: since), change)
        #expect(report.insertions.map(\.outcome) == [.accepted])
        #expect(report.status == .active && report.end.nextPick == PickNumber(2 + since))
    }

    @Test func aSecondCascadeDoesNotRepeatTheFirst() throws {
        var table = try table(since: 2)
        table.send(.room(1, .makePick(MakePick(pick: 4, player: 30))), as: .user(table.user(ofPick: 3)), at: At.at(60))
        // The rules pick 4, and so the draft comes to pick 5 again, in which it was taken back.
        let change = WhatIfChange(
            clock: .seconds(10), inserted: [.init(Self.cascade(from: 1), as: .admin(900), at: At.at(27))])
        #expect(try run(table, change).end.nextPick == 6)
    }

    private func run(_ table: DraftTable, _ change: WhatIfChange) throws -> WhatIfReport {
        let house = try table.ledger()
        return try WhatIf(RoomHistory(of: 1, in: house.ledger)).run(change)
    }
}
