import Draft
import DraftLedger
import LedgerTesting
import Records
import Replay
import Testing

/// Drafts that would have gone otherwise.
struct ChangedTests {
    typealias At = DraftTable

    @Test func withoutGraceAPickInGraceIsTheRules() throws {
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            33 slot 0 picks P9 for 1
                1.01 slot 0 P9
                clock 1.02 slot 1 to 63, grace 68
            """)
        let position = table.last - 1
        finish(&table)
        let report = try run(table, WhatIfChange(grace: .zero))
        let divergence = try #require(report.firstDivergence)
        #expect(divergence.pick == 1)
        #expect(divergence.position == position)
        #expect(divergence.was?.player == 9 && divergence.was?.source == .manual)
        #expect(divergence.becomes?.player == 0 && divergence.becomes?.source == .adp)
        #expect(divergence.becomes?.moment == At.at(30.000001))
        #expect(report.outcomes.contains { $0.position == position && $0.was == nil && $0.becomes == .clockExpired })
        #expect(report.changed == 2)
        #expect(report.status == .complete)
    }

    @Test func withALongerGraceAClickThatWasLateCounts() throws {
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            35.005 clock automates 1 epoch 1
                1.01 slot 0 P0 (clockExpired, adp)
                clock 1.02 slot 1 to 65.005, grace 70.005
            36 slot 0 picks P9 for 1
                refused clockExpired, margin -1
            """)
        let refusal = table.last
        finish(&table)
        let report = try run(table, WhatIfChange(grace: .seconds(10)))
        #expect(report.firstDivergence?.pick == 1)
        #expect(report.firstDivergence?.becomes?.player == 9)
        #expect(report.outcomes.contains { $0.position == refusal && $0.was == .clockExpired && $0.becomes == nil })
    }

    @Test func aShorterClockLetsTheRulesPickAndEverybodyIsAsQuickInTheNextTurn() throws {
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            20 slot 0 picks P9 for 1
                1.01 slot 0 P9
                clock 1.02 slot 1 to 50, grace 55
            25 slot 1 picks P8 for 2
                1.02 slot 1 P8
                clock 2.01 slot 1 to 55, grace 60
            """)
        finish(&table)
        let report = try run(table, WhatIfChange(clock: .seconds(10)))
        // 20 s are too long for 10 + 5, the second user's 5 s are not.
        #expect(report.firstDivergence?.pick == 1)
        let second = report.seats.first { $0.was.contains { $0.player == 8 } }
        #expect(second?.becomes.contains { $0.player == 8 } == true)
    }

    @Test func withoutAPickItsSlotIsOnTheClockUntilTheRulesPick() throws {
        var table = DraftTable()
        table.pick(9, at: 5)
        let position = table.last - 1
        table.pick(8, at: 10)
        finish(&table)
        let report = try run(table, WhatIfChange(without: [position]))
        #expect(report.firstDivergence?.pick == 1)
        #expect(report.firstDivergence?.becomes?.moment == At.at(35.000001))
        #expect(report.seats.flatMap(\.becomes).count == 12)
    }

    @Test func withAQueueEditInsertedInTimeTheRulesPickByIt() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.expire()
        finish(&table)
        let edit = Command.queue(1, seat, .setQueue(players: [9], expectedVersion: nil))
        let early = try run(
            table, WhatIfChange(inserted: [WhatIfChange.Insertion(edit, as: .user(user), at: At.at(20))]))
        #expect(early.firstDivergence?.pick == 1)
        #expect(early.firstDivergence?.becomes?.player == 9)
        #expect(early.firstDivergence?.becomes?.source == .queue)
        // A moment after the pick it does not count for it.
        let late = try run(
            table, WhatIfChange(inserted: [WhatIfChange.Insertion(edit, as: .user(user), at: At.at(35.1))]))
        #expect(late.firstDivergence?.pick != 1)
    }

    @Test func anInsertedCommandThatTheRulesRefuseIsReportedWithTheirReason() throws {
        var table = DraftTable()
        let user = table.userOnClock
        table.expire()
        finish(&table)
        let click = Command.room(1, .makePick(MakePick(pick: 1, player: 9)))
        let report = try run(
            table,
            WhatIfChange(inserted: [
                .init(click, as: .user(user), at: At.at(35.001)), .init(click, as: .user(77), at: At.at(20)),
                .init(click, as: .user(user), at: At.start - .seconds(100_000)),
                .init(.room(1, .setAutodraft(seat: 0, on: false)), as: .admin(nil), at: At.at(20)),
            ]))
        #expect(report.firstDivergence == nil)
        let codes = report.insertions.map { inserted -> RefusalCode? in
            if case .refused(let refusal) = inserted.outcome { refusal.code } else { nil }
        }
        #expect(codes == [.clockExpired, .forbidden, .unknownRoom, nil])
        #expect(report.insertions[0].command == .makePick && report.insertions[0].moment == At.at(35.001))
        #expect(report.insertions[3].outcome == .accepted)
    }

    @Test func aCommandInsertedIntoATurnThatNeverComesWasNeverSent() throws {
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
        let late = At.at(3_000)
        let report = try run(
            table,
            WhatIfChange(
                without: [resume],
                inserted: [.init(.room(1, .makePick(MakePick(pick: 12, player: 40))), as: .user(1), at: late)]))
        #expect(report.insertions.map(\.outcome) == [.neverSent])
    }

    @Test func otherLimitsChangeOnlyWhatTheRulesPick() throws {
        var table = DraftTable()
        for _ in 0..<2 { table.expire() }
        finish(&table)
        // Player 0 is a running back, whom nobody may have any more.
        let limits = PositionLimits(quarterbacks: 3, runningBacks: 0, wideReceivers: 9, tightEnds: 3)
        let report = try run(table, WhatIfChange(limits: limits))
        #expect(report.firstDivergence?.pick == 1)
        #expect(report.firstDivergence?.becomes?.player == 1)
    }

    @Test func aCascadeLeftOutLeavesThePicksThatItUndid() throws {
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
            8 slot 1 picks P8 for 2
                1.02 slot 1 P8
                clock 2.01 slot 1 to 38, grace 43
            10 admin corrects 1 cascade approved by 901
                1.01 corrected (cascade) from P9
                clock 1.01 slot 0 to 40, grace 45
            15 slot 0 picks P7 for 1
                1.01 slot 0 P7
                clock 1.02 slot 1 to 45, grace 50
            18 slot 1 picks P6 for 2
                1.02 slot 1 P6
                clock 2.01 slot 1 to 48, grace 53
            20 slot 1 picks P5 for 3
                2.01 slot 1 P5
                clock 2.02 slot 0 to 50, grace 55
            """)
        let cascade = try table.position(of: .pickCorrected)
        finish(&table)
        #expect(try run(table, .none).firstDivergence == nil)
        let report = try run(table, WhatIfChange(without: [cascade]))
        let becomes = report.seats.flatMap(\.becomes)
        #expect(becomes.contains { $0.number == 1 && $0.player == 9 })
        #expect(becomes.contains { $0.number == 2 && $0.player == 8 })
        // Pick 3 was only ever made after the cascade: its turn is the one that there was.
        #expect(becomes.contains { $0.number == 3 && $0.player == 5 })
    }

    @Test func whatCannotBeChangedIsSaid() throws {
        var table = DraftTable()
        table.pick(9, at: 5)
        let seat = table.pending.firstIndex { $0.event.type == .seatTaken }! + 1
        #expect(throws: WhatIfError.setting(position: UInt64(seat), room: 1)) {
            try run(table, WhatIfChange(without: [UInt64(seat)]))
        }
        #expect(throws: WhatIfError.noCommand(position: 1, room: 1)) { try run(table, WhatIfChange(without: [1])) }
        #expect(throws: WhatIfError.badClock("a slot has 0 s")) { try run(table, WhatIfChange(clock: .zero)) }
        #expect(throws: WhatIfError.foreignCommand(.registerUser, room: 1)) {
            try run(table, WhatIfChange(inserted: [.init(.user(9, .registerUser), as: .admin(1), at: At.start)]))
        }
    }

    /// Everybody picks five seconds after the clock begins, the best who is left.
    private func finish(_ table: inout DraftTable) {
        while table.room.status == .active {
            let taken = table.room.taken
            let player = (0...).first { !taken.contains($0) && $0 != 9 && $0 != 8 }!
            let arrival = table.room.runningClock!.deadline - .seconds(25)
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
