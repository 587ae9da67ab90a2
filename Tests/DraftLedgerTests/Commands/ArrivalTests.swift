import Draft
import DraftLedger
import Foundation
import Testing

/// When a command is taken to have arrived, beside what its edge says.
@Suite struct ArrivalTests {
    @Test(arguments: [(-5.0, true), (0.5, false), (60.0, true)])
    func aClockThatIsALittleAheadIsTheLedgersOwn(seconds: Double, isKept: Bool) async throws {
        let house = try await TestHouse()
        let edge = Timestamp(microseconds: Int64((Date().timeIntervalSince1970 + seconds) * 1_000_000))
        let events = try await house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1), at: edge)
        for event in events {
            #expect((event.origin?.occurredAt == edge) == isKept)
            if !isKept { #expect(event.origin?.occurredAt ?? .init(microseconds: .max) <= event.recordedAt) }
        }
    }
}
