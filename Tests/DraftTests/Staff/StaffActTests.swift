import Draft
import DraftTesting
import Testing

/// What people of the house may do once the ledger says who they are, and with what.
@Suite struct StaffActTests {
    /// Room 1 of users 1 and 2, pick 2 on the clock; case 5 of user 1 about its first pick. 910 operates, 911 judges, 912
    /// pays, 913 is the service for members.
    private func drafting() throws -> House {
        var house = House(users: 1...3, balance: 1_000)
        try house.createTournament()
        try house.join(1)
        try house.join(2)
        try house.start(1)
        house.beginAuthority()
        for (person, role) in [(910, .operator), (911, .officer), (912, .cashier), (913, .backend)]
            as [(UserID, StaffRoles)]
        {
            #expect(house.appoint(person, role).code == nil)
        }
        let room = try #require(house.state.room(1))
        try house.accept(
            .dispute(
                5,
                .openDispute(
                    DisputeOpened(
                        room: 1, pick: 1, seat: room.seatOfSlot[0], roomVersion: room.version, claimant: 1, claim: "c"))
            ),
            as: .user(1))
        return house
    }

    @Test func nobodyInParticularActsForTheHouse() throws {
        var house = try drafting()
        house.refuse(.tournament(1, .closeEntries), as: .admin(nil), .forbidden)
        house.refuse(.tournament(1, .closeEntries), as: .admin(nil, onBehalfOf: 1), .forbidden)
        house.refuse(.tournament(1, .closeEntries), as: .admin(914), .forbidden)
    }

    @Test func whoActsForTheHouseSignsByTheOwnKey() throws {
        var house = try drafting()
        house.refuse(.tournament(1, .closeEntries), as: .admin(910), .badSignature)
        let stolen = house.send(
            .tournament(1, .closeEntries), as: .admin(910), at: house.now, signedBy: House.key(of: 911))
        #expect(stolen.code == .badSignature)
        #expect(house.send(.tournament(1, .closeEntries), by: 910).code == nil)
    }

    @Test func aRoleSendsWhatTheTableSays() throws {
        var house = try drafting()
        for kind in CommandKind.allCases {
            guard let grant = kind.authority.staff, !grant.roles.isEmpty else { continue }
            #expect(kind.authority.reach(of: .admin) != nil, "\(kind)")
        }
        #expect(house.send(.tournament(1, .closeEntries), by: 911).code == .forbidden)
        let withdrawal = Command.wallet(3, .holdWithdrawal(amount: Cents(5), provider: "bank"))
        #expect(house.send(withdrawal, by: 912).code == .forbidden)
        #expect(house.send(withdrawal, by: 913, for: 1).code == .forbidden)
        #expect(house.send(withdrawal, by: 913, for: 3).code == nil)
        #expect(house.send(.wallet(3, .postWithdrawal(withdrawal: 1, reference: "x")), by: 912).code == nil)
        #expect(house.send(.room(1, .tickClock(pick: 1)), by: 910).code == .forbidden)
    }

    @Test func whoActsInAMembersPlaceNamesACaseAboutTheRoom() throws {
        var house = try drafting()
        let commands: [Command] = [
            .queue(1, 0, .setQueue(players: [3], expectedVersion: nil)),
            .room(1, .setAutodraft(seat: 0, on: true)),
            .room(1, .extendClock(pick: 1, by: .seconds(30), reason: "r")),
            .room(1, .pauseRoom(kind: .manual, reason: "r")),
        ]
        for command in commands {
            #expect(house.send(command, by: 910).code == .caseRequired, "\(command.kind)")
            #expect(house.send(command, by: 910, dispute: 6).code == .unknownCase, "\(command.kind)")
            #expect(house.send(command, by: 911, dispute: 5).code == .forbidden, "\(command.kind)")
            #expect(house.send(command, by: 910, dispute: 5).code == nil, "\(command.kind)")
        }
        #expect(house.log.last?.origin?.dispute == 5)
        #expect(house.send(.room(1, .resumeRoom), by: 910).code == nil)
        #expect(
            house.send(.room(1, .pauseRoom(kind: .manual, reason: "")), by: 910, dispute: 5).code == .invalidValue)
    }

    @Test func theRulesPickForASeatBeforeItsTimeOnlyBecauseOfACase() throws {
        var house = try drafting()
        let room = try #require(house.state.room(1))
        let early = Command.room(1, .automatePick(pick: 1, epoch: room.epoch))
        #expect(house.send(early, by: 910).code == .caseRequired)
        #expect(house.send(early, by: 910, dispute: 5).code == nil)
        let next = try #require(house.state.room(1))
        house.now = try #require(next.runningClock).graceEndsAt + .milliseconds(1)
        #expect(house.send(.room(1, .automatePick(pick: 2, epoch: next.epoch)), by: 910).code == nil)
    }

    @Test func anOutageIsCauseEnough() throws {
        var house = try drafting()
        #expect(house.send(.room(1, .pauseRoom(kind: .outage, reason: "down")), by: 910).code == nil)
        #expect(house.send(.room(1, .setAutodraft(seat: 0, on: true)), by: 910).code == nil)
    }

    @Test func aRejectedCaseIsNoCause() throws {
        var house = try drafting()
        let resolved = Command.dispute(
            5, .resolveDispute(DisputeResolved(verdict: .rejected, resolvedBy: 0, reason: "late")))
        house.send(.measure(1, .proposeMeasure(ProposeMeasure(resolved, reason: "r"))), by: 911)
        #expect(house.send(.measure(1, .approveMeasure), by: 901).code == nil)
        #expect(
            house.send(.room(1, .setAutodraft(seat: 0, on: true)), by: 910, dispute: 5).code == .caseRequired)
    }

    @Test func theSchedulerDoesWhatTheRulesWantAndNoMore() throws {
        var house = try drafting()
        house.refuse(.room(1, .pauseRoom(kind: .manual, reason: "r")), as: .scheduler, .forbidden)
        house.refuse(.room(1, .pauseRoom(kind: .overnight, reason: "")), as: .scheduler, .wrongStatus)
        let room = try #require(house.state.room(1))
        house.now = try #require(room.runningClock).graceEndsAt + .milliseconds(1)
        try house.accept(.room(1, .automatePick(pick: 1, epoch: room.epoch)), as: .scheduler)
    }

    @Test func onlyPeopleOfTheHouseActBecauseOfACase() throws {
        var house = try drafting()
        for sender in [.scheduler, .user(1), .importer] as [Sender] {
            let decision = house.send(
                .room(1, .setAutodraft(seat: 0, on: true)), as: sender, at: house.now, dispute: 5)
            #expect(decision.code == .invalidValue)
        }
        var before = House(users: 1...1)
        let decision = before.send(.user(1, .registerUser), as: .admin(9), at: before.now, dispute: 5)
        #expect(decision.code == .invalidValue)
    }

    @Test func nobodyActsOnTheOwnMoneyOrCase() throws {
        var house = try drafting()
        // User 3 has a wallet and no entry.
        #expect(house.appoint(3, [.backend, .cashier, .officer]).code == nil)
        let withdrawal = Command.wallet(3, .holdWithdrawal(amount: Cents(5), provider: "bank"))
        #expect(house.send(withdrawal, by: 3, for: 3).code == .conflictOfInterest)
        try house.accept(withdrawal, as: .user(3))
        #expect(
            house.send(.wallet(3, .postWithdrawal(withdrawal: 1, reference: "x")), by: 3).code == .conflictOfInterest)
        let room = try #require(house.state.room(1))
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: room.seatOfSlot[0], roomVersion: room.version, claimant: 3, claim: "c")
        #expect(house.send(.dispute(6, .openDispute(claim)), by: 3, for: 3).code == .conflictOfInterest)
    }

    @Test func aFullRoomIsCalledOffByTwoPeopleOnly() throws {
        var house = House(users: 1...3, balance: 1_000)
        try house.createTournament()
        try house.join(1)
        house.beginAuthority()
        #expect(house.appoint(910, .operator).code == nil)
        try house.join(2)
        house.refuse(.room(1, .cancelRoom(reason: "r")), as: .scheduler, .approverRequired)
        #expect(house.send(.room(1, .cancelRoom(reason: "r")), by: 910).code == .approverRequired)
        #expect(house.send(.tournament(1, .cancelTournament(reason: "r")), by: 910).code == .approverRequired)
        try house.join(3)
        #expect(house.send(.room(2, .cancelRoom(reason: "r")), by: 910).code == nil)
    }
}
