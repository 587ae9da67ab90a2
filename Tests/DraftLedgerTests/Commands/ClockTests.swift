import Dispatch
import Draft
import DraftTesting
import Foundation
import Ledger
import LedgerTesting
import Platform
import Records
import Testing

@testable import DraftLedger  // its writer, which a test holds up

@Suite struct ClockTests {
    @Test func nothingIsRecordedBeforeItWasDecidedHoweverTheClockIsSet() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let user = Sender.user(try house.userOnClock())
        let start = try #require(try house.ledger.stream(.room(1)).last).recordedAt
        // Set back by five milliseconds whenever it is looked at.
        let clock = Guarded((start + .seconds(60)).microseconds)
        try house.reopen {
            clock.withLock {
                $0 -= 5_000
                return $0
            }
        }
        let ledger = house.ledger
        let events = try await ledger.send(
            .room(1, .makePick(MakePick(pick: 1, player: 0))), as: user, id: house.newID(), occurredAt: start
        ).get()
        let room = try #require(try ledger.room(1))
        let started = try #require(
            events.first { if case .clockStarted = $0.event { true } else { false } })
        guard case .clockStarted(let next) = started.event else { return }
        #expect(next.deadline - room.ruleset.pickClock <= started.recordedAt)
        #expect(try ledger.stream(.system).allSatisfy { $0.event.type != .clockStepped })
    }

    /// The ledger's time stands still meanwhile, and so does every clock: nobody loses time, and nobody gains any.
    @Test func everyDraftStandsStillWhileTheMachinesClockIsBehind() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let user = Sender.user(try house.userOnClock())
        let start = try #require(try house.ledger.stream(.room(1)).last).recordedAt
        let deadline = try #require(house.room.runningClock).deadline
        let clock = Guarded(start + .seconds(60))
        try house.reopen { clock.withLock { $0.microseconds } }
        let ledger = house.ledger
        func alert() async throws {
            _ = try await ledger.send(.user(1, .setAlertPreferences(.all)), as: .user(1), id: house.newID()).get()
        }
        try await alert()

        let (from, to) = (start + .seconds(60), start + .seconds(20))
        clock.withLock { $0 = to }
        let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 0)))
        let refused = try await ledger.send(pick, as: user, id: house.newID())
        guard case .refused(let refusal, _, _) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(refusal.code == .roomPaused)
        let step = try #require(try ledger.stream(.system).last)
        guard case .clockStepped(let stepped) = step.event else {
            Issue.record("\(step)")
            return
        }
        #expect(stepped == ClockStepped(from: from, to: to))
        let pause = try #require(try ledger.stream(.room(1)).last { $0.event.type == .roomPaused })
        #expect(pause.position == step.position + 1 && pause.recordedAt == from)
        #expect(pause.origin?.actor == .scheduler && pause.origin?.occurredAt == from)
        #expect(try ledger.room(1)?.pause?.remaining == deadline - from)
        // One step is told once.
        try await alert()
        #expect(try ledger.stream(.system).last?.position == step.position)

        let later = start + .seconds(100)
        clock.withLock { $0 = later }
        try await alert()
        #expect(try ledger.room(1)?.runningClock?.deadline == later + (deadline - from))
        let picked = try await ledger.send(pick, as: user, id: house.newID()).get()
        #expect(picked.allSatisfy { $0.recordedAt == later })
        #expect(try ledger.verify().isSound)
    }

    /// A clock that is set, and one that only runs: from some moment on.
    private final class Machine: Sendable {
        private let clocks: Guarded<(time: Timestamp, awake: Int64)>

        init(at time: Timestamp) { clocks = Guarded((time, 0)) }

        @Sendable func now() -> Int64 { clocks.withLock { $0.time.microseconds } }
        @Sendable func awake() -> Int64 { clocks.withLock { $0.awake } }

        func run(for interval: Interval) {
            clocks.withLock { $0 = ($0.time + interval, $0.awake + interval.microseconds) }
        }

        /// It is set, or sleeps.
        func leap(by interval: Interval) { clocks.withLock { $0.time = $0.time + interval } }
    }

    private func drafting() async throws -> (house: LiveHouse, machine: Machine, start: Timestamp) {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let start = try #require(try house.ledger.stream(.room(1)).last).recordedAt
        let machine = Machine(at: start + .seconds(2))
        try house.reopen(by: machine.now, awake: machine.awake)
        try await house.accept(.user(1, .setAlertPreferences(.all)), as: .user(1))
        return (house, machine, start)
    }

    @Test(arguments: [Interval.seconds(20), .seconds(86_400)])
    func whoIsOnTheClockLosesNoTimeByALeap(leap: Interval) async throws {
        let (house, machine, start) = try await drafting()
        let user = Sender.user(try house.userOnClock())
        let deadline = try #require(house.room.runningClock).deadline
        // Nobody looks at the clock when it leaps.
        machine.run(for: .seconds(3))
        machine.leap(by: leap)
        machine.run(for: .seconds(1))
        let expiry = Command.room(1, .automatePick(pick: 1, epoch: 1))
        let refused = try await house.ledger.send(expiry, as: .scheduler, id: house.newID())
        guard case .refused(let refusal, _, _) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(refusal.code == .staleClock)
        // What ran of it ran: before the leap, and until somebody looked.
        let (asleep, awake) = (start + .seconds(6), start + .seconds(6) + leap)
        let step = try #require(try house.ledger.stream(.system).last)
        guard case .clockStepped(let stepped) = step.event else {
            Issue.record("\(step)")
            return
        }
        #expect(stepped == ClockStepped(from: asleep, to: awake) && step.recordedAt == awake)
        let events = try house.ledger.stream(.room(1)).filter { $0.position > step.position }
        #expect(events.prefix(3).map(\.event.type) == [.roomPaused, .roomResumed, .clockStarted])
        #expect(events.first?.origin?.occurredAt == asleep && events.first?.position == step.position + 1)
        #expect(try house.room.runningClock?.deadline == awake + (deadline - asleep))

        machine.run(for: deadline - asleep)
        let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 0)))
        _ = try await house.ledger.send(pick, as: user, id: house.newID()).get()
        #expect(try house.ledger.verify().isSound)
        #expect(try house.ledger.stream(.system).count { $0.event.type == .clockStepped } == 1)
    }

    @Test func whatTheClockUsuallyGainsIsNoLeap() async throws {
        let (house, machine, _) = try await drafting()
        let deadline = try #require(house.room.runningClock).deadline
        for gain in [900, -900, 1_000] as [Int64] {
            machine.leap(by: .milliseconds(gain))
            machine.run(for: .seconds(5))
            try await house.accept(.user(1, .setAlertPreferences(.all)), as: .user(1))
        }
        #expect(try house.room.runningClock?.deadline == deadline)
        #expect(try house.ledger.stream(.system).allSatisfy { $0.event.type != .clockStepped })
    }

    /// The clock was wrong for a while: who stood still meanwhile goes on, and lost nothing to begin with.
    @Test func aLeapEndsAStandstillAndIsNoneItself() async throws {
        let (house, machine, start) = try await drafting()
        let deadline = try #require(house.room.runningClock).deadline
        machine.leap(by: .seconds(-30))
        try await house.accept(.user(1, .setAlertPreferences(.all)), as: .user(1))
        let left = try #require(house.room.pause).remaining
        machine.run(for: .seconds(10))
        machine.leap(by: .seconds(30))
        try await house.accept(.user(1, .setAlertPreferences(.all)), as: .user(1))
        #expect(try house.room.runningClock?.deadline == deadline + .seconds(10))
        #expect(left == deadline - (start + .seconds(2)))
        #expect(try house.ledger.stream(.system).count { $0.event.type == .clockStepped } == 1)
    }

    /// The first thing that comes is a retry of another command's id, whose refusal is a record like any other.
    @Test func nothingIsRecordedAheadOfALeap() async throws {
        let (house, machine, _) = try await drafting()
        let id = house.newID()
        _ = try await house.ledger.send(.user(1, .setAlertPreferences(.all)), as: .user(1), id: id).get()
        machine.leap(by: .seconds(600))
        _ = try await house.ledger.send(.user(1, .setAlertPreferences([])), as: .user(1), id: id)
        let types = try house.events.suffix(5).map(\.event.type)
        #expect(types == [.clockStepped, .roomPaused, .roomResumed, .clockStarted, .commandRejected])
    }

    /// As where records of a time to come were imported: what is decided meanwhile is decided by the ledger's time.
    @Test func decisionsGoByTheTimeOfTheirRecords() async throws {
        let house = try await LiveHouse()
        let ahead = Timestamp(microseconds: Ledger.Options.systemClock()) + .seconds(3_600)
        try house.ledger.append([
            PendingEvent(
                stream: .user(77), event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)), origin: nil,
                recordedAt: ahead)
        ])
        for user in [1, 2] as [UserID] {
            try await house.accept(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user))
        }
        let room = try house.room
        #expect(room.countdownEndsAt == ahead + room.ruleset.countdown)
    }

    /// Members see no event that is not stored, so nothing more is decided, and no clock runs out, until it is.
    @Test func whatADiskHoldsUpTakesNobodysTime() async throws {
        let (house, machine, start) = try await drafting()
        let (first, second) = try await picks(of: house)
        let writer = try HeldWriter(of: house.ledger)
        let stored = send(first, to: house.ledger)
        while house.ledger.activity?.decided ?? 0 < 2 { await Task.yield() }

        // The second pick was put on the clock by an event that nobody can see. Its time passes by the machine's clock.
        let pickClock = try house.room.ruleset.pickClock
        machine.run(for: pickClock)
        machine.run(for: .seconds(60))
        let expiry = Command.room(1, .automatePick(pick: 2, epoch: 2))
        let expired = send((expiry, .scheduler), to: house.ledger)
        while house.ledger.activity?.commandsInFlight ?? 0 < 2 { await Task.yield() }
        writer.release()

        _ = try await stored.value.get()
        guard case .refused(let refusal, _, _) = try await expired.value else {
            Issue.record("the second pick was made while its member could not see whose turn it is")
            return
        }
        #expect(refusal.code == .staleClock)
        let (held, released) = (start + .seconds(2), start + .seconds(62) + pickClock)
        let step = try #require(try house.ledger.stream(.system).last)
        #expect(step.event == .clockStepped(ClockStepped(from: held, to: released, cause: .storage)))
        #expect(try house.room.runningClock?.deadline == released + pickClock)
        try await house.accept(second.command, as: second.sender)
        #expect(try house.ledger.verify().isSound)
    }

    @Test func aCommitThatTakesLessThanASecondIsNoOutage() async throws {
        let (house, machine, _) = try await drafting()
        let (first, second) = try await picks(of: house)
        let writer = try HeldWriter(of: house.ledger)
        let stored = send(first, to: house.ledger)
        while house.ledger.activity?.decided ?? 0 < 2 { await Task.yield() }
        machine.run(for: .milliseconds(900))
        writer.release()
        _ = try await stored.value.get()
        try await house.accept(second.command, as: second.sender)
        #expect(try house.ledger.stream(.system).allSatisfy { $0.event.type != .clockStepped })
    }

    private typealias Sent = (command: Command, sender: Sender)

    private func send(_ sent: Sent, to ledger: DraftLedger) -> Task<Outcome, any Error> {
        Task { try await ledger.send(sent.command, as: sent.sender, id: .random()) }
    }

    /// The first two picks of room 1, each by its member.
    private func picks(of house: LiveHouse) async throws -> (first: Sent, second: Sent) {
        let room = try house.room
        let users = try (0..<2).map { slot in try #require(room.user(ofSlot: slot)) }
        return (
            (.room(1, .makePick(MakePick(pick: 1, player: 0))), .user(users[0])),
            (.room(1, .makePick(MakePick(pick: 2, player: 1))), .user(users[1]))
        )
    }

    /// A writer that stores nothing until it is released, as on a disk that hangs.
    private final class HeldWriter: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        private let ended = DispatchSemaphore(value: 0)

        init(of draft: DraftLedger) throws {
            let taken = DispatchSemaphore(value: 0)
            let (ledger, gate, ended) = (draft.ledger, gate, ended)
            Thread.detachNewThread {
                do {
                    try ledger.holdingTurn { _ in
                        taken.signal()
                        gate.wait()
                    }
                } catch {
                    Issue.record(error)
                    taken.signal()
                }
                ended.signal()
            }
            taken.wait()
        }

        func release() {
            gate.signal()
            ended.wait()
        }
    }
}
