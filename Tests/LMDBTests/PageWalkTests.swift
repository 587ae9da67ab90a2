@testable import LMDB  // walks through pages that no environment would have
import TestSupport
import Testing

/// Pages that are walked without liblmdb: the same entries as by its own steps, whatever the pages hold.
@Suite(.seeded) struct PageWalkTests {
    let directory = TemporaryDirectory()

    private struct Entry: Hashable {
        var key: UInt64
        var value: [UInt8]

        init(_ key: UInt64, _ value: RawSpan) {
            self.key = key
            self.value = value.withUnsafeBytes { Array($0) }
        }
    }

    /// By liblmdb's steps.
    private func steps(from start: UInt64, in cursor: inout Cursor<UInt64>) throws -> [Entry] {
        var entries: [Entry] = []
        var found = try cursor.move(toOrAfter: start)
        while found {
            let key = try cursor.key
            entries.append(cursor.withValue { Entry(key, $0) })
            found = try cursor.next()
        }
        return entries
    }

    /// By walks, with how many of them it took.
    private func walks(from start: UInt64, in cursor: inout Cursor<UInt64>) throws -> (entries: [Entry], count: Int) {
        var entries: [Entry] = []
        var count = 0
        guard try cursor.move(toOrAfter: start) else { return ([], 0) }
        repeat {
            count += 1
            let goesOn = try cursor.walkPage { key, value in
                entries.append(Entry(key, value))
                return true
            }
            #expect(goesOn)
        } while try cursor.move(behind: entries[entries.count - 1].key)
        return (entries, count)
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func aWalkTellsWhatStepsTell(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let environment = try Environment.open(at: directory.path, options: .init(durability: .unsynced))
        let table: Table<UInt64> = try environment.table(named: "numbers")
        var key: UInt64 = 0
        // Values of no bytes, of half a page, of several pages; keys in a row and with gaps, some replaced, some removed.
        for _ in 0..<4 {
            try environment.write { transaction in
                for _ in 0..<200 {
                    key += generator.oneIn(4) ? generator.next() % 1_000 + 1 : 1
                    let size = generator.oneIn(16) ? Int(generator.next() % 9_000) : Int(generator.next() % 120)
                    let value = (0..<size).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
                    try transaction.put(value, at: key, in: table)
                    if generator.oneIn(8) { try transaction.put([1], at: generator.next() % key, in: table) }
                    if generator.oneIn(8) { try transaction.remove(generator.next() % key, in: table) }
                }
            }
        }
        let starts = [0] + (0..<20).map { _ in generator.next() % (key + 2) }
        try environment.read { transaction in
            try transaction.withCursor(on: table) { cursor in
                for start in starts {
                    let expected = try steps(from: start, in: &cursor)
                    let (entries, count) = try walks(from: start, in: &cursor)
                    #expect(entries == expected, "from \(start)")
                    #expect(count == 0 || entries.count < 10 || count < entries.count / 2, "no page was walked")
                }
            }
        }
        // What a transaction has changed itself lies anywhere: there each walk is of one entry.
        try environment.write { transaction in
            try transaction.put([7], at: key / 2, in: table)
            try transaction.withCursor(on: table) { cursor in
                let (entries, count) = try walks(from: 0, in: &cursor)
                #expect(entries.count == count)
                #expect(try steps(from: 0, in: &cursor) == entries)
                // A read inside of it sees the same.
                try environment.read { inner in
                    let read = try inner.withCursor(on: table) { try walks(from: 0, in: &$0).entries }
                    #expect(read == entries)
                }
            }
        }
    }

    @Test func aWalkEndsWhereItIsToldTo() throws {
        let environment = try Environment.open(at: directory.path, options: .init(durability: .unsynced))
        let table: Table<UInt64> = try environment.table(named: "numbers")
        try environment.write { transaction in
            for key in 0..<40 as Range<UInt64> { try transaction.put([UInt8(key)], at: key * 2, in: table) }
        }
        try environment.read { transaction in
            try transaction.withCursor(on: table) { cursor in
                #expect(try cursor.move(to: 10))
                var told: [UInt64] = []
                let goesOn = try cursor.walkPage { key, _ in
                    told.append(key)
                    return told.count < 3
                }
                #expect(!goesOn)
                #expect(told == [10, 12, 14])
                // The cursor has not moved.
                #expect(try cursor.key == 10)
                #expect(try cursor.move(behind: 14))
                #expect(try cursor.key == 16)
                #expect(try !cursor.move(behind: 78))
                #expect(try !cursor.move(behind: 15))
            }
        }
    }

    /// A page of anything: nothing outside of it is told of, and every walk ends.
    @Test(arguments: 0..<200 as Range<UInt64>) func aWalkThroughAnythingStaysInItsPage(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pageSize = 4_096
        let page = UnsafeMutableRawBufferPointer.allocate(byteCount: pageSize, alignment: pageSize)
        defer { page.deallocate() }
        for byte in page.indices { page[byte] = UInt8(truncatingIfNeeded: generator.next()) }
        func set(_ value: UInt16, at place: Int) { page.storeBytes(of: value, toByteOffset: place, as: UInt16.self) }
        // Enough of it is right for the walk to begin, and now and then to go on.
        let count = Int(generator.next() % 80) + 1
        set(2, at: 10)
        set(UInt16(16 + 2 * count), at: 12)
        var first = 0
        for entry in 0..<count where !generator.oneIn(8) {
            let node = 16 + 2 * count + 2 * Int(generator.next() % UInt64((pageSize - 16 - 2 * count) / 2))
            set(UInt16(node), at: 16 + 2 * entry)
            guard node + 8 <= pageSize else { continue }
            set(UInt16(generator.next() % 200), at: node)
            set(generator.oneIn(10) ? 1 : 0, at: node + 2)
            set(generator.oneIn(10) ? 1 : 0, at: node + 4)
            set(8, at: node + 6)
            if first == 0, node + 16 <= pageSize { first = node }
        }
        guard first > 0 else { return }
        let key = UnsafeRawBufferPointer(start: page.baseAddress! + first + 8, count: 8)
        var walk = PageWalk(behind: key, pageSize: pageSize)
        var told = 0
        while let (_, value) = walk.next() {
            told += 1
            let start = value.baseAddress! - UnsafeRawPointer(page.baseAddress!)
            #expect(start >= 16 && start + value.count <= pageSize)
        }
        #expect(told < count)
    }

    /// Without pages of a known size, as where a file's are larger than the machine's, nothing is walked.
    @Test(arguments: [0, 4_096]) func aPageThatIsNoLeafIsNotWalked(_ pageSize: Int) {
        let page = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 4_096)
        defer { page.deallocate() }
        page.initializeMemory(as: UInt8.self, repeating: 0)
        var walk = PageWalk(behind: UnsafeRawBufferPointer(rebasing: page[24..<32]), pageSize: pageSize)
        #expect(walk.next() == nil)
    }
}
