import LMDB
import TestSupport
import Testing

/// Transactions and tables: what is seen when, and what is left of a failure.
@Suite struct TransactionTests {
    let directory = TemporaryDirectory()

    struct Failure: Error {}

    private func environment() throws -> (Environment, Table<UInt64>) {
        let environment = try Environment.open(at: directory.path)
        return (environment, try environment.table(named: "numbers"))
    }

    @Test func valuesAreThereAfterACommit() throws {
        let (environment, table) = try environment()
        try environment.write { transaction in
            for key in 0..<1_000 as Range<UInt64> { try transaction.put([UInt8(key % 256)], at: key, in: table) }
        }
        try environment.read { transaction in
            #expect(try transaction.value(at: 999, in: table) == [231])
            #expect(try transaction.value(at: 1_000, in: table) == nil)
            let count = try transaction.count(of: table)
            #expect(count == 1_000)
            let sum = try transaction.withValue(at: 5, in: table) { $0.byteCount }
            #expect(sum == 1)
        }
        environment.close()
        let again = try Environment.open(at: directory.path, options: .init(access: .readOnly))
        let same: Table<UInt64> = try again.table(named: "numbers")
        #expect(try again.read { try $0.value(at: 3, in: same) } == [3])
    }

    @Test func whatThrowsLeavesNoTrace() throws {
        let (environment, table) = try environment()
        try environment.write { try $0.put([1], at: 1, in: table) }
        #expect(throws: Failure.self) {
            try environment.write { transaction in
                try transaction.put([2], at: 1, in: table)
                try transaction.remove(1, in: table)
                throw Failure()
            }
        }
        #expect(try environment.read { try $0.value(at: 1, in: table) } == [1])
        try environment.write { try $0.put([3], at: 1, in: table) }
        #expect(try environment.read { try $0.value(at: 1, in: table) } == [3])
    }

    @Test func aSnapshotStaysAsItWas() async throws {
        let (environment, table) = try environment()
        try environment.write { try $0.put([1], at: 1, in: table) }
        try environment.read { transaction in
            let before = try transaction.value(at: 1, in: table)
            onAnotherThread { try! environment.write { try $0.put([2], at: 1, in: table) } }
            let after = try transaction.value(at: 1, in: table)
            #expect(before == after)
            // A read inside of a read is the same snapshot.
            #expect(try environment.read { try $0.value(at: 1, in: table) } == before)
        }
        #expect(try environment.read { try $0.value(at: 1, in: table) } == [2])
    }

    @Test func aWriteSeesItself() throws {
        let (environment, table) = try environment()
        try environment.write { transaction in
            try transaction.put([1], at: 1, in: table)
            #expect(try environment.read { try $0.value(at: 1, in: table) } == [1])
        }
    }

    @Test func writesOfManyThreadsAreOneAfterTheOther() async throws {
        let (environment, table) = try environment()
        try environment.write { try $0.put([0, 0], at: 1, in: table) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        try! environment.write { transaction in
                            let value = try transaction.value(at: 1, in: table)!
                            let sum = Int(value[0]) + 256 * Int(value[1]) + 1
                            try transaction.put([UInt8(sum % 256), UInt8(sum / 256)], at: 1, in: table)
                        }
                    }
                }
            }
        }
        #expect(try environment.read { try $0.value(at: 1, in: table) } == [144, 1])
    }

    @Test func reservedRoomIsWrittenInPlace() throws {
        let (environment, table) = try environment()
        try environment.write { transaction in
            try transaction.reserve(3, at: 9, in: table) { room in
                #expect(room.count == 3)
                room.copyBytes(from: [7, 8, 9])
            }
        }
        #expect(try environment.read { try $0.value(at: 9, in: table) } == [7, 8, 9])
    }

    @Test func appendingKeepsTheOrderOfKeys() throws {
        let (environment, table) = try environment()
        try environment.write { transaction in
            try transaction.withAppender(to: table) { appender in
                for key in 0..<300 as Range<UInt64> {
                    try [UInt8(key % 256)].withUnsafeBytes { try appender.append($0, at: key) }
                }
            }
            try transaction.put([1], at: 300, in: table, placement: .appended)
        }
        let error = #expect(throws: LMDBError.self) {
            try environment.write { try $0.put([1], at: 300, in: table, placement: .appended) }
        }
        #expect(error?.code == .keyOrder)
        #expect(try environment.read { try $0.count(of: table) } == 301)
    }

    @Test func removing() throws {
        let (environment, table) = try environment()
        try environment.write { transaction in
            for key in 0..<10 as Range<UInt64> { try transaction.put([1], at: key, in: table) }
            let removed = try transaction.remove(3, in: table)
            let absent = try transaction.remove(3, in: table)
            #expect(removed && !absent)
            let isThere = try transaction.contains(3, in: table)
            #expect(!isThere)
        }
        #expect(try environment.read { try $0.count(of: table) } == 9)
        try environment.write { try $0.removeAll(in: table) }
        #expect(try environment.read { try $0.count(of: table) } == 0)
    }

    @Test func tablesOfOtherKeys() throws {
        let (environment, _) = try environment()
        let names: Table<String> = try environment.table(named: "names")
        let bytes: Table<[UInt8]> = try environment.table(named: "bytes")
        try environment.write { transaction in
            for name in ["b", "a", "ä", "ab"] { try transaction.put(Array(name.utf8), at: name, in: names) }
            for key in [[2], [1, 2], [1]] as [[UInt8]] { try transaction.put(key, at: key, in: bytes) }
        }
        try environment.read { transaction in
            try transaction.withCursor(on: names) { cursor in
                var keys: [String] = []
                var found = try cursor.first()
                while found {
                    keys.append(try cursor.key)
                    found = try cursor.next()
                }
                #expect(keys == ["a", "ab", "b", "ä"])
            }
            try transaction.withCursor(on: bytes) { cursor in
                let found = try cursor.move(toOrAfter: [1, 1])
                let key = try cursor.key
                #expect(found && key == [1, 2])
            }
        }
        let error = #expect(throws: LMDBError.self) {
            let _: Table<UInt64> = try environment.table(named: "names")
        }
        #expect(error?.description.contains("names") == true)
    }

    @Test func cursorsMoveBothWays() throws {
        let (environment, table) = try environment()
        try environment.write { transaction in
            for key in stride(from: 0, to: 100, by: 10) as StrideTo<UInt64> {
                try transaction.put([UInt8(key)], at: key, in: table)
            }
        }
        try environment.read { transaction in
            try transaction.withCursor(on: table) { cursor in
                func expect(_ found: Bool, at key: UInt64?, _ cursor: borrowing Cursor<UInt64>) throws {
                    #expect(found == (key != nil))
                    if let key {
                        let found = try cursor.key
                        let value = cursor.withValue { $0.unsafeLoad(as: UInt8.self) }
                        #expect(found == key && UInt64(value) == key)
                    }
                }
                try expect(cursor.last(), at: 90, cursor)
                try expect(cursor.next(), at: nil, cursor)
                try expect(cursor.move(to: 50), at: 50, cursor)
                try expect(cursor.previous(), at: 40, cursor)
                try expect(cursor.move(to: 55), at: nil, cursor)
                try expect(cursor.move(toOrAfter: 55), at: 60, cursor)
                try expect(cursor.move(toOrAfter: 91), at: nil, cursor)
                try expect(cursor.first(), at: 0, cursor)
                try expect(cursor.previous(), at: nil, cursor)
            }
        }
    }
}
