import Merkle
import Testing

@Suite struct ProofFileTests {
    private let fixture: Fixture
    private let file: String
    private let record: [UInt8]

    init() throws {
        fixture = try Fixture()
        file = try Fixture.text("pick-137.tlog-proof")
        record = try Fixture.bytes("entry-137.json")
    }

    private func read(_ text: String) throws -> ProofFile { try ProofFile(Array(text.utf8)) }

    @Test func aProofIsWrittenAsTheFileThatGoHasVerified() throws {
        let written = try ProofFile(index: 137, in: Fixture.checkpoint(300), from: fixture.tree.source)
        #expect(written.description == file)
        #expect(written.proof.hashes.map(\.base64) == fixture.expected.inclusion_137_in_300)
        #expect(try read(file) == written)
        #expect(TreeHash.leaf(record).base64 == fixture.expected.leaf137_hash)
        #expect(try written.verify(record: record, policy: fixture.policy).checkpoint.size == 300)
    }

    @Test func everyRecordOfTheLogCanBeProved() throws {
        let checkpoint = try fixture.sign(300)
        for (index, record) in fixture.records.enumerated() {
            let proof = try ProofFile(index: UInt64(index), in: checkpoint, from: fixture.tree.source)
            _ = try read(proof.description).verify(record: record, policy: fixture.policy)
        }
    }

    @Test func anotherRecordIndexOrHashIsRefused() throws {
        let proof = try read(file)
        #expect(throws: ProofError.self) { try proof.verify(record: record + [0x20], policy: fixture.policy) }
        #expect(throws: ProofError.self) { try proof.verify(record: fixture.records[136], policy: fixture.policy) }
        for index in ["136", "138", "0", "299"] {
            let moved = try read(file.replacing("index 137\n", with: "index \(index)\n"))
            #expect(throws: ProofError.self) { try moved.verify(record: record, policy: fixture.policy) }
        }
        #expect(throws: ProofError.indexBeyondSize(index: 300, size: 300)) {
            try read(file.replacing("index 137\n", with: "index 300\n")).verify(record: record, policy: fixture.policy)
        }
        for (hash, flipped) in zip(proof.proof.hashes, proof.proof.hashes.withOneHashFlipped.enumerated()) {
            let text = file.replacing(hash.base64, with: flipped.element[flipped.offset].base64)
            #expect(throws: ProofError.self) { try read(text).verify(record: record, policy: fixture.policy) }
        }
    }

    @Test func aProofForAPolicysLogOnly() throws {
        let stranger = try TrustPolicy(
            Array("log \(SignerKey(name: KeyName("s.example")!).verifierKey)\nquorum none\n".utf8))
        #expect(throws: TrustError.self) { try read(file).verify(record: record, policy: stranger) }
    }

    @Test func extraDataComesBackAndIsNotTrusted() throws {
        let with = try ProofFile(
            index: 137, in: Fixture.checkpoint(300), extra: Array("room 7".utf8), from: fixture.tree.source)
        #expect(with.description == file.replacing("index 137", with: "extra cm9vbSA3\nindex 137"))
        #expect(try read(with.description) == with)
        let empty = try read(file.replacing("index 137", with: "extra \nindex 137"))
        #expect(empty.extra == [])
        #expect(empty.description == file.replacing("index 137", with: "extra \nindex 137"))
    }

    @Test func aLeafAloneInItsTreeNeedsNoHashes() throws {
        let proof = try ProofFile(index: 0, in: fixture.sign(1), from: fixture.tree.source)
        #expect(proof.description.hasPrefix("c2sp.org/tlog-proof@v1\nindex 0\n\ndraftledger.example/test\n1\n"))
        #expect(
            try read(proof.description).verify(record: fixture.records[0], policy: fixture.policy).checkpoint.size == 1)
    }

    /// What is replaced in the good file, the line to blame, and a part of what the error says.
    @Test(arguments: [
        ("tlog-proof@v1", "tlog-proof@v2", 1, "v2"), ("index 137\n", "", 2, "index"),
        ("index 137", "index 0137", 2, "leading zeros"), ("index 137", "index -1", 2, "index"),
        ("index 137", "extra Zh==\nindex 137", 2, "canonical"), ("index 137", "extra Zg==", 3, "index"),
        ("1EZ8or", "1EZ8o", 3, "base64"), ("rpWp4=\n\n", "rpWp4=\n", 12, "base64"),
        ("\n300\n", "\n3OO\n", 14, "size"), ("— witness", "- witness", 18, "key name"),
    ])
    func aMalformedProofIsRefusedWithItsLine(old: String, new: String, line: Int, says: String) throws {
        let broken = file.replacing(old, with: new)
        try #require(broken != file)
        let error = try #require(throws: FormatError.self) { try read(broken) }
        #expect(error.line == line)
        #expect(error.description.contains(says), "\(error)")
    }

    @Test func everyTruncationIsRefused() throws {
        let bytes = Array(file.utf8)
        let cosignatureStart = file.utf8.count - (try Fixture.checkpoint(300).note.signatures[1].line.utf8.count)
        for length in 0..<bytes.count where length != cosignatureStart {
            #expect(throws: FormatError.self, "\(length) bytes") { try ProofFile(Array(bytes.prefix(length))) }
        }
    }

    @Test func aCheckpointOlderThanTheRecordCannotProveIt() throws {
        #expect(throws: ProofError.indexBeyondSize(index: 137, size: 7)) {
            try ProofFile(index: 137, in: Fixture.checkpoint(7), from: fixture.tree.source)
        }
    }
}
