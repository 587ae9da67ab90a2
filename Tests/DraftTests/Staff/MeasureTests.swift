import Draft
import DraftTesting
import Testing

/// What takes two people of the house: proposed by one, approved by another, and done in the same append.
@Suite struct MeasureTests {
    /// Room 1 of users 1 and 2 after its first pick; user 3 sits nowhere. Case 5 about that pick, upheld if wished. 910
    /// operates, 911 judges, 912 pays, 914 judges as well.
    private func house(upheld: Bool = true) throws -> House {
        var house = House(users: 1...3, balance: 2_000)
        try house.createTournament()
        try house.join(1)
        try house.join(2)
        try house.start(1)
        let room = try #require(house.state.room(1))
        let first = try #require(room.members[Int(room.seatOfSlot[0])]?.user)
        try house.accept(.room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(first))
        house.beginAuthority()
        for (person, role) in [(910, .operator), (911, .officer), (912, .cashier), (914, .officer)]
            as [(UserID, StaffRoles)]
        {
            #expect(house.appoint(person, role).code == nil)
        }
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: room.seatOfSlot[0], roomVersion: room.version, claimant: first, claim: "c")
        try house.accept(.dispute(5, .openDispute(claim)), as: .user(first))
        if upheld {
            let resolved = DisputeResolved(verdict: .upheld, resolvedBy: 0, reason: "r")
            propose(.dispute(5, .resolveDispute(resolved)), as: 90, by: 911, in: &house)
            #expect(house.send(.measure(90, .approveMeasure), by: 914).code == nil)
        }
        return house
    }

    private let correction = Command.room(
        1,
        .correctPick(
            CorrectPick(
                pick: 1, mode: .substitute, player: 9, dispute: 5, requestedBy: nil, approvedBy: nil, reason: "queue")))

    private func refund(_ cents: Int64 = 500, of user: UserID = 1) -> Command {
        .wallet(
            user,
            .adjustBalance(
                BalanceAdjusted(amount: Cents(cents), firstApprover: 0, secondApprover: 0, dispute: 5, reason: "sorry"))
        )
    }

    @discardableResult
    private func propose(
        _ command: Command, as id: MeasureID = 1, because dispute: CaseID? = nil, by person: UserID,
        in house: inout House
    ) -> Decision {
        house.send(
            .measure(id, .proposeMeasure(ProposeMeasure(command, dispute: dispute, reason: "why"))), by: person)
    }

    // MARK: Two people

    @Test func aCorrectionIsProposedByOneAndApprovedByAnother() throws {
        var house = try house()
        #expect(house.send(correction, by: 910).code == .approverRequired)
        #expect(propose(correction, because: 5, by: 910, in: &house).code == nil)
        #expect(house.state.room(1)?.picks.first?.player == 0)

        let decision = house.send(.measure(1, .approveMeasure), by: 911)
        guard case .accepted(let events) = decision else {
            Issue.record("\(decision)")
            return
        }
        #expect(events.map(\.stream) == [.measure(1), .room(1)])
        guard case .pickCorrected(let corrected) = events[1].event else {
            Issue.record("\(events)")
            return
        }
        #expect(corrected.requestedBy == 910 && corrected.approvedBy == 911 && corrected.newPlayer == 9)
        #expect(house.state.room(1)?.picks.first?.player == 9)
        #expect(house.state.measure(1)?.stage == .approved)
        // The approver's own, and signed once.
        #expect(house.log.suffix(2).map(\.origin?.actor) == [.admin(911), .admin(911)])
        #expect(house.log.suffix(2).map { $0.origin?.signature != nil } == [true, false])
    }

    @Test func aRefundNamesBothAndNeverWhoGains() throws {
        var house = try house()
        let claimant = try #require(house.state.dispute(5)?.opened.claimant)
        let before = house.state.wallet(claimant).available
        #expect(propose(refund(of: claimant), because: 5, by: 912, in: &house).code == nil)
        let events = house.send(.measure(1, .approveMeasure), by: 911).events
        guard case .balanceAdjusted(let adjusted)? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(adjusted.firstApprover == 912 && adjusted.secondApprover == 911)
        #expect(house.state.wallet(claimant).available == before + Cents(500))

        // User 3 acts for the house, and has a wallet.
        #expect(house.appoint(3, [.cashier, .officer]).code == nil)
        #expect(propose(refund(of: 3), as: 2, because: 5, by: 3, in: &house).code == .conflictOfInterest)
        #expect(propose(refund(of: 3), as: 2, because: 5, by: 912, in: &house).code == .caseRequired)
    }

    /// Nobody else's wallet and no other seat's pick is moved because of it, and it takes back no more than it paid.
    @Test func aCaseServesItsClaimantAlone() throws {
        var house = try house()
        let room = try #require(house.state.room(1))
        let claimant = try #require(house.state.dispute(5)?.opened.claimant)
        let rival = try #require(room.user(ofSlot: 1))
        for user in [rival, 3] {
            for cents in [500, -500] as [Int64] {
                #expect(propose(refund(cents, of: user), because: 5, by: 912, in: &house).code == .caseRequired)
            }
        }
        #expect(propose(refund(-1, of: claimant), because: 5, by: 912, in: &house).code == .invalidValue)
        #expect(propose(refund(300, of: claimant), because: 5, by: 912, in: &house).code == nil)
        #expect(house.send(.measure(1, .approveMeasure), by: 911).code == nil)
        #expect(propose(refund(-301, of: claimant), as: 2, because: 5, by: 912, in: &house).code == .invalidValue)
        #expect(propose(refund(-300, of: claimant), as: 2, because: 5, by: 912, in: &house).code == nil)

        try house.accept(.room(1, .makePick(MakePick(pick: 2, player: 1))), as: .user(rival))
        let other = Command.room(
            1,
            .correctPick(
                CorrectPick(
                    pick: 2, mode: .substitute, player: 9, dispute: 5, requestedBy: nil, approvedBy: nil, reason: "r")))
        #expect(propose(other, as: 3, because: 5, by: 910, in: &house).code == .caseRequired)
        #expect(propose(correction, as: 3, because: 5, by: 910, in: &house).code == nil)
    }

    /// A case that staff open in the name of somebody who has no entry pays nobody.
    @Test func aCaseOfSomebodyWithoutTheSeatPaysNobody() throws {
        var house = try house()
        var opened = try #require(house.state.dispute(5)?.opened)
        opened.claimant = 3
        #expect(house.send(.dispute(7, .openDispute(opened)), by: 911, for: 3).code == nil)
        let upheld = DisputeResolved(verdict: .upheld, resolvedBy: 0, reason: "r")
        propose(.dispute(7, .resolveDispute(upheld)), as: 91, by: 911, in: &house)
        #expect(house.send(.measure(91, .approveMeasure), by: 914).code == nil)
        for user in [1, 2, 3] as [UserID] {
            guard case .wallet(_, .adjustBalance(var adjustment)) = refund(of: user) else { return }
            adjustment.dispute = 7
            let command = Command.wallet(user, .adjustBalance(adjustment))
            #expect(propose(command, as: 92, because: 7, by: 912, in: &house).code == .caseRequired)
        }
    }

    /// A larger first payment is for the two who agree to it; a second one for the same entry ends at its fee.
    @Test(
        arguments: [
            ([600, 400], nil), ([600, 401], .alreadyExists), ([1_000, 1], .alreadyExists),
            ([1_200, 1], .alreadyExists),
        ]
            as [([Int64], RefusalCode?)])
    func theCasesOfAnEntryPayItsFeeOnce(payments: [Int64], code: RefusalCode?) throws {
        var house = try house()
        let fee = try #require(house.state.room(1)?.entryFee)
        #expect(fee == Cents(1_000))
        let claimant = try #require(house.state.dispute(5)?.opened.claimant)
        #expect(propose(refund(payments[0], of: claimant), because: 5, by: 912, in: &house).code == nil)
        #expect(house.send(.measure(1, .approveMeasure), by: 911).code == nil)
        let again = refund(payments[1], of: claimant)
        #expect(propose(again, as: 2, because: 5, by: 912, in: &house).code == code)
        // Another case about the same entry is no other entry.
        let opened = try #require(house.state.dispute(5)?.opened)
        try house.accept(.dispute(7, .openDispute(opened)), as: .user(claimant))
        let upheld = DisputeResolved(verdict: .upheld, resolvedBy: 0, reason: "r")
        propose(.dispute(7, .resolveDispute(upheld)), as: 91, by: 911, in: &house)
        #expect(house.send(.measure(91, .approveMeasure), by: 914).code == nil)
        guard case .wallet(let user, .adjustBalance(var adjustment)) = again else { return }
        adjustment.dispute = 7
        let other = Command.wallet(user, .adjustBalance(adjustment))
        #expect(propose(other, as: 3, because: 7, by: 912, in: &house).code == code)
        // What was taken back can be paid again.
        #expect(propose(refund(-payments[0], of: claimant), as: 5, because: 5, by: 912, in: &house).code == nil)
        #expect(house.send(.measure(5, .approveMeasure), by: 911).code == nil)
        #expect(propose(refund(payments[0], of: claimant), as: 6, because: 5, by: 912, in: &house).code == nil)
    }

    @Test func nobodyJudgesTheOwnProposal() throws {
        var house = try house()
        // A founder operates and judges.
        #expect(propose(correction, because: 5, by: 901, in: &house).code == nil)
        #expect(house.send(.measure(1, .approveMeasure), by: 901).code == .conflictOfInterest)
        #expect(house.send(.measure(1, .declineMeasure(reason: "r")), by: 901).code == .conflictOfInterest)
        #expect(house.send(.measure(1, .approveMeasure), by: 910).code == .forbidden)
        house.refuse(.measure(1, .approveMeasure), as: .admin(911), .badSignature)
        house.refuse(.measure(1, .approveMeasure), as: .user(1), .forbidden)
        #expect(house.send(.measure(1, .approveMeasure), by: 902).code == nil)
        #expect(house.send(.measure(1, .approveMeasure), by: 903).code == .wrongStatus)
        #expect(house.send(.measure(7, .approveMeasure), by: 903).code == .unknownMeasure)
    }

    @Test func whereNobodyIsLeftToApproveNothingIsProposed() throws {
        var house = House(users: 1...1)
        house.beginAuthority()
        for person in [902, 903] as [UserID] {
            house.send(.staff(.dismissStaff(StaffDismissed(person: person, reason: "r"))), by: 901)
        }
        let appointed = StaffAppointed(person: 904, roles: .cashier, key: House.key(of: 904))
        #expect(propose(.staff(.appointStaff(appointed)), by: 901, in: &house).code == .approverRequired)
    }

    // MARK: What from what follows

    @Test func aCorrectionAndARefundFollowFromACaseThatWasUpheld() throws {
        var undecided = try house(upheld: false)
        #expect(propose(correction, because: 5, by: 910, in: &undecided).code == .caseRequired)
        #expect(propose(refund(), because: 5, by: 912, in: &undecided).code == .caseRequired)

        var house = try house()
        #expect(propose(correction, by: 910, in: &house).code == .caseRequired)
        #expect(propose(correction, because: 6, by: 910, in: &house).code == .caseRequired)
        let without = Command.wallet(
            1,
            .adjustBalance(
                BalanceAdjusted(amount: Cents(5), firstApprover: 0, secondApprover: 0, dispute: nil, reason: "r")))
        #expect(propose(without, by: 912, in: &house).code == .caseRequired)
    }

    @Test func aRoomIsVoidedBecauseOfACaseOrOfAnOutage() throws {
        var house = try house()
        let void = Command.room(1, .voidRoom(approvedBy: 0, reason: "r"))
        #expect(propose(void, by: 910, in: &house).code == .caseRequired)
        #expect(propose(void, because: 5, by: 910, in: &house).code == nil)
        #expect(propose(.room(1, .pauseRoom(kind: .outage, reason: "down")), as: 4, by: 910, in: &house).code == nil)
        #expect(house.send(.measure(4, .approveMeasure), by: 911).code == nil)
        #expect(propose(void, as: 2, by: 910, in: &house).code == nil)
        #expect(house.send(.measure(2, .approveMeasure), by: 911).code == nil)
        #expect(house.state.room(1)?.status == .voided)
        #expect(house.send(.measure(1, .approveMeasure), by: 911).code == .measureStale)
    }

    @Test func whatTakesOnePersonIsNoMeasure() throws {
        var house = try house()
        #expect(propose(.tournament(1, .closeEntries), by: 910, in: &house).code == .invalidValue)
        #expect(propose(.measure(2, .approveMeasure), by: 910, in: &house).code == .invalidValue)
        #expect(propose(refund(), because: 5, by: 910, in: &house).code == .forbidden)
        #expect(propose(correction, because: 5, by: 910, in: &house).code == nil)
        #expect(propose(correction, because: 5, by: 910, in: &house).code == .alreadyExists)
    }

    // MARK: Time

    @Test func whatWouldComeToSomethingElseIsStale() throws {
        var house = try house()
        #expect(propose(correction, because: 5, by: 910, in: &house).code == nil)
        // The player goes to somebody else meanwhile.
        let seat = try #require(house.state.room(1)?.seatOnClock)
        let user = try #require(house.state.room(1)?.members[Int(seat)]?.user)
        try house.accept(.room(1, .makePick(MakePick(pick: 2, player: 9))), as: .user(user))
        #expect(house.send(.measure(1, .approveMeasure), by: 911).code == .measureStale)
        #expect(house.state.measure(1)?.stage == .pending)
    }

    @Test func theSameEffectsWithAnotherBeginningAreStale() throws {
        var house = try house()
        let other = Command.room(
            1,
            .correctPick(
                CorrectPick(
                    pick: 1, mode: .substitute, player: 8, dispute: 5, requestedBy: nil, approvedBy: nil,
                    reason: "queue")))
        #expect(propose(correction, because: 5, by: 910, in: &house).code == nil)
        #expect(propose(other, as: 2, because: 5, by: 910, in: &house).code == nil)
        #expect(house.send(.measure(2, .approveMeasure), by: 911).code == nil)
        // It would take player 8 away now, and not player 0.
        #expect(house.send(.measure(1, .approveMeasure), by: 911).code == .measureStale)
    }

    @Test func whoHasLeftTheHouseHasProposedNothing() throws {
        var house = try house()
        #expect(propose(correction, because: 5, by: 910, in: &house).code == nil)
        #expect(house.send(.staff(.dismissStaff(StaffDismissed(person: 910, reason: "r"))), by: 901).code == nil)
        #expect(house.send(.measure(1, .approveMeasure), by: 911).code == .measureStale)
    }

    @Test func aDeclinedMeasureIsOver() throws {
        var house = try house()
        #expect(propose(correction, because: 5, by: 910, in: &house).code == nil)
        #expect(house.send(.measure(1, .declineMeasure(reason: "")), by: 911).code == .invalidValue)
        #expect(house.send(.measure(1, .declineMeasure(reason: "no")), by: 911).code == nil)
        #expect(house.state.measure(1)?.stage == .declined)
        #expect(house.send(.measure(1, .approveMeasure), by: 914).code == .wrongStatus)
    }

    @Test func aMeasureLapsesAfterSevenDays() throws {
        var house = try house()
        #expect(propose(refund(), because: 5, by: 912, in: &house).code == nil)
        house.refuse(.measure(1, .lapseMeasure), as: .scheduler, .clockRunning)
        house.now = try #require(house.state.measure(1)).proposed.lapsesAt
        #expect(house.send(.measure(1, .approveMeasure), by: 911).code == .wrongStatus)
        try house.accept(.measure(1, .lapseMeasure), as: .scheduler)
        #expect(house.state.measure(1)?.stage == .lapsed)
        house.refuse(.measure(1, .lapseMeasure), as: .scheduler, .wrongStatus)
    }
}
