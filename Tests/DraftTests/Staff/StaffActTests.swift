import Draft
import DraftTesting
import Testing

/// What people of the house may do once the ledger says who they are, and with what.
@Suite struct StaffActTests {
    /// Room 1 of users 1 and 2, pick 1 on the clock; case 5 of the seat on the clock about that pick. 910 operates, 911 judges,
    /// 912 pays, 913 is the service for members.
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
        let claimant = try #require(room.user(ofSlot: 0))
        try house.accept(
            .dispute(
                5,
                .openDispute(
                    DisputeOpened(
                        room: 1, pick: 1, seat: room.seatOfSlot[0], roomVersion: room.version, claimant: claimant,
                        claim: "c"))
            ),
            as: .user(claimant))
        return house
    }

    private func resolve(as verdict: DisputeResolved.Verdict, in house: inout House) {
        let resolved = Command.dispute(
            5, .resolveDispute(DisputeResolved(verdict: verdict, resolvedBy: 0, reason: "late")))
        house.send(.measure(1, .proposeMeasure(ProposeMeasure(resolved, reason: "r"))), by: 911)
        #expect(house.send(.measure(1, .approveMeasure), by: 901).code == nil)
    }

    /// The outage of room 1 that 910 asks for.
    private func declareOutage(approvedBy approver: UserID = 911, in house: inout House) {
        let pause = Command.room(1, .pauseRoom(kind: .outage, reason: "down"))
        #expect(
            house.send(.measure(2, .proposeMeasure(ProposeMeasure(pause, reason: "down"))), by: 910).code == nil)
        #expect(house.send(.measure(2, .approveMeasure), by: approver).code == nil)
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
        let seat = try #require(house.state.room(1)?.seatOnClock)
        resolve(as: .upheld, in: &house)
        let commands: [Command] = [
            .queue(1, seat, .setQueue(players: [3], expectedVersion: nil)),
            .room(1, .setAutodraft(seat: seat, on: true)),
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
        #expect(house.send(early, by: 910, dispute: 5).code == .caseRequired)
        resolve(as: .upheld, in: &house)
        #expect(house.send(early, by: 910, dispute: 5).code == nil)
        let next = try #require(house.state.room(1))
        house.now = try #require(next.runningClock).graceEndsAt + .milliseconds(1)
        #expect(house.send(.room(1, .automatePick(pick: 2, epoch: next.epoch)), by: 910).code == nil)
    }

    /// Friends of the operator have cases too: one opens no door to another seat, and none before two people uphold it.
    @Test func aCaseServesItsOwnSeatOnceItIsUpheld() throws {
        var house = try drafting()
        let room = try #require(house.state.room(1))
        let (own, other) = (room.seatOfSlot[0], room.seatOfSlot[1])
        func acts(for seat: Seat) -> [Command] {
            [
                .queue(1, seat, .setQueue(players: [3], expectedVersion: nil)),
                .queue(1, seat, .clearQueue(expectedVersion: nil)), .room(1, .setAutodraft(seat: seat, on: true)),
                .room(1, .makePick(MakePick(pick: 1, player: 4, seat: seat))),
            ]
        }
        for act in acts(for: own) + acts(for: other) {
            #expect(house.send(act, by: 910, dispute: 5).code == .caseRequired, "\(act.kind)")
        }
        let extension_ = Command.room(1, .extendClock(pick: 1, by: .seconds(600), reason: "r"))
        #expect(house.send(extension_, by: 910, dispute: 5).code == .caseRequired)
        resolve(as: .upheld, in: &house)
        for act in acts(for: other) {
            #expect(house.send(act, by: 910, dispute: 5).code == .caseRequired, "\(act.kind)")
        }
        for act in acts(for: own) { #expect(house.send(act, by: 910, dispute: 5).code == nil, "\(act.kind)") }
        // Pick 2 is another seat's.
        let next = Command.room(1, .extendClock(pick: 2, by: .seconds(600), reason: "r"))
        #expect(house.send(next, by: 910, dispute: 5).code == .caseRequired)
        let epoch = try #require(house.state.room(1)?.epoch)
        #expect(
            house.send(.room(1, .automatePick(pick: 2, epoch: epoch)), by: 910, dispute: 5).code == .caseRequired)
        let member = try #require(room.user(ofSlot: 1))
        let pick = Command.room(1, .makePick(MakePick(pick: 2, player: 5)))
        #expect(house.send(pick, by: 910, for: member, dispute: 5).code == .caseRequired)
    }

    /// Somebody else's case about the seat is not its member's.
    @Test func aCaseThatIsNotTheMembersIsNoCause() throws {
        var house = try drafting()
        let room = try #require(house.state.room(1))
        let seat = room.seatOfSlot[0]
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: seat, roomVersion: room.version, claimant: room.user(ofSlot: 1), claim: "c")
        #expect(house.send(.dispute(6, .openDispute(claim)), by: 911, for: claim.claimant).code == nil)
        let resolved = Command.dispute(
            6, .resolveDispute(DisputeResolved(verdict: .upheld, resolvedBy: 0, reason: "r")))
        house.send(.measure(1, .proposeMeasure(ProposeMeasure(resolved, reason: "r"))), by: 911)
        #expect(house.send(.measure(1, .approveMeasure), by: 901).code == nil)
        #expect(
            house.send(.room(1, .setAutodraft(seat: seat, on: true)), by: 910, dispute: 6).code == .caseRequired)
    }

    @Test func oneAloneDeclaresNoOutage() throws {
        var house = try drafting()
        let pause = Command.room(1, .pauseRoom(kind: .outage, reason: "down"))
        #expect(house.send(pause, by: 910).code == .approverRequired)
        #expect(house.send(pause, by: 910, dispute: 5).code == .approverRequired)
        let manual = Command.room(1, .pauseRoom(kind: .manual, reason: "down"))
        #expect(
            house.send(.measure(3, .proposeMeasure(ProposeMeasure(manual, reason: "r"))), by: 910).code
                == .invalidValue)
        declareOutage(in: &house)
        guard case .roomPaused(let paused)? = house.log.last?.event else {
            Issue.record("\(String(describing: house.log.last))")
            return
        }
        #expect(paused.kind == .outage && paused.requestedBy == 910)
        #expect(house.log.last?.origin?.actor == .admin(911))
        let room = try #require(house.state.room(1))
        #expect(room.pause?.declaredBy == [910, 911])
        #expect(RoomState(canonicalBytes: room.canonicalBytes) == room)
        #expect(house.send(.room(1, .resumeRoom), by: 910).code == nil)
    }

    @Test func noAdminDeclaresAnOutageWithoutStaffRoles() throws {
        var house = House(users: 1...2, balance: 1_000)
        try house.createTournament()
        try house.join(1)
        try house.join(2)
        try house.start(1)
        house.refuse(.room(1, .pauseRoom(kind: .outage, reason: "down")), as: .admin(9), .approverRequired)
        try house.accept(.room(1, .pauseRoom(kind: .outage, reason: "down")), as: .scheduler)
    }

    @Test func anOutageIsCauseEnoughForThoseWhoDidNotDeclareIt() throws {
        var house = try drafting()
        // Founders operate and judge.
        declareOutage(approvedBy: 901, in: &house)
        let act = Command.room(1, .setAutodraft(seat: 0, on: true))
        #expect(house.send(act, by: 910).code == .conflictOfInterest)
        #expect(house.send(act, by: 901).code == .conflictOfInterest)
        #expect(house.send(act, by: 902).code == nil)
    }

    @Test func aRejectedCaseIsNoCause() throws {
        var house = try drafting()
        resolve(as: .rejected, in: &house)
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
