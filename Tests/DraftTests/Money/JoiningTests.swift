import DraftTesting
import Testing

@testable import Draft  // events that the game alone makes

@Suite struct JoiningTests {
    @Test func theFirstEntryOpensARoomAndHoldsTheFee() throws {
        var house = House(users: 1...1, balance: 1_500)
        try house.createTournament(fee: 1_000, teams: 3)
        let events = try house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1))
        let entry = EntryID(room: 1, join: 1)
        #expect(events.count == 3)
        guard case .roomOpened(let opened) = events[0].event else {
            Issue.record("\(events[0])")
            return
        }
        #expect(opened.tournament == 1 && opened.entryFee == Cents(1_000) && opened.commitment != nil)
        #expect(
            events[1] == StreamEvent(.room(1), .seatTaken(SeatTaken(seat: 0, user: 1, entry: entry, externalID: ""))))
        let held = EntryFeeHeld(tournament: 1, room: 1, seat: 0, entry: entry, amount: Cents(1_000))
        #expect(events[2] == StreamEvent(.wallet(1), .entryFeeHeld(held)))
        #expect(house.audited()[.held(1)] == 1_000)
    }

    @Test func aFreeEntryHoldsAFeeOfZero() throws {
        var house = House(users: 1...1)
        try house.createTournament(fee: 0)
        let events = try house.accept(.wallet(1, .joinTournament(1, entries: 2)), as: .user(1))
        #expect(events.count { if case .entryFeeHeld(let fee) = $0.event { fee.amount == .zero } else { false } } == 2)
        #expect(house.state.books(1).entries == 2)
    }

    @Test func severalEntriesTakeSeatsInDifferentRooms() throws {
        var house = House(users: 1...3, balance: 10_000)
        try house.createTournament(teams: 3)
        try house.join(1, entries: 3)
        #expect(house.state.waitingRooms(of: 1) == [1, 2, 3])
        try house.join(2, entries: 2)
        try house.join(3, entries: 4)
        // User 3 completes rooms 1 and 2, joins 3 and opens 4.
        #expect(house.state.rooms.mapValues(\.memberCount) == [1: 3, 2: 3, 3: 2, 4: 1])
        #expect(house.state.waitingRooms(of: 1) == [3, 4])
        #expect(house.state.countdownRooms(of: 1) == [1, 2])
        for room in house.state.rooms.values {
            let users = room.members.compactMap { $0?.user }
            #expect(Set(users).count == users.count)
        }
        _ = house.audited()
    }

    @Test func aUserWhoJoinsAgainSitsInAnotherRoom() throws {
        var house = House(users: 1...2, balance: 10_000)
        try house.createTournament(teams: 3)
        try house.join(1)
        try house.join(1)
        try house.join(2, entries: 2)
        try house.join(1)
        let users = [1, 2, 3].map { house.state.room($0)?.members.map { $0?.user } }
        #expect(users == [[1, 2, nil], [1, 2, nil], [1, nil, nil]])
    }

    @Test func theLastSeatFillsTheRoomInTheSameAppend() throws {
        var house = House(users: 1...2, balance: 10_000)
        try house.createTournament(teams: 2)
        try house.join(1)
        let events = try house.accept(.wallet(2, .joinTournament(1, entries: 1)), as: .user(2))
        let names = events.map { "\($0.stream) " + String("\($0.event)".prefix { $0 != "(" }) }
        #expect(
            names == [
                "room/1 seatTaken", "wallet/2 entryFeeHeld", "room/1 roomFilled", "room/1 draftOrderDrawn",
                "room/1 countdownStarted",
            ])
    }

    @Test func theLowestFreeSeatIsTakenAndAnEntryIsNeverGivenTwice() throws {
        var house = House(users: 1...4, balance: 10_000)
        try house.createTournament(teams: 4)
        for user in 1...3 { try house.join(UserID(UInt64(user))) }
        try house.accept(.wallet(2, .leaveRoom(1)), as: .user(2))
        try house.join(4)
        let member = try #require(house.state.room(1)?.members[1])
        #expect(member.user == 4)
        #expect(member.entry == EntryID(room: 1, join: 4))
    }

    @Test func leavingReleasesTheFeeAndTheLimit() throws {
        var house = House(users: 1...2, balance: 1_000)
        try house.createTournament(fee: 1_000, teams: 2, maxEntries: 2, perUser: 1)
        try house.join(1)
        let entry = try house.entry(of: 1, in: 1)
        let events = try house.accept(.wallet(1, .leaveRoom(1)), as: .user(1))
        #expect(
            events == [
                StreamEvent(.room(1), .seatLeft(SeatLeft(seat: 0, user: 1, entry: entry))),
                StreamEvent(
                    .wallet(1),
                    .entryFeeReleased(EntryFeeReleased(tournament: 1, entry: entry, amount: Cents(1_000)))),
            ])
        #expect(house.state.books(1).entries == 0)
        house.refuse(.wallet(1, .leaveRoom(1)), as: .user(1), .forbidden)
        try house.join(1)
        #expect(house.audited()[.held(1)] == 1_000)
    }

    @Test func afterTheRoomFilledItsMembersAreFinal() throws {
        var house = House(users: 1...2, balance: 10_000)
        try house.createTournament(teams: 2)
        try house.join(1)
        try house.join(2)
        house.refuse(.wallet(1, .leaveRoom(1)), as: .user(1), .membershipFrozen)
        try house.draft(1)
        house.refuse(.wallet(1, .leaveRoom(1)), as: .user(1), .membershipFrozen)
    }

    @Test func moneyIsTakenAsAWholeOrNotAtAll() throws {
        var house = House(users: 1...1, balance: 2_999)
        try house.createTournament(fee: 1_000)
        house.refuse(.wallet(1, .joinTournament(1, entries: 3)), as: .user(1), .insufficientBalance)
        #expect(house.state.rooms.isEmpty)
        #expect(house.state.wallet(1).held == .zero)
        try house.join(1, entries: 2)
        house.refuse(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1), .insufficientBalance)
    }

    @Test func limitsHoldForTheUserAndForTheTournament() throws {
        var house = House(users: 1...3, balance: 100_000)
        try house.createTournament(teams: 3, maxEntries: 5, perUser: 3)
        house.refuse(.wallet(1, .joinTournament(1, entries: 4)), as: .user(1), .entryLimit)
        try house.join(1, entries: 3)
        house.refuse(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1), .entryLimit)
        house.refuse(.wallet(2, .joinTournament(1, entries: 3)), as: .user(2), .entryLimit)
        try house.join(2, entries: 2)
        house.refuse(.wallet(3, .joinTournament(1, entries: 1)), as: .user(3), .entryLimit)
    }

    @Test(arguments: [
        (Command.wallet(1, .joinTournament(1, entries: 1)), Sender.user(2), RefusalCode.forbidden),
        (.wallet(1, .joinTournament(1, entries: 1)), .scheduler, .forbidden),
        (.wallet(1, .joinTournament(1, entries: 1)), .admin(8, onBehalfOf: 2), .forbidden),
        (.wallet(1, .joinTournament(2, entries: 1)), .user(1), .unknownTournament),
        (.wallet(7, .joinTournament(1, entries: 1)), .user(7), .unknownUser),
        (.wallet(1, .joinTournament(1, entries: 0)), .user(1), .invalidValue),
        (.wallet(1, .leaveRoom(1)), .user(2), .forbidden),
        (.wallet(1, .leaveRoom(9)), .user(1), .unknownRoom),
        (.wallet(2, .leaveRoom(1)), .user(2), .forbidden),
    ])
    func whatIsNotAllowedIsRefused(command: Command, actor: Sender, code: RefusalCode) throws {
        var house = House(users: 1...2, balance: 10_000)
        try house.createTournament()
        try house.join(1)
        house.refuse(command, as: actor, code)
    }

    @Test func nobodyJoinsForAFeeThatIsNotKnown() throws {
        var house = House(users: 1...1, balance: 10_000)
        try house.createTournament(fee: nil)
        house.refuse(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1), .invalidValue)
    }

    /// 571,480 entries are 47,623 rooms of 12 and 4 left over; here 31 entries are 7 rooms of 4 and 3 left over.
    @Test func whatCannotFillIsCancelledWhenEntriesClose() throws {
        var house = House(users: 1...31, balance: 1_000)
        try house.createTournament(fee: 1_000, teams: 4, maxEntries: 31)
        for number in 1...31 as ClosedRange<UInt64> { try house.join(UserID(number)) }
        #expect(house.state.waitingRooms(of: 1) == [8])
        let events = try house.accept(.tournament(1, .closeEntries), as: .scheduler)
        let cancelled = RoomCancelled(reason: "entries closed", secret: FakeCryptography().drawSecret(of: 8))
        #expect(events.first == StreamEvent(.room(8), .roomCancelled(cancelled)))
        #expect(
            events.last
                == StreamEvent(.tournament(1), .entriesClosed(EntriesClosed(entries: 28, cancelledRooms: 1))))
        #expect(events.count == 5)
        #expect(house.state.books(1).entries == 28)
        #expect(house.state.waitingRooms(of: 1).isEmpty)
        house.refuse(.wallet(31, .joinTournament(1, entries: 1)), as: .user(31), .entriesClosed)
        let audit = house.audited()
        for user in 29...31 as ClosedRange<UInt64> { #expect(audit[.available(UserID(user))] == 1_000) }
        for user in 1...28 as ClosedRange<UInt64> { #expect(audit[.held(UserID(user))] == 1_000) }
    }
}
