import Draft
import DraftLedger
import LedgerTesting
import Records
import Replay
import Testing

/// Complaints about what the room did: autodraft, pauses, corrections, the order, the money.
struct RoomIncidentTests {
    typealias At = DraftTable

    @Test func autodraftAfterTwoMissedPicksIsRejectedWithTheMisses() throws {
        // Both seats have missed two in a row; the rules now pick at once.
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
            70.01 clock automates 2 epoch 2
                1.02 slot 1 P1 (clockExpired, adp)
                clock 2.01 slot 1 to 100.01, grace 105.01
            105.015 clock automates 3 epoch 3
                2.01 slot 1 P2 (clockExpired, adp)
                slot 1 autodraft on (missedPicks)
                clock 2.02 slot 0 to 135.015, grace 140.015
            140.02 clock automates 4 epoch 4
                2.02 slot 0 P3 (clockExpired, adp)
                slot 0 autodraft on (missedPicks)
                clock 3.01 slot 0 to 170.02, grace 175.02
            140.42 clock automates 5 epoch 5
                3.01 slot 0 P4 (autodraft, adp)
                clock 3.02 slot 1 to 170.42, grace 175.42
            """)
        let report = try judge(table, pick: 5)
        #expect(report.verdict == .rejected)
        let reason = report.reasons.first { $0.rule == .autodraft }
        #expect(reason?.text.contains("2 missed picks in a row") == true)
        #expect(reason?.positions.count == 4)
    }

    @Test func aClickAfterAutodraftHadPickedIsRejected() throws {
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            1 slot 0 autodraft on
                slot 0 autodraft on (userWish)
            1.5 clock automates 1 epoch 1
                1.01 slot 0 P0 (autodraft, adp)
                clock 1.02 slot 1 to 31.5, grace 36.5
            4 slot 0 picks P9 for 1
                refused stalePickNumber, margin 31
            """)
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        #expect(
            report.reasons.contains { $0.rule == .arrival && $0.text.contains("2.5 s after the pick had been made") })
        #expect(
            report.reasons.contains { $0.rule == .autodraft && $0.text.contains("The user had turned autodraft on") })
    }

    @Test func thatTheRulesPickedAtOnceForASeatThatDraftsByHandIsUpheld() throws {
        var table = DraftTable()
        var made = PickAutomated.blank
        (made.pick, made.seat, made.player, made.reason) = (1, table.seatOnClock, 0, .autodraft)
        (made.source, made.policyVersion) = (.adp, 1)
        table.record(
            [StreamEvent(.room(1), .pickAutomated(made))], of: .room(1, .automatePick(pick: 1, epoch: 1)),
            as: .scheduler,
            at: At.at(2))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .autodraft)
    }

    @Test(arguments: RoomPaused.Kind.allCases)
    func aPauseThatGaveTheClockBackAsItsKindSaysIsRejected(kind: RoomPaused.Kind) throws {
        var table = DraftTable()
        let sender = kind == .outage ? Sender.scheduler : .admin(900)
        let author = kind == .outage ? "the service" : "staff member 900"
        table.must(.room(1, .pauseRoom(kind: kind, reason: "a storm")), as: sender, at: At.at(12))
        table.must(.room(1, .resumeRoom), as: .admin(900), at: At.at(100))
        table.expire()
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        let reason = report.reasons.first { $0.rule == .pause }
        #expect(reason?.text.contains("(\(kind)) by \(author) for 1 min 28 s") == true)
        #expect(reason?.text.contains(kind == .manual ? "for its full time" : "for the remaining 18 s") == true)
        #expect(reason?.positions.count == 3)
    }

    /// The service is down for 30 of the 35 s, starts, and picks at once.
    @Test(arguments: [(false, false), (false, true), (true, false)])
    func aClockThatRanOutWhileTheServiceWasDownIsUpheld(isPaused: Bool, hasClicked: Bool) throws {
        var table = DraftTable()
        table.startSoftware(at: 0.5)
        table.must(.room(1, .tickClock(pick: 1)), as: .scheduler, at: At.at(5), now: At.at(5))
        table.startSoftware(at: 36)
        if isPaused {
            table.must(
                .room(1, .pauseRoom(kind: .outage, reason: "down")), as: .scheduler, at: At.at(5), now: At.at(36.1))
            table.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(36.2))
            table.expire()
        } else {
            if hasClicked {
                table.send(
                    .room(1, .makePick(MakePick(pick: 1, player: 3))), as: .user(table.userOnClock), at: At.at(36.2))
            }
            table.must(.room(1, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: At.at(36.5))
        }
        let report = try judge(table, pick: 1)
        #expect(report.verdict == (isPaused ? .rejected : .upheld))
        let told = report.reasons.filter {
            $0.rule == .clock && $0.text.contains("the room was not paused for it")
        }
        #expect(told.count == (isPaused ? 0 : 1))
        #expect(told.allSatisfy { $0.bearing == .upheld && $0.text.contains("the clock lost 30 s") })
        #expect(report.timeline.contains { $0.text.contains("The service started.") })
        // Of the turns of others it takes nothing.
        let other = try judge(table, pick: 1, seat: table.seat(ofPick: 2))
        #expect(other.verdict != .upheld)
    }

    @Test func aClockThatDidNotRunInFullAfterAPauseByHandIsUpheld() throws {
        var table = DraftTable()
        table.must(.room(1, .pauseRoom(kind: .manual, reason: "a storm")), as: .admin(900), at: At.at(12))
        var resumed = RoomResumed.blank
        resumed.pick = 1
        var clock = ClockStarted.blank
        (clock.pick, clock.epoch, clock.deadline, clock.graceEndsAt) = (1, 2, At.at(118), At.at(123))
        table.record(
            [StreamEvent(.room(1), .roomResumed(resumed)), StreamEvent(.room(1), .clockStarted(clock))],
            of: .room(1, .resumeRoom), as: .admin(900), at: At.at(100), now: At.at(100))
        table.expire()
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons.contains { $0.rule == .pause && $0.text.contains("18 s at most instead of 30 s") })
    }

    @Test(arguments: PickCorrected.Mode.allCases)
    func aCorrectionWithFourEyesIsToldAndStands(mode: PickCorrected.Mode) throws {
        var table = DraftTable()
        table.pick(0, at: 5)
        if mode != .lastOnly { table.pick(1, at: 8) }
        let correction = CorrectPick(
            pick: 1, mode: mode, player: mode == .cascade ? nil : 9, requestedBy: 900, approvedBy: 901,
            reason: "The client sent the wrong row.")
        table.must(.room(1, .correctPick(correction)), at: At.at(10))
        if mode == .cascade {
            table.must(.room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(table.userOnClock), at: At.at(14))
        }
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        let reason = report.reasons.first { $0.rule == .correction }
        #expect(reason?.bearing == nil)
        #expect(reason?.text.contains(mode == .cascade ? "were undone" : "from P0 to P9") == true)
        // Both times that the pick was on the clock are in the story of a cascade.
        let picks = report.timeline.filter { $0.text.contains(" picked ") }
        #expect(picks.count == (mode == .cascade ? 2 : 1))
    }

    @Test func aCorrectionThatItsOwnBeneficiaryApprovedIsUpheld() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.pick(0, at: 5)
        var corrected = PickCorrected.blank
        (corrected.pick, corrected.seat, corrected.oldPlayer, corrected.newPlayer) = (1, seat, 0, 9)
        (corrected.requestedBy, corrected.approvedBy) = (900, user)
        let command = CorrectPick(
            pick: 1, mode: .lastOnly, player: 9, requestedBy: 900, approvedBy: user, reason: "")
        table.record(
            [StreamEvent(.room(1), .pickCorrected(corrected))], of: .room(1, .correctPick(command)), as: .admin(900),
            at: At.at(10))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .correction)
    }

    @Test func theOrderSuspectedToBeRolledAgainIsTheOneThatWasPromised() throws {
        var table = DraftTable()
        table.expire()
        let report = try judge(table, pick: 1)
        #expect(report.reasons.contains { $0.rule == .draw && $0.bearing == nil && $0.positions.count == 2 })
    }

    @Test func anOrderThatWasRolledAgainIsUpheld() throws {
        let table = DraftTable()
        var events = table.pending
        let index = events.firstIndex { $0.event.type == .draftOrderDrawn }!
        guard case .draftOrderDrawn(var drawn) = events[index].event else { return }
        drawn.seats.reverse()
        events[index].event = .draftOrderDrawn(drawn)
        let house = try TemporaryLedger(createdAt: At.start - .seconds(1_000))
        try house.ledger.append(events)
        let report = try Dispute(house.ledger).judge(room: 1, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .draw)
        #expect(report.reasons[0].text.contains("Recomputed from its secret"))
    }

    @Test func aSeatThatWasChargedTwiceIsUpheld() throws {
        var table = DraftTable()
        let user = table.userOnClock
        var held = EntryFeeHeld.blank
        (held.tournament, held.room, held.seat, held.amount) = (1, 1, table.seatOnClock, Cents(500))
        held.entry = table.room.member(at: table.seatOnClock)!.entry
        table.pick(0, at: 5)
        let once = try judge(table, pick: 1)
        #expect(once.verdict == .rejected)
        #expect(once.reasons.contains { $0.rule == .fee && $0.text.contains("charged once") })
        table.record(
            [StreamEvent(.wallet(user), .entryFeeHeld(held))], of: .wallet(user, .joinTournament(1, entries: 1)),
            as: .user(user), at: At.at(6))
        let twice = try judge(table, pick: 1)
        #expect(twice.verdict == .upheld)
        #expect(twice.reasons[0].rule == .fee)
        #expect(twice.reasons[0].positions.contains(table.last))
        #expect(twice.reasons[0].text.contains("was taken twice: it was held twice and posted once."))
        #expect(twice.headline == "You are right: 5.00 was taken twice.")
    }

    @Test func aPickForSomebodyElsesNumberIsNobodysFault() throws {
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            3 slot 1 picks P9 for 1
                refused notYourTurn, margin 32
            5 slot 0 picks P0 for 1
                1.01 slot 0 P0
                clock 1.02 slot 1 to 35, grace 40
            """)
        let report = try judge(table, pick: 1, seat: table.seat(ofPick: 2))
        #expect(report.verdict == .rejected)
        #expect(report.reasons.contains { $0.rule == .turn && $0.text.contains("not to the claimant's") })
    }

    @Test func aPickStillOnTheClockIsUndecidableAndOneThatNeverWasIsAnError() throws {
        let table = DraftTable()
        #expect(try judge(table, pick: 1).verdict == .undecidable)
        #expect(throws: DisputeError.notOnTheClock(2, room: 1, last: 1)) { try judge(table, pick: 2) }
        #expect(throws: DisputeError.noSuchSeat(7, room: 1, teams: 2)) { try judge(table, pick: 1, seat: 7) }
    }

    private func judge(_ table: DraftTable, pick: PickNumber, seat: Seat? = nil) throws -> DisputeReport {
        let house = try table.ledger()
        return try Dispute(house.ledger).judge(room: 1, pick: pick, seat: seat)
    }
}
