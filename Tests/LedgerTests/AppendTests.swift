import Ledger
import Merkle
import TestSupport
import Testing

/// What an append writes, and what it answers.
@Suite(.seeded) struct AppendTests {
    let directory = TemporaryDirectory()

    @Test func headersAreCompletedByTheLedger() throws {
        let ledger = try Ledger.create(at: directory("l"), options: .init(clock: { 1_000 }))
        let appended = try ledger.appendBlocking(.any([7, 8, 7]))
        #expect(appended.positions == 0..<3)
        #expect(appended.recordedAt == 1_000)
        #expect(
            try ledger.headers() == [
                RecordHeader(stream: StreamID(rawValue: 7), version: 1, previous: nil, recordedAt: 1_000),
                RecordHeader(stream: StreamID(rawValue: 8), version: 1, previous: nil, recordedAt: 1_000),
                RecordHeader(stream: StreamID(rawValue: 7), version: 2, previous: 0, recordedAt: 1_000),
            ])
    }

    @Test func theLayoutIsLittleEndianAtFixedOffsets() throws {
        let ledger = try Ledger.create(at: directory("l"), options: .init(clock: { 0x0102_0304_0506_0708 }))
        var batch = RecordBatch()
        for _ in 0..<2 {
            batch.append(stream: StreamID(rawValue: 0x1112_1314_1516_1718), byteCount: 37) { record in
                record.copyBytes(from: [8, 0, 1, 0, 2, 0, 3, 0])
                record[36] = 0xEE
            }
        }
        try ledger.appendBlocking(AppendRequest(records: batch))
        let tail: [UInt8] = [8, 7, 6, 5, 4, 3, 2, 1, 0xEE]
        let head: [UInt8] = [8, 0, 1, 0, 2, 0, 3, 0, 0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11]
        let none: [UInt8] = Array(repeating: 0xFF, count: 8)
        #expect(try ledger.record(at: 0) == head + [1, 0, 0, 0] + none + tail)
        #expect(try ledger.record(at: 1) == head + [2, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 0] + tail)
        #expect(try ledger.record(at: 2) == nil)
    }

    @Test func timeNeverRunsBackwards() throws {
        let times = Times([50, 40, 60])
        let ledger = try Ledger.create(at: directory("l"), options: .init(clock: { times.next() }))
        for _ in 0..<3 { try ledger.appendBlocking(.any([1])) }
        #expect(try ledger.headers().map(\.recordedAt) == [50, 50, 60])
        #expect(try ledger.lastRecordedAt == 60)
    }

    @Test func importedTimesAreKeptAndMustNotRunBackwards() throws {
        let ledger = try Ledger.create(at: directory("l"))
        func request(_ times: [Int64]) -> AppendRequest {
            AppendRequest(
                records: RecordBatch(times.map { _ in 1 }, recordedAt: times), recordedAt: .fromRecords)
        }
        try ledger.appendBlocking(request([10, 10, 12]))
        expect(.clockBackwards) { try ledger.appendBlocking(request([11])) }
        expect(.clockBackwards) { try ledger.appendBlocking(request([13, 12])) }
        expect(.clockBackwards) {
            try ledger.appendBlocking(AppendRequest(records: RecordBatch([1]), recordedAt: .at(11)))
        }
        try ledger.appendBlocking(AppendRequest(records: RecordBatch([1, 2]), recordedAt: .at(12)))
        #expect(try ledger.headers().map(\.recordedAt) == [10, 10, 12, 12, 12])
    }

    @Test(arguments: [36, 65_535]) func recordsOfTheExtremeSizesFit(_ size: Int) throws {
        let ledger = try Ledger.create(at: directory("l"))
        var batch = RecordBatch()
        for _ in 0..<3 { batch.append(stream: StreamID(rawValue: 1), byteCount: size) { _ in } }
        try ledger.appendBlocking(AppendRequest(records: batch))
        #expect(try ledger.record(at: 2)?.count == size)
    }

    @Test func aRecordThatIsTooLargeIsRefusedWithAllOfItsRequest() throws {
        let ledger = try Ledger.create(at: directory("l"))
        var batch = RecordBatch([1])
        batch.append(stream: StreamID(rawValue: 1), byteCount: 65_536) { _ in }
        expect(.recordSize) { try ledger.appendBlocking(AppendRequest(records: batch)) }
        #expect(try ledger.size == 0)
        #expect(try ledger.head(of: StreamID(rawValue: 1)) == nil)
    }

    @Test func aBatchIsAValue() throws {
        let ledger = try Ledger.create(at: directory("l"))
        let batch = RecordBatch([1, 1])
        for _ in 0..<3 { try ledger.appendBlocking(AppendRequest(records: batch)) }
        #expect(try ledger.headers().map(\.version) == [1, 2, 3, 4, 5, 6])
        batch.withRecord(at: 1) { #expect(RecordHeader($0).version == 0) }
    }

    @Test func anEmptyRequestChecksAndWritesNothing() throws {
        let ledger = try Ledger.create(at: directory("l"))
        #expect(try ledger.appendBlocking(.any([])).positions == 0..<0)
        #expect(try ledger.size == 0)
    }

    @Test func theRootIsTheTreesOverTheRecords() throws {
        let ledger = try Ledger.create(at: directory("l"))
        #expect(try ledger.root == .emptyRoot)
        var generator = SeededGenerator(seed: 1)
        var leaves: [TreeHash] = []
        while leaves.count < 6_000 {
            let count = Int.random(in: 1...1_500, using: &generator)
            try ledger.appendBlocking(.any((0..<count).map { UInt64($0 % 7) }, padding: count % 50))
            try ledger.scan(Position(leaves.count)...) { _, record in
                leaves.append(.leaf(record))
                return true
            }
            #expect(try ledger.root == root(of: leaves[...]), "after \(leaves.count) events")
        }
        for size in [0, 1, 255, 256, 257, 4_096, 5_000] {
            #expect(try ledger.treeEdge(at: Position(size)).root == root(of: leaves.prefix(size)))
        }
    }

    private func root(of leaves: ArraySlice<TreeHash>) -> TreeHash {
        guard leaves.count > 1 else { return leaves.first ?? .emptyRoot }
        var split = 1
        while split * 2 < leaves.count { split *= 2 }
        return .node(root(of: leaves.prefix(split)), root(of: leaves.dropFirst(split)))
    }
}
