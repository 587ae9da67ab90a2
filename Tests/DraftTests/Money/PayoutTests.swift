import DraftTesting
import Testing

@testable import Draft  // events that the game alone makes

/// Withdrawals that are paid together, once somebody has approved them.
@Suite struct PayoutTests {
    private func house() throws -> House {
        var house = House(users: 1...3, balance: 1_000)
        for (user, amount) in [(1, 300), (1, 200), (2, 500)] as [(UserID, Int64)] {
            try house.accept(
                .wallet(user, .holdWithdrawal(amount: Cents(amount), provider: "bank")), as: .user(user))
        }
        return house
    }

    private func payout(_ withdrawals: (UserID, UInt32)..., to provider: String = "bank") -> Command {
        .ledger(
            .approvePayout(
                ApprovePayout(
                    provider: provider, withdrawals: withdrawals.map { WithdrawalID(user: $0.0, withdrawal: $0.1) })))
    }

    @Test func eachWithdrawalIsApprovedInTheOrderOfThePayout() throws {
        var house = try house()
        let events = try house.accept(payout((2, 1), (1, 2)), as: .admin(9))
        #expect(
            events == [
                StreamEvent(
                    .system, .payoutApproved(PayoutApproved(count: 2, amount: Cents(700), provider: "bank"))),
                StreamEvent(
                    .wallet(2),
                    .withdrawalApproved(WithdrawalApproved(withdrawal: 1, amount: Cents(500), provider: "bank"))),
                StreamEvent(
                    .wallet(1),
                    .withdrawalApproved(WithdrawalApproved(withdrawal: 2, amount: Cents(200), provider: "bank"))),
            ])
        // No money moves: it stays held until it is paid.
        #expect(house.state.wallet(2).held == Cents(500))
        _ = house.audited()
    }

    @Test func aWithdrawalStandsInOnePayoutOnly() throws {
        var house = try house()
        try house.accept(payout((1, 1)), as: .admin(9))
        house.refuse(payout((1, 1)), as: .admin(9), .alreadyExists)
        house.refuse(payout((1, 2), (1, 1)), as: .admin(9), .alreadyExists)
        #expect(house.state.wallet(1).withdrawals[2]?.isApproved == false, "a payout is approved whole or not at all")
        // Paid or released, it is over.
        try house.accept(.wallet(1, .postWithdrawal(withdrawal: 1, reference: "w")), as: .provider(onBehalfOf: 1))
        house.refuse(payout((1, 1)), as: .admin(9), .wrongStatus)
    }

    @Test func whatIsNoPayoutIsRefused() throws {
        var house = try house()
        house.refuse(payout(), as: .admin(9), .invalidValue)
        house.refuse(payout((1, 1), (1, 1)), as: .admin(9), .invalidValue)
        house.refuse(payout((1, 3)), as: .admin(9), .invalidValue)
        house.refuse(payout((1, 1), to: "other"), as: .admin(9), .invalidValue)
        house.refuse(payout((7, 1)), as: .admin(9), .unknownUser)
        let many = (0...UInt32(ApprovePayout.largestCount)).map { WithdrawalID(user: 1, withdrawal: $0 + 1) }
        house.refuse(
            .ledger(.approvePayout(ApprovePayout(provider: "bank", withdrawals: many))), as: .admin(9), .invalidValue)
        house.refuse(payout((1, 1)), as: .user(1), .forbidden)
        house.refuse(payout((1, 1)), as: .provider(onBehalfOf: nil), .forbidden)
        // Not for oneself.
        house.refuse(payout((2, 1), (1, 1)), as: .admin(1), .conflictOfInterest)
    }

    @Test func whatMayBePaidAlreadyIsReleasedWithAReason() throws {
        var house = try house()
        try house.accept(payout((1, 1), (1, 2)), as: .admin(9))
        house.refuse(.wallet(1, .releaseWithdrawal(withdrawal: 1, reason: "")), as: .admin(9), .invalidValue)
        try house.accept(.wallet(1, .releaseWithdrawal(withdrawal: 1, reason: "It came back.")), as: .admin(9))
        // The provider knows.
        try house.accept(
            .wallet(1, .releaseWithdrawal(withdrawal: 2, reason: "")), as: .provider(onBehalfOf: 1))
        #expect(house.state.wallet(1).available == Cents(1_000))
    }

    @Test func onceThereAreStaffTwoPeopleApprove() throws {
        var house = try house()
        house.beginAuthority()
        for (person, role) in [(911, .officer), (912, .cashier), (3, .officer)] as [(UserID, StaffRoles)] {
            #expect(house.appoint(person, role).code == nil)
        }
        #expect(house.send(payout((1, 1)), by: 912).code == .approverRequired)
        let proposal = ProposeMeasure(payout((1, 1), (2, 1)), reason: "They wait.")
        #expect(house.send(.measure(1, .proposeMeasure(proposal)), by: 911).code == .forbidden, "not a cashier")
        #expect(house.send(.measure(1, .proposeMeasure(proposal)), by: 912).code == nil)
        #expect(house.send(.measure(1, .approveMeasure), by: 912).code != nil)
        #expect(house.send(.measure(1, .approveMeasure), by: 911).code == nil)
        #expect(house.state.wallet(2).withdrawals[1]?.isApproved == true)
    }

    /// More comes back from disputes that were won than is charged back on the day.
    @Test func aStatementOfReversalsIsRecorded() throws {
        var house = try house()
        let day = Timestamp(microseconds: 1_789_948_800_000_000)
        house.now = day + .seconds(86_400)
        let statement = ProviderStatement(
            provider: "bank", day: day, chargebacks: Cents(-500), file: Digest256(words: (1, 2, 3, 4)))
        try house.accept(.ledger(.recordStatement(statement)), as: .provider(onBehalfOf: nil))
        var wrong = statement
        wrong.withdrawals = Cents(-1)
        house.refuse(.ledger(.recordStatement(wrong)), as: .provider(onBehalfOf: nil), .invalidValue)
    }
}
