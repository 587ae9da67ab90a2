import CommandTesting
import Foundation
import Merkle
import TestSupport
import Testing

/// What others make of our checkpoints, proofs and tiles.
/// Other people's programs verify what we write.
@Suite struct InteroperationTests {
    private let scratch = TemporaryDirectory()
    private let ledger: String
    private let key: VerifierKey

    init() throws {
        ledger = scratch("ledger")
        let simulate = ["simulate", "--rooms", "2", "--teams", "4", "--rounds", "4", "--seed", "7"]
        #expect(Ran(["--ledger", ledger] + simulate).status == 0)
        key = try VerifierKey(try #require(Ran(["--ledger", ledger, "key"]).lines.dropLast().last))
    }

    private func run(_ arguments: String...) -> Ran { Ran(["--ledger", ledger] + arguments) }

    @Test func opensslVerifiesTheSignature() throws {
        let checkpoint = run("checkpoint").output
        let parts = checkpoint.components(separatedBy: "\n\n")
        let payload = try #require(parts[1].split(separator: " ").last?.trimmingCharacters(in: .newlines))
        let signature = try #require(Data(base64Encoded: payload)).dropFirst(4)
        let prefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
        try Data(prefix + key.publicKey).write(to: URL(filePath: scratch("key.der")))
        try Data((parts[0] + "\n").utf8).write(to: URL(filePath: scratch("text")))
        try signature.write(to: URL(filePath: scratch("signature")))
        let arguments = [
            "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", scratch("key.der"), "-rawin", "-in",
            scratch("text"), "-sigfile", scratch("signature"),
        ]
        guard let openssl = Programs.path(of: "openssl") else {
            try Test.cancel("openssl is not installed: its verdict on our signature is not asked for")
        }
        #expect(try ChildProcess.run(openssl, arguments).end == .exit(0))
        try Data((parts[0] + "x\n").utf8).write(to: URL(filePath: scratch("text")))
        #expect(try ChildProcess.run(openssl, arguments).end != .exit(0))
    }

    @Test func aPythonLibraryVerifiesProofsAndCosignatures() throws {
        guard let python = try PythonPackages(["proofbundle==6.3.1"]).python() else {
            try Test.cancel("proofbundle cannot be had from PyPI here: its verdict on our proofs is not asked for")
        }
        let witness = CosignerKey(name: try #require(KeyName("witness.example/w")))
        let request = try AddCheckpointRequest(Array(run("witness", "request").output.utf8))
        let line = try witness.cosign(request.checkpoint.verified(by: key), time: 1_700_000_000).line
        try scratch.write(line, to: "answer")
        #expect(run("witness", "add", scratch("answer"), "--key", witness.verifierKey.text).status == 0)
        for position in ["0", "300"] {
            #expect(run("record", position, "-o", scratch("record")).status == 0)
            #expect(run("prove", position, "-o", scratch("proof")).status == 0)
            let arguments = [
                Self.script, "proof", scratch("proof"), scratch("record"), key.text, witness.verifierKey.text,
            ]
            let (end, output, errors) = try ChildProcess.run(python, arguments)
            #expect(end == .exit(0), "\(output) \(errors)")
        }
    }

    @Test func theTilesLeadElsewhereToTheSameRoot() throws {
        guard let python = Programs.path(of: "python3") else {
            try Test.cancel("python3 is not installed: nobody else computes the root of our tiles")
        }
        #expect(run("export", "--as", "tlog", "-o", scratch("public")).status == 0)
        let arguments = [Self.script, "tiles", scratch("public")]
        let sound = try ChildProcess.run(python, arguments)
        #expect(sound.end == .exit(0), "\(sound.output) \(sound.errors)")
        let entries = URL(filePath: scratch("public/tile/entries/000"))
        var bytes = try Data(contentsOf: entries)
        bytes[100] ^= 1
        try bytes.write(to: entries)
        #expect(try ChildProcess.run(python, arguments).end == .exit(1))
    }

    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "interoperation.py"
    )
    .path
}
