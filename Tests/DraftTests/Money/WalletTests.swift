import DraftTesting
import Testing

@testable import Draft  // events that the game alone makes

@Suite struct WalletTests {
    private let provider = Sender.provider(onBehalfOf: 1)

    @Test func aDepositIsAvailableAndRecordedOnce() throws {
        var house = House(users: 1...2)
        let deposit = Command.wallet(1, .recordDeposit(amount: Cents(500), provider: "bank", reference: "a"))
        let events = try house.accept(deposit, as: provider)
        #expect(
            events == [
                StreamEvent(
                    .wallet(1), .depositRecorded(DepositRecorded(amount: Cents(500), provider: "bank", reference: "a")))
            ])
        house.refuse(deposit, as: provider, .alreadyExists)
        // Nor is it another user's deposit as well.
        house.refuse(
            .wallet(2, .recordDeposit(amount: Cents(500), provider: "bank", reference: "a")),
            as: .provider(onBehalfOf: 2), .alreadyExists)
        try house.accept(.wallet(1, .recordDeposit(amount: Cents(1), provider: "other", reference: "a")), as: provider)
        #expect(house.state.wallet(1).available == Cents(501))
        let audit = house.audited()
        #expect(audit[.external("bank")] == -500)
    }

    @Test func aWithdrawalIsHeldThenPaid() throws {
        var house = House(users: 1...1, balance: 500)
        try house.accept(.wallet(1, .holdWithdrawal(amount: Cents(300), provider: "bank")), as: .user(1))
        #expect(house.state.wallet(1).available == Cents(200))
        #expect(house.state.wallet(1).held == Cents(300))
        let events = try house.accept(
            .wallet(1, .postWithdrawal(withdrawal: 1, reference: "w")), as: .provider(onBehalfOf: 1))
        let posted = WithdrawalPosted(withdrawal: 1, amount: Cents(300), provider: "bank", reference: "w")
        #expect(events == [StreamEvent(.wallet(1), .withdrawalPosted(posted))])
        #expect(house.audited()[.external("bank")] == -200)
    }

    @Test func aWithdrawalEndsOnce() throws {
        var house = House(users: 1...1, balance: 500)
        try house.accept(.wallet(1, .holdWithdrawal(amount: Cents(100), provider: "bank")), as: .user(1))
        try house.accept(.wallet(1, .holdWithdrawal(amount: Cents(200), provider: "bank")), as: .user(1))
        try house.accept(.wallet(1, .releaseWithdrawal(withdrawal: 1, reason: "closed account")), as: .admin(9))
        house.refuse(.wallet(1, .postWithdrawal(withdrawal: 1, reference: "w")), as: provider, .wrongStatus)
        house.refuse(.wallet(1, .releaseWithdrawal(withdrawal: 1, reason: "")), as: provider, .wrongStatus)
        house.refuse(.wallet(1, .postWithdrawal(withdrawal: 3, reference: "w")), as: provider, .invalidValue)
        try house.accept(.wallet(1, .postWithdrawal(withdrawal: 2, reference: "w")), as: provider)
        house.refuse(
            .wallet(1, .holdWithdrawal(amount: Cents(301), provider: "bank")), as: .user(1), .insufficientBalance)
        #expect(house.audited()[.available(1)] == 300)
    }

    @Test func aChargebackTakesWhatThereIsAndTheHouseBearsTheRest() throws {
        var house = House(users: 1...1)
        try house.accept(.wallet(1, .recordDeposit(amount: Cents(500), provider: "bank", reference: "a")), as: provider)
        try house.accept(.wallet(1, .holdWithdrawal(amount: Cents(400), provider: "bank")), as: .user(1))
        let events = try house.accept(
            .wallet(1, .recordChargeback(amount: Cents(300), provider: "bank", reference: "a")), as: provider)
        let chargeback = ChargebackRecorded(
            amount: Cents(300), covered: Cents(100), provider: "bank", reference: "a")
        #expect(events == [StreamEvent(.wallet(1), .chargebackRecorded(chargeback))])
        house.refuse(
            .wallet(1, .recordChargeback(amount: Cents(201), provider: "bank", reference: "a")), as: provider,
            .invalidValue)
        house.refuse(
            .wallet(1, .recordChargeback(amount: Cents(1), provider: "bank", reference: "b")), as: provider,
            .invalidValue)
        let audit = house.audited()
        #expect(audit[.available(1)] == 0)
        #expect(audit[.held(1)] == 400)
        #expect(audit[.adjustments] == -200)
        #expect(audit[.external("bank")] == -200)
    }

    private func charge(_ amount: Int64, _ dispute: String, of reference: String = "a", user: UserID = 1) -> Command {
        .wallet(
            user, .recordChargeback(amount: Cents(amount), provider: "bank", reference: reference, dispute: dispute))
    }

    private func settle(_ dispute: String, _ outcome: ChargebackSettled.Outcome, _ amount: Int64) -> Command {
        .wallet(1, .settleChargeback(provider: "bank", dispute: dispute, outcome: outcome, amount: Cents(amount)))
    }

    @Test func aDisputeOfAProviderIsRecordedOnceWhateverTheCommandAndTheWallet() throws {
        var house = House(users: 1...2)
        for (user, reference) in [(1, "a"), (2, "b")] as [(UserID, String)] {
            try house.accept(
                .wallet(user, .recordDeposit(amount: Cents(10_000), provider: "bank", reference: reference)),
                as: .provider(onBehalfOf: user))
        }
        try house.accept(charge(3_000, "D1"), as: provider)
        for _ in 0..<2 { house.refuse(charge(3_000, "D1"), as: provider, .alreadyExists) }
        house.refuse(charge(3_000, "D1", of: "b", user: 2), as: .provider(onBehalfOf: 2), .alreadyExists)
        try house.accept(charge(7_000, "D2"), as: provider)
        house.refuse(charge(1, "D3"), as: provider, .invalidValue)
        #expect(house.audited()[.available(1)] == 0)
    }

    @Test func whatComesBackOfAChargebackIsFirstTheUsers() throws {
        var house = House(users: 1...1)
        try house.accept(.wallet(1, .recordDeposit(amount: Cents(500), provider: "bank", reference: "a")), as: provider)
        try house.accept(.wallet(1, .holdWithdrawal(amount: Cents(400), provider: "bank")), as: .user(1))
        try house.accept(charge(300, "D1"), as: provider)
        house.refuse(settle("D2", .won, 100), as: provider, .invalidValue)
        house.refuse(settle("D1", .won, 301), as: provider, .invalidValue)
        house.refuse(settle("D1", .won, 0), as: provider, .invalidValue)
        house.refuse(settle("D1", .lost, 1), as: provider, .invalidValue)
        house.refuse(settle("D1", .won, 300), as: .user(1), .forbidden)
        try house.accept(settle("D1", .won, 250), as: provider)
        house.refuse(settle("D1", .lost, 0), as: provider, .wrongStatus)
        var audit = house.audited()
        #expect(audit[.available(1)] == 100 && audit[.adjustments] == -50 && audit[.external("bank")] == -450)
        // What came back can be disputed again.
        try house.accept(charge(450, "D4"), as: provider)
        try house.accept(settle("D4", .lost, 0), as: provider)
        house.refuse(charge(1, "D5"), as: provider, .invalidValue)
        audit = house.audited()
        #expect(audit[.available(1)] == 0 && audit[.held(1)] == 400)
    }

    @Test func anAdjustmentTakesTwoApproversWhoAreNotTheUser() throws {
        var house = House(users: 1...1, balance: 100)
        func adjust(_ amount: Int64, _ first: UserID = 8, _ second: UserID = 9, reason: String = "r") -> Command {
            .wallet(
                1,
                .adjustBalance(
                    BalanceAdjusted(
                        amount: Cents(amount), firstApprover: first, secondApprover: second, dispute: nil,
                        reason: Wording(reason))))
        }
        let admin = Sender.admin(8)
        house.refuse(adjust(5, 8, 8), as: admin, .approverRequired)
        house.refuse(adjust(5, 0, 8), as: admin, .approverRequired)
        house.refuse(adjust(5, 8, 0), as: admin, .approverRequired)
        house.refuse(adjust(5, 1, 8), as: admin, .conflictOfInterest)
        house.refuse(adjust(5, 8, 1), as: admin, .conflictOfInterest)
        house.refuse(adjust(0), as: admin, .invalidValue)
        house.refuse(adjust(.min), as: admin, .invalidValue)
        house.refuse(adjust(.max), as: admin, .invalidValue)
        house.refuse(adjust(5, reason: ""), as: admin, .invalidValue)
        house.refuse(adjust(-101), as: admin, .insufficientBalance)
        try house.accept(adjust(-100), as: admin)
        try house.accept(adjust(40), as: admin)
        let audit = house.audited()
        #expect(audit[.available(1)] == 40)
        #expect(audit[.adjustments] == 60)
    }

    @Test func anAdjustmentMayNameACaseThatExists() {
        var house = House(users: 1...1, balance: 100)
        let adjustment = BalanceAdjusted(
            amount: Cents(5), firstApprover: 8, secondApprover: 9, dispute: 3, reason: "r")
        house.refuse(.wallet(1, .adjustBalance(adjustment)), as: .admin(8), .unknownCase)
    }

    /// Who may not, and which values no rule allows.
    @Test(arguments: [
        (
            Command.wallet(1, .recordDeposit(amount: Cents(5), provider: "bank", reference: "a")), Sender.user(1),
            RefusalCode.forbidden
        ),
        (.wallet(1, .recordDeposit(amount: Cents(5), provider: "bank", reference: "a")), .admin(8), .forbidden),
        (
            .wallet(1, .recordDeposit(amount: Cents(5), provider: "bank", reference: "a")), .provider(onBehalfOf: 2),
            .forbidden
        ),
        (
            .wallet(7, .recordDeposit(amount: Cents(5), provider: "bank", reference: "a")), .provider(onBehalfOf: nil),
            .unknownUser
        ),
        (
            .wallet(1, .recordDeposit(amount: .zero, provider: "bank", reference: "a")), .provider(onBehalfOf: 1),
            .invalidValue
        ),
        (
            .wallet(1, .recordDeposit(amount: Cents(-5), provider: "bank", reference: "a")), .provider(onBehalfOf: 1),
            .invalidValue
        ),
        (
            .wallet(1, .recordDeposit(amount: Cents(.max), provider: "bank", reference: "a")), .provider(onBehalfOf: 1),
            .invalidValue
        ),
        (
            .wallet(1, .recordDeposit(amount: Cents(5), provider: "", reference: "a")), .provider(onBehalfOf: 1),
            .invalidValue
        ),
        (
            .wallet(1, .recordDeposit(amount: Cents(5), provider: "a/b", reference: "a")), .provider(onBehalfOf: 1),
            .invalidValue
        ),
        (
            .wallet(1, .recordDeposit(amount: Cents(5), provider: "bank", reference: "")), .provider(onBehalfOf: 1),
            .invalidValue
        ),
        (.wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank")), .user(2), .forbidden),
        (.wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank")), .scheduler, .forbidden),
        (.wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank")), .admin(8, onBehalfOf: 2), .forbidden),
        (.wallet(1, .holdWithdrawal(amount: Cents(-5), provider: "bank")), .user(1), .invalidValue),
        (.wallet(7, .holdWithdrawal(amount: Cents(5), provider: "bank")), .user(7), .unknownUser),
        (.wallet(1, .postWithdrawal(withdrawal: 1, reference: "w")), .user(1), .forbidden),
        (.wallet(1, .releaseWithdrawal(withdrawal: 1, reason: "")), .user(1), .forbidden),
        (.wallet(1, .recordChargeback(amount: Cents(5), provider: "bank", reference: "a")), .admin(8), .forbidden),
        (.wallet(1, .adjustBalance(.blank)), .user(1), .forbidden),
    ])
    func whatIsNotAllowedIsRefused(command: Command, actor: Sender, code: RefusalCode) {
        var house = House(users: 1...2, balance: 100)
        house.refuse(command, as: actor, code)
        #expect(house.state.wallet(1).available == Cents(100))
    }
}
