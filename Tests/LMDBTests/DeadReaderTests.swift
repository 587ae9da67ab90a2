import Foundation
import LMDB
import TestSupport
import Testing

/// Readers whose process was killed in a transaction.
@Suite struct DeadReaderTests {
    let directory = TemporaryDirectory()

    private func fileSize() throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: directory("data.mdb"))
        return try #require(attributes[.size] as? Int)
    }

    @Test func aKilledReaderPinsNoPagesOfAWriterThatGoesOn() async throws {
        let environment = try Environment.open(at: directory.path, options: .init(durability: .unsynced))
        let table: Table<UInt64> = try environment.table(named: "t")
        func write(_ times: Int) throws {
            for time in 0..<times {
                try environment.write { try $0.put([UInt8(time % 256)], at: UInt64(time % 10), in: table) }
            }
        }
        try write(100)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = directory.path as String] in
            let reader = try Environment.open(at: path, options: .init(access: .readOnly))
            try reader.read { _ in _ = kill(getpid(), SIGKILL) }
        }
        // The dead reader's snapshot is in use until the writer looks for such readers again.
        try await Task.sleep(for: .milliseconds(1_100))
        let before = try fileSize()
        try write(2_000)
        // Pinned, a commit of a few pages would make the file longer by as many: by megabytes.
        #expect(try fileSize() < before + 200_000)
        environment.close()
    }
}
