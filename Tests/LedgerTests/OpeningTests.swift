import Foundation
import Ledger
import LMDB
import TestSupport
import Testing

/// What can be wrong with a ledger's directory, and what `open` and `create` say about it.
@Suite(.seeded) struct OpeningTests {
    let directory = TemporaryDirectory()

    /// A closed ledger of some events, more than two pages long.
    private func closedLedger(events: Int = 2_000) throws -> String {
        let path = directory("l")
        let ledger = try Ledger.create(at: path)
        try ledger.appendBlocking(.any((0..<events).map { UInt64($0 % 5) }))
        ledger.close()
        return path
    }

    private func edit(_ path: String, _ body: (FileHandle) throws -> Void) throws {
        let file = try #require(FileHandle(forUpdatingAtPath: path + "/data.mdb"))
        try body(file)
        try file.close()
    }

    @Test(arguments: [Ledger.Mode.readWrite, .readOnly]) func nothingThere(_ mode: Ledger.Mode) throws {
        expect(.notFound) { try Ledger.open(at: directory("nowhere"), mode: mode) }
        expect(.notFound) { try Ledger.open(at: directory.path, mode: mode) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test func creatingTwice() throws {
        let path = try closedLedger()
        expect(.alreadyExists) { try Ledger.create(at: path) }
        expect(.cannotCreate) { try Ledger.create(at: directory("no/such/parent")) }
        #expect(try Ledger.open(at: path).size == 2_000)
    }

    @Test func anUnfinishedCreationCanBeRepeated() throws {
        let path = directory("l")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try Data().write(to: URL(fileURLWithPath: path + "/data.mdb"))
        expect(.damaged) { try Ledger.open(at: path) }
        #expect(try Ledger.create(at: path).size == 0)
    }

    /// Ledgers were once made a table at a time, and the mark last.
    @Test(arguments: 0...5) func aCreationThatWasKilledAtATableCanBeRepeated(_ count: Int) throws {
        let path = directory("l")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let environment = try Environment.open(at: path)
        for name in ["events", "nodes", "streams"].prefix(count) {
            let _: Table<UInt64> = try environment.table(named: name)
        }
        if count > 3 { let _: Table<String> = try environment.table(named: "projections") }
        if count > 4 { let _: Table<String> = try environment.table(named: "format") }
        environment.close()
        for mode in [Ledger.Mode.readWrite, .readOnly] { expect(.notFound) { try Ledger.open(at: path, mode: mode) } }
        let ledger = try Ledger.create(at: path)
        try ledger.appendBlocking(.any([1]))
        ledger.close()
        #expect(try Ledger.open(at: path).size == 1)
        expect(.alreadyExists) { try Ledger.create(at: path) }
    }

    @Test func aLedgerWithoutEventsIsCreatedAgainAndKeepsWhatElseItHas() throws {
        let path = directory("l")
        let first = try Ledger.create(at: path)
        try first.write { try $0.put([7], at: 3, in: first.profiles) }
        first.close()
        let second = try Ledger.create(at: path)
        #expect(try second.read { try $0.value(at: 3, in: second.profiles) } == [7])
        try second.appendBlocking(.any([1]))
        second.close()
        expect(.alreadyExists) { try Ledger.create(at: path) }
    }

    /// Its tables may have the names of a ledger's.
    @Test(arguments: ["events", "profiles", "recipes"]) func somebodyElsesTablesAreNotTaken(_ name: String) throws {
        let environment = try Environment.open(at: directory.path)
        let table: Table<UInt64> = try environment.table(named: name)
        try environment.write { try $0.put([1], at: 1, in: table) }
        environment.close()
        expect(.notALedger) { try Ledger.open(at: directory.path) }
        expect(.alreadyExists) { try Ledger.create(at: directory.path) }
    }

    @Test func aSecondWriterIsRefusedAndReadersAreNot() throws {
        let path = try closedLedger()
        let writer = try Ledger.open(at: path)
        let error = expect(.alreadyOpen) { try Ledger.open(at: path) }
        #expect(error?.description.contains(path) == true)
        expect(.alreadyOpen) { try Ledger.create(at: path) }
        let readers = try (0..<3).map { _ in try Ledger.open(at: path, mode: .readOnly) }
        for reader in readers { #expect(try reader.size == 2_000) }
        writer.close()
        let next = try Ledger.open(at: path)
        try next.appendBlocking(.any([1]))
        for reader in readers { #expect(try reader.size == 2_001) }
    }

    private static let flock = "/usr/bin/flock"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: flock), "there is no flock to try the lock with"))
    func anotherProcessIsRefusedToo() throws {
        let path = try closedLedger()
        let ledger = try Ledger.open(at: path)
        let flock = Process()
        flock.executableURL = URL(fileURLWithPath: Self.flock)
        flock.arguments = ["--exclusive", "--nonblock", path, "true"]
        try flock.run()
        flock.waitUntilExit()
        #expect(flock.terminationStatus == 1)
        ledger.close()
    }

    @Test(arguments: [Ledger.Mode.readWrite, .readOnly]) func aFileOfSomethingElse(_ mode: Ledger.Mode) throws {
        let path = try closedLedger()
        var generator = SeededGenerator(seed: 5)
        let noise = Data((0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        try noise.write(to: URL(fileURLWithPath: path + "/data.mdb"))
        expect(.notALedger) { try Ledger.open(at: path, mode: mode) }
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path + "/data.mdb"))
        expect(.notALedger) { try Ledger.open(at: path, mode: mode) }
        expect(.notALedger) { try Ledger.open(at: path + "/data.mdb", mode: mode) }
    }

    @Test(arguments: [Ledger.Mode.readWrite, .readOnly]) func anLMDBFileOfSomethingElse(_ mode: Ledger.Mode) throws {
        let environment = try Environment.open(at: directory.path)
        let table: Table<String> = try environment.table(named: "recipes")
        try environment.write { try $0.put([1], at: "soup", in: table) }
        environment.close()
        expect(.notALedger) { try Ledger.open(at: directory.path, mode: mode) }
        expect(.alreadyExists) { try Ledger.create(at: directory.path) }
    }

    @Test func aNewerFormatOfTheLedger() throws {
        let path = try closedLedger()
        let environment = try Environment.open(at: path)
        let table: Table<String> = try environment.table(named: "format")
        try environment.write { try $0.put([2, 0, 0, 0], at: "draft-ledger", in: table) }
        environment.close()
        let error = expect(.newerFormat) { try Ledger.open(at: path) }
        #expect(error?.detail.contains("format 2") == true)
    }

    @Test func aNewerFormatOfLMDB() throws {
        let path = try closedLedger()
        try edit(path) { file in
            for page in [0, 4_096] as [UInt64] {
                try file.seek(toOffset: page + 20)
                try file.write(contentsOf: Data([2, 0, 0, 0]))
            }
        }
        expect(.newerFormat) { try Ledger.open(at: path) }
    }

    @Test(arguments: [1, 100, 4_096, 5_000, 8_192, 40_000, 100_000] as [UInt64])
    func aFileThatHasBeenCutOff(_ length: UInt64) throws {
        let path = try closedLedger()
        try edit(path) { try $0.truncate(atOffset: length) }
        for mode in [Ledger.Mode.readWrite, .readOnly] {
            let error = expect(length < 152 ? .notALedger : .damaged) { try Ledger.open(at: path, mode: mode) }
            #expect(error?.description.contains(path) == true)
        }
    }

    @Test(.enabled(if: getuid() != 0, "permissions mean nothing to root")) func aReadOnlyDirectory() throws {
        let path = try closedLedger()
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
        #expect(try Ledger.open(at: path, mode: .readOnly).size == 2_000)
        expect(.readOnly) { try Ledger.open(at: path) }
    }
}
