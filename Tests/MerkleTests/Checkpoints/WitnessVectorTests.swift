import Foundation
import Merkle
import Testing

/// A 300-record tree that Sunlight's witness and mirror have cosigned, after golang's tlog.
@Suite(.enabled(if: TestFiles.hasVectors, Comment(rawValue: TestFiles.noVectors)))
struct WitnessVectorTests {
    private static let folder = TestFiles.vectors
        .appending(path: "sunlight-skylight/cmd/skylight/testdata/witness")
    private static let log = "000de184301123b9278c086a7d9f68c9577e83872224c197058fd90784ea9706"

    private struct About: Decodable { let verifier_keys: [String] }

    @Test(arguments: [("", "witness.v0.json"), ("mirror/", "mirror/mirror.v0.json")])
    func cosignaturesVerifyTheLogsECDSALineIsAnUnknownSigners(prefix: String, about: String) throws {
        let checkpoint = try SignedCheckpoint(
            TestFiles.bytes("\(prefix)\(Self.log)/checkpoint", in: Self.folder))
        let about = try TestFiles.json(About.self, about, in: Self.folder)
        let witness = try VerifierKey(about.verifier_keys[0])
        let verified = try checkpoint.note.verified(by: [witness])
        #expect(verified.signatures.map(\.key) == [witness])
        #expect(verified.signatures.first?.time ?? 0 > 1_700_000_000)
        #expect(checkpoint.unverified.size == 300)
    }

    @Test func theMirrorsTilesLeadToItsRootAndHoldTheHashesOfItsRecords() throws {
        let folder = Self.folder.appending(path: "mirror/\(Self.log)")
        let checkpoint = try SignedCheckpoint(TestFiles.bytes("checkpoint", in: folder)).unverified
        let tiles = TiledTree(size: checkpoint.size) { id in
            try Tile(id, bytes: TestFiles.bytes(TilePath.tile(id).text, in: folder))
        }
        let records = (0..<300).map { Array("record \($0)".utf8) }
        try tiles.verify(root: checkpoint.root) { index, width in
            try EntryBundle(Array(records.dropFirst(Int(index) * 256).prefix(width)))
        }
    }
}
