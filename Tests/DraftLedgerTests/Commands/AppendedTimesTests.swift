import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Records
import Testing

/// The times of events that were decided elsewhere.
@Suite struct AppendedTimesTests {
    private func append(_ times: [Timestamp?], to ledger: DraftLedger) throws {
        try ledger.append(
            times.enumerated().map { index, time in
                PendingEvent(
                    stream: .user(UserID(UInt64(index + 1))),
                    event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)), origin: nil,
                    recordedAt: time)
            })
    }

    @Test func anEventWithoutATimeGetsTheClocksAndTheOthersKeepTheirs() async throws {
        let house = try await LiveHouse()
        let size = try house.ledger.size
        let before = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
        let ahead = before + .seconds(3_600)
        try append([nil, ahead, nil, ahead + .seconds(1), nil], to: house.ledger)
        var times: [Timestamp] = []
        try house.ledger.events(from: size) {
            times.append($0.recordedAt)
            return true
        }
        let first = try #require(times.first)
        #expect(first >= before && first < ahead)
        #expect(times.dropFirst() == [ahead, ahead, ahead + .seconds(1), ahead + .seconds(1)])
    }

    @Test func aTimeBeforeTheClocksThatPrecedesItIsRefused() async throws {
        let house = try await LiveHouse()
        let size = try house.ledger.size
        let error = #expect(throws: DraftLedgerError.self) {
            try append([nil, Timestamp(microseconds: 1_577_836_800_000_000)], to: house.ledger)
        }
        #expect(error?.code == .clockBackwards)
        #expect(try house.ledger.size == size)
    }
}
