import Foundation
import LMDB
import TestSupport
import Testing

/// Wrong numbers in what LMDB follows without a look: each is refused, or does no harm.
@Suite struct DamagedPageTests {
    let directory = TemporaryDirectory()

    private static let pageSize = 4_096

    /// A closed environment of two tables with branches, long values and free pages, as bytes.
    private func file() throws -> Data {
        let environment = try Environment.open(at: directory.path, options: .init(durability: .unsynced))
        let numbers: Table<UInt64> = try environment.table(named: "numbers")
        let names: Table<String> = try environment.table(named: "names")
        for round in 0..<3 as Range<UInt8> {
            try environment.write { transaction in
                for key in 0..<40 as Range<UInt64> {
                    try transaction.put(Array(repeating: round, count: 300), at: key, in: numbers)
                }
                try transaction.put(Array(repeating: round, count: 9_000), at: 40, in: numbers)
                try transaction.put([round], at: "name", in: names)
            }
        }
        environment.close()
        return try Data(contentsOf: URL(fileURLWithPath: directory("data.mdb")))
    }

    /// Opens the file, checks its pages and, if nothing is said against them, reads and writes all there is.
    private func use(_ bytes: Data) throws {
        // A new file each time: LMDB may still have the last one mapped.
        try FileManager.default.removeItem(atPath: directory("data.mdb"))
        try bytes.write(to: URL(fileURLWithPath: directory("data.mdb")))
        let environment = try Environment.open(at: directory.path, options: .init(durability: .unsynced))
        defer { environment.close() }
        try environment.checkPages()
        let numbers: Table<UInt64> = try environment.table(named: "numbers")
        let names: Table<String> = try environment.table(named: "names")
        try environment.read { transaction in
            try transaction.withCursor(on: numbers) { cursor in
                var found = try cursor.first()
                while found {
                    _ = try cursor.key
                    found = try cursor.next()
                }
            }
            _ = try transaction.value(at: 40, in: numbers)
            _ = try transaction.value(at: "name", in: names)
        }
        try environment.write { transaction in
            try transaction.put([1], at: 7, in: numbers)
            try transaction.put([1], at: "name", in: names)
        }
    }

    private func refusal(of bytes: Data) -> LMDBError? {
        do {
            try use(bytes)
            return nil
        } catch {
            #expect(error is LMDBError, "\(error)")
            return error as? LMDBError
        }
    }

    private func word(_ data: Data, _ offset: Int) -> Int { Int(data[offset]) | Int(data[offset + 1]) << 8 }

    /// Where the page headers, the offsets and the headers of the first and the last entry of each page are.
    private func structure(of data: Data) -> [Int] {
        var offsets = (0..<2).flatMap { page in (16..<152).map { page * Self.pageSize + $0 } }
        for page in stride(from: 2 * Self.pageSize, to: data.count, by: Self.pageSize) {
            offsets += (0..<16).map { page + $0 }
            let isTree = word(data, page + 10) & 0x03 != 0
            let count = (word(data, page + 12) - 16) / 2
            guard isTree, (1...200).contains(count) else { continue }
            for entry in Set([0, count - 1]) {
                let place = page + 16 + 2 * entry
                offsets += [place, place + 1]
                offsets += (0..<8).map { page + word(data, place) + $0 }
            }
        }
        return offsets
    }

    @Test func anyByteOfTheStructure() throws {
        let whole = try file()
        #expect(refusal(of: whole) == nil)
        var refused = 0
        for offset in structure(of: whole) {
            for change in [0x44, 0xFF] as [UInt8] {
                var damaged = whole
                damaged[offset] ^= change
                if refusal(of: damaged) != nil { refused += 1 }
            }
        }
        #expect(refused > 500)
    }

    @Test(arguments: [UInt64.max, 1 << 62, 1 << 52]) func aLastPageThatNoFileHas(_ page: UInt64) throws {
        var damaged = try file()
        for meta in [0, 1] {
            let place = meta * Self.pageSize + 136
            damaged.replaceSubrange(place..<place + 8, with: withUnsafeBytes(of: page.littleEndian) { Array($0) })
        }
        let error = refusal(of: damaged)
        #expect(error?.code == .corrupted)
        #expect(error?.detail.contains("\(page)") == true)
    }

    /// Each leaf's first entry, and each table's description.
    @Test(arguments: [0x04, 0x06, 0x02, 0x05, 0x8000] as [UInt16])
    func anEntryOfAKindThatIsNotUsed(_ flags: UInt16) throws {
        let whole = try file()
        var leaves = 0
        for page in stride(from: 2 * Self.pageSize, to: whole.count, by: Self.pageSize)
        where word(whole, page + 10) == 2 {
            var damaged = whole
            for entry in 0..<(word(whole, page + 12) - 16) / 2 {
                let node = page + word(whole, page + 16 + 2 * entry)
                guard word(whole, node + 4) == 0 else { continue }
                damaged[node + 4] = UInt8(flags & 0xFF)
                damaged[node + 5] = UInt8(flags >> 8)
            }
            guard damaged != whole, let error = refusal(of: damaged) else { continue }
            #expect(error.code == .corrupted)
            leaves += 1
        }
        // The leaves of the last commit; older ones, which nothing leads to, stay unseen.
        #expect(leaves > 2)
    }

    @Test func aTableOfSeveralValuesAtAKey() throws {
        let whole = try file()
        var damaged = whole
        let name = Data("numbers".utf8)
        var start = whole.startIndex
        while let range = whole.range(of: name, in: start..<whole.endIndex) {
            damaged[range.upperBound + 4] |= 0x04
            start = range.upperBound
        }
        #expect(refusal(of: damaged)?.code == .corrupted)
    }
}
