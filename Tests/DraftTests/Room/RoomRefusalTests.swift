import Testing

@testable import Draft

/// Every way in which a command of a running room is refused, and the order in which the reasons are looked for.
@Suite struct RoomRefusalTests {
    private static let ruleset = Ruleset.fast(teams: 3, rounds: 2)
    private static let soon = TestLedger.start + .seconds(1)
    private static let late = TestLedger.start + .seconds(36)

    private func refusal(of command: MakePick, by actor: Sender, at moment: Timestamp = soon) -> Refusal? {
        let ledger = TestLedger.drafting(Self.ruleset)
        guard case .refused(let refusal) = ledger.decision(.room(1, .makePick(command)), by: actor, at: moment) else {
            return nil
        }
        return refusal
    }

    @Test func ofSeveralReasonsTheFirstInTheDocumentedOrderNamesTheRefusal() {
        var ledger = TestLedger.drafting(Self.ruleset)
        ledger.pick(0, at: 1)
        let (mine, other) = (Sender.user(ledger.userOnClock), Sender.user(ledger.user(ofSlot: 2)))
        func code(_ pick: PickNumber, _ player: PlayerIndex, by actor: Sender, late: Bool = false) -> RefusalCode? {
            let moment = late ? TestLedger.start + .seconds(37) : Self.soon
            return ledger.decision(.room(1, .makePick(MakePick(pick: pick, player: player))), by: actor, at: moment)
                .code
        }
        #expect(code(9, 99, by: .user(70), late: true) == .forbidden)
        #expect(code(9, 99, by: other, late: true) == .stalePickNumber)
        #expect(code(2, 99, by: other, late: true) == .notYourTurn)
        #expect(code(2, 99, by: mine, late: true) == .clockExpired)
        #expect(code(2, 99, by: mine) == .playerNotInPool)
        #expect(code(2, 0, by: mine) == .playerAlreadyDrafted)
        #expect(code(2, 1, by: mine) == nil)
    }

    @Test(arguments: RoomStatus.allCases)
    func everyStatusButAnActiveOneHasItsOwnRefusal(status: RoomStatus) {
        let ledger = ledgerWithRoom(status)
        let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 5)))
        let code = ledger.decision(pick, by: .user(70), at: Self.soon).code
        switch status {
        case .complete: #expect(code == .draftComplete)
        case .paused: #expect(code == .roomPaused)
        case .active: #expect(code == .forbidden)
        case .waiting, .countdown, .cancelled, .voided: #expect(code == .draftNotActive)
        }
        let unknown = Command.room(7, .makePick(MakePick(pick: 1, player: 5)))
        #expect(ledger.decision(unknown, by: .user(1), at: Self.soon).code == .unknownRoom)
    }

    @Test(arguments: RoomStatus.allCases)
    func aRoomThatIsOverTakesNoWishesConnectionsOrQueueEdits(status: RoomStatus) {
        let ledger = ledgerWithRoom(status)
        let commands: [Command] = [
            .room(1, .setAutodraft(seat: 0, on: true)), .room(1, .setConnection(seat: 0, connected: true)),
            .queue(1, 0, .setQueue(players: [1], expectedVersion: nil)),
        ]
        for command in commands {
            let code = ledger.decision(command, by: .user(1), at: Self.soon).code
            switch status {
            case .complete: #expect(code == .draftComplete)
            case .cancelled, .voided: #expect(code == .draftNotActive)
            case .waiting, .countdown, .active, .paused: #expect(code == nil)
            }
        }
    }

    private func ledgerWithRoom(_ status: RoomStatus) -> TestLedger {
        let ruleset = Ruleset.fast(teams: 2, rounds: 1)
        switch status {
        case .waiting:
            var ledger = TestLedger.waiting(ruleset)
            ledger.seat(1, on: 0, at: TestLedger.start)
            return ledger
        case .countdown: return .full(ruleset)
        case .active, .paused, .voided, .complete:
            var ledger = TestLedger.drafting(ruleset)
            if status == .paused {
                ledger.send(.room(1, .pauseRoom(kind: .outage, reason: "")), by: .scheduler, at: Self.soon)
            } else if status == .voided {
                ledger.append(
                    [StreamEvent(.room(1), .roomVoided(.blank))], origin: nil, at: Self.soon)
            } else if status == .complete {
                ledger.pick(0, at: 0)
                ledger.pick(1, at: 0)
            }
            return ledger
        case .cancelled:
            var ledger = TestLedger.full(ruleset)
            ledger.append([StreamEvent(.room(1), .roomCancelled(.blank))], origin: nil, at: Self.soon)
            return ledger
        }
    }

    @Test func whoMayPickForASeat() {
        let ledger = TestLedger.drafting(Self.ruleset)
        let (owner, seat) = (ledger.userOnClock, ledger.room.seatOnClock)
        let other: Seat = seat == 0 ? 1 : 0
        func code(_ actor: Sender, seat: Seat?) -> RefusalCode? {
            let command = MakePick(pick: 1, player: 4, seat: seat)
            return ledger.decision(.room(1, .makePick(command)), by: actor, at: Self.soon).code
        }
        #expect(code(.user(owner), seat: nil) == nil)
        #expect(code(.user(owner), seat: seat) == nil)
        #expect(code(.user(owner), seat: other) == .forbidden)
        #expect(code(.user(owner), seat: 200) == .forbidden)
        #expect(code(.admin(900), seat: seat) == nil)
        #expect(code(.admin(900), seat: nil) == .forbidden)
        #expect(code(.admin(900, onBehalfOf: owner), seat: nil) == nil)
        #expect(code(.admin(900, onBehalfOf: 70), seat: seat) == .forbidden)
        #expect(code(.admin(900), seat: other) == .notYourTurn)
        #expect(code(.scheduler, seat: seat) == .forbidden)
        #expect(code(.provider(onBehalfOf: owner), seat: seat) == .forbidden)
        #expect(code(.importer, seat: seat) == .forbidden, "an importer tells history; this room has a clock")
    }

    /// Whatever the reason.
    @Test func aRefusedPickCarriesItsClockAndItsMargin() throws {
        let ledger = TestLedger.drafting(Self.ruleset)
        let wrong = try #require(
            refusal(of: MakePick(pick: 1, player: 3), by: .user(ledger.user(ofSlot: 1)), at: Self.soon))
        #expect(wrong.code == .notYourTurn && wrong.pick == 1 && wrong.player == 3)
        #expect(wrong.deadline == TestLedger.start + .seconds(30))
        #expect(wrong.graceEndsAt == TestLedger.start + .seconds(35))
        #expect(wrong.margin == .seconds(34))
        let late = try #require(
            refusal(of: MakePick(pick: 1, player: 3), by: .user(ledger.userOnClock), at: Self.late))
        #expect(late.code == .clockExpired && late.margin == .seconds(-1))
        #expect(late.seat == ledger.room.seatOnClock)
    }

    @Test func aUsersPickDoesNotCarryAnADPOfTheUsersMaking() {
        var ledger = TestLedger.drafting(Self.ruleset)
        let claim = MakePick(pick: 1, player: 3, adp: 1, claimedAt: TestLedger.start)
        guard
            case .pickMade(let made) = ledger.send(
                .room(1, .makePick(claim)), by: .user(ledger.userOnClock), at: Self.soon
            )
            .events.first
        else {
            Issue.record("the pick was refused")
            return
        }
        #expect(made.adp == nil && made.claimedAt == TestLedger.start)
    }

    @Test func rolesAndValuesOfTheCommandsAroundThePicks() {
        let ledger = TestLedger.drafting(Self.ruleset)
        func code(_ command: Command, by actor: Sender) -> RefusalCode? {
            ledger.decision(command, by: actor, at: Self.soon).code
        }
        let user = Sender.user(1)
        #expect(code(.room(1, .tickClock(pick: 1)), by: user) == .forbidden)
        #expect(code(.room(1, .tickClock(pick: 2)), by: .scheduler) == .stalePickNumber)
        #expect(code(.room(1, .automatePick(pick: 1, epoch: 1)), by: user) == .forbidden)
        #expect(code(.room(1, .automatePick(pick: 2, epoch: 1)), by: TestLedger.admin) == .staleClock)
        #expect(code(.room(1, .extendClock(pick: 1, by: .seconds(1), reason: "x")), by: .scheduler) == .forbidden)
        #expect(code(.room(1, .extendClock(pick: 1, by: .zero, reason: "x")), by: TestLedger.admin) == .invalidValue)
        #expect(
            code(.room(1, .extendClock(pick: 1, by: .seconds(1), reason: "")), by: TestLedger.admin) == .invalidValue)
        #expect(
            code(.room(1, .extendClock(pick: 2, by: .seconds(1), reason: "x")), by: TestLedger.admin)
                == .stalePickNumber)
        #expect(code(.room(1, .pauseRoom(kind: .manual, reason: "")), by: user) == .forbidden)
        #expect(code(.room(1, .resumeRoom), by: TestLedger.admin) == .wrongStatus)
        #expect(code(.room(1, .setAutodraft(seat: 0, on: true)), by: .user(2)) == .forbidden)
        #expect(code(.room(1, .setAutodraft(seat: 9, on: true)), by: TestLedger.admin) == .forbidden)
        #expect(code(.room(1, .setAutodraft(seat: 0, on: true)), by: .scheduler) == .forbidden)
        #expect(code(.room(1, .setConnection(seat: 0, connected: true)), by: .scheduler) == nil)
        #expect(code(.room(1, .setConnection(seat: 9, connected: true)), by: .scheduler) == .forbidden)
        #expect(code(.room(1, .setConnection(seat: 0, connected: true)), by: .user(2)) == .forbidden)
        #expect(code(.ledger(.createLedger(origin: "a b")), by: TestLedger.admin) == .invalidValue)
        #expect(code(.ledger(.createLedger(origin: "a+b")), by: TestLedger.admin) == .invalidValue)
        #expect(code(.ledger(.createLedger(origin: "")), by: TestLedger.admin) == .invalidValue)
        #expect(code(.ledger(.createLedger(origin: "example.com/drafts")), by: user) == .forbidden)
        #expect(code(.ledger(.createLedger(origin: "example.com/drafts")), by: TestLedger.admin) == nil)
        let started = SoftwareStarted(rulesVersion: 1, version: "1.0", commit: "")
        #expect(code(.ledger(.startSoftware(started)), by: .scheduler) == nil)
        #expect(code(.ledger(.startSoftware(.blank)), by: .scheduler) == .invalidValue)
    }
}
