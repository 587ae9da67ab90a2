import Draft
import DraftLedger
import LedgerTesting
import Merkle
import Platform
import Projections
import TestSupport
import Testing

/// What a ledger does by itself, and what it keeps of what it has read, changes nothing that is read of it.
@Suite(.seeded) struct UpkeepTests {
    @Test(.withinTheRun) func rowsFollowTheLogByThemselves() async throws {
        let house = try await LiveHouse(teams: 3, rounds: 3, users: 4)
        house.ledger.close()
        let ledger = try DraftLedger.open(
            at: house.path, for: .writing,
            upkeep: Upkeep(projections: .milliseconds(1), checkpoint: .milliseconds(1), counts: .milliseconds(1)))
        defer { ledger.close() }
        for user in (1...4 as ClosedRange<UInt64>).map({ UserID($0) }) {
            for _ in 0..<5 {
                let id = CommandID.random()
                _ = try await ledger.send(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user), id: id)
            }
        }
        let size = try ledger.size
        while try ledger.status().projections.contains(where: { $0.progress < size }) { await Task.yield() }
        while try ledger.publishedCheckpoint()?.unverified.size != size { await Task.yield() }
        #expect(try ledger.size == size)
        #expect(try ledger.verify(full: true).isSound)
    }

    @Test func whatADeskIsAtIsToldInFigures() async throws {
        let house = try await LiveHouse()
        try house.reopen()
        let size = try house.ledger.size
        let before = try #require(house.ledger.activity)
        #expect(before.decided == 0 && before.events == 0 && before.streamsInMemory == 0)
        _ = try await house.startDraft()
        // What is told is as of the end of a round: the next one's answer comes after it.
        _ = try await house.ledger.liveRoom(1)
        _ = try await house.ledger.liveRoom(1)
        let after = try #require(house.ledger.activity)
        #expect(after.decided == 3 && after.reads >= 5)
        #expect(after.events == (try house.ledger.size) - size)
        #expect(after.streamsInMemory >= 5 && after.bytesInMemory > 1_000)
        #expect(after.commandsInFlight == 0 && after.waiting == 0 && after.startsOver == 0)
        let reader = try DraftLedger.open(at: house.path)
        defer { reader.close() }
        #expect(reader.activity == nil)
    }

    @Test(.withinTheRun) func whoWatchesIsToldOfEachGroupAndOfUpkeep() async throws {
        let house = try await LiveHouse(teams: 3, rounds: 3, users: 4)
        house.ledger.close()
        let ledger = try await DraftLedger.openWithoutBlocking(
            at: house.path, for: .writing, upkeep: Upkeep(projections: .milliseconds(1), checkpoint: .milliseconds(1)))
        defer { ledger.close() }
        let (start, told) = (try ledger.size, Guarded((events: 0, isTimed: true, rows: false, published: 0 as UInt64)))
        ledger.report(
            to: LedgerHooks { group in
                told.withLock {
                    $0.events += group.events
                    $0.isTimed = $0.isTimed && group.time > .zero && group.failure == nil
                }
            } noticed: { notice in
                told.withLock {
                    switch notice {
                    case .broughtUp(let events, _): $0.rows = $0.rows || events > 0
                    case .published(let size): $0.published = max($0.published, size)
                    default: break
                    }
                }
            })
        for user in (1...4 as ClosedRange<UInt64>).map({ UserID($0) }) {
            _ = try await ledger.send(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user), id: .random())
        }
        let size = try ledger.size
        while !told.withLock({ $0.rows && $0.published == size }) { await Task.yield() }
        #expect(told.withLock { $0.events } == Int(size - start))
        #expect(told.withLock { $0.isTimed })
        ledger.report(to: LedgerHooks())
        _ = try await ledger.send(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1), id: .random())
        #expect(told.withLock { $0.events } == Int(size - start))
    }

    @Test func openingWithoutBlockingFailsAsOpeningDoes() async throws {
        let error = await #expect(throws: DraftLedgerError.self) {
            try await DraftLedger.openWithoutBlocking(at: "/nowhere/at/all.ledger", for: .writing)
        }
        #expect(error?.code == .noSuchLedger)
    }

    /// Each look at the projections may begin with what the one before it has folded; a fold from the first event does not.
    @Test(arguments: 1...3) func whatIsReadIsWhatTheEventsGive(seed: UInt64) async throws {
        let house = try await LiveHouse(teams: 3, rounds: 3, users: 4)
        var play = RandomPlay(house, seed: seed)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<150 {
            try await play.step()
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: try house.ledger.catchUp()
            case 1: try house.ledger.rebuild("rooms")
            case 2: try house.reopen()
            case 3...6:
                let folded = try house.ledger.fold()
                #expect(try house.ledger.rooms() == folded.rooms.map(RoomSummary.init))
                #expect(try house.ledger.balances() == folded.balances)
                #expect(
                    try house.ledger.rosterRows() == folded.rooms.flatMap(RosterRow.rows).sorted { $0.entry < $1.entry }
                )
            default: break
            }
        }
        try house.ledger.catchUp()
        #expect(try house.ledger.verify(full: true).isSound)
    }
}
