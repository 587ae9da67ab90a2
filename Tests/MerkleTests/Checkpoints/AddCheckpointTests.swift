import Testing

@testable import Merkle  // a conflict made by hand

@Suite struct AddCheckpointTests {
    private let fixture: Fixture
    private let file: String

    init() throws {
        fixture = try Fixture()
        file = try Fixture.text("add-checkpoint-7-to-300.txt")
    }

    private func read(_ text: String) throws -> AddCheckpointRequest { try AddCheckpointRequest(Array(text.utf8)) }

    @Test func aRequestIsWrittenAsTheFileThatGoHasVerified() throws {
        let read = try read(file)
        #expect(read.description == file)
        #expect(read.oldSize == 7)
        #expect(read.proof.hashes.map(\.base64) == fixture.expected.consistency_7_300)

        let log = try Fixture.checkpoint(300)
        let bare = try SignedCheckpoint(Array((log.note.text + "\n" + log.note.signatures[0].line).utf8))
        #expect(try AddCheckpointRequest(from: 7, to: bare, from: fixture.tree.source).description == file)
    }

    /// The whole exchange as files: the request goes out, a line comes back, the witness's state moves on.
    @Test func aWitnessCosignsWhatExtendsTheTreeItKnows() throws {
        let log = fixture.logKey.verifierKey
        var known: (size: UInt64, root: TreeHash)?
        for size in [1, 7, 256, 256, 300] {
            let signed = try fixture.sign(size, cosigned: false)
            let request = try AddCheckpointRequest(from: known?.size ?? 0, to: signed, from: fixture.tree.source)
            let received = try read(request.description)
            let verified = try received.verified(by: log, known: known)
            known = (verified.checkpoint.size, verified.checkpoint.root)

            let answer = try fixture.witnessKey.cosign(verified, time: 1_700_000_000 + UInt64(size)).line
            let cosigned = try signed.adding(Array(answer.utf8), from: [fixture.witnessKey.verifierKey])
            let result = try fixture.policy.verify(cosigned)
            #expect(result.cosignatures.map(\.time) == [1_700_000_000 + UInt64(size)])
        }
    }

    @Test func aWitnessRefusesAForkAnotherSizeAndAnUnknownLog() throws {
        let log = fixture.logKey.verifierKey
        let request = try read(file)
        let root = fixture.tree.root(7)
        #expect(throws: ProofError.self) { try request.verified(by: log, known: (7, fixture.tree.root(8))) }
        #expect(throws: AddCheckpointConflict(requested: 7, known: 8)) {
            try request.verified(by: log, known: (8, root))
        }
        #expect(throws: AddCheckpointConflict(requested: 7, known: 0)) { try request.verified(by: log, known: nil) }
        let stranger = SignerKey(name: log.name).verifierKey
        #expect(throws: TrustError.self) { try request.verified(by: stranger, known: (7, root)) }

        let withProof = try read(file.replacing("old 7\n", with: "old 0\n"))
        #expect(throws: ProofError.wrongHashCount(found: 10, expected: 0)) {
            try withProof.verified(by: log, known: nil)
        }
    }

    @Test func anAnswerWithoutATrustedCosignatureOfThisCheckpointIsRefused() throws {
        let signed = try fixture.sign(300, cosigned: false)
        let witness = fixture.witnessKey.verifierKey
        let other = try fixture.sign(7).note.signatures[1].line
        #expect(throws: TrustError.badSignature(name: witness.name, id: witness.id)) {
            try signed.adding(Array(other.utf8), from: [witness])
        }
        let unknown = try CosignerKey(name: witness.name).cosign(
            signed.verified(by: fixture.logKey.verifierKey), time: 1)
        #expect(throws: TrustError.self) { try signed.adding(Array(unknown.line.utf8), from: [witness]) }
        #expect(throws: FormatError.self) { try signed.adding(Array("thank you\n".utf8), from: [witness]) }
        #expect(throws: FormatError.self) { try signed.adding([], from: [witness]) }

        let good = try fixture.sign(300).note.signatures[1].line
        let both = try signed.adding(Array((unknown.line + good).utf8), from: [witness])
        #expect(both.note.signatures.count == 2)
    }

    @Test(arguments: [
        ("", 1, "old"), ("new 7\n", 1, "old"), ("old 07\n", 1, "leading zeros"), ("old 7", 1, "newline"),
        ("old 7\nAAAA\n\n", 2, "base64"), ("old 7\n", 2, "blank line"),
        ("old 7\n\no\n01\nAAAA\n\n— a x08go/ZJkg==\n", 4, "leading zeros"),
        ("old 7\n\no\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— a x\n", 7, "base64"),
    ])
    func aMalformedRequestIsRefusedWithItsLine(text: String, line: Int, says: String) throws {
        let error = try #require(throws: FormatError.self) { try read(text) }
        #expect(error.line == line)
        #expect(error.description.contains(says), "\(error)")
    }

    @Test func anAnswerHasAtMost63Hashes() throws {
        let hash = fixture.tree.leaves[0].base64 + "\n"
        let checkpoint = try Fixture.text("checkpoint.300")
        #expect(try read("old 7\n" + String(repeating: hash, count: 63) + "\n" + checkpoint).proof.hashes.count == 63)
        #expect(throws: FormatError.self) {
            try read("old 7\n" + String(repeating: hash, count: 64) + "\n" + checkpoint)
        }
    }
}
