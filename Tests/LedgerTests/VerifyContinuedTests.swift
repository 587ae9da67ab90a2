import Foundation
import LMDB
import Ledger
import TestSupport
import Testing

/// A verification that continues an earlier one finds in the events since then what a verification of all events finds.
@Suite struct VerifyContinuedTests {
    let directory = TemporaryDirectory()

    private static let block: UInt64 = 1 << 16

    /// A ledger with more than one block, and the end of its verification, encoded and decoded.
    private func verified(_ ledger: Ledger) throws -> VerifiedBeginning {
        let verification = try ledger.verify(
            after: nil, keepsBeginning: true, records: { _, _ in nil }, progress: { _, _ in })
        let beginning = try #require(verification.beginning)
        return try JSONDecoder().decode([VerifiedBeginning].self, from: JSONEncoder().encode([beginning]))[0]
    }

    private func verify(_ ledger: Ledger, after beginning: VerifiedBeginning?) throws -> Verification {
        try ledger.verify(after: beginning, records: { _, _ in nil }, progress: { _, _ in })
    }

    private func ledger() throws -> Ledger {
        let ledger = try Ledger.create(at: directory("l"), options: .init(clock: { 1_000 }))
        let streams = (0..<Self.block + 300).map { $0 % 7 }
        try ledger.appendBlocking(.any(streams))
        return ledger
    }

    @Test func theRootAndTheStreamsAreThoseOfAllEvents() throws {
        let ledger = try ledger()
        defer { ledger.close() }
        let beginning = try verified(ledger)
        #expect(beginning.end == Self.block)
        try ledger.appendBlocking(.any((0..<500).map { $0 % 9 }))
        let (whole, continued) = (try verify(ledger, after: nil), try verify(ledger, after: beginning))
        #expect(continued.isSound && continued.root == whole.root && continued.size == whole.size)
        #expect(continued.checked.streams == whole.checked.streams)
        #expect(continued.checked.events == 800)
    }

    @Test func aLedgerThatIsShorterThanWhatWasVerifiedIsAFinding() throws {
        let ledger = try ledger()
        defer { ledger.close() }
        let beginning = try verified(ledger)
        let other = try Ledger.create(at: directory("other"), options: .init(clock: { 1_000 }))
        defer { other.close() }
        #expect(try verify(other, after: beginning).findings.map(\.check) == [.positions])
    }

    /// The link to the event before it, its version, and its content.
    @Test(arguments: [RecordHeader.Offset.version, RecordHeader.Offset.end - 1])
    func aRecordThatWasChangedSinceThenIsFoundAlike(offset: Int) throws {
        let ledger = try ledger()
        let beginning = try verified(ledger)
        try ledger.appendBlocking(.any((0..<500).map { $0 % 9 }))
        ledger.close()
        let environment = try Environment.open(at: directory("l"))
        let events = try environment.table(named: "events") as Table<UInt64>
        try environment.write { transaction in
            var record = try #require(try transaction.value(at: Self.block + 400, in: events))
            record[offset] ^= 1
            try transaction.put(record, at: Self.block + 400, in: events)
        }
        environment.close()
        let damaged = try Ledger.open(at: directory("l"), mode: .readOnly)
        defer { damaged.close() }
        let (whole, continued) = (try verify(damaged, after: nil), try verify(damaged, after: beginning))
        #expect(!whole.isSound && continued.findings == whole.findings)
        #expect(
            try damaged.verify(after: nil, keepsBeginning: true, records: { _, _ in nil }, progress: { _, _ in })
                .beginning == nil)
    }
}
