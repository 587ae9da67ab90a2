import LMDB
import Ledger
import Merkle
import Platform
import TestSupport
import Testing

/// Batches, and a ledger that replicates each commit before it makes it.
@Suite(.seeded) struct ReplicationTests {
    private static func record(_ stream: UInt64, _ byte: UInt8, at time: Int64 = 0) -> [UInt8] {
        var record = [UInt8](repeating: byte, count: RecordHeader.Offset.end + 8)
        withUnsafeBytes(of: stream.littleEndian) { record.replaceSubrange(RecordHeader.Offset.stream..<16, with: $0) }
        return record
    }

    private static func randomBatch(_ generator: inout SeededGenerator) -> ReplicatedBatch {
        func bytes(_ most: Int) -> [UInt8] {
            (0..<Int.random(in: 0...most, using: &generator)).map { _ in .random(in: 0...255, using: &generator) }
        }
        let records = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            record(.random(in: 0...9, using: &generator), .random(in: 0...255, using: &generator)) + bytes(40)
        }
        let stores = (0..<Int.random(in: 0...2, using: &generator)).map { number in
            ReplicatedBatch.StoreChanges(
                store: "store \(number)",
                changes: (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    let kind: TableChange.Kind =
                        switch Int.random(in: 0..<3, using: &generator) {
                        case 0: .put(key: bytes(12), value: bytes(100))
                        case 1: .remove(key: bytes(12))
                        default: .removeAll
                        }
                    return TableChange(table: "täble", isInteger: .random(using: &generator), kind: kind)
                })
        }
        return ReplicatedBatch(
            heading: ReplicatedBatch.Heading(
                number: .random(in: .min ... .max, using: &generator), epoch: 3, nonce: 4, first: 5,
                count: UInt32(records.count), rootBefore: .leaf([1]), rootAfter: .leaf([2])),
            records: records, changes: stores)
    }

    @Test func aBatchIsReadAsItWasWritten() {
        var generator = SeededGenerator(seed: .random(in: .min ... .max))
        for _ in 0..<200 {
            let batch = Self.randomBatch(&generator)
            #expect(ReplicatedBatch(bytes: batch.bytes) == batch)
        }
    }

    /// What is cut off, has more behind it, or begins otherwise is no batch; a changed byte never ends the process.
    @Test func aDamagedBatchIsNone() {
        var generator = SeededGenerator(seed: .random(in: .min ... .max))
        for _ in 0..<50 {
            let bytes = Self.randomBatch(&generator).bytes
            for count in 0..<bytes.count { #expect(ReplicatedBatch(bytes: Array(bytes.prefix(count))) == nil) }
            #expect(ReplicatedBatch(bytes: bytes + [0]) == nil)
            var changed = bytes
            changed[.random(in: bytes.indices, using: &generator)] ^=
                UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
            // Its digest tells: here it is only not to be read as the same.
            #expect(ReplicatedBatch(bytes: changed)?.bytes != bytes)
        }
    }

    /// Answers as it is told, and keeps what it was given.
    private final class Replicator: CommitReplicator {
        let batches = Guarded<[ReplicatedBatch]>([])
        let commits = Guarded<[LedgerError?]>([])
        let leads = Guarded(true)
        let path: String

        init(path: String) { self.path = path }

        var leadershipError: LedgerError? { leads.withLock { $0 } ? nil : .notLeader(path, leader: "b") }
        func epoch() throws(LedgerError) -> UInt64 {
            if let leadershipError { throw leadershipError }
            return 1
        }
        func replicate(_ batch: ReplicatedBatch, _ bytes: [UInt8]) throws(LedgerError) {
            if let leadershipError { throw leadershipError }
            batches.withLock { $0.append(batch) }
        }
        func committed(_ heading: ReplicatedBatch.Heading, failure: LedgerError?) {
            commits.withLock { $0.append(failure) }
        }
    }

    private struct Node {
        let directory = TemporaryDirectory()
        let ledger: Ledger
        let replicator: Replicator

        init(_ name: String) throws {
            ledger = try Ledger.create(at: directory(name), options: Ledger.Options(isNode: true))
            try ledger.setClusterMark(ClusterMark(node: name, number: 0, epoch: 0, size: 0))
            replicator = Replicator(path: ledger.path)
            try ledger.replicate(through: replicator, tables: ["profiles"])
        }
    }

    /// Why something failed; nil where it did not.
    private static func code(_ body: () throws -> Void) -> LedgerError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? LedgerError)?.code
        }
    }

    private static func batch(_ records: [[UInt8]]) -> RecordBatch {
        records.reduce(into: RecordBatch()) { $0.append($1) }
    }

    @Test func whatOneNodeCommitsAnotherOneTakes() throws {
        let (a, b) = (try Node("a"), try Node("b"))
        b.replicator.leads.withLock { $0 = false }
        for turn in 0..<5 as Range<UInt8> {
            try a.ledger.appendBlocking(
                AppendRequest(records: Self.batch([Self.record(1, turn), Self.record(UInt64(turn), turn)])))
        }
        try a.ledger.write { try $0.put([9, 9], at: 7, in: a.ledger.profiles) }
        let batches = a.replicator.batches.withLock { $0 }
        #expect(batches.map(\.heading.number) == Array(1...6))
        for batch in batches {
            try b.ledger.apply(try #require(ReplicatedBatch(bytes: batch.bytes))) { _ in Issue.record("another store") }
        }
        #expect(try a.ledger.root == b.ledger.root && b.ledger.size == 10)
        #expect(try b.ledger.clusterMark() == ClusterMark(node: "b", number: 6, epoch: 1, size: 10))
        #expect(try b.ledger.read { try $0.value(at: 7, in: b.ledger.profiles) } == [9, 9])
        #expect(try b.ledger.head(of: StreamID(rawValue: 1)) == a.ledger.head(of: StreamID(rawValue: 1)))
        #expect(a.replicator.commits.withLock { $0.allSatisfy { $0 == nil } && $0.count == 6 })
        // The same again, or one that does not follow, is another history.
        for batch in [batches[5], batches[0]] {
            #expect(Self.code { try b.ledger.apply(batch) { _ in } } == .forked)
        }
        a.ledger.close()
        b.ledger.close()
    }

    @Test func whatIsNotReplicatedIsNotThere() throws {
        let node = try Node("a")
        node.replicator.leads.withLock { $0 = false }
        let appended = Self.code {
            _ = try node.ledger.appendBlocking(AppendRequest(records: Self.batch([Self.record(1, 1)])))
        }
        let written = Self.code { try node.ledger.write { try $0.put([1], at: 1, in: node.ledger.profiles) } }
        #expect(appended == .notLeader && written == .notLeader)
        #expect(try node.ledger.size == 0 && node.ledger.clusterMark()?.number == 0)
        #expect(try node.ledger.read { try $0.value(at: 1, in: node.ledger.profiles) } == nil)
        node.replicator.leads.withLock { $0 = true }
        try node.ledger.appendBlocking(AppendRequest(records: Self.batch([Self.record(1, 1)])))
        #expect(try node.ledger.size == 1)
        node.ledger.close()
    }

    /// A record that was changed on its way leads to another root, and nothing of the batch is kept.
    @Test func aBatchWithAnotherRecordIsNotTaken() throws {
        let (a, b) = (try Node("a"), try Node("b"))
        try a.ledger.appendBlocking(AppendRequest(records: Self.batch([Self.record(1, 1)])))
        let batch = try #require(a.replicator.batches.withLock { $0.first })
        var records = batch.records
        records[0][RecordHeader.Offset.end] ^= 1
        let forged = ReplicatedBatch(heading: batch.heading, records: records, changes: [])
        #expect(Self.code { try b.ledger.apply(forged) { _ in } } == .forked)
        #expect(try b.ledger.size == 0 && b.ledger.clusterMark()?.number == 0)
        try b.ledger.apply(batch) { _ in }
        #expect(try b.ledger.root == a.ledger.root)
        a.ledger.close()
        b.ledger.close()
    }
}
