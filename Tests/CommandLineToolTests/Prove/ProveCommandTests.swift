import CommandTesting
import Foundation
import Merkle
import Records
import TestSupport
import Testing

/// The ledger is signed and proven from the command line.
@Suite struct ProveCommandTests {
    private let scratch = TemporaryDirectory()
    private let ledger: String

    init() {
        ledger = scratch("ledger")
        let simulate = ["simulate", "--rooms", "2", "--teams", "4", "--rounds", "4", "--seed", "7"]
        #expect(Ran(["--ledger", ledger] + simulate).status == 0)
    }

    private func run(_ arguments: String...) -> Ran { Ran(["--ledger", ledger] + arguments) }

    private var key: VerifierKey {
        get throws { try VerifierKey(try #require(run("key").lines.dropLast().last)) }
    }

    private func checkpoint() throws -> SignedCheckpoint { try SignedCheckpoint(Array(run("checkpoint").output.utf8)) }

    /// Makes the ledger grow.
    private func grow() { #expect(run("case", "open", "1", "--pick", "1", "--claim", "Mine.").status == 0) }

    @Test func theKeyVerifiesTheCheckpoint() throws {
        let checkpoint = try checkpoint()
        let status = try #require(run("status", "--format", "json").json as? [String: Any])
        let verified = try checkpoint.verified(by: try key)
        #expect(verified.checkpoint.size == status["size"] as? UInt64)
        #expect(verified.checkpoint.root.base64 == status["root"] as? String)
        #expect(run("checkpoint", "--published").output == checkpoint.description)
        let json = try #require(run("key", "--format", "json").json as? [String: Any])
        #expect(json["verifierKey"] as? String == (try key.text))
        let secret = try FileManager.default.attributesOfItem(atPath: ledger + "/log.key")
        #expect(secret[.posixPermissions] as? Int == 0o600)
    }

    /// So that whoever has one of them can compare it with a checkpoint.
    @Test func aBackupAndWhatIsRestoredNameTheRootAsAllOthersDo() throws {
        let status = try #require(run("status", "--format", "json").json as? [String: Any])
        let root = try #require(status["root"] as? String)
        let size = try #require(status["size"] as? Int)
        for (verb, command) in [
            ("copied", ["backup", scratch("backup")]),
            ("restored", ["restore", scratch("backup"), scratch("restored")]),
        ] {
            let ran = Ran(["--ledger", ledger] + command)
            #expect(ran.status == 0, "\(ran.messages)")
            #expect(
                ran.output.replacing(",", with: "").hasPrefix(
                    "\(verb) the first \(size) events to \(command.last ?? "")\n"),
                "\(ran.output)")
            #expect(ran.lines[1] == "root \(root)", "\(ran.output)")
        }
    }

    @Test func everyKindOfPositionIsProven() throws {
        let key = try key
        let size = try checkpoint().unverified.size
        for position in [0, 1, 255, 256, 300, size - 1] {
            let (record, proof) = (scratch("\(position).record"), scratch("\(position).tlog-proof"))
            #expect(run("record", "\(position)", "-o", record).status == 0)
            #expect(run("prove", "\(position)", "-o", proof).status == 0)
            let file = try ProofFile(Array(try Data(contentsOf: URL(filePath: proof))))
            let policy = try TrustPolicy(Array("log \(key.text)\nquorum none\n".utf8))
            let bytes = Array(try Data(contentsOf: URL(filePath: record)))
            #expect(try file.verify(record: bytes, policy: policy).checkpoint.size == size)
            #expect(throws: (any Error).self) { try file.verify(record: bytes + [0], policy: policy) }
        }
        #expect(run("prove", "\(size)").status == 66)
        #expect(run("record", "\(size)").status == 66)
        #expect(run("prove", "-1").status == 64)
    }

    @Test func aCheckpointThatSomebodyKeptIsExtended() throws {
        let kept = try checkpoint()
        try scratch.write(kept.description, to: "kept")
        grow()
        let later = try checkpoint()
        #expect(later.unverified.size > kept.unverified.size)
        let (from, to) = ("\(kept.unverified.size)", "\(later.unverified.size)")
        let lines = run("consistency", "--from", from, "--to", to).lines.filter { !$0.isEmpty }
        let proof = ConsistencyProof(hashes: lines.compactMap { TreeHash(base64: $0) })
        #expect(proof.hashes.count == lines.count)
        try later.verified(by: key).verify(extends: kept.verified(by: key), proof)
        #expect(run("consistency", "--from", from).lines.filter { !$0.isEmpty } == lines)

        #expect(run("verify", "--against", scratch("kept")).status == 0)
        #expect(run("prove", "0", "--in", scratch("kept")).output.contains("\n\(from)\n"))
        #expect(run("prove", from, "--in", scratch("kept")).status == 66)
        #expect(run("consistency", "--from", "0").status == 64)
        #expect(run("consistency", "--from", to, "--to", from).status == 64)
        #expect(run("verify", "--against", ledger + "/log.key").status == 65)
        #expect(run("verify", "--key", try key.text).status == 0)
        let other = SignerKey(name: try key.name).verifierKey
        let unsigned = run("verify", "--key", other.text)
        #expect(unsigned.status == 1 && unsigned.output.contains("The published checkpoint is not signed by"))
        let stranger = SignerKey(name: try #require(KeyName(try key.name.text))).verifierKey
        let foreign = run("verify", "--against", scratch("kept"), "--key", stranger.text)
        #expect(foreign.status == 1 && foreign.output.contains("against"))
    }

    @Test func aWitnessIsAskedAndItsAnswerTakenIn() throws {
        let witness = CosignerKey(name: try #require(KeyName("witness.example/w")))
        func answer(_ request: String) throws -> String {
            let request = try AddCheckpointRequest(Array(request.utf8))
            return try witness.cosign(request.checkpoint.verified(by: key), time: 1_700_000_000).line
        }
        let request = run("witness", "request")
        #expect(request.status == 0 && request.output.hasPrefix("old 0\n"))
        let line = try answer(request.output)
        try scratch.write(line, to: "answer")
        let forged = line.replacingOccurrences(of: "=\n", with: "\n")
        try scratch.write(forged, to: "forged")
        #expect(run("witness", "add", scratch("forged"), "--key", witness.verifierKey.text).status == 65)
        #expect(run("witness", "add", scratch("answer"), "--key", "nonsense").status == 64)
        #expect(run("witness", "add", scratch("none")).status == 66)
        let added = run("witness", "add", scratch("answer"), "--key", witness.verifierKey.text)
        #expect(added.status == 0 && added.output.contains("— witness.example/w "))
        #expect(run("checkpoint").output == added.output, "a ledger that has not grown keeps its cosignatures")
        let policy = try TrustPolicy(
            Array("log \(key.text)\nwitness w \(witness.verifierKey.text)\nquorum w\n".utf8))
        #expect(try policy.verify(checkpoint()).cosignatures.count == 1)

        // Of the same witness: one that states no time, one of the year 2286, and an older one.
        for (time, status) in [(0, 65), (9_999_999_999, 65), (1_600_000_000, 0)] as [(UInt64, Int32)] {
            let line = try witness.cosign(checkpoint().verified(by: key), time: time).line
            try scratch.write(line, to: "other")
            let taken = run("witness", "add", scratch("other"), "--key", witness.verifierKey.text)
            #expect(taken.status == status, "\(taken.messages)")
            #expect(run("witness", "add", scratch("other")).status == 65, "unverified, it takes nobody's place")
            #expect(run("checkpoint").output == added.output)
        }

        let size = try checkpoint().unverified.size
        grow()
        #expect(run("witness", "request").output.hasPrefix("old \(size)\n"), "the witness knows the last cosigned one")
        #expect(run("witness", "request", "--old", "999999").status == 66)
        try scratch.write(try answer(run("witness", "request").output), to: "answer")
        #expect(run("witness", "add", scratch("answer")).status == 0)
        #expect(try policy.verify(checkpoint()).cosignatures.count == 1)
    }

    @Test(arguments: [
        ("— witness.example/w abcdefgh\r\n", "ends in CR LF"), ("512\n", "witness request --old 512"),
        ("512", "409"), ("{\"error\": \"x\"}", "a JSON document"), ("<html></html>", "a web page"),
        ("\n", "an empty answer"), (" \n{}", "a JSON document"), ("512\r\n", "witness request --old 512"),
        ("HTTP/1.1 409 Conflict\r\n\r\n512\n", "after the head"), ("old 0\n\nx\n1\n", "a request to a witness"),
        ("- witness.example/w abcdefgh\n", "a hyphen"), ("– witness.example/w abcdefgh\n", "U+2013"),
        ("\u{FEFF}— witness.example/w abcdefgh\n", "a byte order mark"),
        ("origin\n512\nroot\n\n— witness.example/w abcdefgh\n", "a whole note"), ("not found\n", "\"not found\""),
    ])
    func anAnswerThatIsNoCosignatureNamesItsCause(answer: String, cause: String) throws {
        try scratch.write(answer, to: "answer")
        let added = run("witness", "add", scratch("answer"))
        #expect(added.status == 65 && added.messages.contains(cause), "\(added.messages)")
    }

    @Test func theTilesLeadToTheCheckpointAndGrow() throws {
        let public_ = scratch("public")
        func verify() throws {
            let bytes = try Data(contentsOf: URL(filePath: public_ + "/checkpoint"))
            let verified = try SignedCheckpoint(Array(bytes)).verified(by: key)
            func read(_ place: TilePath) throws -> [UInt8] {
                Array(try Data(contentsOf: URL(filePath: "\(public_)/\(place.text)")))
            }
            let tree = TiledTree(size: verified.checkpoint.size) { try Tile($0, bytes: read(.tile($0))) }
            try tree.verify(root: verified.checkpoint.root) { index, width in
                try EntryBundle(bytes: read(.entries(index: index, width: width)), width: width)
            }
        }
        #expect(run("export", "--as", "tlog", "-o", public_).status == 0)
        try verify()
        grow()
        let second = run("export", "--as", "tlog", "-o", public_)
        #expect(second.status == 0 && second.messages.contains("kept"))
        try verify()
        let partials = try FileManager.default.subpathsOfDirectory(atPath: public_).filter { $0.contains(".p/") }
        #expect(partials.count == 3, "a wider tile takes the place of a narrower one: \(partials)")

        let tile = public_ + "/tile/0/000"
        var bytes = try Data(contentsOf: URL(filePath: tile))
        bytes[7] ^= 1
        try bytes.write(to: URL(filePath: tile))
        let refused = run("export", "--as", "tlog", "-o", public_)
        #expect(refused.status == 65 && refused.messages.contains(tile))
        #expect(run("export", "--as", "tlog").status == 64)
        let other = scratch("other")
        #expect(Ran(["--ledger", other, "simulate", "--rooms", "1", "--teams", "4", "--rounds", "2"]).status == 0)
        #expect(Ran(["--ledger", other, "export", "--as", "tlog", "-o", public_]).status == 65)
    }

    @Test func aFullVerificationComparesTheRowsToo() throws {
        let json = try #require(run("verify", "--full", "--format", "json").json as? [String: Any])
        #expect(json["ok"] as? Bool == true)
        let checked = try #require(json["checked"] as? [String: Int])
        #expect(checked["rooms"] == 2 && checked["rosters"] == 8 && (checked["checkpoints"] ?? 0) >= 1)
    }
}
