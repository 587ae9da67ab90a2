import DraftLedger
import Foundation
import Merkle
import Testing

@testable import Replay

/// Bundles whose checkpoints are by more than one key of the ledger.
struct RotatedKeyEvidenceTests {
    private static func policy(_ keys: [VerifierKey]) throws -> TrustPolicy {
        try TrustPolicy(Array((keys.map { "log \($0.text)\n" }.joined() + "quorum none\n").utf8))
    }

    @Test func `A bundle across a change of the key is proven by both keys, in either order, and by neither alone`()
        throws
    {
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
        let text = VerifyDocument(bundle, new).text
        #expect(text.contains("sed -n 2p") && text.contains("has changed its key"))
        #expect(VerifyDocument(bundle, old).text.contains("head -1"))
        #expect(!VerifyDocument(bundle, old).text.contains("has changed its key"))
    }
}
