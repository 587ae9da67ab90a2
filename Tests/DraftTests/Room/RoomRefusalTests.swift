import Draft
import DraftTesting
import Testing

/// Every way in which a command of a running room is refused, and the order in which the reasons are looked for.
@Suite struct RoomRefusalTests {
    private static let ruleset = Ruleset.fast(teams: 3, rounds: 2)
    private static let soon = House.start + .seconds(1)
    private static let late = House.start + .seconds(36)

    private func refusal(of command: MakePick, as actor: Sender, at moment: Timestamp = soon) -> Refusal? {
        let ledger = House.drafting(Self.ruleset)
        guard case .refused(let refusal) = ledger.decision(.room(1, .makePick(command)), as: actor, at: moment) else {
            return nil
        }
        return refusal
    }

    @Test func ofSeveralReasonsTheFirstInTheDocumentedOrderNamesTheRefusal() {
        var ledger = House.drafting(Self.ruleset)
        ledger.pick(0, at: 1)
        let (mine, other) = (Sender.user(ledger.userOnClock), Sender.user(ledger.user(ofSlot: 2)))
        func code(_ pick: PickNumber, _ player: PlayerIndex, as actor: Sender, late: Bool = false) -> RefusalCode? {
            let moment = late ? House.start + .seconds(37) : Self.soon
            return ledger.decision(.room(1, .makePick(MakePick(pick: pick, player: player))), as: actor, at: moment)
                .code
        }
        #expect(code(9, 99, as: .user(70), late: true) == .forbidden)
        #expect(code(9, 99, as: other, late: true) == .stalePickNumber)
        #expect(code(2, 99, as: other, late: true) == .notYourTurn)
        #expect(code(2, 99, as: mine, late: true) == .clockExpired)
        #expect(code(2, 99, as: mine) == .playerNotInPool)
        #expect(code(2, 0, as: mine) == .playerAlreadyDrafted)
        #expect(code(2, 1, as: mine) == nil)
    }

    @Test(arguments: RoomStatus.allCases)
    func everyStatusButAnActiveOneHasItsOwnRefusal(status: RoomStatus) {
        let ledger = ledgerWithRoom(status)
        let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 5)))
        let code = ledger.decision(pick, as: .user(70), at: Self.soon).code
        switch status {
        case .complete: #expect(code == .draftComplete)
        case .paused: #expect(code == .roomPaused)
        case .active: #expect(code == .forbidden)
        case .waiting, .countdown, .cancelled, .voided: #expect(code == .draftNotActive)
        }
        let unknown = Command.room(7, .makePick(MakePick(pick: 1, player: 5)))
        #expect(ledger.decision(unknown, as: .user(1), at: Self.soon).code == .unknownRoom)
    }

    @Test(arguments: RoomStatus.allCases)
    func aRoomThatIsOverTakesNoWishesConnectionsOrQueueEdits(status: RoomStatus) {
        let ledger = ledgerWithRoom(status)
        let commands: [Command] = [
            .room(1, .setAutodraft(seat: 0, on: true)), .room(1, .setConnection(seat: 0, connected: true)),
            .queue(1, 0, .setQueue(players: [1], expectedVersion: nil)),
        ]
        for command in commands {
            let code = ledger.decision(command, as: .user(1), at: Self.soon).code
            switch status {
            case .complete: #expect(code == .draftComplete)
            case .cancelled, .voided: #expect(code == .draftNotActive)
            case .waiting, .countdown, .active, .paused: #expect(code == nil)
            }
        }
    }

    private func ledgerWithRoom(_ status: RoomStatus) -> House {
        let ruleset = Ruleset.fast(teams: 2, rounds: 1)
        switch status {
        case .waiting:
            var ledger = House.waiting(ruleset)
            ledger.seat(1, on: 0, at: House.start)
            return ledger
        case .countdown: return .full(ruleset)
        case .active, .paused, .voided, .complete:
            var ledger = House.drafting(ruleset)
            if status == .paused {
                ledger.send(.room(1, .pauseRoom(kind: .outage, reason: "")), as: .scheduler, at: Self.soon)
            } else if status == .voided {
                ledger.append(
                    [StreamEvent(.room(1), .roomVoided(.blank))], origin: nil, at: Self.soon)
            } else if status == .complete {
                ledger.pick(0, at: 0)
                ledger.pick(1, at: 0)
            }
            return ledger
        case .cancelled:
            var ledger = House.full(ruleset)
            ledger.append([StreamEvent(.room(1), .roomCancelled(.blank))], origin: nil, at: Self.soon)
            return ledger
        }
    }

    @Test func whoMayPickForASeat() {
        let ledger = House.drafting(Self.ruleset)
        let (owner, seat) = (ledger.userOnClock, ledger.room.seatOnClock)
        let other: Seat = seat == 0 ? 1 : 0
        func code(_ actor: Sender, seat: Seat?) -> RefusalCode? {
            let command = MakePick(pick: 1, player: 4, seat: seat)
            return ledger.decision(.room(1, .makePick(command)), as: actor, at: Self.soon).code
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
        let ledger = House.drafting(Self.ruleset)
        let wrong = try #require(
            refusal(of: MakePick(pick: 1, player: 3), as: .user(ledger.user(ofSlot: 1)), at: Self.soon))
        #expect(wrong.code == .notYourTurn && wrong.pick == 1 && wrong.player == 3)
        #expect(wrong.deadline == House.start + .seconds(30))
        #expect(wrong.graceEndsAt == House.start + .seconds(35))
        #expect(wrong.margin == .seconds(34))
        let late = try #require(
            refusal(of: MakePick(pick: 1, player: 3), as: .user(ledger.userOnClock), at: Self.late))
        #expect(late.code == .clockExpired && late.margin == .seconds(-1))
        #expect(late.seat == ledger.room.seatOnClock)
    }

    /// Decided again for an audit of what they left.
    @Test func formerRulesStateTheClockThatRanAfterSomebodyElseHadPicked() throws {
        var ledger = House.drafting(Self.ruleset)
        let late = Sender.user(ledger.userOnClock)
        ledger.send(.room(1, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: Self.late)
        ledger.send(
            .room(1, .makePick(MakePick(pick: 2, player: 5))), as: .user(ledger.userOnClock), at: Self.late)
        let origin = CommandOrigin(
            occurredAt: House.start + .seconds(38), actor: late, commandID: CommandID(high: 9, low: 9))
        var state = ledger.state
        func refusal() throws -> Refusal {
            let decision = decide(
                .room(1, .makePick(MakePick(pick: 1, player: 7))), origin: origin, now: House.start + .seconds(38),
                state: state, cryptography: FakeCryptography())
            guard case .refused(let refusal) = decision else { throw Refusal(.unknownRoom, "It was accepted.") }
            return refusal
        }
        let own = try refusal()
        #expect(own.code == .clockExpired && own.margin == .seconds(-3))
        #expect(own.deadline == House.start + .seconds(30) && own.graceEndsAt == House.start + .seconds(35))
        state.rulesInForce = SoftwareStarted.rulesOfPickClocks - 1
        let former = try refusal()
        #expect(former.code == .stalePickNumber && former.margin == .seconds(33))
        #expect(former.graceEndsAt == ledger.room.clock?.graceEndsAt)
    }

    @Test func aUsersPickDoesNotCarryAnADPOfTheUsersMaking() {
        var ledger = House.drafting(Self.ruleset)
        let claim = MakePick(pick: 1, player: 3, adp: 1, claimedAt: House.start)
        guard
            case .pickMade(let made) = ledger.send(
                .room(1, .makePick(claim)), as: .user(ledger.userOnClock), at: Self.soon
            )
            .events.first
        else {
            Issue.record("the pick was refused")
            return
        }
        #expect(made.adp == nil && made.claimedAt == House.start)
    }

    @Test func rolesAndValuesOfTheCommandsAroundThePicks() {
        let ledger = House.drafting(Self.ruleset)
        func code(_ command: Command, as actor: Sender) -> RefusalCode? {
            ledger.decision(command, as: actor, at: Self.soon).code
        }
        let user = Sender.user(1)
        #expect(code(.room(1, .tickClock(pick: 1)), as: user) == .forbidden)
        #expect(code(.room(1, .tickClock(pick: 2)), as: .scheduler) == .stalePickNumber)
        #expect(code(.room(1, .automatePick(pick: 1, epoch: 1)), as: user) == .forbidden)
        #expect(code(.room(1, .automatePick(pick: 2, epoch: 1)), as: House.admin) == .staleClock)
        #expect(code(.room(1, .extendClock(pick: 1, by: .seconds(1), reason: "x")), as: .scheduler) == .forbidden)
        #expect(code(.room(1, .extendClock(pick: 1, by: .zero, reason: "x")), as: House.admin) == .invalidValue)
        #expect(
            code(.room(1, .extendClock(pick: 1, by: .seconds(1), reason: "")), as: House.admin) == .invalidValue)
        #expect(
            code(.room(1, .extendClock(pick: 2, by: .seconds(1), reason: "x")), as: House.admin)
                == .stalePickNumber)
        #expect(code(.room(1, .pauseRoom(kind: .manual, reason: "")), as: user) == .forbidden)
        #expect(code(.room(1, .resumeRoom), as: House.admin) == .wrongStatus)
        #expect(code(.room(1, .setAutodraft(seat: 0, on: true)), as: .user(2)) == .forbidden)
        #expect(code(.room(1, .setAutodraft(seat: 9, on: true)), as: House.admin) == .forbidden)
        #expect(code(.room(1, .setAutodraft(seat: 0, on: true)), as: .scheduler) == .forbidden)
        #expect(code(.room(1, .setConnection(seat: 0, connected: true)), as: .scheduler) == nil)
        #expect(code(.room(1, .setConnection(seat: 9, connected: true)), as: .scheduler) == .forbidden)
        #expect(code(.room(1, .setConnection(seat: 0, connected: true)), as: .user(2)) == .forbidden)
        #expect(code(.ledger(.createLedger(origin: "a b")), as: House.admin) == .invalidValue)
        #expect(code(.ledger(.createLedger(origin: "a+b")), as: House.admin) == .invalidValue)
        #expect(code(.ledger(.createLedger(origin: "")), as: House.admin) == .invalidValue)
        #expect(code(.ledger(.createLedger(origin: "example.com/drafts")), as: user) == .forbidden)
        #expect(code(.ledger(.createLedger(origin: "example.com/drafts")), as: House.admin) == nil)
        let started = SoftwareStarted(rulesVersion: 1, version: "1.0", commit: "")
        #expect(code(.ledger(.startSoftware(started)), as: .scheduler) == nil)
        #expect(code(.ledger(.startSoftware(.blank)), as: .scheduler) == .invalidValue)
    }
}
