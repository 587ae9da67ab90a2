import Draft
import Ledger
import Testing

@testable import DraftLedger

@Suite struct ClockTests {
    @Test func nothingIsRecordedBeforeItWasDecidedHoweverTheClockIsSet() async throws {
        let house = try await TestHouse()
        _ = try await house.startDraft()
        let user = Actor.user(try house.userOnClock())
        let start = try #require(try house.ledger.stream(.room(1)).last).recordedAt
        // Set back by five milliseconds whenever it is looked at.
        let clock = Guarded((start + .seconds(60)).microseconds)
        let ledger = try house.reopened {
            clock.withLock {
                $0 -= 5_000
                return $0
            }
        }
        defer { ledger.close() }
        let events = try await ledger.send(
            .makePick(1, MakePick(pick: 1, player: 0)), as: user, id: house.newID(), occurredAt: start
        ).get()
        let room = try #require(try ledger.room(1))
        let started = try #require(
            events.first { if case .clockStarted = $0.event { true } else { false } })
        guard case .clockStarted(let next) = started.event else { return }
        #expect(next.deadline - room.ruleset.pickClock <= started.recordedAt)
        #expect(try ledger.stream(.system).allSatisfy { $0.event.type != .clockStepped })
    }
}
