import Draft
import DraftTesting
import Testing

/// What a provider of payments states, and where money is to go.
@Suite struct StatementTests {
    private static let day = Timestamp(microseconds: 1_789_948_800_000_000)

    private func statement(
        _ provider: String = "bank", day: Timestamp = day, deposits: Int64 = 5,
        file: Digest256 = Digest256(words: (1, 2, 3, 4))
    ) -> Command {
        .ledger(
            .recordStatement(
                ProviderStatement(
                    provider: provider, day: day, deposits: Cents(deposits), depositCount: 1, file: file)))
    }

    private func house() -> House {
        var house = House(users: 1...1, balance: 1_000)
        house.now = Self.day + .seconds(86_400)
        return house
    }

    @Test func aDayThatIsOverIsStatedAndStatedAgain() throws {
        var house = house()
        let events = try house.accept(statement(), as: .provider(onBehalfOf: nil))
        #expect(events.map(\.stream) == [.system])
        try house.accept(statement(deposits: 6), as: .provider(onBehalfOf: nil))
        try house.accept(statement(), as: .importer)
        try house.accept(statement(), as: .admin(9))
        house.refuse(statement(), as: .user(1), .forbidden)
        house.refuse(statement(), as: .scheduler, .forbidden)
    }

    @Test func whatIsNoDayNoSumOrNoFileIsRefused() {
        var house = house()
        let provider = Sender.provider(onBehalfOf: nil)
        house.refuse(statement(day: Self.day + .seconds(86_400)), as: provider, .clockRunning)
        house.refuse(statement(day: Self.day + .seconds(1)), as: provider, .invalidValue)
        house.refuse(statement(day: Timestamp(microseconds: -86_400_000_000)), as: provider, .invalidValue)
        house.refuse(statement(deposits: -1), as: provider, .invalidValue)
        house.refuse(statement(file: .zero), as: provider, .invalidValue)
        house.refuse(statement("a bank"), as: provider, .invalidValue)
        house.refuse(statement(""), as: provider, .invalidValue)
    }

    @Test func afterAuthorityBeganACashierRecordsIt() {
        var house = house()
        house.beginAuthority()
        #expect(house.appoint(912, .cashier).code == nil)
        #expect(house.send(statement(), by: 901).code == .forbidden)
        #expect(house.send(statement(), by: 912).code == nil)
    }

    @Test func aWithdrawalKeepsASaltedDigestOfItsDestination() throws {
        var house = house()
        for count in [1, 31, 33] {
            let destination = [UInt8](repeating: 1, count: count)
            house.refuse(
                .wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank", destination: destination)),
                as: .user(1), .invalidValue)
        }
        let destination = [UInt8](repeating: 7, count: 32)
        let events = try house.accept(
            .wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank", destination: destination)), as: .user(1))
        guard case .withdrawalHeld(let held)? = events.first?.event else {
            Issue.record("\(events)")
            return
        }
        #expect(held.destination == destination)
        try house.accept(.wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank")), as: .user(1))
    }
}
