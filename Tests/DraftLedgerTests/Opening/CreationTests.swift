import Foundation
import Ledger
import Merkle
import Testing

@testable import DraftLedger  // the steps of a creation, and the keys that it writes

@Suite struct CreationTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "creation-\(UUID().uuidString)").path

    @Test func theDrawSecretIsItsOwnersOnly() throws {
        let ledger = try DraftLedger.create(at: path, origin: "test.example/drafts")
        defer { try? FileManager.default.removeItem(atPath: path) }
        ledger.close()
        let mode = try FileManager.default.attributesOfItem(atPath: path + "/draw.key")[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).allSatisfy { !$0.hasPrefix("draw.key.") })
        try DraftLedger.open(at: path, for: .writing).close()
    }

    /// A secret that other drafts were promised by must survive whoever creates a ledger over it.
    @Test func aCreationThatFailsLeavesTheDirectoryAsItWas() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let secret = Data("an older ledger's".utf8)
        try secret.write(to: URL(filePath: path + "/draw.key"))
        let error = #expect(throws: DraftLedgerError.self) {
            try DraftLedger.create(at: path, origin: "test.example/drafts")
        }
        #expect(error?.code == .alreadyExists)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["draw.key"])
        #expect(FileManager.default.contents(atPath: path + "/draw.key") == secret)
        try FileManager.default.removeItem(atPath: path + "/draw.key")
        try DraftLedger.create(at: path, origin: "test.example/drafts").close()
        try DraftLedger.open(at: path, for: .writing).close()
    }

    @Test(arguments: [0, 31, 33]) func aSecretThatCouldNotBeReadAgainIsRefused(length: Int) {
        let error = #expect(throws: DraftLedgerError.self) {
            try DraftLedger.create(
                at: path, origin: "test.example/drafts", drawMaster: Array(repeating: 1, count: length))
        }
        #expect(error?.code == .invalidValue)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aDirectoryWithSomethingElseInItIsOccupied() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("mine".utf8).write(to: URL(filePath: path + "/notes.txt"))
        let error = #expect(throws: DraftLedgerError.self) {
            try DraftLedger.create(at: path, origin: "test.example/drafts")
        }
        #expect(error?.code == .alreadyExists)
        #expect(error?.message.contains("notes.txt") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["notes.txt"])
        // What a file system puts into its root is nobody's.
        try FileManager.default.removeItem(atPath: path + "/notes.txt")
        try FileManager.default.createDirectory(atPath: path + "/lost+found", withIntermediateDirectories: false)
        try DraftLedger.create(at: path, origin: "test.example/drafts").close()
    }

    @Test func aFileIsOccupied() throws {
        try Data().write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = #expect(throws: DraftLedgerError.self) {
            try DraftLedger.create(at: path, origin: "test.example/drafts")
        }
        #expect(error?.code == .alreadyExists)
    }

    @Test func whereNoFileCanBeOpenedNoDirectoryIsLeft() async {
        await #expect(processExitsWith: .success) {
            let path = FileManager.default.temporaryDirectory.appending(path: "creation-\(UUID().uuidString)").path
            var error: DraftLedgerError?
            withoutFreeFiles {
                error = #expect(throws: DraftLedgerError.self) {
                    try DraftLedger.create(at: path, origin: "test.example/drafts")
                }
            }
            #expect(error?.code == .inputOutput)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    /// How far a creation had come when its process was killed.
    enum Progress: CaseIterable {
        case format, secret, tables, key
    }

    /// Builds what a creation under a name leaves at a moment.
    private func create(asFarAs progress: Progress, origin: String = "test.example/drafts") throws {
        let ledger = try Ledger.create(at: path)
        defer { ledger.close() }
        try Data(repeating: 5, count: 32).write(to: URL(filePath: path + "/draw.key.77.88"))
        if progress == .format { return }
        try DrawKey.write(Array(repeating: 5, count: 32), in: path)
        if progress == .secret { return }
        _ = try ProjectionStore(ledger: ledger, log: EventLog(ledger: ledger))
        if progress == .tables { return }
        _ = try SigningKey.create(origin: origin, in: path)
    }

    @Test(arguments: Progress.allCases)
    func aCreationThatWasKilledIsGoneOnWith(_ progress: Progress) throws {
        try create(asFarAs: progress)
        defer { try? FileManager.default.removeItem(atPath: path) }
        if progress == .format {
            let error = #expect(throws: DraftLedgerError.self) { try DraftLedger.open(at: path, for: .writing) }
            #expect(error?.code == .noSuchLedger)
            #expect(error?.message.contains("Create the ledger again") == true)
        }
        let key = try SigningKey.read(in: path)
        try DraftLedger.create(at: path, origin: "test.example/drafts").close()
        let ledger = try DraftLedger.open(at: path, for: .writing)
        #expect(try ledger.size == 1)
        #expect(try ledger.origin == "test.example/drafts")
        #expect(try ledger.verify(full: true).isSound)
        ledger.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(!names.contains { $0.hasPrefix("draw.key.") }, "another copy of the secret")
        // What was there has not been made anew.
        if progress != .format { #expect(try DrawKey.read(in: path) == Array(repeating: 5, count: 32)) }
        if let key { #expect(try SigningKey.read(in: path)?.verifierKey == key.verifierKey) }
    }

    /// Whoever opens it meanwhile signs nothing: a checkpoint would be one of a ledger that has lost its history.
    @Test func aCreationThatWasKilledIsGoneOnWithAfterItWasOpened() throws {
        try create(asFarAs: .key)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let ledger = try DraftLedger.open(at: path, for: .writing)
        let error = #expect(throws: DraftLedgerError.self) { try ledger.publishCheckpoint() }
        #expect(error?.code == .badOrigin)
        ledger.close()
        #expect(!FileManager.default.fileExists(atPath: path + "/checkpoint"))
        #expect(!FileManager.default.fileExists(atPath: path + "/checkpoints"))
        try DraftLedger.create(at: path, origin: "test.example/drafts").close()
    }

    @Test func aKilledCreationsSecretAndKeyAreNotReplaced() throws {
        try create(asFarAs: .key, origin: "other.example/drafts")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let before = FileManager.default.contents(atPath: path + "/log.key")
        for (origin, master) in [
            ("test.example/drafts", nil), ("other.example/drafts", Array(repeating: 6 as UInt8, count: 32)),
        ] {
            let error = #expect(throws: DraftLedgerError.self) {
                try DraftLedger.create(at: path, origin: origin, drawMaster: master)
            }
            #expect(error?.code == .alreadyExists)
        }
        #expect(FileManager.default.contents(atPath: path + "/log.key") == before)
        #expect(try DrawKey.read(in: path) == Array(repeating: 5, count: 32))
        try DraftLedger.create(at: path, origin: "other.example/drafts").close()
    }

    @Test func aLedgerWithAHistoryIsNotGoneOnWith() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try DraftLedger.create(at: path, origin: "test.example/drafts").close()
        func expectOccupied() {
            let error = #expect(throws: DraftLedgerError.self) {
                try DraftLedger.create(at: path, origin: "test.example/drafts")
            }
            #expect(error?.code == .alreadyExists)
        }
        expectOccupied()
        // Nor one that has lost its data, of which the checkpoint or the secret tells.
        try Data().write(to: URL(filePath: path + "/data.mdb"))
        expectOccupied()
        try FileManager.default.removeItem(atPath: path + "/checkpoint")
        expectOccupied()
        try FileManager.default.removeItem(atPath: path + "/data.mdb")
        expectOccupied()
    }
}
