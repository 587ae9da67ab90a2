import Merkle
import Testing

@Suite struct CheckpointTests {
    private let fixture: Fixture

    init() throws { fixture = try Fixture() }

    @Test(arguments: [0, 1, 7, 256, 300])
    func aCheckpointIsWrittenAsTheFilesThatGoHasVerified(size: Int) throws {
        let file = try Fixture.text("checkpoint.\(size)")
        let read = try SignedCheckpoint(Array(file.utf8))
        #expect(read.description == file)
        #expect(read.unverified.origin == fixture.expected.origin)
        #expect(read.unverified.size == UInt64(size))
        #expect(read.unverified.root.base64 == fixture.expected.roots["\(size)"])

        let witness = fixture.witnessKey.verifierKey
        let verified = try read.verified(by: fixture.logKey.verifierKey, witnesses: [witness])
        let isCosigned = size == 7 || size == 300
        #expect(verified.cosignatures.map(\.key) == (isCosigned ? [witness] : []))
        #expect(verified.cosignatures.allSatisfy { $0.time == Fixture.cosignatureTime })

        let written = try fixture.sign(size, cosigned: isCosigned)
        #expect(written.unverified == read.unverified)
        if signsDeterministically { #expect(written.description == file) }
    }

    @Test func keysAreThoseOfTheFixture() throws {
        #expect(fixture.logKey.verifierKey.text == fixture.expected.log_vkey)
        #expect(fixture.witnessKey.verifierKey.text == fixture.expected.witness_vkey)
        let seed = [UInt8](hex: fixture.expected.log_seed_hex_TEST_ONLY)
        #expect(
            try SignerKey(name: fixture.logKey.verifierKey.name, seed: seed).secretText == fixture.logKey.secretText)
    }

    @Test func rootsAtAllPublishedSizes() throws {
        for (size, root) in fixture.expected.roots {
            let computed = try TreeHash.root(size: #require(UInt64(size)), from: fixture.tree.source)
            #expect(computed.base64 == root, "size \(size)")
        }
    }

    @Test func onlyTheLogsOwnSignatureMakesACheckpointTheLogs() throws {
        let checkpoint = try Fixture.checkpoint(300)
        let witness = fixture.witnessKey.verifierKey
        let another = SignerKey(name: fixture.logKey.verifierKey.name).verifierKey
        #expect(throws: TrustError.notSignedByLog(another.name)) {
            try checkpoint.verified(by: another, witnesses: [witness])
        }
        let elsewhere = SignerKey(name: KeyName("elsewhere.example")!)
        #expect(throws: TrustError.self) { try checkpoint.verified(by: elsewhere.verifierKey) }
        #expect(throws: TrustError.self) { try checkpoint.verified(by: witness) }
        #expect(throws: TrustError.self) { try SignedCheckpoint(checkpoint.unverified, signedBy: elsewhere) }
    }

    /// A witness may carry the log's name; it still speaks for itself only.
    @Test func aCosignatureUnderTheLogsNameDoesNotMakeACheckpointTheLogs() throws {
        let witness = CosignerKey(name: fixture.logKey.verifierKey.name)
        let log = fixture.logKey.verifierKey
        let signed = try fixture.sign(300, cosigned: false)
        let line = try witness.cosign(signed.verified(by: log), time: 1).line
        let only = try SignedCheckpoint(Array((signed.note.text + "\n" + line).utf8))
        #expect(throws: TrustError.notSignedByLog(log.name)) {
            try only.verified(by: log, witnesses: [witness.verifierKey])
        }
        #expect(throws: TrustError.notSignedByLog(log.name)) { try only.verified(by: witness.verifierKey) }
    }

    @Test func aLogsSignatureIsNoCosignatureNorTheOtherWayRound() throws {
        let seed = [UInt8](repeating: 9, count: 32)
        let name = fixture.logKey.verifierKey.name
        let log = try SignerKey(name: name, seed: seed)
        let witness = try CosignerKey(name: name, seed: seed)
        let checkpoint = Checkpoint(origin: name, size: 7, root: fixture.tree.root(7))
        let signed = try SignedCheckpoint(checkpoint, signedBy: log)
        #expect(throws: TrustError.self) { try signed.note.verified(by: [witness.verifierKey]) }
        let cosignature = try witness.cosign(signed.verified(by: log.verifierKey), time: 1)
        let both = try signed.note.adding(cosignature)
        #expect(try both.verified(by: [log.verifierKey]).signatures.count == 1)
        #expect(try both.verified(by: [witness.verifierKey]).signatures.map(\.time) == [1])
    }

    @Test func aCosignatureStatesItsTime() throws {
        let cosigned = try fixture.sign(300)
        let line = cosigned.note.signatures[1]
        var bytes = Array(line.line.utf8)
        // The time's last byte lies in the 16th base64 character of the payload.
        let start = bytes.count - 1 - 104
        bytes[start + 15] = bytes[start + 15] == 0x41 ? 0x42 : 0x41
        let later = try SignedNote(Array((cosigned.note.text + "\n").utf8) + bytes)
        #expect(throws: TrustError.self) { try later.verified(by: [fixture.witnessKey.verifierKey]) }
    }

    @Test func extensionLinesOfOtherLogsAreReadAndKept() throws {
        let text = "other.example log\n1\n\(fixture.tree.root(1).base64)\nfirst extra\nsecond\n"
        let checkpoint = try Checkpoint(text)
        #expect(checkpoint.extensionLines == ["first extra", "second"])
        #expect(checkpoint.text == text)
    }

    @Test(arguments: [
        ("", 1, "origin"), ("\n1\n", 1, "origin"), ("o\n", 2, "size"), ("o\n01\n", 2, "leading zeros"),
        ("o\n-1\n", 2, "-1"), ("o\n18446744073709551616\n", 2, "decimal"), ("o\n5\n", 3, "root"),
        ("o\n5\nAAAA\n", 3, "32 bytes"), ("o\n5\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFV=\n", 3, "canonical"),
        ("o\n0\nux8hwSLGIQEdIzvWhQ1PbQPFGf0C7PeB8AqJOfM5DnE=\n", 3, "empty tree"),
        ("o\n5\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n", 4, "not empty"),
        ("o\n5\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", 3, "newline"),
    ])
    func aMalformedCheckpointIsRefusedWithItsLine(text: String, line: Int, says: String) throws {
        let error = try #require(throws: FormatError.self) { try Checkpoint(text) }
        #expect(error.line == line)
        #expect(error.description.contains(says), "\(error)")
    }

    @Test func checkpointsOfOneLogExtendEachOther() throws {
        let key = fixture.logKey.verifierKey
        let old = try Fixture.checkpoint(7).verified(by: key)
        let new = try Fixture.checkpoint(300).verified(by: key)
        let proof = try ConsistencyProof(from: 7, to: 300, from: fixture.tree.source)
        #expect(proof.hashes.map(\.base64) == fixture.expected.consistency_7_300)
        try new.verify(extends: old, proof)
        #expect(throws: ProofError.self) { try old.verify(extends: new, proof) }

        let other = SignerKey(name: KeyName("other.example")!)
        let same = Checkpoint(origin: other.verifierKey.name, size: 7, root: fixture.tree.root(7))
        let foreign = try SignedCheckpoint(same, signedBy: other).verified(by: other.verifierKey)
        #expect(throws: TrustError.self) { try new.verify(extends: foreign, proof) }
    }
}
