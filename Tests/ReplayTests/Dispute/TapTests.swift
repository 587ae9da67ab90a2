import Draft
import DraftLedger
import LedgerTesting
import Records
import Replay
import Testing

/// Taps that came out of turn: before the pick was on the clock, or handled in another order than they came.
struct TapTests {
    typealias At = DraftTable

    @Test func ofTwoTapsHandledInTheOtherOrderTheDistanceIsToldTheRightWayRound() throws {
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            10>10.002 slot 0 picks P9 for 1
                1.01 slot 0 P9
                clock 1.02 slot 1 to 40.002, grace 45.002
            9.95>10.01 slot 0 picks P4 for 1
                refused stalePickNumber, margin 25.05
            """)
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        let reason = report.reasons.first { $0.rule == .pickNumber }
        #expect(reason?.text.contains("0.05 s before the one that counted, but was handled after it") == true)
        #expect(reason?.positions.contains(table.last) == true)
        // Nothing of the rules came between the two, so that nobody's order was promised.
        let house = try table.ledger()
        #expect(try Audit(house.ledger).run().findings == [])
    }

    @Test func aTapJustBeforeThePickCameOnTheClockIsShownAndSaid() throws {
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            4.5 slot 1 picks P9 for 2
                refused stalePickNumber
            5>5.002 slot 0 picks P0 for 1
                1.01 slot 0 P0
                clock 1.02 slot 1 to 35.002, grace 40.002
            40.007 clock automates 2 epoch 2
                1.02 slot 1 P1 (clockExpired, adp)
                clock 2.01 slot 1 to 70.007, grace 75.007
            """)
        let tap = try table.position(of: .commandRejected)
        let report = try judge(table, pick: 2)
        #expect(report.verdict == .rejected)
        let reason = report.reasons.first { $0.rule == .arrival }
        #expect(reason?.text.contains("0.502 s before that number was on the clock") == true)
        #expect(reason?.text.contains("and was refused. This holds if the claimant sent it") == true)
        #expect(reason?.positions.first == tap)
        #expect(report.reasons.contains { $0.text.hasPrefix("No other pick of the claimant for number 2") })
        let moment = report.timeline.first { $0.position == tap }
        #expect(moment?.isClaimants == true)
        // The clock that ran was another pick's.
        #expect(moment?.marginToGrace == nil)
    }

    @Test func aTapBetweenAnUndoneTurnAndTheNextOne() throws {
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
            8 slot 1 picks P1 for 2
                1.02 slot 1 P1
                clock 2.01 slot 1 to 38, grace 43
            10 admin corrects 1 cascade approved by 901
                1.01 corrected (cascade) from P0
                clock 1.01 slot 0 to 40, grace 45
            12 slot 1 picks P9 for 2
                refused stalePickNumber
            13>13.002 slot 0 picks P4 for 1
                1.01 slot 0 P4
                clock 1.02 slot 1 to 43.002, grace 48.002
            48.007 clock automates 2 epoch 5
                1.02 slot 1 P0 (clockExpired, adp)
                clock 2.01 slot 1 to 78.007, grace 83.007
            """)
        let report = try judge(table, pick: 2)
        #expect(report.verdict == .rejected)
        #expect(report.reasons.contains { $0.text.contains("1.002 s before that number was on the clock again") })
    }

    /// As versions before rules 7 recorded it: the clock that ran. The refusal of a late pick then called it stale.
    private func formerRefusal(by table: DraftTable, at arrival: Timestamp) throws -> Refusal {
        let running = try #require(table.room.runningClock)
        return Refusal(
            .stalePickNumber, "Pick 3 is on the clock, not 1.", pick: 1, seat: table.seat(ofPick: 1), player: 9,
            deadline: running.deadline, graceEndsAt: running.graceEndsAt, margin: running.graceEndsAt - arrival)
    }

    @Test(arguments: [0, 6, SoftwareStarted.currentRules])
    func aLatePickIsJudgedByItsOwnClockWhateverItsRefusalStates(rules: UInt16) throws {
        var table = DraftTable()
        if rules > 0 { table.startSoftware(rules: rules, at: 1) }
        let user = table.user(ofPick: 1)
        table.expire()
        table.pick(20, at: 36)
        let (pick, arrival) = (Command.room(1, .makePick(MakePick(pick: 1, player: 9))), At.at(37.949252))
        table.refuse(pick, as: .user(user), try formerRefusal(by: table, at: arrival), at: arrival)
        let refusal = table.last
        let report = try judge(table, pick: 1)
        // A ledger that states today's rules has to state the pick's own clock: it cannot be trusted otherwise.
        let isFormer = rules < SoftwareStarted.rulesOfPickClocks
        #expect(report.verdict == (isFormer ? .rejected : .undecidable))
        let reason = report.reasons.first { $0.rule == .arrival && $0.bearing == .rejected }
        #expect(reason?.text.contains("2.949 s after the grace") == true)
        let moment = report.timeline.first { $0.position == refusal }
        #expect(moment?.marginToGrace == Interval(microseconds: -2_949_252))
        let misstated = report.reasons.first { $0.rule == .arrival && $0.bearing == nil }
        #expect((misstated == nil) == isFormer)
        let house = try table.ledger()
        #expect(try refusalFindings(house).map(\.position) == (isFormer ? [] : [refusal]))
    }

    @Test(arguments: [0, SoftwareStarted.currentRules])
    func aRefusalThatStatesItsOwnPicksClockPassesTheAudit(rules: UInt16) throws {
        var table = DraftTable()
        if rules > 0 { table.startSoftware(rules: rules, at: 1) }
        let user = table.user(ofPick: 1)
        table.expire()
        table.pick(20, at: 36)
        let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 9)))
        guard case .refused(let refusal) = table.send(pick, as: .user(user), at: At.at(37.949252)) else {
            Issue.record("a late pick was accepted")
            return
        }
        #expect(refusal.code == .clockExpired && refusal.margin == Interval(microseconds: -2_949_252))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        #expect(!report.reasons.contains { $0.rule == .arrival && $0.bearing == nil })
        let house = try table.ledger()
        #expect(try refusalFindings(house) == [])
    }

    /// It is part of the story of the pick that was on the clock meanwhile, but not measured by that clock.
    @Test func aTapForAnEarlierPickIsShownWithTheMarginOfItsOwnClock() throws {
        var table = DraftTable()
        let user = table.user(ofPick: 2)
        table.pick(20, at: 5)
        table.pick(21, at: 6)
        table.send(.room(1, .makePick(MakePick(pick: 2, player: 9))), as: .user(user), at: At.at(7))
        let tap = table.last
        table.pick(22, at: 8)
        let report = try judge(table, pick: 3)
        let moment = try #require(report.timeline.first { $0.position == tap })
        #expect(moment.marginToGrace == At.at(40.002) - At.at(7))
    }

    /// Faults of what refusals state. A table's own keep neither their commands nor their sentences.
    private func refusalFindings(_ house: TemporaryLedger) throws -> [AuditFinding] {
        try Audit(house.ledger).run().findings.filter {
            $0.rule == .refusal && !$0.message.contains("as in records of earlier versions")
        }
    }

    private func judge(_ table: DraftTable, pick: PickNumber) throws -> DisputeReport {
        let house = try table.ledger()
        return try Dispute(house.ledger).judge(room: 1, pick: pick)
    }
}
