import DraftLedger
import Testing

@testable import Draft  // events are made here that otherwise only the rules make
@testable import Replay  // the part of the audit that looks at statements

/// Money that no provider vouches for is told of; what one vouches for is not.
@Suite struct StatementWatchTests {
    private static let day = Interval.seconds(24 * 60 * 60)
    private static let start = Timestamp(microseconds: 0)

    private static func at(_ days: Int64, _ position: UInt64, _ event: Event) -> RecordedEvent {
        RecordedEvent(
            position: position, stream: .system, version: 1, previous: nil,
            recordedAt: start + .seconds(days * 24 * 60 * 60 + 5), origin: nil, event: event)
    }

    private static func deposit(_ cents: Int64, on days: Int64, _ position: UInt64) -> RecordedEvent {
        at(days, position, .depositRecorded(DepositRecorded(amount: Cents(cents), provider: "bank", reference: "r")))
    }

    private static func statement(_ cents: Int64, of days: Int64, _ position: UInt64) -> RecordedEvent {
        let statement = ProviderStatement(
            provider: "bank", day: start + .seconds(days * 24 * 60 * 60), deposits: Cents(cents), depositCount: 1,
            file: Digest256(words: (1, 2, 3, 4)))
        return at(days + 1, position, .providerStatement(statement))
    }

    private static func remarks(on events: [RecordedEvent]) -> [AuditRemark] {
        var watch = StatementWatch()
        var notes = AuditNotes()
        for event in events { watch.note(event) }
        watch.remark(on: &notes)
        return notes.remarks
    }

    @Test func whatIsStatedAsItIsRecordedIsInOrder() {
        #expect(Self.remarks(on: [Self.deposit(500, on: 3, 10), Self.statement(500, of: 3, 11)]) == [])
    }

    @Test func aDayThatNoStatementCoversIsToldWithItsMoney() throws {
        let remarks = Self.remarks(on: [
            Self.deposit(500, on: 3, 10), Self.statement(500, of: 3, 11), Self.deposit(700, on: 4, 12),
            Self.deposit(900, on: 6, 13),
        ])
        #expect(remarks.map(\.position) == [12])
        #expect(try #require(remarks.first).message.contains("covers 700 cents on 1 day."))
    }

    @Test func aDayThatIsStatedOtherwiseIsTold() throws {
        let remarks = Self.remarks(on: [Self.deposit(500, on: 3, 10), Self.statement(400, of: 3, 11)])
        #expect(try #require(remarks.first).message.contains("matches the ledger on 1 day."))
    }

    @Test func aDayThatIsNotOverCannotHaveBeenStated() {
        #expect(Self.remarks(on: [Self.deposit(500, on: 3, 10)]) == [])
    }
}
