import Draft
import LedgerTesting
import Projections
import Records
import Testing

@testable import DraftLedger  // the index of deposits

/// A provider's payment is one deposit of one user, wherever the ledger has it: in rows, beyond them, or on its way.
@Suite struct DepositTests {
    private func deposit(_ user: UserID, _ reference: String) -> Command {
        .wallet(user, .recordDeposit(amount: Cents(700), provider: "bank", reference: reference))
    }

    private func recorded(_ reference: String) -> Event {
        var deposit = DepositRecorded.blank
        deposit.amount = Cents(1)
        deposit.provider = "bank"
        deposit.reference = reference
        return .depositRecorded(deposit)
    }

    private func expectRefused(_ reference: String, for user: UserID, in house: LiveHouse) async throws {
        let outcome = try await house.send(deposit(user, reference), as: .provider(onBehalfOf: user))
        guard case .refused(let refusal, _, _) = outcome else {
            Issue.record("\(reference) was recorded once more: \(outcome)")
            return
        }
        #expect(refusal.code == .alreadyExists)
    }

    @Test func itIsFoundBeyondTheRows() async throws {
        let house = try await LiveHouse()
        // Never brought up, brought up before it, and both once more by a desk that begins anew.
        try await expectRefused("d1", for: 2, in: house)
        try house.ledger.catchUp()
        try await house.accept(deposit(1, "later"), as: .provider(onBehalfOf: 1))
        try await expectRefused("later", for: 2, in: house)
        try house.reopen()
        try await expectRefused("later", for: 2, in: house)
        try await house.accept(deposit(2, "another"), as: .provider(onBehalfOf: 2))
        try await expectRefused("another", for: 1, in: house)
        #expect(try house.ledger.verify(full: true).findings == [])
    }

    @Test func itIsFoundInTheRows() async throws {
        let house = try await LiveHouse()
        try house.ledger.catchUp()
        try await expectRefused("d1", for: 2, in: house)
        try house.reopen()
        try await expectRefused("d1", for: 2, in: house)
        try house.ledger.rebuild("deposits")
        try await expectRefused("d2", for: 1, in: house)
    }

    @Test func itIsFoundWhereAnotherHasAppendedIt() async throws {
        let house = try await LiveHouse()
        try await house.accept(deposit(1, "first"), as: .provider(onBehalfOf: 1))
        try house.ledger.append([
            PendingEvent(stream: .wallet(1), event: recorded("appended"), origin: nil)
        ])
        try await expectRefused("appended", for: 2, in: house)
    }

    @Test func ofManyAtOnceOneIsRecorded() async throws {
        let house = try await LiveHouse(users: 8)
        let ids = (0..<8).map { _ in house.newID() }
        let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for (index, id) in ids.enumerated() {
                let user = UserID(UInt64(index + 1))
                let command = deposit(user, "raced")
                group.addTask { [ledger = house.ledger] in
                    guard case .accepted = try await ledger.send(command, as: .provider(onBehalfOf: user), id: id)
                    else { return false }
                    return true
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(accepted == 1)
        #expect(try house.ledger.balances()[.external("bank")] == Cents(-80_700))
    }

    @Test func textThatIsLongerThanAKeyIsARowAllTheSame() async throws {
        let house = try await LiveHouse()
        let long = String(repeating: "r", count: 2_000)
        try house.ledger.append([
            PendingEvent(stream: .wallet(1), event: recorded(long), origin: nil)
        ])
        try house.ledger.catchUp()
        let payment = WalletState.PaymentReference(provider: "bank", reference: long)
        #expect(try DepositIndex(house.ledger.projections).depositor(of: payment) == 1)
        #expect(try house.ledger.verify(full: true).findings == [])
    }
}
