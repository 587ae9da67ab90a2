import Draft
import Foundation
import LMDB
import Ledger
import LedgerTesting
import Platform
import Projections
import Records
import Testing

@testable import DraftLedger  // the scan of stored rosters

/// Rosters that are read while their rows are brought up to the log.
@Suite struct RosterScanTests {
    /// Events of other streams, enough of them for a fold on all cores, which tells of its progress between the look at
    /// the rows' progress and the rows themselves.
    private func addLongTail(to house: LiveHouse) throws {
        try house.ledger.append(
            (0..<1 << 16).map { number in
                PendingEvent(
                    stream: .user(UserID(1_000 + number)),
                    event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)), origin: nil)
            })
    }

    @Test(.enabled(if: Cores.count > 1, "one core tells nothing of its progress"))
    func rowsThatAreBroughtUpMeanwhileAreUsed() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        try house.ledger.catchUp()
        let stored = try house.ledger.size
        try addLongTail(to: house)
        let size = try house.ledger.size
        let stretches = Guarded<[UInt64]>([])
        let snapshot = try house.ledger.rosterColumns { [ledger = house.ledger] _, total in
            stretches.withLock { $0.append(total) }
            _ = try? ledger.append([
                PendingEvent(
                    stream: .user(1), event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)), origin: nil)
            ])
            try? ledger.catchUp()
        }
        // The tail was folded once, and never the whole log.
        #expect(stretches.withLock { $0 } == [size - stored])
        #expect(snapshot.position == size + 1)
        #expect(snapshot.count == 2)
    }

    @Test func oneTransactionFindsWhatManyFind() async throws {
        let house = try await LiveHouse(users: 4)
        _ = try await house.startDraft()
        try house.ledger.catchUp()
        // Rows of one room, and another one that is in the log only.
        try await house.accept(.wallet(3, .joinTournament(1, entries: 1)), as: .user(3))
        let scan = RosterScan(store: house.ledger.projections)
        for user in [nil, UserID(1), 3, 4] {
            for position in [nil, try house.ledger.size - 1, 10] {
                let many = try scan.columns(of: user, upTo: position, progress: nil)
                let one = try scan.columnsOfOneTransaction(of: user, upTo: position, progress: nil)
                #expect(many.position == one.position)
                #expect(many.entries == one.entries, "user \(user as Any), position \(position as Any)")
            }
        }
        #expect(try scan.columnsOfOneTransaction(of: nil, upTo: nil, progress: nil).count == 3)
    }

    /// Rows of later, corrected by what came since, are what a fold of the log up to there gives.
    @Test func rowsOfLaterGiveEveryEarlierMoment() async throws {
        let house = try await LiveHouse(users: 5)
        _ = try await house.startDraft()
        // One room drafts while another fills and is left again, and a third one opens.
        for user in [UserID(3), 4, 5] {
            try await house.accept(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user))
        }
        for pick in 1...PickNumber(3) {
            try await house.accept(
                .room(1, .makePick(MakePick(pick: pick, player: pick))), as: .user(try house.userOnClock()))
        }
        try await house.accept(.wallet(5, .leaveRoom(3)), as: .user(5))
        try house.ledger.catchUp()
        let scan = RosterScan(store: house.ledger.projections)
        let size = try house.ledger.size
        #expect(try house.ledger.projections.progress(of: .rosters) == size)
        for position in 0...size {
            for user in [nil, UserID(1), 5] {
                let corrected = try scan.columns(of: user, upTo: position, progress: nil)
                var folded = RosterColumns()
                for row in try house.ledger.rosterRows(at: .position(position)) where user == nil || row.user == user {
                    folded.append(row)
                }
                #expect(corrected.position == position)
                #expect(Set(corrected.parts.flatMap(\.rows)) == Set(folded.rows), "\(user as Any), \(position)")
            }
        }
    }
}

extension RosterColumns {
    /// Every entry with all that its columns say of it and its draft.
    fileprivate var rows: [[UInt64]] {
        drafts.flatMap { draft in
            (draft.first..<draft.end).map { place in
                [
                    draft.room.number, UInt64(draft.status.rawValue),
                    UInt64(bitPattern: draft.startedAt?.microseconds ?? -1), UInt64(joins[place]),
                    UInt64(users[place]), UInt64(slots[place]),
                ] + players[Int(starts[place])..<Int(starts[place + 1])].map(UInt64.init)
            }
        }
    }
}

extension RosterSnapshot {
    /// Every entry's room, join and user, whatever the parts.
    fileprivate var entries: Set<[UInt64]> {
        Set(
            parts.flatMap { part in
                part.drafts.flatMap { draft in
                    (draft.first..<draft.end).map { place in
                        [draft.room.number, UInt64(part.joins[place]), UInt64(part.users[place])]
                    }
                }
            })
    }
}
