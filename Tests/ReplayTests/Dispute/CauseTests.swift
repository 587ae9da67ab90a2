import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Records
import Replay
import Testing

/// What a claimant is denied around the turn itself: acts in the claimant's place, a countdown that was cut, a player or a fee
/// that counted twice; and what a verdict says of its own limits.
struct CauseTests {
    typealias At = DraftTable

    private func judge(_ table: DraftTable, pick: PickNumber = 1, seat: Seat? = nil) throws -> DisputeReport {
        let house = try table.ledger()
        return try Dispute(house.ledger).judge(room: 1, pick: pick, seat: seat)
    }

    // MARK: In the claimant's place

    /// The queue of the seat on the clock, edited by an operator because of a case: none, a friend's, the member's own before
    /// and after it was upheld.
    @Test(
        arguments: [
            (7, nil, nil, .undecidable), (8, nil, nil, .upheld), (8, false, nil, .upheld), (8, false, .upheld, .upheld),
            (8, true, nil, .undecidable), (8, true, .upheld, nil),
        ] as [(UInt16, Bool?, DisputeResolved.Verdict?, DisputeResolved.Verdict?)])
    func anActInTheClaimantsPlaceTakesTheClaimantsCase(
        rules: UInt16, isOwn: Bool?, resolution: DisputeResolved.Verdict?, bearing: DisputeResolved.Verdict?
    ) throws {
        var table = DraftTable()
        table.startSoftware(rules: rules, at: 0.5)
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        let other: UserID = user == 1 ? 2 : 1
        if let isOwn {
            // A friend's case is about the friend's own pick; a draft has one pick on the clock so far.
            let claim = DisputeOpened(
                room: 1, pick: 1, seat: seat, roomVersion: table.room.version, claimant: isOwn ? user : other,
                claim: "I clicked.")
            table.must(.dispute(3, .openDispute(claim)), as: .user(isOwn ? user : other), at: At.at(1))
        }
        if let resolution {
            let resolved = DisputeResolved(verdict: resolution, resolvedBy: 901, reason: "So it is.")
            table.must(.dispute(3, .resolveDispute(resolved)), as: .admin(901), at: At.at(1.5))
        }
        let edit = Command.queue(1, seat, .setQueue(players: [9], expectedVersion: nil))
        var set = QueueSet.blank
        set.players = [9]
        table.record(
            [StreamEvent(.queue(1, seat), .queueSet(set))], of: edit, as: .admin(900), at: At.at(2),
            dispute: isOwn == nil ? nil : 3)
        table.expire()
        let report = try judge(table)
        #expect((report.verdict == .upheld) == (bearing == .upheld))
        let reason = try #require(report.reasons.first { $0.rule == .stake })
        #expect(reason.bearing == bearing)
        #expect(reason.text.contains("by staff member 900"))
    }

    /// The member's consent is on record only if the member opened the case.
    @Test func aCaseThatStaffOpenedInTheClaimantsNameLeavesTheActOpen() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: seat, roomVersion: table.room.version, claimant: user, claim: "I clicked.")
        table.must(.dispute(3, .openDispute(claim)), as: .admin(912, onBehalfOf: user), at: At.at(1))
        let resolved = DisputeResolved(verdict: .upheld, resolvedBy: 901, reason: "So it is.")
        table.must(.dispute(3, .resolveDispute(resolved)), as: .admin(901), at: At.at(1.5))
        var made = PickMade.blank
        (made.pick, made.slot, made.seat, made.player) = (1, 0, seat, 30)
        table.record(
            [StreamEvent(.room(1), .pickMade(made)), table.clock(ofPick: 2, epoch: 2, from: At.at(5.002))],
            of: .room(1, .makePick(MakePick(pick: 1, player: 30))), as: .admin(900, onBehalfOf: user), at: At.at(5),
            dispute: 3)
        let report = try judge(table)
        #expect(report.verdict == .undecidable)
        let reason = try #require(report.reasons.first { $0.rule == .stake })
        #expect(reason.bearing == .undecidable)
        #expect(reason.text.contains("case 3, which staff member 912 opened in the claimant's name"))
        #expect(report.headline.hasPrefix("This cannot be decided: the pick was made by hand by staff member 900"))
    }

    // MARK: Twice, and too short

    @Test func aPlayerOfTwoSeatsIsUpheldForBoth() throws {
        var table = DraftTable(teams: 3)
        table.pick(0, at: 5)
        var made = PickMade.blank
        (made.pick, made.slot, made.seat, made.player) = (2, 1, table.seatOnClock, 0)
        table.record(
            [StreamEvent(.room(1), .pickMade(made)), table.clock(ofPick: 3, epoch: 3, from: At.at(8.002))],
            of: .room(1, .makePick(MakePick(pick: 2, player: 0))), as: .user(table.userOnClock), at: At.at(8))
        table.pick(4, at: 12)
        for pick in [1, 2] as [PickNumber] {
            let report = try judge(table, pick: pick)
            #expect(report.verdict == .upheld)
            #expect(
                report.reasons[0].text.contains(
                    "P0 was given to pick 1.0\(pick) and also to pick 1.0\(3 - pick) of draft"))
        }
        #expect(try judge(table, pick: 3).verdict != .upheld)
    }

    @Test(arguments: [(0, .rejected), (5, .upheld)] as [(Int64, DisputeResolved.Verdict)])
    func aCountdownThatWasCutIsUpheld(cut: Int64, verdict: DisputeResolved.Verdict) throws {
        var table = DraftTable()
        table.expire()
        // The room fills later than its countdown says, and the draft starts when it did.
        var events = table.pending
        let countdown = events.first { if case .countdownStarted = $0.event { true } else { false } }
        let filled = try #require(countdown?.recordedAt)
        for index in events.indices where events[index].recordedAt == filled {
            events[index].recordedAt = filled + .seconds(cut)
        }
        let house = try TemporaryLedger(createdAt: DraftTable.start - .seconds(1_000), events)
        let report = try Dispute(house.ledger).judge(room: 1, pick: 1)
        #expect(report.verdict == verdict)
        #expect(report.reasons.contains { $0.text.contains("The countdown to the draft ran for") } == (cut > 0))
    }

    /// Under the entry's own number, or under one of which one fee of two went back.
    @Test(
        arguments: [(true, false, .upheld), (false, true, .upheld), (false, false, .rejected)]
            as [(Bool, Bool, DisputeResolved.Verdict)])
    func aFeeThatIsHeldTwiceIsUpheld(isOwn: Bool, isTwice: Bool, verdict: DisputeResolved.Verdict) throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        let own = try #require(table.room.member(at: seat)).entry
        table.pick(0, at: 5)
        var held = EntryFeeHeld.blank
        (held.tournament, held.room, held.seat, held.amount) = (1, 1, seat, Cents(500))
        held.entry = isOwn ? own : EntryID(own.number + 50)
        let join = Command.wallet(user, .joinTournament(1, entries: 1))
        for _ in 0..<(isTwice ? 2 : 1) {
            table.record([StreamEvent(.wallet(user), .entryFeeHeld(held))], of: join, as: .user(user), at: At.at(6))
        }
        if !isOwn {
            var back = EntryFeeReleased.blank
            (back.tournament, back.entry, back.amount) = (1, held.entry, Cents(500))
            table.record([StreamEvent(.wallet(user), .entryFeeReleased(back))], of: join, as: .user(user), at: At.at(7))
        }
        #expect(try judge(table).verdict == verdict)
    }

    // MARK: What a verdict says of itself

    @Test func whatNoSignatureProvesIsSaidWithItsCondition() throws {
        var table = DraftTable()
        table.pick(0, at: 5)
        let reason = try #require(try judge(table).reasons.first { $0.rule == .arrival })
        #expect(reason.bearing == .rejected)
        #expect(reason.text.contains("This holds if the claimant sent it: the command is not signed"))
    }

    @Test func missingTicksOfThePickAreSaidWithTheirNumber() throws {
        var table = DraftTable()
        for second in 1...5 {
            table.tick(ClockTicked(pick: 1, remaining: UInt32(30 - second) * 1_000), at: At.at(Double(second)))
        }
        table.expire()
        let reasons = try judge(table).reasons
        #expect(reasons.contains { $0.text.hasPrefix("24 ticks of the clock are missing while pick 1") })
        #expect(reasons.first { $0.text.contains("ticks of the clock") }?.bearing == .some(nil))
        // A room of which no tick is on record was driven by something else.
        var without = DraftTable()
        without.expire()
        #expect(try judge(without).reasons.allSatisfy { !$0.text.contains("missing while pick") })
    }
}
