import CommandTesting
import Foundation
import Merkle
import TestSupport
import Testing

/// One proof is right or not, whoever handed it over.
@Suite struct ProofCommandTests {
    private let scratch = TemporaryDirectory()
    private let ledger: String
    private let proof: String
    private let record: String
    private let key: String

    init() throws {
        ledger = scratch("ledger")
        proof = scratch("41.tlog-proof")
        record = scratch("41.record")
        let simulate = ["simulate", "--rooms", "1", "--teams", "2", "--rounds", "3", "--seed", "7"]
        try #require(Ran(["--ledger", ledger] + simulate).status == 0)
        try #require(Ran(["--ledger", ledger, "prove", "41", "-o", proof]).status == 0)
        try #require(Ran(["--ledger", ledger, "record", "41", "-o", record]).status == 0)
        key = try #require(Ran(["--ledger", ledger, "key"]).lines.last { !$0.isEmpty })
    }

    private func verify(_ arguments: String..., ledger: String? = nil) -> Ran {
        Ran(["--ledger", ledger ?? self.ledger, "proof", "verify"] + arguments)
    }

    private func written(_ text: String, to name: String) throws -> String {
        try scratch.write(text, to: name)
        return scratch(name)
    }

    @Test func whatWasProvenIsRight() throws {
        let policy = try written("log \(key)\nquorum none\n", to: "policy")
        for trust in [[], ["--key", key], ["--policy", policy]] {
            for source in [[], ["--record", record]] {
                let ran = Ran(["--ledger", ledger, "proof", "verify", proof] + trust + source)
                #expect(ran.status == 0 && ran.output.hasPrefix("The proof is valid."), "\(ran.output)\(ran.messages)")
            }
        }
        let alone = verify(proof, "--key", key, "--record", record, "--format", "json", ledger: "/nowhere")
        let json = try #require(alone.json as? [String: Any])
        #expect(json["ok"] as? Bool == true && json["position"] as? Int == 41 && json["type"] is String)
        #expect(json["trusted"] as? String == "key" && json["record"] as? String == "file")
        #expect(verify(proof, "--key", key, ledger: "/nowhere").status == 66, "the record is in the ledger")
    }

    @Test func aRecordInTheExtraLineIsTaken() throws {
        let text = try String(contentsOfFile: proof, encoding: .utf8)
        let bytes = try Data(contentsOf: URL(filePath: record)).base64EncodedString()
        let own = text.replacing("@v1\n", with: "@v1\nextra \(bytes)\n", maxReplacements: 1)
        let ran = verify(try written(own, to: "own"), "--key", key, ledger: "/nowhere")
        #expect(ran.status == 0 && ran.output.contains("from the proof's own extra line"))
    }

    @Test func whatIsNotRightSaysWhy() throws {
        let text = try String(contentsOfFile: proof, encoding: .utf8)
        let other = SignerKey(name: try #require(KeyName(try VerifierKey(key).name.text))).verifierKey
        let another = scratch("another.record")
        #expect(Ran(["--ledger", ledger, "record", "42", "-o", another]).status == 0)
        let moved = text.replacing("index 41\n", with: "index 42\n")
        let beyond = text.replacing("index 41\n", with: "index 99999\n")
        let cut = String(text.prefix(text.count / 2))
        for ran in [
            verify(proof, "--record", another), verify(proof, "--key", other.text),
            verify(try written(moved, to: "moved")), verify(try written(beyond, to: "beyond")),
            verify(try written(cut, to: "cut")), verify(try written("", to: "nothing")),
        ] {
            #expect(ran.status == 1, "\(ran.output)\(ran.messages)")
            #expect(ran.output.hasPrefix("The proof is not valid: "))
        }
        let json = verify(try written(cut, to: "cut"), "--format", "json").json as? [String: Any]
        #expect(json?["ok"] as? Bool == false && json?["failure"] is String && json?["position"] is NSNull)
    }

    @Test func mistakes() throws {
        let policy = try written("nonsense\n", to: "policy")
        for (arguments, status) in [
            ([proof, "--key", ""], 64), ([proof, "--policy", ""], 64), ([proof, "--record", ""], 64),
            ([proof, "--key", "nonsense"], 64), ([proof, "--key", key, "--policy", policy], 64),
            ([proof, "--policy", policy], 65), ([scratch("none")], 66),
        ] as [([String], Int32)] {
            #expect(Ran(["--ledger", ledger, "proof", "verify"] + arguments).status == status, "\(arguments)")
        }
    }
}
