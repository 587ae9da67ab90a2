import Draft
import DraftTesting
import Testing

/// Who acts for the house: how it begins, and how it changes.
@Suite struct StaffTests {
    private func begun(users: ClosedRange<UInt64> = 1...3) -> House {
        var house = House(users: users, balance: 1_000)
        house.beginAuthority()
        return house
    }

    // MARK: Beginning

    @Test func authorityBeginsOnceWithThreePeopleAndFourKeys() throws {
        var house = House(users: 1...2)
        func began(_ people: [UserID], recoveryKey: PublicKey = House.recoveryKey) -> Command {
            let founders = people.map { AuthorityBegan.Founder(person: $0, key: House.key(of: $0)) }
            return .staff(.beginAuthority(AuthorityBegan(founders: founders, recoveryKey: recoveryKey)))
        }
        house.refuse(began([901, 902]), as: .admin(nil), .invalidValue)
        house.refuse(began([901, 902, 902]), as: .admin(nil), .invalidValue)
        house.refuse(began([901, 902, 903, 904]), as: .admin(nil), .invalidValue)
        house.refuse(began([901, 902, 903], recoveryKey: House.key(of: 902)), as: .admin(nil), .invalidValue)
        house.refuse(began([901, 902, 903], recoveryKey: House.key(of: 0)), as: .admin(nil), .invalidValue)
        house.refuse(began([901, 902, 0]), as: .admin(nil), .invalidValue)
        house.refuse(began([901, 902, 903]), as: .user(901), .forbidden)
        #expect(!house.state.staff.hasBegun)

        #expect(house.beginAuthority().code == nil)
        #expect(house.state.staff.founders == House.founders)
        for founder in House.founders {
            #expect(house.state.staff.roles(of: founder, at: house.now) == [.operator, .officer])
        }
        #expect(house.send(began([904, 905, 906]), by: 901).code == .forbidden)
        #expect(house.beginAuthority().code == .forbidden)
    }

    @Test func beforeThatNobodyIsAppointedAndNothingProposed() {
        var house = House(users: 1...2)
        let appointed = StaffAppointed(person: 904, roles: .cashier, key: House.key(of: 904))
        house.refuse(.staff(.appointStaff(appointed)), as: .admin(901), .wrongStatus)
        house.refuse(.staff(.dismissStaff(StaffDismissed(person: 904, reason: "r"))), as: .admin(901), .wrongStatus)
        house.refuse(
            .measure(1, .proposeMeasure(ProposeMeasure(.staff(.appointStaff(appointed)), reason: "r"))),
            as: .admin(901), .wrongStatus)
    }

    @Test func whoHasAnEntryIsNoFounder() throws {
        var house = House(users: 1...2, balance: 1_000)
        try house.createTournament(teams: 3)
        try house.join(1)
        let founders = [1, 902, 903].map { AuthorityBegan.Founder(person: $0, key: House.key(of: $0)) }
        house.refuse(
            .staff(.beginAuthority(AuthorityBegan(founders: founders, recoveryKey: House.recoveryKey))),
            as: .admin(nil), .conflictOfInterest)
    }

    // MARK: Appointing and dismissing

    @Test func twoAppointAThird() {
        var house = begun()
        #expect(house.appoint(904, [.cashier, .officer]).code == nil)
        #expect(house.state.staff.roles(of: 904, at: house.now) == [.cashier, .officer])
        #expect(house.state.staff.members[904]?.key == House.key(of: 904))
    }

    @Test func aloneNobodyAppointsAnybody() {
        var house = begun()
        let appointed = StaffAppointed(person: 904, roles: .cashier, key: House.key(of: 904))
        #expect(house.send(.staff(.appointStaff(appointed)), by: 901).code == .approverRequired)
    }

    @Test func nobodyIsAppointedWithAnothersKeyOrWithoutRoles() {
        var house = begun()
        func proposal(_ appointed: StaffAppointed) -> Command {
            .measure(1, .proposeMeasure(ProposeMeasure(.staff(.appointStaff(appointed)), reason: "r")))
        }
        func refused(_ person: UserID, _ roles: StaffRoles, _ key: PublicKey) -> RefusalCode? {
            house.send(proposal(StaffAppointed(person: person, roles: roles, key: key)), by: 901).code
        }
        #expect(refused(904, [], House.key(of: 904)) == .invalidValue)
        #expect(refused(904, .cashier, House.key(of: 902)) == .alreadyExists)
        #expect(refused(904, .cashier, House.recoveryKey) == .alreadyExists)
        #expect(refused(904, .cashier, .blank) == .invalidValue)
        #expect(refused(901, .cashier, House.key(of: 901)) == .conflictOfInterest)
        #expect(refused(902, .cashier, House.key(of: 902)) == nil)
    }

    @Test func whoHasAnEntryIsNotAppointedAndWhoIsAppointedDoesNotJoin() throws {
        var house = House(users: 1...3, balance: 1_000)
        try house.createTournament(teams: 3)
        try house.join(1)
        house.beginAuthority()
        let appointed = StaffAppointed(person: 1, roles: .cashier, key: House.key(of: 1))
        let proposal = Command.measure(
            1, .proposeMeasure(ProposeMeasure(.staff(.appointStaff(appointed)), reason: "r")))
        #expect(house.send(proposal, by: 901).code == .conflictOfInterest)

        #expect(house.appoint(2, .cashier).code == nil)
        house.refuse(.wallet(2, .joinTournament(1, entries: 1)), as: .user(2), .conflictOfInterest)
        #expect(house.send(.staff(.dismissStaff(StaffDismissed(person: 2, reason: "r"))), by: 901).code == nil)
        try house.accept(.wallet(2, .joinTournament(1, entries: 1)), as: .user(2))

        // Who has left holds no entry any more.
        try house.accept(.wallet(1, .leaveRoom(1)), as: .user(1))
        #expect(house.send(proposal, by: 901).code == nil)
    }

    @Test func whoIsDismissedActsNoMore() {
        var house = begun()
        #expect(house.appoint(904, .operator).code == nil)
        let opening = Command.tournament(1, .closeEntries)
        #expect(house.send(opening, by: 904).code == .unknownTournament)
        #expect(
            house.send(.staff(.dismissStaff(StaffDismissed(person: 904, reason: ""))), by: 901).code == .invalidValue)
        #expect(house.send(.staff(.dismissStaff(StaffDismissed(person: 904, reason: "left"))), by: 901).code == nil)
        #expect(house.send(opening, by: 904).code == .forbidden)
        #expect(
            house.send(.staff(.dismissStaff(StaffDismissed(person: 904, reason: "left"))), by: 901).code
                == .unknownUser)
    }

    // MARK: Recovering

    @Test func theRecoveryKeyBringsSomebodyBackAfterThreeDaysWhereTooFewAreLeft() {
        var house = begun()
        let recovery = Command.staff(
            .recoverStaff(RecoverStaff(person: 950, key: House.key(of: 950), reason: "two have left")))
        func recover(by key: PublicKey?, as sender: Sender = .admin(950)) -> Decision {
            house.now = house.now + .milliseconds(1)
            return house.send(recovery, as: sender, at: house.now, signedBy: key)
        }
        #expect(recover(by: House.recoveryKey).code == .wrongStatus)
        for person in [902, 903] as [UserID] {
            #expect(house.send(.staff(.dismissStaff(StaffDismissed(person: person, reason: "r"))), by: 901).code == nil)
        }
        #expect(recover(by: nil).code == .badSignature)
        #expect(recover(by: House.key(of: 950)).code == .badSignature)
        #expect(recover(by: House.recoveryKey, as: .admin(901)).code == .forbidden)
        #expect(recover(by: House.recoveryKey, as: .admin(nil)).code == .forbidden)
        #expect(recover(by: House.recoveryKey).code == nil)

        let due = house.now + .seconds(72 * 60 * 60)
        #expect(house.state.staff.roles(of: 950, at: due - .milliseconds(1)).isEmpty)
        #expect(house.state.staff.roles(of: 950, at: due) == [.operator, .officer])
        #expect(house.send(.tournament(1, .closeEntries), by: 950).code == .forbidden)
        house.now = due
        #expect(house.send(.tournament(1, .closeEntries), by: 950).code == .unknownTournament)

        // What was done so stays to be seen.
        #expect(house.send(.staff(.dismissStaff(StaffDismissed(person: 950, reason: "r"))), by: 901).code == nil)
        #expect(house.state.staff.recovered == [950])
    }

    @Test func theRecoveryKeyIsNobodysOwn() {
        var house = begun()
        for person in [902, 903] as [UserID] {
            house.send(.staff(.dismissStaff(StaffDismissed(person: person, reason: "r"))), by: 901)
        }
        let decision = house.send(
            .staff(.recoverStaff(RecoverStaff(person: 950, key: House.recoveryKey, reason: "r"))), as: .admin(950),
            at: house.now, signedBy: House.recoveryKey)
        #expect(decision.code == .invalidValue)
    }
}
