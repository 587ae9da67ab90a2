import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Testing

/// What is published beside a ledger whose key is not there: anybody can have written it.
@Suite struct UnverifiedCheckpointTests {
    /// A published ledger, closed, its key taken away.
    private func ledger(forged: Bool) throws -> (TemporaryLedger, VerifierKey) {
        let temporary = try TemporaryLedger()
        let published = try temporary.ledger.publishCheckpoint()
        let key = try temporary.ledger.verifierKey()
        temporary.ledger.close()
        try FileManager.default.removeItem(atPath: temporary.path + "/log.key")
        if forged {
            // Another key of the ledger's name signs what the ledger is, and takes the checkpoint's place.
            let stranger = SignerKey(name: key.name)
            let checkpoint = try SignedCheckpoint(published.unverified, signedBy: stranger)
            try checkpoint.description.write(
                toFile: temporary.path + "/checkpoint", atomically: true, encoding: .utf8)
            try "\(checkpoint)\n".write(toFile: temporary.path + "/checkpoints", atomically: true, encoding: .utf8)
        }
        return (temporary, key)
    }

    private func code(_ body: () throws -> Void) -> DraftLedgerError.Code? {
        (#expect(throws: DraftLedgerError.self) { try body() })?.code
    }

    @Test(arguments: [true, false])
    func nobodyIsToldThatItIsSoundAndNobodyIsGivenIt(forged: Bool) throws {
        let (temporary, key) = try ledger(forged: forged)
        let reading = try DraftLedger.open(at: temporary.path)
        defer { reading.close() }
        for full in [false, true] {
            let report = try reading.verify(full: full)
            #expect(!report.isSound)
            #expect(Set(report.findings.map(\.check)) == ["signature"])
            #expect(report.findings.first?.message.contains("log.key is missing") == true)
        }
        #expect(code { _ = try reading.publishedCheckpoint() } == .checkpointUnverified)
        for checkpoint in try reading.checkpointHistory() {
            #expect(code { try reading.checkSigned(checkpoint) } == .checkpointUnverified)
        }
        // With a key from elsewhere it is one or the other.
        let report = try reading.verify(full: true, trusting: [key])
        #expect(report.isSound == !forged, "\(report.findings)")
        if forged {
            #expect(code { _ = try reading.publishedCheckpoint(trusting: [key]) } != nil)
        } else {
            #expect(try reading.publishedCheckpoint(trusting: [key])?.verified(by: key) != nil)
        }
    }

    @Test(arguments: [true, false])
    func nothingIsPublishedOrCosignedOnTopOfIt(forged: Bool) throws {
        let (temporary, _) = try ledger(forged: forged)
        // Drafting goes on: it needs no signature.
        let writing = try DraftLedger.open(at: temporary.path, for: .writing)
        defer { writing.close() }
        #expect(code { try writing.publishCheckpoint() } == .checkpointUnverified)
        let witness = CosignerKey(name: try #require(KeyName("witness.example/w")))
        #expect(code { _ = try writing.addWitness([], from: [witness.verifierKey]) } == .checkpointUnverified)
    }

    @Test func aMissingHistoryIsToldOf() throws {
        let temporary = try TemporaryLedger()
        try temporary.ledger.publishCheckpoint()
        #expect(try temporary.ledger.verify().notes.isEmpty)
        try FileManager.default.removeItem(atPath: temporary.path + "/checkpoints")
        let report = try temporary.ledger.verify()
        #expect(report.isSound && report.notes.contains { $0.contains("/checkpoints is missing") })
        #expect(try temporary.ledger.status().notes.contains { $0.contains("/checkpoints is missing") })
    }

    /// Two names that look alike must not stand beside each other as if they were the same.
    @Test func anotherOriginThatLooksTheSameIsShownAsAnother() throws {
        let temporary = try TemporaryLedger()
        let root = try temporary.ledger.root
        let stranger = SignerKey(name: try #require(KeyName("test.ex\u{430}mple/drafts")))
        let checkpoint = try SignedCheckpoint(
            Checkpoint(origin: stranger.verifierKey.name, size: 1, root: root), signedBy: stranger)
        let error = #expect(throws: DraftLedgerError.self) { try temporary.ledger.check(checkpoint) }
        #expect(error?.message.contains(#"found test.ex\u{430}mple/drafts, expected test.example/drafts"#) == true)
    }
}
