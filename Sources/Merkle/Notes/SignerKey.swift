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

    /// `PRIVATE+KEY+name+id+key`: whoever has this text can sign. Keep it in a file that only the signer can read.
    public var secretText: String { secret.secretText }

    /// The public half, to be published.
    public var verifierKey: VerifierKey { secret.verifierKey }

    /// Signs a text, which must end with a newline to become part of a note.
    ///
    /// Where the platform's Ed25519 is randomised (Apple's is), signing twice gives two different valid signatures.
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
