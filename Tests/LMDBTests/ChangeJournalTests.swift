import Foundation
import LMDB
import TestSupport
import Testing

/// What a journal notes makes the same tables elsewhere.
@Suite(.seeded) struct ChangeJournalTests {
    private static func environment(_ directory: TemporaryDirectory, _ name: String) throws -> Environment {
        try FileManager.default.createDirectory(atPath: directory(name), withIntermediateDirectories: false)
        return try Environment.open(
            at: directory(name), options: .init(durability: .relaxed, initialMapSize: 1 << 16))
    }

    @Test func whatIsNotedMakesTheSameTables() throws {
        let directory = TemporaryDirectory()
        let (first, second) = (try Self.environment(directory, "a"), try Self.environment(directory, "b"))
        let (numbers, names): (Table<UInt64>, Table<String>) = (
            try first.table(named: "numbers"), try first.table(named: "names")
        )
        // A table without a change is not made.
        let _: (Table<UInt64>, Table<String>) = (
            try second.table(named: "numbers"), try second.table(named: "names")
        )
        var generator = SeededGenerator(seed: .random(in: .min ... .max))
        for _ in 0..<200 {
            let journal = ChangeJournal()
            // Enough to make the map grow now and then, and the body run again.
            try first.write(notedIn: journal) { transaction in
                for _ in 0..<5 {
                    let key = UInt64.random(in: 0..<20, using: &generator)
                    let value = [UInt8](repeating: UInt8(key), count: .random(in: 0..<400, using: &generator))
                    switch Int.random(in: 0..<12, using: &generator) {
                    case 0: try transaction.remove(key, in: numbers)
                    case 1: try transaction.remove("n\(key)", in: names)
                    case 2: try transaction.removeAll(in: names)
                    case 3:
                        try transaction.reserve(value.count, at: key, in: numbers) { room in
                            room.copyBytes(from: value)
                        }
                    case 4...7: try transaction.put(value, at: key, in: numbers)
                    default: try transaction.put(value, at: "n\(key)", in: names)
                    }
                }
            }
            try second.write { try $0.make(journal.changes) }
            #expect(try first.contents() == second.contents())
        }
        first.close()
        second.close()
    }

    @Test func onlyNamedTablesAreNoted() throws {
        let directory = TemporaryDirectory()
        let environment = try Self.environment(directory, "a")
        let (seen, unseen): (Table<UInt64>, Table<UInt64>) = (
            try environment.table(named: "seen"), try environment.table(named: "unseen")
        )
        let journal = ChangeJournal { $0 == "seen" }
        try environment.write(notedIn: journal) { transaction in
            try transaction.put([1], at: 1, in: seen)
            try transaction.put([2], at: 2, in: unseen)
            try transaction.remove(7, in: seen)
        }
        #expect(journal.changes.map(\.table) == ["seen"])
        environment.close()
    }
}
