import Draft
import DraftTesting
import Testing

/// The end of a ledger, and what the next one takes over.
@Suite struct LedgerClosingTests {
    /// Users 1 to 3 with 100.00 each, and all that protects them.
    private func house() throws -> House {
        var house = House()
        house.publishPool(1, players: 40)
        for user in [1, 2, 3] as [UserID] {
            house.send(.user(user, .registerUser), as: .user(user))
            house.deposit(10_000, for: user)
        }
        try house.accept(
            .user(1, .setLimits(PlayLimits(depositsPerDay: Cents(12_000), entriesPerWeek: 2))), as: .user(1))
        try house.accept(.user(1, .setLimits(PlayLimits(depositsPerDay: Cents(50_000)))), as: .user(1))
        try house.accept(.user(2, .excludeUser(until: house.now + .seconds(86_400 * 30))), as: .user(2))
        try house.accept(.user(2, .setAlertPreferences([.onTheClock])), as: .user(2))
        try house.accept(.user(3, .closeAccount), as: .user(3))
        try house.accept(
            .wallet(
                1,
                .recordChargeback(
                    amount: Cents(4_000), provider: "bank", reference: Self.reference(1, house), dispute: "cb")),
            as: .provider(onBehalfOf: 1))
        return house
    }

    private static func reference(_ user: UserID, _ house: House) -> String {
        house.state.wallet(user).deposits.keys.first?.reference ?? ""
    }

    private func closing(_ reason: Wording = "The season is over.") -> Command { .ledger(.closeLedger(reason: reason)) }

    @Test func theNextLedgerBeginsAsThisOneEnds() throws {
        var house = try house()
        let before = house.state.closing
        let events = try house.accept(closing(), as: .admin(nil))
        guard case .ledgerClosed(let closed) = events.first?.event else {
            Issue.record("\(events)")
            return
        }
        #expect(closed.users == 3 && closed.total == Cents(26_000))
        #expect(closed.closing == before.digest(by: FakeCryptography()))

        // The state after the first events of the next ledger ends as this one did.
        var next = House()
        next.append(before.carried, origin: nil, at: house.now)
        #expect(next.state.closing.carried == before.carried)
        for user in [1, 2, 3] as [UserID] {
            #expect(next.state.wallet(user).available == house.state.wallet(user).available)
            #expect(next.state.wallet(user).window == house.state.wallet(user).window)
            #expect(next.state.user(user).limits == house.state.user(user).limits)
        }
        next.now = house.now
        // What protects a user holds on.
        next.refuse(deposit(1, as: 2), as: .provider(onBehalfOf: 2), .userExcluded)
        next.refuse(deposit(1, as: 3), as: .provider(onBehalfOf: 3), .accountClosed)
        next.refuse(deposit(2_001, as: 1), as: .provider(onBehalfOf: 1), .limitExceeded)
        try next.accept(deposit(2_000, as: 1), as: .provider(onBehalfOf: 1))
    }

    private func deposit(_ amount: Int64, as user: UserID) -> Command {
        .wallet(user, .recordDeposit(amount: Cents(amount), provider: "bank", reference: "new"))
    }

    @Test func aPaymentOfTheSeasonBeforeIsRecordedOnceAndCanBeChargedBack() throws {
        let house = try house()
        var next = House()
        next.append(house.state.closing.carried, origin: nil, at: house.now)
        let reference = Self.reference(1, house)
        for user in [1, 3] as [UserID] {
            next.refuse(
                .wallet(user, .recordDeposit(amount: Cents(10_000), provider: "bank", reference: reference)),
                as: .provider(onBehalfOf: user), .alreadyExists)
        }
        func chargeback(_ amount: Int64, _ dispute: String) -> Command {
            .wallet(
                1, .recordChargeback(amount: Cents(amount), provider: "bank", reference: reference, dispute: dispute))
        }
        next.refuse(chargeback(1, "cb"), as: .provider(onBehalfOf: 1), .alreadyExists)
        next.refuse(chargeback(6_001, "late"), as: .provider(onBehalfOf: 1), .invalidValue)
        try next.accept(chargeback(6_000, "late"), as: .provider(onBehalfOf: 1))
        // The dispute that was open ends here.
        try next.accept(
            .wallet(1, .settleChargeback(provider: "bank", dispute: "cb", outcome: .won, amount: Cents(4_000))),
            as: .provider(onBehalfOf: 1))
        #expect(next.state.wallet(1).available == Cents(4_000))
    }

    /// A provider repeats the message "withdrawal 1 is paid" of the closed ledger, when the same user has a withdrawal again.
    @Test func aMessageAboutAWithdrawalOfTheSeasonBeforeIsNotAboutTheNextOne() throws {
        var house = try house()
        let hold = Command.wallet(1, .holdWithdrawal(amount: Cents(500), provider: "bank"))
        let paid = Command.wallet(1, .postWithdrawal(withdrawal: 1, reference: "w"))
        try house.accept(hold, as: .user(1))
        try house.accept(paid, as: .provider(onBehalfOf: 1))
        var next = House()
        next.append(house.state.closing.carried, origin: nil, at: house.now)
        next.now = house.now
        try next.accept(hold, as: .user(1))
        next.refuse(paid, as: .provider(onBehalfOf: 1), .wrongStatus)
        #expect(Array(next.state.wallet(1).withdrawals.keys) == [2])
        #expect(next.state.wallet(1).held == Cents(500))
    }

    @Test func nothingIsClosedWhileAnythingIsOpen() throws {
        var house = try house()
        try house.createTournament(teams: 2)
        house.refuse(closing(), as: .admin(nil), .seasonNotOver)
        #expect(house.state.closing.open == ["contest 1 (finalize or cancel it)"])
        try house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1))
        #expect(house.state.closing.open.count == 3)
        try house.accept(.tournament(1, .cancelTournament(reason: "Rain.")), as: House.admin)
        #expect(house.state.closing.open == [])
        try house.accept(.wallet(1, .holdWithdrawal(amount: Cents(500), provider: "bank")), as: .user(1))
        #expect(house.state.closing.open == ["a withdrawal of user 1 (post or release it)"])
        house.refuse(closing(), as: .admin(nil), .seasonNotOver)
        try house.accept(
            .wallet(1, .postWithdrawal(withdrawal: 1, reference: "w")), as: .provider(onBehalfOf: 1))
        house.refuse(closing(""), as: .admin(nil), .invalidValue)
        house.refuse(closing(), as: .user(1), .forbidden)
        try house.accept(closing(), as: .admin(nil))
    }

    @Test func aClosedLedgerTakesWhatPrivacyRequiresAndNothingElse() throws {
        var house = try house()
        try house.accept(closing(), as: .admin(nil))
        house.refuse(.user(4, .registerUser), as: .user(4), .ledgerClosed)
        house.refuse(deposit(1, as: 1), as: .provider(onBehalfOf: 1), .ledgerClosed)
        house.refuse(closing(), as: .admin(nil), .ledgerClosed)
        let erased = FreeTextErased(user: 1, texts: 0, isOfStaff: false)
        try house.accept(.ledger(.eraseText(erased)), as: .admin(nil))
        try house.accept(
            .user(1, .recordAccess(PrivateDataRead(reader: 9, roles: .officer, kind: .money))), as: .scheduler)
    }

    @Test func twoOfficersCloseALedgerWithStaff() throws {
        var house = try house()
        house.beginAuthority()
        _ = house.appoint(910, .officer)
        #expect(house.send(closing(), by: 910).code == .approverRequired)
        let proposal = ProposeMeasure(closing(), reason: "Over.")
        #expect(house.send(.measure(1, .proposeMeasure(proposal)), by: 910).code == nil)
        // What comes in between does not outdate the request: the figures are those of the approval.
        house.deposit(50, for: 1)
        #expect(house.send(.measure(2, .proposeMeasure(proposal)), by: 901).code == nil)
        #expect(house.send(.measure(1, .approveMeasure), by: 910).code == .conflictOfInterest)
        let decision = house.send(.measure(1, .approveMeasure), by: 902)
        guard case .ledgerClosed(let closed) = decision.events.last else {
            Issue.record("\(decision)")
            return
        }
        #expect(closed.total == Cents(26_050))
        // The staff stay who they are.
        var next = House()
        next.append(house.state.closing.carried, origin: nil, at: house.now)
        #expect(next.state.staff.members == house.state.staff.members)
        #expect(next.state.staff.founders == house.state.staff.founders)
        #expect(next.state.staff.recoveryKey == house.state.staff.recoveryKey)
        #expect(next.state.staff.services == house.state.staff.services)
        next.now = house.now
        #expect(next.send(closing(), by: 910).code == .approverRequired)
        next.refuse(closing(), as: .admin(nil), .forbidden)
    }
}
