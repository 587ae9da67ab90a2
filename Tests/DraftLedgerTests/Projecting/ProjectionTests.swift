import Draft
import Ledger
import LedgerTesting
import Projections
import TestSupport
import Testing

@testable import DraftLedger  // the digests of stored projections

/// Live state, stored rows, rebuilt rows, as-of folds and snapshots have to be the same thing, at every position.
@Suite(.seeded) struct ProjectionTests {
    /// What the projections say, as bytes.
    private struct Picture: Equatable {
        var rooms: [[UInt8]]
        var rosters: [[UInt8]]
        var accounts: [[UInt8]]
        var contests: [[UInt8]]

        init(_ ledger: DraftLedger, at moment: Moment = .latest) throws {
            rooms = try ledger.rooms(at: moment).map { $0.rowKey + $0.rowValue }
            rosters = try ledger.rosterRows(at: moment).map { $0.rowKey + $0.rowValue }
            let balances = try ledger.balances(at: moment)
            accounts = balances.accountRows.map { $0.rowKey + $0.rowValue }
            contests = balances.contestRows.map { $0.rowKey + $0.rowValue }
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func rowsFollowTheLogHoweverTheyAreBroughtUp(seed: UInt64) async throws {
        let house = try await LiveHouse(teams: 3, rounds: 2, users: 4)
        var play = RandomPlay(house, seed: seed)
        var pictures: [UInt64: Picture] = [:]
        for step in 0..<120 {
            try await play.step()
            pictures[try house.ledger.size] = try Picture(house.ledger)
            // Rows of many different progresses, with tails of many lengths.
            if Int.random(in: 0..<15, using: &play.generator) == 0 { try house.ledger.catchUp() }
            if step == 60 { try house.reopen() }
        }
        let last = try Picture(house.ledger)
        try house.ledger.catchUp()
        let caughtUp = try digests(of: house.ledger)
        #expect(try Picture(house.ledger) == last, "seed \(seed)")
        try house.ledger.rebuild()
        #expect(try Picture(house.ledger) == last, "seed \(seed)")
        #expect(try digests(of: house.ledger) == caughtUp, "seed \(seed)")
        for (position, picture) in pictures {
            #expect(try Picture(house.ledger, at: .position(position)) == picture, "seed \(seed), position \(position)")
        }
        #expect(try house.ledger.verify().isSound, "seed \(seed)")
    }

    @Test(arguments: 10..<14 as Range<UInt64>)
    func aRoomIsTheSameFromTheStartFromASnapshotAndAsOf(seed: UInt64) async throws {
        let house = try await LiveHouse(teams: 2, rounds: 3, users: 3)
        var play = RandomPlay(house, seed: seed)
        for _ in 0..<90 { try await play.step() }
        for summary in try house.ledger.rooms() {
            let events = try house.ledger.stream(.room(summary.room))
            let final = try house.ledger.room(summary.room)?.canonicalBytes
            var live: RoomState?
            for (index, event) in events.enumerated() {
                live.fold(event)
                let bytes = live?.canonicalBytes
                #expect(try house.ledger.room(summary.room, at: .position(event.position + 1))?.canonicalBytes == bytes)
                #expect(try house.ledger.room(summary.room, at: .version(UInt32(index + 1)))?.canonicalBytes == bytes)
                // A snapshot here and the tail from here give what the whole gives.
                var restored = RoomState(canonicalBytes: bytes ?? [])
                for later in events[(index + 1)...] { restored?.fold(later) }
                #expect(
                    restored?.canonicalBytes == final, "seed \(seed), room \(summary.room), version \(index + 1)")
            }
        }
    }

    @Test func rebuildingOneProjectionLeavesTheOthers() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        try house.ledger.catchUp()
        let before = try Picture(house.ledger)
        for name in ["rooms", "rosters", "balances", "contests", "deposits"] {
            try house.ledger.rebuild(name)
            #expect(try Picture(house.ledger) == before)
        }
        #expect { () throws in try house.ledger.rebuild("boards") } throws: {
            ($0 as? DraftLedgerError)?.code == .unknownProjection
        }
    }

    private func digests(of ledger: DraftLedger) throws -> [[UInt8]] {
        try ledger.ledger.read { transaction in
            try StoredProjection.allCases.map { try ledger.ledger.mark(of: $0.rawValue, in: transaction)!.digest }
        }
    }
}
