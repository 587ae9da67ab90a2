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

    /// An import whose records are of a time to come, or a clock that was wrong for a moment, and the log is an hour ahead.
    @Test func draftsGoOnByTheMachinesClockWhileTheLogIsAhead() async throws {
        let house = try await LiveHouse()
        let start = Timestamp(microseconds: Ledger.Options.systemClock())
        let ahead = start + .seconds(3_600)
        try house.ledger.append([
            PendingEvent(
                stream: .user(77), event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)), origin: nil,
                recordedAt: ahead)
        ])
        let clock = Guarded(start)
        try house.reopen { clock.withLock { $0.microseconds } }
        let ledger = house.ledger
        func accept(_ command: Command, as actor: Sender) async throws -> [RecordedEvent] {
            try await ledger.send(command, as: actor, id: house.newID()).get()
        }
        func room() throws -> RoomState { try ledger.room(1)! }

        for user in [1, 2] as [UserID] {
            _ = try await accept(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user))
        }
        let rules = try room().ruleset
        #expect(try room().countdownEndsAt == start + rules.countdown)
        clock.withLock { $0 = $0 + rules.countdown }
        _ = try await accept(.room(1, .startDraft), as: .scheduler)
        #expect(try room().runningClock?.deadline == start + rules.countdown + rules.pickClock)

        clock.withLock { $0 = $0 + .seconds(7) }
        let picked = clock.withLock { $0 }
        let seat = try #require(try room().seatOnClock)
        let user = try #require(try room().member(at: seat)?.user)
        let events = try await accept(.room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(user))
        #expect(events.allSatisfy { $0.recordedAt == ahead && $0.origin?.occurredAt == picked })
        #expect(try room().runningClock?.deadline == picked + rules.pickClock)

        // A pause keeps what the clock has left, and an expiry comes when it has run out, not an hour later.
        clock.withLock { $0 = $0 + .seconds(11) }
        _ = try await accept(.room(1, .pauseRoom(kind: .outage, reason: "power")), as: .admin(900))
        #expect(try room().pause?.remaining == picked + rules.pickClock - (picked + .seconds(11)))
        _ = try await accept(.room(1, .resumeRoom), as: .admin(900))
        let late = try #require(room().runningClock).graceEndsAt + .milliseconds(1)
        #expect(late == picked + rules.pickClock + rules.grace + .milliseconds(1))
        clock.withLock { $0 = late }
        _ = try await accept(.room(1, .automatePick(pick: 2, epoch: try room().epoch)), as: .scheduler)
        #expect(try room().picks.count == 2)

        let steps = try ledger.stream(.system).compactMap { recorded -> ClockStepped? in
            if case .clockStepped(let stepped) = recorded.event { stepped } else { nil }
        }
        #expect(steps == [ClockStepped(from: ahead, to: start)])
        #expect(try ledger.verify().isSound)
    }
}
