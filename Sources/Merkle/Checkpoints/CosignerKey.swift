/// A witness's private key: cosigns checkpoints and nothing else.
public struct CosignerKey: Sendable {
    private let secret: SecretKey

    /// Makes a new random key.
    public init(name: KeyName) {
        secret = SecretKey(name: name, type: .cosignature)
    }

    /// Makes the key of a 32-byte seed (RFC 8032's private key).
    ///
    /// - Throws: `FormatError` unless there are exactly 32 bytes.
    public init(name: KeyName, seed: [UInt8]) throws(FormatError) {
        secret = try SecretKey(name: name, type: .cosignature, seed: seed)
    }

    /// Reads a key from the text that `secretText` gave.
    ///
    /// - Throws: `FormatError`; its description never shows the secret.
    public init(_ secretText: String) throws(FormatError) {
        secret = try SecretKey(secretText, type: .cosignature)
    }

    /// `PRIVATE+KEY+name+id+key`: whoever has this text can cosign.
    public var secretText: String { secret.secretText }

    /// The public half, to be published.
    public var verifierKey: VerifierKey { secret.verifierKey }

    /// Cosigns a checkpoint that the caller has verified to extend everything it cosigned before for this log.
    ///
    /// - Parameters:
    ///   - checkpoint: the checkpoint, verified.
    ///   - time: seconds since 1970 UTC, at most 2^63 - 1.
    /// - Throws: what the cryptography library reports when it cannot sign.
    public func cosign(_ checkpoint: VerifiedCheckpoint, time: UInt64) throws -> NoteSignature {
        precondition(time <= Cosignature.latestTime, "a cosignature's time is at most 2^63 - 1 seconds")
        let message = Cosignature.message(time: time, text: checkpoint.checkpoint.text)
        let cosignature = Cosignature(time: time, signature: try secret.signature(over: message))
        return NoteSignature(name: verifierKey.name, keyID: verifierKey.id, bytes: cosignature.bytes)
    }
}

extension CosignerKey: CustomStringConvertible {
    /// Names the key without its secret.
    public var description: String { secret.description }
}
