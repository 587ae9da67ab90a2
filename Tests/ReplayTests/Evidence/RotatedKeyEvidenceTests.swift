import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Testing

@testable import Replay  // what is in the archive, and how it says it is verified

/// Bundles whose checkpoints are by more than one key of the ledger.
struct RotatedKeyEvidenceTests {
    private static func policy(_ keys: [VerifierKey]) throws -> TrustPolicy {
        try TrustPolicy(Array((keys.map { "log \($0.text)\n" }.joined() + "quorum none\n").utf8))
    }

    /// In either order.
    @Test func aBundleAcrossAChangeOfTheKeyIsProvenByBothKeysAndByNeitherAlone() throws {
        let made = try EvidenceScene.publishing()
        let old = try made.house.ledger.verifierKey()
        let new = try made.house.ledger.rotateCheckpointKey()
        let bundle = try made.bundle()
        #expect(bundle.latest.note.signatures.count == 2)
        let archive = try bundle.archive(signedBy: new)
        for keys in [[old, new], [new, old]] {
            let report = EvidenceBundle.verify(archive, policy: try Self.policy(keys))
            #expect(report.isProven, "\(report.results)")
        }
        // The old key has signed every checkpoint in it, but it is not the one that the documents name.
        #expect(!EvidenceBundle.verify(archive, policy: try Self.policy([new])).isGenuine)
        let claimed = try bundle.history().verifyText(in: bundle)
        let text = VerifyDocument(bundle, by: new, claimed, since: nil).text
        #expect(text.contains("sed -n 2p") && text.contains("has changed its key"))
        #expect(VerifyDocument(bundle, by: old, claimed, since: nil).text.contains("head -1"))
        #expect(!VerifyDocument(bundle, by: old, claimed, since: nil).text.contains("has changed its key"))
    }

    /// To the letter, with the one thing put in that the document asks the reader for: the former key.
    @Test func whoeverDoesWhatTheBundleSaysComesToItsProofAcrossAChangeOfTheKey() throws {
        guard let shell = EvidenceScene.program("sh"), EvidenceScene.program("python3") != nil,
            EvidenceScene.program("openssl") != nil, EvidenceScene.program("tar") != nil
        else {
            try Test.cancel("python3, openssl or tar is not installed: an outsider's check is not tried")
        }
        let made = try EvidenceScene.publishing()
        let old = try made.house.ledger.verifierKey()
        let new = try made.house.ledger.rotateCheckpointKey()
        let archive = try made.bundle().archive(signedBy: new)
        let document = String(decoding: try #require(try TarArchive(archive)["VERIFY.md"]), as: UTF8.self)
        for checkpoint in try made.bundle().checkpoints {
            let signer = checkpoint.note.signatures.contains { $0.names(new) } ? new : old
            let row = "| \(checkpoint.unverified.size) events | `\(signer.name)+\(signer.id)` |"
            #expect(document.contains(row), "\(row)")
        }
        // No key stands there to be pasted: both are put in, as the document asks.
        #expect(!document.contains(new.text) && !document.contains(old.text))
        let blank = "'KEY-\(old.id)'"
        #expect(document.components(separatedBy: blank).count == 2)
        let commands = document.replacingOccurrences(of: blank, with: "'\(old.text)'")
            .replacing(#/\bKEY(?=')/#, with: new.text).split(separator: "\n")
            .filter { $0.hasPrefix("    ") && !$0.contains("draftledger ") }
            // Its own status says what the script did not check.
            .map { $0.contains("verify.py") ? "\($0) || [ $? -eq 2 ]" : String($0) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "bundle-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(archive).write(to: URL(filePath: "\(folder)/\(try made.bundle().claim.fileName)"))
        let ran = try EvidenceScene.run(shell, ["-e", "-c", commands.joined(separator: "\n")], in: folder)
        #expect(ran.status == 0 && !ran.output.contains("FAIL"), "\(ran.output)")
        #expect(ran.output.contains("Signature Verified Successfully"), "\(ran.output)")
        let policy = try TrustPolicy([UInt8](Data(contentsOf: URL(filePath: folder + "/my-policy"))))
        #expect(EvidenceBundle.verify(archive, policy: policy).isProven)
    }
}
