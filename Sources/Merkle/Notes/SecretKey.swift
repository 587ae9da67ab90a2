import Crypto

/// The private half of a key, shared by those who sign notes and those who cosign checkpoints.
///
/// Neither its description nor a dump of it shows the secret.
struct SecretKey: Sendable {
    let verifierKey: VerifierKey
    private let key: Curve25519.Signing.PrivateKey

    private static let prefix = "PRIVATE+KEY+"

    init(name: KeyName, type: SignatureType, key: Curve25519.Signing.PrivateKey = .init()) {
        let publicKey = Array(key.publicKey.rawRepresentation)
        self.verifierKey = VerifierKey(name: name, type: type, checkedPublicKey: publicKey)
        self.key = key
    }

    init(name: KeyName, type: SignatureType, seed: [UInt8]) throws(FormatError) {
        // Its error says less than the length does.
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else {
            throw FormatError(.signerKey, found: "\(seed.count) bytes", expected: "a seed of 32 bytes")
        }
        self.init(name: name, type: type, key: key)
    }

    init(_ text: String, type: SignatureType) throws(FormatError) {
        guard text.utf8.starts(with: SecretKey.prefix.utf8) else {
            throw FormatError(.signerKey, found: "another beginning", expected: SecretKey.prefix)
        }
        let parts = try KeyParts(Array(text.utf8.dropFirst(SecretKey.prefix.utf8.count))[...], format: .signerKey)
        guard parts.type == type else {
            throw FormatError(
                .signerKey, found: "type \(parts.type.rawValue)", expected: "type \(type.rawValue) for this use")
        }
        try self.init(name: parts.name, type: parts.type, seed: parts.key)
        // The id is the public key's, so it also tells that the secret arrived whole.
        guard parts.id == verifierKey.id else {
            throw FormatError(
                .signerKey, found: "the id \(parts.id)", expected: "the id \(verifierKey.id) of this secret")
        }
    }

    var secretText: String {
        let parts = KeyParts(
            name: verifierKey.name, id: verifierKey.id, type: verifierKey.type, key: Array(key.rawRepresentation))
        return SecretKey.prefix + parts.text
    }

    func signature(over message: [UInt8]) throws -> [UInt8] {
        try Array(key.signature(for: message))
    }
}

extension SecretKey: CustomStringConvertible, CustomReflectable {
    var description: String { "secret of \(verifierKey)" }

    var customMirror: Mirror { Mirror(self, children: ["verifierKey": verifierKey]) }
}
