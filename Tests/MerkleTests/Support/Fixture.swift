import Foundation
import Merkle

/// The log of 300 records whose files Go's note and tlog packages, PyPI's proofbundle and openssl have verified.
struct Fixture {
    struct Expected: Decodable {
        let origin, log_vkey, log_skey_TEST_ONLY, witness_vkey: String
        let witness_seed_hex_TEST_ONLY, log_seed_hex_TEST_ONLY, leaf137_hash: String
        let roots: [String: String]
        let inclusion_137_in_300, consistency_7_300, consistency_256_300: [String]
    }

    /// When the fixture's witness cosigned.
    static let cosignatureTime: UInt64 = 1_700_000_500

    let expected: Expected
    let records: [[UInt8]]
    let tree: ReferenceTree
    let logKey: SignerKey
    let witnessKey: CosignerKey
    let policy: TrustPolicy

    init() throws {
        expected = try TestFiles.json(Expected.self, "expected.json", in: TestFiles.fixture)
        records = try [("000", 256), ("001.p/44", 44)].flatMap { path, width in
            try EntryBundle(bytes: Fixture.bytes("tile/entries/\(path)"), width: width).records
        }
        tree = ReferenceTree(records)
        logKey = try SignerKey(expected.log_skey_TEST_ONLY)
        witnessKey = try CosignerKey(
            name: KeyName("witness.example/w1")!, seed: [UInt8](hex: expected.witness_seed_hex_TEST_ONLY))
        policy = try TrustPolicy(Fixture.bytes("policy.txt"))
    }

    static func bytes(_ path: String) throws -> [UInt8] { try TestFiles.bytes(path, in: TestFiles.fixture) }

    static func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

    static func checkpoint(_ size: Int) throws -> SignedCheckpoint { try SignedCheckpoint(bytes("checkpoint.\(size)")) }

    /// Signs the checkpoint of that size, and lets the witness cosign it.
    func sign(_ size: Int, cosigned: Bool = true) throws -> SignedCheckpoint {
        let checkpoint = Checkpoint(origin: logKey.verifierKey.name, size: UInt64(size), root: tree.root(size))
        let signed = try SignedCheckpoint(checkpoint, signedBy: logKey)
        guard cosigned else { return signed }
        let verified = try signed.verified(by: logKey.verifierKey)
        let line = try witnessKey.cosign(verified, time: Fixture.cosignatureTime).line
        return try signed.adding(Array(line.utf8), from: [witnessKey.verifierKey])
    }
}

/// Whether signing the same text twice gives the same bytes. Apple's CryptoKit randomises Ed25519.
#if canImport(Darwin)
    let signsDeterministically = false
#else
    let signsDeterministically = true
#endif
