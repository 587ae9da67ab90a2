import Draft
import DraftLedger
import LedgerTesting
import Records
import Testing

/// What providers have stated, as balances and statements show it.
@Suite struct ProviderStatementTests {
    private static let day = Timestamp(microseconds: 1_785_542_400_000_000)

    private static func statement(_ deposits: Int64, of day: Timestamp) -> PendingEvent {
        let statement = ProviderStatement(
            provider: "bank", day: day, deposits: Cents(deposits), depositCount: 1, withdrawals: Cents(100),
            withdrawalCount: 1, file: Digest256(words: (1, 2, 3, 4)))
        let origin = CommandOrigin(occurredAt: day, actor: .provider(onBehalfOf: nil), commandID: .random())
        return PendingEvent(stream: .system, event: .providerStatement(statement), origin: origin)
    }

    @Test func ofEachDayTheLastStatementCounts() throws {
        let next = Self.day + .seconds(24 * 60 * 60)
        let house = try TemporaryLedger([
            Self.statement(500, of: Self.day), Self.statement(900, of: Self.day), Self.statement(200, of: next),
        ])
        let all = try house.ledger.providerStatements()
        #expect(all.net(of: "bank") == Cents(900 - 100 + 200 - 100))
        #expect(all.net(of: "card") == nil)
        #expect(all.cover(next + .seconds(60), of: "bank"))
        #expect(!all.cover(next + .seconds(24 * 60 * 60), of: "bank"))
        let first = try house.events.firstIndex { $0.event.type == .providerStatement }
        let before = try house.ledger.providerStatements(at: .position(UInt64(try #require(first)) + 1))
        #expect(before.net(of: "bank") == Cents(400))
    }
}
