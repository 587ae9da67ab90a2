import Draft
import Foundation
import LedgerTesting
import Merkle
import Statements
import Testing

@testable import DraftLedger  // the key file of reports

@Suite struct AttestedReportTests {
    private static let json = #"{"entries":2,"players":[{"name":"A. Sanders-Ünlü"}]}"#

    private func attested(
        _ house: LiveHouse, at size: UInt64? = nil
    ) throws -> (report: AttestedReport, keys: [VerifierKey]) {
        let checkpoint = try house.ledger.publishCheckpoint()
        let size = size ?? checkpoint.unverified.size
        let report = try house.ledger.attest(
            report: "exposure", options: ["--user", "7", "a \"b\"\n/c"], json: Self.json, at: size,
            fold: try house.ledger.rosterDigest(at: size), in: checkpoint)
        return (report, [try house.ledger.reportKey(), try house.ledger.verifierKey()])
    }

    @Test func aReportIsVerifiedByItsKeysAlone() async throws {
        let house = try await LiveHouse()
        let (report, keys) = try attested(house)
        let read = try AttestedReport(Array(report.description.utf8))
        #expect(read == report)
        let verified = try read.verified(by: keys)
        #expect(verified.key == keys[0] && verified.log == keys[1])
        #expect(verified.statement.options == ["--user", "7", "a \"b\"\n/c"])
        #expect(verified.statement.size == (try house.ledger.size))
        #expect(verified.statement.root == (try house.ledger.root))
        #expect(keys[0].name.text == "test.example/drafts/report" && keys[0].publicKey != keys[1].publicKey)
        // The ledger's own files know both keys, also after the checkpoint key has changed.
        _ = try house.ledger.rotateCheckpointKey()
        #expect(try read.verified(by: house.ledger.ownVerifierKeys()).log == keys[1])
        // Without the checkpoint key the rest is still checked.
        #expect(try read.verified(by: [keys[0]]).log == nil)
        #expect(throws: AttestationError.keyMissing("test.example/drafts/report")) { try read.verified(by: [keys[1]]) }
    }

    /// Its options too, slashes, control characters and what is not ASCII among them.
    @Test func aSignedTextIsWrittenAsItAlwaysWas() throws {
        let options = ["--user", "a/b \"c\"", "d\\e\n", "\u{8}\u{C}\u{1}\u{7F}", "Ünlü 漢 🏈"]
        let digest = Digest256(words: (1, 2, 3, 4))
        let statement = ReportStatement(
            origin: "test.example/drafts", size: 7, root: .emptyRoot, report: "exposure", options: options,
            fold: FoldDigest(name: "rosters", version: 2, digest: digest), jsonDigest: digest,
            checkpointDigest: digest, consistency: [])
        #expect(
            statement.text == #"""
                draft-ledger/report@v1
                origin test.example/drafts
                size 7
                root 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                report exposure
                options ["--user","a/b \"c\"","d\\e\n","\b\f\u0001\#u{7F}","Ünlü 漢 🏈"]
                fold rosters 2
                state AAAAAAAAAAEAAAAAAAAAAgAAAAAAAAADAAAAAAAAAAQ=
                json AAAAAAAAAAEAAAAAAAAAAgAAAAAAAAADAAAAAAAAAAQ=
                checkpoint AAAAAAAAAAEAAAAAAAAAAgAAAAAAAAADAAAAAAAAAAQ=

                """#)
    }

    @Test func aPrefixIsProvenToBeOneOfTheCheckpoint() async throws {
        let house = try await LiveHouse()
        let (report, keys) = try attested(house, at: 5)
        let verified = try AttestedReport(Array(report.description.utf8)).verified(by: keys)
        #expect(verified.statement.size == 5 && !verified.statement.consistency.isEmpty)
        #expect(verified.statement.root == (try house.ledger.treeEdge(at: 5).root))
        #expect(throws: DraftLedgerError.self) { try attested(house, at: 0) }
        #expect(throws: DraftLedgerError.self) { try attested(house, at: 1 << 40) }
    }

    @Test func everyFlippedBitIsFound() async throws {
        let house = try await LiveHouse()
        _ = try house.ledger.publishCheckpoint()
        // A line that the verifier knows nothing about is covered like all others.
        let witness = CosignerKey(name: KeyName("witness.example/w1")!)
        let published = try #require(try house.ledger.publishedCheckpoint())
        let request = try house.ledger.witnessRequest(from: 0, to: published)
        let checked = try AddCheckpointRequest(Array(request.description.utf8)).verified(
            by: house.ledger.verifierKey(), known: nil)
        let line = try witness.cosign(checked, time: 1_700_000_000).line
        _ = try house.ledger.addWitness(Array(line.utf8), from: [witness.verifierKey])

        for size in [nil, 5] as [UInt64?] {
            let (report, keys) = try attested(house, at: size)
            let file = Array(report.description.utf8)
            #expect(throws: Never.self) { try AttestedReport(file).verified(by: [keys[0]]) }
            for index in file.indices {
                var changed = file
                changed[index] ^= 1 << UInt8(index % 8)
                #expect(throws: AttestationError.self, "byte \(index)") {
                    try AttestedReport(changed).verified(by: [keys[0]])
                }
            }
            for count in file.indices {
                #expect(throws: AttestationError.self, "cut at \(count)") {
                    try AttestedReport(Array(file.prefix(count))).verified(by: [keys[0]])
                }
            }
            #expect(throws: AttestationError.self) { try AttestedReport(file + [0x0A]).verified(by: [keys[0]]) }
        }
    }

    @Test func aCheckpointOfAnotherHistoryIsNoProof() async throws {
        let house = try await LiveHouse()
        let (report, keys) = try attested(house, at: 5)
        // The owner of the report key alone cannot claim a root that the checkpoint does not extend.
        var lie = report.unverified
        lie.root = TreeHash.leaf([1])
        let key = try #require(try KeyFile.reports(of: house.path).read())
        let forged = try AttestedReport(lie, json: Self.json, checkpoint: report.checkpoint, signedBy: key)
        #expect(throws: AttestationError.self) { try forged.verified(by: keys) }
    }

    @Test func theDigestIsTheRowsAndNothingElse() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let size = try house.ledger.size
        let folded = try house.ledger.rosterDigest(at: size)
        try house.ledger.catchUp()
        #expect(try house.ledger.rosterDigest(at: size) == folded)
        try house.ledger.rebuild()
        #expect(try house.ledger.rosterDigest(at: size) == folded)
        try await house.accept(.room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(try house.userOnClock()))
        try house.ledger.catchUp()
        #expect(try house.ledger.rosterDigest(at: house.ledger.size) != folded)
        #expect(try house.ledger.rosterDigest(at: size) == folded)
    }

    @Test func thePagesFootIsASignedNote() async throws {
        let house = try await LiveHouse()
        let statement = try #require(try house.ledger.positionStatement(at: 3))
        #expect(try statement.position == 3 && statement.root == house.ledger.treeEdge(at: 3).root)
        #expect(statement.line.contains(statement.root.base64) && statement.line.contains(statement.signature))
        // What the line shows is enough to put the note together again.
        let name = "\(statement.origin)/report"
        let note =
            "draft-ledger/position@v1\n\(statement.origin)\n3\n\(statement.root.base64)\n\n— \(name) \(statement.signature)\n"
        let key = try house.ledger.reportKey()
        #expect(throws: Never.self) { try SignedNote(Array(note.utf8)).verified(by: [key]) }
        #expect(statement.keyID == key.id)
    }
}
