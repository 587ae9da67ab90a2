import Draft
import Ledger
import LedgerTesting
import Projections
import Records
import Testing

@testable import DraftLedger  // what a desk reads

/// Who appends beside the commands costs those whose histories he touches, and nobody else.
@Suite struct ForeignAppendTests {
    private func alerts(of user: UserID) -> Command { .user(user, .setAlertPreferences(.all)) }

    @Test func onlyStreamsThatWereAppendedToAreReadAgain() async throws {
        let house = try await LiveHouse(users: 4)
        _ = try await house.startDraft()
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        _ = try await desk.outcome(of: .room(1, .setAutodraft(seat: 0, on: true)), as: .user(1), id: house.newID())
        for user in 1...4 as ClosedRange<UInt64> {
            _ = try await desk.outcome(of: alerts(of: UserID(user)), as: .user(UserID(user)), id: house.newID())
        }
        try house.ledger.append([
            PendingEvent(
                stream: .user(3), event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)), origin: nil)
        ])
        for user in [4, 3, 2, 1] as [UInt64] {
            let outcome = try await desk.outcome(
                of: alerts(of: UserID(user)), as: .user(UserID(user)), id: house.newID())
            let event = try #require(try outcome.get().first)
            #expect(event.version == (try house.ledger.stream(.user(UserID(user))).last?.version))
        }
        _ = try await desk.outcome(of: .room(1, .setAutodraft(seat: 0, on: false)), as: .user(1), id: house.newID())
        #expect(source.reads(of: .room(1)) == 1)
        #expect(source.reads(of: .tournament(1)) == 1)
        #expect([1, 2].allSatisfy { source.reads(of: .user($0)) == 1 })
        // The one because of the stranger, the other because it was the first to be overtaken.
        #expect([3, 4].allSatisfy { source.reads(of: .user($0)) == 2 })
    }

    @Test func aRoomThatSomebodyElseOpenedTakesItsNumber() async throws {
        let house = try await LiveHouse(users: 4)
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        _ = try await desk.outcome(of: .wallet(1, .joinTournament(1, entries: 1)), as: .user(1), id: house.newID())
        let first = try #require(try house.ledger.stream(.room(1)).first)
        let cryptography = try #require(house.ledger.cryptography)
        guard case .roomOpened(var opened) = first.event else { throw NotInThisHouse.room(1) }
        opened.commitment = OrderDraw.commitment(to: cryptography.drawSecret(of: 2), cryptography: cryptography)
        try house.ledger.append([PendingEvent(stream: .room(2), event: .roomOpened(opened), origin: nil)])
        for user in 2...4 as ClosedRange<UInt64> {
            let outcome = try await desk.outcome(
                of: .wallet(UserID(user), .joinTournament(1, entries: 2)), as: .user(UserID(user)), id: house.newID())
            #expect(throws: Never.self) { try outcome.get() }
        }
        let rooms = try house.ledger.rooms()
        #expect(rooms.map(\.room) == (1...4).map { RoomID($0) })
        #expect(rooms.map(\.entries) == [2, 2, 2, 1])
        #expect(try house.ledger.verify().isSound)
    }

    @Test func moreThanIsWorthLookingAtIsReadAnew() async throws {
        let house = try await LiveHouse()
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        _ = try await desk.outcome(of: alerts(of: 1), as: .user(1), id: house.newID())
        let event = Event.alertPreferencesSet(AlertPreferencesSet(preferences: .all))
        try house.ledger.append(
            (0..<20_000).map { PendingEvent(stream: .user(UserID(1_000 + $0)), event: event, origin: nil) })
        let outcome = try await desk.outcome(of: alerts(of: 1), as: .user(1), id: house.newID())
        #expect(try outcome.get().map(\.position) == [try house.ledger.size - 1])
        #expect(source.reads(of: .user(1)) == 2)
    }
}
