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
            throw FormatError(.signerKey, found: "another prefix", expected: SecretKey.prefix)
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

/// A private key that signs notes: a log its checkpoints, a server its receipts.
///
/// One key for one purpose: a checkpoint key that also signed texts of somebody's choosing could be made to sign a
/// forged checkpoint.
public struct SignerKey: Sendable {
    private let secret: SecretKey

    /// Makes a new random key.
    public init(name: KeyName) {
        secret = SecretKey(name: name, type: .ed25519)
    }

    /// Makes the key of a 32-byte seed (RFC 8032's private key).
    ///
    /// - Throws: `FormatError` unless there are exactly 32 bytes.
    public init(name: KeyName, seed: [UInt8]) throws(FormatError) {
        secret = try SecretKey(name: name, type: .ed25519, seed: seed)
    }

    /// Reads a key from the text that `secretText` gave, or Go's `note.GenerateKey`.
    ///
    /// - Throws: `FormatError`; its description never shows the secret.
    public init(_ secretText: String) throws(FormatError) {
        secret = try SecretKey(secretText, type: .ed25519)
    }

    /// `PRIVATE+KEY+name+id+key`: a holder of this text can sign. Keep it in a file that only the signer can read.
    public var secretText: String { secret.secretText }

    /// The public half, to be published.
    public var verifierKey: VerifierKey { secret.verifierKey }

    /// Signs a text, which must end with a newline to become part of a note.
    ///
    /// If the platform's Ed25519 is randomised (Apple's is), signing twice gives two different valid signatures.
    ///
    /// - Throws: what the cryptography library reports when it cannot sign.
    public func sign(_ text: String) throws -> NoteSignature {
        let bytes = try secret.signature(over: Array(text.utf8))
        return NoteSignature(name: verifierKey.name, keyID: verifierKey.id, bytes: bytes)
    }
}

extension SignerKey: CustomStringConvertible {
    /// Names the key without its secret.
    public var description: String { secret.description }
}
