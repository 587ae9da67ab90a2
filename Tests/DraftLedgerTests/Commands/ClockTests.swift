import Draft
import DraftLedger
import Ledger
import LedgerTesting
import Platform
import Records
import Testing

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
}
