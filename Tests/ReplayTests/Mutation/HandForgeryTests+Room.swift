import DraftTesting
import Records

@testable import Draft  // events that the rules have not given

/// Queues that are not the editor's, and clicks that a house would rather not have had.
extension HandForgeryTests {
    static let queues: [Forgery] = [
        (
            "a queue that a rival edits",
            { house in
                house.force(
                    [StreamEvent(.queue(1, 0), .queueSet(QueueSet(players: [1])))],
                    of: .queue(1, 0, .setQueue(players: [1], expectedVersion: nil)), as: .user(2))
            }
        ),
        (
            "a queue that the house edits because of nothing",
            { house in
                house.force(
                    [StreamEvent(.queue(1, 0), .queueSet(QueueSet(players: [1])))],
                    of: .queue(1, 0, .setQueue(players: [1], expectedVersion: nil)), as: .admin(901), signedBy: 901)
            }
        ),
        (
            "a queue that staff edit because of a rival's case",
            { house in
                guard let room = house.state.room(1) else { return }
                house.force(
                    [StreamEvent(.queue(1, room.seatOfSlot[1]), .queueSet(QueueSet(players: [1])))],
                    of: .queue(1, room.seatOfSlot[1], .setQueue(players: [1], expectedVersion: nil)),
                    as: .admin(901), dispute: 2, signedBy: 901)
            }
        ),
        (
            "a queue that staff edit because of a case that is open",
            { house in
                guard let room = house.state.room(1) else { return }
                house.force(
                    [StreamEvent(.queue(1, room.seatOfSlot[0]), .queueSet(QueueSet(players: [1])))],
                    of: .queue(1, room.seatOfSlot[0], .setQueue(players: [1], expectedVersion: nil)),
                    as: .admin(901), dispute: 1, signedBy: 901)
            }
        ),
        (
            "a pick that staff make because of another seat's case",
            { house in
                let click = click(in: house)
                guard let room = house.state.room(1) else { return }
                var made = PickMade.blank
                (made.pick, made.slot, made.seat, made.player) = (2, 1, click.seat, 4)
                let deadline = house.now + Interval(microseconds: 1_000_500) + room.ruleset.pickClock
                let clock = ClockStarted(
                    pick: 3, slot: 1, epoch: room.epoch + 1, deadline: deadline,
                    graceEndsAt: deadline + room.ruleset.grace)
                house.force(
                    [StreamEvent(.room(1), .pickMade(made)), StreamEvent(.room(1), .clockStarted(clock))],
                    of: .room(1, .makePick(MakePick(pick: 2, player: 4))),
                    as: .admin(901, onBehalfOf: click.user), dispute: 2, signedBy: 901)
            }
        ),
        (
            "more time for a seat because of another seat's case",
            { house in
                guard let room = house.state.room(1), let clock = room.runningClock else { return }
                let extended = ClockExtended(
                    pick: 2, epoch: room.epoch + 1, deadline: clock.deadline + .seconds(60),
                    graceEndsAt: clock.graceEndsAt + .seconds(60), reason: "asked")
                house.force(
                    [StreamEvent(.room(1), .clockExtended(extended))],
                    of: .room(1, .extendClock(pick: 2, by: .seconds(60), reason: "asked")), as: .admin(901),
                    dispute: 2, signedBy: 901)
            }
        ),
        (
            "a queue that is edited by those who declared the outage",
            { house in
                let click = click(in: house)
                house.propose(
                    13, .room(1, .pauseRoom(kind: .outage, reason: "no power")), by: 901, approvedBy: 902)
                house.force(
                    [StreamEvent(.queue(1, click.seat), .queueCleared(QueueCleared()))],
                    of: .queue(1, click.seat, .clearQueue(expectedVersion: nil)), as: .admin(901), signedBy: 901)
            }
        ),
        (
            "a queue that the scheduler empties",
            { house in
                house.force(
                    [StreamEvent(.queue(1, 0), .queueCleared(QueueCleared()))],
                    of: .queue(1, 0, .clearQueue(expectedVersion: nil)), as: .scheduler)
            }
        ),
        (
            "an edit that is told twice",
            { house in
                let edit = StreamEvent(.queue(1, 0), .queueSet(QueueSet(players: [1])))
                house.force(
                    [edit, edit], of: .queue(1, 0, .setQueue(players: [1], expectedVersion: nil)), as: .user(1))
            }
        ),
        (
            "an edit by a key that is nobody's",
            { house in
                house.force(
                    [StreamEvent(.queue(1, 0), .queueSet(QueueSet(players: [1])))],
                    of: .queue(1, 0, .setQueue(players: [1], expectedVersion: nil)), as: .user(1), signedBy: 77)
            }
        ),
    ]

    /// A case serves its claimant: neither another seat's pick nor another wallet is moved because of it. And a contest that is
    /// drafted here takes no imported room. Each as the rules before decided it.
    static let claimants: [Forgery] = [
        (
            "a pick that is corrected because of another seat's case",
            { house in
                guard let room = house.state.room(1) else { return }
                let claim = DisputeOpened(
                    room: 1, pick: 2, seat: room.seatOfSlot[1], roomVersion: room.version,
                    claimant: room.user(ofSlot: 1), claim: "I clicked")
                house.send(.dispute(7, .openDispute(claim)), as: .user(claim.claimant ?? 0))
                let verdict = DisputeResolved(verdict: .upheld, resolvedBy: 1, reason: "so it was")
                house.propose(70, .dispute(7, .resolveDispute(verdict)), by: 902, because: 7, approvedBy: 903)
                let correction = CorrectPick(
                    pick: 1, mode: .substitute, player: 7, dispute: 7, requestedBy: nil, approvedBy: nil,
                    reason: "swap")
                house.asSoftware(ofRules: 8) {
                    $0.propose(71, .room(1, .correctPick(correction)), by: 901, because: 7, approvedBy: 902)
                }
            }
        ),
        ("money of a case for another user than its claimant", { house in pay(3, Cents(100), in: &house) }),
        (
            "money that a case takes from its claimant",
            { house in pay(house.state.dispute(2)?.opened.claimant ?? 0, Cents(-100), in: &house) }
        ),
        (
            "a room that is imported into a contest that is drafted here",
            { house in
                let opening = OpenRoom(
                    tournament: 1, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 2), externalID: "g")
                let entries = ["a", "b"].map { ImportRoom.Entry(externalID: $0) }
                house.asSoftware(ofRules: 8) {
                    _ = $0.send(.room(8, .importRoom(ImportRoom(room: opening, entries: entries))), as: .importer)
                }
            }
        ),
    ]

    /// Pays under case 2, as the rules before allowed.
    private static func pay(_ user: UserID, _ amount: Cents, in house: inout HouseScript) {
        let paid = BalanceAdjusted(
            amount: amount, firstApprover: 1, secondApprover: 2, dispute: 2, reason: "sorry")
        house.asSoftware(ofRules: 8) {
            $0.propose(71, .wallet(user, .adjustBalance(paid)), by: 904, because: 2, approvedBy: 903)
        }
    }

    /// A click in time for the pick on the clock.
    private static func click(in house: HouseScript) -> (command: Command, user: UserID, seat: Seat) {
        let room = house.state.room(1)
        let seat = room?.seatOnClock ?? 0
        return (.room(1, .makePick(MakePick(pick: 2, player: 4))), room?.member(at: seat)?.user ?? 0, seat)
    }

    /// Outages that nobody had: the clock of a friend stops for as long as somebody likes.
    static let outages: [Forgery] = [
        (
            "an outage by the word of one",
            { house in
                house.force(
                    [pause(in: house)], of: .room(1, .pauseRoom(kind: .outage, reason: "down")), as: .admin(901),
                    signedBy: 901)
            }
        ),
        (
            "an outage by the word of one because of a case",
            { house in
                house.force(
                    [pause(in: house)], of: .room(1, .pauseRoom(kind: .outage, reason: "down")), as: .admin(901),
                    dispute: 2, signedBy: 901)
            }
        ),
        (
            "an outage that names another who asked for it",
            { house in
                house.force(
                    [pause(in: house, requestedBy: 902)],
                    of: .room(1, .pauseRoom(kind: .outage, reason: "down")), as: .admin(901), signedBy: 901)
            }
        ),
        (
            "an outage of the scheduler's in which the service recorded",
            { house in
                house.send(.room(1, .pauseRoom(kind: .outage, reason: "down")), as: .scheduler)
                house.send(.room(1, .resumeRoom), as: .scheduler)
            }
        ),
        (
            "an outage that lasts three days",
            { house in
                let started = SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "1", commit: "c")
                house.now = house.now + .seconds(60)
                house.send(.ledger(.startSoftware(started)), as: .scheduler)
                house.send(.room(1, .pauseRoom(kind: .outage, reason: "down")), as: .scheduler)
                house.now = house.now + .seconds(3 * 86_400)
                house.send(.room(1, .resumeRoom), as: .scheduler)
            }
        ),
    ]

    /// The pause of room 1 as the rules would make it now.
    private static func pause(in house: HouseScript, requestedBy user: UserID? = nil) -> StreamEvent {
        let left = (house.state.room(1)?.runningClock).map { $0.deadline - house.now } ?? .zero
        return StreamEvent(
            .room(1),
            .roomPaused(
                RoomPaused(kind: .outage, pick: 2, remaining: left, reason: "down", requestedBy: user)))
    }

    static let refusals: [Forgery] = codes.map { code in
        let forge: @Sendable (inout HouseScript) -> Void = { house in
            let click = click(in: house)
            house.refuse(click.command, as: code, sender: .user(click.user))
        }
        return ("a click in time that is refused as \(code.name)", forge)
    }

    private static let codes: [RefusalCode] = [
        .clockExpired, .notYourTurn, .playerAlreadyDrafted, .stalePickNumber, .roomPaused, .duplicateCommand,
        .badSignature,
    ]

    static let clicks: [Forgery] = [
        (
            "a click of which only a digest is kept",
            { house in
                let click = click(in: house)
                house.refuse(click.command, as: .clockExpired, sender: .user(click.user)) {
                    $0.content = "sha256:" + String(repeating: "a", count: 64)
                }
            }
        ),
        (
            "a click that is told as another command",
            { house in
                let click = click(in: house)
                house.refuse(click.command, as: .staleClock, sender: .user(click.user)) {
                    $0.command = .setConnection
                }
            }
        ),
        (
            "a click that is told in the ledger's own stream",
            { house in
                let click = click(in: house)
                house.refuse(click.command, as: .clockExpired, sender: .user(click.user), in: .system)
            }
        ),
        (
            "a click that keeps no words",
            { house in
                let click = click(in: house)
                house.refuse(click.command, as: .clockExpired, sender: .user(click.user)) { $0.content = "" }
            }
        ),
        (
            "a click that is told as a rival's",
            { house in
                let click = click(in: house)
                house.refuse(click.command, as: .clockExpired, sender: .user(click.user == 1 ? 2 : 1)) {
                    ($0.pick, $0.seat, $0.player) = (2, click.seat, 4)
                }
            }
        ),
    ]
}
