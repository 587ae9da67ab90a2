import Draft
import DraftLedger
import LedgerTesting
import Replay
import Testing

/// Picks that a cascade undid: they were on the clock, so they can be disputed.
struct UndoneTurnTests {
    typealias At = DraftTable

    /// Picks 1 to 3 by hand, then pick 1 and all after it undone.
    private func cascaded() throws -> DraftTable {
        try DraftTable(
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
            15 admin corrects 1 cascade approved by 901
                1.01 corrected (cascade) from P0
                clock 1.01 slot 0 to 45, grace 50
            """)
    }

    @Test func aPickThatWasMadeAndUndoneCanBeDisputedAndTheCascadeIsTold() throws {
        let table = try cascaded()
        let report = try judge(table, pick: 3)
        #expect(report.verdict == .rejected)
        #expect(report.reasons.contains { $0.rule == .correction && $0.text.contains("Pick 1.01 and all later picks") })
        let turn = report.reasons.first { $0.rule == .turn }
        #expect(turn?.text.contains("had been made when the draft was undone") == true)
        #expect(turn?.positions.last == table.last - 1)
    }

    @Test func aPickThatWasOnTheClockWhenTheDraftWasTakenBack() throws {
        let table = try cascaded()
        let report = try judge(table, pick: 4)
        #expect(report.verdict == .undecidable)
        #expect(report.reasons[0].rule == .turn)
        #expect(report.reasons[0].text.contains("was on the clock when the draft was undone"))
        #expect(throws: DisputeError.notOnTheClock(5, room: 1, last: 4)) { try judge(table, pick: 5) }
    }

    @Test func evidenceIsMadeOfAPickThatWasUndone() throws {
        let house = try cascaded().ledger()
        let room = try #require(try house.ledger.room(1))
        let seat = room.seatOfSlot[Int(room.ruleset.snake.slot(of: 3))]
        let latest = try house.ledger.publishCheckpoint()
        let bundle = try EvidenceBundle(
            of: 1, pick: 3, seat: seat, in: house.ledger, latest: latest,
            published: try house.ledger.checkpointHistory())
        let key = try house.ledger.verifierKey()
        let report = EvidenceBundle.verify(
            try bundle.archive(signedBy: key), policy: try EvidenceScene.policy(of: key))
        #expect(report.isGenuine, "\(report.results)")
    }

    @Test func aBreachBeforeTheCascadeStillCounts() throws {
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
            40.005 clock automates 2 epoch 2
                1.02 slot 1 P1 (clockExpired, adp)
                clock 2.01 slot 1 to 70.005, grace 75.005
            39>41 slot 1 picks P9 for 2
                refused stalePickNumber, margin 1
            45 admin corrects 1 cascade approved by 901
                1.01 corrected (cascade) from P0
                clock 1.01 slot 0 to 75, grace 80
            """)
        let report = try judge(table, pick: 2)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .arrival)
    }

    @Test func madeAgainAfterTheCascadeAPickIsJudgedByBothOfItsTurns() throws {
        var table = try cascaded()
        table.pick(4, at: 20)
        table.pick(5, at: 24)
        table.pick(6, at: 28)
        let report = try judge(table, pick: 3)
        #expect(report.verdict == .rejected)
        #expect(!report.reasons.contains { $0.rule == .turn })
        #expect(report.timeline.count { $0.text.contains("with 2.01.") } == 2)
    }

    private func judge(_ table: DraftTable, pick: PickNumber) throws -> DisputeReport {
        let house = try table.ledger()
        return try Dispute(house.ledger).judge(room: 1, pick: pick)
    }
}
