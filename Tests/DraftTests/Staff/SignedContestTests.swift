import DraftTesting
import Testing

@testable import Draft  // a room as older rules left it

/// A contest that takes its members' commands only with their signatures.
@Suite struct SignedContestTests {
    /// Users 1 and 2 have a key each, and so does 3.
    private func house() throws -> House {
        var house = House(users: 1...3, balance: 1_000)
        for user in 1...3 as ClosedRange<UInt64> {
            #expect(
                send(.user(UserID(user), .addDeviceKey(House.key(of: UserID(user)))), by: UserID(user), in: &house)
                    == nil)
        }
        var details = TournamentCreated.sample()
        details.signedCommands = .required
        try house.accept(.tournament(1, .createTournament(details)), as: .admin(90))
        return house
    }

    private func drafting() throws -> House {
        var house = try house()
        for user in [1, 2] as [UserID] {
            #expect(send(.wallet(user, .joinTournament(1, entries: 1)), by: user, in: &house) == nil)
        }
        try house.start(1)
        return house
    }

    /// A user's own command, signed unless it is said not to be.
    private func send(
        _ command: Command, by user: UserID, signed: Bool = true, in house: inout House
    ) -> RefusalCode? {
        house.now = house.now + .milliseconds(1)
        return house.send(
            command, as: .user(user), at: house.now, signedBy: signed ? House.key(of: user) : nil
        ).code
    }

    private func userOnClock(of house: House) throws -> UserID {
        let room = try #require(house.state.room(1))
        return try #require(room.seatOnClock.flatMap { room.members[Int($0)]?.user })
    }

    @Test func whoJoinsAndLeavesSigns() throws {
        var house = try house()
        let join = Command.wallet(1, .joinTournament(1, entries: 1))
        #expect(send(join, by: 1, signed: false, in: &house) == .badSignature)
        house.refuse(join, as: .admin(9, onBehalfOf: 1), .forbidden)
        #expect(send(join, by: 1, in: &house) == nil)
        #expect(house.state.room(1)?.signedCommands == .required)
        #expect(send(.wallet(1, .leaveRoom(1)), by: 1, signed: false, in: &house) == .badSignature)
        house.refuse(.wallet(1, .leaveRoom(1)), as: .admin(9, onBehalfOf: 1), .forbidden)
        #expect(send(.wallet(1, .leaveRoom(1)), by: 1, in: &house) == nil)
    }

    @Test func nobodyPicksOrEditsInAMembersPlace() throws {
        var house = try drafting()
        let user = try userOnClock(of: house)
        let seat = try #require(house.state.room(1)?.seat(of: user))
        let commands: [Command] = [
            .room(1, .setAutodraft(seat: seat, on: false)),
            .queue(1, seat, .setQueue(players: [3], expectedVersion: nil)),
            .room(1, .makePick(MakePick(pick: 1, player: 3))),
        ]
        for command in commands {
            #expect(send(command, by: user, signed: false, in: &house) == .badSignature, "\(command.kind)")
            house.refuse(command, as: .admin(9, onBehalfOf: user), .forbidden)
            #expect(send(command, by: user, in: &house) == nil, "\(command.kind)")
        }
    }

    @Test func theRulesPickWhenTheClockHasRunOutAndNotBefore() throws {
        var house = try drafting()
        let room = try #require(house.state.room(1))
        let expiry = Command.room(1, .automatePick(pick: 1, epoch: room.epoch))
        house.refuse(expiry, as: .admin(9), .clockRunning)
        house.now = try #require(room.runningClock).graceEndsAt + .milliseconds(1)
        try house.accept(expiry, as: .scheduler)
    }

    @Test func theRoomSaysSoInItsCanonicalBytesAndOthersDoNot() throws {
        var signed = try #require(try drafting().state.room(1))
        #expect(RoomState(canonicalBytes: signed.canonicalBytes) == signed)
        // As rooms were before their draws had terms.
        signed.draw = nil
        #expect(RoomState(canonicalBytes: signed.canonicalBytes) == signed)
        var other = signed
        other.signedCommands = nil
        #expect(RoomState(canonicalBytes: other.canonicalBytes) == other)
        #expect(signed.canonicalBytes == other.canonicalBytes + [1])
    }
}
