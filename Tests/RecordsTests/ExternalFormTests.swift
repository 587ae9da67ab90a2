import Crypto
import Draft
import Foundation
import TestSupport
import Testing

@testable import Records  // forms that only a bundle of evidence hands out

/// Keys and signatures as OpenSSL takes them.
@Suite struct ExternalFormTests {
    private static func program(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func isVerified(_ key: PublicKey, _ message: [UInt8], _ signature: [UInt8]) throws -> Bool {
        let folder = TemporaryDirectory()
        let files = [
            ("key", key.subjectPublicKeyInfo), ("message", message), ("signature", key.signatureInDER(signature)),
        ]
        for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: folder(name))) }
        let process = Process()
        process.executableURL = URL(filePath: try #require(program("openssl")))
        process.arguments = [
            "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", folder("key"), "-rawin", "-in",
            folder("message"), "-sigfile", folder("signature"),
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    @Test func openSSLVerifiesBothSchemes() throws {
        guard Self.program("openssl") != nil else { try Test.cancel("openssl is not installed: it is not tried") }
        let message = Array("draft-ledger/command@v1\n".utf8)
        let edwards = Curve25519.Signing.PrivateKey()
        let content = try #require(Digest256(bytes: Array(edwards.publicKey.rawRepresentation)))
        let signature = Array(try edwards.signature(for: message))
        #expect(try Self.isVerified(PublicKey(.ed25519, content), message, signature))
        #expect(try !Self.isVerified(PublicKey(.ed25519, content), message + [0], signature))
        // Points of both parities.
        var forms: Set<PublicKey.Form> = []
        while forms.count < 2 {
            let secret = P256.Signing.PrivateKey()
            let key = try #require(PublicKey(bytes: Array(secret.publicKey.compressedRepresentation)))
            guard forms.insert(key.form).inserted else { continue }
            let signature = Array(try secret.signature(for: message).rawRepresentation)
            #expect(try Self.isVerified(key, message, signature))
            #expect(try !Self.isVerified(key, message + [0], signature))
        }
    }

    /// As the cryptography library writes them: with zeros in front, and with a highest bit.
    @Test func aSignatureOfECDSAIsWrittenInDER() throws {
        let key = PublicKey(.p256Even, .zero)
        let zeros = [UInt8](repeating: 0, count: 20)
        let numbers: [[UInt8]] = [
            Array(repeating: 0x7F, count: 32), Array(repeating: 0x80, count: 32),
            zeros + Array(repeating: 0x81, count: 12), zeros + Array(repeating: 1, count: 12),
        ]
        for r in numbers {
            for s in numbers {
                let signature = try P256.Signing.ECDSASignature(rawRepresentation: r + s)
                #expect(key.signatureInDER(r + s) == Array(signature.derRepresentation))
            }
        }
    }
}
