import LMDB
import Ledger
import Platform
import TestSupport
import Testing

/// Scans and walks: which records they show, and in which order.
@Suite(.seeded) struct ReadingTests {
    let directory = TemporaryDirectory()

    private func ledger(_ count: Int, seed: UInt64 = 1) throws -> Ledger {
        var generator = SeededGenerator(seed: seed)
        let ledger = try Ledger.create(at: directory("l"), options: .init(durability: .unsynced))
        let streams = (0..<count).map { _ in UInt64.random(in: 0..<20, using: &generator) }
        try ledger.appendBlocking(.any(streams))
        return ledger
    }

    @Test(arguments: [0..<0, 0..<1, 5..<10, 0..<20_000, 8_190..<8_195, 19_999..<30_000, 25_000..<30_000])
    func aScanShowsThePositionsOfItsRange(_ range: Range<Position>) throws {
        let ledger = try ledger(20_000)
        var seen: [Position] = []
        let end = try ledger.scan(range) { position, _ in
            seen.append(position)
            return true
        }
        let expected = range.clamped(to: 0..<20_000)
        #expect(seen == Array(expected))
        #expect(end == max(range.lowerBound, expected.upperBound))

        seen = []
        try ledger.scanBackward(range) { position, _ in
            seen.append(position)
            return true
        }
        #expect(seen == expected.reversed())
    }

    @Test func aScanEndsWhenItIsToldTo() throws {
        let ledger = try ledger(100)
        #expect(try ledger.scan(10...) { position, _ in position < 20 } == 21)
        #expect(try ledger.scanBackward(0...) { position, _ in position > 20 } == 20)
    }

    @Test func whatABodyThrowsEndsTheScan() throws {
        struct Enough: Error {}
        let ledger = try ledger(100)
        #expect(throws: Enough.self) { try ledger.scan(0...) { _, _ in throw Enough() } }
        #expect(try ledger.size == 100)
    }

    @Test func aScanSeesWhatIsAppendedWhileItRuns() throws {
        let ledger = try ledger(10_000)
        let isAppended = Guarded(false)
        var seen: Position = 0
        try ledger.scan(0...) { position, _ in
            #expect(position == seen)
            seen += 1
            if position == 5 {
                // Not from this thread: a write inside of a read is a mistake.
                ledger.enqueue(.any(0..<10_000)) { _ in
                    isAppended.withLock { $0 = true }
                    isAppended.broadcast()
                }
                isAppended.wait { $0 ? () : nil }
            }
            return true
        }
        #expect(seen == 20_000)
        ledger.close()
    }

    @Test func aSlowScanHoldsNoSnapshot() throws {
        let ledger = try Ledger.create(
            at: directory("l"), options: .init(durability: .unsynced, initialMapSize: 1 << 18))
        try ledger.appendBlocking(.any(0..<1_000))
        var appends = 0
        // The map can only grow when the scan lets go of its snapshot in between.
        try ledger.scan(0..<1_000) { position, _ in
            if position % 64 == 0, appends < 15 {
                appends += 1
                ledger.enqueue(.any(0..<1_000, padding: 200)) { _ in }
                pause(milliseconds: 6)
            }
            return true
        }
        ledger.close()
        let reopened = try Ledger.open(at: directory("l"))
        #expect(try reopened.size == Position(1_000 + 1_000 * appends))
    }

    @Test func aRecordCanBeReadInsideAScan() throws {
        let ledger = try ledger(1_000)
        try ledger.scan(0...) { position, record in
            let same = try ledger.record(at: position)
            #expect(same == record.withUnsafeBytes { Array($0) })
            return true
        }
    }

    @Test(arguments: 0..<5) func aWalkIsAScanThatLeavesOutTheOtherStreams(_ seed: UInt64) throws {
        let ledger = try ledger(3_000, seed: seed)
        let headers = try ledger.headers()
        for stream in 0..<21 {
            let id = StreamID(rawValue: UInt64(stream))
            let expected = headers.indices.filter { headers[$0].stream == id }.map { Position($0) }
            #expect(try ledger.positions(of: id) == expected, "seed \(seed)")

            var backward: [Position] = []
            try ledger.walkBack(id) { position, header, _ in
                #expect(header == headers[Int(position)])
                backward.append(position)
                return true
            }
            #expect(backward == expected.reversed(), "seed \(seed)")

            var forward: [UInt32] = []
            try ledger.walk(id, versions: 3...7) { _, header, _ in
                forward.append(header.version)
                return true
            }
            #expect(forward == Array((1...UInt32(max(expected.count, 1))).filter { (3...7).contains($0) }))
            #expect(try ledger.head(of: id)?.version == (expected.isEmpty ? nil : UInt32(expected.count)))
        }
    }

    @Test func aWalkBackCanBeginAnywhere() throws {
        let ledger = try Ledger.create(at: directory("l"))
        try ledger.appendBlocking(.any([1, 2, 1, 2, 1, 1]))
        func versions(_ walk: (@escaping (Position, RecordHeader, RawSpan) throws -> Bool) throws -> Void) rethrows
            -> [UInt32]
        {
            let versions = Guarded<[UInt32]>([])
            try walk { _, header, _ in
                versions.withLock { $0.append(header.version) }
                return header.version > 2
            }
            return versions.withLock { $0 }
        }
        #expect(try versions { try ledger.walkBack(StreamID(rawValue: 1), from: 3, $0) } == [3, 2])
        #expect(try versions { try ledger.walkBack(from: 4, $0) } == [3, 2])
        #expect(try versions { try ledger.walkBack(StreamID(rawValue: 9), $0) } == [])
        expect(.damaged) { try versions { try ledger.walkBack(from: 6, $0) } }
    }

    @Test func chunksCoverARangeOnce() throws {
        let ledger = try ledger(20_000)
        let chunks = Guarded<[Range<Position>]>([])
        try ledger.forEachChunk(of: 100..<50_000, chunkSize: 512) { chunk in
            #expect(chunk.count <= 512)
            chunks.withLock { $0.append(chunk) }
        }
        let positions = chunks.withLock { $0.sorted { $0.lowerBound < $1.lowerBound }.flatMap { Array($0) } }
        #expect(positions == Array(100..<20_000))
        struct Enough: Error {}
        #expect(throws: Enough.self) { try ledger.forEachChunk(of: 0...) { _ in throw Enough() } }
    }
}
