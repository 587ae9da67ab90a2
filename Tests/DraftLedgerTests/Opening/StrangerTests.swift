import DraftLedger
import Foundation
import LedgerTesting
import TestSupport
import Testing

/// A ledger that somebody handed over: what is no regular file in it is named, and nothing is reached through it.
@Suite struct StrangerTests {
    private let scratch = TemporaryDirectory()
    private let files = FileManager.default

    private func ledger() throws -> TemporaryLedger {
        let temporary = try TemporaryLedger()
        try temporary.ledger.publishCheckpoint()
        temporary.ledger.close()
        return temporary
    }

    private func put(_ kind: String, at path: String) throws {
        try? files.removeItem(atPath: path)
        switch kind {
        case "a named pipe": try #require(mkfifo(path, 0o600) == 0)
        case "a directory": try files.createDirectory(atPath: path, withIntermediateDirectories: false)
        default: try files.createSymbolicLink(atPath: path, withDestinationPath: scratch("victim"))
        }
    }

    /// What reads each file: some are not looked at before they are needed.
    private static let readers: [(name: String, use: @Sendable (String) throws -> Void)] = [
        ("data.mdb", { try DraftLedger.open(at: $0).close() }),
        ("data.mdb", { _ = try DraftLedger.verifyPages(at: $0) }),
        ("lock.mdb", { try DraftLedger.open(at: $0).close() }),
        ("lock.mdb", { try DraftLedger.open(at: $0, for: .writing).close() }),
        ("checkpoint", { try DraftLedger.open(at: $0, for: .writing).close() }),
        ("checkpoint", { path in try Self.read(path) { _ = try $0.publishedCheckpoint() } }),
        ("checkpoint", { path in try Self.read(path) { _ = try $0.verify() } }),
        ("checkpoints", { path in try Self.read(path) { _ = try $0.checkpointHistory() } }),
        ("checkpoints", { try DraftLedger.open(at: $0, for: .writing).close() }),
        ("log.key", { path in try Self.read(path) { _ = try $0.verifierKey() } }),
        ("log.key", { path in try Self.read(path) { _ = try $0.verify() } }),
        ("report.key", { path in try Self.read(path) { _ = try $0.reportKey() } }),
        ("receipt.key", { path in try Self.read(path) { _ = try $0.receiptSigner() } }),
        ("draw.key", { try DraftLedger.open(at: $0, for: .writing).close() }),
    ]

    private static func read(_ path: String, _ body: (DraftLedger) throws -> Void) throws {
        let ledger = try DraftLedger.open(at: path)
        defer { ledger.close() }
        try body(ledger)
    }

    @Test(
        .withinTheRun, arguments: Self.readers.indices,
        ["a symbolic link", "a dangling link", "a named pipe", "a directory"])
    func whatIsNoRegularFileIsRefusedByName(reader: Int, kind: String) throws {
        let (name, use) = Self.readers[reader]
        let temporary = try ledger()
        if kind == "a symbolic link" { try scratch.write("precious", to: "victim") }
        try put(kind, at: temporary.path + "/" + name)
        let error = #expect(throws: DraftLedgerError.self) { try use(temporary.path) }
        #expect(error?.code == .irregularFile, "\(String(describing: error))")
        #expect(error?.message.contains(name) == true)
        #expect(error?.message.contains(kind.contains("link") ? "a symbolic link" : kind) == true)
        #expect(files.fileExists(atPath: scratch("victim")) == (kind == "a symbolic link"))
        if kind == "a symbolic link" {
            #expect(try String(contentsOfFile: scratch("victim"), encoding: .utf8) == "precious")
        }
    }

    @Test(arguments: ["data.mdb", "lock.mdb"], ["a symbolic link", "a dangling link"])
    func aNewLedgerIsNotWrittenThroughALink(name: String, kind: String) throws {
        if kind == "a symbolic link" { try scratch.write("precious", to: "victim") }
        let path = scratch("new")
        try files.createDirectory(atPath: path, withIntermediateDirectories: false)
        try put(kind, at: path + "/" + name)
        let error = #expect(throws: DraftLedgerError.self) {
            try DraftLedger.create(at: path, origin: "test.example/new")
        }
        #expect(error?.code == .irregularFile, "\(String(describing: error))")
        #expect(try files.contentsOfDirectory(atPath: path) == [name], "it was not left as it was")
        #expect(files.fileExists(atPath: scratch("victim")) == (kind == "a symbolic link"))
    }

    @Test func aReaderLeavesADirectoryAsItIs() throws {
        let temporary = try ledger()
        try files.removeItem(atPath: temporary.path + "/lock.mdb")
        let before = try files.contentsOfDirectory(atPath: temporary.path).sorted()
        try Self.read(temporary.path) { ledger in
            _ = try ledger.verify(full: true)
            _ = try ledger.status()
            _ = try ledger.rooms()
            let meanwhile = try files.contentsOfDirectory(atPath: temporary.path).sorted()
            #expect(meanwhile == before)
        }
        #expect(try files.contentsOfDirectory(atPath: temporary.path).sorted() == before)
    }

    /// The directory itself is what its user names, and may be named by a link.
    @Test func theDirectoryMayBeReachedThroughALink() throws {
        let temporary = try ledger()
        try files.createSymbolicLink(atPath: scratch("l"), withDestinationPath: temporary.path)
        try Self.read(scratch("l")) { ledger in
            let report = try ledger.verify()
            #expect(report.isSound)
        }
    }

    @Test func aKeyWithoutEndIsNotReadToItsEnd() throws {
        let temporary = try ledger()
        let file = try #require(FileHandle(forWritingAtPath: temporary.path + "/log.key"))
        try file.truncate(atOffset: 1 << 40)
        try file.close()
        let error = #expect(throws: DraftLedgerError.self) {
            try Self.read(temporary.path) { _ = try $0.verifierKey() }
        }
        #expect(error?.code == .inputOutput && error?.message.contains("File too large") == true)
    }
}
