import Draft
import DraftLedger
import LedgerTesting
import Projections
import Records
import Testing

@Suite struct SendTests {
    @Test func aWholeContestGoesThroughTheLedger() async throws {
        let house = try await LiveHouse()
        var room = try await house.startDraft()
        #expect(room.status == .active)
        for pick in 1...PickNumber(4) {
            let user = try house.userOnClock()
            let events = try await house.accept(
                .room(1, .makePick(MakePick(pick: pick, player: pick - 1))), as: .user(user))
            #expect(events.contains { $0.event.type == .pickMade })
        }
        room = try house.ledger.room(1)!
        #expect(room.status == .complete)
        #expect(room.picks.map(\.player) == [0, 1, 2, 3])
        let balances = try house.ledger.balances()
        #expect(balances.total == .zero)
        #expect(balances[.escrow(1)] == Cents(1_000))
        #expect(try house.ledger.verify().findings == [])
    }

    @Test func theSameCommandTwiceIsOneCommandAlsoAfterARestart() async throws {
        let house = try await LiveHouse()
        let id = house.newID()
        let join = Command.wallet(1, .joinTournament(1, entries: 1))
        let first = try await house.send(join, as: .user(1), id: id)
        let size = try house.ledger.size
        for _ in 0..<2 {
            let again = try await house.send(join, as: .user(1), id: id)
            guard case .accepted(let firstEvents, false) = first, case .accepted(let events, true) = again else {
                Issue.record("\(again)")
                return
            }
            #expect(events.map(\.position) == firstEvents.map(\.position))
            #expect(events.map(\.event) == firstEvents.map(\.event))
            #expect(try house.ledger.size == size)
            try house.reopen()
        }
        // Another content under the same id is refused, and changes nothing else.
        let other = try await house.send(.wallet(1, .joinTournament(1, entries: 2)), as: .user(1), id: id)
        guard case .refused(let refusal, _, false) = other else {
            Issue.record("\(other)")
            return
        }
        #expect(refusal.code == .duplicateCommand)
        #expect(try house.ledger.rooms().map(\.entries) == [1])
    }

    /// Also after a restart, and of sentences that quote a text of any length.
    @Test func aRetryOfARefusalGetsTheFirstAnswer() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let commands: [(Command, Sender)] = [
            (.room(1, .makePick(MakePick(pick: 6, player: 0))), .user(try house.userOnClock())),
            (.room(99, .makePick(MakePick(pick: 1, player: 0))), .user(1)),
            (
                .wallet(
                    1,
                    .recordChargeback(
                        amount: Cents(1), provider: "bank", reference: String(repeating: "é", count: 30_000),
                        dispute: "D")), .provider(onBehalfOf: 1)
            ),
        ]
        var answers: [(id: CommandID, refusal: Refusal)] = []
        for (command, sender) in commands {
            let id = house.newID()
            guard case .refused(let refusal, _?, false) = try await house.send(command, as: sender, id: id) else {
                Issue.record("\(command.kind) was not refused")
                return
            }
            answers.append((id, refusal))
        }
        for isRestarted in [false, true] {
            if isRestarted { try house.reopen() }
            for ((command, sender), answer) in zip(commands, answers) {
                guard
                    case .refused(let refusal, _?, true) = try await house.send(command, as: sender, id: answer.id)
                else {
                    Issue.record("\(command.kind) was not refused again")
                    return
                }
                #expect(refusal == answer.refusal)
                #expect(refusal.message.utf8.count <= 600)
            }
        }
    }

    @Test func whatCanNeverBeRightIsNeitherDecidedNorRecorded() async throws {
        let house = try await LiveHouse()
        let before = try house.ledger.size
        let bytes = [UInt8](repeating: 7, count: 65)
        let commands: [Command] = [
            .room(1, .revealEntropy(bytes)), .wallet(1, .joinTournament(1, entries: 1, entropy: bytes)),
            .wallet(1, .holdWithdrawal(amount: Cents(1), provider: "bank", destination: bytes)),
            .wallet(1, .recordChargeback(amount: Cents(1), provider: "bank", reference: "a")),
        ]
        for command in commands {
            let error = await #expect(throws: DraftLedgerError.self) { try await house.send(command, as: .user(1)) }
            #expect(error?.code == .invalidValue)
        }
        #expect(try house.ledger.size == before)
    }

    @Test func aRefusalIsRecordedWithItsMarginAndAnswersItsRetry() async throws {
        let house = try await LiveHouse()
        let room = try await house.startDraft()
        let clock = room.clock!
        let late = clock.graceEndsAt + Interval(microseconds: 1)
        let id = house.newID()
        let command = Command.room(1, .makePick(MakePick(pick: 1, player: 0, claimedAt: clock.deadline)))
        let user = try house.userOnClock()
        for retry in [false, true] {
            guard
                case .refused(let refusal, let record?, retry) = try await house.send(
                    command, as: .user(user), id: id, at: late)
            else {
                Issue.record("not refused, or retry is not \(retry)")
                return
            }
            #expect(refusal.code == .clockExpired)
            guard case .commandRejected(let rejected) = record.event else {
                Issue.record("\(record)")
                return
            }
            #expect(rejected.margin == Interval(microseconds: -1))
            #expect(rejected.claimedAt == clock.deadline)
        }
        // The last microsecond of grace still counts.
        try await house.accept(
            .room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(user), at: clock.graceEndsAt)
    }

    @Test func aFloodOfRefusalsIsCountedNotStored() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let onClock = try house.userOnClock()
        let other: UserID = onClock == 1 ? 2 : 1
        for _ in 0..<50 {
            let outcome = try await house.send(.room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(other))
            guard case .refused(let refusal, _, _) = outcome else {
                Issue.record("accepted")
                return
            }
            #expect(refusal.code == .notYourTurn)
        }
        #expect(try rejections(in: house).count == 20)
        let id = house.newID()
        try await house.accept(.room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(onClock), id: id)
        // The count of the refusals is no part of the accepted command's outcome.
        guard
            case .accepted(let again, true) = try await house.send(
                .room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(onClock), id: id)
        else {
            Issue.record("the retry was refused")
            return
        }
        #expect(again.first?.event.type == .pickMade)
        let counts = try rejections(in: house).map(\.count)
        #expect(counts.reduce(0, +) == 50)
        #expect(counts.count == 21)
    }

    private func rejections(in house: LiveHouse) throws -> [CommandRejected] {
        try house.ledger.timeline(of: 1).compactMap { recorded in
            guard case .commandRejected(let rejected) = recorded.event else { return nil }
            return rejected
        }
    }

    @Test func concurrentCommandsLoseNothing() async throws {
        let house = try await LiveHouse(teams: 12, rounds: 1, users: 64)
        let ledger = house.ledger
        try await withThrowingTaskGroup(of: Void.self) { group in
            for user in 1...UInt64(64) {
                group.addTask {
                    for attempt in 0..<3 as Range<UInt64> {
                        // The same id each time: one join, two retries.
                        let id = CommandID(high: user, low: 77)
                        let outcome = try await ledger.send(
                            .wallet(UserID(user), .joinTournament(1, entries: 2)), as: .user(UserID(user)), id: id)
                        _ = try outcome.get()
                        let deposit = CommandID(high: user, low: 1_000 + attempt)
                        _ = try await ledger.send(
                            .wallet(
                                UserID(user),
                                .recordDeposit(amount: Cents(1), provider: "bank", reference: "x\(attempt) of \(user)")),
                            as: .provider(onBehalfOf: UserID(user)), id: deposit
                        ).get()
                    }
                }
            }
            try await group.waitForAll()
        }
        let rooms = try ledger.rooms()
        #expect(rooms.reduce(0) { $0 + Int($1.entries) } == 128)
        let rows = try ledger.rosterRows()
        #expect(Set(rows.map { "\($0.room) \($0.user!)" }).count == 128)
        let balances = try ledger.balances()
        for user in 1...UInt64(64) {
            #expect(balances[.available(UserID(user))] + balances[.held(UserID(user))] == Cents(10_003))
        }
        #expect(balances.total == .zero)
        #expect(try ledger.verify().isSound)
    }

    @Test func aCommandSurvivesWhatOthersAppendPastTheDesk() async throws {
        let house = try await LiveHouse()
        for round in 0..<5 as Range<UInt64> {
            try house.ledger.append([
                PendingEvent(
                    stream: .user(500), event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)),
                    origin: CommandOrigin(
                        occurredAt: nil, actor: .admin(1), commandID: CommandID(high: 5, low: round)))
            ])
            try await house.accept(
                .wallet(1, .recordDeposit(amount: Cents(1), provider: "bank", reference: "past\(round)")),
                as: .provider(onBehalfOf: 1))
        }
        #expect(try house.ledger.wallet(1).available == Cents(10_005))
        #expect(try house.ledger.verify().isSound)
    }
}
