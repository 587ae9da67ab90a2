import DraftLedger
import Foundation
import Testing

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
}
