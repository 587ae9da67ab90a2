import Draft
import Ledger
import LedgerTesting
import Platform
import Records
import Testing

@testable import DraftLedger  // a desk whose reads can be held up

/// A step of the machine's clock back meets rooms that are not in memory.
@Suite struct StandstillTests {
    @Test func nothingIsDecidedUntilTheRoomsThatAreToStandStillAreRead() async throws {
        let house = try await LiveHouse(users: 4)
        _ = try await house.startDraft()
        let start = try #require(try house.ledger.stream(.room(1)).last).recordedAt
        let clock = Guarded(start + .seconds(60))
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source) { clock.withLock { $0.microseconds } }
        _ = try await desk.outcome(of: alerts(of: 2), as: .user(2), id: house.newID()).get()

        clock.withLock { $0 = start + .seconds(20) }
        source.hold(.room(1))
        let replies = try [2, 3, 2, 4].map { try desk.leave(alerts(of: $0), as: .user($0), id: house.newID()) }
        source.waitForRead(of: .room(1))
        source.release()
        var positions: [UInt64] = []
        for reply in replies { positions.append(try await reply.value.get().get()[0].position) }
        let step = try #require(try house.ledger.stream(.system).last)
        #expect(step.event.type == .clockStepped)
        let last = try #require(try house.ledger.stream(.room(1)).last)
        #expect(last.event.type == .roomPaused && last.position == step.position + 1)
        #expect(positions.allSatisfy { $0 > last.position })
        #expect(source.reads(of: .room(1)) == 1)

        clock.withLock { $0 = start + .seconds(100) }
        _ = try await desk.outcome(of: alerts(of: 2), as: .user(2), id: house.newID()).get()
        #expect(try house.ledger.room(1)?.pause == nil)
        #expect(try house.ledger.verify().isSound)
    }

    @Test func roomsGoOnAlthoughSomebodyAppendedFirst() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let start = try #require(try house.ledger.stream(.room(1)).last).recordedAt
        let clock = Guarded(start + .seconds(60))
        let desk = try house.desk(reading: WatchedSource(house.ledger)) { clock.withLock { $0.microseconds } }
        for seconds in [60, 20] as [Int64] {
            clock.withLock { $0 = start + .seconds(seconds) }
            _ = try await desk.outcome(of: alerts(of: 2), as: .user(2), id: house.newID()).get()
        }
        #expect(try house.ledger.room(1)?.pause?.kind == .outage)

        // The desk hears of this only when what it has decided comes to nothing.
        try house.ledger.append([
            PendingEvent(
                stream: .user(77), event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)), origin: nil,
                recordedAt: start + .seconds(70))
        ])
        clock.withLock { $0 = start + .seconds(100) }
        _ = try await desk.outcome(of: alerts(of: 2), as: .user(2), id: house.newID()).get()
        #expect(try house.ledger.room(1)?.pause == nil)
        #expect(try house.ledger.stream(.room(1)).count { $0.event.type == .roomResumed } == 1)
        #expect(try house.ledger.verify().isSound)
    }

    private func alerts(of user: UserID) -> Command { .user(user, .setAlertPreferences(.all)) }
}
