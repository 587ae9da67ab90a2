import Crypto
import Foundation

/// A public key of Standard Webhooks (`v1a`, Ed25519): it verifies messages, and its holder cannot sign any.
package struct WebhookPublicKey: Hashable, Sendable {
    private static let prefix = "whpk_"
    static let version = "v1a,"

    /// 32 bytes, as RFC 8032 has them.
    package let bytes: [UInt8]

    fileprivate init(_ key: Curve25519.Signing.PublicKey) { bytes = Array(key.rawRepresentation) }

    /// Reads `whpk_` and base64 of 32 bytes.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix),
            let bytes = Data(base64Encoded: String(text.dropFirst(Self.prefix.utf8.count))), bytes.count == 32
        else { return nil }
        self.bytes = Array(bytes)
        // Base64 with other padding bits would be another text of the same key.
        guard self.text == text else { return nil }
    }

    /// The text that the initializer reads.
    package var text: String { Self.prefix + Data(bytes).base64EncodedString() }

    /// Whether the key has made a signature of the form `v1a,` and base64.
    package func verifies(_ signature: some StringProtocol, of signed: [UInt8]) -> Bool {
        guard signature.hasPrefix(Self.version),
            let bytes = Data(base64Encoded: String(signature.dropFirst(Self.version.utf8.count))), bytes.count == 64,
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: self.bytes)
        else { return false }
        return key.isValidSignature(bytes, for: signed)
    }
}

extension WebhookPublicKey: CustomStringConvertible {
    package var description: String { text }
}

/// A private key of Standard Webhooks (`v1a`, Ed25519). Neither its description nor a dump of it shows the secret.
package struct WebhookPrivateKey: Sendable {
    private static let prefix = "whsk_"

    private let key: Curve25519.Signing.PrivateKey

    /// Makes a new random key.
    package init() { key = Curve25519.Signing.PrivateKey() }

    /// Reads `whsk_` and base64 of the seed, 32 bytes, or of the seed and the public key, 64 bytes.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix),
            let bytes = Data(base64Encoded: String(text.dropFirst(Self.prefix.utf8.count))),
            [32, 64].contains(bytes.count),
            // The error says less than that it is not a key.
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes.prefix(32)),
            bytes.count == 32 || key.publicKey.rawRepresentation == bytes.dropFirst(32)
        else { return nil }
        self.key = key
    }

    /// The text of the secret, with the public key after the seed. Keep it in a file that only the sender can read.
    package var secretText: String {
        Self.prefix + (key.rawRepresentation + key.publicKey.rawRepresentation).base64EncodedString()
    }

    package var publicKey: WebhookPublicKey { WebhookPublicKey(key.publicKey) }

    /// Returns the signature of a message in its form in the header: `v1a,` and base64.
    ///
    /// - Throws: the error of the cryptography library if it cannot sign.
    package func signature(of signed: [UInt8]) throws -> String {
        WebhookPublicKey.version + Data(try key.signature(for: signed)).base64EncodedString()
    }
}

extension WebhookPrivateKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "secret of \(publicKey)" }
    package var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey]) }
}
