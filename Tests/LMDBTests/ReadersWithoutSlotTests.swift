import Foundation
import LMDB
import Platform
import TestSupport
import Testing

/// Readers that LMDB's table of readers has no place for: they may not write it, or another process has their number.
@Suite struct ReadersWithoutSlotTests {
    let directory = TemporaryDirectory()

    private static let keys: UInt64 = 3_000

    /// Makes every value that of the same round.
    private static func write(_ round: UInt64, in environment: Environment, _ table: Table<UInt64>) throws {
        let value = withUnsafeBytes(of: round) { Array($0) } + [UInt8](repeating: 0, count: 40)
        try environment.write { transaction in
            for key in 0..<keys { try transaction.put(value, at: key, in: table) }
        }
    }

    @Test func aReaderThatMayNotWriteTheTableReadsWholeSnapshotsBesideAWriter() async throws {
        let environment = try Environment.open(at: directory.path, options: .init(durability: .unsynced))
        let table: Table<UInt64> = try environment.table(named: "t")
        try Self.write(0, in: environment, table)
        // Root may write everything, and becomes somebody else in the reader's process.
        chmod(directory("lock.mdb"), 0o444)
        chmod(directory.path, 0o755)
        let copies = directory("copies")
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
        chmod(copies, 0o777)
        let isOver = Guarded(false)
        let writer = Thread {
            var round: UInt64 = 0
            while !isOver.withLock({ $0 }) {
                round += 1
                try? Self.write(round, in: environment, table)
            }
        }
        writer.start()
        await #expect(processExitsWith: .success) { [path = directory.path as String, copies = copies as String] in
            if getuid() == 0 { #expect(setgid(65_534) == 0 && setuid(65_534) == 0) }
            let environment = try Environment.open(at: path, options: .init(access: .readOnly))
            let table: Table<UInt64> = try #require(try environment.existingTable(named: "t"))
            for _ in 0..<40 {
                try environment.read { transaction in
                    var rounds: Set<[UInt8]> = []
                    var count: UInt64 = 0
                    try transaction.withCursor(on: table) { cursor in
                        var found = try cursor.first()
                        while found {
                            count += 1
                            cursor.withValue { value in
                                _ = rounds.insert((0..<8).map { value.unsafeLoad(fromByteOffset: $0, as: UInt8.self) })
                            }
                            // Long enough for commits to come in between.
                            if count % 1_000 == 0 { usleep(4_000) }
                            found = try cursor.next()
                        }
                    }
                    #expect(count == Self.keys && rounds.count == 1)
                }
            }
            let copy = copies + "/copy"
            try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
            try environment.copy(to: copy)
            let copied = try Environment.open(at: copy)
            try copied.checkPages()
            let same: Table<UInt64> = try copied.table(named: "t")
            let count = try copied.read { try $0.count(of: same) }
            #expect(count == Int(Self.keys))
        }
        isOver.withLock { $0 = true }
        // The writer's pins end with its readers, and the file grows no further.
        try Self.write(1, in: environment, table)
        environment.close()
    }

    @Test func aNumberThatAnotherProcessHasIsReplaced() throws {
        try Environment.open(at: directory.path).close()
        // As a process with this one's number does in another PID namespace. A lock of this kind excludes those of LMDB in
        // the same process too.
        let other = try OpenFile(directory("lock.mdb"), .update)
        try other.lockRange(from: UInt64(getpid()), isShared: false)
        let environment = try Environment.open(at: directory.path)
        let table: Table<UInt64> = try environment.table(named: "t")
        try environment.write { try $0.put([7], at: 1, in: table) }
        #expect(try environment.read { try $0.value(at: 1, in: table) } == [7])
        // Two readers at once have two slots under the new number.
        let held = HeldReader(of: environment)
        #expect(try environment.read { try $0.value(at: 1, in: table) } == [7])
        held.release()
        environment.close()
        let reader = try Environment.open(at: directory.path, options: .init(access: .readOnly))
        let same: Table<UInt64> = try #require(try reader.existingTable(named: "t"))
        #expect(try reader.read { try $0.value(at: 1, in: same) } == [7])
        reader.close()
        try other.unlockRange(from: UInt64(getpid()))
    }

    @Test func aKilledReaderPinsNoPagesThoughAnotherOneHasItsNumber() async throws {
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
        async let next: ExitTest.Result? = #expect(processExitsWith: .success) { [path = directory.path as String] in
            // The first process of a container has the same number each time: the killed reader's slot gets this one's. A
            // slot is 64 bytes after a head of 128: transaction u64, number i32, thread.
            let slots = try OpenFile(path + "/lock.mdb", .update)
            let bytes = try slots.contents()
            for place in stride(from: 128 + 8, to: bytes.count, by: 64) {
                let number = bytes[place..<(place + 4)].withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
                guard number != 0, number != getppid() else { continue }
                try slots.write(withUnsafeBytes(of: getpid()) { Array($0) }, at: UInt64(place))
            }
            let reader = try Environment.open(at: path, options: .init(access: .readOnly))
            _ = FileManager.default.createFile(atPath: path + "/ready", contents: nil)
            while !FileManager.default.fileExists(atPath: path + "/done") { usleep(5_000) }
            reader.close()
        }
        while !FileManager.default.fileExists(atPath: directory("ready")) {
            try await Task.sleep(for: .milliseconds(5))
        }
        // Until the writer looks for dead readers again.
        try await Task.sleep(for: .milliseconds(1_100))
        try write(100)
        let before = try FileStatus(of: directory("data.mdb")).size
        try write(2_000)
        #expect(try FileStatus(of: directory("data.mdb")).size < before + 200_000)
        _ = FileManager.default.createFile(atPath: directory("done"), contents: nil)
        _ = await next
        environment.close()
    }
}
