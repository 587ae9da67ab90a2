import Draft
import DraftLedger
import LedgerTesting
import Replay
import Testing

/// Drafts that still run: what nobody has had the time to do yet is no difference.
struct UnfinishedTests {
    typealias At = DraftTable

    private func table() throws -> DraftTable {
        try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            5 slot 0 picks P9 for 1
                1.01 slot 0 P9
                clock 1.02 slot 1 to 35, grace 40
            40.005>40.007 clock automates 2 epoch 2
                1.02 slot 1 P0 (clockExpired, adp)
                clock 2.01 slot 1 to 70.007, grace 75.007
            45.005>45.007 slot 1 picks P8 for 3
                2.01 slot 1 P8
                clock 2.02 slot 0 to 75.007, grace 80.007
            """)
    }

    /// None of these would have made a pick otherwise so far.
    static let idle: [WhatIfChange] = [
        .none, WhatIfChange(grace: .seconds(5)), WhatIfChange(grace: .seconds(6)), WhatIfChange(clock: .seconds(31)),
        WhatIfChange(limits: .standard), WhatIfChange(grace: .zero),
    ]

    @Test(arguments: idle)
    func rulesThatWouldHaveChangedNothingSoFarChangeNothing(change: WhatIfChange) throws {
        let report = try run(try table(), change)
        #expect(report.firstDivergence == nil && report.changed == 0 && report.outcomes == [])
        #expect(report.status == .active && report.end == report.endWas)
        #expect(report.end.nextPick == 4)
    }

    @Test func underAClockThatWouldRunStillTheRulesPickIsNotMadeYet() throws {
        let report = try run(try table(), WhatIfChange(clock: .seconds(36_000)))
        #expect(report.firstDivergence?.pick == 2)
        #expect(report.firstDivergence?.was?.source == .adp && report.firstDivergence?.becomes == nil)
        #expect(report.status == .active && report.end.nextPick == 2)
    }

    @Test func withoutTheLastPickItsSlotIsStillOnTheClock() throws {
        let table = try table()
        let report = try run(table, WhatIfChange(without: [table.last - 1]))
        #expect(report.firstDivergence?.pick == 3)
        #expect(report.firstDivergence?.was?.player == 8 && report.firstDivergence?.becomes == nil)
        #expect(report.end.nextPick == 3)
    }

    @Test func underAClockThatWouldHaveRunOutTheRulesWouldHavePickedOnce() throws {
        var table = try table()
        // Twenty seconds into pick 4 somebody else is told that it is not their turn.
        table.send(
            .room(1, .makePick(MakePick(pick: 4, player: 30))), as: .user(table.user(ofPick: 2)), at: At.at(65.007))
        #expect(try run(table, .none).firstDivergence == nil)
        let report = try run(table, WhatIfChange(clock: .seconds(14)))
        let divergence = try #require(report.firstDivergence)
        #expect(divergence.pick == 4 && divergence.position == nil && divergence.was == nil)
        #expect(divergence.becomes?.source == .adp)
        #expect(report.status == .active && report.end.nextPick == 5)
        #expect(try run(table, WhatIfChange(clock: .seconds(16))).firstDivergence == nil)
    }

    @Test func aClockThatRanOutWhileNobodyHandledItHasNotComeToAPickEither() throws {
        var table = try table()
        table.send(.room(1, .makePick(MakePick(pick: 4, player: 30))), as: .user(table.userOnClock), at: At.at(80.008))
        let report = try run(table, .none)
        #expect(report.firstDivergence == nil && report.outcomes == [] && report.end.nextPick == 4)
    }

    @Test func aPauseThatLastsIsAsItIs() throws {
        var table = try table()
        table.must(.room(1, .pauseRoom(kind: .manual, reason: "fire")), at: At.at(50))
        let report = try run(table, .none)
        #expect(report.firstDivergence == nil && report.end == report.endWas)
        #expect(report.end.pause == .manual)
    }

    @Test func foldsAndAWhatIfAgreeOnADraftThatStillRuns() throws {
        let house = try table().ledger()
        let history = try RoomHistory(of: 1, in: house.ledger)
        for change in Self.idle {
            let (one, other) = (NamedFold(.picks), NamedFold(.picks, rules: change))
            #expect(try NamedFold.firstDifference(in: history, between: one, and: other) == nil)
        }
    }

    private func run(_ table: DraftTable, _ change: WhatIfChange) throws -> WhatIfReport {
        let house = try table.ledger()
        return try WhatIf(RoomHistory(of: 1, in: house.ledger)).run(change)
    }
}
