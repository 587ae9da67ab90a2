import Foundation
import LMDB
import Platform
import TestSupport
import Testing

/// Environments: growing, sharing, closing, and files that are not what they should be.
@Suite struct EnvironmentTests {
    let directory = TemporaryDirectory()

    /// The map is never smaller than the file.
    private func fileSize() throws -> Int { try Data(contentsOf: URL(filePath: directory("data.mdb"))).count }

    private func expect(
        _ code: LMDBError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
    ) {
        let error = #expect(throws: LMDBError.self, sourceLocation: sourceLocation) { _ = try body() }
        #expect(error?.code == code, "\(String(describing: error))", sourceLocation: sourceLocation)
        #expect(error?.description.contains(directory.path) == true, sourceLocation: sourceLocation)
    }

    @Test func theMapGrowsWithWhatIsWritten() throws {
        let environment = try Environment.open(at: directory.path, options: .init(initialMapSize: 1 << 16))
        let table: Table<UInt64> = try environment.table(named: "t")
        var attempts = 0
        // One transaction that is far larger than the map: it must run again, several times.
        try environment.write { transaction in
            attempts += 1
            try transaction.removeAll(in: table)
            for key in 0..<1_000 as Range<UInt64> {
                try transaction.put(Array(repeating: UInt8(key % 256), count: 1_000), at: key, in: table)
            }
        }
        #expect(attempts > 1)
        #expect(try fileSize() >= 1_000_000)
        #expect(try environment.read { try $0.count(of: table) } == 1_000)
    }

    @Test func theMapGrowsWhileOthersRead() async throws {
        let environment = try Environment.open(at: directory.path, options: .init(initialMapSize: 1 << 16))
        let table: Table<UInt64> = try environment.table(named: "t")
        try environment.write { try $0.put([0], at: 0, in: table) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<3_000 {
                        try! environment.read { transaction in
                            let count = try transaction.count(of: table)
                            let last = try transaction.value(at: UInt64(count - 1), in: table)
                            #expect(last?.first == UInt8((count - 1) % 256))
                        }
                    }
                }
            }
            group.addTask {
                for key in 1..<400 as Range<UInt64> {
                    let value = [UInt8](repeating: UInt8(key % 256), count: 5_000)
                    try! environment.write { try $0.put(value, at: key, in: table) }
                }
            }
        }
        #expect(try fileSize() >= 2_000_000)
    }

    @Test func aFullMapKeepsNothingOfATransactionThatFails() throws {
        struct Failure: Error {}
        let environment = try Environment.open(at: directory.path, options: .init(initialMapSize: 1 << 16))
        let table: Table<UInt64> = try environment.table(named: "t")
        #expect(throws: Failure.self) {
            try environment.write { transaction in
                for key in 0..<500 as Range<UInt64> {
                    try transaction.put(Array(repeating: 1, count: 1_000), at: key, in: table)
                }
                throw Failure()
            }
        }
        #expect(try environment.read { try $0.count(of: table) } == 0)
    }

    @Test func oneFileIsOpenOncePerProcess() throws {
        let first = try Environment.open(at: directory.path)
        let second = try Environment.open(at: directory.path + "/", options: .init(access: .readOnly))
        #expect(first === second)
        let table: Table<UInt64> = try first.table(named: "t")
        second.close()
        try first.write { try $0.put([1], at: 1, in: table) }
        first.close()
        expect(.closed) { try first.read { try $0.count(of: table) } }
        expect(.closed) { try first.write { _ in } }
        first.close()

        let reader = try Environment.open(at: directory.path, options: .init(access: .readOnly))
        expect(.alreadyOpen) { try Environment.open(at: directory.path) }
        expect(.readOnly) { try reader.write { _ in } }
        expect(.tableMissing) { let _: Table<UInt64> = try reader.table(named: "other") }
        reader.close()
        #expect(try Environment.open(at: directory.path).access == .readWrite)
    }

    @Test func closingWaitsForReaders() throws {
        let environment = try Environment.open(at: directory.path)
        let table: Table<UInt64> = try environment.table(named: "t")
        try environment.write { try $0.put([5], at: 1, in: table) }
        let reads = Guarded((values: 0, closed: 0))
        for _ in 0..<4 {
            Thread {
                while true {
                    do {
                        let value = try environment.read { try $0.value(at: 1, in: table) }
                        reads.withLock { $0.values += value == [5] ? 1 : 1_000_000 }
                    } catch {
                        return reads.withLock { $0.closed += (error as? LMDBError)?.code == .closed ? 1 : 100 }
                    }
                }
            }.start()
        }
        while reads.withLock({ $0.values < 1_000 }) { Thread.sleep(forTimeInterval: 0.001) }
        environment.close()
        while reads.withLock({ $0.closed < 4 }) { Thread.sleep(forTimeInterval: 0.001) }
        #expect(reads.withLock { $0.closed } == 4)
        #expect(reads.withLock { $0.values } < 1_000_000)
    }

    @Test func whatIsNotThere() throws {
        let nowhere = directory("nowhere")
        expect(.notFound) { try Environment.open(at: nowhere) }
        expect(.notFound) { try Environment.open(at: directory.path, options: .init(access: .readOnly)) }
        try Data([1]).write(to: URL(fileURLWithPath: directory("file")))
        expect(.notDirectory) { try Environment.open(at: directory("file")) }
    }

    @Test func aFileThatHasBeenCutOffAnywhere() throws {
        let environment = try Environment.open(at: directory.path)
        let table: Table<UInt64> = try environment.table(named: "t")
        try environment.write { transaction in
            for key in 0..<200 as Range<UInt64> {
                try transaction.put(Array(repeating: 1, count: 500), at: key, in: table)
            }
        }
        environment.close()
        let file = directory("data.mdb")
        let whole = try Data(contentsOf: URL(fileURLWithPath: file))
        for length in stride(from: 200, to: whole.count, by: 4_096 - 100) {
            try whole.prefix(length).write(to: URL(fileURLWithPath: file))
            for access in [Environment.Access.readWrite, .readOnly] {
                expect(.truncated) { try Environment.open(at: directory.path, options: .init(access: access)) }
            }
        }
        try whole.write(to: URL(fileURLWithPath: file))
        let reader = try Environment.open(at: directory.path, options: .init(access: .readOnly))
        let same: Table<UInt64> = try reader.table(named: "t")
        #expect(try reader.read { try $0.count(of: same) } == 200)
    }
}
