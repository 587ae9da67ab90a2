import Draft
import DraftLedger
import Interchange
import LedgerTesting
import Pages
import Testing

/// A provider's report, and its comparison with the ledger.
struct ProviderFileTests {
    private func file(_ text: String) throws -> ProviderFile { try ProviderFile(Array(text.utf8), named: "bank.csv") }

    @Test func columnsComeInAnyOrderAndForm() throws {
        let cents = try file("reference,type,amountCents,date\np1,deposit,5000,2026-11-26\nw1,payout,-700,2026-11-26\n")
        let decimal = try file(
            "Created,Amount,Type,ID,note\r\n2026-11-26T23:59:59Z,50.00,payment,p1,\"a, b\"\r\n2026-11-26,7.00,withdrawal,w1,"
        )
        #expect(cents.payments.map(\.amount) == [Cents(5_000), Cents(700)])
        #expect(decimal.payments.map(\.amount) == cents.payments.map(\.amount))
        #expect(
            decimal.payments.map(\.kind) == [.deposit, .withdrawal]
                && decimal.payments.map(\.reference) == ["p1", "w1"])
        #expect(Set(decimal.payments.map(\.day)) == Set(cents.payments.map(\.day)))
    }

    @Test(arguments: [
        ("", "line 1"), ("reference,type,amountCents\n", "date"), ("a;b;c\n", "semicolons"),
        ("reference,type,amountCents,date\np1,gift,1,2026-11-26\n", "line 2: the type 'gift'"),
        ("reference,type,amountCents,date\np1,deposit,1.5,2026-11-26\n", "the amount '1.5'"),
        ("reference,type,amountCents,date\np1,deposit,,2026-11-26\n", "the amount ''"),
        ("reference,type,amount,date\np1,deposit,15,2026-11-26\n", "the amount '15'"),
        ("reference,type,amountCents,date\np1,deposit,99999999999999999999,2026-11-26\n", "the amount"),
        ("reference,type,amountCents,date\np1,deposit,1,26.11.2026\n", "the date"),
        ("reference,type,amountCents,date\n,deposit,1,2026-11-26\n", "no reference"),
        ("reference,type,amountCents,date\np1,deposit,1,2026-11-26\np1,deposit,1,2026-11-26\n", "of line 2 again"),
        ("reference,type,amountCents,date\np1,deposit\n", "2 fields"),
        ("reference,type,amountCents,date\n\"p1,deposit,1,2026-11-26\n", "quote"),
    ])
    func aLineThatCannotBeReadIsNamed(text: String, hint: String) {
        let error = #expect(throws: InterchangeError.self) { try file(text) }
        #expect(error?.message.contains(hint) == true, "\(String(describing: error))")
    }

    @Test func theTotalsOfADayAreAStatement() throws {
        let report = try file(
            "reference,type,amountCents,date\np1,deposit,500,2026-11-25\np2,deposit,300,2026-11-26\n"
                + "w1,withdrawal,200,2026-11-26\nc1,chargeback,100,2026-11-26\nc0,reversal,400,2026-11-26\n")
        let statements = report.statements(by: "bank")
        #expect(statements.map(\.deposits) == [Cents(500), Cents(300)])
        #expect(statements.map(\.chargebacks) == [.zero, Cents(-300)] && statements.map(\.chargebackCount) == [0, 1])
        #expect(statements.allSatisfy { $0.file == report.digest })
    }

    @Test func eachDifferenceIsFound() async throws {
        // Given a ledger with three deposits, a withdrawal and a chargeback of the bank.
        let house = try await LiveHouse()
        let provider = Sender.provider(onBehalfOf: 1)
        for (amount, reference) in [(500, "p1"), (300, "p2"), (200, "p3")] as [(Int64, String)] {
            try await house.accept(
                .wallet(1, .recordDeposit(amount: Cents(amount), provider: "quick", reference: reference)),
                as: provider)
        }
        try await house.accept(.wallet(1, .holdWithdrawal(amount: Cents(100), provider: "quick")), as: .user(1))
        try await house.accept(.wallet(1, .postWithdrawal(withdrawal: 1, reference: "w1")), as: provider)
        try await house.accept(
            .wallet(1, .recordChargeback(amount: Cents(200), provider: "quick", reference: "p3", dispute: "d1")),
            as: provider)
        let day = try #require(try house.events.last).recordedAt.iso8601.prefix(10)
        let rows = [
            "p1,deposit,500,\(day)", "p2,deposit,301,\(day)", "p9,deposit,50,\(day)", "w1,withdrawal,100,\(day)",
            "d1,chargeback,200,2020-01-01",
        ]
        // When the bank's report has another amount, one payment more and one fewer.
        let comparison = try ProviderComparison(
            of: try file("reference,type,amountCents,date\n" + rows.joined(separator: "\n")), by: "quick",
            with: house.ledger)
        // Then these are the differences, and no others.
        #expect(comparison.payments == 5 && comparison.agreed == 3 && comparison.onOtherDays == 1)
        let found = Dictionary(uniqueKeysWithValues: comparison.differences.map { ($0.reference, $0.kind) })
        #expect(found == ["p2": .otherAmount, "p3": .notInFile, "p9": .notInLedger])
        let page = ProviderComparisonPage(comparison)
        #expect(page.document(as: .csv).contains("otherAmount,deposit,p2,301,300,3,"))
        #expect(page.document(as: .text).contains("3 differences."))
        // Another provider's payments are none of its own.
        let other = try ProviderComparison(
            of: try file("reference,type,amountCents,date\np1,deposit,500,\(day)"), by: "bank", with: house.ledger)
        #expect(other.differences.contains { $0.reference == "p1" && $0.kind == .notInLedger })
    }
}
