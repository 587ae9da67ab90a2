import Draft
import DraftLedger
import LedgerTesting
import Records
import Replay
import Testing

/// The first sentence of a report answers the complaint, in words that need no knowledge of ledgers.
struct HeadlineTests {
    typealias At = DraftTable

    private func judge(
        _ table: DraftTable, pick: PickNumber = 1, seat: Seat? = nil, about topic: DisputeTopic? = nil
    ) throws -> DisputeReport {
        let house = try table.ledger()
        return try Dispute(house.ledger).judge(room: 1, pick: pick, seat: seat, about: topic)
    }

    // MARK: What happened in the turn

    private static let lateClick = """
        2 teams, 6 rounds, fast
        pool of 32
        0 clock starts
            started
            clock 1.01 slot 0 to 30, grace 35
        1 slot 0 queues P4
            queue P4
        35.005 clock automates 1 epoch 1
            1.01 slot 0 P4 (clockExpired, queue)
            clock 1.02 slot 1 to 65.005, grace 70.005
        35.069>35.09 slot 0 picks P9 for 1
            refused clockExpired, margin -0.069
        """

    @Test func aLateClickIsAnsweredWithTheTimeThatTheMemberHad() throws {
        let headline = try judge(try DraftTable(Self.lateClick)).headline
        #expect(
            headline.hasPrefix("The rules were kept: your pick of P9 came 0.07 s too late. Your 30 s and the 5 s extra")
        )
        #expect(headline.contains("so the rules picked P4 for you."))
        #expect(headline.hasSuffix("This holds if you sent it: the command is not signed."))
    }

    @Test func theTopicChoosesAmongTheReasonsAndChangesNothingElse() throws {
        let table = try DraftTable(Self.lateClick)
        let plain = try judge(table)
        let expected: [(DisputeTopic, String)] = [
            (.queue, "your queue was followed. The first player in it was P4."), (.arrival, "your pick of P9 came"),
            (.clock, "your clock ran out."), (.fee, "you paid once for this draft, 5.00 on "),
            (.order, "the draft order was drawn by lot"), (.pause, "your pick of P9 came"),
        ]
        for (topic, text) in expected {
            let report = try judge(table, about: topic)
            #expect(report.headline.hasPrefix("The rules were kept: \(text)"), "\(topic): \(report.headline)")
            #expect(report.verdict == plain.verdict && report.reasons == plain.reasons)
            #expect(report.timeline == plain.timeline)
        }
    }

    @Test(arguments: DisputeTopic.allCases) func whatUpholdsAClaimLeadsWhateverTheTopic(topic: DisputeTopic) throws {
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
        let report = try judge(table, about: topic)
        #expect(
            report.headline
                == "You are right: your pick of P9 reached the server in time, 0.2 s before your time ended, but was "
                + "handled after the autopick.")
    }

    @Test func aRefusedSecondTapComesBeforeThePickThatCounted() throws {
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
            5.15 slot 0 picks P0 for 1
                refused stalePickNumber, margin 29.85
            """)
        let report = try judge(table)
        #expect(
            report.headline.hasPrefix(
                "The rules were kept: your second tap for pick 1.01 did nothing. It came 0.15 s after"))
        let arrival = try judge(table, about: .arrival).headline
        #expect(arrival.hasPrefix("The rules were kept: your pick of P0 came 25 s before the deadline and counted."))
    }

    @Test func aQueueWhosePlayersWereGoneIsAnsweredByThePickThatTookThem() throws {
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            1 slot 1 queues P4
                queue P4
            10 slot 0 picks P4 for 1
                1.01 slot 0 P4
                clock 1.02 slot 1 to 40, grace 45
            45.005 clock automates 2 epoch 2
                1.02 slot 1 P0 (clockExpired, adp) not P4 (taken)
                clock 2.01 slot 1 to 75.005, grace 80.005
            """)
        #expect(
            try judge(table, pick: 2).headline
                == "The rules were kept: your queue was read. P4 was gone with pick 1.01; it was the only player in your "
                + "queue. So you got the best player by ADP, P0.")
    }

    @Test func aTakenPlayerIsNamedWithTheMemberWhoHasThatPlayer() throws {
        let table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            10 slot 0 picks P4 for 1
                1.01 slot 0 P4
                clock 1.02 slot 1 to 40, grace 45
            12 slot 1 picks P4 for 2
                refused playerAlreadyDrafted, margin 33
            14 slot 1 picks P5 for 2
                1.02 slot 1 P5
                clock 2.01 slot 1 to 44, grace 49
            """)
        let report = try judge(table, pick: 2)
        #expect(
            report.headline.hasPrefix(
                "The rules were kept: your pick of P4 was in time, but could not count, because the member at draft "
                    + "position 1 had drafted this player with 1.01."))
        let reason = try #require(report.reasons.first { $0.text.contains("the rules refuse it") })
        #expect(!reason.text.contains("playerAlreadyDrafted"))
        #expect(reason.text.hasSuffix("so nothing in the ledger proves its sender."))
    }

    @Test func anExtensionIsToldWithItsLengthAndItsReason() throws {
        var table = DraftTable()
        table.must(.room(1, .extendClock(pick: 1, by: .seconds(25), reason: "The connection was slow.")), at: At.at(7))
        table.pick(0, at: 12)
        let report = try judge(table)
        #expect(
            report.headline.hasPrefix("The rules were kept: staff member 900 gave you 25 s more for this pick, at "))
        #expect(report.headline.hasSuffix("Nothing was taken from you. The reason given is: The connection was slow."))
        #expect(
            report.reasons.contains { $0.text.hasPrefix("The clock was extended by 25 s, by staff member 900: The") })
    }

    // MARK: Pauses

    @Test func anOutageThatIsStatedAfterwardsHasTheLengthOfItsMoments() throws {
        var table = DraftTable()
        let pause = Command.room(1, .pauseRoom(kind: .outage, reason: "The service was down."))
        table.must(pause, as: .scheduler, at: At.at(12), now: At.at(153.9))
        table.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(154), now: At.at(154))
        table.pick(0, at: 160)
        let report = try judge(table)
        let reason = try #require(report.reasons.first { $0.rule == .pause })
        #expect(
            reason.text.contains(
                "(outage) by the service for 2 min 22 s; afterwards the clock ran for the remaining 18 s"))
        #expect(
            report.headline.hasPrefix(
                "The rules were kept: the pause for an outage took nothing from you. It lasted 2 min 22 s, until "))
    }

    /// The night stops the clocks and not the picks: the turn of pick 2 begins in it, and its clock starts afterwards.
    private func night(clockAfterwards seconds: Double) -> DraftTable {
        var table = DraftTable()
        table.must(.room(1, .pauseRoom(kind: .overnight, reason: "")), as: .admin(900), at: At.at(12))
        table.pick(0, at: 20)
        var resumed = RoomResumed.blank
        (resumed.kind, resumed.pick) = (.overnight, 2)
        var clock = ClockStarted.blank
        (clock.pick, clock.slot, clock.epoch) = (2, 1, table.room.epoch + 1)
        (clock.deadline, clock.graceEndsAt) = (At.at(500 + seconds), At.at(505 + seconds))
        table.record(
            [StreamEvent(.room(1), .roomResumed(resumed)), StreamEvent(.room(1), .clockStarted(clock))],
            of: .room(1, .resumeRoom), as: .admin(900), at: At.at(500), now: At.at(500))
        table.pick(1, at: 502)
        return table
    }

    @Test func aPauseThatBeganInAnEarlierTurnIsToldToTheMemberWhoseTurnItEndsIn() throws {
        let report = try judge(night(clockAfterwards: 30), pick: 2)
        #expect(report.verdict == .rejected)
        let reason = try #require(report.reasons.first { $0.rule == .pause })
        #expect(reason.text.contains("from an earlier pick on; afterwards the clock ran for its full time"))
        #expect(reason.text.contains("for 8 min 8 s"))
        #expect(
            report.headline.hasPrefix("The rules were kept: the night pause took nothing from you. It lasted 8 min 8 s")
        )
    }

    @Test func aClockThatIsShortAfterAPauseOfAnEarlierTurnIsUpheld() throws {
        let report = try judge(night(clockAfterwards: 18), pick: 2)
        #expect(report.verdict == .upheld)
        let reason = report.reasons.first { $0.rule == .pause }
        #expect(reason?.text.contains("the clock ran for 18 s at most instead of 30 s.") == true)
    }

    @Test func aPauseIsToldOnce() throws {
        var table = DraftTable()
        table.must(.room(1, .pauseRoom(kind: .manual, reason: "a storm")), as: .admin(900), at: At.at(12))
        table.must(.room(1, .resumeRoom), as: .admin(900), at: At.at(100))
        table.pick(0, at: 102)
        #expect(try judge(table).reasons.filter { $0.text.contains("was paused") }.count == 1)
    }

    @Test func longTimesAreSaidAsPeopleSayThem() throws {
        var table = DraftTable(change: { $0.pickClock = .seconds(43_200) })
        table.must(.room(1, .pauseRoom(kind: .outage, reason: "")), as: .scheduler, at: At.at(2_378.2))
        table.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(2_400))
        table.pick(0, at: 2_401)
        let reason = try judge(table).reasons.first { $0.rule == .pause }
        #expect(reason?.text.contains("for the remaining 11 h 20 min.") == true)
    }

    // MARK: Staff

    @Test func aPickThatStaffReplacedIsSaidFirst() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.pick(0, at: 5)
        table.pick(1, at: 8)
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: seat, roomVersion: table.room.version, claimant: user, claim: "Mine.")
        table.must(.dispute(7, .openDispute(claim)), as: .user(claim.claimant ?? 0), at: At.at(9))
        table.must(
            .dispute(7, .resolveDispute(DisputeResolved(verdict: .upheld, resolvedBy: 902, reason: "So it is."))),
            as: .admin(902), at: At.at(10))
        let command = CorrectPick(
            pick: 1, mode: .substitute, player: 9, dispute: 7, requestedBy: 900, approvedBy: 901, reason: "The case.")
        table.must(.room(1, .correctPick(command)), as: .admin(900), at: At.at(11))
        let report = try judge(table)
        #expect(
            report.headline.hasPrefix(
                "The rules were kept: your pick was changed from P0 to P9 by staff member 900 because of your case 7, on "
            ))
        #expect(report.reasons.contains { $0.rule == .arrival && $0.text.contains("counted until it was corrected") })
        let house = try table.ledger()
        let ofCase = try Dispute(house.ledger).judge(case: 7)
        let told = "Staff member 902 resolved this case as upheld. By the recorded events the verdict is rejected."
        #expect(ofCase.verdict == .rejected && ofCase.reasons.contains { $0.text.hasPrefix(told) && $0.bearing == nil })
    }

    @Test func aPickThatWasRecordedLongAfterItsArrivalIsSaid() throws {
        var table = DraftTable()
        table.pick(0, at: 5, now: 25)
        let reason = try judge(table).reasons.first { $0.text.contains("was recorded 20 s after its stated arrival") }
        #expect(reason?.rule == .arrival && reason?.bearing == .some(nil))
        var prompt = DraftTable()
        prompt.pick(0, at: 5)
        #expect(try judge(prompt).reasons.allSatisfy { !$0.text.contains("stated arrival") })
    }

    // MARK: Money

    /// Cancelled before the draft: there is no pick, and the money is all that can be asked for.
    @Test(arguments: [true, false]) func aCancelledRoomSaysWhatBecameOfTheFee(isReturned: Bool) throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        let start = try table.position(of: .countdownStarted)
        var events = Array(table.pending.prefix(Int(start) - 1))
        let entry = try #require(table.room.member(at: seat)).entry
        let time = try #require(events.last?.recordedAt) + .seconds(5)
        events.append(
            PendingEvent(
                stream: .room(1), event: .roomCancelled(.blank), origin: nil, recordedAt: time))
        if isReturned {
            var back = EntryFeeReleased.blank
            (back.tournament, back.entry, back.amount) = (1, entry, Cents(500))
            events.append(
                PendingEvent(stream: .wallet(user), event: .entryFeeReleased(back), origin: nil, recordedAt: time))
        }
        let house = try TemporaryLedger(createdAt: At.start - .seconds(1_000), events)
        let report = try Dispute(house.ledger).judge(room: 1, pick: 1, seat: seat)
        #expect(report.verdict == (isReturned ? .rejected : .upheld))
        #expect(
            report.headline.hasPrefix(
                isReturned
                    ? "The rules were kept: the room was cancelled, and you got your 5.00 back on "
                    : "You are right: the room was cancelled, but your 5.00 was kept."))
        table.expire()
    }

    // MARK: Words of claims

    @Test(
        arguments: [
            ("My queue was not read.", .queue), ("The clock jumped.", .clock), ("I was charged twice!", .fee),
            ("where is my refund", .fee), ("The order was rigged.", .order), ("It picked twice.", .doubleTap),
            ("I was asleep, it was OVERNIGHT", .pause), ("I got the wrong player", .correction),
            ("I tapped the player above.", .correction), ("It was refused", .refusal),
            ("I clicked, it autopicked.", .arrival), ("In borderline queueing", nil), ("", nil), ("Mine.", nil),
        ] as [(String, DisputeTopic?)])
    func theTopicOfAClaimFollowsFromItsWords(claim: String, topic: DisputeTopic?) {
        #expect(DisputeTopic(claim: claim) == topic)
    }

    @Test func aCaseIsAnsweredByTheWordsOfItsClaim() throws {
        var table = try DraftTable(Self.lateClick)
        let (user, seat) = (table.user(ofPick: 1), table.seat(ofPick: 1))
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: seat, roomVersion: table.room.version, claimant: user,
            claim: "My queue was ignored.")
        table.must(.dispute(7, .openDispute(claim)), as: .user(user), at: At.at(60))
        let house = try table.ledger()
        let report = try Dispute(house.ledger).judge(case: 7)
        #expect(report.topic == .queue && report.headline.contains("your queue was followed"))
        #expect(try Dispute(house.ledger).judge(case: 7, about: .fee).headline.contains("you paid once"))
    }
}
