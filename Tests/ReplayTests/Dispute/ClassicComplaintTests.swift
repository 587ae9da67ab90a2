import Draft
import DraftLedger
import LedgerTesting
import Records
import Replay
import Testing

/// The complaints that drafters have had for ever, each with its verdict and the rule that carries it.
struct ClassicComplaintTests {
    typealias At = DraftTable

    @Test func clickedInTimeButHandledAfterTheRulesHadPickedIsUpheld() throws {
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            35.005 clock automates 1 epoch 1
                1.01 slot 0 P0 (clockExpired, adp)
                clock 1.02 slot 1 to 65.005, grace 70.005
            34.8>35.2 slot 0 picks P9 for 1
                refused stalePickNumber, margin 0.2
            """)
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .arrival)
        #expect(report.reasons[0].text.contains("0.2 s before the grace ended"))
        #expect(report.reasons[0].positions.contains(table.last))
    }

    @Test func clickedInTimeAndRefusedAllTheSameIsUpheld() throws {
        var table = DraftTable()
        let user = table.userOnClock
        let clock = table.room.runningClock!
        let wrong = Refusal(
            .clockExpired, "", pick: 1, seat: table.seatOnClock, player: 9, deadline: clock.deadline,
            graceEndsAt: clock.graceEndsAt, margin: clock.graceEndsAt - At.at(20))
        table.refuse(.room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(user), wrong, at: At.at(20))
        table.expire()
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons.first { $0.bearing == .upheld }?.text.contains("but was refused.") == true)
        #expect(report.timeline.contains { $0.marginToGrace == .seconds(15) && $0.isClaimants })
    }

    @Test func clickedAMillisecondAfterTheGraceIsRejected() throws {
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            35.005 clock automates 1 epoch 1
                1.01 slot 0 P0 (clockExpired, adp)
                clock 1.02 slot 1 to 65.005, grace 70.005
            35.001>35.007 slot 0 picks P9 for 1
                refused clockExpired, margin -0.001
            """)
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        #expect(report.reasons.contains { $0.rule == .arrival && $0.text.contains("0.001 s after the grace") })
        #expect(report.timeline.contains { $0.marginToGrace == .milliseconds(-1) })
    }

    @Test func clickedInTheLastMicrosecondOfGraceCountedSoNothingWasTaken() throws {
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            35 slot 0 picks P9 for 1
                1.01 slot 0 P9
                clock 1.02 slot 1 to 65, grace 70
            """)
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        #expect(
            report.reasons.contains {
                $0.rule == .arrival && $0.text.contains("5 s after the deadline, within the grace")
            })
        // The next drafter, who would have liked the player, is told the same.
        let other = try judge(table, pick: 1, seat: table.seat(ofPick: 2))
        #expect(other.verdict == .rejected)
    }

    @Test func aQueueEditedAfterTheRulesHadPickedIsRejected() throws {
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            35.005 clock automates 1 epoch 1
                1.01 slot 0 P0 (clockExpired, adp)
                clock 1.02 slot 1 to 65.005, grace 70.005
            36 slot 0 queues P9
                queue P9
            """)
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        #expect(
            report.reasons.contains {
                $0.rule == .queue && $0.positions.contains(table.last) && $0.text.contains("too late")
            })
    }

    @Test func aQueueEditedInTimeButHandledAfterThePickIsUpheld() throws {
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            35.005 clock automates 1 epoch 1
                1.01 slot 0 P0 (clockExpired, adp)
                clock 1.02 slot 1 to 65.005, grace 70.005
            34>36 slot 0 queues P9
                queue P9
            """)
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .queue)
        #expect(report.reasons[0].text.contains("P9"))
    }

    @Test func thatTheQueueWasReadWithItsFirstPlayerGoneIsRejected() throws {
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            1 slot 1 queues P4 P8
                queue P4 P8
            10 slot 0 picks P4 for 1
                1.01 slot 0 P4
                clock 1.02 slot 1 to 40, grace 45
            45.005 clock automates 2 epoch 2
                1.02 slot 1 P8 (clockExpired, queue) not P4 (taken)
                clock 2.01 slot 1 to 75.005, grace 80.005
            """)
        let taking = table.pending.firstIndex { if case .pickMade = $0.event { true } else { false } }! + 1
        let report = try judge(table, pick: 2)
        #expect(report.verdict == .rejected)
        let reason = report.reasons.first { $0.rule == .queue }
        #expect(reason?.text.contains("P4") == true && reason?.text.contains("pick 1.01") == true)
        #expect(reason?.positions.contains(UInt64(taking)) == true)
    }

    @Test func thatTheRulesPickedWhomTheQueueDoesNotNameFirstIsUpheld() throws {
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            1 slot 0 queues P9
                queue P9
            """)
        var made = PickAutomated.blank
        (made.pick, made.slot, made.seat, made.player) = (1, 0, table.seatOnClock, 0)
        (made.reason, made.source, made.queueVersion, made.policyVersion) = (.clockExpired, .adp, 1, 1)
        table.record(
            [StreamEvent(.room(1), .pickAutomated(made))], of: .room(1, .automatePick(pick: 1, epoch: 1)),
            as: .scheduler,
            at: At.at(35.01))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .autopick)
        #expect(report.reasons[0].text.contains("gives P9, not P0"))
    }

    @Test func aDoubleTapOnTheTurnThatTookNoSecondPickIsRejected() throws {
        // With two teams, slot 1 owns picks 2 and 3.
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            5 slot 0 picks P0 for 1
                1.01 slot 0 P0
                clock 1.02 slot 1 to 35, grace 40
            10 slot 1 picks P9 for 2
                1.02 slot 1 P9
                clock 2.01 slot 1 to 40, grace 45
            10.15 slot 1 picks P9 for 2
                refused stalePickNumber, margin 29.85
            """)
        let report = try judge(table, pick: 2)
        #expect(report.verdict == .rejected)
        let reason = report.reasons.first { $0.rule == .pickNumber }
        #expect(reason?.text.contains("0.15 s after the first") == true)
        #expect(reason?.positions.contains(table.last) == true)
    }

    @Test func aClientThatNamedAnotherPickThanTheOneOnTheClockIsRejected() throws {
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            5 slot 0 picks P9 for 4
                refused stalePickNumber
            35.005 clock automates 1 epoch 1
                1.01 slot 0 P0 (clockExpired, adp)
                clock 1.02 slot 1 to 65.005, grace 70.005
            """)
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        #expect(report.reasons.contains { $0.rule == .pickNumber && $0.text.contains("number 4 while 1") })
    }

    private func judge(_ table: DraftTable, pick: PickNumber, seat: Seat? = nil) throws -> DisputeReport {
        let house = try table.ledger()
        return try Dispute(house.ledger).judge(room: 1, pick: pick, seat: seat)
    }
}
